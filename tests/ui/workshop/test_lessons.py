"""A lesson made in the workshop: recorded, put into words, and taught without problems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.features.lessons.lesson_check import lesson_problems
from tashkalar.features.lessons.lesson_file import read_lesson
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.features.workshop import goals, lessons
from tashkalar.features.workshop.documents import Document, is_editable
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.position import Scenario, new_position
from tashkalar.position.move import Message
from tests.ui.lessons.files import COURSE, FOLDER

FILES = [FOLDER / f"{id}.json" for id in COURSE]


def puzzle() -> Scenario:
    made = new_position()
    made["board"] = {"e4": "1 common", "e6": "1 common", "d6": "2 common"}
    made["seats"][0]["hand"] = ["swordmaster"]
    return goals.set_conditions({**made, "text": {"en": "One stroke"}}, [{"destroy": ["d6"]}])


def lesson() -> dict[str, Any]:
    made = lessons.add_way(lessons.new_lesson(puzzle()), 0, ["swordmaster@e5", "d6", ".", "+e5"])
    made = lessons.add_mistake(made, 0, ["+a5"])
    for line, said in (
        ("about", "Destroy with the Swordmaster."),
        ("p1-start", "Summon the Swordmaster."),
        ("p1-after-1", "Destroy the piece."),
        ("p1-mistake-1", "That is too far away."),
        ("p1-done", "Well done."),
    ):
        made = lessons.set_text(made, "en", line, said)
    return made


def test_a_recorded_lesson_has_no_problems_and_can_be_learned() -> None:
    made = lesson()
    assert lesson_problems(json.dumps(made)) == []
    (part,) = lessons.parts(made)
    assert part["ways"] == [["swordmaster@e5", "d6"]]  # the goal is reached there
    assert part["mistakes"] == [{"move": "+a5", "say": "p1-mistake-1"}]
    runner = LessonRunner(read_lesson(json.dumps(made)))
    said = []
    for code in part["ways"][0]:
        said.append(runner.view.coach.text)
        runner.session.play_code(code)
        runner.check_decision()
    said.append(runner.view.coach.text)
    assert [str(one.id) for one in said if one] == [
        f"learn.my-lesson.p1-{line}" for line in ("start", "after-1", "done")
    ]


def test_the_rows_follow_the_first_way() -> None:
    rows = lessons.text_rows(lesson(), 0)
    assert [(row.line, row.moment) for row in rows] == [
        ("title", -1),
        ("about", -1),
        ("p1-start", 0),
        ("p1-after-1", 1),
        ("p1-mistake-1", -1),
        ("p1-hint-1", -1),
        ("p1-hint-2", -1),
        ("p1-hint-3", -1),
        ("p1-done", 2),
    ]


def test_hints_are_kept_in_their_grades() -> None:
    made = lesson()
    for line in ("p1-hint-1", "p1-hint-2", "p1-hint-3"):
        made = lessons.set_text(made, "en", line, f"Text of {line}.")
    assert lessons.parts(made)[0]["hint"] == ["p1-hint-1", "p1-hint-2", "p1-hint-3"]
    assert lesson_problems(json.dumps(made)) == []
    made = lessons.set_text(made, "en", "p1-hint-1", "")
    assert lessons.parts(made)[0]["hint"] == ["p1-hint-2", "p1-hint-3"]


def test_a_lesson_whose_position_is_not_finished_is_kept() -> None:
    rows = [f"{file}{rank}" for file in "cde" for rank in range(1, 10)]
    crowded = {**puzzle(), "board": dict.fromkeys(rows, "1 common")}
    made = Document("lesson", lessons.set_part_scenario(lesson(), 0, crowded))
    assert is_editable(made)
    assert not lessons.play_way(crowded, ["swordmaster@e5"]).is_possible
    assert not is_editable(Document("lesson", {"parts": [{"coach": []}]}))
    assert not is_editable(Document("lesson", {"parts": [{"scenario": {}, "coach": 5}]}))


def test_words_that_are_taken_away_leave_no_trace() -> None:
    made = lesson()
    for line in ("p1-start", "p1-after-1", "p1-done"):
        assert lessons.text(made, "en", line)
        made = lessons.set_text(made, "en", line, "")
    assert {"coach", "done"}.isdisjoint(lessons.parts(made)[0])
    gone = lessons.remove_entry(made, 0, "mistakes", 0)
    assert set(gone["words"]["en"]) == {"title", "about"}
    assert "ways" not in lessons.parts(lessons.remove_entry(gone, 0, "ways", 0))[0]


def test_a_part_without_a_goal_ends_with_its_way() -> None:
    free = {key: value for key, value in puzzle().items() if key != "goal"}
    made = lessons.add_way(lessons.new_lesson(free), 0, ["+a5", "+b5"])
    assert lessons.parts(made)[0]["until"] == {"done": 2}


def test_decisions_of_the_other_side_get_an_opponent() -> None:
    free = {key: value for key, value in puzzle().items() if key != "goal"}
    made = lessons.add_way(lessons.new_lesson(free), 0, ["+a5", "+b5", ".", "+i5"])
    assert lessons.parts(made)[0]["opponent"] == 2


def test_a_way_that_does_not_fit_any_more_is_told() -> None:
    assert lessons.play_way(puzzle(), ["swordmaster@e5", "d6"]).reaches_goal
    short = lessons.play_way(puzzle(), ["+a5"])
    assert short.is_possible and not short.reaches_goal
    assert not lessons.play_way(puzzle(), ["knight@e5"]).is_possible


def test_parts_are_added_and_removed_with_their_words() -> None:
    made = lessons.add_part(lesson(), puzzle())
    made = lessons.set_text(made, "it", "p2-start", "Ancora.")
    assert lessons.parts(made)[1]["coach"] == [{"say": "p2-start"}]
    draft = Draft()
    draft.open(None, Document("lesson", made))
    draft.show_part(1)
    draft.change({**draft.scenario, "board": {"e4": "1 common"}})
    assert [len(part["scenario"]["board"]) for part in draft.document.content["parts"]] == [3, 1]
    draft.change_document(Document("lesson", lessons.remove_part(draft.document.content, 1)))
    assert draft.part == 0 and draft.document.content == lesson()


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_lessons_of_the_page_can_be_read_and_stay_as_they_are(file: Path) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    if any("preset" in part for part in content["parts"]):
        return  # a whole game, which the workshop does not show
    lines = read_lesson(json.dumps(content)).line_ids
    found = {
        row.line
        for number in range(len(content["parts"]))
        for row in lessons.text_rows(content, number)
    }
    assert found >= lines
    assert content == json.loads(file.read_text(encoding="utf-8"))


def test_a_part_in_the_place_of_a_removed_one_gets_lines_of_its_own() -> None:
    made = lessons.add_part(lessons.new_lesson(puzzle()), puzzle())
    made = lessons.set_text(made, "en", "p2-start", "The second.")
    made = lessons.add_part(lessons.remove_part(made, 0), puzzle())
    (start,) = (row.line for row in lessons.text_rows(made, 1) if row.moment == 0)
    made = lessons.set_text(made, "en", start, "The new one.")
    said = [lessons.parts(made)[number]["coach"][0]["say"] for number in (0, 1)]
    assert [lessons.text(made, "en", line) for line in said] == ["The second.", "The new one."]
    made = lessons.remove_part(made, 1)
    assert made["words"]["en"] == {"title": "One stroke", "p2-start": "The second."}


def test_a_part_that_goes_on_keeps_the_position_of_a_removed_part() -> None:
    made = lesson()
    made["parts"] = [*lessons.parts(made), {"done": "p1-done"}]
    left = lessons.remove_part(made, 0)
    assert lessons.scenario_of_part(left, 0) == lessons.scenario_of_part(made, 1)
    assert lessons.text(left, "en", "p1-done") == "Well done."  # said by both parts
    assert not lessons.text(left, "en", "p1-start")


def test_a_part_without_a_position_begins_where_the_part_before_it_ended() -> None:
    made = lessons.set_goes_on(lessons.add_part(lesson(), puzzle()), 1, is_on=True)
    (first, second) = lessons.parts(made)
    assert "scenario" not in second and second["goal"] == first["scenario"]["goal"]
    start = lessons.scenario_of_part(made, 1)
    assert sorted(start["board"]) == ["e4", "e5", "e6"]
    assert start["turn"]["actions"] == 1 and start["seats"][0]["hand"] == []
    made = lessons.set_part_scenario(made, 1, {**start, "goal": {"piece": {"a5": "1 common"}}})
    assert lessons.goes_on(made, 1)  # only the goal was changed
    made = lessons.add_way(made, 1, ["+a5", "."])
    assert lessons.parts(made)[1]["ways"] == [["+a5"]]
    for line in ("p2-start", "p2-done"):
        made = lessons.set_text(made, "en", line, "Now there.")
    assert lesson_problems(json.dumps(made)) == []
    runner = LessonRunner(read_lesson(json.dumps(made)))
    for code in ("swordmaster@e5", "d6"):
        runner.session.play_code(code)
        runner.check_decision()
    assert runner.start_next_part()
    assert runner.session.game.board == Game.from_scenario(start).board
    own = lessons.set_goes_on(made, 1, is_on=False)
    assert lessons.scenario_of_part(own, 1) == lessons.scenario_of_part(made, 1)
    changed = lessons.set_part_scenario(made, 1, {**start, "board": {}})
    assert not lessons.goes_on(changed, 1)


def test_a_part_after_a_way_that_cannot_be_played_begins_like_the_part_before_it() -> None:
    made = lesson()
    made["parts"][0]["ways"] = [["knight@e5", "d6"]]
    made["parts"] = [*made["parts"], {}]
    start = lessons.scenario_of_part(made, 1)
    assert start["board"] == puzzle()["board"] and "goal" not in start


def test_any_other_move_is_answered_after_the_recorded_mistakes() -> None:
    """The first answer that fits is given, so that to any move stays the last."""
    made = lessons.add_mistake(lesson(), 0, (lessons.ANY_OTHER_MOVE,))
    made = lessons.add_mistake(made, 0, ("+a5",))
    moves = [mistake.get("move") for mistake in lessons.parts(made)[0]["mistakes"]]
    assert moves[-2:] == ["+a5", "*"]
    said_to_any = lessons.parts(made)[0]["mistakes"][-1]["say"]
    row = next(row for row in lessons.text_rows(made, 0) if row.line == said_to_any)
    assert row.label.params["what"] == Message("workshop.mistake.any")
    for mistake in lessons.parts(made)[0]["mistakes"]:
        made = lessons.set_text(made, "en", mistake["say"], f"About {mistake['say']}.")
    runner = LessonRunner(read_lesson(json.dumps(made)))
    for code, line in (("+a5", moves.index("+a5")), ("+c3", len(moves) - 1)):
        assert runner.session.play_code(code) and not runner.check_decision()
        text = runner.view.coach.text
        said = lessons.parts(made)[0]["mistakes"][line]["say"]
        assert text is not None and text.id.endswith(f".{said}")
