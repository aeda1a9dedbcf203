"""Lessons: every one is played through on every way it shows, and by its typical mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar import new_game
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.ui.lessons import course
from tashkalar.ui.lessons.course import COMPLETED, COURSE, PROGRESS_KEY
from tashkalar.ui.lessons.lesson_file import Lesson, LessonCondition, LessonPart, read_lesson
from tashkalar.ui.lessons.lesson_runner import LessonRunner
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.text.catalogue import Catalogue
from tests.ui.table import said

FOLDER = Path(__file__).resolve().parents[3] / "static" / "lessons"
SCRIPTED = [id for id in COURSE if id != "first-game"]
PARTS = [
    (id, number)
    for id in SCRIPTED
    for number in range(len(json.loads((FOLDER / f"{id}.json").read_text())["parts"]))
]


def load(id: str) -> Lesson:
    return read_lesson((FOLDER / f"{id}.json").read_text(encoding="utf-8"))


def words(tutor: LessonRunner) -> str:
    """What the coach says."""
    text = tutor.view.coach.text
    return said(text) if text else ""


def line(tutor: LessonRunner) -> str:
    """Which line that is."""
    text = tutor.view.coach.text
    return text.id.rpartition(".")[2] if text else ""


def do(tutor: LessonRunner, code: str) -> bool:
    """Make a decision at the table, as the page does."""
    assert tutor.session.play_code(code), f"{code} is not possible after {tutor.decisions_in_part}"
    return tutor.check_decision()


def at(id: str, number: int) -> LessonRunner:
    """A lesson at the beginning of a part."""
    tutor = LessonRunner(load(id))
    while tutor.part_index < number:
        finish(tutor)
        assert tutor.start_next_part()
    return tutor


def finish(tutor: LessonRunner) -> None:
    """Let every step be shown, and do it."""
    for _ in range(20):
        view = tutor.view
        if view.coach.kind == "done":
            return
        assert words(tutor), f"nothing is said after {tutor.decisions_in_part}"
        assert view.can_show
        code = tutor.demonstrate_next()
        assert tutor.view.coach.kind == "show" and not tutor.view.can_show
        tutor.end_demonstration()
        assert code
        if view.coach.kind == "say":
            assert tutor.view.coach == view.coach  # as if nothing had happened
        assert do(tutor, code)
    raise AssertionError("the way that is shown has no end")


def test_the_course_is_what_lies_in_the_folder() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(COURSE)
    assert all(load(id).id == id for id in COURSE)


def test_every_line_has_words_and_every_word_is_said() -> None:
    needed = {"learn.other", "learn.shown", "learn.done"}
    for id in COURSE:
        lesson = load(id)
        needed |= {lesson.message_id(name) for name in lesson.line_ids}
    path = Path(__file__).resolve().parents[3] / "static/locale/en/lessons.json"
    assert needed == set(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("id", SCRIPTED)
def test_a_lesson_is_gone_through_by_what_it_shows(id: str) -> None:
    tutor = LessonRunner(load(id))
    for number, _ in enumerate(tutor.lesson.parts, 1):
        assert (tutor.view.part_number, tutor.view.part_count) == (number, len(tutor.lesson.parts))
        finish(tutor)
        view = tutor.view
        assert not view.can_show and tutor.session.moves == ()
        if view.goal and view.goal.state != "none":
            assert view.goal.state == "reached"
        if number < len(tutor.lesson.parts):
            assert view.can_start_next_part and not view.is_finished
            assert tutor.start_next_part()
    assert tutor.view.is_finished and not tutor.view.can_start_next_part
    assert not tutor.start_next_part()


@pytest.mark.parametrize(("id", "number"), PARTS)
def test_every_way_leads_to_the_end(id: str, number: int) -> None:
    for way in load(id).parts[number].ways:
        tutor = at(id, number)
        for step in way:
            codes = [move.code for move in tutor.session.moves]
            code = step if step in codes else next(c for c in codes if c.startswith(step[:-1]))
            assert do(tutor, code)
        assert tutor.view.coach.kind == "done", way


@pytest.mark.parametrize(("id", "number"), PARTS)
def test_whatever_leads_elsewhere_is_answered_and_taken_back(id: str, number: int) -> None:
    """At every step, every move there is: the lesson can always go on, and something is said."""
    tutor = at(id, number)
    for _ in range(20):
        if tutor.view.coach.kind == "done":
            break
        before, made = tutor.session.game.to_json(), tutor.decisions_in_part
        right = tutor.demonstrate_next()
        tutor.end_demonstration()
        for code in [move.code for move in tutor.session.moves]:
            if do(tutor, code):  # another way that the lesson knows
                tutor.session.undo_without_redo()
                tutor = replayed(tutor, made)
                continue
            assert tutor.view.coach.kind == "answer"
            assert "⟨" not in words(tutor)
            assert (tutor.session.game.to_json(), tutor.decisions_in_part) == (before, made)
            assert tutor.view.can_show
        assert right and do(tutor, right)
    assert tutor.view.coach.kind == "done"


def replayed(tutor: LessonRunner, made: tuple[str, ...]) -> LessonRunner:
    """The same lesson at the same place, after what was tried there."""
    fresh = at(tutor.lesson.id, tutor.part_index)
    for code in made:
        assert do(fresh, code)
    return fresh


MISTAKES: list[tuple[str, int, tuple[str, ...], str]] = [
    # lesson, part, decisions (a square after "?" is chosen in vain, with a card taken up), answer
    ("placing", 0, ("+a5",), "as-pointed"),
    ("placing", 0, ("~swordmaster",), "as-pointed"),
    ("placing", 0, ("+e6", "swordmaster?a5"), "now-him"),
    ("placing", 1, ("?f6",), "taken"),
    ("placing", 2, ("?a5",), "used-up"),
    ("pattern", 0, ("~swordmaster",), "discarded"),
    ("pattern", 0, ("+a5",), "not-yet"),
    ("pattern", 0, ("swordmaster?a5",), "no-pattern"),
    ("pattern", 1, ("+e5",), "gap"),
    ("pattern", 1, ("+e7",), "gap"),
    ("pattern", 1, ("swordmaster?e5",), "no-pattern"),
    ("turned", 0, ("bomb@g5",), "other-way"),
    ("turned", 0, ("+a5",), "bomb-first"),
    ("turned", 1, ("bomb@c6",), "also-right"),
    ("turned", 1, ("bomb?e4",), "look-again"),
    ("turned", 2, ("+d4",), "wrong-stone"),
    ("turned", 2, ("+e4", "bomb@d6"), "not-f6"),
    ("rank", 0, ("+a5",), "summon-instead"),
    ("rank", 1, ("swordmaster?e5",), "outranked"),
    ("rank", 1, ("+a5",), "to-c3"),
    ("rank", 2, ("chronicler@e5", "d5"), "the-one-on-top"),
    ("effects", 0, ("knight@e5", "-"), "too-early"),
    ("effects", 0, ("knight@e5", "e5-f5"), "towards-e7"),
    ("effects", 0, ("knight@e5", "?f6"), "not-onto-common"),
    ("effects", 1, ("messenger@g7", "-"), "may-but-do"),
    ("effects", 1, ("messenger@g7", "c4-c5"), "to-the-right"),
    ("effects", 1, ("messenger@g7", "h6-h7"), "the-heroic-one"),
    ("task", 0, ("+a6",), "not-green"),
    ("task", 0, ("?a5",), "taken"),
    ("task", 1, (".",), "points-lost"),
]


@pytest.mark.parametrize(("id", "number", "decisions", "answer"), MISTAKES)
def test_the_typical_mistake_has_an_answer_of_its_own(
    id: str, number: int, decisions: tuple[str, ...], answer: str
) -> None:
    tutor = at(id, number)
    for code in decisions:
        card, vain, square = code.partition("?")
        if vain:
            if card:
                tutor.session.click_card(card)
                tutor.clear_mistake_answer()
            assert not tutor.session.click_square(square)
            tutor.explain_rejected_square(square)
        else:
            do(tutor, code)
    assert (tutor.view.coach.kind, line(tutor)) == ("answer", answer)
    finish(tutor)  # from there it goes on


def test_each_mistake_of_a_file_is_tried_above() -> None:
    """But for those that only catch what is left over."""
    spare = {("pattern", "discarded"), ("rank", "between"), ("rank", "to-c3"), ("rank", "on-e5")}
    spare |= {("effects", "on-e5"), ("effects", "on-g7"), ("placing", "taken")}
    spare |= {("turned", "bomb-first"), ("turned", "look-again"), ("turned", "other-way")}
    written = {
        (id, mistake.say) for id in SCRIPTED for part in load(id).parts for mistake in part.mistakes
    }
    assert written == {(id, answer) for id, _, _, answer in MISTAKES} | (written & spare)


def test_the_first_being_comes_with_three_taps() -> None:
    """The first one places a piece; each is what is pointed at."""
    tutor = LessonRunner(load(COURSE[0]))
    session = tutor.session
    for _ in range(3):
        [target] = tutor.view.coach.highlighted_ids
        if target in session.game.board or len(target) == 2:
            assert session.click_square(target) and tutor.check_decision()
        else:
            session.click_card(target)
    assert session.game.last_move is not None and session.game.last_move.move.kind == "summon"
    assert tutor.view.coach.kind == "done"


def test_what_is_taken_up_changes_what_is_said() -> None:
    tutor = LessonRunner(load("pattern"))
    assert (line(tutor), tutor.view.coach.highlighted_ids) == ("card", ("swordmaster",))
    tutor.session.click_card("swordmaster")
    tutor.clear_mistake_answer()
    assert (line(tutor), tutor.view.coach.highlighted_ids) == ("square", ("e5",))
    tutor.session.cancel_selection()
    assert line(tutor) == "card"


def test_what_happened_is_spoken_of_in_that_turn_and_the_next() -> None:
    """Whose turn it was can be asked besides (docs/lessons.md)."""
    part = {"scenario": SCENARIO, "until": {"done": 40}, "done": "fine"}
    tutor = LessonRunner(read_lesson(json.dumps({**GOOD, "parts": [part]})))
    placed = [
        LessonCondition(event="place"),
        LessonCondition(event="place", by=1),
        LessonCondition(event="place", by=2),
    ]
    told = []
    for codes in (("+a5",), ("+b5", "."), ("+c5", "+d5", "."), ("+e5",)):
        for code in codes:
            assert do(tutor, code)
        told.append([tutor.is_condition_met(moment) for moment in placed])
    assert told == [[True, True, False]] * 2 + [[True, False, True], [True, True, True]]


def test_a_mistake_with_a_card_is_one_with_that_card_alone() -> None:
    hand = ["knight", "bomb"]
    seats: list[Any] = [{"school": "northern", "hand": hand}, {"school": "sylvan"}]
    mistakes = [{"say": "fine", "square": "e5", "card": "knight"}]
    part: dict[str, Any] = {"scenario": SCENARIO | {"seats": seats}, "done": "fine"}
    part |= {"until": {"done": 9}, "mistakes": mistakes}
    for card, answered in (("bomb", False), ("knight", True)):
        tutor = LessonRunner(read_lesson(json.dumps({**GOOD, "parts": [part]})))
        tutor.session.click_card(card)
        tutor.clear_mistake_answer()
        before = tutor.view.coach
        tutor.explain_rejected_square("d5")
        assert tutor.view.coach == before
        tutor.explain_rejected_square("e5")
        assert (tutor.view.coach != before) == answered


def test_a_part_can_begin_again() -> None:
    tutor = at("effects", 0)
    first = tutor.view
    do(tutor, "knight@e5")
    do(tutor, "e5-e6")
    tutor.restart()
    assert tutor.view == first and tutor.decisions_in_part == ()
    finish(tutor)
    tutor.restart()
    assert tutor.view == first
    # One that goes on begins where the part before it ended.
    tutor = at("placing", 2)
    finish(tutor)
    tutor.restart()
    assert tutor.decisions_in_part == () and set(tutor.session.game.board) == {"e5", "d5", "f6"}


def test_a_lesson_is_taken_up_where_it_was_left() -> None:
    assert LessonRunner(load("turned"), part=2).part_index == 2
    assert LessonRunner(load("placing"), part=2).part_index == 1  # the last one goes on from there


class TestTheFirstGame:
    @pytest.fixture(scope="class")
    @classmethod
    def spoken(cls) -> dict[str, list[str]]:
        """Lines of several whole games, each with what was to be decided when they came."""
        found: dict[str, list[str]] = {}
        for seed in range(6):
            tutor = LessonRunner(load("first-game"))
            players = GreedyPlayer(seed), GreedyPlayer(seed + 50)
            lines: list[str] = []
            for _ in range(1500):
                game = tutor.session.game
                if tutor.view.is_finished:
                    break
                assert game.player is not None
                assert tutor.is_opponent_due == (game.player == 2)
                if game.player == 1 and line(tutor) not in ("", *lines[-1:]):
                    lines.append(line(tutor))
                    found.setdefault(lines[-1], []).append(game.prompt.kind)
                move = players[game.player - 1].choose(
                    game.view(game.player), game.prompt, game.legal_moves()
                )
                assert do(tutor, move.code)
            assert tutor.view.is_finished and line(tutor) == "played"
            assert len(lines) == len(set(lines)), "something was said twice"
            assert lines[0] == "one-action"
        return found

    def test_it_is_the_preset(self) -> None:
        """R24.2, and the first turn has one action (R5.1)."""
        game = LessonRunner(load("first-game")).session.game
        same = new_game(
            *("high-form", ["northern", "southern"]),
            seed="first steps",
            options={"legends": False},
        )
        assert game.state.decks == same.state.decks and game.state.actions == 1

    def test_each_first_is_spoken_of(self, spoken: dict[str, list[str]]) -> None:
        part = load("first-game").parts[0]
        assert {line.say for line in part.lines} - set(spoken) == set()

    def test_at_the_right_moment(self, spoken: dict[str, list[str]]) -> None:
        assert set(spoken["two-actions"]) | set(spoken["tasks"]) == {"turn"}
        assert set(spoken["claim"]) | set(spoken["draw"]) == {"end"}
        assert not {"turn", "end"} & set(spoken["effect"])


# -- the file ------------------------------------------------------------------------------------

SCENARIO: dict[str, Any] = {
    "form": "duel",
    "seats": [{"school": "northern"}, {"school": "sylvan"}],
    "board": {},
}
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
    tutor = LessonRunner(lesson)
    code = tutor.demonstrate_next()
    tutor.end_demonstration()
    assert code and do(tutor, code)
    words = Catalogue({"en": {}}, language="fr")
    course.merge_lesson_words(words, lesson)
    assert words.translate(tutor.view.coach.text or "") == "Fine!"  # there is no French for it
    assert words.translate(tutor.view.title) == "Mine"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"format": "save"}, "format"),
        ({"v": 2}, "newer version"),
        ({"v": 0}, "v"),
        ({"id": "Mine!"}, "id"),
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
        ({"parts": [{"scenario": SCENARIO, "opponent": 5}]}, "opponent"),
        ({"words": {"fr": {}}}, "words.en"),
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
        assert course.read_progress(store) == {} and course.first_unfinished_lesson({}) == "placing"
        assert course.save_progress(store, "placing", 2) is None
        assert course.read_progress(store) == {"placing": 2}
        course.save_progress(store, "placing", 1)  # done again
        assert course.read_progress(store) == {"placing": 2}
        course.save_progress(store, "placing", COMPLETED)
        course.save_progress(store, "placing", 1)
        course.save_progress(store, "pattern", 1)
        assert course.read_progress(store) == {"placing": COMPLETED, "pattern": 1}
        assert course.first_unfinished_lesson(course.read_progress(store)) == "pattern"
        assert course.first_unfinished_lesson(dict.fromkeys(COURSE, COMPLETED)) is None

    @pytest.mark.parametrize(
        "text", ["", "{", "[]", '{"placing": "2"}', '{"placing": true}', '{"x": 1}', '{"task": 99}']
    )
    def test_what_is_wrong_is_left_out(self, text: str) -> None:
        store = MemoryStore()
        store.set(PROGRESS_KEY, text)
        assert course.read_progress(store) == {}

    def test_a_store_that_takes_nothing(self) -> None:
        class Full(MemoryStore):
            def set(self, key: str, text: str) -> None:
                raise StoreError("full")

        told = course.save_progress(Full(), "placing", 1)
        assert told is not None and "⟨" not in said(told)
