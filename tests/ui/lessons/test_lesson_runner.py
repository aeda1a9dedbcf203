"""Tests of the lessons: each is played in every way it shows, and with its typical mistakes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Piece, new_game
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.features.lessons import course
from tashkalar.features.lessons.course import COMPLETED, PROGRESS_KEY, read_course
from tashkalar.features.lessons.entrance import (
    ENTRANCE_ID,
    KNOWN_LESSONS,
    entrance_row,
    mark_known_lessons,
)
from tashkalar.features.lessons.lesson_file import (
    COMMON_LINES,
    LessonCondition,
    LessonPart,
    read_lesson,
)
from tashkalar.features.lessons.lesson_game import COPY_NOTICE
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.screen.prompt import prompt_view
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tests.ui.lessons.files import COURSE, FOLDER, GAMES, THE_COURSE, load
from tests.ui.lessons.mistakes import MISTAKES
from tests.ui.table import catalogue_in, said

AIMS = (
    *("both", "summon", "step", "because", "costs", "lack", "threat", "task", "fulfilled"),
    *("asked", "answer", "claim", "end"),
)
PREVIEWS = ("square", "choice", "taken-up", "costs.one", "costs.other")
SCRIPTED = [ENTRANCE_ID, *(id for id in COURSE if id not in GAMES)]
PARTS = [
    (id, number)
    for id in SCRIPTED
    for number in range(len(json.loads((FOLDER / f"{id}.json").read_text())["parts"]))
]


def words(runner: LessonRunner) -> str:
    """Return the words of the coach."""
    text = runner.view.coach.text
    return said(text) if text else ""


def line(runner: LessonRunner) -> str:
    """Return the key of the coach's line."""
    text = runner.view.coach.text
    return text.id.rpartition(".")[2] if text else ""


def do(runner: LessonRunner, code: str) -> bool:
    """Make a decision at the table, as the page does."""
    assert runner.session.play_code(code), (
        f"{code} is not possible after {runner.decisions_in_part}"
    )
    return runner.check_decision()


def at(id: str, number: int) -> LessonRunner:
    """A lesson at the beginning of a part."""
    runner = LessonRunner(load(id))
    while runner.part_index < number:
        finish(runner)
        assert runner.start_next_part()
    return runner


def finish(runner: LessonRunner) -> None:
    """Let every step be shown, and do it."""
    for _ in range(20):
        view = runner.view
        if view.coach.kind == "done":
            return
        assert words(runner), f"nothing is said after {runner.decisions_in_part}"
        assert view.can_show
        code = runner.demonstrate_next()
        assert runner.view.coach.kind == "show" and not runner.view.can_show
        runner.end_demonstration()
        assert code
        if view.coach.kind == "say":
            assert runner.view.coach == view.coach  # as if nothing had happened
        assert do(runner, code)
    raise AssertionError("the way that is shown has no end")


def test_the_course_is_what_lies_in_the_folder() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {
        "course",
        "pictures",
        ENTRANCE_ID,
        *COURSE,
    }
    assert all(load(id).id == id for id in COURSE)


