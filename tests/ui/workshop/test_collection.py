"""The collection of the workshop: kept in one text, within limits, and every failure is told."""

from __future__ import annotations

import json

import pytest

from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.workshop_record import WORKSHOP_KEY, merge_works, read_works
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal
from tashkalar.ui.workshop import collection, position, sharing
from tashkalar.ui.workshop.collection import WorkshopCollection
from tashkalar.ui.workshop.draft import Draft
from tashkalar.ui.workshop.position import new_position


class FullStore(MemoryStore):
    def set(self, key: str, text: str) -> None:
        raise StoreError("full")


def test_works_are_kept_the_last_one_first_and_deleted() -> None:
    store = MemoryStore()
    works = WorkshopCollection(store)
    first, second = works.save(new_position()), works.save(new_position("high-form"))
    assert [work.id for work in works.works()] == [second, first]
    goal = {**new_position(), "goal": {"beings": 1}}
    assert works.save(goal, first) == first
    assert [(work.id, work.kind) for work in WorkshopCollection(store).works()] == [
        (first, "puzzle"),
        (second, "position"),
    ]
    works.delete(first)
    assert [work.id for work in works.works()] == [second]
    assert works.save(new_position()) == first  # the id is free again


def test_what_is_damaged_or_newer_stays_and_is_not_shown() -> None:
    newer = {"id": "w9", "kind": "film", "reel": 1}
    store = MemoryStore()
    store.set(WORKSHOP_KEY, json.dumps({"works": [newer, 5, {"id": "w1", "kind": "position"}]}))
    works = WorkshopCollection(store)
    assert works.works() == ()
    works.save(new_position())
    assert newer in json.loads(store.get(WORKSHOP_KEY) or "")["works"]
    store.set(WORKSHOP_KEY, "{")
    assert works.works() == ()


def test_a_full_workshop_and_a_full_store_are_told() -> None:
    works = WorkshopCollection(MemoryStore())
    large = {**new_position(), "text": "x" * collection.MOST_CHARACTERS}
    with pytest.raises(Refusal) as refused:
        works.save(large)
    assert refused.value.message.id == "workshop.full"
    with pytest.raises(Refusal) as refused:
        WorkshopCollection(FullStore()).save(new_position())
    assert refused.value.message.id == "workshop.store.full"
    store = MemoryStore()
    entries = [{"id": f"w{n}", "kind": "position"} for n in range(collection.MOST_WORKS)]
    store.set(WORKSHOP_KEY, json.dumps({"works": entries}))
    with pytest.raises(Refusal) as refused:
        WorkshopCollection(store).save(new_position())
    assert refused.value.message.id == "workshop.full"


def test_a_file_that_is_read_and_written_again_is_the_same() -> None:
    text = collection.write_file({**new_position(), "text": {"it": "Due eroi"}, "seed": "x"})
    read = parse_json(text)
    assert isinstance(read, dict) and collection.write_file(read) == text


def test_works_of_another_browser_are_added_and_none_is_lost() -> None:
    here, there = MemoryStore(), MemoryStore()
    for store, forms in ((here, ("duel", "high-form")), (there, ("duel", "melee"))):
        for form in forms:
            WorkshopCollection(store).save(position.set_form(new_position(), form))
    merged = merge_works(here.get(WORKSHOP_KEY), there.get(WORKSHOP_KEY) or "")
    assert [one["scenario"]["form"] for one in read_works(merged)] == ["high-form", "duel", "melee"]
    assert len({one["id"] for one in read_works(merged)}) == 3
    assert merge_works(merged, there.get(WORKSHOP_KEY) or "") == merged
    assert merge_works(None, "{") == '{"works":[]}'


def test_titles_have_a_language_each() -> None:
    made = collection.set_title(new_position(), "it", "Due eroi")
    made = collection.set_title(made, "en", "Two heroes")
    assert made["text"] == {"it": "Due eroi", "en": "Two heroes"}
    assert collection.missing_languages(made) == ("es", "fr", "el")
    assert collection.title_of(made, "fr") == "Two heroes"
    assert collection.file_name(made, "en") == "tash-kalar-two-heroes.json"
    assert collection.set_title(collection.set_title(made, "it", ""), "en", "") == new_position()


def test_a_change_can_be_taken_back_and_saving_is_noted() -> None:
    draft = Draft()
    draft.open(None)
    changed = {**draft.scenario, "board": {"e5": "1 common"}}
    draft.change(changed)
    assert not draft.is_saved and draft.can_undo
    draft.note_saved("w1")
    assert draft.is_saved and draft.id == "w1"
    draft.undo()
    assert draft.scenario == new_position() and not draft.is_saved and not draft.can_undo


def test_a_title_cannot_break_out_of_the_lines_for_other_pages() -> None:
    title = "<b>'Tom' & \"Ann\"</b>"
    made = collection.set_title(new_position(), "en", title)
    for line in (
        sharing.embed_line("https://a.example/", made, "en"),
        sharing.iframe_line("https://a.example/", made, "en"),
    ):
        assert "<b>" not in line.replace("scenario='", "").partition(">")[2].partition("<a")[0]
        assert line.count("<") == line.count(">")
    assert "<b>" not in sharing.picture(made, title)


def test_the_picture_has_each_piece_and_its_text() -> None:
    made = {**new_position(), "board": {"e5": "1 common", "a3": "2 legendary"}}
    plain = sharing.shapes_of(new_position())
    assert len(sharing.shapes_of(made)) == len(plain) + 2 and len(plain) == 1 + 69
    words = sharing.alternative_text(made, Catalogue())
    assert "e5" in words and "a3" in words
