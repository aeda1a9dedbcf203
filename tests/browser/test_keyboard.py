"""Tests of playing with keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game
from tashkalar.position.board import NAMES, SQUARES
from tests import golden
from tests.browser.conftest import OpenApp
from tests.browser.play import (
    Keyboard,
    check_result,
    compare,
    do_all,
    do_by_keyboard,
    look,
    settled,
    shelved,
)

_COUNT_POINTERS = """() => {
  window.__pointers = 0;
  for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
    document.addEventListener(kind, () => { window.__pointers += 1 }, true);
}"""


STOPS = """[...document.querySelectorAll('#board-grid [data-square][tabindex="0"]')].map(
  (square) => square.dataset.square)"""


@pytest.mark.long  # usually one is played with keys in every other turn (test_play.py)
def test_golden_game_by_keyboard(open_app: OpenApp) -> None:
    """A whole game, and no pointer anywhere."""
    stored = golden.load(min(golden.FORMS, key=lambda name: len(golden.load(name).game.codes)))
    page = open_app(stored.query)
    page.evaluate(_COUNT_POINTERS)
    game = stored.start()
    do_all(page, game, stored.game.codes, Keyboard(page))
    assert game.is_over
    check_result(page, game)
    assert Keyboard(page).focused() == "#result-title"
    assert page.evaluate("window.__pointers") == 0


def in_the_middle() -> Game:
    """A golden game in the middle of a turn, with much on the board and in the log."""
    return next(
        before
        for before, _ in golden.decisions(golden.load("high-form").game)
        if before.state.turn > 10 and before.prompt.kind == "turn" and before.state.actions == 1
    )


@pytest.mark.slow
def test_keys_of_the_board_and_the_log(open_app: OpenApp) -> None:
    game = in_the_middle()
    page = open_app(storage=shelved(game))
    keys, press = Keyboard(page), page.keyboard.press
    assert keys.focused() == "e5", "the board has the focus at the start"
    # Over the whole board by arrows, past the cut corners, and no step off the board.
    for key, end in (("ArrowUp", "e9"), ("ArrowLeft", "c9"), ("ArrowDown", "c1")):
        for _ in range(9):
            press(key)
        assert keys.focused() == end
    press("ArrowLeft")
    assert keys.focused() == "c1"
    seen = set()
    for square in SQUARES:
        for key in NAMES[square]:
            press(key)
        seen.add(keys.focused())
        assert page.evaluate(STOPS) == [NAMES[square]], "one tab stop, and it follows"
    assert seen == {NAMES[square] for square in SQUARES}
    # n and p go through the squares that can be chosen.
    legal = look(page).legal
    forward = []
    for _ in legal:
        press("n")
        forward.append(keys.focused())
    assert set(forward) == set(legal)
    press("p")
    assert keys.focused() == forward[-2]
    # Escape lays a card down; u and r undo and redo.
    card = next(iter(look(page).hand))
    keys.card(card)
    pressed = page.locator(f'[data-card="{card}"]')
    expect(pressed).to_have_attribute("aria-pressed", "true")
    press("Escape")
    expect(pressed).to_have_attribute("aria-pressed", "false")
    code = next(m.code for m in game.legal_moves() if m.kind == "place")
    before = look(page)
    do_by_keyboard(page, game, code)
    after = look(page)
    press("u")
    assert look(page).pieces == before.pieces
    press("r")
    assert look(page)._replace(stops=after.stops) == after
    # One press of Tab leaves the board, one goes back.
    keys.tab_to("[data-square]")
    press("Tab")
    assert keys.focused() not in seen
    press("Shift+Tab")
    assert keys.focused() in seen
    press("Shift+Tab")
    assert keys.focused() != "#board-grid"  # Chromium stops at drawings that listen for the focus
    press("Tab")
    assert keys.focused() in seen
    compare(page, game, covered=False, can_undo=True)
    keys_of_the_log(page)
    compare(page, game, covered=False, can_undo=None)


_GREEK = {"KeyA": "α", "KeyG": "γ", "KeyI": "ι", "KeyN": "ν", "KeyR": "ρ", "KeyU": "θ"}
_PRESS = """([key, code]) => (document.activeElement ?? document.body).dispatchEvent(
  new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""


@pytest.mark.long
def test_keys_of_other_layouts(open_app: OpenApp) -> None:
    """Greek and French keyboards, Caps Lock, and the sheet of keys."""
    game = in_the_middle()
    page = open_app(storage=shelved(game))
    keys = Keyboard(page)
    assert keys.focused() == "e5"
    a_key_between_two_steps(page)
    for key, code, square in (
        ("γ", "KeyG", "g5"),
        ("C", "KeyC", "c5"),
        ("(", "Digit5", "c5"),
        ("à", "Digit0", "c5"),
        ("é", "Digit2", "c2"),
        ("²", "Backquote", "c2"),
        ("۴", "Digit4", "c4"),
    ):
        page.evaluate(_PRESS, [key, code])
        assert keys.focused() == square, key
    code = next(m.code for m in game.legal_moves() if m.kind == "place")
    before = look(page)
    do_by_keyboard(page, game, code)
    page.evaluate(_PRESS, ["θ", "KeyU"])
    assert look(page).pieces == before.pieces
    page.evaluate(
        """(layout) => { Object.defineProperty(navigator, "keyboard", { value: {
          getLayoutMap: () => Promise.resolve(new Map(Object.entries(layout))) } }); }""",
        _GREEK,
    )
    page.evaluate(_PRESS, ["؟", "Slash"])
    expect(page.locator('[data-shortcuts="u"]')).to_have_text("Θ")
    expect(page.locator('[data-shortcuts="n"]')).to_have_text("ν")
    expect(page.locator('[data-shortcuts="abcdefghi"] kbd')).to_have_text([*"αbcdefγhι"])
    page.keyboard.press("Escape")
    page.evaluate(
        "layout => { navigator.keyboard.getLayoutMap = async () => new Map(layout); }",
        [["KeyU", "г"]],
    )
    page.locator(".menu-button").click()
    page.locator('#menu [data-opens="dlg-keys"]').click()
    expect(page.locator('[data-shortcuts="u"]')).to_have_text("Г")
    page.keyboard.press("Escape")


# Presses a card and, as soon as the panel shows the card, a key. No frame comes in between.
_PRESS_BETWEEN = """async (key) => {
  const stage = document.getElementById("prompt"), title = document.getElementById("stage-title");
  const frames = [], { requestAnimationFrame } = window, before = title.textContent;
  window.requestAnimationFrame = (frame) => frames.push(frame);
  document.querySelector("#hand [data-card]").click();
  for (let tries = 0; tries < 1000 && title.textContent === before; tries += 1)
    await new Promise((soon) => setTimeout(soon));
  const busy = [title.textContent !== before && stage.hasAttribute("aria-busy")];
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  busy.push(stage.hasAttribute("aria-busy"));
  window.requestAnimationFrame = requestAnimationFrame;
  for (const frame of frames) frame(0);
  return busy;
}"""


def a_key_between_two_steps(page: Page) -> None:
    """The panels are drawn in several tasks; a key pressed between two finds all of them done."""
    settled(page)
    assert page.evaluate(_PRESS_BETWEEN, "Shift") == [True, False]
    page.keyboard.press("Escape")


def keys_of_the_log(page: Page) -> None:
    """Check that the log is one tab stop and that the arrow keys go through all of its lines."""
    keys, press = Keyboard(page), page.keyboard.press
    lines = page.locator("#log .log-line")
    stops = page.locator('#log [tabindex="0"], #panel-log[tabindex="0"]')
    last = lines.count() - 1
    expect(stops).to_have_count(1)
    keys.tab_to("#log .log-line")
    expect(lines.nth(last)).to_be_focused()
    press("ArrowDown")
    expect(lines.nth(last)).to_be_focused()
    for key, number in (("ArrowUp", last - 1), ("Home", 0), ("ArrowUp", 0), ("ArrowDown", 1)):
        press(key)
        expect(lines.nth(number)).to_be_focused()
        expect(stops).to_have_count(1)
    press("Enter")
    expect(lines.nth(1)).to_have_attribute("aria-current", "true")
    expect(lines.nth(1)).to_be_focused()
    press("Tab")
    assert not page.evaluate("document.querySelector('#log').contains(document.activeElement)")
    press("Shift+Tab")
    expect(lines.nth(1)).to_be_focused()
    press("End")
    expect(lines.nth(last)).to_be_focused()
    press("Escape")
