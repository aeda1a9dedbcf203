"""Drafts: every change in the workshop is kept for a next time, and nothing is kept twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.documents import Document
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.drafts import MOST_DRAFTS, DraftKeeper, Drafts, offered_drafts
from tashkalar.features.workshop.position import new_position
from tashkalar.features.workshop.workshop_record import DRAFT_KEY_PREFIX, WORKSHOP_KEY
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.stored_kinds import kind_of

EMPTY = Document("position", new_position())


class SlowStore(MemoryStore):
    """A store whose disk answers when the test says so, and that may be full."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Callable[[bool], None]] = []
        self.is_full = False

    def set(self, key: str, text: str) -> None:
        if self.is_full:
            raise StoreError("full")
        super().set(key, text)

    def keep(self, key: str, text: str, on_kept: Callable[[bool], None]) -> None:
        self.set(key, text)
        self.waiting.append(on_kept)

    def answer(self, ok: bool = True) -> None:
        waiting, self.waiting = self.waiting, []
        for on_kept in waiting:
            on_kept(ok)


class Tab:
    """The workshop of a tab, without its screen."""

    def __init__(self, store: MemoryStore) -> None:
        self.works, self.drafts = WorkshopCollection(store), Drafts(store)
        self.draft = Draft()
        self.keeper = DraftKeeper(self.draft, self.drafts)

    def type_title(self, title: str) -> None:
        self.draft.change_document(self.draft.document.with_title("en", title), "en title")
        self.keeper.keep()

    def open_work(self, id: str) -> None:
        self.keeper.keep()
        self.keeper.begin()
        self.draft.open(self.works.work(id))

    def offered(self) -> list[str]:
        offered = offered_drafts(self.drafts, self.works, lambda key: False)
        return [kept.document.title("en") for kept in offered]

    def titles(self) -> list[str]:
        return [work.document.title("en") for work in self.works.works()]


@pytest.fixture
def store() -> SlowStore:
    return SlowStore()


def test_a_typed_word_is_offered_to_the_next_tab(store: SlowStore) -> None:
    tab = Tab(store)
    tab.type_title("Tw")
    tab.type_title("Two heroes")
    assert Tab(store).offered() == ["Two heroes"]
    assert [kind_of(key, "") for key in store.texts] == ["drafts"]


def test_a_draft_goes_on_as_the_work_that_it_changes(store: SlowStore) -> None:
    tab = Tab(store)
    id = tab.works.save(EMPTY.with_title("en", "Old"))
    tab.open_work(id)
    tab.type_title("New")
    later = Tab(store)
    (kept,) = later.drafts.drafts()
    later.keeper.begin(kept)
    later.draft.open(later.works.work(kept.work_id), kept.document, kept.base)
    assert not later.draft.is_saved
    assert not later.keeper.save(later.works)
    store.answer()
    assert later.titles() == ["New"]
    assert later.offered() == [] == [key for key in store.texts if DRAFT_KEY_PREFIX in key]


def test_a_draft_is_forgotten_only_when_the_work_is_on_the_disk(store: SlowStore) -> None:
    tab = Tab(store)
    tab.type_title("Two heroes")
    store.answer()
    tab.keeper.save(tab.works)
    assert tab.draft.is_saved and not tab.draft.is_kept  # “Saved” is not shown
    assert tab.drafts.drafts()
    store.answer(ok=False)
    assert tab.drafts.drafts() and not tab.draft.is_kept
    tab.type_title("Two heroes.")
    tab.keeper.save(tab.works)
    store.answer()
    assert tab.draft.is_kept and not tab.drafts.drafts()


def test_a_change_made_while_a_work_is_saved_stays_a_draft(store: SlowStore) -> None:
    tab = Tab(store)
    tab.type_title("One")
    tab.keeper.save(tab.works)
    tab.type_title("One and two")
    store.answer()
    assert Tab(store).offered() == ["One and two"]
    assert not tab.draft.is_saved


def test_a_page_that_died_while_it_saved_offers_nothing_twice(store: SlowStore) -> None:
    tab = Tab(store)
    tab.type_title("Two heroes")
    tab.keeper.save(tab.works)  # and the answer of the disk never comes
    later = Tab(store)
    assert later.titles() == ["Two heroes"] and later.offered() == []
    assert list(store.texts) == [WORKSHOP_KEY]


def test_changes_that_are_given_up_are_forgotten(store: SlowStore) -> None:
    tab = Tab(store)
    tab.type_title("No")
    tab.keeper.give_up()
    tab.keeper.keep()
    assert not store.texts and tab.keeper.is_kept


def test_another_work_leaves_the_draft_of_the_one_before(store: SlowStore) -> None:
    tab = Tab(store)
    tab.type_title("First")
    tab.open_work("")
    tab.type_title("Second")
    assert tab.offered() == ["Second", "First"]


def test_a_draft_that_is_open_elsewhere_is_not_offered(store: SlowStore) -> None:
    tab = Tab(store)
    tab.type_title("Mine")
    assert offered_drafts(tab.drafts, tab.works, lambda key: key == tab.keeper.key) == ()


def test_a_full_store_is_told_and_the_browser_asks(store: SlowStore) -> None:
    tab = Tab(store)
    store.is_full = True
    tab.type_title("Lost")
    assert tab.keeper.trouble and tab.keeper.trouble.reason == "full"
    assert not tab.keeper.is_kept
    store.is_full = False
    tab.keeper.keep()
    assert tab.keeper.is_kept and not tab.keeper.trouble


def test_the_oldest_draft_gives_way(store: SlowStore) -> None:
    tab = Tab(store)
    for number in range(MOST_DRAFTS + 2):
        tab.open_work("")
        tab.type_title(f"Title {number}")
    assert len(tab.drafts.drafts()) == MOST_DRAFTS
    assert tab.offered()[0] == f"Title {MOST_DRAFTS + 1}"


@pytest.mark.parametrize("text", ["{", "[]", '{"work": 1}', '{"work": "", "base": ""}'])
def test_what_cannot_be_read_is_not_offered(store: SlowStore, text: str) -> None:
    store.set(f"{DRAFT_KEY_PREFIX}7", text)
    store.set(f"{DRAFT_KEY_PREFIX}x", "{}")
    assert Tab(store).offered() == []


def test_two_tabs_with_one_work_keep_both_versions(store: SlowStore) -> None:
    """Before, the later one overwrote the other without a word."""
    first, second = Tab(store), Tab(store)
    id = first.works.save(EMPTY.with_title("en", "Old"))
    first.open_work(id)
    second.open_work(id)
    first.type_title("Of the first tab")
    second.type_title("Of the second tab")
    assert not first.keeper.save(first.works)
    assert second.keeper.save(second.works)  # as a copy
    assert second.draft.id != id
    assert set(first.titles()) == {"Of the first tab", "Of the second tab"}
    second.type_title("Of the second tab, again")
    assert not second.keeper.save(second.works)
    assert len(second.titles()) == 2


def test_a_work_that_another_tab_has_deleted_comes_back_as_a_new_one(store: SlowStore) -> None:
    first, second = Tab(store), Tab(store)
    id = first.works.save(EMPTY)
    second.open_work(id)
    first.works.delete(id)
    second.type_title("Still here")
    second.keeper.save(second.works)
    assert second.titles() == ["Still here"] and second.draft.id != id
