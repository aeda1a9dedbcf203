"""A database that is silent when a page starts: what it holds is joined at the next start."""

from __future__ import annotations

import pytest

from tashkalar.features.puzzles.due_days import PROGRESS_KEY
from tashkalar.features.puzzles.puzzle_progress import (
    merge_progress,
    read_progress,
    save_progress,
)
from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.drafts import Drafts, KeptDraft, offered_drafts
from tashkalar.features.workshop.workshop_record import WORKSHOP_KEY, merge_works
from tashkalar.ui.storage.kept_store import KeptStore, join_copies
from tashkalar.ui.storage.open_game import GameOpener
from tashkalar.ui.storage.save_record import GAME_KEY_PREFIX
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.settings import SETTINGS_KEY
from tests.ui.storage.test_backup import Browser as GameBrowser
from tests.ui.storage.test_backup import begun, played
from tests.ui.storage.test_kept_store import Browser
from tests.world.ledger import document

_MERGES = {PROGRESS_KEY: merge_progress, WORKSHOP_KEY: merge_works}
WAYS = pytest.mark.parametrize("fails", ["finds", "reads"])


def favor(page: KeptStore, id: str) -> None:
    save_progress(page, read_progress(page).with_favorite(id, is_favorite=True))


def favorites(page: KeptStore) -> set[str]:
    return set(read_progress(page).favorites)


def open_silently(browser: Browser, fails: str) -> KeptStore:
    """Open a page that cannot read the database; it answers again afterwards."""
    setattr(browser.database, fails, False)
    page = browser.open_page()
    setattr(browser.database, fails, True)
    return page


def open_joined(browser: Browser) -> KeptStore:
    page = browser.open_page()
    join_copies(browser.texts, _MERGES)
    return page


@WAYS
@pytest.mark.parametrize("lasts", ["all", "database", "store"])
def test_what_a_silent_database_holds_is_joined(browser: Browser, fails: str, lasts: str) -> None:
    page = browser.open_page()
    favor(page, "a")
    disk = dict(browser.store.texts)
    favor(page, "b")
    browser.store.texts = dict(disk)  # a killed browser
    page = open_silently(browser, fails)
    assert favorites(page) == {"a"}
    if lasts == "store":
        browser.database.writes = False
    favor(page, "c")
    favor(page, "d")
    browser.database.writes = True
    if lasts == "database":
        browser.store.texts = dict(disk)
    assert favorites(open_joined(browser)) == {"a", "b", "c", "d"}
    assert len(browser.copies(PROGRESS_KEY)) == 1
    favor(browser.open_page(), "e")
    assert favorites(open_joined(browser)) == {"a", "b", "c", "d", "e"}
    assert not browser.texts.lacked_copies


def test_a_silent_database_that_stays_silent_changes_nothing(browser: Browser) -> None:
    page = browser.open_page()
    favor(page, "a")
    disk = dict(browser.store.texts)
    favor(page, "b")
    browser.store.texts = disk
    copies = dict(browser.database.texts)
    for _ in range(3):
        open_silently(browser, "finds")
    assert browser.database.texts == copies


def test_what_is_not_joined_before_the_page_ends_waits(browser: Browser) -> None:
    page = browser.open_page()
    favor(page, "a")
    browser.store.texts = {}
    favor(open_silently(browser, "finds"), "b")
    favor(browser.open_page(), "c")  # the page ends before it has joined them
    assert favorites(open_joined(browser)) == {"a", "b", "c"}


def test_a_note_whose_text_a_crash_has_taken_says_nothing(browser: Browser) -> None:
    favor(browser.open_page(), "a")
    del browser.store.texts[PROGRESS_KEY]
    favor(open_silently(browser, "finds"), "b")
    browser.store.texts = {}
    assert favorites(open_joined(browser)) == {"a", "b"}


def test_what_has_no_room_to_be_joined_waits(browser: Browser) -> None:
    favor(browser.open_page(), "a")
    browser.store.texts = {}
    favor(open_silently(browser, "finds"), "b")
    browser.store.full = True
    page = open_joined(browser)
    browser.store.full = False
    favor(page, "c")
    assert favorites(open_joined(browser)) == {"a", "b", "c"}


