"""The position and a card as sentences, in an order and at a length that people can hold.

Each function returns messages that a `Catalogue` joins as sentences. The shown threats and the
cards of others follow from public facts alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar import cards
from tashkalar.position.board import BIT, NAMES, RANKS, SQUARES
from tashkalar.position.ids import ColourNumber, SeatNumber, colour_number, colour_of, seat_of
from tashkalar.position.move import Message
from tashkalar.ui.reference.pattern_grid import pattern_label
from tashkalar.ui.screen.action_panel import missing_piece_lines
from tashkalar.ui.screen.hand import hand_views
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import find_summon_options, find_threats
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView

MAX_SPOKEN_SQUARES = 4  # of more squares only the number is said
MAX_SPOKEN_CARDS = 4  # of more cards that threaten, the number of the others is said
MAX_SPOKEN_LACKS = 3  # ways to complete a pattern

Sentences = tuple[Message, ...]


def position_sentences(session: Session) -> Sentences:
    """Return the own pieces by row, what can be summoned and where, and the threats.

    Behind the curtain nobody is known to listen: all pieces are said, and nothing of a hand.
    """
    if session.seating.is_covered:
        return tuple(_pieces_of(session, color) for color in _colors(session))
    return (_own_pieces(session), *_usable_cards(session), *_threats(session))


def other_pieces_sentences(session: Session) -> Sentences:
    """Return the pieces of each of the others by row."""
    own = _own_color(session)
    return tuple(_pieces_of(session, color) for color in _colors(session) if color != own)


def card_sentences(session: Session, card: str) -> Sentences:
    """Return where a hand card can be used now; else what it lacks; else its pattern."""
    view = _find_card(session, card)
    if view is None:
        return (Message("spoken.no-card"),)
    squares = _summon_squares(session, card)
    if squares:
        return (_with_squares("spoken.card.on", view, squares),)
    if view.is_ready:
        return (Message("spoken.card.ready", {"card": view.name}),)
    if view.halves:
        lack = (view.lack,) if view.lack else ()
        return (Message("spoken.card", {"card": view.name}), *lack)
    if view.status:
        return (Message("spoken.card", {"card": view.name}), view.status)
    options = find_summon_options(session.game.state, card)
    lines = missing_piece_lines(session, options.missing_pieces)[:MAX_SPOKEN_LACKS]
    if lines and not options.summon_squares:
        lacks = tuple(line.text for line in lines)
        return (_with_rank("spoken.card.lacks", view), *lacks)
    return (_with_rank("spoken.card.not-yet", view), pattern_label(cards.BEINGS[card]))


def card_in_full(session: Session, card: str) -> tuple[Sentences, CardView] | None:
    """Return the pattern of a hand card, and the card, whose text follows; None for no card."""
    view = _find_card(session, card)
    if view is None:
        return None
    being = cards.BEINGS.get(card)
    return ((pattern_label(being),) if being else ()), view


def _find_card(session: Session, card: str) -> CardView | None:
    return next((view for view in hand_views(session) if view.id == card), None)


# -- pieces --------------------------------------------------------------------------------------


def _own_color(session: Session) -> ColourNumber:
    setup = session.game.setup
    return colour_number(setup.colours[seat_of(session.seating.viewer)])


def _colors(session: Session) -> tuple[ColourNumber, ...]:
    return tuple(map(colour_number, dict.fromkeys(session.game.setup.colours)))


def _own_pieces(session: Session) -> Message:
    rows = _rows(session, _own_color(session))
    return Message("spoken.own", {"rows": rows}) if rows else Message("spoken.own.none")


def _pieces_of(session: Session, color: ColourNumber) -> Message:
    rows = _rows(session, color)
    who = phrases.color_owner_name(session.game.setup, color)
    params: dict[str, object] = {"who": who, "rows": rows}
    return Message("spoken.others" if rows else "spoken.others.none", params)


def _rows(session: Session, color: ColourNumber) -> Sentences:
    """Return the pieces of a color by row, from row 1; only ranks above common are said."""
    state = session.shown_state
    pieces_by_row: dict[str, list[Message | str]] = {}
    for square in SQUARES:
        bit, name = BIT[square], NAMES[square]
        if state.owner_at(bit) != colour_of(color):
            continue
        rank = RANKS[state.rank_at(bit)]
        piece = name if rank == "common" else Message(f"spoken.piece.{rank}", {"square": name})
        pieces_by_row.setdefault(name[1], []).append(piece)
    return tuple(
        Message("spoken.row", {"row": int(row), "pieces": tuple(pieces)})
        for row, pieces in sorted(pieces_by_row.items())
    )


# -- cards ---------------------------------------------------------------------------------------


def _usable_cards(session: Session) -> Sentences:
    """Return what can be summoned and where, and what else can be used; nothing inside effects."""
    if not session.moves or session.game.prompt.kind != "turn":
        return ()
    held = hand_views(session)
    placed = tuple(
        _with_squares("spoken.on", view, squares)
        for view in held
        if (squares := _summon_squares(session, view.id))
    )
    others = tuple(v.name for v in held if v.is_ready and not _summon_squares(session, v.id))
    first = Message("spoken.ready", {"cards": placed}) if placed else Message("spoken.ready.none")
    return (first, Message("spoken.usable", {"cards": others})) if others else (first,)


def _summon_squares(session: Session, card: str) -> tuple[str, ...]:
    moves = (move for move in session.moves if move.kind == "summon" and move.card == card)
    return tuple(sorted({move.square for move in moves if move.square}))


def _with_squares(id: str, view: CardView, squares: Sequence[str]) -> Message:
    params: dict[str, object] = {"card": view.name, "squares": tuple(squares), "n": len(squares)}
    if view.rank:
        params["rank"] = Message(f"rank.{view.rank}")
    return Message(id if len(squares) <= MAX_SPOKEN_SQUARES else f"{id}-many", params)


def _with_rank(id: str, view: CardView) -> Message:
    return Message(id, {"card": view.name, "rank": Message(f"rank.{view.rank}")})


# -- threats -------------------------------------------------------------------------------------


def _threats(session: Session) -> Sentences:
    """Return the beings that others could summon; nothing while no decision of a turn is due."""
    if not session.moves or session.game.prompt.kind != "turn":
        return ()
    squares_by_card: dict[tuple[SeatNumber, str], list[str]] = {}
    for threat in find_threats(session.game.state, session.seating.viewer):
        for held in threat.cards:
            squares_by_card.setdefault(held, []).append(threat.square)
    if not squares_by_card:
        return (Message("spoken.threats.none"),)
    said = [
        Message(
            "spoken.on" if len(squares) <= MAX_SPOKEN_SQUARES else "spoken.on-many",
            {"card": phrases.card_name(card), "squares": tuple(squares), "n": len(squares)},
        )
        for (_, card), squares in squares_by_card.items()
    ]
    rest = len(said) - MAX_SPOKEN_CARDS
    if rest > 1:
        said = [*said[:MAX_SPOKEN_CARDS], Message("stage.more", {"n": rest})]
    return (Message("spoken.threats", {"cards": tuple(said)}),)
