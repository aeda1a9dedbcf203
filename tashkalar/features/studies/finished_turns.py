"""The finished turns of a game, and their decisions as a plan has them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tashkalar import Game
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import SeatNumber, seat_number, seat_of
from tashkalar.position.move import PASS_CONTROL
from tashkalar.position.unknown import is_deck_known


class ReviewedTurn(NamedTuple):
    """A whole turn of one seat: the number of moves before the turn, and its decisions."""

    seat: SeatNumber
    turn: int
    moves_before: int
    codes: tuple[str, ...]
    game_before: Game


def finished_turns(game: Game, seats: Collection[SeatNumber]) -> list[ReviewedTurn]:
    """Return the finished turns of these seats, except those in which another seat decided too.

    A seat whose sealed deck is not open has none: nobody knows what it could have played.
    """
    seats = [seat for seat in seats if is_deck_known(game.setup, seat_of(seat))]
    turns: list[ReviewedTurn] = []
    for turn, entries in _entries_by_turn(game):
        first_entry, last_entry = entries[0], entries[-1]
        seat = seat_number(first_entry.state_before.seat)
        if seat not in seats or last_entry.move.kind not in ("end", "claim"):
            continue
        codes = turn_codes(entries)
        if PASS_CONTROL.code not in codes:
            turns.append(
                ReviewedTurn(
                    seat, turn, first_entry.number - 1, codes, Game(first_entry.state_before)
                )
            )
    return turns


def finished_part(game: Game) -> Game:
    """Return a game up to its last finished turn; a finished game as it is.

    The turn that is going on keeps its secrets.
    """
    if game.is_over:
        return game
    part = game.copy()
    while part.can_undo and not _is_between_turns(part):
        part.undo()
    part.keep_redo(())
    return part


def _is_between_turns(game: Game) -> bool:
    last = game.last_move
    is_turn_end = last is not None and last.move.kind in ("end", "claim")
    return game.open_move is None and is_turn_end


def turn_codes(entries: Sequence[PlayedMove]) -> tuple[str, ...]:
    """Return the decisions of a finished turn as a plan has them.

    The answers to questions at the end of the turn are no part of the plan.
    """
    codes = [code for entry in entries[:-1] for code in entry.decisions]
    return (*codes, entries[-1].move.code)


def _entries_by_turn(game: Game) -> Iterator[tuple[int, list[PlayedMove]]]:
    played = (entry for entry in game.history() if entry.state_before.phase == "play")
    for turn, entries in groupby(played, key=lambda entry: entry.state_before.turn):
        yield turn, list(entries)
