"""Approximate the effect of an answer on the board, to rank the options of wide questions.

A leap may have six hundred options. This module computes the board after such an answer, without
the card's further effects, with a few operations on masks.
"""

from __future__ import annotations

from tashkalar.position.board import BIT, LEGENDARY, SQUARE_OF, Mask
from tashkalar.position.move import Move
from tashkalar.position.state import GameState, replace_entry

_PLACING_KINDS = frozenset({"place", "upgrade-or-place"})
_REMOVING_KINDS = frozenset({"destroy", "smash", "release", "leap-onto", "capture", "pick-up"})


def approximate_answer(state: GameState, kind: str, answer: Move) -> GameState:
    """Return the approximate state after the answer to a question of that kind."""
    if answer.square is None:
        return state
    after, bit = state.copy(), BIT[SQUARE_OF[answer.square]]
    if answer.origin is not None:
        _move_piece(after, BIT[SQUARE_OF[answer.origin]], bit)
    elif kind in _REMOVING_KINDS:
        _remove_piece(after, bit, is_destroyed=kind != "pick-up")
    elif kind == "convert":
        rank = after.rank_at(bit)
        _remove_piece(after, bit, is_destroyed=True)
        _place_piece(after, bit, after.colour, rank)
    elif kind == "upgrade":
        _set_rank(after, bit, after.rank_at(bit) + 1)
    elif kind == "downgrade":
        _set_rank(after, bit, after.rank_at(bit) - 1)
    elif kind in _PLACING_KINDS and not after.occupied & bit:
        own = state.colour  # the square is empty, so no piece's rank changes
        after.colours = replace_entry(state.colours, own, state.colours[own] | bit)
    return after


def _remove_piece(state: GameState, bit: Mask, *, is_destroyed: bool) -> None:
    owner = state.owner_at(bit)
    if owner < 0:
        return
    if is_destroyed:
        place = 3 * owner + state.rank_at(bit)
        counted = list(state.destroyed)
        counted[place] += 1 + state.doubled
        state.destroyed = tuple(counted)
    colours = list(state.colours)
    colours[owner] &= ~bit
    state.colours = tuple(colours)
    state.heroic &= ~bit
    state.legendary &= ~bit


def _place_piece(state: GameState, bit: Mask, owner: int, rank: int) -> None:
    colours = list(state.colours)
    colours[owner] |= bit
    state.colours = tuple(colours)
    _set_rank(state, bit, rank)


def _set_rank(state: GameState, bit: Mask, rank: int) -> None:
    rank = min(max(rank, 0), LEGENDARY)
    state.heroic = state.heroic | bit if rank == 1 else state.heroic & ~bit
    state.legendary = state.legendary | bit if rank == LEGENDARY else state.legendary & ~bit


def _move_piece(state: GameState, origin: Mask, target: Mask) -> None:
    owner, rank = state.owner_at(origin), state.rank_at(origin)
    if owner < 0:  # the origin is empty: there is nothing to move
        return
    _remove_piece(state, target, is_destroyed=True)
    _remove_piece(state, origin, is_destroyed=False)
    _place_piece(state, target, owner, rank)
