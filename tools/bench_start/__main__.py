"""Time from the navigation until a page can be used, in Chromium, Firefox and WebKit.

    python -m tools.bench_start [--rounds 5] [--browsers chromium,firefox,webkit]
                                [--parts later,first,phone,slow,memory,boards] [--rungs]
                                [--busy 2] [--json FILE]

Starts four programs in turn, each from a static host of its own: PyScript from its npm package
printing one line (stock), `loadPyodide` alone (bare), a chess board in JavaScript made of the npm
packages chessground and chess.js (board), and this page (ours). The programs follow each other in
every round, so that other work of the machine meets them all.

- `later` measures visits in a profile that has seen the pages: in the same tab again, in a new tab
  of a running browser, after a restart of the browser; a press at the first paint of a new tab,
  until its answer is painted; and, where a browser can be slowed, how long the page's thread is
  blocked: the time of each task beyond 50 ms, from the first paint until the page is ready.
- `first` measures first visits in a profile that was never used.
- `phone` measures first visits with a slowed processor, and how long the page's thread is blocked.
- `slow` measures first visits over 10 Mbit/s and 40 ms.
- `memory` counts the memory of all processes of the browser: with each page, and a computer
  player's worker.
- `boards` counts that memory with one and six boards inside another page, before and after they are
  touched one after another; and measures the time from a touch until the board can be played.

`--rungs` also starts our page on each lower rung of the start. `--busy N` lets N programs compute
beside the browser, as people have it.

Times count from the navigation. The last output is one table in Markdown. docs/start.md explains
the times, and docs/measurements/start.md keeps the results.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.engines.programs import PROGRAMS, chosen_browsers, read_choice
from tools.bench_start.bench import PARTS, Bench
from tools.bench_start.sites import serve_programs
from tools.bench_start.table import make_table


def read_parts(text: str) -> tuple[str, ...]:
    """Return the named parts of a run in their order."""
    named = {name.strip() for name in text.split(",")}
    if named - set(PARTS):
        raise argparse.ArgumentTypeError(f"parts are {', '.join(PARTS)}; not {text!r}")
    return tuple(part for part in PARTS if part in named)


@contextmanager
def keep_busy(count: int) -> Iterator[None]:
    """Let this many programs compute until the end of the block."""
    command = (sys.executable, "-c", "while True: pass")
    programs = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench_start")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--browsers", type=read_choice, default=chosen_browsers())
    parser.add_argument("--parts", type=read_parts, default=PARTS, help=", ".join(PARTS))
    parser.add_argument("--rungs", action="store_true", help="our page on the lower rungs too")
    parser.add_argument("--busy", type=int, default=0, help="programs that compute beside (0)")
    parser.add_argument("--json", type=Path, help="file for every single measurement")
    arguments = parser.parse_args()
    browsers = []
    for browser in arguments.browsers:
        if PROGRAMS[browser].find() is None:
            print(PROGRAMS[browser].missing)
        else:
            browsers.append(browser)
    with (
        tempfile.TemporaryDirectory() as scratch,
        serve_programs(Path(scratch), rungs=arguments.rungs) as served,
        keep_busy(arguments.busy),
    ):
        bench = Bench(served, arguments.rounds, arguments.busy)
        for browser in browsers:
            bench.measure(browser, arguments.parts)
        print(make_table(bench, browsers))
        if arguments.json:
            visits = {
                " ".join(key): [v._asdict() for v in all] for key, all in bench.visits.items()
            }
            text = json.dumps({"visits": visits, "memory": bench.memory}, indent=1) + "\n"
            arguments.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
