"""The same game in two tabs: one plays it, the other looks on or takes it over; nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game
from tests import golden
from tests.browser.conftest import SIZES, NewPage, OpenApp, Watch, wait_until_ready
from tests.browser.play import (
    EMPTY_STORAGE,
    FILL_STORAGE,
    compare,
    do,
    do_all,
    inside,
    kill,
    look,
    menu,
    shelved,
    sideways_scroll,
    stored,
)
from tests.browser.test_saves import in_an_effect, stored_codes


def english(id: str, catalogue: str = "saves") -> str:
    """A text of a catalogue."""
    path = Path(__file__).parents[2] / f"static/locale/en/{catalogue}.json"
    text: str = json.loads(path.read_text(encoding="utf-8"))[id]
    return text


def another_tab(page: Page, query: str = "") -> Page:
    """A second tab of the same browser, with the same storage."""
    tab = page.context.new_page()
    tab.goto(page.url.split("?")[0] + query)
    wait_until_ready(tab)
    return tab


def elsewhere(page: Page) -> str:
    """The title of the note that another tab has the game; empty without it."""
    expect(page.locator("body")).to_have_attribute("data-elsewhere", "")
    return page.inner_text("#elsewhere-title")


def plays(page: Page) -> None:
    """The tab has its game for itself."""
    expect(page.locator("body")).not_to_have_attribute("data-elsewhere", "")
    page.locator("body:is([data-screen=game], [data-screen=curtain])").wait_for()


def shows_no_hand(page: Page) -> None:
    """A tab that only shows a game offers no decision."""
    seen = look(page)
    assert (seen.hand, seen.legal, seen.moves) == ({}, {}, [])
    assert not any(seen.tools[name] for name in ("undo", "redo"))


def start(
    open_app: OpenApp, decisions: int, page: Page | None = None
) -> tuple[Page, Game, tuple[str, ...]]:
    """A page that has played the beginning of a golden game; its shadow, and what comes next."""
    played = golden.load("high-form")
    game, codes = played.start(), played.game.codes
    page = open_app(played.query, page=page)
    do_all(page, game, codes[:decisions])
    return page, game, codes[decisions:]


@pytest.mark.slow
def test_there_and_back(open_app: OpenApp) -> None:
    one, game, codes = start(open_app, 3)
    two = another_tab(one)
    assert elsewhere(two) == english("elsewhere.open.title")
    for size in ("tablet", "desktop"):
        fits(two, size)
    shows_no_hand(two)
    plays(one)
    # The second tab follows on the board what the first one does.
    do_all(one, game, codes[:2])
    pieces = look(one).pieces
    expect(two.locator("#board-grid [data-piece]")).to_have_count(len(pieces))
    assert look(two).pieces == pieces
    # It takes the game over; the first one stops, and its keys and buttons change nothing.
    two.locator("#elsewhere-take").click()
    plays(two)
    assert elsewhere(one) == english("elsewhere.taken.title")
    shows_no_hand(one)
    compare(two, game, covered=look(two).screen == "curtain", can_undo=None)
    before = stored(one)
    one.keyboard.press("u")
    one.evaluate("document.querySelector('#curtain-open').click()")
    one.evaluate("document.querySelector('#menu [data-action=\"resign\"]').click()")
    one.evaluate("document.querySelector('#menu [data-action=\"save\"]').click()")
    assert one.locator("dialog[open]").count() == 0
    assert stored(one) == before
    do_all(two, game, codes[2:5])
    # The first one takes it back, at the newest position.
    one.locator("#elsewhere-take").click()
    plays(one)
    assert elsewhere(two) == english("elsewhere.taken.title")
    compare(one, game, covered=look(one).screen == "curtain", can_undo=None)
    do(one, game, codes[5])
    assert stored_codes(one) == game.codes
    # The storage is full: the newest position goes from tab to tab all the same.
    one.evaluate(FILL_STORAGE)
    do_all(one, game, codes[6:12])
    assert stored_codes(one) != game.codes
    two.locator("#elsewhere-take").click()
    plays(two)
    compare(two, game, covered=look(two).screen == "curtain", can_undo=None)
    elsewhere(one)
    two.evaluate(EMPTY_STORAGE)
    do(two, game, codes[12])
    assert stored_codes(two) == game.codes
    one.locator("#elsewhere-take").click()
    plays(one)
    # Neither a reload nor a tab that is closed leaves a question behind.
    one.reload()
    wait_until_ready(one)
    plays(one)
    assert elsewhere(two)
    one.close()
    two.reload()
    wait_until_ready(two)
    plays(two)
    compare(two, game, covered=look(two).screen == "curtain", can_undo=None)
    assert len(stored(two)) == 1


def test_a_tab_killed_right_after_a_decision(open_app: OpenApp, watch: Watch) -> None:
    """The process of the page dies in the middle of an effect and can write nothing more.

    The decision is stored, and the page does not ask whether the game is open elsewhere.
    """
    game = in_an_effect()
    codes = golden.load("high-form").game.codes[len(game.codes) :]
    one = open_app(storage=shelved(game))
    url, context = one.url, one.context
    do(one, game, codes[0])
    watch.allow("chrome://crash")
    kill(one)
    two = context.new_page()
    two.goto(url)
    wait_until_ready(two)
    plays(two)
    compare(two, game, covered=look(two).screen == "curtain", can_undo=None)
    do(two, game, codes[1])
    assert len(stored(two)) == 1


# The browser frees a lock as late as this after the tab has let it go.
LATE = """(() => {
  const request = navigator.locks.request.bind(navigator.locks);
  const late = () => new Promise((done) => setTimeout(done, 1500));
  navigator.locks.request = (name, options, use) =>
    request(name, options, (lock) => Promise.resolve(use(lock)).finally(() => lock && late()));
})()"""


def test_a_game_that_was_just_left_is_not_open_in_another_tab(
    open_app: OpenApp, new_page: NewPage
) -> None:
    stored_game = golden.load("duel")
    page = new_page()
    page.add_init_script(LATE)
    open_app(stored_game.query, page=page)
    do(page, stored_game.start(), stored_game.game.codes[0])
    menu(page, "you")
    row = page.locator("#saves-list [data-save]")
    expect(row).to_have_count(1)
    # Whatever makes the list look again; it does so a moment later.
    page.evaluate("window.dispatchEvent(new StorageEvent('storage', { key: null }))")
    page.wait_for_timeout(900)
    expect(row).not_to_contain_text("Open in another tab")
    page.wait_for_timeout(1200)
    expect(row).not_to_contain_text("Open in another tab")


def test_a_game_goes_on_where_another_tab_has_left_it_in_a_full_storage(open_app: OpenApp) -> None:
    """The first store has an older position; the second one has the newest."""
    one, game, codes = start(open_app, 3)
    two = another_tab(one)
    menu(two, "you")
    one.evaluate(FILL_STORAGE)
    do_all(one, game, codes[:7])
    assert stored_codes(one) != game.codes
    menu(one, "you")
    row = two.locator("#saves-list [data-save]")
    expect(row).not_to_contain_text("Open in another tab")
    row.locator('[data-save-action="continue"]').click()
    plays(two)
    compare(two, game, covered=look(two).screen == "curtain", can_undo=None)
    do(two, game, codes[7])
    two.evaluate(EMPTY_STORAGE)
    do(two, game, codes[8])
    assert stored_codes(two) == game.codes


def test_a_game_of_the_page_before_is_not_open_in_another_tab(
    open_app: OpenApp, new_page: NewPage
) -> None:
    """The lock of the page that was in this tab before is freed after the list is drawn."""
    page = new_page(storage=shelved(golden.load("duel").start()))
    page.add_init_script(
        """navigator.locks.query().then(() => new Promise((held) => {
          const key = Object.keys(localStorage).find((k) => k.startsWith("tashkalar.game."));
          if (key) navigator.locks.request(key, { steal: true }, () => new Promise((done) => {
            document.addEventListener("readystatechange", () => {});
            new MutationObserver((_, watch) => {
              if (document.documentElement.dataset.app !== "ready") return;
              watch.disconnect();
              setTimeout(done, 100);
            }).observe(document.documentElement, { attributes: true });
          })).catch(() => {});
        }));"""
    )
    open_app("#learn", page=page)
    page.evaluate("document.querySelector('#menu [data-action=\"new-game\"]').click()")
    row = page.locator("#saves-list [data-save]")
    expect(row).to_have_count(1)
    expect(row).not_to_contain_text("Open in another tab")


@pytest.mark.long
def test_the_list_follows_a_tab_that_is_slow_to_let_go(
    open_app: OpenApp, new_page: NewPage
) -> None:
    stored_game = golden.load("duel")
    slow = new_page()
    slow.add_init_script(LATE)
    open_app(stored_game.query, page=slow)
    do(slow, stored_game.start(), stored_game.game.codes[0])
    page = open_app(page=new_page())
    menu(page, "you")
    row = page.locator("#saves-list [data-save]")
    expect(row).to_contain_text("Open in another tab")
    menu(slow, "you")
    expect(row).not_to_contain_text("Open in another tab")


def test_different_games_and_the_list(open_app: OpenApp) -> None:
    """Two tabs with two games do not meet; each list says what the other one has."""
    duel, high = golden.load("duel"), golden.load("high-form")
    one = open_app(duel.query)
    two = another_tab(one, high.query)
    games = (duel.start(), high.start())
    for decision in range(3):
        do(one, games[0], duel.game.codes[decision])
        do(two, games[1], high.game.codes[decision])
    plays(one)
    plays(two)
    if look(one).screen == "curtain":
        one.locator("#curtain-open").click()
    menu(one, "you")
    rows = one.locator("#saves-list [data-save]")
    expect(rows).to_have_count(2)
    there = rows.filter(has_text="Open in another tab")
    expect(there).to_have_count(1)
    expect(there).to_contain_text("High Form")
    expect(there.locator('[data-save-action="delete"]')).to_be_disabled()
    # The list follows what the other tab saves, names, leaves and deletes.
    if look(two).screen == "curtain":
        two.locator("#curtain-open").click()
    menu(two, "save")
    two.fill("#confirm-input", "Friday")
    two.locator("#confirm-ok").click()
    expect(there).to_contain_text("Friday")
    menu(two, "you")
    expect(there).to_have_count(0)
    two.locator('#saves-list [data-save]:has-text("Friday") [data-save-action="delete"]').click()
    two.locator("#confirm-ok").click()
    expect(rows).to_have_count(1)
    rows.locator('[data-save-action="continue"]').click()
    plays(one)
    expect(two.locator("#saves-list [data-save]")).to_contain_text("Open in another tab")


def test_the_game_of_a_lesson_is_a_copy_in_the_second_tab(open_app: OpenApp) -> None:
    one = open_app("?lesson=first-game")
    one.locator('[data-square="e5"]').click()
    expect(one.locator('[data-square="e5"] [data-piece]')).to_be_visible()
    two = another_tab(one, "?lesson=first-game")
    expect(two.locator('[data-square="e5"] [data-piece]')).to_be_visible()
    expect(two.locator("#banner-text")).to_have_text(english("learn.elsewhere", "lessons"))
    for tab in (two, one):
        tab.locator('#choices [data-move="."]').click()
        expect(tab.locator("#coach-text")).to_contain_text("a turn has two actions")
    kept = one.evaluate(
        "Object.keys(localStorage).filter((key) => key.startsWith('tashkalar.lesson-game.'))"
    )
    assert len(kept) == 2


@pytest.mark.long
def test_a_tab_that_does_not_answer(open_app: OpenApp, new_page: NewPage) -> None:
    """A browser may put a tab to sleep: the game can be taken, and it notices on waking up."""
    deaf = new_page()
    deaf.add_init_script("BroadcastChannel.prototype.addEventListener = () => {}")
    one, game, codes = start(open_app, 3, deaf)
    two = another_tab(one)
    elsewhere(two)
    two.locator("#elsewhere-take").click()
    plays(two)
    elsewhere(one)
    do(two, game, codes[0])
    one.locator("#elsewhere-take").click()
    plays(one)
    compare(one, game, covered=look(one).screen == "curtain", can_undo=None)


@pytest.mark.long
def test_without_locks_nothing_is_written_over(open_app: OpenApp, new_page: NewPage) -> None:
    """On a page without https, in an old browser: then both games are kept."""
    played = golden.load("high-form")
    game = played.start()
    one, two = new_page(), new_page()
    for tab in (one, two):
        tab.add_init_script(
            """Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
            BroadcastChannel.prototype.postMessage = () => {};"""
        )
    open_app(played.query, page=one)
    codes = played.game.codes
    do_all(one, game, codes[:2])
    open_app(page=two)
    plays(two)
    theirs = game.copy()
    do(two, theirs, codes[2])
    do_all(one, game, codes[2:4])
    assert one.inner_text("#banner-text") == english("saves.notice.elsewhere")
    do(two, theirs, codes[3])
    do(two, theirs, codes[4])
    kept = [Game.from_json(json.loads(text)["game"]).codes for text in stored(one).values()]
    assert sorted(kept) == sorted([game.codes, theirs.codes])


def fits(page: Page, size: str) -> None:
    """Check that the note and both its buttons are in view, beside or below the whole board."""
    page.set_viewport_size(SIZES[size])
    for part in ("#elsewhere-title", "#elsewhere-text", "#elsewhere-take", ".arena"):
        assert inside(page, part), f"{part}, {size}"
    assert not sideways_scroll(page), size
    expect(page.locator("#elsewhere-title")).to_be_focused()


@pytest.mark.long
def test_the_note_fits_a_phone(open_app: OpenApp) -> None:
    one = open_app(size="phone", storage=shelved(golden.load("duel").start()))
    two = another_tab(one)
    elsewhere(two)
    fits(two, "phone")
