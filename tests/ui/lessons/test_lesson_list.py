"""The lessons as the page lists them, and the piece of the board that a part shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tashkalar.position.board import BIT, NAMES, SQUARE_OF, SQUARES
from tashkalar.ui.lessons.course import COMPLETED, COURSE
from tashkalar.ui.lessons.lesson_board import CropArea, crop_area, squares_outside
from tashkalar.ui.lessons.lesson_file import LessonPart, read_lesson
from tashkalar.ui.lessons.lesson_list import course_view, lesson_rows
from tashkalar.ui.start import url_parameters
from tests.ui.table import said

FOLDER = Path(__file__).resolve().parents[3] / "static" / "lessons"


def parts(id: str) -> tuple[LessonPart, ...]:
    return read_lesson((FOLDER / f"{id}.json").read_text(encoding="utf-8")).parts


def board_of(id: str, number: int) -> CropArea | None:
    part = parts(id)[number]
    assert part.start is not None
    return crop_area(part, part.start.state.occupied)


class TestTheList:
    def test_a_row_for_each_lesson(self) -> None:
        rows = lesson_rows({"placing": COMPLETED, "pattern": 1})
        assert [row.id for row in rows] == list(COURSE)
        assert [row.state for row in rows[:3]] == ["done", "begun", "open"]
        assert [row.id for row in rows if row.is_next] == ["pattern"]
        assert all("⟨" not in said(row.status) for row in rows)

    def test_the_course_leads_to_what_comes_next(self) -> None:
        assert said(course_view({}).button_label) == "Lesson 1"
        view = course_view({"placing": COMPLETED})
        assert (view.next_lesson_id, said(view.button_label)) == ("pattern", "Lesson 2")
        assert view.lesson_states == ("done", *("open",) * 6)
        assert said(view.progress_text) == "1 of 7 lessons done"

    def test_when_all_is_done_it_begins_again(self) -> None:
        view = course_view(dict.fromkeys(COURSE, COMPLETED))
        assert (view.next_lesson_id, said(view.button_label)) == ("placing", "Begin again")


class TestTheBoard:
    def test_what_matters_is_larger(self) -> None:
        assert board_of("placing", 0) == CropArea(2, 2, 6)  # c3 to h8: the pieces on e4, e6 and g7

    def test_where_anything_goes_there_is_the_whole_board(self) -> None:
        assert board_of("placing", 1) is None
        assert board_of("first-game", 0) is None

    def test_where_it_happens_from_side_to_side_there_is_the_whole_board(self) -> None:
        part = parts("placing")[0]
        for far, whole in (("c5", False), ("b5", True), ("a5", True)):
            line = part.lines[0]._replace(at=(far, "h5"))
            assert (crop_area(part._replace(lines=(line,)), 0) is None) == whole

    @pytest.mark.parametrize(
        ("id", "number"),
        [(id, n) for id in COURSE for n, part in enumerate(parts(id)) if part.start],
    )
    def test_nothing_of_a_part_lies_outside(self, id: str, number: int) -> None:
        part, hidden = parts(id)[number], squares_outside(board_of(id, number))
        assert part.start is not None
        needed = set(part.start.board) | {place for line in part.lines for place in line.at}
        needed |= {step.rpartition("@")[2].lstrip("+") for way in part.ways for step in way}
        assert not hidden & needed

    def test_it_stays_on_the_board(self) -> None:
        part = parts("placing")[0]._replace(mistakes=(), ways=(("+i6",),))
        corner = crop_area(part._replace(lines=()), BIT[SQUARE_OF["h7"]])
        assert corner is not None and corner.contains("i6") and corner.contains("h7")
        assert max(corner.file, corner.rank) + corner.size == 9
        names = {NAMES[square] for square in SQUARES}
        assert squares_outside(None) == frozenset()
        assert "a5" in squares_outside(CropArea(2, 2, 6)) < names


def test_a_lesson_has_an_address() -> None:
    parameters = url_parameters.read_parameters("?lesson=task&form=duel", "")
    assert url_parameters.requested(parameters) == url_parameters.FileRequest(
        "lesson", "./static/lessons/task.json", parameters
    )
    assert isinstance(
        url_parameters.requested(url_parameters.read_parameters("", "#learn")),
        url_parameters.LessonListRequest,
    )
    assert url_parameters.lesson_file_url("task") == "./static/lessons/task.json"
    assert url_parameters.lesson_file_url("my/own.json") == "my/own.json"
    assert url_parameters.url_without_game("?lesson=task&lang=fr", "#learn") == "?lang=fr"
