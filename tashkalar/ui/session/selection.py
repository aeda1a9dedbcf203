"""The selection of a person between two decisions, as plain data."""

from __future__ import annotations

from typing import NamedTuple


class Selection(NamedTuple):
    """The card and squares that a person has selected or points at; a decision clears them."""

    card: str | None = None  # the hand card taken up
    square: str | None = None  # the square looked at
    origin: str | None = None  # the piece taken up to be moved, where several pieces can move
    placement_code: str | None = None  # the code of the placement looked at, of several
    hovered_card: str | None = None  # the hand card pointed at, without taking it up
    pointed_code: str | None = None  # the code of the move whose button is pointed at
    tapped_code: str | None = None  # the code of the move that a first tap has shown
    # The number of the finished move whose position is looked back at; None for the present.
    shown_move_number: int | None = None

    def look_at_square(self, square: str | None) -> Selection:
        """Return the selection with another square looked at, and no button pointed at.

        A placement is forgotten when the square is another one.
        """
        selection = self._replace(pointed_code=None, tapped_code=None)
        if square == self.square:
            return selection
        return selection._replace(square=square, placement_code=None)
