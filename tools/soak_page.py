"""Play games in the page: which tasks take long, and how the memory grows from game to game.

    python -m tools.soak_page tasks [--decisions 30] [--forms duel,melee] [--slowed 4] [--later]
    python -m tools.soak_page memory [--form duel] [--games 10]

The page is pressed at random: squares and cards that can be chosen, buttons that decide. A finished
game is followed by a rematch in the same page.

`tasks` prints the longest tasks of the page's thread, from the moment that the page is ready, in
processor time, which other programs disturb least, with what took the time in them. A task of 50 ms
is felt; a processor four times as slow needs four times as long. With `--slowed` the browser slows
the page's thread so many times, and the clock counts: for a machine with no other program running.
With `--later`, and a built site, it is a later visit: in the first one the service worker stores
the game's files at the same time.

`memory` prints after each game, and after a collection of garbage, the memory of the page's
scripts, of its elements and of its buffers, and the size of Python's memory, which never shrinks.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page

from tashkalar.site.paths import ROOT
from tools.served_browser import start_browser

FORMS = {
    "first-game": "?form=first-game&seed=1",
    "high-form": "?form=high-form&seed=1",
    "duel": "?form=duel&seed=1",
    "melee": "?form=melee&seed=1",
    "teams": "?form=high-form&teams=1&seed=1",
}
FELT_MS = 50.0
FELT_SLOWED_MS = 150.0  # on a processor four times as slow
MOST_PRESSES = 5000  # of one game
PRESSES_AT_ONCE = 200
SETTLE_MS = 3000  # in which the page puts away what a game leaves
LONGEST_SHOWN = 5
MB = 1e6
# Presses something that can be pressed now, at random but the same in each run; tells what.
_PRESSES = """async ([seed, count]) => {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const found = (selector) =>
    [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const offered = () => {
    const question = found("dialog[open] .btn.primary, #curtain-open");
    if (question.length) return question;
    // A being first, or no game would ever end: only beings bring tasks and new cards.
    const summons = found('#board-grid [data-legal]:not([data-legal="place"])');
    const isCardUp = document.querySelector('[data-card][aria-pressed="true"]') !== null;
    if (isCardUp && summons.length && random(8)) return [summons[random(summons.length)]];
    const cards = found("[data-card][data-summonable]");
    if (!isCardUp && cards.length && random(3)) return [cards[random(cards.length)]];
    const places = found("#board-grid [data-legal]");
    const decisions = found("#prompt [data-move]:not(:disabled)");
    return [places, decisions, cards].filter((each) => each.length).map((each) =>
      each[random(each.length)]);
  };
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 10)));
  let pressed = 0;
  while (pressed < count && document.body.dataset.screen !== "result") {
    const chosen = offered();
    if (!chosen.length) {  // perhaps a card is up that has no square any more
      const key = { key: "Escape", bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", key));
      await painted();
      pressed += 1;
      continue;
    }
    const one = chosen[random(chosen.length)];
    const box = one.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, composed: true, button: 0, isPrimary: true,
      pointerType: "mouse", clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    for (const kind of ["pointerover", "pointerdown", "pointerup", "click"]) {
      one.dispatchEvent(new (kind === "click" ? MouseEvent : PointerEvent)(kind, at));
      await new Promise((done) => setTimeout(done));  // a browser makes a task of each
    }
    await painted();
    pressed += 1;
  }
  return pressed;
}"""
# The memory of WebAssembly, which Python never gives back, kept by a wrapper of its constructor.
_KEEP_MEMORIES = """WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
  construct(made, kind) {
    const memory = new made(...kind);
    (globalThis.soakMemories ??= []).push(memory);
    return memory;
  },
});"""
_PYTHON = """() => (globalThis.soakMemories ?? []).reduce((sum, { buffer }) =>
  Math.max(sum, buffer.byteLength), 0)"""

_SHOWS_RESULT = "document.body.dataset.screen === 'result'"


class Task(NamedTuple):
    """A task of the page's thread."""

    ms: float
    parts: tuple[tuple[str, float], ...]  # what took the time in it, and milliseconds


def _open(page: Page, url: str) -> None:
    """Open an address until the page is ready."""
    page.set_default_timeout(600_000)
    page.goto(url)
    page.wait_for_selector('html[data-app="ready"]', timeout=240_000)


def long_tasks(
    browser: Browser, url: str, presses: int, slowed: int = 1, *, later: bool = False
) -> list[Task]:
    """Return the tasks while the page is pressed, the longest first.

    Their time is the processor's, or the clock's if the page's thread is `slowed` so many times.
    `later`: in a visit after one in which all files were stored.
    """
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    if later:
        _open(page, url)
        page.wait_for_selector('html[data-offline="ready"]', state="attached")
        page.goto("about:blank")
    kinds = ["toplevel", "devtools.timeline", "v8", "v8.wasm", "blink.user_timing"]
    browser.start_tracing(page=page, categories=kinds)
    _open(page, url)
    if slowed > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.evaluate(_PRESSES, [1, presses])
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    ready = min(event["ts"] for event in events if event["name"] == "tashkalar-ready")
    played = [event for event in events if event["ts"] > ready]
    return sorted(_read_tasks(played, "tdur" if slowed == 1 else "dur"), reverse=True)


