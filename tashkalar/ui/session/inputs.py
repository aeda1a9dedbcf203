"""The inputs of a person: each gives the next selection, and the code of a move if one is made.

The functions are pure. What can be chosen now comes from `SelectionTargets`; `Session` plays the
move. A finger cannot hover: where something would be lost or spent, or the answer is not clear, its
first tap shows what the second tap chooses.
"""

from __future__ import annotations

from tashkalar.position.board import BIT, SQUARE_OF
from tashkalar.ui.session.dry_run import loses_nothing
from tashkalar.ui.session.selection import Selection
from tashkalar.ui.session.targets import SelectionTargets

Outcome = tuple[Selection, str | None]
"""The selection after an input, and the code of the move that the input makes."""


def click_card(targets: SelectionTargets, card: str) -> Outcome:
    """Take a hand card up, or lay the card down; inside an effect choose the card."""
    selection = targets.selection
    if not targets.choices.is_hand_open:
        return selection, None
    if not targets.choices.is_turn_decision:
        return selection, card if targets.choices.has_move(card) else None
    taken_up = None if card == selection.card else card
    return selection._replace(card=taken_up, square=None, placement_code=None), None


def click_task(targets: SelectionTargets, code: str) -> Outcome:
    """Choose the row of a task: the first click shows what claiming does, the second claims.

    A claim cannot be undone, since cards are drawn then (R13.4).
    """
    selection = targets.selection
    if code == selection.tapped_code:
        return selection, code
    if not targets.choices.has_move(code):
        return selection, None
    selection = selection._replace(card=None, square=None, placement_code=None)
    return selection._replace(pointed_code=code, tapped_code=code), None


def click_square(targets: SelectionTargets, square: str) -> Outcome:
    """Choose a square: make the move that the square stands for, or take up the piece on it.

    Of several placements the first click shows one, the next click makes the one that is shown.
    """
    selection = targets.selection
    codes = [move.code for move in targets.moves_for_square(square)]
    if len(codes) == 1:
        return selection, codes[0]
    if square in targets.placeable_pieces and (move := targets.choices.place_move(square)):
        return selection, move.code
    if codes and square == targets.target_square and selection.placement_code in codes:
        return selection, selection.placement_code
    if codes:
        return selection.look_at_square(square)._replace(placement_code=codes[0]), None
    if square in targets.origins:
        return selection._replace(origin=None if square == selection.origin else square), None
    if selection.card is not None:
        return selection.look_at_square(square), None
    return selection, None


def tap_square(targets: SelectionTargets, square: str, *, confirms_all: bool = False) -> Outcome:
    """Choose a square with a finger: the first tap on a square only shows it.

    The first tap decides where nothing is lost: a plain piece is put down, an effect goes on to an
    empty square. A piece to be moved is taken up at once. With `confirms_all` no first tap decides.
    """
    selection = targets.selection
    if targets.target_square == square or (not confirms_all and _decides_at_once(targets, square)):
        return click_square(targets, square)
    if not selection.card and square in targets.origins and not targets.moves_for_square(square):
        return click_square(targets.with_selection(selection.look_at_square(None)), square)
    looking = targets.with_selection(selection.look_at_square(square))
    move = None if selection.card else looking.candidate_move
    return looking.selection._replace(tapped_code=move.code if move else None), None


def _decides_at_once(targets: SelectionTargets, square: str) -> bool:
    """Tell whether a first tap on a square may decide: it is clear, and nothing is lost."""
    moves = targets.moves_for_square(square)
    if targets.choices.is_turn_decision:
        is_placing = not targets.selection.card or square in targets.placeable_pieces
        return is_placing and [move.kind for move in moves] in ([], ["place"])
    if len(moves) != 1 or moves[0].square != square:
        return False
    if targets.choices.state.phase != "play":
        return False  # a mark of a deathmatch passes the turn on, and cannot be taken back
    is_empty = targets.choices.state.empty & BIT[SQUARE_OF[square]]
    return bool(is_empty) and loses_nothing(targets.choices.game, moves[0])


def tap_option(targets: SelectionTargets, code: str) -> Outcome:
    """Choose one of several options with a finger: the first tap on an option only shows it."""
    selection = targets.selection
    if code == selection.tapped_code:
        return selection, code
    if targets.has_placement(code):
        return selection._replace(placement_code=code, tapped_code=code), None
    return selection._replace(square=None, pointed_code=code, tapped_code=code), None


def drop_on_square(targets: SelectionTargets, square: str | None) -> Outcome:
    """Drop what is dragged on a square, or beside the board (None), and make the move it means.

    Of several placements one is shown, as by a click.
    """
    if square is None or not targets.moves_for_square(square):
        return targets.selection, None
    return click_square(targets, square)


def hover_square(targets: SelectionTargets, square: str | None) -> Selection:
    """Look at a square, unless a placement is looked at.

    The square where a card can go stays on the way from it to the button of the summoning.
    """
    selection = targets.selection
    if square is None and selection.card and targets.target_moves:
        return selection
    if selection.placement_code is not None:
        square = selection.square
    return selection.look_at_square(square)


def point_at_move(targets: SelectionTargets, code: str | None) -> Selection:
    """Point at the button of a move, or at none.

    The buttons of placements are none of these: see `SelectionTargets.has_placement`.
    """
    selection = targets.selection
    if code is not None and targets.has_placement(code):
        code = None
    return selection._replace(pointed_code=code)


def cancel(targets: SelectionTargets) -> Selection:
    """Lay down the latest thing: the position, the piece, the tap, the placement, the card."""
    selection = targets.selection
    if selection.shown_move_number is not None:
        return selection._replace(shown_move_number=None)
    if targets.origin is not None and len(targets.origins) > 1:
        return selection._replace(origin=None)
    if selection.tapped_code is not None and selection.tapped_code == selection.pointed_code:
        return selection._replace(pointed_code=None, tapped_code=None)
    if selection.placement_code is not None:
        return selection._replace(square=None, placement_code=None)
    return selection._replace(card=None, square=None)
