"""The hint on the board: the events of each advised decision, numbered in order.

The decisions are played on a copy of the game. The turn is not ended there: nobody may see which
cards that would draw (R25.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tashkalar import Game
from tashkalar.position.move import Move
from tashkalar.ui.history.timeline import TimelineEvent, build_timeline

_TURN_ENDING_KINDS = frozenset({"end", "claim", "pass-control"})


class HintStep(NamedTuple):
    """A square of an advised step; `follows` for an answer after the step's first decision."""

    number: int
    square: str
    follows: bool


class HintLine(NamedTuple):
    """Decisions that were played on a copy: their moves, and all events of these."""

    moves: tuple[Move, ...]  # the legal ones, with the answers inside effects
    turn_moves: tuple[Move, ...]  # those of them that answer no effect's question
    events: tuple[TimelineEvent, ...]

    @property
    def steps(self) -> tuple[HintStep, ...]:
        """The steps on the board, with the numbers that they have in words.

        An answer inside an effect has the number of the step that it belongs to. A square may be
        in several steps; the first decision of a step on a square stands for all of the step.
        """
        steps: dict[tuple[int, str], HintStep] = {}
        for number, move, follows in self._numbered_moves():
            if square := _decision_square(move):
                steps.setdefault((number, square), HintStep(number, square, follows))
        return tuple(steps.values())

    @property
    def card_steps(self) -> Mapping[str, int]:
        """The number of the first step that plays a card, by the id of the card."""
        numbers: dict[str, int] = {}
        for number, move, follows in self._numbered_moves():
            if move.card and not follows:
                numbers.setdefault(move.card, number)
        return numbers

    def _numbered_moves(self) -> Iterator[tuple[int, Move, bool]]:
        """Yield the number of its step, a move, and whether it follows the step's first one."""
        number = 0
        for index, move in enumerate(self.moves):
            is_answer = not any(move is turn_move for turn_move in self.turn_moves)
            if not is_answer or not index:  # the answers to an effect that asks now come first
                number += 1
            yield number, move, is_answer and index > 0

    @property
    def pattern_lines(self) -> tuple[tuple[str, str], ...]:
        """Pairs of squares: a piece that a summoning uses, and the square of the summoning."""
        return tuple(
            (name, event.square)
            for event in self.events
            if event.kind == "summon" and event.square
            for name in event.used
            if name != event.square
        )


def _decision_square(move: Move) -> str | None:
    return move.square or move.origin


def play_on_copy(game: Game, codes: tuple[str, ...]) -> HintLine:
    """Play the decisions with these codes on a copy of the game, as far as they are legal.

    PackError if a card of a pack fails.
    """
    trial = game.copy()
    finished = len(game.history()) - (game.open_move is not None)
    known_event_count = len(game.open_move.events) if game.open_move else 0
    moves, turn_moves = [], []
    for move, in_turn in _find_moves(trial, codes):
        moves.append(move)
        if in_turn:
            turn_moves.append(move)
        if move.kind in _TURN_ENDING_KINDS:
            break
        trial.play(move)
    entries = trial.history()[finished:]
    events = build_timeline(entries, trial.state).events[known_event_count:] if entries else ()
    return HintLine(tuple(moves), tuple(turn_moves), events)


def _find_moves(trial: Game, codes: tuple[str, ...]) -> Iterator[tuple[Move, bool]]:
    """Yield the moves with these codes, each looked up after the moves before it were played."""
    for code in codes:
        move = next((move for move in trial.legal_moves() if move.code == code), None)
        if move is None:
            return
        yield move, trial.open_move is None
