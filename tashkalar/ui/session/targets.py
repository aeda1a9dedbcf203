"""The choices in a position, and the targets of a selection in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from tashkalar import Game, cards
from tashkalar.position.board import DIRECTION_OF, NAMES, RAYS, SQUARE_OF, Square
from tashkalar.position.move import Match, Move
from tashkalar.position.pattern import Orientation
from tashkalar.rules.summoning import Explanation, closest_lacks, match_of, placements
from tashkalar.ui.session.memo import Memo
from tashkalar.ui.session.selection import Selection
from tashkalar.ui.session.summon_finder import (
    PLACEABLE,
    MissingPiece,
    SummonOptions,
    find_summon_options,
    shown_missing_pieces,
)


def direction_squares(move: Move) -> set[str]:
    """Return the squares that stand for the direction of a move: those on its ray."""
    if move.origin is None or move.option not in DIRECTION_OF:
        return set()
    return {NAMES[s] for s in RAYS[SQUARE_OF[move.origin]][DIRECTION_OF[move.option]]}


# Kinds of questions whose answer changes a piece where it stands.
_CHANGE_KINDS = frozenset({"destroy", "upgrade", "downgrade", "convert"})
# Kinds of moves for which a card is taken up.
_CARD_ACT_KINDS = frozenset({"summon", "flare", "thaw", "warp"})


class Choices:
    """The choices of a person in one position, for any selection.

    `moves` are the moves that can be chosen: the legal moves, or none. `is_hand_open` says that
    the hand is in view and the present position is shown. A value that depends on a card or a
    square is kept until the next card or square is asked about.
    """

    def __init__(self, game: Game, moves: tuple[Move, ...], *, is_hand_open: bool) -> None:
        self.game = game
        self.state = game.state
        self.moves = moves
        self.is_hand_open = is_hand_open
        self._sole_square: Memo[str | None] = Memo()
        self._summon_options: Memo[SummonOptions] = Memo()
        self._placeable_pieces: Memo[Mapping[str, MissingPiece]] = Memo()
        self._explanation: Memo[Explanation | None] = Memo()

    @cached_property
    def is_turn_decision(self) -> bool:
        """True if a turn decision is due, not one inside an effect."""
        return self.game.prompt.kind in ("turn", "end")

    def has_move(self, code: str) -> bool:
        """Tell whether the move with this code can be chosen."""
        return any(move.code == code for move in self.moves)

    @cached_property
    def sole_answer(self) -> Move | None:
        """The only answer to a question beside "no", where a button gives the answer.

        None for one of several questions of a kind, whose answers become fewer.
        """
        prompt = self.game.prompt
        answers = [move for move in self.moves if move.kind == "choose"]
        if self.is_turn_decision or prompt.of > 1 or prompt.kind == "return" or len(answers) != 1:
            return None
        return answers[0] if not answers[0].square else None

    @cached_property
    def sole_board_answer(self) -> Move | None:
        """The only piece that a question of an effect may change, beside "no"."""
        answers = [move for move in self.moves if move.kind == "choose"]
        prompt = self.game.prompt
        if not prompt.optional or prompt.kind not in _CHANGE_KINDS or len(answers) != 1:
            return None
        return answers[0] if answers[0].square and not answers[0].origin else None

    @cached_property
    def turn_is_spent(self) -> bool:
        """True if the player can do nothing more in this turn but end it."""
        return [move.kind for move in self.moves] == ["end"] and not self.state.actions

    def place_move(self, square: str) -> Move | None:
        """Return the move that places a piece on a square, if there is one."""
        return next((m for m in self.moves if m.kind == "place" and m.square == square), None)

    def sole_summon_square(self, card: str) -> str | None:
        """Return the square where a card can be summoned; None for no square or several."""

        def find() -> str | None:
            squares = {m.square for m in self.moves if m.card == card and m.kind == "summon"}
            return next(iter(squares)) if len(squares) == 1 else None

        return self._sole_square.get(card, find)

    def summon_options(self, card: str) -> SummonOptions | None:
        """Return where a card can be summoned or lacks one piece; None where nothing is due."""
        if not self.is_turn_decision or not self.moves:
            return None
        return self._summon_options.get(card, lambda: find_summon_options(self.state, card))

    def placeable_pieces(self, card: str) -> Mapping[str, MissingPiece]:
        """Return the pieces, by square, that a card lacks and that can be placed at once."""
        options = self.summon_options(card)
        if options is None:
            return {}

        def find() -> Mapping[str, MissingPiece]:
            pieces = shown_missing_pieces(options)
            plain = [piece for piece in pieces if (piece.occupant, piece.rank) == PLACEABLE]
            return {piece.square: piece for piece in plain if self.place_move(piece.square)}

        return self._placeable_pieces.get(card, find)

    def explanation(self, card: str, square: str) -> Explanation | None:
        """Return why a card cannot be summoned on a square; None if the card can."""

        def find() -> Explanation | None:
            explanation = self.game.explain(card, square)
            return None if explanation.possible else explanation

        return self._explanation.get((card, square), find)


class SelectionTargets:
    """The squares and moves that can be chosen with one selection.

    Each value is computed when it is first asked for: a redraw asks for many of them repeatedly.
    """

    def __init__(self, choices: Choices, selection: Selection) -> None:
        self.choices = choices
        self.selection = selection
        self._moves = choices.moves
        self._card = selection.card

    def with_selection(self, selection: Selection) -> SelectionTargets:
        """Return what follows from another selection in the same position."""
        return SelectionTargets(self.choices, selection)

    @cached_property
    def target_square(self) -> str | None:
        """The square looked at, else the only one on which the card taken up can be summoned."""
        if self.selection.square is not None or self._card is None:
            return self.selection.square
        return self.choices.sole_summon_square(self._card)

    def moves_for_square(self, square: str) -> list[Move]:
        """Return the moves that choosing a square stands for."""
        if self.choices.is_turn_decision:
            card = self._card
            return [m for m in self._moves if m.card == card and square in (m.square, m.origin)]
        moves: list[Move] = []
        for move in self._moves:
            if move.origin is not None and move.square is not None:
                fits = square == move.square and move.origin == self.origin
            else:
                fits = square == move.square or square in direction_squares(move)
            if fits:
                moves.append(move)
        return moves

    @cached_property
    def target_moves(self) -> list[Move]:
        """The moves that the square looked at stands for."""
        return self.moves_for_square(self.target_square) if self.target_square else []

    def has_placement(self, code: str) -> bool:
        """Tell whether a code is a placement of the selected card on the selected square."""
        if not (self.choices.is_turn_decision and self._card):
            return False
        return any(move.code == code for move in self.target_moves)

    @cached_property
    def origins(self) -> frozenset[str]:
        """The pieces that may be taken up to be moved."""
        if self.choices.is_turn_decision:
            return frozenset()
        return frozenset(m.origin for m in self._moves if m.origin and m.square)

    @cached_property
    def origin(self) -> str | None:
        """The piece taken up to be moved; the only one that can move need not be taken up."""
        if len(self.origins) == 1:
            return next(iter(self.origins))
        return self.selection.origin if self.selection.origin in self.origins else None

    @cached_property
    def selectable_squares(self) -> frozenset[str]:
        """The squares that can be chosen, those of pieces that the card lacks included."""
        squares = set(self.origins).union(self.placeable_pieces)
        in_turn, origin = self.choices.is_turn_decision, self.origin
        for move in self._moves:
            if in_turn and move.card != self._card:
                continue
            if move.origin and move.square and move.origin != origin:
                continue
            square = move.square or (move.origin if move.kind == "place" else None)
            squares |= {square} if square else direction_squares(move)
        return frozenset(squares)

    @cached_property
    def shown_match(self) -> Match | None:
        """The placement to draw over the board, for the square looked at."""
        card, square = self._card, self.target_square
        if card is None or square is None or not self.choices.is_turn_decision:
            return None
        moves = self.target_moves
        for move in moves:
            if move.match and move.code == (self.selection.placement_code or moves[0].code):
                return move.match
        if not moves:
            return None
        state = self.choices.state
        return match_of(placements(state, cards.BEINGS[card], state.colour, SQUARE_OF[square])[0])

    @cached_property
    def explanation(self) -> Explanation | None:
        """The reason why the selected card cannot be summoned on the selected square.

        None if the card can be summoned there, or if the hand is not open.
        """
        card, square = self._card, self.target_square
        if not card or not square or card not in cards.BEINGS or not self.choices.is_turn_decision:
            return None
        return self.choices.explanation(card, square) if self.choices.is_hand_open else None

    @cached_property
    def nearest_fit(self) -> tuple[Square, Orientation] | None:
        """The placement of the pattern that lacks only the first of `explanation.nearest`.

        The value is the square from which the cells are counted, and the orientation.
        """
        card, square, explanation = self._card, self.target_square, self.explanation
        if not card or not square or not explanation or not explanation.nearest:
            return None
        state = self.choices.state
        near = closest_lacks(state, cards.BEINGS[card], state.colour, SQUARE_OF[square])
        return near[explanation.nearest[0]]

    @cached_property
    def summon_options(self) -> SummonOptions | None:
        """The options to summon the hand card pointed at or selected; None without a card."""
        card = self.selection.hovered_card or self._card
        return self.choices.summon_options(card) if card else None

    @cached_property
    def placeable_pieces(self) -> Mapping[str, MissingPiece]:
        """The pieces, by square, that the card taken up lacks and that can be placed at once.

        None of them while another card is pointed at.
        """
        if self._card is None or self.selection.hovered_card not in (None, "", self._card):
            return {}
        return self.choices.placeable_pieces(self._card)

    @property
    def placeable_piece(self) -> MissingPiece | None:
        """The missing piece on the square looked at that can be placed."""
        return self.placeable_pieces.get(self.target_square) if self.target_square else None

    @cached_property
    def candidate_move(self) -> Move | None:
        """The move that the button, card or square looked at stands for.

        With none of them looked at, the only act that there is: a flare taken up, a card to thaw or
        warp that cannot be summoned, a task to be claimed, the only answer beside "no".
        """
        selection, moves = self.selection, self._moves
        code = selection.pointed_code
        if not self.choices.is_turn_decision and not code:
            code = selection.hovered_card
        if code is not None:
            return next((move for move in moves if move.code == code), None)
        if self.target_square is None:
            if not self.choices.is_turn_decision:
                return self.choices.sole_answer or self.choices.sole_board_answer
            kinds, card = (_CARD_ACT_KINDS, self._card) if self._card else ({"claim"}, None)
            acts = [m for m in moves if m.kind in kinds and card in (m.card, None)]
            return acts[0] if len(acts) == 1 and acts[0].kind != "summon" else None
        if self.placeable_piece is not None:
            return self.choices.place_move(self.target_square)
        if len(self.target_moves) == 1:
            return self.target_moves[0]
        placement_code = selection.placement_code
        return next((move for move in self.target_moves if move.code == placement_code), None)
