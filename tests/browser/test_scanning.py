"""Playing with one press alone, and with a pointer that only rests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tashkalar.ui.storage.settings import SETTINGS_KEY
from tests.browser.conftest import OpenApp
from tests.browser.play import settled, shelved, stored
from tests.support import arrange, pattern_at

MOST_PRESSES = 6  # a decision, on average
MOST_STOPS = 200  # until what is wanted is marked
_MARKED = """() => {
  const nodes = [...document.querySelectorAll('[data-scan]')];
  if (!nodes.length) return null;
  const [{ dataset }] = nodes;
  return { keys: nodes.map((n) => n.dataset.square ?? n.dataset.card ?? n.dataset.move ??
      n.dataset.choice ?? n.dataset.action ??
      (n.id || n.name || n.ariaLabel || n.textContent.trim())),
    kind: Object.keys(dataset).find((name) =>
      ['square', 'card', 'move', 'choice', 'action'].includes(name)) ?? 'other' };
}"""


def by_setting(**chosen: str) -> dict[str, str]:
    return {SETTINGS_KEY: json.dumps({"motion": "off", **chosen})}


class OnePress:
    """A person with one key: waits for what is wanted to be marked, then presses Space."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0
        page.evaluate(
            """() => { window.others = 0; for (const kind of ['keydown', 'pointerdown'])
              window.addEventListener(kind, (e) => { window.others += e.key !== ' '; }, true); }"""
        )

    def marked(self) -> dict[str, Any] | None:
        """Return what is marked now: its keys and its kind."""
        found: dict[str, Any] | None = self.page.evaluate(_MARKED)
        return found

    def wait_and_press(self, wants: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Press when something wanted is marked; return it."""
        seen = []
        for _ in range(MOST_STOPS):
            before = self.marked()
            if before and wants(before):
                self.page.keyboard.press("Space")
                self.presses += 1
                settled(self.page)
                return before
            seen.append(before and before["keys"])
            self.page.wait_for_function(
                f"(before) => JSON.stringify(({_MARKED})()) !== before",
                arg=json.dumps(before, separators=(",", ":"), ensure_ascii=False),
            )
        raise AssertionError(f"never marked: {seen[-30:]}")


def codes(page: Page) -> list[str]:
    """Return the moves of the saved game, each with its answers."""
    texts = list(stored(page).values())
    if not texts:
        return []  # before the first decision
    moves: list[str] = json.loads(json.loads(texts[0])["game"])["moves"]
    return moves


def plays(page: Page, stop: dict[str, Any]) -> bool:
    """Say whether a person who summons, places where the walk begins, and ends turns presses."""
    if stop["kind"] == "card":
        card = page.locator(f'#hand [data-card="{stop["keys"][0]}"][data-summonable]')
        return card.count() > 0
    if stop["kind"] == "move":
        is_last = page.locator("#board-grid [data-legal]").count() == 0
        return is_last or bool(stop["keys"] == ["."])
    return bool(stop["kind"] == "square" or stop["keys"] == ["curtain-open"])


@pytest.mark.long
def test_a_first_game_with_space_alone(open_app: OpenApp) -> None:
    """Several turns to a summoning and beyond, both players; the presses are counted."""
    query = "?form=first-game&schools=northern,southern&seed=5"
    page = open_app(query, storage=by_setting(scan="space", pace="normal"))
    person = OnePress(page)
    while "@" not in " ".join(moves := codes(page)) or moves[-1] != ".":
        person.wait_and_press(lambda stop: plays(page, stop))
    made = sum(len(code.split()) for code in moves)
    print(f"{person.presses} presses, {made} decisions, {moves}")
    assert moves.count(".") >= 4
    assert person.presses / made < MOST_PRESSES
    assert page.evaluate("window.others") == 0, "no other key and no pointer"


def test_one_press_undoes_opens_dialogs_and_ends_the_walk(open_app: OpenApp) -> None:
    board = pattern_at("knight", "e5") | {"h7": "1 heroic", "e5": "2 common"}
    game = arrange(board, hand=["knight", "champion"], form="high-form")
    page = open_app(storage=shelved(game) | by_setting(scan="space", pace="normal"))
    person = OnePress(page)
    # Cards that can be summoned come first, then their squares.
    person.wait_and_press(lambda stop: stop["keys"] == ["knight"])
    expect(page.locator('[data-card="knight"]')).to_have_attribute("aria-pressed", "true")
    person.wait_and_press(lambda stop: stop["keys"] == ["e5"])
    expect(page.locator("#prompt-said")).to_contain_text("Knight summoned on e5")
    person.wait_and_press(lambda stop: stop["keys"] == ["undo"])
    expect(page.locator('[data-square="e5"] [data-piece]')).to_have_attribute("data-owner", "2")
    # Rows of squares, then the squares of one.
    row = person.wait_and_press(lambda stop: stop["kind"] == "square" and len(stop["keys"]) > 1)
    square = person.wait_and_press(lambda stop: stop["kind"] == "square")
    assert square["keys"][0] in row["keys"]
    expect(page.locator("#prompt-said")).to_contain_text(f"placed on {square['keys'][0]}")
    # A hidden page is not walked, and the walk begins anew when it is seen again.
    hide(page, on=True)
    expect(page.locator("[data-scan]")).to_have_count(0)
    hide(page, on=False)
    # The menu, and the settings, where the walk can be ended.
    person.wait_and_press(lambda stop: stop["keys"] == ["Menu"])
    expect(page.locator("#menu")).to_be_visible()
    person.wait_and_press(lambda stop: stop["keys"] == ["settings"])
    expect(page.locator("#dlg-settings")).to_be_visible()
    assert page.evaluate("window.others") == 0
    person.wait_and_press(lambda stop: stop["keys"] == ["set-scan"])
    expect(page.locator("#set-scan")).to_have_value("anywhere")
    # A click anywhere is the press now: here on nothing.
    page.wait_for_selector("#set-scan[data-scan]")
    page.mouse.click(3, 3)
    expect(page.locator("#set-scan")).to_have_value("off")
    expect(page.locator("#dlg-settings")).to_be_visible()
    expect(page.locator("[data-scan]")).to_have_count(0)
    # A pointer that rests presses what is under it, once.
    page.locator("#set-dwell").select_option("short")
    page.keyboard.press("Escape")
    page.locator('#hand [data-card="knight"]').hover(position={"x": 40, "y": 20})
    expect(page.locator("#dwell-mark")).to_be_visible()
    expect(page.locator('[data-card="knight"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-square="e5"]').hover()
    expect(page.locator("#prompt-said")).to_contain_text("Knight summoned on e5")


def hide(page: Page, *, on: bool) -> None:
    """Let the page believe that its tab is hidden, or seen again."""
    page.evaluate(
        """(on) => {
          Object.defineProperty(document, 'hidden', { get: () => on, configurable: true });
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true })); }""",
        on,
    )
