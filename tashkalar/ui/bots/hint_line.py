"""The advised line on the board: what each of its decisions does, numbered in order.

It is played on a copy of the game. The turn is not ended there: nobody may see what that would draw
(R25.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tashkalar import Game
from tashkalar.position.move import Move
from tashkalar.ui.history.timeline import TimelineEvent, build_timeline

_TURN_ENDING_KINDS = frozenset({"end", "claim", "pass-control"})


class HintLine(NamedTuple):
    """A line of decisions that was played on a copy: the decisions, and all that they do."""

    moves: tuple[Move, ...]  # as far as they are legal; with the answers inside effects
    turn_moves: tuple[Move, ...]  # those of them that answer no effect's question
    events: tuple[TimelineEvent, ...]

    @property
    def number_by_square(self) -> dict[str, int]:
        """The squares of the decisions, with the number of the first on each, from 1."""
        found: dict[str, int] = {}
        for number, square in enumerate((s for m in self.moves if (s := _decision_square(m))), 1):
            found.setdefault(square, number)
        return found

    @property
    def pattern_lines(self) -> tuple[tuple[str, str], ...]:
        """From each piece that a summoning uses to the square of the summoning."""
        return tuple(
            (name, beat.square)
            for beat in self.events
            if beat.kind == "summon" and beat.square
            for name in beat.used
            if name != beat.square
        )


def _decision_square(move: Move) -> str | None:
    return move.square or move.origin


def play_on_copy(game: Game, codes: tuple[str, ...]) -> HintLine:
    """What becomes of a position by these decisions, as far as they are legal.

    PackError when a card of a pack fails.
    """
    trial = game.copy()
    finished = len(game.history()) - (game.open_move is not None)
    told = len(game.open_move.events) if game.open_move else 0
    moves, turns = [], []
    for move, in_turn in _find_moves(trial, codes):
        moves.append(move)
        if in_turn:
            turns.append(move)
        if move.kind in _TURN_ENDING_KINDS:
            break
        trial.play(move)
    entries = trial.history()[finished:]
    beats = build_timeline(entries, trial.state).events[told:] if entries else ()
    return HintLine(tuple(moves), tuple(turns), beats)


def _find_moves(trial: Game, codes: tuple[str, ...]) -> Iterator[tuple[Move, bool]]:
    """The moves with these codes, each looked for when those before have been played."""
    for code in codes:
        move = next((move for move in trial.legal_moves() if move.code == code), None)
        if move is None:
            return
        yield move, trial.open_move is None
