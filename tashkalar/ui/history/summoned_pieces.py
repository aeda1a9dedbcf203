"""The pieces that came as beings: which being, and in which turn.

For the rules a summoned being is a piece of its rank and nothing more (R1.5). This module only
remembers what each piece was summoned as, from the events of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.board import BIT, SQUARE_OF
from tashkalar.position.ids import ColourNumber
from tashkalar.position.move import Event


class SummonedPiece(NamedTuple):
    """The being that a piece was summoned as, the number of the turn, and the piece's rank now."""

    card: str
    owner: ColourNumber
    rank: str
    turn: int


SummonedPieces = Mapping[str, SummonedPiece]  # by the name of the square
NO_BEINGS: SummonedPieces = MappingProxyType({})

_LEAVING_KINDS = frozenset({"destroy", "pick-up", "capture"})
_RANK_KINDS = frozenset({"upgrade", "downgrade"})
# Another piece comes into the place of the being.
_REPLACING_KINDS = frozenset({"place", "release", "convert", "change-sides"})
_KEPT_MOVES = 256  # the numbers of moves for which a memo keeps the pieces
_FOLLOWED_MOVES = 1000  # the latest moves; in a longer game the oldest beings are forgotten


class SummonedPiecesTracker:
    """The summoned pieces while the events of one move happen, one after another."""

    def __init__(self, pieces: SummonedPieces, entry: PlayedMove) -> None:
        self.pieces = pieces
        state = entry.state_before
        self._turn = state.turn
        summoned = next((event.square for event in entry.events if event.kind == "summon"), None)
        # The next piece that is lost on this square is not the being, which replaces that piece.
        self._displaced = (
            summoned if summoned and state.occupied & BIT[SQUARE_OF[summoned]] else None
        )

    def follow(self, event: Event) -> None:
        """Take over what an event changes."""
        square = event.square
        if square is None:
            return
        if event.kind in _LEAVING_KINDS and square == self._displaced:
            self._displaced = None
            return
        touched = {square, event.origin} & self.pieces.keys()
        is_summoning = event.kind == "summon" and event.card and event.rank
        if not touched and not is_summoning:
            return
        after = dict(self.pieces)
        if event.card and event.rank and is_summoning:
            after[square] = SummonedPiece(event.card, event.owner, event.rank, self._turn)
        elif event.kind in ("move", "swap") and event.origin:
            there, moved = after.pop(square, None), after.pop(event.origin, None)
            if moved:
                after[square] = moved
            if there and event.kind == "swap":
                after[event.origin] = there
        elif event.kind in _RANK_KINDS and event.rank:
            after[square] = after[square]._replace(rank=event.rank)
        elif event.kind in _LEAVING_KINDS or event.kind in _REPLACING_KINDS:
            after.pop(square, None)
        self.pieces = after


class SummonedPiecesMemo:
    """Follow the summoned pieces of a game from a number of moves that was asked for before."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[PlayedMove, SummonedPieces]] = {}  # by the number of moves

    def after(self, history: Sequence[PlayedMove], number: int | None = None) -> SummonedPieces:
        """Return the summoned pieces after the first `number` moves of a game, or after all."""
        number = len(history) if number is None else number
        start, earliest = number, max(0, number - _FOLLOWED_MOVES)
        while start > earliest and not self._is_known(start, history[start - 1]):
            start -= 1
        pieces = self._known[start][1] if start > earliest else NO_BEINGS
        for place in range(start, number):
            tracker = SummonedPiecesTracker(pieces, history[place])
            for event in history[place].events:
                tracker.follow(event)
            pieces = tracker.pieces
            self._known[place + 1] = history[place], pieces
        while len(self._known) > _KEPT_MOVES:
            del self._known[min(self._known)]
        return pieces

    def _is_known(self, number: int, last: PlayedMove) -> bool:
        known = self._known.get(number)
        return known is not None and known[0] is last
