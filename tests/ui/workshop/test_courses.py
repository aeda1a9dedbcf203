"""Courses made in the workshop: edited, checked, learned with progress, written and read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tashkalar.features.lessons import course as course_file
from tashkalar.features.lessons.course import COMPLETED, read_course
from tashkalar.features.lessons.lesson_check import (
    course_problems,
    is_course,
    lesson_problems,
    lessons_of_course,
)
from tashkalar.features.lessons.lesson_list import lesson_rows
from tashkalar.features.workshop import courses, lessons
from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.courses import CourseContent
from tashkalar.features.workshop.documents import (
    Document,
    first_position,
    is_editable,
    read_document,
)
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.position import new_position
from tashkalar.features.workshop.problems import find_problems
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.text.catalogue import Catalogue
from tests.ui.lessons.files import THE_COURSE
from tests.ui.workshop.test_lessons import lesson, puzzle


def course() -> CourseContent:
    """Return a course of two chapters with one lesson each."""
    made = courses.add_lesson(courses.new_course(), 0, lesson())
    made = courses.add_lesson(courses.add_chapter(made), 1, lesson())
    for language, line, said in (
        ("en", "title", "First blood"),
        ("it", "title", "Il primo colpo"),
        ("en", "chapter-2", "More of it"),
    ):
        made = courses.set_text(made, language, line, said)
    return made


def order(made: CourseContent) -> list[tuple[str, ...]]:
    return [row.lesson_ids for row in courses.chapters(made)]


def test_a_course_has_no_problems_and_its_lessons_have_ids_of_their_own() -> None:
    made = course()
    assert order(made) == [("my-lesson",), ("lesson-1",)]
    document = Document("course", made)
    assert find_problems(document, "en") == [] and read_document(document.text) == document
    assert document.title("it") == "Il primo colpo" and document.label == "course"
    assert first_position(document)["board"] == puzzle()["board"]
    assert courses.new_course()["id"] != made["id"]


def test_lessons_are_moved_through_the_chapters_and_stay_when_a_chapter_goes() -> None:
    made = course()
    assert not courses.can_move(made, "my-lesson", -1)
    made = courses.move_lesson(made, "my-lesson", 1)
    assert order(made) == [(), ("my-lesson", "lesson-1")]
    assert [one.id for one in find_problems(Document("course", made), "en")] == [
        "workshop.problem.empty"
    ]
    made = courses.move_lesson(made, "my-lesson", 1)
    assert order(made) == [(), ("lesson-1", "my-lesson")]
    assert not courses.can_move(made, "my-lesson", 1)
    left = courses.remove_chapter(made, 1)
    assert order(left) == [("lesson-1", "my-lesson")] and "chapter-2" not in left["words"]["en"]
    left = courses.remove_chapter(made, 0)
    assert order(left) == [("lesson-1", "my-lesson")] and left["words"]["en"]["chapter-2"]
    gone = courses.remove_lesson(left, "lesson-1")
    assert order(gone) == [("my-lesson",)] and len(gone["lessons"]) == 1
    assert courses.add_chapter(left)["chapters"][-1]["id"] == "chapter-1"  # free again


def test_the_command_accepts_what_the_workshop_writes() -> None:
    """``teach check`` of the files: a lesson, and a course with its lessons."""
    assert lesson_problems(Document("lesson", lesson()).text) == []
    written = Document("course", course()).text
    assert is_course(written) and course_problems(written) == []
    assert [json.loads(text)["id"] for text in lessons_of_course(written)] == [
        "my-lesson",
        "lesson-1",
    ]


def test_a_lesson_of_a_course_is_changed_in_its_place() -> None:
    draft = Draft()
    draft.open(None, Document("course", course()))
    draft.open_lesson("lesson-1")
    assert draft.document.kind == "lesson" and draft.scenario["board"] == puzzle()["board"]
    draft.change({**draft.scenario, "board": {"e4": "1 common"}})
    assert draft.work.kind == "course" and not draft.is_saved
    changed = courses.lesson(draft.work.content, "lesson-1")
    assert lessons.parts(changed)[0]["scenario"]["board"] == {"e4": "1 common"}
    assert courses.lesson(draft.work.content, "my-lesson") == lesson()
    draft.undo()
    assert draft.work.content == course() | {"id": draft.work.content["id"]}
    draft.open_lesson("")
    draft.change_document(
        Document("course", courses.add_lesson(draft.document.content, 0, lesson()))
    )
    draft.open_lesson("lesson-2")
    draft.undo()
    assert draft.document.kind == "course"  # its lesson is gone


def test_problems_are_told_in_words_with_the_lesson_and_the_part() -> None:
    unsaid = lessons.set_text(lesson(), "en", "p1-after-1", "")
    unsaid = lessons.set_text(unsaid, "en", "about", "")
    unsaid = lessons.set_text(unsaid, "it", "p1-start", "x" * 141)
    unsaid = lessons.add_part(unsaid, puzzle())
    unsaid["parts"][1]["ways"] = [["+a5"]]
    unsaid["parts"].append({"goal": {"win": True}})
    problems = find_problems(Document("lesson", unsaid), "en")
    assert [(one.id, one.params.get("n")) for one in problems] == [
        ("workshop.problem.words", 1),
        ("workshop.problem.long", 1),
        ("workshop.problem.way", 2),
        ("workshop.problem.coach", 2),
        ("workshop.problem.begin", 3),
        ("workshop.problem.coach", 3),
    ]
    made = courses.add_lesson(courses.new_course(), 0, unsaid)
    of_course = find_problems(Document("course", made), "en")
    assert [one.params["problem"] for one in of_course] == problems
    assert of_course[0].params["title"] == "One stroke"
    empty = find_problems(Document("course", courses.new_course()), "en")
    assert [one.id for one in empty] == ["workshop.problem.empty"]


def test_an_unfinished_work_is_kept_as_a_file_and_in_the_collection() -> None:
    works = WorkshopCollection(MemoryStore())
    crowded = {**new_position(), "board": dict.fromkeys(("a3", "a4", "a5", "a6"), "1 legendary")}
    for document in (
        Document("course", courses.new_course()),
        Document("course", course()),
        Document("lesson", lessons.new_lesson(crowded)),
        Document("position", crowded),
    ):
        assert read_document(document.text) == document
        saved = works.work(works.save(document))
        assert saved is not None and saved.document == document


@pytest.mark.parametrize(
    "change",
    [
        {"lessons": []},
        {"lessons": [{"id": "my-lesson"}, {"id": "lesson-1"}]},
        {"words": {}},
        {"words": 5},
        {"chapters": []},
        {"chapters": [{"id": "one", "lessons": ["my-lesson", "my-lesson"]}]},
    ],
)
def test_a_course_that_cannot_be_shown_is_refused(change: dict[str, Any]) -> None:
    wrong = {**course(), **change}
    assert not is_editable(Document("course", wrong))
    with pytest.raises(ValueError, match=r"\w"):
        read_document(json.dumps(wrong))


def test_a_course_is_learned_beside_that_of_the_page() -> None:
    store = MemoryStore()
    course_file.save_progress(store, "placing", COMPLETED)
    own = course_file.with_own_ids(read_course(json.dumps(course())))
    first, second = own.lesson_ids
    assert own.lessons[first].id == first not in THE_COURSE.lesson_ids
    course_file.save_progress(store, first, COMPLETED)
    assert course_file.read_progress(store, own) == {first: COMPLETED}
    assert course_file.read_progress(store, THE_COURSE) == {"placing": COMPLETED}
    words = Catalogue(language="it")
    course_file.merge_course_words(words, own)
    rows = lesson_rows(own, course_file.read_progress(store, own))
    assert [(row.id, row.state, row.is_next) for row in rows] == [
        (first, "done", False),
        (second, "open", True),
    ]
    chapters = [words.translate(row.chapter) for row in rows if row.chapter]
    assert chapters == ["", "More of it"]
    assert words.text(f"learn.{own.id}.title") == "Il primo colpo"
    assert words.text(f"learn.{own.id}.about") == ""
    assert [words.translate(row.title) for row in rows] == ["One stroke", "One stroke"]


EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("chapter")),
        st.tuples(st.just("lesson"), st.integers(0, 9)),
        st.tuples(st.just("move"), st.integers(0, 9), st.sampled_from((-1, 1))),
        st.tuples(st.just("remove-chapter"), st.integers(0, 9)),
        st.tuples(st.just("remove-lesson"), st.integers(0, 9)),
        st.tuples(st.just("say"), st.sampled_from(("en", "el")), st.text(max_size=20)),
    ),
    max_size=12,
)
SMALL = {**lessons.new_lesson(new_position()), "words": {"en": {"title": "Small"}}}


def edited(edits: list[tuple[Any, ...]]) -> CourseContent:
    """Return a course after some edits; those that are not possible are left out."""
    made = courses.new_course()
    for kind, *values in edits:
        ids = [id for row in courses.chapters(made) for id in row.lesson_ids]
        number = values[0] % len(courses.chapters(made)) if kind != "say" and values else 0
        if kind == "chapter":
            made = courses.add_chapter(made)
        elif kind == "lesson":
            made = courses.add_lesson(made, number, SMALL)
        elif kind == "remove-chapter" and len(courses.chapters(made)) > 1:
            made = courses.remove_chapter(made, number)
        elif kind == "say":
            line = courses.text_rows(made)[-1].line
            made = courses.set_text(made, values[0], line, values[1])
        elif ids and kind == "move":
            made = courses.move_lesson(made, ids[values[0] % len(ids)], values[1])
        elif ids and kind == "remove-lesson":
            made = courses.remove_lesson(made, ids[values[0] % len(ids)])
    return made


@settings(max_examples=25, deadline=None)
@given(EDITS)
@example([("say", "en", "\xad"), ("say", "el", "a\u200db\u200b")])
def test_what_is_written_of_a_course_is_read_as_the_same(edits: list[tuple[Any, ...]]) -> None:
    made = Document("course", edited(edits))
    again = read_document(made.text)
    assert again == made and again.text == made.text
    assert read_document(made.compact_text) == made
    if not find_problems(made, "en"):
        assert read_course(made.text).id == made.content["id"]
