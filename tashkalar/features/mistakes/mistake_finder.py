"""Find the turns of a reviewed game that become exercises."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256

from tashkalar import Game
from tashkalar.cards import packs
from tashkalar.errors import ScenarioError
from tashkalar.features.mistakes.exercises import Exercise
from tashkalar.features.mistakes.losing_step import step_ends
from tashkalar.features.puzzles.repetition import after_failure
from tashkalar.features.studies.review import MAX_SHOWN_TURNS, MIN_LOSS, TurnLoss
from tashkalar.formats import scenario_writer
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Move
from tashkalar.ui.bots.hint import Hint
from tashkalar.ui.bots.hint_line import play_on_copy

_ID_DIGITS = 16
_NO_THEME = "other"


def can_keep(game: Game) -> bool:
    """Return whether turns of a game can become exercises: a pack may change or be removed."""
    return not any(packs.is_pack_id(school) for school in game.setup.schools)


def find_exercises(
    losses: Iterable[TurnLoss], seats: Iterable[SeatNumber], today: int
) -> Iterator[Exercise]:
    """Yield the exercises in the turns of these seats, the largest losses first.

    These are the turning points that a review shows. They come again the day after `today`.
    """
    own = set(seats)
    mistakes = [loss for loss in losses if loss.loss >= MIN_LOSS and loss.reviewed_turn.seat in own]
    found = filter(None, (_make_exercise(one, today) for one in sorted(mistakes, key=_order)))
    for _, exercise in zip(range(MAX_SHOWN_TURNS), found, strict=False):
        yield exercise


def _order(loss: TurnLoss) -> tuple[int, int]:
    return -loss.loss, loss.reviewed_turn.moves_before


def _make_exercise(loss: TurnLoss, today: int) -> Exercise | None:
    """Return the exercise in a turn; None if the position or the better plan cannot be kept."""
    turn, plan = loss.reviewed_turn, loss.better_plan
    if not can_keep(turn.game_before):
        return None
    try:
        scenario = scenario_writer.write(turn.game_before.state)
        game = Game.from_scenario(scenario)
    except (ScenarioError, ValueError):  # the deck of someone far away stays sealed
        return None
    moves = play_on_copy(game, plan.codes).moves
    if not moves:  # the plan did not know a hidden card
        return None
    return Exercise(
        id=_position_id(game, turn.seat),
        scenario=scenario,
        seat=turn.seat,
        theme=_theme(plan, moves),
        loss=loss.loss,
        plan=plan.codes,
        again=after_failure(None, today),
        played=turn.codes if step_ends(game, turn.codes) else (),
    )


def _position_id(game: Game, seat: SeatNumber) -> str:
    """Return the same text for positions that look the same to a seat."""
    text = json.dumps(game.view(seat), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_ID_DIGITS]


def _theme(plan: Hint, moves: Iterable[Move]) -> str:
    """Return what a plan is about: a card, or else the weightiest reason for the plan.

    The card is that of the reason, such as a task, or else the first one that the plan plays. In
    the Duel almost every plan is about points, so that word alone would make all mistakes one.
    """
    first = plan.reasons[0] if plan.reasons else {}
    card = first.get("card") or next((move.card for move in moves if move.card), None)
    return str(card or first.get("what") or _NO_THEME)
