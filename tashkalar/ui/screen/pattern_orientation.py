"""The orientation of a card's pattern on the board: the action panel draws it the same way."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.board import DIRECTIONS, SQUARE_OF, Square, names
from tashkalar.position.move import Match
from tashkalar.position.pattern import Orientation, PatternTransform, mask_at
from tashkalar.rules.summoning import match_of, placements
from tashkalar.ui.session.session import Session


def shown_pattern_transform(
    session: Session, history: Sequence[PlayedMove], id: str
) -> PatternTransform | None:
    """Return the transform of a card's pattern on the target square.

    While the effect of a summoned being asks, return the transform of its summoning. None without a
    target square, and for a question that belongs to no summoning.
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
    """Return the transform with which the card would be summoned on the target square.

    If it cannot be summoned there, return the transform that needs the fewest further pieces.
    """
    square, match = session.targets.target_square, session.targets.shown_match
    if square and match:
        return matched_pattern_transform(card, square, match)
    # A piece placed on the target square would complete the pattern.
    if missing_piece := session.targets.placeable_piece:
        summon_squares = missing_piece.summon_squares
        return (
            _find_pattern_transform(
                card, summon_squares[0], {missing_piece.square, *missing_piece.used_squares}
            )
            if len(summon_squares) == 1
            else None
        )
    return session.targets.nearest_fit[1].transform if session.targets.nearest_fit else None


def matched_pattern_transform(card: Being, square: str, match: Match) -> PatternTransform | None:
    """Return the transform of a match that summons on `square`; None without one."""
    return _find_pattern_transform(card, square, set(match.used), match)


def _find_pattern_transform(
    card: Being, square: str, used: set[str], match: Match | None = None
) -> PatternTransform | None:
    """Return a transform whose pattern needs the `used` squares and fits the match."""
    for orientation in card.shape.orientations:
        directions = tuple(DIRECTIONS[d] for d in orientation.directions)
        for anchor in _anchors(card, square, orientation, used):
            marked = set(names(mask_at(anchor, orientation.marked)))
            fits = match is None or (directions == match.directions and marked == match.marked)
            if fits and used.issubset(needed_squares(anchor, orientation)):
                return orientation.transform
    return None


def _anchors(card: Being, square: str, orientation: Orientation, used: set[str]) -> list[Square]:
    """Return the squares from which the cells may be counted.

    A pattern without a summoning square may lie anywhere (R22.17).
    """
    if not card.shape.is_detached:
        return [SQUARE_OF[square]]
    first = SQUARE_OF[min(used)]
    return [first - shift for shift, _ in orientation.shifts]


def needed_squares(anchor: Square, orientation: Orientation) -> list[str]:
    """Return the squares on which a pattern needs a piece, its cells counted from `anchor`."""
    return names(mask_at(anchor, [cell for cell, _ in orientation.pieces]))
