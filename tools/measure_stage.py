"""Measure what the stage cuts, in positions from games of every form.

    python -m tools.measure_stage [--positions 300] [--first 0] [--languages en,el]
        [--sizes 390x844,1366x768] [--seed 1] [--squares 3] [--spread]
        [--address http://127.0.0.1:8000/]

The tool opens each position at five sizes and in five languages, takes up every card, points at
squares, and prints each text that has no room, each list of more than three lines and each line
that repeats the question. The exit status is 1 if it finds any. `--first` leaves out the positions
before, so that a long run can be made in pieces. With `--spread` each position is measured in one
language only, the next position in the next one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from tashkalar.site.paths import ROOT
from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare_vendor_folder
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.browser.conftest import wait_until_ready
from tests.browser.play import shelved
from tests.browser.stage_fit import SIZES, measure, positions
from tests.chromium import NOT_FOUND, find_chromium
from tests.limits import serve_in_thread

_GAMES_PER_PAGE = 25  # `shelved` dates no more


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print what is cut; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--first", type=int, default=0, help="the number of the first position")
    parser.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES))
    parser.add_argument("--address", help="of a running page, in place of a server for the run")
    parser.add_argument("--spread", action="store_true", help="one language for each position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--squares", type=int, default=3, help="to point at in each position")
    options = parser.parse_args(arguments)
    path = find_chromium()
    if path is None:
        raise SystemExit(NOT_FOUND)
    games = positions(options.first + options.positions, options.seed)
    languages, sizes = options.languages.split(","), _read_sizes(options.sizes)
    totals: Counter[str] = Counter()
    with served(options.address) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
        for place, language in enumerate(languages):
            numbers = range(options.first, len(games))
            if options.spread:
                numbers = numbers[place :: len(languages)]
            for start in range(0, len(numbers), _GAMES_PER_PAGE):
                some = numbers[start : start + _GAMES_PER_PAGE]
                stored = shelved(*(games[number] for number in some))
                ids = [
                    key.rpartition(".")[2] for key in stored if key.startswith("tashkalar.game.")
                ]
                context = browser.new_context(reduced_motion="reduce")
                page = context.new_page()
                _open(page, f"{address}?lang={language}", stored)
                for id, size, cut in measure(page, ids, sizes, squares=options.squares):
                    for state, what, text in cut:
                        totals[what.partition(" ")[0]] += 1
                        number = some[ids.index(id)]
                        print(f"{number} {language} {size} {state}: {what}: {text}", flush=True)
                context.close()
        browser.close()
    print(f"{options.positions} positions, found: {dict(totals)}")
    return bool(totals)


@contextmanager
def served(address: str | None) -> Iterator[str]:
    """Give the address of a running page, or serve the checkout meanwhile."""
    if address is not None:
        yield address
        return
    prepare_vendor_folder()
    with serve_in_thread(make_server(ROOT)) as server:
        yield f"http://127.0.0.1:{server.server_port}/"


def _read_sizes(text: str) -> list[tuple[int, int]]:
    """Return the sizes of a text such as ``390x844,1366x768``."""
    pairs = (size.partition("x") for size in text.split(","))
    return [(int(width), int(height)) for width, _, height in pairs]


def _open(page: Page, address: str, stored: dict[str, str]) -> None:
    page.goto(f"{address}&form=none")
    page.evaluate("(texts) => Object.assign(localStorage, texts)", stored)
    page.goto(address)
    wait_until_ready(page)


if __name__ == "__main__":
    sys.exit(main())