def test_an_order_that_the_database_has_is_not_given_again(browser: Browser) -> None:
    """While the clock is behind, pages count on from the highest order that they know."""
    page = browser.open_page()
    favor(page, "a")
    disk = dict(browser.store.texts)
    browser.time = 0
    for id in "bde":
        favor(page, id)
    ((_, order),) = browser.database.texts
    browser.store.texts = disk
    page = open_silently(browser, "finds")
    while browser.texts.next_order() < order - 2:
        pass
    favor(page, "c")
    assert favorites(open_joined(browser)) == {"a", "b", "c", "d", "e"}


def test_two_tabs_leave_no_copy_behind(browser: Browser) -> None:
    """Else what one of them has removed would come back."""
    one = browser.open_page()
    favor(one, "a")
    two = browser.open_page()
    favor(one, "b")
    save_progress(two, read_progress(two).with_favorite("b", is_favorite=False))
    assert len(browser.copies(PROGRESS_KEY)) == 1
    assert favorites(open_joined(browser)) == {"a"}


def test_a_work_is_joined_and_a_draft_gets_a_copy_beside_it(browser: Browser) -> None:
    page = browser.open_page()
    WorkshopCollection(page).save(document("work"), "")
    drafts = Drafts(page)
    key = drafts.new_key()
    drafts.keep(KeptDraft(key, "", "", document("draft")), lambda is_kept: None)
    disk = dict(browser.store.texts)
    WorkshopCollection(page).save(document("saved work"), "")
    drafts.keep(KeptDraft(key, "", "", document("typed draft")), lambda is_kept: None)
    browser.store.texts = disk
    page = open_silently(browser, "finds")
    WorkshopCollection(page).save(document("later work"), "")
    Drafts(page).keep(KeptDraft(key, "", "", document("other draft")), lambda is_kept: None)
    page = open_joined(browser)
    works = [work.document.own_title("en") for work in WorkshopCollection(page).works()]
    assert sorted(works) == ["later work", "saved work", "work"]
    offered = [one.document.own_title("en") for one in Drafts(page).drafts()]
    assert sorted(offered) == ["other draft", "typed draft"]


def test_of_settings_the_newest_count(browser: Browser) -> None:
    browser.open_page().set(SETTINGS_KEY, '{"theme": "dark"}')
    browser.store.texts = {}
    open_silently(browser, "finds").set(SETTINGS_KEY, '{"theme": "light"}')
    page = open_joined(browser)
    assert page.get(SETTINGS_KEY) == '{"theme": "light"}'
    page.set(SETTINGS_KEY, "{}")
    assert browser.copies() == ["{}"]


def test_settings_changed_while_the_clock_was_behind_are_the_newest(browser: Browser) -> None:
    """A page that knows no copies gives them a lower order than the copies have."""
    browser.open_page().set(SETTINGS_KEY, '{"theme": "dark"}')
    browser.store.texts = {}
    browser.time = 1_000_000_000_000
    open_silently(browser, "finds").set(SETTINGS_KEY, '{"theme": "light"}')
    assert browser.open_page().get(SETTINGS_KEY) == '{"theme": "light"}'  # ends before it joins
    assert open_joined(browser).get(SETTINGS_KEY) == '{"theme": "light"}'
    browser.store.texts = {}
    assert browser.open_page().get(SETTINGS_KEY) == '{"theme": "light"}'
    assert browser.copies() == ['{"theme": "light"}']


@WAYS
def test_a_game_that_went_on_from_an_older_state_leaves_the_newer_one(fails: str) -> None:
    browser = GameBrowser()
    id, disk = begun(browser)
    decisions = len(GameOpener(browser.start()).open_game(id).game.codes)
    browser.killed(disk)
    setattr(browser.database, fails, False)
    page = browser.start()
    setattr(browser.database, fails, True)
    older = GameOpener(page).open_game(id).game
    before = len(older.codes)
    assert before < decisions
    older.undo()
    page.save(id, older, False)
    for _ in range(2):
        page = browser.start()
        found = [len(GameOpener(page).open_game(entry.id).game.codes) for entry in page.entries()]
        assert sorted(found) == [before - 1, decisions]
    page.delete(next(entry.id for entry in page.entries() if entry.id != id))
    assert [entry.id for entry in browser.start().entries()] == [id]  # once for all


