"""The lessons as the page lists them, and the piece of the board that a part shows."""

from __future__ import annotations

import pytest

from tashkalar.features.lessons.address import read_requested
from tashkalar.features.lessons.course import COMPLETED
from tashkalar.features.lessons.lesson_board import (
    CropArea,
    coordinate_squares,
    crop_area,
    squares_outside,
)
from tashkalar.features.lessons.lesson_file import Lesson
from tashkalar.features.lessons.lesson_list import lesson_offer, lesson_rows
from tashkalar.features.lessons.lesson_pictures import (
    LessonPicture,
    length_message,
    lesson_picture,
)
from tashkalar.position.board import NAMES, SQUARES
from tashkalar.ui.start import url_parameters
from tashkalar.ui.text.refusal import Refusal
from tests.ui.address_form import FORM
from tests.ui.lessons.files import COURSE, FOLDER, THE_COURSE, lesson_text, load
from tests.ui.table import said


class TestTheList:
    def test_a_row_for_each_lesson(self) -> None:
        rows = lesson_rows(THE_COURSE, {"placing": COMPLETED, "pattern": 1})
        assert [row.id for row in rows] == list(COURSE)
        assert [row.state for row in rows[:3]] == ["done", "begun", "open"]
        assert [row.id for row in rows if row.is_next] == ["pattern"]
        assert all("⟨" not in said(row.status) for row in rows)

    def test_the_home_offers_the_next_lesson_of_the_first_chapter(self) -> None:
        first = lesson_offer(THE_COURSE, {})
        assert first and (first.lesson_id, said(first.title)) == (
            "placing",
            "Summon your first being",
        )
        begun = lesson_offer(THE_COURSE, {"placing": COMPLETED, "pattern": 1})
        assert begun and (begun.lesson_id, said(begun.title)) == ("pattern", "Lesson 2")
        assert said(begun.note) == f"1 of {len(COURSE)} lessons done"
        left_out = lesson_offer(THE_COURSE, {"pattern": COMPLETED})
        assert left_out and left_out.lesson_id == "placing"
        chapter = dict.fromkeys(THE_COURSE.chapters[0].lesson_ids, COMPLETED)
        assert lesson_offer(THE_COURSE, chapter) is None

    def test_a_chapter_has_its_title_above_its_first_lesson(self) -> None:
        titles = {row.id: said(row.chapter) for row in lesson_rows(THE_COURSE, {}) if row.chapter}
        assert list(titles) == [chapter.lesson_ids[0] for chapter in THE_COURSE.chapters]
        assert titles["placing"] == "First steps"
        assert titles["one-short"] == "Planning and High Form"

    def test_a_heading_counts_what_is_done_of_its_chapter(self) -> None:
        first = THE_COURSE.chapters[0].lesson_ids
        part = lesson_rows(THE_COURSE, dict.fromkeys(first[:3], COMPLETED))
        assert part[0].chapter and said(part[0].chapter) == f"First steps: 3 of {len(first)}"
        whole = lesson_rows(THE_COURSE, dict.fromkeys(first, COMPLETED))
        assert whole[0].chapter and said(whole[0].chapter) == "First steps: all done"

    def test_a_picture_says_how_long_its_lesson_is(self) -> None:
        lengths = [length_message(lesson_picture(load(id))) for id in ("turned", "first-game")]
        assert [said(length) for length in lengths if length] == ["3 parts", "A whole game"]
        assert length_message(LessonPicture((), None)) is None  # a file that does not say


