"""Play many worlds, and print the shortest story of each that loses something.

python -m tests.world                       10,000 worlds
python -m tests.world --worlds 100000       as in the nightly run
python -m tests.world --first 731 --worlds 1
python -m tests.world --fault one_copy --worlds 200     with an old fault put back
"""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack

import pytest

from tests.world.faults import FAULTS
from tests.world.story import make_story, play, shorten, written

_MOST_STORIES = 5


def main() -> int:
    """Play the worlds; return 1 if one of them loses something."""
    parser = argparse.ArgumentParser(prog="python -m tests.world", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--worlds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--fault", choices=FAULTS, help="an old fault to put back")
    options = parser.parse_args()
    began, failed = time.monotonic(), 0
    with ExitStack() as stack:
        if options.fault:
            FAULTS[options.fault](stack.enter_context(pytest.MonkeyPatch.context()))
        for seed in range(options.first, options.first + options.worlds):
            story = make_story(seed)
            faults = play(story)
            if not faults:
                continue
            failed += 1
            if failed <= _MOST_STORIES:
                print(f"seed {seed}: {'; '.join(faults)}\n{written(shorten(story))}", flush=True)
    seconds = time.monotonic() - began
    print(f"{options.worlds} worlds in {seconds:.0f} s: {failed} lose something")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