def opened_older() -> tuple[GameBrowser, str, dict[str, str], int, SavedGames]:
    """Return a browser whose page knows an older state of a game only, and has opened it.

    With the game's id, the older texts, the decisions that the database has, and the page's games.
    """
    browser = GameBrowser()
    id, disk = begun(browser)
    decisions = len(GameOpener(browser.start()).open_game(id).game.codes)
    browser.killed(disk)
    browser.database.finds = False
    page = browser.start()
    browser.database.finds = True
    GameOpener(page).open_game(id)
    return browser, id, disk, decisions, page


def test_a_game_that_was_played_to_the_newer_state_is_one_game() -> None:
    browser, id, _, decisions, page = opened_older()
    page.save(id, played(decisions + 1), False)
    page = browser.start()
    assert [len(GameOpener(page).open_game(one.id).game.codes) for one in page.entries()] == [
        decisions + 1
    ]


def test_a_full_store_makes_no_second_game_of_a_joined_one() -> None:
    browser, id, disk, decisions, page = opened_older()
    page.save(id, played(decisions), False)
    browser.killed(disk)  # the database alone has what this page has played
    browser.store.full = True
    page = browser.start()
    page.texts.retry_pending_writes()
    assert [entry.id for entry in page.entries()] == [id]


def test_a_draft_that_is_saved_leaves_what_nobody_has_read_of_it(browser: Browser) -> None:
    page = browser.open_page()
    WorkshopCollection(page).save(document("work"), "")
    key = Drafts(page).new_key()
    Drafts(page).keep(KeptDraft(key, "", "", document("work")), lambda is_kept: None)
    disk = dict(browser.store.texts)
    Drafts(page).keep(KeptDraft(key, "", "", document("work and more")), lambda is_kept: None)
    browser.store.texts = disk
    page = open_silently(browser, "finds")
    assert offered_drafts(Drafts(page), WorkshopCollection(page), lambda key: False) == ()
    kept = Drafts(open_joined(browser)).drafts()
    assert [one.document.own_title("en") for one in kept] == ["work and more"]


def handed_over_without_a_word() -> tuple[GameBrowser, str, SavedGames, SavedGames]:
    """Return a browser, a game, and two tabs: the first did not answer when the other took it.

    The first one has three decisions in memory and in the database, the store has none of them.
    """
    browser = GameBrowser()
    one = browser.start()
    id = one.create(played(0), False).id
    two = browser.start()
    browser.store.full = True
    one.save(id, played(3), False)
    two.texts.take_over_game(GAME_KEY_PREFIX + id, "")
    two.save(id, GameOpener(two).open_game(id).game, False)
    return browser, id, one, two


def decisions_of(page: SavedGames) -> list[int]:
    ids = [entry.id for entry in page.entries()]
    return sorted(len(GameOpener(page).open_game(id).game.codes) for id in ids)


def test_what_a_tab_has_alone_that_does_not_answer_is_there_at_the_next_start() -> None:
    browser, _, _, _ = handed_over_without_a_word()
    browser.store.full = False
    assert decisions_of(browser.start()) == [0, 3]
    assert decisions_of(browser.start()) == [0, 3]


def test_what_a_tab_has_alone_stays_there_when_the_game_comes_back() -> None:
    browser, id, one, two = handed_over_without_a_word()
    one.texts.take_over_game(
        GAME_KEY_PREFIX + id, two.texts.newest_text(GAME_KEY_PREFIX + id) or ""
    )
    browser.store.full = False
    one.texts.retry_pending_writes()
    assert decisions_of(one) == decisions_of(browser.start()) == [0, 3]


@pytest.fixture
def browser() -> Browser:
    return Browser()
