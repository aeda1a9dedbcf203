"""How long from a click to the painted board? Prints figures; not a test.

    python -m tests.browser.bench_click [--decisions 60] [--slow 4] [--against DIR [--rounds 3]]

Plays the beginning of a golden game. In the page every click is timed from the moment it happened
(`event.timeStamp`) to the first frame after its handlers. With the folder of another checkout both
pages are played in turns, with the processor slowed, and compared round by round: what else the
machine does then disturbs both alike.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, sync_playwright

from tashkalar.site.checkout import ROOT
from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare
from tests import golden
from tests.browser.play import Mouse, act
from tests.chromium import NOT_FOUND, find_chromium

_KINDS = (("click", "click"), ("pointerover", "hover"))
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

WORK = "work"  # processor time a decision: other programs disturb it least
Times = dict[str, list[float]]


def late(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return sorted(times)[int(0.95 * (len(times) - 1))]


def figures(kind: str, times: Sequence[float]) -> str:
    """One line about times in milliseconds."""
    if len(times) < 2:
        return f"{kind}: too few"
    return (
        f"{kind}: median {statistics.median(times):.0f} ms, 95th percentile {late(times):.0f} ms, "
        f"longest {max(times):.0f} ms ({len(times)} times)"
    )


def measure(browser: Browser, url: str, decisions: int, slowdown: float) -> Times:
    """Play the beginning of the game in a new page; the times by kind of event."""
    stored = golden.load("high-form")
    context = browser.new_context(viewport={"width": 1600, "height": 1000})
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(url + stored.query)
    page.wait_for_selector('html[data-app="ready"]', timeout=120_000)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = work(session)
    page.evaluate(_WATCH)
    game, hands = stored.start(), Mouse(page)
    for code in stored.game.codes[:decisions]:
        act(page, game, code, hands)
        game.play(code)
        page.wait_for_timeout(30 * slowdown)  # the next event must not wait for the last one
    found: list[tuple[str, float]] = page.evaluate("window.__times")
    times = {kind: [time for which, time in found if which == kind] for kind, _ in _KINDS}
    times[WORK] = [1000 * (work(session) - before) / decisions]
    context.close()
    return times


def work(session: CDPSession) -> float:
    """Seconds of processor time that the page's own thread has taken for tasks so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


def report(browser: Browser, url: str, decisions: int, slowdown: float) -> None:
    """Measure one page and print it."""
    times = measure(browser, url, decisions, slowdown)
    print(f"{decisions} decisions, processor slowed {slowdown:g} times")
    for kind, name in _KINDS:
        print("  " + figures(name, times[kind]))


def compare(
    browser: Browser, here: str, there: str, decisions: int, slowdown: float, rounds: int
) -> None:
    """Measure two pages in turns, and print what the first takes as a share of the second."""
    print(f"{decisions} decisions, processor slowed {slowdown:g} times, {rounds} rounds")
    ratios: dict[tuple[str, str], list[float]] = {}
    for number in range(rounds):
        pair = (here, there) if number % 2 else (there, here)
        taken = {url: measure(browser, url, decisions, slowdown) for url in pair}
        for kind, name in _KINDS:
            print(f"  {number + 1} here   {figures(name, taken[here][kind])}")
            print(f"  {number + 1} there  {figures(name, taken[there][kind])}")
            for what, of in (("median", statistics.median), ("95th percentile", late)):
                ratio = of(taken[here][kind]) / of(taken[there][kind])
                ratios.setdefault((name, what), []).append(ratio)
        mine, other = taken[here][WORK][0], taken[there][WORK][0]
        print(f"  {number + 1} processor time a decision: here {mine:.0f}, there {other:.0f} ms")
        ratios.setdefault(("processor time", "a decision"), []).append(mine / other)
    for (name, what), found in ratios.items():
        told = ", ".join(f"{ratio:.2f}" for ratio in found)
        print(f"  {name}, {what}: {statistics.median(found):.2f} of the other ({told})")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of another checkout's page, served by its own program."""
    command = [sys.executable, "serve.py", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            for line in server.stdout:
                if "http" in line:
                    yield line[line.index("http") :].split()[0]
                    return
            raise SystemExit(f"{folder}: its serve.py did not start")
        finally:
            server.terminate()


def main() -> None:
    """Measure at full speed and slowed down like a phone, or compare two checkouts."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.bench_click")
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--slow", type=float, default=4, help="how many times slower a phone is")
    parser.add_argument("--against", type=Path, help="the folder of a checkout to compare with")
    parser.add_argument("--rounds", type=int, default=3, help="of a comparison")
    arguments = parser.parse_args()
    program = find_chromium()
    if program is None:
        raise SystemExit(NOT_FOUND)
    prepare()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with make_server(ROOT, quiet=True) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=not is_root)
        decisions, slowdown = arguments.decisions, arguments.slow
        if arguments.against:
            with served(arguments.against) as there:
                compare(browser, server.url, there, decisions, slowdown, arguments.rounds)
        else:
            for times in (1, slowdown):
                report(browser, server.url, decisions, times)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
