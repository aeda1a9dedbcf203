"""The store of all that is no game: kept twice, given back, told, and never gone around."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tashkalar.features.puzzles.due_days import PROGRESS_KEY
from tashkalar.features.puzzles.puzzle_progress import (
    merge_progress,
    read_progress,
    save_progress,
)
from tashkalar.features.workshop.workshop_record import DRAFT_KEY_PREFIX
from tashkalar.ui.storage.kept_store import KeptStore, join_copies
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.storage.restore import back_up_all, restore_newer_copies
from tashkalar.ui.storage.save_texts import QUARANTINE_KEY_PREFIX, SaveTexts
from tashkalar.ui.storage.settings import SETTINGS_KEY
from tashkalar.ui.storage.stored_kinds import LIMITS, NOTE_KEY_PREFIX, LimitedStore
from tashkalar.ui.storage.tombstones import MAX_TOMBSTONES
from tests.support import finish
from tests.ui.storage.test_backup import FakeDatabase, FullStore

PACKAGE = Path(__file__).resolve().parents[3] / "tashkalar"
KEY = SETTINGS_KEY


class Browser:
    """Both stores of a browser, and the pages that are opened."""

    def __init__(self) -> None:
        self.store, self.database, self.time = FullStore(), FakeDatabase(), 1_700_000_000_000

    def _now(self) -> int:
        self.time += 1000
        return self.time

    def open_page(self) -> KeptStore:
        texts = SaveTexts(self.store, self._now, None, self.database)
        finish(restore_newer_copies(texts))
        back_up_all(texts)
        self.texts = texts
        return KeptStore(texts)

    def notices(self) -> list[str]:
        return [notice.id for notice in iter(self.texts.pop_notice, None)]

    def copies(self, key: str = KEY) -> list[str]:
        return [text for (stored, _), text in self.database.texts.items() if stored == key]


@pytest.fixture
def browser() -> Browser:
    return Browser()


def test_a_killed_browser_gives_back_what_was_kept(browser: Browser) -> None:
    page = browser.open_page()
    save_progress(page, read_progress(page).with_favorite("a", is_favorite=True))
    disk = dict(browser.store.texts)
    for id in "bc":
        save_progress(page, read_progress(page).with_favorite(id, is_favorite=True))
    browser.store.texts = disk
    assert read_progress(browser.open_page()).favorites == ("a", "b", "c")
    browser.store.texts = {}
    assert read_progress(browser.open_page()).favorites == ("a", "b", "c")
    assert len(browser.copies(PROGRESS_KEY)) == 1


def test_only_the_disk_says_that_a_text_is_kept(browser: Browser) -> None:
    page, answers = browser.open_page(), list[bool]()
    page.keep(KEY, "{}", answers.append)
    assert answers == [True]
    browser.database.writes = False
    page.keep(KEY, '{"theme": "dark"}', answers.append)
    assert answers == [True, False]
    assert browser.notices() == ["storage.unsafe.other"]
    assert browser.texts.has_unsaved_games  # the browser asks before the page is left
    browser.database.writes = True
    browser.texts.retry_pending_writes()
    assert answers == [True, False, True]
    assert browser.copies() == ['{"theme": "dark"}']


def test_a_store_that_does_not_last_keeps_nothing() -> None:
    texts, answers = SaveTexts(FullStore(), lambda: 1, "off"), list[bool]()
    KeptStore(texts).keep(KEY, "{}", answers.append)
    assert answers == [False]


def test_a_full_store_changes_nothing(browser: Browser) -> None:
    page = browser.open_page()
    page.set(KEY, "{}")
    browser.store.full = True
    with pytest.raises(StoreError):
        page.set(KEY, '{"theme": "dark"}')
    browser.store.full = False
    assert browser.open_page().get(KEY) == "{}"


def test_what_is_deleted_stays_deleted(browser: Browser) -> None:
    page = browser.open_page()
    page.set(KEY, "{}")
    disk = dict(browser.store.texts)
    page.remove(KEY)
    assert not browser.copies() and not any(map(KEY.endswith, browser.store.texts))
    browser.store.texts = disk  # a killed browser has lost the deletion
    assert browser.open_page().get(KEY) is None
    browser.open_page().set(KEY, '{"theme": "light"}')
    browser.store.texts = {}
    assert browser.open_page().get(KEY) == '{"theme": "light"}'


def test_a_deletion_outlives_a_second_tab_and_a_crash(browser: Browser) -> None:
    """The first store may reach its disk later than a second tab starts."""
    page = browser.open_page()
    page.set(KEY, "{}")
    disk = dict(browser.store.texts)
    page.remove(KEY)
    browser.open_page()
    browser.store.texts = disk  # a killed browser has lost the deletion
    assert browser.open_page().get(KEY) is None


def test_only_the_latest_deletions_are_kept(browser: Browser) -> None:
    page = browser.open_page()
    keys = [f"{DRAFT_KEY_PREFIX}{number}" for number in range(MAX_TOMBSTONES + 3)]
    for key in keys:
        page.set(key, "{}")
        page.remove(key)
    browser.open_page()
    assert list(browser.database.deleted) == keys[3:]


def test_a_deletion_that_the_database_missed_is_repeated(browser: Browser) -> None:
    page = browser.open_page()
    page.set(KEY, "{}")
    browser.database.writes = False
    page.remove(KEY)
    browser.database.writes = True
    assert browser.copies()
    assert browser.open_page().get(KEY) is None
    assert not browser.copies()


def test_what_an_earlier_version_has_written_is_newer(browser: Browser) -> None:
    browser.open_page().set(KEY, '{"theme": "dark"}')
    browser.store.texts[KEY] = '{"theme": "light"}'  # it knows neither notes nor copies
    assert browser.open_page().get(KEY) == '{"theme": "light"}'
    assert browser.copies() == ['{"theme": "light"}']


@pytest.mark.parametrize("ends", [False, True])
def test_an_earlier_version_drops_no_copy_that_it_did_not_know(
    browser: Browser, ends: bool
) -> None:
    """A crash takes progress from the first store, then an earlier version writes there."""
    page = browser.open_page()
    save_progress(page, read_progress(page).with_favorite("a", is_favorite=True))
    disk = dict(browser.store.texts)
    save_progress(page, read_progress(page).with_favorite("b", is_favorite=True))
    browser.store.texts = disk
    save_progress(browser.store, read_progress(browser.store).with_favorite("c", is_favorite=True))
    page = browser.open_page()
    if ends:  # before it has joined them
        page = browser.open_page()
    join_copies(browser.texts, {PROGRESS_KEY: merge_progress})
    assert set(read_progress(page).favorites) == {"a", "b", "c"}
    assert len(browser.copies(PROGRESS_KEY)) == 1


def test_what_an_earlier_version_has_deleted_stays_deleted(browser: Browser) -> None:
    page = browser.open_page()
    save_progress(page, read_progress(page).with_favorite("a", is_favorite=True))
    save_progress(browser.store, read_progress(browser.store).with_favorite("a", is_favorite=False))
    page = browser.open_page()
    assert not browser.texts.lacked_copies
    assert not read_progress(page).favorites


def test_what_was_stored_before_gets_its_copy(browser: Browser) -> None:
    browser.store.texts[KEY] = "{}"
    browser.store.texts["tashkalar.later.v1"] = "of a newer version"
    browser.store.texts["elsewhere"] = "of another program"
    browser.open_page()
    assert {key for key, _ in browser.database.texts} == {KEY}


def test_a_damaged_text_is_put_aside_for_the_whole_copy(browser: Browser) -> None:
    browser.open_page().set(KEY, '{"theme": "dark"}')
    browser.store.texts[KEY] = '{"theme": "da'
    assert browser.open_page().get(KEY) == '{"theme": "dark"}'
    aside = [text for key, text in browser.store.texts.items() if QUARANTINE_KEY_PREFIX in key]
    assert aside == ['{"theme": "da']


@pytest.mark.parametrize("trouble", ["full", "unread"])
def test_a_damaged_text_never_replaces_the_whole_copy(browser: Browser, trouble: str) -> None:
    browser.open_page().set(KEY, '{"theme": "dark"}')
    browser.store.texts[KEY] = '{"theme": "da'
    browser.store.full, browser.database.reads = trouble == "full", trouble != "unread"
    browser.open_page()
    assert browser.copies() == ['{"theme": "dark"}']
    browser.store.full, browser.database.reads = False, True
    assert browser.open_page().get(KEY) == '{"theme": "dark"}'


def test_a_deletion_is_newer_than_what_another_tab_has_written(browser: Browser) -> None:
    browser.open_page().set(KEY, "{}")
    browser.time -= 10**9
    first, second = browser.open_page(), browser.open_page()
    for theme in ("light", "dark", "auto"):
        first.set(KEY, f'{{"theme": "{theme}"}}')
    second.remove(KEY)
    assert browser.copies() == []
    assert browser.open_page().get(KEY) is None


def test_a_note_goes_with_its_text(browser: Browser) -> None:
    page = browser.open_page()
    page.set(KEY, "{}")
    page.remove(KEY)
    limited = KeptStore(SaveTexts(LimitedStore(browser.store), browser._now, None, None))
    with pytest.raises(StoreError):
        limited.set(KEY, '"' + LIMITS["settings"] * "x" + '"')
    assert [key for key in browser.store.texts if key.startswith(NOTE_KEY_PREFIX)] == []


def test_an_order_that_no_date_can_be_stops_nothing(browser: Browser) -> None:
    page = browser.open_page()
    browser.texts.raise_last_order(2**53 - 1)
    assert page.new_id() != page.new_id()
    page.set(KEY, "{}")
    assert browser.copies() == ["{}"]


def test_a_clock_that_goes_back_makes_nothing_older(browser: Browser) -> None:
    first, second = browser.open_page(), browser.open_page()
    first.set(KEY, '{"theme": "dark"}')
    browser.time -= 10**9
    second.set(KEY, '{"theme": "light"}')
    browser.store.texts = {}
    assert browser.open_page().get(KEY) == '{"theme": "light"}'


def test_what_is_about_this_browser_has_no_copy(browser: Browser) -> None:
    page, answers = browser.open_page(), list[bool]()
    page.keep("tashkalar.counted.v1", "5", answers.append)
    assert answers == [True] and not browser.database.texts
    page.set(KEY, "{}")
    stored_keys = page.keys()
    notes = [key for key in stored_keys if key.startswith(NOTE_KEY_PREFIX)]
    assert len(notes) == 1 and json.loads(page.get(KEY) or "") == {}


def test_no_feature_goes_around_the_store() -> None:
    """Import contracts keep features from the adapters; this test from the store behind."""
    raw = re.compile(r"\btexts\.store\b|localStorage|indexedDB")
    folders = [PACKAGE / "features", PACKAGE / "web/play", *(PACKAGE / "ui").iterdir()]
    found = [
        str(path.relative_to(PACKAGE))
        for folder in folders
        if folder.name != "storage"
        for path in folder.rglob("*.py")
        if raw.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
