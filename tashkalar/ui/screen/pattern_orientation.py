"""How a card's pattern lies on the board: its drawing on the stage turns the same way."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.game import PlayedMove
from tashkalar.position.board import DIRECTIONS, SQUARE_OF, Square, names
from tashkalar.position.move import Match
from tashkalar.position.pattern import Orientation, PatternTransform, mask_at
from tashkalar.rules.summoning import match_of, placements
from tashkalar.ui.session.session import Session


def shown_pattern_transform(
    session: Session, history: Sequence[PlayedMove], id: str
) -> PatternTransform | None:
    """How a card's pattern lies for the square looked at, or, while its effect asks, lay before.

    None where nothing is looked at, and where what is asked has to do with no summoning.
    """
    card = cards.BEINGS.get(id)
    if card is None:
        return None
    if session.choices.is_turn_decision:
        return _candidate_transform(session, card) if id == session.selection.card else None
    latest = next((entry for entry in reversed(history) if entry.move.kind == "summon"), None)
    if (
        latest is None
        or latest.move.card != id
        or latest.state_before.turn != session.game.state.turn
    ):
        return None
    square, before = latest.move.square, latest.state_before
    assert square is not None
    match = latest.move.match
    if match is None:
        match = match_of(placements(before, card, before.colour, SQUARE_OF[square])[0])
    return matched_pattern_transform(card, square, match)


def _candidate_transform(session: Session, card: Being) -> PatternTransform | None:
    """As it would be summoned; where it cannot be, as it would with the fewest pieces more."""
    square, match = session.targets.target_square, session.targets.shown_match
    if square and match:
        return matched_pattern_transform(card, square, match)
    if ghost := session.targets.placeable_piece:  # with the one piece that is missing on the square
        where = ghost.summon_squares
        return (
            _find_pattern_transform(card, where[0], {ghost.square, *ghost.used_squares})
            if len(where) == 1
            else None
        )
    return session.targets.nearest_fit[1].transform if session.targets.nearest_fit else None


def matched_pattern_transform(card: Being, square: str, match: Match) -> PatternTransform | None:
    """How the pattern lies as in a match, the being coming to `square`; None if it never does."""
    return _find_pattern_transform(card, square, set(match.used), match)


def _find_pattern_transform(
    card: Being, square: str, used: set[str], match: Match | None = None
) -> PatternTransform | None:
    """How the pattern lies where it needs these squares, and what else a match tells."""
    for orientation in card.shape.orientations:
        ways = tuple(DIRECTIONS[d] for d in orientation.directions)
        for anchor in _anchors(card, square, orientation, used):
            marked = set(names(mask_at(anchor, orientation.marked)))
            fits = match is None or (ways == match.directions and marked == match.marked)
            if fits and used.issubset(needed_squares(anchor, orientation)):
                return orientation.transform
    return None


def _anchors(card: Being, square: str, orientation: Orientation, used: set[str]) -> list[Square]:
    """Where cells are counted from; a pattern without a summoning square lies anywhere (R22.17)."""
    if not card.shape.is_detached:
        return [SQUARE_OF[square]]
    first = SQUARE_OF[min(used)]
    return [first - shift for shift, _ in orientation.shifts]


def needed_squares(anchor: Square, orientation: Orientation) -> list[str]:
    """The squares on which a pattern needs a piece, its cells counted from a square."""
    return names(mask_at(anchor, [cell for cell, _ in orientation.pieces]))
