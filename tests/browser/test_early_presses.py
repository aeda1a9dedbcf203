"""Presses before Python has started: carried out where the same thing is still on offer."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game, new_game
from tashkalar.site.server import make_server
from tests.browser.conftest import NewPage, Watch, wait_until_ready
from tests.browser.play import Mouse, look, menu, settled, shelved, stored
from tests.browser.slow_page import SlowPageHandler
from tests.limits import serve_in_thread

# Python waits for this answer before it changes anything of the page.
HOLD = """(() => {
  const answer = navigator.locks.query.bind(navigator.locks);
  const released = new Promise((done) => { window.letPythonGo = done; });
  navigator.locks.query = () => released.then(answer);
})();"""
# Presses things at the given times after the first paint, as long as Python has not started.
PRESS = """(plan) => {
  window.pressed = [];
  const press = (selector, key) => {
    if (document.documentElement.dataset.app !== "loading") return;
    const place = key ? document.body : document.querySelector(selector);
    if (selector.startsWith("#menu") && !menu.matches(":popover-open")) menu.showPopover();
    if (!place?.checkVisibility()) return;
    const options = { bubbles: true, cancelable: true };
    if (key) place.dispatchEvent(new KeyboardEvent("keydown", { ...options, key }));
    else {
      place.dispatchEvent(new PointerEvent("pointerdown", { ...options, pointerType: "mouse" }));
      place.dispatchEvent(new MouseEvent("click", options));
    }
    window.pressed.push([selector, key, Boolean(key) || place.hasAttribute("data-pressed")]);
  };
  const begin = () => {
    for (const [selector, key, ms] of plan) setTimeout(press, ms, selector, key);
  };
  new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName("first-contentful-paint").length) return;
    observer.disconnect();
    begin();
  }).observe({ type: "paint", buffered: true });
}"""


class Press(NamedTuple):
    """A press that was made while Python was starting."""

    selector: str
    key: str
    shown: bool  # it was shown as pressed before the script that pressed it went on


CODES = ("+e5", ".", "+d7")
SEEDS = [pytest.param(seed, marks=[pytest.mark.long] if seed else []) for seed in range(4)]


def _game() -> Game:
    """Return a game after the first action of its second turn, which can be undone."""
    game = new_game("high-form", ("northern", "sylvan"), seed=7)
    for code in CODES:
        game.play(code)
    return game


def _open_held(
    new_page: NewPage, watch: Watch, game: Game | None = None, address: str = ""
) -> Page:
    """Open the page with Python waiting; the game is the one to go on with."""
    page = new_page(storage=shelved(game) if game else None)
    page.add_init_script(HOLD)
    page.goto(watch.base + address)
    page.wait_for_function("window.letPythonGo && document.readyState !== 'loading'")
    return page


def _let_go(page: Page) -> None:
    assert page.locator("html").get_attribute("data-app") == "loading"
    page.evaluate("letPythonGo()")
    wait_until_ready(page)
    settled(page)


def _stored_codes(page: Page) -> tuple[str, ...]:
    (text,) = stored(page).values()
    return tuple(Game.from_json(json.loads(text)["game"]).codes)


def _refused(page: Page) -> list[str]:
    """Return what the page says it has not done."""
    lines = page.locator("#toasts > *").all_inner_texts()
    assert len(lines) <= 1  # one line
    return lines[0].rpartition(": ")[2].split(", ") if lines else []


def test_square_is_placed_on_and_the_next_press_refused(new_page: NewPage, watch: Watch) -> None:
    page = _open_held(new_page, watch, _game())
    mouse = Mouse(page)
    mouse.square("d6")
    expect(page.locator('[data-square="d6"]')).to_have_attribute("data-pressed", "")
    mouse.square("d6")  # somebody who is impatient means the same press
    mouse.square("f6")
    _let_go(page)
    expect(page.locator("[data-pressed]")).to_have_count(0)
    assert _stored_codes(page) == (*CODES, "+d6")
    assert _refused(page) == ["f6"]


def test_keys_reach_a_square(new_page: NewPage, watch: Watch) -> None:
    page = _open_held(new_page, watch, _game())
    page.locator('[data-square="e5"]').focus()
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator('[data-square="c6"]')).to_be_focused()
    page.keyboard.press("Enter")
    _let_go(page)
    assert _stored_codes(page) == (*CODES, "+c6")


@pytest.mark.long
def test_a_shortcut_undoes(new_page: NewPage, watch: Watch) -> None:
    page = _open_held(new_page, watch, _game())
    page.keyboard.press("u")
    page.keyboard.press("Enter")  # on nothing
    _let_go(page)
    assert _stored_codes(page) == CODES[:-1]


@pytest.mark.long
def test_position_of_another_decision_gets_no_press(new_page: NewPage, watch: Watch) -> None:
    game = _game()
    page = _open_held(new_page, watch, game)
    Mouse(page).square("d6")
    (key,) = stored(page)
    # Another window goes on with the game.
    game.play("+a4")
    (text,) = shelved(game).values()
    newer = json.loads(text) | {"id": json.loads(stored(page)[key])["id"]}
    newer["order"] = json.loads(stored(page)[key])["order"] + 5
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(newer)])
    _let_go(page)
    assert _stored_codes(page) == (*CODES, "+a4")
    assert _refused(page) == ["d6"]


def test_no_press_confirms_a_loss(new_page: NewPage, watch: Watch) -> None:
    page = _open_held(new_page, watch, _game())
    menu(page, "resign")
    Mouse(page).square("f6")
    _let_go(page)
    expect(page.locator("#dlg-confirm")).to_be_visible()  # the question, with the game behind it
    page.keyboard.press("Escape")
    expect(page.locator("#toasts > *")).to_have_count(1)
    assert _refused(page) == ["f6"]
    assert not look(page).result
    assert _stored_codes(page) == CODES


def test_dialog_opened_early_stays_and_is_filled(new_page: NewPage, watch: Watch) -> None:
    page = _open_held(new_page, watch, address="#library")
    page.locator('#library-screen [data-action="rules"]').click()
    expect(page.locator("#dlg-rules")).to_be_visible()
    _let_go(page)
    expect(page.locator("#rule-moves")).to_be_attached()
    expect(page.locator("#dlg-rules")).to_be_visible()
    page.close()

    page = _open_held(new_page, watch, address="#library")
    page.locator('#library-screen [data-action="gallery"]').click()
    page.keyboard.press("Escape")  # the person does not want it any more
    _let_go(page)
    expect(page.locator("#dlg-gallery")).to_be_hidden()
    assert _refused(page) == []


def test_game_begins_against_the_level_seen(new_page: NewPage, watch: Watch) -> None:
    page = _open_held(new_page, watch)
    stronger = page.locator('[data-level-step="1"]')
    stronger.click()
    stronger.click()
    expect(page.locator(".level:visible")).to_contain_text("Learner")
    page.locator("#arena-start").click()
    _let_go(page)
    assert look(page).screen == "game"
    (text,) = stored(page).values()
    assert set(json.loads(text)["bots"].values()) == {"learner"}


@pytest.mark.long
def test_entries_of_the_menu_and_tiles_are_kept(new_page: NewPage, watch: Watch) -> None:
    page = _open_held(new_page, watch, address="#you")
    page.locator('#you-screen [data-action="statistics"]').click()
    page.locator('.places [data-action="puzzles"]').click()
    _let_go(page)
    expect(page.locator("#dlg-statistics")).to_be_visible()
    expect(page.locator("#toasts > *"), "nothing goes on behind a dialog").to_have_count(1)
    page.close()
    page = _open_held(new_page, watch)
    page.locator('#start [data-puzzle="daily"]').click()
    _let_go(page)
    page.wait_for_function("document.body.dataset.screen === 'game'")
    assert "puzzle" in page.url


_PIECES = """() => Object.fromEntries(
  [...document.querySelectorAll("#board-grid [data-piece]")].map((piece) => [
    piece.closest("[data-square]").dataset.square,
    `${piece.dataset.owner} ${piece.dataset.rank}`]))"""
# Notes each frame in which the board is there without the pieces of the game.
WATCH_BOARD = """(() => {
  window.bareFrames = 0;
  const look = () => {
    const board = document.getElementById("board-overlay");
    if (board && !document.querySelector("#board-grid [data-piece]")) window.bareFrames += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();"""


def test_the_game_going_on_stands_on_the_board_from_the_first_paint_on(
    new_page: NewPage, watch: Watch
) -> None:
    game = _game()
    page = new_page(storage=shelved(game))
    page.add_init_script(HOLD + WATCH_BOARD)
    page.goto(watch.base)
    page.wait_for_function("window.letPythonGo && document.readyState !== 'loading'")
    expected = {name: f"{piece.owner} {piece.rank}" for name, piece in game.board.items()}
    assert page.evaluate(_PIECES) == expected
    assert page.locator("[data-card]:visible").count() == 0, "the hand is closed"
    _let_go(page)
    assert look(page).pieces == expected
    assert page.evaluate("bareFrames") == 0
    page.close()
    # A save that cannot be opened leaves nothing on the board.
    ((key, text),) = shelved(game).items()
    page = new_page(storage={key: text.replace("northern", "nowhere")})
    page.add_init_script(HOLD)
    page.goto(watch.base)
    page.wait_for_function("window.letPythonGo && document.readyState !== 'loading'")
    page.evaluate("window.early = document.querySelector('#board-grid [data-piece]')")
    assert page.evaluate("early.isConnected")
    _let_go(page)
    assert not page.evaluate("early.isConnected")


@pytest.mark.first_visit
def test_the_game_going_on_when_half_of_a_square_has_arrived(
    new_page: NewPage, watch: Watch, built_folder: Path
) -> None:
    game = _game()
    server = make_server(built_folder, quiet=True)
    server.RequestHandlerClass = SlowPageHandler
    with serve_in_thread(server):
        watch.base = server.url
        page = new_page(storage=shelved(game))
        page.goto(watch.base)
        wait_until_ready(page)
        seen = look(page)
        assert seen.screen == "game"
        assert seen.pieces == {n: f"{p.owner} {p.rank}" for n, p in game.board.items()}
        page.close()


@pytest.mark.first_visit  # what comes from the memory of a browser is not listed
def test_a_pressed_lesson_is_fetched_before_anything_is_drawn(
    new_page: NewPage, watch: Watch
) -> None:
    page = _open_held(new_page, watch)
    page.locator("#course-next").click()
    _let_go(page)
    page.wait_for_function("document.body.dataset.screen === 'game'")
    came_first = page.evaluate(
        """() => {
          const [ready] = performance.getEntriesByName("tashkalar-ready");
          return performance.getEntriesByType("resource")
            .filter(({ name }) => name.endsWith("/placing.json"))
            .map(({ responseEnd }) => responseEnd < ready.startTime);
        }"""
    )
    assert came_first == [True]


def test_nothing_can_be_pressed_on_a_page_that_does_not_start(
    new_page: NewPage, watch: Watch
) -> None:
    page = _open_held(new_page, watch)
    page.locator("#course-next").click()
    page.evaluate("document.documentElement.dataset.app = 'error'")
    expect(page.locator("#course-next")).to_be_disabled()
    expect(page.locator("#arena-start")).to_be_disabled()


@pytest.mark.parametrize("seed", SEEDS)
def test_presses_at_random_times_in_a_game(seed: int, new_page: NewPage, watch: Watch) -> None:
    chance = random.Random(seed)
    game = _game()
    places = [f'[data-square="{name}"]' for name in ("e5", "d6", "f4", "c2", "e1", "h7")]
    leaving = '#menu [data-action="new-game"]'
    named = [(place, "") for place in (*places, leaving)] + [("", "u")]
    plan = [(*chance.choice(named), chance.randrange(500)) for _ in range(chance.randrange(1, 7))]
    page = new_page(storage=shelved(game))
    page.add_init_script(f"({PRESS})({json.dumps(plan)})")
    page.goto(watch.base)
    wait_until_ready(page)
    settled(page)
    presses = [Press(*press) for press in page.evaluate("window.pressed")]
    refused, has_left = [], False
    for at, press in enumerate(presses):
        assert press.shown, press
        if at and press == presses[at - 1]:
            continue
        if press.selector == leaving:
            if has_left or tuple(game.codes) != CODES:
                refused.append("Leave the table")
            has_left = True
            continue
        square = re.sub(r".*=\"(.*)\".*", r"\1", press.selector)
        code = f"+{square}"
        if (
            has_left or tuple(game.codes) != CODES
        ):  # another decision was made before: the position is another
            refused.append(square or press.key)
        elif press.key:
            game.undo()
        elif code in {move.code for move in game.legal_moves()}:
            game.play(code)
        else:
            refused.append(square)
    assert _stored_codes(page) == tuple(game.codes), presses
    assert _refused(page) == refused, presses


@pytest.mark.parametrize("seed", SEEDS)
def test_presses_at_random_times_on_the_start_screen(
    seed: int, new_page: NewPage, watch: Watch
) -> None:
    chance = random.Random(seed)
    leaves = {
        "#course-next": "game",
        "#arena-start": "game",
        '.places [data-action="lessons"]': "learn",
        '.places [data-action="you"]': "learn",
        '#start [data-puzzle="daily"]': "game",
    }
    named = [*leaves, "#setup-open"]
    plan = [
        (chance.choice(named), "", chance.randrange(500)) for _ in range(chance.randrange(1, 6))
    ]
    page = new_page()
    page.add_init_script(f"({PRESS})({json.dumps(plan)})")
    page.goto(watch.base)
    wait_until_ready(page)
    presses = [Press(*press) for press in page.evaluate("window.pressed")]
    screen, is_form_open, refused = "start", False, 0
    for at, press in enumerate(presses):
        assert press.shown, press
        if at and press == presses[at - 1]:
            continue
        if screen != "start" or is_form_open:
            refused += 1
        elif press.selector in leaves:
            screen = leaves[press.selector]
        else:
            is_form_open = True
    page.wait_for_function("(screen) => document.body.dataset.screen === screen", arg=screen)
    if refused:
        expect(page.locator("#toasts > *")).to_have_count(1)
    if screen == "start":
        expect(page.locator("#setup")).to_be_visible(visible=is_form_open)
