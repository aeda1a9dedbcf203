"""How a card's pattern lies on the board: its drawing on the stage turns the same way."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.game import Entry
from tashkalar.position.board import DIRECTIONS, SQUARE_OF, Square, names
from tashkalar.position.move import Match
from tashkalar.position.pattern import Cell, Orientation, Turn, mask_at
from tashkalar.rules.summoning import match_of, placements
from tashkalar.ui.session import Session


def shown_turn(session: Session, history: Sequence[Entry], id: str) -> Turn | None:
    """How a card's pattern lies for the square looked at, or, while its effect asks, lay before.

    On a square where it does not fit, as it would with the fewest pieces more; where the one piece
    is missing, as it would with that. None where nothing is looked at, and where what is asked has
    to do with no summoning.
    """
    card = cards.BEINGS.get(id)
    if card is None:
        return None
    if session.in_turn:
        square, match = session.square, session.shown_match
        if not square or id != session.card:
            return None
        if match:
            return turn_of(card, square, match)
        if ghost := session.ghost:  # with the piece that is missing there
            places = ghost.summons
            return _turn(card, places[0], {square, *ghost.used}) if len(places) == 1 else None
        why = session.explanation
        if not why or not why.nearest:
            return None
        lacking = {lack.square for lack in why.nearest[0]}
        return _turn(card, square, lacking.union(session.right))
    latest = next((entry for entry in reversed(history) if entry.move.kind == "summon"), None)
    if latest is None or latest.move.card != id or latest.before.turn != session.game.state.turn:
        return None
    square, before = latest.move.square, latest.before
    assert square is not None
    match = latest.move.match
    if match is None:
        match = match_of(placements(before, card, before.colour, SQUARE_OF[square])[0])
    return turn_of(card, square, match)


def turn_of(card: Being, square: str, match: Match) -> Turn | None:
    """How the pattern lies as in a match, the being coming to `square`; None if it never does."""
    return _turn(card, square, set(match.used), match)


def _turn(card: Being, square: str, used: set[str], match: Match | None = None) -> Turn | None:
    """How the pattern lies where it needs these squares, and what else a match tells."""
    for orientation in card.shape.orientations:
        ways = tuple(DIRECTIONS[d] for d in orientation.directions)
        for anchor in _anchors(card, square, orientation, used):
            cells = [cell for cell, _ in orientation.pieces]
            marked = _names(anchor, orientation.marked)
            fits = match is None or (ways == match.directions and marked == match.marked)
            if fits and used <= _names(anchor, cells):
                return orientation.turn
    return None


def _anchors(card: Being, square: str, orientation: Orientation, used: set[str]) -> list[Square]:
    """Where cells are counted from; a pattern without a summoning square lies anywhere (R22.17)."""
    if not card.shape.detached:
        return [SQUARE_OF[square]]
    first = SQUARE_OF[min(used)]
    return [first - shift for shift, _ in orientation.shifts]


def _names(anchor: Square, cells: Sequence[Cell]) -> set[str]:
    return set(names(mask_at(anchor, cells)))
