"""Measure the time from a click to the painted board, and print the figures.

    python -m tools.bench_click [--decisions 60] [--slow 4] [--against DIR [--rounds 3]]
    python -m tools.bench_click --dry-run [--decisions 60] [--against DIR [--rounds 3]]

The tool plays the beginning of a golden game. The page times every click from the moment it
happened (`event.timeStamp`) to the first frame after its handlers. With the folder of another
checkout, the tool plays both pages in turns with a slowed processor and compares them round by
round, so that other load on the machine disturbs both alike.

With `--dry-run`, the tool times the preview of a summoning: from pointing at the square to the
frame with the last mark, and to the frame with the last word. It runs at full speed, in the
beginnings of three games, beside the clicks of the same games.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, CDPSession

from tashkalar.site.paths import ROOT
from tests import golden
from tests.browser.play import Mouse, act
from tools.served_browser import start_browser

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

# From the moment at which a card is taken up or a square pointed at. What is drawn in a frame's own
# callbacks is in that frame, anything else in the next one.
_WATCH_OUTCOME = """() => {
  let [from, inFrame] = [0, false];
  window.__last = {};
  const after = (act) => {
    const painted = new MessageChannel();
    painted.port1.onmessage = act;
    painted.port2.postMessage(null);
  };
  const frame = () => {
    requestAnimationFrame(frame);  // so it comes first in each
    inFrame = true;
    after(() => { inFrame = false; });
  };
  requestAnimationFrame(frame);
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  for (const [kind, id] of [['marks', 'board-marks'], ['words', 'preview-lines']]) {
    const told = () => after(() => { window.__last[kind] = performance.now() - from; });
    new MutationObserver(() => inFrame ? told() : requestAnimationFrame(told))
      .observe(document.getElementById(id), all);
  }
  for (const [kind, what] of [['pointerover', '[data-square]'], ['click', '[data-card]']])
    document.addEventListener(kind, (event) => {
      if (!event.target.closest(what)) return;
      from = event.timeStamp;
      window.__last = {};
    }, true);
}"""
_OUTCOME = ("marks", "words")
_DRY_GAMES = ("high-form", "duel", "melee")
_LOOKED = 400  # milliseconds in which every outcome is there

WORK = "work"  # processor time a decision: other programs disturb it least
Times = dict[str, list[float]]


def late(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
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


def look_ahead(browser: Browser, url: str, decisions: int) -> Times:
    """Measure dry runs, and the clicks beside them, in the beginnings of three games."""
    times: Times = {kind: [] for kind in (*_OUTCOME, "click")}
    for name in _DRY_GAMES:
        stored = golden.load(name)
        context = browser.new_context(viewport={"width": 1600, "height": 1000})
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.goto(url + stored.query)
        page.wait_for_selector('html[data-app="ready"]', timeout=120_000)
        page.evaluate(_WATCH)
        page.evaluate(_WATCH_OUTCOME)
        game, hands = stored.start(), Mouse(page)
        for code in stored.game.codes[:decisions]:
            move = game.find_move(code)
            if page.locator("#curtain-open").is_visible():
                hands.lift_curtain()
            if move.kind == "summon" and move.card and move.square:
                page.mouse.move(1, 1)
                page.wait_for_timeout(_LOOKED)
                hands.card(move.card)  # the only square is looked at by itself
                page.wait_for_timeout(_LOOKED)
                last = page.evaluate("window.__last")
                if "marks" not in last:
                    page.locator(f'[data-square="{move.square}"]').hover()
                    page.wait_for_timeout(_LOOKED)
                    last = page.evaluate("window.__last")
                for kind, time in last.items():
                    times[kind].append(time)
                page.mouse.move(1, 1)
                hands.card(move.card)  # laid down again
                page.wait_for_timeout(30)
            act(page, game, code, hands)
            game.play(code)
            page.wait_for_timeout(30)
        found: list[tuple[str, float]] = page.evaluate("window.__times")
        times["click"] += [time for which, time in found if which == "click"]
        context.close()
    return times


def compare_ahead(browser: Browser, urls: dict[str, str], decisions: int, rounds: int) -> None:
    """Measure dry runs, in turns if there are two pages, and print them beside the clicks."""
    print(f"dry runs in {decisions} decisions of {len(_DRY_GAMES)} games, full speed")
    for number in range(rounds):
        for name, url in urls.items() if number % 2 else reversed(urls.items()):
            times = look_ahead(browser, url, decisions)
            for kind in (*_OUTCOME, "click"):
                print(f"  {number + 1} {name:5}  {figures(kind, times[kind])}")
            ratio = late(times["marks"]) / late(times["click"])
            print(f"  {number + 1} {name:5}  95th percentiles: marks {ratio:.2f} of a click")


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
    for (name, what), own_ratios in ratios.items():
        listed_ratios = ", ".join(f"{ratio:.2f}" for ratio in own_ratios)
        print(
            f"  {name}, {what}: {statistics.median(own_ratios):.2f} of the other ({listed_ratios})"
        )


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve another checkout's page with its own program; yield the address."""
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
    parser = argparse.ArgumentParser(prog="python -m tools.bench_click")
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--slow", type=float, default=4, help="how many times slower a phone is")
    parser.add_argument("--against", type=Path, help="the folder of a checkout to compare with")
    parser.add_argument("--rounds", type=int, default=3, help="of a comparison")
    parser.add_argument("--dry-run", action="store_true", help="what a choice would do")
    arguments = parser.parse_args()
    with start_browser(ROOT) as (browser, url):
        decisions, slowdown = arguments.decisions, arguments.slow
        if arguments.dry_run and not arguments.against:
            compare_ahead(browser, {"here": url}, decisions, 1)
        elif arguments.dry_run:
            with served(arguments.against) as there:
                urls = {"here": url, "there": there}
                compare_ahead(browser, urls, decisions, arguments.rounds)
        elif arguments.against:
            with served(arguments.against) as there:
                compare(browser, url, there, decisions, slowdown, arguments.rounds)
        else:
            for times in (1, slowdown):
                report(browser, url, decisions, times)


if __name__ == "__main__":
    main()
