"""What follows from a position and what is taken up or looked at in it."""

from __future__ import annotations

from functools import cached_property

from tashkalar import Game, cards
from tashkalar.position.board import DIRECTION_OF, NAMES, RAYS, SQUARE_OF, Square
from tashkalar.position.move import Match, Move
from tashkalar.position.pattern import Orientation
from tashkalar.rules.summoning import Explanation, closest_lacks, match_of, placements


def direction_squares(move: Move) -> set[str]:
    """The squares that stand for a direction: those on its ray."""
    if move.origin is None or move.option not in DIRECTION_OF:
        return set()
    return {NAMES[s] for s in RAYS[SQUARE_OF[move.origin]][DIRECTION_OF[move.option]]}


class SelectionTargets:
    """Each part is worked out when it is first asked for: a redraw asks again and again.

    `moves` are those that can be chosen, `card` the hand card taken up, `square` the one looked at,
    `taken` the piece taken up of several that can be moved, `placement_code` the code of a
    placement.
    """

    def __init__(
        self,
        game: Game,
        moves: tuple[Move, ...],
        card: str | None,
        square: str | None,
        taken: str | None,
        placement: str | None,
    ) -> None:
        self._game = game
        self._state = game.state
        self._moves = moves
        self._card = card
        self._square = square
        self._selected_origin = taken
        self._placement = placement

    @cached_property
    def is_turn_decision(self) -> bool:
        """Whether a turn decision is due, not one inside an effect."""
        return self._game.prompt.kind in ("turn", "end")

    def moves_for_square(self, square: str) -> list[Move]:
        """The moves that choosing this square stands for."""
        if self.is_turn_decision:
            card = self._card
            return [m for m in self._moves if m.card == card and square in (m.square, m.origin)]
        found: list[Move] = []
        for move in self._moves:
            if move.origin is not None and move.square is not None:
                fits = square == move.square and move.origin == self.origin
            else:
                fits = square == move.square or square in direction_squares(move)
            if fits:
                found.append(move)
        return found

    @cached_property
    def target_moves(self) -> list[Move]:
        """The moves that the square looked at stands for."""
        return self.moves_for_square(self._square) if self._square else []

    @cached_property
    def origins(self) -> frozenset[str]:
        """The pieces that may be taken up to be moved."""
        if self.is_turn_decision:
            return frozenset()
        return frozenset(m.origin for m in self._moves if m.origin and m.square)

    @cached_property
    def origin(self) -> str | None:
        """The piece taken up to be moved; the only one that can move need not be taken up."""
        if len(self.origins) == 1:
            return next(iter(self.origins))
        return self._selected_origin if self._selected_origin in self.origins else None

    @cached_property
    def selectable_squares(self) -> frozenset[str]:
        """The squares that can be chosen."""
        found = set(self.origins)
        in_turn, origin = self.is_turn_decision, self.origin
        for move in self._moves:
            if in_turn and move.card != self._card:
                continue
            if move.origin and move.square and move.origin != origin:
                continue
            square = move.square or (move.origin if move.kind == "place" else None)
            found |= {square} if square else direction_squares(move)
        return frozenset(found)

    @cached_property
    def shown_match(self) -> Match | None:
        """The placement to draw over the board, for the square looked at."""
        card, square = self._card, self._square
        if card is None or square is None or not self.is_turn_decision:
            return None
        moves = self.target_moves
        for move in moves:
            if move.match and move.code == (self._placement or moves[0].code):
                return move.match
        if not moves:
            return None
        state = self._state
        return match_of(placements(state, cards.BEINGS[card], state.colour, SQUARE_OF[square])[0])

    @cached_property
    def explanation(self) -> Explanation | None:
        """Why the card cannot be summoned on the square looked at; None if it can."""
        card, square = self._card, self._square
        if not card or not square or card not in cards.BEINGS or not self.is_turn_decision:
            return None
        found = self._game.explain(card, square)
        return None if found.possible else found

    @cached_property
    def nearest_fit(self) -> tuple[Square, Orientation] | None:
        """How the pattern lies where the first of `explanation.nearest` is all that it lacks.

        The square that its cells are counted from, and the orientation.
        """
        card, square, found = self._card, self._square, self.explanation
        if not card or not square or not found or not found.nearest:
            return None
        state = self._state
        near = closest_lacks(state, cards.BEINGS[card], state.colour, SQUARE_OF[square])
        return near[found.nearest[0]]