class TestTheBoard:
    def test_what_matters_is_larger(self) -> None:
        assert crop_area(load("placing")) == CropArea(2, 2, 6)  # c3 to h8: pieces on e4 and g7

    def test_where_anything_goes_there_is_the_whole_board(self) -> None:
        assert crop_area(load("first-game")) is None

    def test_where_it_happens_from_side_to_side_there_is_the_whole_board(self) -> None:
        part = load("placing").parts[0]._replace(start=None)
        for far, whole in (("c5", False), ("b5", True), ("a5", True)):
            line = part.lines[0]._replace(at=(far, "h5"))
            taken = load("placing")._replace(parts=(part._replace(lines=(line,)),))
            assert (crop_area(taken) is None) == whole

    @pytest.mark.parametrize("id", COURSE)
    def test_nothing_of_a_lesson_lies_outside(self, id: str) -> None:
        hidden = squares_outside(crop_area(load(id)))
        for part in load(id).parts:
            needed = set(part.start.board) if part.start else set()
            needed |= {place for line in part.lines for place in line.at}
            needed |= {step.rpartition("@")[2].lstrip("+") for way in part.ways for step in way}
            assert not hidden & needed

    def test_it_stays_on_the_board(self) -> None:
        part = load("placing").parts[0]
        lines = (part.lines[0]._replace(at=("h7",)),)
        part = part._replace(mistakes=(), ways=(("+i6",),), lines=lines, start=None)
        corner = crop_area(load("placing")._replace(parts=(part,)))
        assert corner is not None and corner.contains("i6") and corner.contains("h7")
        assert max(corner.file, corner.rank) + corner.size == 9
        names = {NAMES[square] for square in SQUARES}
        assert squares_outside(None) == frozenset()
        assert "a5" in squares_outside(CropArea(2, 2, 6)) < names

    def test_its_letters_and_numbers_stand_on_squares_of_the_board(self) -> None:
        letters, numbers = coordinate_squares(CropArea(0, 0, 8))
        assert sorted(letters) == ["a3", "b2", "c1", "d1", "e1", "f1", "g1", "h2"]
        assert sorted(numbers) == ["a3", "a4", "a5", "a6", "a7", "b2", "b8", "c1"]
        for id in COURSE:
            if cut := crop_area(load(id)):
                letters, numbers = coordinate_squares(cut)
                assert len(letters) == len(numbers) == cut.size
                assert {*letters, *numbers} <= {NAMES[s] for s in SQUARES} - squares_outside(cut)


@pytest.mark.parametrize("id", [*COURSE, "entrance"])
def test_where_the_coach_does_not_point_a_goal_says_what_there_is_to_do(id: str) -> None:
    for part in load(id).parts:
        is_review = id == "entrance" or id.startswith("review-")
        assert part.is_game or part.has_pointers != is_review
        assert part.is_game or part.has_pointers or part.goal


def test_a_lesson_has_an_address() -> None:
    parameters = FORM.read_parameters("?lesson=task&form=duel", "")
    assert FORM.requested(parameters) == url_parameters.FileRequest(
        "lesson", "./static/lessons/task.json", parameters
    )
    asked = FORM.read_parameters("", "#learn")
    assert FORM.requested(asked) == url_parameters.FeatureRequest("learn", asked)
    own = {"lesson": "my/own.json"}
    assert FORM.requested(own) == url_parameters.FileRequest("lesson", "my/own.json", own)
    assert FORM.url_without_game("?lesson=task&lang=fr", "#learn") == "?lang=fr"


def test_an_address_has_a_lesson_itself_or_names_its_file() -> None:
    text = lesson_text("task")
    inline, file = FORM.requested({"lesson": text}), FORM.requested({"lesson": "task"})
    assert isinstance(file, url_parameters.FileRequest)
    for asked in (inline, file.read(text)):
        assert isinstance(asked, url_parameters.FeatureRequest)
        lesson = read_requested(asked.name, asked.parameters["lesson"])
        assert isinstance(lesson, Lesson) and lesson.id == "task"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lesson", '{"form": "duel"}'),  # its key is no parameter of the address
        ("lesson", "{"),
        ("course", '{"format": "tashkalar-course", "v": 1, "chapters": []}'),
        ("course", (FOLDER / "course.json").read_text(encoding="utf-8")),  # brings no lessons
    ],
)
def test_a_wrong_lesson_or_course_in_an_address_is_refused(name: str, text: str) -> None:
    with pytest.raises(Refusal) as raised:
        read_requested(name, text)
    assert raised.value.message.id in ("url.error", "url.error.position")
