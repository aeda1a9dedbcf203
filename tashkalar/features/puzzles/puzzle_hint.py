"""Hints that know the goal of a puzzle: from the known solution, or from a search of the turn.

A hint tells a little more each time: the card, its square, the first step, the rest. After a
failure, `last_good_step_in_steps` finds the last step after which the goal was within reach.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from enum import IntEnum
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots.prove import find_way_in_steps, line_of_moves
from tashkalar.formats.goal import Goal
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.move import Message, Move
from tashkalar.ui.bots.hint import Hint, describe_hint, describe_steps
from tashkalar.ui.bots.hint_line import play_on_copy
from tashkalar.ui.text import phrases

Codes = tuple[str, ...]

_CARD_KINDS = ("summon", "flare", "thaw", "warp")


class HintPart(IntEnum):
    """The steps of a hint, each of which tells more than the one before."""

    CARD = 1
    SQUARE = 2
    FIRST = 3
    ALL = 4


class ToldHint(NamedTuple):
    """A hint as it is told; `plan` is shown on the board."""

    step: HintPart
    lines: tuple[Message, ...]
    plan: Hint | None


class GoodSteps(NamedTuple):
    """The steps of a failed attempt after which the goal was still within reach."""

    number: int
    played: tuple[PlayedMove, ...]  # the steps of the attempt


def known_plan(ways: Iterable[Codes], codes: Codes) -> Codes | None:
    """Return the rest of a known way; None if the decisions made are no part of any."""
    rests = (way[len(codes) :] for way in ways if way[: len(codes)] == codes)
    return next(filter(None, rests), None)


def find_plan_in_steps(game: Game, goal: Goal) -> Generator[object, None, Codes | None]:
    """Return a generator that finds a way from the present position of the turn to the goal.

    Its result is the decisions; None if the goal is out of reach. Raise ValueError if the turn can
    be played on in too many ways.
    """
    played = turn_steps(game, goal)
    start = played[0].state_before if played else game.settled_state
    line = line_of_moves(start, goal, played)
    begun = game.open_move.execution if game.open_move else None
    return find_way_in_steps(line, goal, begun=begun)


def turn_steps(game: Game, goal: Goal) -> tuple[PlayedMove, ...]:
    """Return the finished moves of the turn that has the goal."""
    history = [entry for entry in game.history() if entry is not game.open_move]
    if not history:
        return ()
    turn = history[0].state_before.turn
    return tuple(entry for entry in history if entry.state_before.turn == turn)


def tell_hint(game: Game, plan: Codes, step: HintPart) -> ToldHint:
    """Return a hint that tells so much of a plan, or more where there is less to tell."""
    moves = play_on_copy(game, plan).turn_moves
    used = next((move for move in moves if move.card and move.kind in _CARD_KINDS), None)
    if game.open_move is not None:
        step = HintPart.ALL
    if used is None and step < HintPart.FIRST:
        step = HintPart.FIRST
    if used is not None and used.square is None and step is HintPart.SQUARE:
        step = HintPart.FIRST
    if step is HintPart.ALL or (step is HintPart.FIRST and len(moves) < 2):
        hint = Hint(plan, (), reaches_goal=True)
        return ToldHint(HintPart.ALL, describe_hint(game, hint), hint)
    if step is HintPart.FIRST:
        [first] = describe_steps(game, plan[:1])
        return ToldHint(step, (Message("advice.goal.first", {"step": first}),), None)
    assert used is not None
    return ToldHint(step, (_card_line(used, step),), None)


def _card_line(used: Move, step: HintPart) -> Message:
    assert used.card is not None
    params: dict[str, object] = {"card": phrases.card_name(used.card)}
    if step is HintPart.CARD:
        return Message("advice.goal.card", params)
    return Message("advice.goal.square", params | {"square": used.square})


def last_good_step_in_steps(game: Game, goal: Goal) -> Generator[object, None, GoodSteps]:
    """Return a generator that finds the last step after which a way to the goal was left.

    Raise ValueError if the turn can be played on in too many ways.
    """
    played = turn_steps(game, goal)
    for count in range(len(played) - 1, 0, -1):
        line = line_of_moves(played[0].state_before, goal, played[:count])
        way = yield from find_way_in_steps(line, goal)
        if way is not None:
            return GoodSteps(count, played)
    return GoodSteps(0, played)


def failure_message(start: Game, good: GoodSteps) -> Message:
    """Return which step of a failed attempt was the mistake, and which one the last good one."""
    steps = [_step_in_words(start, good.played, number) for number in range(len(good.played))]
    mistake = steps[good.number]
    if not good.number:
        return Message("puzzles.look.refuted", {"step": mistake})
    params = {"good": steps[good.number - 1], "step": mistake}
    return Message("puzzles.look.mistake", params)


def _step_in_words(start: Game, played: tuple[PlayedMove, ...], number: int) -> Message:
    trial = start.copy()
    for entry in played[:number]:
        for code in entry.decisions:
            trial.play(code)
    described = describe_steps(trial, (played[number].move.code,))
    return described[0] if described else Message("choice.end")
