"""Tests of the coach while a finger chooses: no tap that changes the board leaves its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import partial

import pytest

from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.position.board import SQUARE_OF
from tashkalar.position.move import Message
from tashkalar.ui.screen.prompt import prompt_view
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.ui.lessons.files import load
from tests.ui.lessons.test_lesson_runner import PARTS, at, do
from tests.ui.previews import compute_preview
from tests.ui.table import catalogue_in

Tap = Callable[[LessonRunner], bool]


def tap_square(runner: LessonRunner, square: str) -> bool:
    """Tap a square, as the page does; return whether that decided."""
    if runner.session.tap_square(square):
        return True
    runner.follow_square(square)
    return False


def tap_card(runner: LessonRunner, card: str) -> bool:
    """Tap a card of the hand; return whether that decided."""
    decided = runner.session.click_card(card)
    if not decided:
        runner.follow_card()
    return decided


def tap_option(runner: LessonRunner, code: str) -> bool:
    """Tap the button of an option."""
    return runner.session.tap_option(code)


def tap_task(runner: LessonRunner, code: str) -> bool:
    """Tap the row of a task that can be claimed."""
    return runner.session.click_task(code)


def moments(id: str, number: int) -> Iterator[LessonRunner]:
    """Return the part before each of the learner's decisions on its first way."""
    runner = at(id, number)
    for step in runner.part.ways[0]:
        if runner.session.moves:
            yield runner
        codes = [move.code for move in runner.session.game.legal_moves()]
        if runner.is_opponent_due:
            runner.session.game.play(next(code for code in codes if fnmatchcase(code, step)))
            assert runner.check_decision()
        else:
            assert do(runner, next(code for code in codes if fnmatchcase(code, step)))


def assert_answered(runner: LessonRunner, tap: Tap, what: object) -> None:
    """Tap, and take it back: if nothing was decided, the coach says something else than before."""
    session = runner.session
    before = runner.view.coach.text
    selection, count = session.selection, len(session.game.codes)
    if not tap(runner):
        assert runner.view.coach.text != before, (what, before)
    while len(session.game.codes) > count:
        session.undo_without_redo()
    session.selection = selection
    runner.clear_mistake_answer()


@pytest.mark.parametrize(("id", "number"), PARTS)
def test_no_tap_leaves_the_line_of_the_coach(id: str, number: int) -> None:
    """Squares, cards, tasks and options are tapped, with no card up and with each card up."""
    for runner in moments(id, number):
        session = runner.session
        start = session.selection
        for card in (None, *(view.id for view in build_screen(session).hand)):
            session.selection = start
            if card is not None:
                assert_answered(runner, partial(tap_card, card=card), card)
                if not session.choices.is_turn_decision:
                    continue
                tap_card(runner, card)
            for square in squares_to_tap(runner):
                assert_answered(runner, partial(tap_square, square=square), (card, square))
            for choice in prompt_view(session).choices:
                if choice.code:
                    assert_answered(runner, partial(tap_option, code=choice.code), choice.code)
        session.selection = start
        for task in session.moves:
            if task.kind == "claim":
                assert_answered(runner, partial(tap_task, code=task.code), task.code)


def squares_to_tap(runner: LessonRunner) -> set[str]:
    """Return the squares that can be chosen, those with pieces, and some of the others."""
    session = runner.session
    some = tuple(SQUARE_OF)[len(session.game.codes) % 9 :: 9]
    return {*session.targets.selectable_squares, *session.game.board, *some}


def test_a_preview_says_that_a_second_tap_decides() -> None:
    """A finger cannot hover: its first tap shows what the second one does."""
    runner = at("turned", 1)
    tap_card(runner, "bomb")
    assert runner.view.coach.text == Message("learn.turned.four-squares")  # of the lesson itself
    assert not tap_square(runner, "f4")
    assert runner.view.coach.text == Message("learn.preview.square", {"square": "f4"})
    assert tap_square(runner, "f4") and runner.check_decision()
    assert runner.view.coach.kind == "done"


def test_a_square_that_a_mouse_points_at_is_no_preview() -> None:
    runner = at("turned", 1)
    runner.session.click_card("bomb")
    runner.session.hover_square("f4")
    assert runner.view.coach.text == Message("learn.turned.four-squares")


def test_a_tap_on_an_occupied_square_is_answered() -> None:
    """R6.1: a piece is placed on an empty square."""
    runner = at("pattern", 1)
    assert not tap_square(runner, "e4")
    assert runner.view.coach.text == Message("learn.tap.occupied", {"square": "e4"})
    assert runner.view.coach.kind == "answer" and not runner.view.coach.is_undone


def test_a_card_that_fits_nowhere_yet_sends_nobody_to_a_square_that_glows() -> None:
    """The first of the five positions: the Swordmaster lacks a piece, and signs say where."""
    runner = LessonRunner(load("entrance"))
    tap_card(runner, "swordmaster")
    assert not tap_square(runner, "d5")
    assert runner.view.coach.text == Message(
        "learn.tap.lacks", {"card": phrases.card_name("swordmaster")}
    )
    assert tap_square(runner, "e6") and runner.check_decision()
    assert not tap_square(runner, "d6")
    assert runner.view.coach.text.id == "learn.common.glows"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_says_to_skip_names_the_button(language: str) -> None:
    """Expect the label of the button that skips in the line, if it is not the usual one."""
    words = catalogue_in(language)
    checked = 0
    for id, number in PARTS:
        for runner in moments(id, number):
            choices = prompt_view(runner.session).choices
            label = next((choice.label for choice in choices if choice.code == "-"), None)
            if label is None or label.id == "choice.no" or next_code(runner) != "-":
                continue
            text = runner.view.coach.text
            if text and text.id == _REVIEW_LINE:
                continue  # a review names nothing: the learner is to know
            assert text and words.translate(label) in words.translate(text), (id, number)
            checked += 1
    assert checked > 5


_REVIEW_LINE = "learn.common.review-go-on"


def next_code(runner: LessonRunner) -> str:
    """Return the decision that the first way makes next."""
    return runner.part.ways[0][len(runner.decisions_in_part)]


def test_a_goal_is_ticked_as_soon_as_it_is_reached() -> None:
    """The Infantry Captain destroys d5 with his first move, and may move once more."""
    runner = at("moves", 0)
    square = next(move.square for move in runner.session.moves if move.kind == "summon")
    assert do(runner, f"infantry-captain@{square}")
    assert ticks(runner) == [True, False]
    assert do(runner, "d4-d5")
    assert runner.session.game.open_move is not None  # the card asks for one more
    assert ticks(runner) == [True, True]
    runner.undo()
    assert ticks(runner) == [True, False]


def test_a_later_choice_does_not_frighten() -> None:
    """The piece that the Chronicler upgrades may move, and onto what is the player's own decision.

    A piece that the next answer destroys is still marked.
    """
    session = at("rank", 2).session
    session.click_card("chronicler")
    compute_preview(session)
    screen = build_screen(session)
    assert "rise" in {mark.kind for mark in screen.marks}
    assert not {"lose", "doom"} & {mark.kind for mark in screen.marks}
    assert not any("lose" in panel_line.sign for panel_line in screen.action_panel.lines)
    runner = at("rank", 2)
    assert do(runner, "chronicler@e5") and do(runner, "e6")
    assert not runner.session.tap_square("d5")
    compute_preview(runner.session)
    assert "lose" in {mark.kind for mark in build_screen(runner.session).marks}


def ticks(runner: LessonRunner) -> list[bool]:
    """Return which conditions of the goal are ticked."""
    view = runner.goal_view("en")
    assert view
    return [part.is_met for part in view.parts]
