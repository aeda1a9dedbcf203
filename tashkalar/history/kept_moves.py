"""The moves of a game that its texts keep, and the content of these texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tashkalar.position.state import GameState, Setup

MOST_KEPT = 3000  # finished moves that are written, and replayed when a save is read
LONGEST_HISTORY = 300_000  # characters of these moves
LONGEST_MOVE = 2000  # characters of a move with its answers


class SavedGame(NamedTuple):
    """The content of a text form. A move is its code and its answers, without forced answers."""

    setup: Setup
    scenario: Mapping[str, object] | None
    start: GameState | None  # the start of the history, if not the first decision
    moves: Sequence[Sequence[str]]
    open_move: Sequence[str]  # the move in progress, or nothing
    redo: Sequence[str]  # the next decision first
    state: GameState  # the position after the finished moves


class PendingHistory(NamedTuple):
    """The moves before a checkpoint that a save stores."""

    start: GameState | None  # the start of the moves, if not the first decision
    moves: Sequence[Sequence[str]]


def first_kept_move(moves: Sequence[Sequence[str]]) -> int:
    """Return the index of the first move to write; the history of an endless game begins later.

    The limits ensure that every written text can be read again, in acceptable time.
    """
    length = 0
    for number in range(len(moves) - 1, -1, -1):
        length += sum(len(code) + 1 for code in moves[number])
        if length > LONGEST_HISTORY or len(moves) - number > MOST_KEPT:
            return number + 1
    return 0
