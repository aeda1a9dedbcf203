"""How long from a click to the painted board? Prints figures; not a test.

    python -m tests.browser.bench_click [--decisions 60] [--slow 4]

Plays the beginning of a golden game. In the page every click is timed from the moment it happened
(`event.timeStamp`) to the first frame after its handlers; what is left after that frame is saving.
"""

from __future__ import annotations

import argparse
import os
import statistics
import threading
from collections.abc import Sequence

from playwright.sync_api import Page, sync_playwright

from tashkalar.site.checkout import ROOT
from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare
from tests import golden
from tests.browser.play import Mouse, do_all
from tests.chromium import NOT_FOUND, find_chromium

_WATCH = """() => {
  window.__times = [];
  for (const kind of ['click', 'pointerover']) {
    document.addEventListener(kind, (event) => {
      if (!event.target.closest('[data-square], [data-card], [data-move]')) return;
      requestAnimationFrame(() => {
        const painted = new MessageChannel();  // its message comes right after the frame
        painted.port1.onmessage = () =>
          window.__times.push([kind, performance.now() - event.timeStamp]);
        painted.port2.postMessage(null);
      });
    }, true);
  }
}"""


def figures(kind: str, times: Sequence[float]) -> str:
    """One line about times in milliseconds."""
    if len(times) < 2:
        return f"{kind}: too few"
    ordered = sorted(times)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    return (
        f"{kind}: median {statistics.median(times):.0f} ms, 95th percentile {late:.0f} ms, "
        f"longest {ordered[-1]:.0f} ms ({len(times)} times)"
    )


def measure(page: Page, url: str, decisions: int, slowdown: float) -> None:
    """Play and print."""
    stored = golden.load("high-form")
    page.goto(url + stored.query)
    page.wait_for_selector('html[data-app="ready"]', timeout=120_000)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.evaluate(_WATCH)
    do_all(page, stored.start(), stored.game.codes[:decisions], Mouse(page))
    page.wait_for_timeout(200)
    times: list[tuple[str, float]] = page.evaluate("window.__times")
    print(f"{decisions} decisions, processor slowed {slowdown:g} times")
    for kind, name in (("click", "click"), ("pointerover", "hover")):
        print("  " + figures(name, [time for which, time in times if which == kind]))


def main() -> None:
    """Measure at full speed, then slowed down like a phone."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.bench_click")
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--slow", type=float, default=4, help="how many times slower a phone is")
    arguments = parser.parse_args()
    program = find_chromium()
    if program is None:
        raise SystemExit(NOT_FOUND)
    prepare()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with make_server(ROOT, quiet=True) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=not is_root)
        for slowdown in (1, arguments.slow):
            context = browser.new_context(viewport={"width": 1600, "height": 1000})
            context.set_default_timeout(60_000)
            measure(context.new_page(), server.url, arguments.decisions, slowdown)
            context.close()
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