def test_every_line_has_words_and_every_word_is_said() -> None:
    needed = {"learn.other", "learn.undone", "learn.shown", "learn.reply", "learn.done"}
    needed.add(COPY_NOTICE.id)
    needed |= {f"learn.aim.{name}" for name in AIMS}
    needed |= {f"learn.preview.{name}" for name in PREVIEWS}
    needed |= {f"learn.card.{name}" for name in ("square", "squares", "unfit", "discard", "line")}
    needed |= {f"learn.tap.{name}" for name in ("buttons", "effect", "spent", "occupied", "lacks")}
    needed |= {f"learn.chapter.{chapter.id}" for chapter in THE_COURSE.chapters}
    for id in (ENTRANCE_ID, *COURSE):
        lesson = load(id)
        needed |= {lesson.message_id(name) for name in lesson.line_ids}
    path = Path(__file__).resolve().parents[3] / "static/locale/en/lessons.json"
    assert needed == set(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_is_short(language: str) -> None:
    path = FOLDER.parent / "locale" / language / "lessons.json"
    lines = json.loads(path.read_text(encoding="utf-8"))
    assert {key: len(text) for key, text in lines.items() if len(text) > 140} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_is_short_after_the_word_that_it_is_undone(language: str) -> None:
    words = catalogue_in(language)
    answers = {
        load(id).message_id(mistake.say)
        for id in SCRIPTED
        for part in load(id).parts
        for mistake in part.mistakes
        if mistake.move
    }
    said = (words.text("learn.undone", text=words.text(key)) for key in answers)
    assert [text for text in said if len(text) > 152] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_says_again_that_a_step_is_undone(language: str) -> None:
    """The coach puts that word before an answer, so the answer itself is without it."""
    path = FOLDER.parent / "locale" / language / "lessons.json"
    lines = json.loads(path.read_text(encoding="utf-8"))
    undone = lines.pop("learn.undone").split(".")[0].lower()
    assert [key for key, text in lines.items() if undone in text.lower()] == []


def test_what_is_said_in_all_languages_twice_is_written_once() -> None:
    """Lines of the coach that several lessons say are shared; titles may be alike."""
    catalogues = [catalogue_in(language) for language in LANGUAGES]
    keys: dict[tuple[str, ...], set[str]] = {}
    for id in SCRIPTED:
        lesson = load(id)
        for name in lesson.line_ids:
            key = lesson.message_id(name)
            keys.setdefault(tuple(words.text(key) for words in catalogues), set()).add(key)
    assert [same for same in keys.values() if len(same) > 1] == []


def test_only_a_decision_that_was_taken_back_is_called_undone() -> None:
    told: dict[bool, set[bool]] = {}
    for id, number, decisions, _ in MISTAKES:
        if len(decisions) == 1:
            runner = at(id, number)
            card, vain, square = decisions[0].partition("?")
            if vain:
                if card:
                    runner.session.click_card(card)
                    runner.clear_mistake_answer()
                runner.session.click_square(square)
                runner.follow_square(square)
            else:
                do(runner, decisions[0])
                while runner.show_next_consequence():
                    pass
            told.setdefault(bool(vain), set()).add(runner.view.coach.is_undone)
    assert told == {True: {False}, False: {True}}


@pytest.mark.parametrize("id", COURSE)
def test_a_lesson_names_its_one_idea(id: str) -> None:
    assert json.loads((FOLDER / f"{id}.json").read_text(encoding="utf-8")).get("idea")


@pytest.mark.parametrize("id", SCRIPTED)
def test_a_lesson_is_gone_through_by_what_it_shows(id: str) -> None:
    runner = LessonRunner(load(id))
    for number, _ in enumerate(runner.lesson.parts, 1):
        assert (runner.view.part_number, runner.view.part_count) == (
            number,
            len(runner.lesson.parts),
        )
        finish(runner)
        view, goal = runner.view, runner.goal_view("en")
        assert not view.can_show and runner.session.moves == ()
        if goal and goal.state != "none":
            assert goal.state == "reached"
        if number < len(runner.lesson.parts):
            assert view.can_start_next_part and not view.is_finished
            assert runner.start_next_part()
    assert runner.view.is_finished and not runner.view.can_start_next_part
    assert not runner.start_next_part()


@pytest.mark.parametrize(("id", "number"), PARTS)
def test_a_part_has_hints_in_three_grades_and_an_answer_to_a_mistake(id: str, number: int) -> None:
    part = load(id).parts[number]
    assert len(part.hints) == 3 and part.mistakes and part.ways


@pytest.mark.parametrize(("id", "number"), PARTS)
def test_every_way_leads_to_the_end(id: str, number: int) -> None:
    """A line that is said again after a decision does not point at what was chosen."""
    for way in load(id).parts[number].ways:
        runner = at(id, number)
        for step in way:
            codes = [move.code for move in runner.session.moves]
            code = next(code for code in codes if fnmatchcase(code, step))
            said_before = line(runner)
            assert do(runner, code)
            coach = runner.view.coach
            if line(runner) == said_before:
                chosen = {code, code.partition("@")[0], *re.findall("[a-i][1-9]", code)}
                assert not chosen & set(coach.highlighted_ids), (code, words(runner))
        assert runner.view.coach.kind == "done", way


@pytest.mark.parametrize(("id", "number"), PARTS)
def test_whatever_leads_elsewhere_is_answered_and_taken_back(id: str, number: int) -> None:
    """At every step, every move there is: the lesson can always go on, and something is said."""
    runner = at(id, number)
    for _ in range(20):
        if runner.view.coach.kind == "done":
            break
        before, decision_count = runner.session.game.to_json(), runner.decisions_in_part
        right = runner.demonstrate_next()
        runner.end_demonstration()
        if runner.is_opponent_due:  # the page plays what the way says
            assert right and do(runner, right)
            continue
        for code in [move.code for move in runner.session.moves]:
            if do(runner, code):  # another way that the lesson knows
                runner.session.undo_without_redo()
                runner = replayed(runner, decision_count)
                continue
            while runner.show_next_consequence():
                assert runner.session.moves == () and not runner.can_undo
            assert runner.view.coach.kind == "answer"
            assert "⟨" not in words(runner)
            assert (runner.session.game.to_json(), runner.decisions_in_part) == (
                before,
                decision_count,
            )
            assert runner.view.can_show
        assert right and do(runner, right)
    assert runner.view.coach.kind == "done"


def replayed(runner: LessonRunner, made: tuple[str, ...]) -> LessonRunner:
    """The same lesson at the same place, after what was tried there."""
    fresh = at(runner.lesson.id, runner.part_index)
    for code in made:
        assert do(fresh, code)
    return fresh


@pytest.mark.parametrize(("id", "number", "decisions", "answer"), MISTAKES)
def test_the_typical_mistake_has_an_answer_of_its_own(
    id: str, number: int, decisions: tuple[str, ...], answer: str
) -> None:
    runner = at(id, number)
    for code in decisions:
        card, vain, square = code.partition("?")
        if vain:
            if card:
                runner.session.click_card(card)
                runner.clear_mistake_answer()
            assert not runner.session.click_square(square)
            runner.follow_square(square)
        else:
            do(runner, code)
    while runner.show_next_consequence():
        pass
    assert (runner.view.coach.kind, line(runner)) == ("answer", answer)
    finish(runner)  # from there it goes on


def test_each_mistake_of_a_file_is_tried_above() -> None:
    """Lines that only catch other mistakes are left out."""
    spare = {("rank", "between"), ("rank", "on-e5"), ("rank", "outranked"), ("moves", "on-f7")}
    written = {
        (id, mistake.say.removeprefix(COMMON_LINES))
        for id in SCRIPTED
        for part in load(id).parts
        for mistake in part.mistakes
    }
    assert spare <= written
    assert written - spare == {(id, answer) for id, _, _, answer in MISTAKES}


def test_the_first_being_comes_with_three_taps() -> None:
    """The first tap places a piece; each tap follows the pointer of the coach."""
    runner = LessonRunner(load(COURSE[0]))
    session = runner.session
    for _ in range(3):
        [target] = runner.view.coach.highlighted_ids
        if target in session.game.board or len(target) == 2:
            assert session.click_square(target) and runner.check_decision()
        else:
            session.click_card(target)
    assert session.game.last_move is not None and session.game.last_move.move.kind == "summon"
    assert runner.view.coach.kind == "done"


def test_what_is_taken_up_changes_what_is_said() -> None:
    runner = LessonRunner(load("pattern"))
    assert (line(runner), runner.view.coach.highlighted_ids) == ("card", ("swordmaster",))
    runner.session.click_card("swordmaster")
    runner.clear_mistake_answer()
    assert (line(runner), runner.view.coach.highlighted_ids) == ("square", ("e5",))
    runner.session.cancel_selection()
    assert line(runner) == "card"


def test_what_happened_is_spoken_of_in_that_turn_and_the_next() -> None:
    """A condition can also name whose turn it was (docs/lessons.md)."""
    part = {"scenario": SCENARIO, "until": {"done": 40}, "done": "fine"}
    runner = LessonRunner(read_lesson(json.dumps({**GOOD, "parts": [part]})))
    placed = [
        LessonCondition(event="place"),
        LessonCondition(event="place", by=1),
        LessonCondition(event="place", by=2),
    ]
    results = []
    for codes in (("+a5",), ("+b5", "."), ("+c5", "+d5", "."), ("+e5",)):
        for code in codes:
            assert do(runner, code)
        results.append([runner.is_condition_met(moment) for moment in placed])
    assert results == [[True, True, False]] * 2 + [[True, False, True], [True, True, True]]


def test_a_mistake_with_a_card_is_one_with_that_card_alone() -> None:
    hand = ["knight", "bomb"]
    seats: list[Any] = [{"school": "northern", "hand": hand}, {"school": "sylvan"}]
    mistakes = [{"say": "fine", "square": "e5", "card": "knight"}]
    part: dict[str, Any] = {"scenario": SCENARIO | {"seats": seats}, "done": "fine"}
    part |= {"until": {"done": 9}, "mistakes": mistakes}
    for card, answered in (("bomb", False), ("knight", True)):
        runner = LessonRunner(read_lesson(json.dumps({**GOOD, "parts": [part]})))
        runner.session.click_card(card)
        runner.clear_mistake_answer()
        runner.follow_square("d5")
        before = line(runner)
        runner.follow_square("e5")
        assert (before, line(runner)) == ("unfit", "fine" if answered else "unfit")


def test_a_part_can_begin_again() -> None:
    runner = at("effects", 0)
    first = runner.view
    do(runner, "champion@e5")
    runner.restart()
    assert runner.view == first and runner.decisions_in_part == ()
    finish(runner)
    runner.restart()
    assert runner.view == first


def in_two_parts() -> LessonRunner:
    """A lesson whose second part goes on where the first ends, with a goal of its own."""
    board = {"e4": "1 common"}
    first = {"scenario": SCENARIO | {"board": board}, "until": {"done": 1}, "ways": [["+*"]]}
    second = {"goal": {"piece": {"a5": "1 common"}}, "ways": [["+a5"]]}
    return LessonRunner(read_lesson(json.dumps({**GOOD, "parts": [first, second]})))


def test_a_part_can_go_on_where_the_part_before_it_ended() -> None:
    runner = in_two_parts()
    assert runner.goal_view("en") is None
    assert do(runner, "+c3") and runner.start_next_part()
    goal = runner.goal_view("en")
    assert goal is not None and goal.state == "open"
    assert do(runner, "+a5") and runner.view.is_finished
    goal = runner.goal_view("en")
    assert goal is not None and goal.state == "reached"
    runner.restart()
    assert runner.decisions_in_part == () and set(runner.session.game.board) == {"e4", "c3"}
    assert LessonRunner(runner.lesson, part=1).part_index == 0


def test_a_lesson_is_taken_up_where_it_was_left() -> None:
    assert LessonRunner(load("turned"), part=2).part_index == 2


def test_the_last_decision_of_a_part_can_be_taken_back() -> None:
    runner = at("placing", 1)
    assert not runner.view.can_undo and not runner.undo()
    finish(runner)
    view = runner.view
    assert view.can_undo and view.can_restart and view.is_finished
    assert runner.undo() and runner.decisions_in_part[-1:] != (".",)
    assert runner.view.coach.kind == "say" and runner.session.moves
    assert not runner.view.can_restart and not runner.view.is_finished
    assert runner.undo() and runner.undo() and not runner.undo()
    finish(runner)
    assert runner.view.is_finished


def test_hints_come_before_the_move_is_shown() -> None:
    runner = at("pattern", 1)
    for name in ("build-where", "build-what", "build-move"):
        assert runner.view.has_hint and runner.give_hint()
        assert (runner.view.coach.kind, line(runner)) == ("hint", name)
    assert not runner.view.has_hint and not runner.give_hint()
    assert runner.view.can_show
    assert do(runner, "+e6") and runner.view.has_hint
    assert (runner.view.coach.kind, line(runner)) == ("say", "now-card")
    finish(runner)
    assert not runner.give_hint()


def test_what_follows_a_mistake_is_shown_and_taken_back() -> None:
    runner = at("task", 0)
    assert do(runner, "+g7")
    before = runner.session.game.to_json()
    assert not do(runner, ".")
    assert runner.is_showing_consequences and not runner.undo() and not runner.give_hint()
    assert (runner.view.coach.kind, line(runner)) == ("show", "reply")
    assert runner.show_next_consequence() and runner.session.game.board["c7"].owner == 2
    assert not runner.show_next_consequence() and not runner.is_showing_consequences
    assert runner.session.game.to_json() == before and line(runner) == "points-lost"
    assert do(runner, "=green-conquest") and runner.view.is_finished


def test_a_reply_can_name_the_level_that_has_played_it() -> None:
    runner = at("sylvan-2", 0)
    [after] = {mistake.after for mistake in runner.part.mistakes if mistake.after.level}
    assert after == ((".", "assassin@f5"), "adept")
    before = runner.session.game.to_json()
    assert not do(runner, "+a5")
    assert runner.show_next_consequence() and runner.session.game.player == 2
    assert runner.show_next_consequence() and "e6" not in runner.session.game.board
    assert not runner.show_next_consequence() and runner.session.game.to_json() == before
    assert (runner.view.coach.kind, line(runner)) == ("answer", "still-there")


def test_the_opponent_of_a_part_with_ways_decides_what_the_way_says() -> None:
    runner = at("one-short", 1)
    seat, session = SeatNumber(2), runner.session
    session.seating.opponents.assign_level(seat, "novice")
    assert do(runner, "+d5") and do(runner, ".")
    assert line(runner) == "wait" and runner.view.can_show is runner.view.can_undo is False
    assert session.seating.viewer == 1, "the hand of the opponent is not shown"
    offered = [choice.action for choice in build_screen(session).prompt.choices]
    assert offered == ["hurry"], "the learner cannot take the seat of the lesson's opponent"
    while runner.is_opponent_due:
        assert session.play_for_computer() and runner.check_decision()
    assert runner.decisions_in_part == ("+d5", ".", "messenger@d3", "-", "+h5", ".")
    assert line(runner) == "last" and runner.view.can_show and runner.undo()
    assert runner.decisions_in_part == ("+d5",), "back to the learner's own last decision"


def test_what_the_coach_has_asked_for_is_no_mistake() -> None:
    runner = at("rank", 1)
    runner.session.click_card("swordmaster")
    assert line(runner) == "try-there"
    assert not runner.session.click_square("e5")
    runner.follow_square("e5")
    assert (runner.view.coach.kind, line(runner)) == ("say", "outranked")


def test_one_tap_places_what_a_card_lacks() -> None:
    """With a card up, one tap places the piece that the card lacks; other squares are shown."""
    runner = at("placing", 0)
    runner.session.click_card("swordmaster")
    assert not runner.session.tap_square("e5")
    runner.follow_square("e5")
    assert (runner.view.coach.kind, line(runner)) == ("answer", "one-missing")
    assert runner.session.tap_square("e6") and runner.check_decision()
    assert line(runner) == "come"
    assert runner.session.tap_square("e5"), "the only square of the card is shown already"


Spoken = dict[str, list[str]]


@cache
def spoken_in(id: str) -> Spoken:
    """Return the coach's lines in whole games, each with the decisions that were due."""
    found: Spoken = {}
    for seed in range(6 if id == "first-game" else 4):
        runner = LessonRunner(load(id))
        players = GreedyPlayer(seed), GreedyPlayer(seed + 50)
        lines: list[str] = []
        for _ in range(1500):
            game = runner.session.game
            if runner.view.is_finished:
                break
            assert game.player is not None
            assert runner.is_opponent_due == (game.player == 2)
            coach = runner.view.coach.text
            if coach is not None and coach.id.startswith("learn.aim."):
                assert game.player == 1 and "⟨" not in said(coach)
                found.setdefault(coach.id, []).append(game.prompt.kind)
            elif game.player == 1 and line(runner) not in ("", *lines[-1:]):
                lines.append(line(runner))
                found.setdefault(lines[-1], []).append(game.prompt.kind)
            move = players[game.player - 1].choose(
                game.view(game.player), game.prompt, game.legal_moves()
            )
            assert do(runner, move.code)
        assert runner.view.is_finished and line(runner) == "played"
        runner.session.has_next_lesson = True
        choices = prompt_view(runner.session).choices
        assert [choice.action for choice in choices] == ["result", "go-on"]
        assert len(lines) == len(set(lines)), "something was said twice"
        assert lines[0] == load(id).parts[0].lines[0].say
    return found


class TestWholeGames:
    def test_it_is_the_preset(self) -> None:
        """R24.2, and the first turn has one action (R5.1)."""
        game = LessonRunner(load("first-game")).session.game
        same = new_game(
            *("high-form", ["northern", "southern"]),
            seed="first steps",
            options={"legends": False},
        )
        assert game.state.decks == same.state.decks and game.state.actions == 1

    @pytest.mark.parametrize("id", GAMES)
    def test_each_first_is_spoken_of(self, id: str) -> None:
        assert {line.say for line in load(id).parts[0].lines} - set(spoken_in(id)) == set()

    def test_what_to_aim_at(self) -> None:
        assert set(spoken_in("first-game")) >= {"learn.aim.both", "learn.aim.task"}

    def test_at_the_right_moment(self) -> None:
        spoken = spoken_in("first-game")
        assert set(spoken["two-actions"]) | set(spoken["tasks"]) == {"turn"}
        assert set(spoken["claim"]) | set(spoken["draw"]) == {"end"}
        assert not {"turn", "end"} & set(spoken["effect"])
        # Most first beings come with the last action: the line does not wait for another being.
        assert "end" in spoken["summoned"]

    def test_legends_are_dealt(self) -> None:
        """R4: the lesson about legends and the Duel are games with all cards."""
        for id, form in (("first-duel", "duel"), ("first-legends", "high-form")):
            game = LessonRunner(load(id)).session.game
            assert game.setup.form == form
            assert [len(held) for held in game.state.legends] == [2, 2]
            assert [len(held) for held in game.state.hands] == [3, 3]


# -- the file ------------------------------------------------------------------------------------

SCENARIO: dict[str, Any] = {
    "form": "duel",
    "seats": [{"school": "northern"}, {"school": "sylvan"}],
    "board": {},
}
REPLY = {"say": "fine", "move": "+*"}
GOOD: dict[str, Any] = {
    "format": "tashkalar-lesson",
    "v": 1,
    "id": "mine",
    "parts": [{"scenario": SCENARIO, "until": {"done": 1}, "ways": [["+*"]], "done": "fine"}],
    "words": {"en": {"title": "Mine", "about": "A lesson.", "fine": "Fine!"}},
}


def test_a_lesson_can_bring_its_own_words() -> None:
    lesson = read_lesson(json.dumps(GOOD))
    assert lesson.words["en"]["fine"] == "Fine!"
    runner = LessonRunner(lesson)
    code = runner.demonstrate_next()
    runner.end_demonstration()
    assert code and do(runner, code)
    words = Catalogue({"en": {}}, language="fr")
    course.merge_lesson_words(words, lesson)
    assert words.translate(runner.view.coach.text or "") == "Fine!"  # there is no French for it
    assert words.translate(runner.view.title) == "Mine"
    # Readers of English see another language, rather than nothing.
    italian = read_lesson(json.dumps(GOOD | {"words": {"it": {"title": "Mia", "fine": "Bene!"}}}))
    words = Catalogue({"en": {}}, language="en")
    course.merge_lesson_words(words, italian)
    assert words.translate(runner.view.coach.text or "") == "Bene!"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"format": "save"}, "format"),
        ({"v": 3}, "newer version"),
        ({"v": 0}, "v"),
        ({"id": "Mine!"}, "id"),
        ({"idea": "x" * 141}, "idea"),
        ({"parts": []}, "parts"),
        ({"parts": [{"until": {"done": 1}}]}, "first part"),
        ({"parts": [{"scenario": SCENARIO, "preset": "first-game"}]}, r"parts\[0\]"),
        ({"parts": [{"preset": "chess"}]}, r"parts\[0\].preset"),
        ({"parts": [{"scenario": 7}]}, r"parts\[0\].scenario"),
        ({"parts": [{"scenario": {**SCENARIO, "form": "chess"}}]}, r"parts\[0\].scenario.form"),
        ({"parts": [{"scenario": SCENARIO, "ways": [[]]}]}, r"ways\[0\]"),
        ({"parts": [{"scenario": SCENARIO, "until": {"noon": 12}}]}, "until.noon"),
        ({"parts": [{"scenario": SCENARIO, "until": {"done": -1}}]}, "until.done"),
        ({"parts": [{"scenario": SCENARIO, "until": {"over": 1}}]}, "until.over"),
        ({"parts": [{"scenario": SCENARIO, "coach": [{}]}]}, r"coach\[0\].say"),
        ({"parts": [{"scenario": SCENARIO, "mistakes": [{"say": "a"}]}]}, r"mistakes\[0\]"),
        (
            {"parts": [{"scenario": SCENARIO, "mistakes": [{"say": "a", "square": "k9"}]}]},
            r"mistakes\[0\].square",
        ),
        (
            {"parts": [{"scenario": SCENARIO, "mistakes": [{**REPLY, "after": []}]}]},
            r"mistakes\[0\].after",
        ),
        (
            {
                "parts": [
                    {"scenario": SCENARIO, "mistakes": [{**REPLY, "after": {"level": "adept"}}]}
                ]
            },
            r"mistakes\[0\].after",
        ),
        (
            {
                "parts": [
                    {
                        "scenario": SCENARIO,
                        "mistakes": [{**REPLY, "after": {"codes": ["."], "level": "wizard"}}],
                    }
                ]
            },
            r"mistakes\[0\].after.level",
        ),
        ({"parts": [{"scenario": SCENARIO, "opponent": 5}]}, "opponent"),
        ({"words": {}}, "words: a language"),
        ({"words": {"en": {"Title": "x"}}}, "words.en"),
        ({"words": {"en": {"title": "x" * 500}}}, "words.en.title"),
        ({"more": 1}, "more"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_file_is_named(change: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        read_lesson(json.dumps({**GOOD, **change}))


@pytest.mark.parametrize("text", ["", "[]", "7", "{", '{"format": 1}'])
def test_what_is_no_lesson(text: str) -> None:
    with pytest.raises(ValueError):
        read_lesson(text)


def test_a_part_is_a_value() -> None:
    part = read_lesson(json.dumps(GOOD)).parts[0]
    assert isinstance(part, LessonPart) and part.ways == (("+*",),) and part.opponent is None


# -- progress ------------------------------------------------------------------------------------


class TestProgress:
    def test_is_kept(self) -> None:
        store = MemoryStore()
        assert (
            course.read_progress(store, THE_COURSE) == {}
            and course.first_unfinished_lesson(THE_COURSE, {}) == "placing"
        )
        assert course.save_progress(store, "placing", 2) is None
        assert course.read_progress(store, THE_COURSE) == {"placing": 2}
        course.save_progress(store, "placing", 1)  # done again
        assert course.read_progress(store, THE_COURSE) == {"placing": 2}
        course.save_progress(store, "placing", COMPLETED)
        course.save_progress(store, "placing", 1)
        course.save_progress(store, "pattern", 1)
        assert course.read_progress(store, THE_COURSE) == {"placing": COMPLETED, "pattern": 1}
        assert (
            course.first_unfinished_lesson(THE_COURSE, course.read_progress(store, THE_COURSE))
            == "pattern"
        )
        assert course.first_unfinished_lesson(THE_COURSE, dict.fromkeys(COURSE, COMPLETED)) is None

    @pytest.mark.parametrize(
        "text", ["", "{", "[]", '{"placing": "2"}', '{"placing": true}', '{"x": 1}', '{"task": 99}']
    )
    def test_what_is_wrong_is_left_out(self, text: str) -> None:
        store = MemoryStore()
        store.set(PROGRESS_KEY, text)
        assert course.read_progress(store, THE_COURSE) == {}

    def test_a_store_that_takes_nothing(self) -> None:
        class Full(MemoryStore):
            def set(self, key: str, text: str) -> None:
                raise StoreError("full")

        notice = course.save_progress(Full(), "placing", 1)
        assert notice is not None and "⟨" not in said(notice)


# -- the course ----------------------------------------------------------------------------------


def test_a_course_has_chapters() -> None:
    assert [chapter.id for chapter in THE_COURSE.chapters][:2] == ["first-steps", "planning"]
    assert COURSE[0] == "placing"


def test_each_chapter_ends_with_a_review_of_earlier_lessons() -> None:
    """Each position of a review is one of a lesson before it, turned over and without pointers."""
    for chapter in THE_COURSE.chapters:
        assert chapter.lesson_ids[-1] == f"review-{chapter.id}"
        earlier = COURSE[: COURSE.index(chapter.lesson_ids[-1])]
        known = {
            pieces(part.start.board, mirrored=True)
            for id in earlier
            for part in load(id).parts
            if part.start is not None
        }
        for part in load(chapter.lesson_ids[-1]).parts:
            assert part.start and pieces(part.start.board) in known
            assert not any(line.at for line in part.lines)


def test_what_is_solved_without_help_is_marked_as_known() -> None:
    """Of five positions the first is solved at once, the second after a hint, the third wrongly."""
    store = MemoryStore()
    runner = LessonRunner(load(ENTRANCE_ID))
    assert len(runner.lesson.parts) == len(KNOWN_LESSONS) == 5
    assert entrance_row(THE_COURSE, {}) is not None
    for number in range(5):
        if number == 1:
            runner.give_hint()
        if number == 2:
            wrong = next(m.code for m in runner.session.moves if m.kind == "discard")
            assert not do(runner, wrong)
        for step in runner.part.ways[0]:
            codes = [move.code for move in runner.session.moves]
            assert do(runner, next(code for code in codes if fnmatchcase(code, step)))
        assert mark_known_lessons(store, runner) is None
        runner.start_next_part()
    known = course.read_progress(store, THE_COURSE)
    assert known == dict.fromkeys(("placing", "pattern", "stays", "moves", "effects"), COMPLETED)
    everything = {id: COMPLETED for ids in KNOWN_LESSONS for id in ids}
    assert entrance_row(THE_COURSE, everything) is None


def pieces(board: Mapping[str, Piece], *, mirrored: bool = False) -> frozenset[tuple[str, Piece]]:
    """Return the pieces of a board, or of its mirror image, in which file a is file i."""
    return frozenset(
        (f"{'ihgfedcba'['abcdefghi'.index(square[0])]}{square[1]}" if mirrored else square, piece)
        for square, piece in board.items()
    )


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"format": "tashkalar-lesson"}, "format"),
        ({"v": 3}, "newer version"),
        ({"id": "mine"}, "lessons: is missing"),
        ({"id": "mine", "lessons": [], "words": {"en": {}}}, "other lessons"),
        ({"chapters": []}, "a lesson is needed"),
        ({"chapters": [{"id": "one"}]}, r"chapters\[0\]"),
        ({"chapters": [{"id": "one", "lessons": []}]}, r"chapters\[0\].lessons"),
        ({"chapters": [{"id": "One", "lessons": ["a"]}]}, r"chapters\[0\].id"),
        ({"chapters": [{"id": "one", "lessons": ["../a"]}]}, r"chapters\[0\].lessons\[0\]"),
        ({"chapters": [{"id": "one", "lessons": ["a", "a"]}]}, "twice"),
        ({"more": 1}, "more"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_course_is_named(change: dict[str, Any], named: str) -> None:
    chapters = [{"id": "one", "lessons": ["a", "b"]}]
    good = {"format": "tashkalar-course", "v": 1, "chapters": chapters}
    assert read_course(json.dumps(good)).lesson_ids == ("a", "b")
    with pytest.raises(ValueError, match=named):
        read_course(json.dumps(good | change))
