"""`Effect`: the verbs and questions that card texts are written with (R10-R12).

A card's effect is a plain function that is *executed again with the answers so far*. It runs on a
copy of the state before the move. Each question takes the next answer; a question without an answer
raises `NeedDecision`. The half-finished copy is then exactly the board to show. So "state before,
move, answers" is all that is stored, and undo, save, copy and search work in the middle of an
effect.

What an effect can rely on, and what it must keep to:

* It touches the game through `e` only. Run twice with the same answers it does the same.
* The options of a question are computed only if the question is really asked, so pass masks.
* Nothing legal: the question is not asked, the answer is None. One mandatory option: the engine
  answers at once; the answer is stored as *forced*, and undo skips it.
* ``may_...`` questions are optional (R10.2) and return None for "no"; ``must_...`` questions are
  mandatory, and return None only if there was nothing to choose (R10.4).
* A square is never falsy: a1, number 0, is cut off the board.
* A verb that cannot be done changes nothing and reports it: use its result for "if you do"
  (R10.5).

The questions are defined here, the verbs in `board_verbs` and `card_verbs`, the ways to move in
`piece`. `tashkalar.authoring` exports all of them to authors of packs.
"""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.effects.answers import AnswerLog
from tashkalar.effects.piece import (
    Moves,
    PieceAt,
    Step,
    combat,
    combat_leap,
    standard,
    standard_leap,
)
from tashkalar.position.board import (
    COMMON,
    DIRECTION_OF,
    DIRECTIONS,
    NAMES,
    SQUARE_OF,
    Colour,
    Mask,
    Square,
    squares,
)
from tashkalar.position.ids import ColourNumber, colour_number, colour_of, seat_number
from tashkalar.position.literals import AskedKind
from tashkalar.position.move import CHOOSE, Event, Move, card_choice, option_choice, step_choice
from tashkalar.position.state import replace_entry

__all__ = ["Effect", "Moves", "combat", "combat_leap", "standard", "standard_leap"]


