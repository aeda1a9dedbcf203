"""How a card's pattern lies on the board: its drawing on the stage turns the same way."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.game import Entry
from tashkalar.position.board import DIRECTIONS, SQUARE_OF, Square, names
from tashkalar.position.move import Match
from tashkalar.position.pattern import Orientation, Turn, mask_at
from tashkalar.rules.summoning import match_of, placements
from tashkalar.ui.session.session import Session


def shown_turn(session: Session, history: Sequence[Entry], id: str) -> Turn | None:
    """How a card's pattern lies for the square looked at, or, while its effect asks, lay before.

    None where nothing is looked at, and where what is asked has to do with no summoning.
    """
    card = cards.BEINGS.get(id)
    if card is None:
        return None
    if session.in_turn:
        return _looked_at(session, card) if id == session.card else None
    latest = next((entry for entry in reversed(history) if entry.move.kind == "summon"), None)
    if latest is None or latest.move.card != id or latest.before.turn != session.game.state.turn:
        return None
    square, before = latest.move.square, latest.before
    assert square is not None
    match = latest.move.match
    if match is None:
        match = match_of(placements(before, card, before.colour, SQUARE_OF[square])[0])
    return turn_of(card, square, match)


def _looked_at(session: Session, card: Being) -> Turn | None:
    """As it would be summoned; where it cannot be, as it would with the fewest pieces more."""
    square, match = session.square, session.shown_match
    if square and match:
        return turn_of(card, square, match)
    if ghost := session.ghost:  # with the one piece that is missing on the square
        where = ghost.summons
        return _turn(card, where[0], {ghost.square, *ghost.used}) if len(where) == 1 else None
    return session.nearly[1].turn if session.nearly else None


def turn_of(card: Being, square: str, match: Match) -> Turn | None:
    """How the pattern lies as in a match, the being coming to `square`; None if it never does."""
    return _turn(card, square, set(match.used), match)


def _turn(card: Being, square: str, used: set[str], match: Match | None = None) -> Turn | None:
    """How the pattern lies where it needs these squares, and what else a match tells."""
    for orientation in card.shape.orientations:
        ways = tuple(DIRECTIONS[d] for d in orientation.directions)
        for anchor in _anchors(card, square, orientation, used):
            marked = set(names(mask_at(anchor, orientation.marked)))
            fits = match is None or (ways == match.directions and marked == match.marked)
            if fits and used.issubset(needs(anchor, orientation)):
                return orientation.turn
    return None


def _anchors(card: Being, square: str, orientation: Orientation, used: set[str]) -> list[Square]:
    """Where cells are counted from; a pattern without a summoning square lies anywhere (R22.17)."""
    if not card.shape.detached:
        return [SQUARE_OF[square]]
    first = SQUARE_OF[min(used)]
    return [first - shift for shift, _ in orientation.shifts]


def needs(anchor: Square, orientation: Orientation) -> list[str]:
    """The squares on which a pattern needs a piece, its cells counted from a square."""
    return names(mask_at(anchor, [cell for cell, _ in orientation.pieces]))
