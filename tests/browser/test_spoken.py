"""Tests of playing with keys by what a screen reader is told, and of what it is told."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenApp
from tests.browser.play import settled, shelved
from tests.support import arrange, pattern_at

# What the live regions say, each change of a visible one.
LISTEN = """() => {
  window.said = [];
  const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert]';
  for (const region of document.querySelectorAll(regions))
    new MutationObserver(() => {
      const only = region.querySelector('[aria-live=off]') ? region.firstElementChild : region;
      const text = only.innerText.replace(/\\s+/g, ' ').trim();
      if (text && region.checkVisibility() && window.said.at(-1) !== text) window.said.push(text);
    }).observe(region, { childList: true, subtree: true, characterData: true });
}"""
FIRST_TURN = "First turn: one action. Choose an empty square to place a piece, or select a card."
MOST_PRESSES = 60  # of Tab, until everything has been reached
MOST_DECISIONS = 400


def focused(page: Page) -> str:
    """Return the role and the name of the focused element, as the accessibility tree has them."""
    settled(page)
    node = page.locator(":focus")
    return node.aria_snapshot().partition("\n")[0].strip("-: '") if node.count() else ""


def tab_to(page: Page, name: str, key: str = "Tab") -> str:
    """Press Tab until an element whose role and name match has the focus; return these."""
    for _ in range(MOST_PRESSES):
        if re.search(name, found := focused(page)):
            return found
        page.keyboard.press(key)
    raise AssertionError(f"{name} cannot be reached with {key}")


def stops(page: Page, key: str) -> list[str]:
    """Return all that Tab reaches, once around the page."""
    found: list[str] = []
    while not found or focused(page) not in found[:1]:
        found.append(focused(page))
        page.keyboard.press(key)
        assert len(found) < MOST_PRESSES
    return [name for name in found if name]


def heard(page: Page) -> list[str]:
    """Return what has been said since the last time."""
    settled(page)
    said: list[str] = page.evaluate("() => window.said.splice(0)")
    return said


def test_everything_is_reached_and_said_once(open_app: OpenApp) -> None:
    tasks = {"current": ["destruction", "red-conquest", "isolation"], "next": "devastation"}
    board = pattern_at("knight", "e5") | {"e5": "2 common", "i4": "2 common"}
    hand, flare = ["knight", "champion"], "flare-08"
    game = arrange(board, hand=hand, flare=flare, form="high-form", tasks=tasks, mine={"score": 1})
    page = open_app(size="phone", storage=shelved(game))
    forth = stops(page, "Tab")
    assert set(forth) == set(stops(page, "Shift+Tab"))
    assert {'button "Hint"', 'button "Tasks"', 'button "Log"', 'button "Menu"'} <= set(forth)
    # With pauses between what the eye sees apart.
    assert 'button "Champion, heroic, No square yet"' in forth
    flare_name = r'button "Flare 8, Behind: \d of \d \w+, \d fewer upgraded, \d fewer pieces"'
    assert any(re.fullmatch(flare_name, stop) for stop in forth), forth
    assert re.search(r"Blue.*\n.*: 1 point\n", page.locator("#players").aria_snapshot())
    page.evaluate(LISTEN)
    # Enter on a card goes to its square, and what it does there is one message.
    tab_to(page, 'button "Knight, heroic, 1 square"')
    page.keyboard.press("Enter")
    assert focused(page).startswith('gridcell "e5: ')
    heard(page)
    page.keyboard.press("Enter")
    (said,) = heard(page)
    assert re.search(r"Knight summoned on e5\. .*Make a combat move\?", said), said
    # Reasons and the next task, where they cannot be seen.
    described = page.evaluate(
        """() => ['.bar [data-action=redo]', '#tasks-told'].map((selector) => {
          const node = document.querySelector(selector);
          return node.getAttribute('aria-description') ?? node.textContent;
        })"""
    )
    assert described[0] == "Nothing was taken back."
    assert "Devastation +2: next task, cannot be claimed yet" in described[1]


@pytest.mark.long
def test_a_game_by_what_is_told(open_app: OpenApp) -> None:
    """A whole game by keys; each decision is read from names in the accessibility tree."""
    page = open_app("?form=high-form&schools=northern,sylvan&seed=5", size="phone")
    for _ in range(MOST_DECISIONS):
        settled(page)
        tree = page.locator("body").aria_snapshot()
        if re.search(r'heading "[^"]* wins', tree):
            return
        decide(page, tree)
    raise AssertionError(f"the game does not end: {tree[:2000]}")


def decide(page: Page, tree: str) -> None:
    """Make one decision: show the hand, end the turn, claim, summon, answer, or place."""
    card = re.search(r'button "([^"]+), (?:common|heroic|legendary), \d+ squares?"', tree)
    for name in ('button "I am ', 'button "Claim ', 'button "End '):
        if name in tree:
            tab_to(page, f"^{name}")
            page.keyboard.press("Enter")
            return
    if card and re.search(r"paragraph: Use your", tree):
        tab_to(page, f'^button "{re.escape(card[1])}, (?:common|heroic|legendary)')
        page.keyboard.press("Enter")
        assert focused(page).startswith("gridcell"), focused(page)
        page.keyboard.press("Enter")
        choose_placement(page)
        return
    if "can be chosen" in tree.lower():
        tab_to(page, "^gridcell")
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        return
    option = re.search(r'group "Choices":\s+- button "([^"]+)"', tree)
    assert option, tree[:3000]
    tab_to(page, f'^button "{re.escape(option[1])}"')
    page.keyboard.press("Enter")


def choose_placement(page: Page) -> None:
    """Choose the first of several placements, if the card has more than one on the square."""
    settled(page)
    tree = page.locator("#prompt").aria_snapshot()
    if way := re.search(r'button "(using [^"]+)"', tree):
        tab_to(page, f'^button "{re.escape(way[1])}"')
        page.keyboard.press("Enter")


# Each text that a screen reader says: one for each that has been written into a region.
LISTEN_CLOSELY = """() => {
  window.said = [];
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const region = target.closest('[aria-live], [role=status], [role=alert]');
      const text = target.textContent.trim();
      if (region && region.ariaLive !== 'off' && addedNodes.length && text) window.said.push(text);
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_decision_is_said_once_with_the_question(open_app: OpenApp) -> None:
    """In one text: of two that change in a region, Orca said both twice."""
    page = open_app("?form=high-form&schools=northern,southern&seed=5")
    page.evaluate(LISTEN_CLOSELY)
    tab_to(page, 'button "I am Blue')
    page.keyboard.press("Enter")
    (asked,) = [line for line in heard(page) if "First turn" in line]
    assert asked == FIRST_TURN
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    said = heard(page)
    assert [line for line in said if "No actions left" in line] == [
        "Common piece placed on f5. No actions left. You draw no cards."
    ], said


def test_a_note_is_said_once_with_its_question(open_app: OpenApp) -> None:
    """Of the last round, after each decision Orca said anew that it is the last."""
    board = pattern_at("knight", "e5") | {"h7": "1 heroic", "c2": "2 common"}
    game = arrange(board, hand=["knight"], turn={"number": 20, "last_turns": 2})
    page = open_app(storage=shelved(game))
    note = "Last round. Turns left"
    expect(page.locator("#announcer")).to_contain_text(f"Use your 2 actions. {note}")
    page.evaluate(LISTEN_CLOSELY)
    tab_to(page, "^gridcell")
    for key in ("n", "Enter"):
        page.keyboard.press(key)
        settled(page)
    said = heard(page)
    assert any("Use your last action." in line for line in said), said
    assert not any(note in line for line in said), said
    assert note in page.inner_text("#preview-lines")
    # What a choice does is one text too; of its lines in the list, Orca said some twice.
    tab_to(page, 'button "Knight')
    page.keyboard.press("Enter")
    what_it_does = re.compile(r"^On e\d\. Nothing is destroyed\. Next: Make a combat move\?$")
    expect(page.locator("#preview-said")).to_have_text(what_it_does)
    # The place that scrolls, and where Tab stops in Firefox, has a name.
    assert page.locator("#stage-last").get_attribute("aria-labelledby") == "stage-last-title"


def test_what_is_opened_is_said(open_app: OpenApp) -> None:
    """The prompt and the coach are hidden before that, and what changes there is not said."""
    page = open_app("?lesson=placing")
    said = "Welcome to the arena! Choose e6 to place a piece there."
    expect(page.locator("#announcer")).to_have_text(said)
    page = open_app("?puzzle=one-quiet-stone")
    said = "One quiet piece. Goal for Green this turn. Summon a legend. Use your 2 actions."
    expect(page.locator("#announcer")).to_have_text(said)
    page = open_app(storage={})
    assert not any(stop.startswith("gridcell") for stop in stops(page, "Tab"))
    tab_to(page, 'button "Play"', "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    assert focused(page).startswith('gridcell "e5: ')
    expect(page.locator("#announcer")).to_have_text(FIRST_TURN)


def test_a_turn_of_the_computer_is_said_once(open_app: OpenApp) -> None:
    """As a whole, not once more step by step."""
    page = open_app(storage={})
    page.emulate_media(reduced_motion="no-preference")
    tab_to(page, 'button "Play"', "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    page.evaluate(LISTEN_CLOSELY)
    for key in ("n", "Enter"):
        page.keyboard.press(key)
    tab_to(page, 'button "End turn')
    page.keyboard.press("Enter")
    expect(page.locator("#turn-number")).to_have_text("turn 3", timeout=60_000)
    said = heard(page)
    steps = [line for line in said if "placed on" in line]
    assert len(steps) == 2, said
    assert steps[1].startswith("Meanwhile: First steps, turn 2.")