def _read_tasks(events: list[dict[str, Any]], clock: str) -> Iterator[Task]:
    """Return the tasks of the page's thread: that with the most processor time.

    `clock` is the field of an event with its microseconds.
    """
    spent: Counter[tuple[int, int]] = Counter()
    for event in events:
        if event.get("ph") == "X" and event["name"] == "FunctionCall":
            spent[event["pid"], event["tid"]] += event.get("tdur", 0)
    if not spent:
        return
    ((thread, _),) = spent.most_common(1)
    own = [e for e in events if e.get("ph") == "X" and (e["pid"], e["tid"]) == thread]
    for task in own:
        if not task["name"].endswith("RunTask") or task.get(clock, 0) < 10_000:
            continue
        end = task["ts"] + task["dur"]
        inside = [e for e in own if e is not task and task["ts"] <= e["ts"] < end]
        parts: Counter[str] = Counter()
        for part in inside:
            kind = part.get("args", {}).get("data", {}).get("type", "")
            parts[f"{part['name']} {kind}".strip()] += part.get(clock, 0)
        named = tuple((name, ticks / 1000) for name, ticks in parts.most_common(5))
        yield Task(task[clock] / 1000, named)


def report_tasks(
    browser: Browser,
    url: str,
    forms: list[str],
    presses: int,
    slowed: int = 1,
    *,
    later: bool = False,
) -> None:
    """Print the longest tasks in each form."""
    for form in forms:
        tasks = long_tasks(browser, url + FORMS[form], presses, slowed, later=later)
        felt = sum(task.ms > FELT_MS for task in tasks)
        if slowed == 1:
            count = sum(task.ms * 4 > FELT_SLOWED_MS for task in tasks)
            print(f"{form}: {felt} tasks over 50 ms, {count} over 150 ms if slowed four times")
        else:
            count = sum(task.ms > FELT_SLOWED_MS for task in tasks)
            print(f"{form}, slowed {slowed} times: {count} tasks over 150 ms")
        for task in tasks[:LONGEST_SHOWN]:
            parts = ", ".join(f"{name} {ms:.0f}" for name, ms in task.parts)
            print(f"  {task.ms:.0f} ms: {parts}", flush=True)


def report_memory(browser: Browser, url: str, form: str, games: int) -> None:
    """Print the memory after each game."""
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.add_init_script(_KEEP_MEMORIES)
    _open(page, url + FORMS[form])
    session = page.context.new_cdp_session(page)
    _print_memory(page, session, "before")
    for number in range(1, games + 1):
        pressed = _play_game(page, number)
        _print_memory(page, session, f"game {number}, {pressed} presses")
        page.click('#result [data-action="rematch"]')
        page.wait_for_selector('body:not([data-screen="result"])')


def _play_game(page: Page, seed: int) -> int:
    """Press until the result is shown and stays; return how often. SystemExit without a result."""
    pressed = 0
    while pressed < MOST_PRESSES:
        pressed += page.evaluate(_PRESSES, [seed + pressed, PRESSES_AT_ONCE]) or 1
        if page.evaluate(_SHOWS_RESULT):
            page.wait_for_timeout(SETTLE_MS)
            if page.evaluate(_SHOWS_RESULT):
                return pressed
    shown = page.evaluate("JSON.stringify(document.body.dataset) + document.body.innerText")
    raise SystemExit(f"no result after {pressed} presses: {shown}")


def _print_memory(page: Page, session: CDPSession, name: str) -> None:
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    counts = session.send("Memory.getDOMCounters")
    sizes = {
        "scripts": usage["usedSize"],
        "page": usage["embedderHeapUsedSize"],
        "buffers": usage["backingStorageSize"],
        "Python": page.evaluate(_PYTHON),
    }
    listed = ", ".join(f"{what} {size / MB:.1f} MB" for what, size in sizes.items())
    elements = f"{counts['nodes']} nodes, {counts['jsEventListeners']} listeners"
    print(f"{name}: {listed}, {elements}", flush=True)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak_page")
    parser.add_argument("what", choices=("tasks", "memory"))
    parser.add_argument("--decisions", type=int, default=30)
    parser.add_argument("--forms", default=",".join(FORMS))
    parser.add_argument("--slowed", type=int, default=1)
    parser.add_argument("--later", action="store_true")
    parser.add_argument("--form", choices=FORMS, default="duel")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--site", type=Path, default=ROOT, help="a built site")
    arguments = parser.parse_args()
    with start_browser(arguments.site) as (browser, url):
        if arguments.what == "tasks":
            forms = arguments.forms.split(",")
            presses = 2 * arguments.decisions
            report_tasks(browser, url, forms, presses, arguments.slowed, later=arguments.later)
        else:
            report_memory(browser, url, arguments.form, arguments.games)


if __name__ == "__main__":
    main()
