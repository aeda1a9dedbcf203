"""The collection of the workshop: kept in one text, within limits, and every failure is told."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tashkalar.features.workshop import collection, position, sharing
from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.documents import Document, read_document, read_documents
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.position import new_position
from tashkalar.features.workshop.workshop_record import (
    DAMAGED_KEY,
    WORKSHOP_KEY,
    merge_works,
    read_works,
    write_works,
)
from tashkalar.position.board import GREEN, RED
from tashkalar.ui.storage.kept_store import KeptStore
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.save_texts import SaveTexts
from tashkalar.ui.storage.stored_kinds import LimitedStore, kind_of
from tashkalar.ui.text.refusal import Refusal
from tests.ui.lessons.files import COURSE, FOLDER
from tests.ui.table import catalogue_in, english

ROOT = Path(__file__).parents[3]
LESSON_FILES = [FOLDER / f"{id}.json" for id in COURSE]
EMPTY = Document("position", new_position())


class HtmlTags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.titles: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.titles.append(dict(attrs).get("title"))


class FullStore(MemoryStore):
    def set(self, key: str, text: str) -> None:
        raise StoreError("full")


def test_works_are_kept_the_last_one_first_and_deleted() -> None:
    store = MemoryStore()
    works = WorkshopCollection(store)
    first, second = works.save(EMPTY), works.save(Document("position", new_position("high-form")))
    assert [work.id for work in works.works()] == [second, first]
    goal = Document("position", {**new_position(), "goal": {"beings": 1}})
    assert works.save(goal, first) == first
    assert [(work.id, work.document.label) for work in WorkshopCollection(store).works()] == [
        (first, "puzzle"),
        (second, "position"),
    ]
    works.delete(first)
    assert [work.id for work in works.works()] == [second]
    assert works.save(EMPTY) not in (first, second)  # another tab may have it open


def test_what_is_damaged_or_newer_stays_and_is_not_shown() -> None:
    newer = {"id": "w9", "kind": "film", "reel": 1}
    store = MemoryStore()
    store.set(WORKSHOP_KEY, json.dumps({"works": [newer, 5, {"id": "w1", "kind": "position"}]}))
    works = WorkshopCollection(store)
    assert works.works() == ()
    works.save(EMPTY)
    assert newer in json.loads(store.get(WORKSHOP_KEY) or "")["works"]
    store.set(WORKSHOP_KEY, "{")
    assert works.works() == ()


@pytest.mark.parametrize("text", ['{"works": [', "[]", '{"works": 1}'])
def test_a_text_that_cannot_be_read_is_put_aside(text: str) -> None:
    """Before, the next work was saved in its place."""
    store = MemoryStore()
    store.set(WORKSHOP_KEY, text)
    works = WorkshopCollection(store)
    works.save(EMPTY)
    works.save(EMPTY)
    assert len(works.works()) == 2
    assert store.get(DAMAGED_KEY) == text
    assert kind_of(DAMAGED_KEY, text) == "damaged"


def _length_saved(title: str) -> int:
    store = MemoryStore()
    WorkshopCollection(store).save(EMPTY.with_title("en", title))
    return len(store.texts[WORKSHOP_KEY])


def test_a_full_workshop_and_a_full_store_are_told() -> None:
    works = WorkshopCollection(MemoryStore())
    large = EMPTY.with_title("en", "x" * collection.MOST_CHARACTERS)
    with pytest.raises(Refusal) as refused:
        works.save(large)
    assert refused.value.message.id == "workshop.full"
    with pytest.raises(Refusal) as refused:
        WorkshopCollection(FullStore()).save(EMPTY)
    assert refused.value.message.id == "workshop.store.full"
    store = MemoryStore()
    most = EMPTY.with_title("en", "x" * (collection.MOST_CHARACTERS - _length_saved("x") + 1))
    with pytest.raises(Refusal) as refused:  # the key counts too
        limited = SaveTexts(LimitedStore(store), lambda: 9)
        WorkshopCollection(KeptStore(limited)).save(most)
    assert refused.value.message.id == "storage.limit.other"
    store.set(WORKSHOP_KEY, json.dumps({"works": [{"id": []}]}))  # damaged
    assert WorkshopCollection(store).save(EMPTY)
    entries = [{"id": f"w{n}", "kind": "position"} for n in range(collection.MOST_WORKS)]
    store.set(WORKSHOP_KEY, json.dumps({"works": entries}))
    with pytest.raises(Refusal) as refused:
        WorkshopCollection(store).save(EMPTY)
    assert refused.value.message.id == "workshop.full"


def test_a_file_that_is_read_and_written_again_is_the_same() -> None:
    made = Document("position", {**new_position(), "text": {"it": "Due eroi"}, "seed": "x"})
    assert read_document(made.text) == made
    for file in [*LESSON_FILES, ROOT / "static/demo/puzzle.json"]:
        content = json.loads(file.read_text(encoding="utf-8"))
        if any("preset" in part for part in content.get("parts", ())):
            with pytest.raises(ValueError, match="whole game"):
                read_document(json.dumps(content))
            continue
        assert read_document(json.dumps(content)).content == content, file.name


def test_each_puzzle_of_a_file_becomes_a_work_once() -> None:
    text = (ROOT / "static/puzzles/puzzles-1.json").read_text(encoding="utf-8")
    puzzles = json.loads(text)["puzzles"]
    documents = read_documents(text)
    assert len(documents) == len(puzzles) > 1
    with pytest.raises(ValueError, match="puzzles; one is needed"):
        read_document(text)
    works = WorkshopCollection(MemoryStore())
    first = works.save(EMPTY)
    works.save_all(documents)
    works.save_all(documents)  # opened again
    titles = [work.document.title("it") for work in works.works()]
    assert titles == [*(one["title"]["it"] for one in puzzles), ""]
    assert len({work.id for work in works.works()}) == len(puzzles) + 1
    assert works.works()[-1].id == first
    too_many = WorkshopCollection(MemoryStore())
    for _ in range(collection.MOST_WORKS):
        too_many.save(EMPTY)
    with pytest.raises(Refusal):
        too_many.save_all(documents)
    assert len(too_many.works()) == collection.MOST_WORKS


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"form": "chess"}', '{"format": "x"}'])
def test_what_is_no_document_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_document(text)


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"form": "duel", "seats": [], "board": {}},
        {"form": "duel", "seats": [{"school": "x"}, {}], "board": {}},
        {**new_position(), "board": {"e5": 1}},
        {**new_position(), "board": {"e5": "blue"}},
    ],
)
def test_what_cannot_be_shown_is_left_out(content: dict[str, object]) -> None:
    store = MemoryStore()
    store.set(WORKSHOP_KEY, write_works([{"id": "w1", "kind": "position", "scenario": content}]))
    assert WorkshopCollection(store).works() == ()


def test_works_of_another_browser_are_added_and_none_is_lost() -> None:
    here, there = MemoryStore(), MemoryStore()
    for store, forms in ((here, ("duel", "high-form")), (there, ("duel", "melee"))):
        for form in forms:
            made = position.set_form(new_position(), form)
            WorkshopCollection(store).save(Document("position", made))
    merged = merge_works(here.get(WORKSHOP_KEY), there.get(WORKSHOP_KEY) or "")
    assert [one["scenario"]["form"] for one in read_works(merged)] == ["high-form", "duel", "melee"]
    assert len({one["id"] for one in read_works(merged)}) == 3
    assert merge_works(merged, there.get(WORKSHOP_KEY) or "") == merged
    assert merge_works(None, "{") == '{"works":[]}'


def test_titles_have_a_language_each() -> None:
    made = EMPTY.with_title("it", "Due eroi").with_title("en", "Two heroes")
    assert made.content["text"] == {"it": "Due eroi", "en": "Two heroes"}
    assert made.missing_languages == ("es", "fr", "el")
    assert made.title("fr") == "Two heroes"
    assert made.file_name("en") == "tash-kalar-two-heroes.json"
    assert made.with_title("it", "").with_title("en", "") == EMPTY


def test_a_change_can_be_taken_back_and_saving_is_noted() -> None:
    draft = Draft()
    draft.open(None)
    draft.change({**draft.scenario, "board": {"e5": "1 common"}})
    assert not draft.is_saved and draft.can_undo
    draft.note_saved("w1")
    assert draft.is_saved and draft.id == "w1"
    draft.undo()
    assert draft.document == EMPTY and not draft.is_saved and not draft.can_undo
    draft.redo()
    assert draft.is_saved and draft.can_undo and not draft.can_redo


def test_typed_letters_are_one_step_back_and_push_no_others_out() -> None:
    draft = Draft()
    draft.open(None)
    draft.change({**draft.scenario, "board": {"e5": "1 common"}})
    placed = draft.document
    title = ""
    for letter in "How 150 letters are typed. " * 6:
        title += letter
        draft.change_document(draft.document.with_title("en", title.strip()), "en title")
    assert draft.document.own_title("en") == title.strip()
    draft.undo()
    assert draft.document == placed
    draft.redo()
    assert draft.document.own_title("en") == title.strip()
    draft.end_line()  # the field has lost the focus
    draft.change_document(draft.document.with_title("en", "Other"), "en title")
    draft.change_document(draft.document.with_title("it", "Altro"), "it title")
    draft.undo()
    assert draft.document.own_title("en") == "Other"
    draft.undo()
    assert draft.document.own_title("en") == title.strip()
    assert draft.can_redo
    draft.change(draft.scenario | {"board": {}})
    assert not draft.can_redo


def test_a_title_cannot_break_out_of_the_lines_for_other_pages() -> None:
    title = "<b>'Tom' & \"Ann\"</b>"
    made = EMPTY.with_title("en", title)
    for line in (
        sharing.embed_line("https://a.example/", made, "en"),
        sharing.iframe_line("https://a.example/", made, "en"),
    ):
        page = HtmlTags()
        page.feed(line)
        assert set(page.tags) <= {"script", "tash-kalar", "a", "iframe"}
        assert title in page.titles
    assert "<b>" not in sharing.picture(made.content, title)


def test_the_picture_has_each_piece_and_its_text() -> None:
    made = {**new_position(), "board": {"e5": "1 common", "a3": "2 legendary"}}
    plain = sharing.shapes_of(new_position())
    colored = (RED | GREEN).bit_count()  # each has a sign besides
    assert len(sharing.shapes_of(made)) == len(plain) + 2 and len(plain) == 1 + 69 + colored
    board = {"e5": "1 common", "d4": "1 common", "a3": "2 legendary"}
    assert sharing.alternative_text({**made, "board": board}, english()) == (
        "Deathmatch Duel: common piece of Blue on d4 and e5; legendary piece of Green on a3. "
        "Turn of Blue, with 2 actions."
    )
    empty = sharing.alternative_text(new_position(), english())
    assert empty.startswith("Deathmatch Duel: an empty board. ")


def test_the_text_of_a_picture_has_the_signs_of_its_language() -> None:
    """In Greek ";" is a question mark, and in French a space stands before a colon."""
    made = {**new_position(), "board": {"e5": "1 common", "d4": "1 heroic", "a3": "1 heroic"}}
    words = catalogue_in("el")
    assert sharing.alternative_text(made, words) == (
        "Μονομαχία Θανάτου: απλό κομμάτι (Μπλε) στο e5· ηρωικό κομμάτι (Μπλε) στα a3 και d4. "
        "Σειρά: Μπλε, με 2 ενέργειες."
    )
    assert "\N{NO-BREAK SPACE}: " in sharing.alternative_text(made, catalogue_in("fr"))
