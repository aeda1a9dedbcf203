"""Measure what moves on the page while whole games are played, and print the figures.

    python -m tools.measure_shift [--games teams,melee] [--sizes 390x844,1366x768]
        [--seats one,all] [--turns 24] [--sources 5] [--seed 1] [--address http://127.0.0.1:8000/]

The tool plays each game twice at each size: by one person, who presses at random, against
computers, and, where a golden record tells it, by persons in all seats, behind curtains. `--turns`
ends a game after so many turns of all players. The tool adds up the browser's layout shifts, also
those that a click causes, which browsers leave out of their own sum. `--sources` also lists what
moved, and the largest shifts with the question that was asked.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tashkalar import new_game
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames
from tests import golden
from tests.browser.conftest import wait_until_ready
from tests.browser.play import Mouse, act
from tests.chromium import NOT_FOUND, find_chromium
from tools.measure_stage import served


class Match(NamedTuple):
    """A game against computers, and the golden record of one with persons in all seats."""

    form: str
    schools: tuple[str, ...]
    record: str = ""
    teams: bool = False


GAMES = {
    "high-form": Match("high-form", ("northern", "southern"), "high-form"),
    "duel": Match("duel", ("highland", "sylvan"), "duel"),
    "melee": Match("melee", ("northern", "southern", "highland"), "melee"),
    "melee-of-four": Match("melee", ("everfrost", "northern", "sylvan", "highland")),
    "teams": Match("high-form", ("northern", "southern", "highland", "sylvan"), "teams", True),
    "expansions": Match("duel", ("nethervoid", "etherweave"), "expansions"),
    "everfrost": Match("high-form", ("everfrost", "northern")),
    "etherweave": Match("high-form", ("etherweave", "nethervoid")),
}
SIZES = ("390x844", "1366x768")
LEVEL = "firststeps"  # the quickest
MOST_PRESSES = 1500  # of one game
_TIMEOUT_MS = 60_000

# Keeps for each shift its amount, what moved, where each part was and is, and the question.
_WATCH = """() => {
  window.shifts = [];
  const text = (id) => document.getElementById(id).textContent;
  const named = (node) => node?.id || node?.className?.baseVal || node?.className
    || `${node?.parentElement?.id || node?.parentElement?.className} ${node?.nodeName}`;
  const placed = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push([value, sources.map((source) =>
        `${named(source.node)} (${placed(source.previousRect)} > ${placed(source.currentRect)})`),
      `${text("stage-title")}, ${text("prompt-text")}`]);
  }).observe({ type: "layout-shift" });
}"""

# Presses what can be pressed now, as a person does who decides at once: mostly a card or a square,
# now and then a button. The same presses in each run, as far as the computers play the same.
_PRESS = """async ([seed, most, turns]) => {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const press = async (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, composed: true, button: 0, isPrimary: true,
      pointerType: "mouse", clientX: x + width / 2, clientY: y + height / 2 };
    for (const kind of ["pointerover", "pointerdown", "pointerup", "click"]) {
      node.dispatchEvent(new (kind === "click" ? MouseEvent : PointerEvent)(kind, at));
      await wait(4);
    }
  };
  const find = () => {
    const asked = seen("dialog[open] .btn.primary, #curtain-open");
    if (asked.length) return asked[0];
    const films = seen('[data-meanwhile-action="skip"]');
    if (films.length) return random(8) ? null : films[0];
    const kinds = [seen("#board-grid [data-legal]"), seen("#board-grid [data-legal]"),
      seen("#hand [data-summonable]"), seen("#prompt [data-move]:not(:disabled)")];
    const offered = kinds.filter((nodes) => nodes.length);
    if (!offered.length) return null;
    const nodes = offered[random(offered.length)];
    return nodes[random(nodes.length)];
  };
  for (let number = 0; number < most; number += 1) {
    if (document.body.dataset.screen === "result") return true;
    if (document.querySelectorAll("#log .log-turn").length >= turns) return false;
    const node = find();
    if (node) await press(node);
    await wait(node ? 40 : 250);
  }
  return document.body.dataset.screen === "result";
}"""


class Shift(NamedTuple):
    """A layout shift: its amount, what moved from where to where, and the question then."""

    amount: float
    moved: tuple[str, ...]
    question: str


def play_against_computers(page: Page, address: str, match: Match, seed: int, turns: int) -> bool:
    """Play a game as the first player with random presses; return whether it ended."""
    game = new_game(match.form, match.schools, teams=match.teams, seed=seed)
    bots = {SeatNumber(seat): LEVEL for seat in range(2, len(match.schools) + 1)}
    store = MemoryStore()
    SavedGames(store, lambda: 1_700_000_000_000).create(game, False, bots=bots)
    page.goto(f"{address}?form=none")
    page.evaluate("(texts) => Object.assign(localStorage, texts)", store.texts)
    page.goto(address)
    _watch(page)
    return bool(page.evaluate(_PRESS, [seed, MOST_PRESSES, turns]))


def play_record(page: Page, address: str, match: Match, turns: int) -> bool:
    """Play a golden record with the mouse; return whether its game ended."""
    record = golden.load(match.record)
    page.goto(address + record.query)
    _watch(page)
    game, mouse = record.start(), Mouse(page)
    for code in record.game.codes:
        if game.state.turn > turns:
            break
        act(page, game, code, mouse)
        game.play(code)
    return game.is_over


def _watch(page: Page) -> None:
    """Wait until the page is ready and at rest, then watch it."""
    wait_until_ready(page)
    page.wait_for_timeout(500)
    page.evaluate(_WATCH)


def measure(
    browser: Browser, address: str, size: str, match: Match, seed: int | None, turns: int
) -> tuple[bool, list[Shift]]:
    """Play one game, against computers if there is a seed; return whether it ended, its shifts."""
    width, _, height = size.partition("x")
    context = browser.new_context(viewport={"width": int(width), "height": int(height)})
    context.set_default_timeout(_TIMEOUT_MS)
    page = context.new_page()
    if seed is None:
        has_ended = play_record(page, address, match, turns)
    else:
        has_ended = play_against_computers(page, address, match, seed, turns)
    page.wait_for_timeout(300)
    shifts = [
        Shift(value, tuple(moved), question)
        for value, moved, question in page.evaluate("window.shifts")
    ]
    context.close()
    return has_ended, shifts


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games, and print the shifts of each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--seats", default="one,all", help="that persons play")
    parser.add_argument("--turns", type=int, default=1000, help="after which a game is left")
    parser.add_argument("--sources", type=int, default=0, help="largest shifts to list")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--address", help="of a running page, in place of a server for the run")
    options = parser.parse_args(arguments)
    path = find_chromium()
    if path is None:
        raise SystemExit(NOT_FOUND)
    with served(options.address) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
        for name in options.games.split(","):
            for size in options.sizes.split(","):
                match = GAMES[name]
                for seats in options.seats.split(","):
                    if seats == "all" and not match.record:
                        continue
                    seed = options.seed if seats == "one" else None
                    has_ended, shifts = measure(browser, address, size, match, seed, options.turns)
                    total = sum(shift.amount for shift in shifts)
                    end = "" if has_ended else ", not to its end"
                    print(f"{name} {size} seats={seats}{end}: {total:.4f}", flush=True)
                    _print_sources(shifts, options.sources)
        browser.close()


def _print_sources(shifts: list[Shift], count: int) -> None:
    """Print the sums by what moved first, and the largest shifts."""
    sums: defaultdict[str, float] = defaultdict(float)
    for shift in shifts:
        sums[shift.moved[0].partition(" (")[0] if shift.moved else "?"] += shift.amount
    largest_sums = sorted(sums.items(), key=lambda entry: -entry[1])[:count]
    for name, amount in largest_sums:
        print(f"  {amount:.4f} in all: {name}")
    for shift in sorted(shifts, reverse=True)[:count]:
        print(f"  {shift.amount:.4f} {'; '.join(shift.moved)} [{shift.question}]", flush=True)


if __name__ == "__main__":
    main()