class Effect(AnswerLog):
    """The execution of one move: a working state, the answers so far, and the events."""

    __slots__ = ()

    # -- choosing ------------------------------------------------------------------------

    def choose_square(
        self, kind: AskedKind, mask: Mask, *, optional: bool = False
    ) -> Square | None:
        """Ask for a square of the mask."""
        code = self._ask(kind, optional, lambda: [CHOOSE[s] for s in squares(mask)])
        return None if code is None else SQUARE_OF[code]

    def choose_direction(
        self, directions: Sequence[int] = range(8), *, optional: bool = False
    ) -> int | None:
        """Ask for a direction from the being's square (a number into `board.DIRECTIONS`)."""
        origin = NAMES[self.being.square] if self.being.square >= 0 else None
        code = self._ask(
            "direction",
            optional,
            lambda: [option_choice(DIRECTIONS[d], origin) for d in directions],
        )
        return None if code is None else DIRECTION_OF[code]

    def choose_option(
        self, *options: str, kind: AskedKind = "option", optional: bool = False
    ) -> str | None:
        """Ask for one of several named alternatives (R10.9); pass only those that are possible."""
        return self._ask(kind, optional, lambda: [option_choice(name) for name in options])

    def choose_colour(
        self, colours: Sequence[Colour], *, kind: AskedKind = "colour"
    ) -> Colour | None:
        """Ask for one of these colors, answered by its number from 1."""
        code = self._ask(
            kind, False, lambda: [option_choice(str(colour_number(c))) for c in colours]
        )
        return None if code is None else colour_of(ColourNumber(int(code)))

    def choose_card(
        self, kind: AskedKind, cards: Sequence[str], *, optional: bool = False
    ) -> str | None:
        """Ask for one of the player's own cards; equal cards are offered once.

        The player on turn answers even after passing control, because the teammate may not see the
        cards.
        """

        def options() -> list[Move]:
            state = self.state  # passing control has just given the legends to the teammate
            passed_legends = state.legends[state.control] if state.passed else ()
            return [card_choice(c) for c in dict.fromkeys(cards) if c not in passed_legends]

        return self._ask(kind, optional, options, owners=True)

    # -- pieces ----------------------------------------------------------------------------

    def _choose_piece(self, kind: AskedKind, mask: Mask, optional: bool) -> PieceAt | None:
        square = self.choose_square(kind, mask, optional=optional)
        return None if square is None else self.piece_at(square)

    def may_destroy(self, mask: Mask) -> PieceAt | None:
        """Offer to destroy one of these pieces; return the piece, or None."""
        piece = self._choose_piece("destroy", mask & self.pieces, True)
        return piece and self.destroy(piece.square)

    def must_destroy(self, mask: Mask) -> PieceAt | None:
        """Destroy one of these pieces, if any; return the piece, or None."""
        piece = self._choose_piece("destroy", mask & self.pieces, False)
        return piece and self.destroy(piece.square)

    def may_upgrade(self, mask: Mask) -> Square | None:
        """Offer to upgrade one of these pieces; return its square, or None."""
        return self._upgrade_one("upgrade", mask & self.upgradable, True)

    def must_upgrade(self, mask: Mask) -> Square | None:
        """Upgrade one of these pieces, if possible; return its square, or None."""
        return self._upgrade_one("upgrade", mask & self.upgradable, False)

    def _upgrade_one(self, kind: AskedKind, mask: Mask, optional: bool) -> Square | None:
        square = self.choose_square(kind, mask, optional=optional)
        if square is not None:
            self.upgrade(square)
        return square

    def may_convert(self, mask: Mask, rank: int | None = None) -> Square | None:
        """Offer to convert one of these enemy pieces, to `rank` or keeping its rank (R11.16)."""
        return self._convert_one(mask, rank, True)

    def must_convert(self, mask: Mask, rank: int | None = None) -> Square | None:
        """Convert one of these enemy pieces, if the player's supply allows it (R11.16)."""
        return self._convert_one(mask, rank, False)

    def _convert_one(self, mask: Mask, rank: int | None, optional: bool) -> Square | None:
        square = self.choose_square("convert", mask & self.convertible(rank), optional=optional)
        if square is not None:
            self.convert(square, rank)
        return square

    def may_place(self, mask: Mask, rank: int = COMMON) -> Square | None:
        """Offer to place a piece of the player's on one of these squares, if empty."""
        return self._place_one(mask, rank, self.me, True)

    def must_place(
        self, mask: Mask, rank: int = COMMON, colour: Colour | None = None
    ) -> Square | None:
        """Place a piece (the player's, or of `colour`) on one of these squares, if possible."""
        return self._place_one(mask, rank, self.me if colour is None else colour, False)

    def _place_one(self, mask: Mask, rank: int, colour: Colour, optional: bool) -> Square | None:
        free = mask & self.empty if self.state.supply(colour, rank) > 0 else 0
        square = self.choose_square("place", free, optional=optional)
        if square is not None:
            self.place(square, rank, colour)
        return square

    def may_swap(self, *pairs: tuple[Mask, Mask]) -> Square | None:
        """Offer to swap a piece of the first mask of a pair with a piece of the second mask.

        Return the new square of the first piece, or None.
        """
        code = self._ask(
            "swap",
            True,
            lambda: [
                step_choice(a, b) for one, two in pairs for a in squares(one) for b in squares(two)
            ],
        )
        if code is None:
            return None
        origin, target = code.split("-")
        self.swap(SQUARE_OF[origin], SQUARE_OF[target])
        return SQUARE_OF[target]

    def may_move(self, *ways: Moves) -> Step | None:
        """Offer one of these moves or leaps; return the step made, or None."""
        return self._move_one(ways, True)

    def must_move(self, *ways: Moves) -> Step | None:
        """Make one of these moves or leaps, if any; return the step made, or None."""
        return self._move_one(ways, False)

    def _move_one(self, ways: Sequence[Moves], optional: bool) -> Step | None:
        def options() -> list[Move]:
            reach: dict[Square, Mask] = {}
            for way in ways:
                for s in squares(way.pieces & self.state.occupied):
                    reach[s] = reach.get(s, 0) | self.destinations(s, way)
            return [step_choice(s, t) for s in sorted(reach) for t in squares(reach[s])]

        leap, fights = any(way.leap for way in ways), any(way.combat for way in ways)
        way = "combat" if fights else "standard"
        code = self._ask("leap" if leap else "move", optional, options, way=way)
        if code is None:
            return None
        origin, target = code.split("-")
        return self.move(SQUARE_OF[origin], SQUARE_OF[target])

    # -- cards -----------------------------------------------------------------------------

    def may_discard_flare(self) -> str | None:
        """Offer to discard a flare from hand without invoking it; return the card, or None.

        Nobody scores for the discarded flare.
        """
        flares = self.state.flares[self.state.seat]
        card = self.choose_card("discard-flare", flares, optional=True)
        if card is not None:
            self.discard_from_hand(card)
        return card

    def keep_frozen(self, card: str) -> None:
        """Put a frozen effect in play; the player keeps only one of two (R20.3, R20.6).

        The card may lie on the player's discard pile until the choice is made (R20.12). The choice
        is no part of an effect, so control cannot be passed there.
        """
        state, seat = self.state, self.state.seat
        kept, other = card, state.frozen[seat]
        if other:
            resolving, self.resolving = self.resolving, False
            kept = self.choose_card("keep-frozen", (other, card)) or card
            self.resolving = resolving
        if card in self.discard_pile:
            self.take_from_discards(card)
        if other:
            self.discard(other if kept == card else card)
        state.frozen = replace_entry(state.frozen, seat, kept)
        if kept == card:
            self.note(Event("freeze", card=kept, seat=seat_number(seat)))
