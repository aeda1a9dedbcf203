"""The coach's lines about what is selected: a card that is up, a preview, a tap in vain."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.position.board import BIT, SQUARE_OF
from tashkalar.position.move import Message
from tashkalar.ui.screen.prompt import skip_label
from tashkalar.ui.session.dry_run import is_own_loss
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import PLACEABLE, SummonOptions
from tashkalar.ui.text import phrases


def preview_line(session: Session, tapped_square: str | None) -> Message | None:
    """Return the line while the board shows a choice that a second tap makes; None without one.

    `tapped_square` is the last square that was chosen without deciding anything. A square that a
    mouse only points at is none.
    """
    targets, selection = session.targets, session.selection
    if selection.origin is not None and tapped_square == selection.origin:
        return Message("learn.preview.taken-up", {"square": selection.origin})
    square = targets.target_square
    if square is not None and square == tapped_square and targets.candidate_move is not None:
        if lost := _own_losses(session, square):
            return Message("learn.preview.costs", {"square": square, "n": lost})
        return Message("learn.preview.square", {"square": square})
    if selection.tapped_code is not None and targets.candidate_move is not None:
        return Message("learn.preview.choice")
    return None


def _own_losses(session: Session, square: str) -> int:
    """Return how many own pieces the choice that is shown certainly destroys on other squares."""
    preview, state = session.partial_preview, session.game.state
    events = preview.certain_events if preview else ()
    lost = (event for event in events if is_own_loss(state.setup, state.seat, event))
    return len({event.square for event in lost} - {square})


def card_line(
    session: Session, line: Message | None, next_code: str | None, advised: Sequence[str] = ()
) -> Message | None:
    """Return the line about the card that is up, which the coach's `line` does not speak of.

    `next_code` is the decision that the lesson waits for; None in a game, where the person is free
    and a good player would make the `advised` decisions: the square of the card is named again.
    """
    card = session.selection.card
    if card is None or not session.choices.is_turn_decision or not session.moves:
        return line
    params: dict[str, object] = {"card": phrases.card_name(card)}
    options = session.choices.summon_options(card)
    if next_code is None or next_code.startswith(f"{card}@"):
        if options and options.summon_squares:
            squares = options.summon_squares
            first = next(iter(advised), "").partition("/")[0]
            named = [square for square in squares if f"{card}@{square}" == first] or squares
            if len(named) == 1:
                return Message("learn.card.square", params | {"square": named[0]})
            return Message("learn.card.squares", params)
    if next_code is None and not any(
        move.card == card for move in session.moves if _uses(move.kind)
    ):
        missing = square_to_fill(options) if options else None
        if missing:
            return Message("learn.aim.lack", params | {"square": missing})
        is_waste = any((move.kind, move.card) == ("discard", card) for move in session.moves)
        return Message("learn.card.discard" if is_waste else "learn.card.unfit", params)
    return Message("learn.card.line", params | {"line": line}) if line else None


def _uses(kind: str) -> bool:
    """Tell whether a kind of move uses a card for more than to be rid of it."""
    return kind in ("flare", "thaw", "warp")


def square_to_fill(options: SummonOptions) -> str | None:
    """Return a square where one action places the last piece of a pattern."""
    return next(
        (p.square for p in options.missing_pieces if (p.occupant, p.rank) == PLACEABLE), None
    )


def tap_answer(session: Session, square: str) -> Message | None:
    """Return the answer to a tap on a square that cannot be chosen; None while nobody may choose.

    It is for a tap to which the lesson has no answer of its own.
    """
    if not session.moves:
        return None
    card, targets = session.selection.card, session.targets
    if not session.choices.is_turn_decision:
        glows = bool(targets.selectable_squares)
        return Message("learn.common.glowing" if glows else "learn.tap.buttons")
    if card is not None:
        name: dict[str, object] = {"card": phrases.card_name(card)}
        options = session.choices.summon_options(card)
        if not targets.selectable_squares:
            return Message("learn.card.unfit", name)
        fits = options is None or bool(options.summon_squares)
        return Message("learn.common.glows" if fits else "learn.tap.lacks", name)
    if not session.game.state.actions:
        return Message("learn.tap.spent")
    if session.game.state.occupied & BIT[SQUARE_OF[square]]:
        return Message("learn.tap.occupied", {"square": square})
    return Message("learn.tap.buttons")


def skip_params(session: Session) -> dict[str, object]:
    """Return the label of the button that skips what is asked, for lines that name it."""
    label = skip_label(session)
    return {"skip": label} if label else {}


def names_all_squares(session: Session, text: str) -> bool:
    """Tell whether a text, such as the coach's, names every square of the selected card."""
    card = session.selection.card
    squares = {move.square for move in session.moves if move.card == card and move.square}
    return card is not None and all(square in text for square in squares)
