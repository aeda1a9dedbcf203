"""Actions: places in the list of legal moves, page by page where there are too many.

An action space has a fixed size, and the list of legal moves has not. A list that is longer is
shown in pages: the last action then turns to the next page, and the game stays as it is. So every
legal move can be chosen, whatever the size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tashkalar import IllegalMove, Move
from tashkalar.position.board import SQUARE_OF
from tashkalar.training.numbering import CARD_NUMBERS, MOVE_KINDS, NEXT_PAGE, OPTIONS

Array = Any  # numpy.ndarray

ACTIONS = 1024  # docs/training.md says why
COLUMNS = ("kind", "card", "square", "origin", "option", "colour", "placement")

_KIND_NUMBERS = {kind: number for number, kind in enumerate(MOVE_KINDS, start=1)}
_OPTION_NUMBERS = {option: number for number, option in enumerate(OPTIONS, start=1)}


class Page(NamedTuple):
    """The part of the legal moves that can be chosen now."""

    moves: tuple[Move, ...]
    number: int  # from 0
    of: int  # how many pages there are

    @property
    def codes(self) -> list[str]:
        """The code for each action that can be chosen."""
        return [move.code for move in self.moves] + [NEXT_PAGE] * (self.of > 1)

    def turn(self) -> int:
        """Return the number of the next page; the first follows the last."""
        return (self.number + 1) % self.of

    def choose(self, action: object) -> Move | None:
        """Return the move of an action; None for the next page.

        Raise IllegalMove if the action is no whole number, or beyond the actions of this page.
        """
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise IllegalMove(f"action {action!r}: a whole number is needed")
        count = len(self.moves) + (self.of > 1)
        if not 0 <= action < count:
            allowed = f"0 to {count - 1}" if count > 1 else "0"
            raise IllegalMove(f"action {action}: the actions now are {allowed} (see action_mask)")
        return self.moves[action] if action < len(self.moves) else None


def find_page(moves: Sequence[Move], number: int, actions: int) -> Page:
    """Return a page of the legal moves, for a space of so many actions."""
    if len(moves) <= actions:
        return Page(tuple(moves), 0, 1)
    length = actions - 1
    start = number * length
    return Page(tuple(moves[start : start + length]), number, -(-len(moves) // length))


def mask_of_page(page: Page, actions: int) -> Array:
    """Return a number for each action: 1 if it can be chosen."""
    mask = np.zeros(actions, np.int8)
    mask[: len(page.codes)] = 1
    return mask


def describe_page(page: Page, actions: int, colour: int, colours: int) -> Array:
    """Return a row of numbers for each action (`COLUMNS`); 0 stands for "none".

    Colors are counted from `colour`, the number of the one that decides, which gets 1.
    """
    rows = np.zeros((actions, len(COLUMNS)), np.int16)
    for row, move in zip(rows, page.moves, strict=False):
        row[:] = _describe(move, colour, colours)
    if page.of > 1:
        rows[len(page.moves), 0] = _KIND_NUMBERS[NEXT_PAGE]
    return rows


def _describe(move: Move, own: int, colours: int) -> tuple[int, ...]:
    option = colour = placement = 0
    if move.kind == "summon":
        placement = int(move.option or 0)
    elif move.option in _OPTION_NUMBERS:
        option = _OPTION_NUMBERS[move.option]
    elif move.option is not None:  # all others are colors
        colour = (int(move.option) - own) % colours + 1
    return (
        _KIND_NUMBERS[move.kind],
        CARD_NUMBERS[move.card] + 1 if move.card else 0,
        SQUARE_OF[move.square] + 1 if move.square else 0,
        SQUARE_OF[move.origin] + 1 if move.origin else 0,
        option,
        colour,
        placement,
    )
