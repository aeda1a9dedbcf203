"""The hint on the board: the events of each advised decision, numbered in order.

The decisions are played on a copy of the game. The turn is not ended there: nobody may see which
cards that would draw (R25.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tashkalar import Game
from tashkalar.position.move import Move
from tashkalar.ui.history.timeline import TimelineEvent, build_timeline

_TURN_ENDING_KINDS = frozenset({"end", "claim", "pass-control"})


class HintLine(NamedTuple):
    """Decisions that were played on a copy: their moves, and all events of these."""

    moves: tuple[Move, ...]  # the legal ones, with the answers inside effects
    turn_moves: tuple[Move, ...]  # those of them that answer no effect's question
    events: tuple[TimelineEvent, ...]

    @property
    def number_by_square(self) -> dict[str, int]:
        """The squares of the decisions, numbered from 1 in the order of the first on each."""
        squares = dict.fromkeys(s for m in self.moves if (s := _decision_square(m)))
        return {square: number for number, square in enumerate(squares, 1)}

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
