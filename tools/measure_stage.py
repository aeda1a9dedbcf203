"""Measure what the stage cuts, in positions from games of every form.

    python -m tools.measure_stage [--positions 300] [--languages en,el] [--seed 1] [--squares 3]

The tool opens each position at five sizes and in five languages, takes up every card, points at
squares, and prints each text that has no room, each list of more than three lines and each line
that repeats the question. The exit status is 1 if it finds any.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections import Counter
from collections.abc import Sequence

from playwright.sync_api import Page, sync_playwright

from tashkalar.site.paths import ROOT
from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare_vendor_folder
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.browser.conftest import wait_until_ready
from tests.browser.play import shelved
from tests.browser.stage_fit import SIZES, measure, positions
from tests.chromium import NOT_FOUND, find_chromium

_GAMES_PER_PAGE = 25  # `shelved` dates no more


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print what is cut; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--squares", type=int, default=3, help="to point at in each position")
    options = parser.parse_args(arguments)
    path = find_chromium()
    if path is None:
        raise SystemExit(NOT_FOUND)
    prepare_vendor_folder()
    games = positions(options.positions, options.seed)
    totals: Counter[str] = Counter()
    with make_server(ROOT) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
        for start in range(0, len(games), _GAMES_PER_PAGE):
            stored = shelved(*games[start : start + _GAMES_PER_PAGE])
            ids = [key.rpartition(".")[2] for key in stored if key.startswith("tashkalar.game.")]
            for language in options.languages.split(","):
                context = browser.new_context(reduced_motion="reduce")
                page = context.new_page()
                _open(page, f"http://127.0.0.1:{server.server_port}/?lang={language}", stored)
                for id, size, cut in measure(page, ids, SIZES, squares=options.squares):
                    for state, what, text in cut:
                        totals[what.partition(" ")[0]] += 1
                        number = start + ids.index(id)
                        print(f"{number} {language} {size} {state}: {what}: {text}", flush=True)
                context.close()
        browser.close()
        server.shutdown()
    print(f"{len(games)} positions, found: {dict(totals)}")
    return bool(totals)


def _open(page: Page, address: str, stored: dict[str, str]) -> None:
    page.goto(f"{address}&form=none")
    page.evaluate("(texts) => Object.assign(localStorage, texts)", stored)
    page.goto(address)
    wait_until_ready(page)


if __name__ == "__main__":
    sys.exit(main())
