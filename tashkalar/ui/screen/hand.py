"""The open hand on the screen: the cards of the viewer, and how each can be used now."""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar import cards
from tashkalar.position.ids import Seat, seat_of
from tashkalar.position.move import Message, Move
from tashkalar.position.state import GameState
from tashkalar.position.unknown import known_cards
from tashkalar.rules.turn import met_halves, piece_leads, rivals
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView, HalfView

# A name with a word of more letters is written smaller.
_NAME_LENGTH_CLASSES = ((13, "longer"), (10, "long"))


def card_name_length_class(name: str) -> str | None:
    """Return the class by the longest word, by which the style sheet chooses the size of the name.

    None stands for the common size."""
    letters = max(map(len, name.split()), default=0)
    return next((kind for least, kind in _NAME_LENGTH_CLASSES if letters > least), None)


def hand_views(session: Session) -> tuple[CardView, ...]:
    """Return the cards of the viewer.

    None behind the curtain, before cards are dealt, after the end of the game, and where a game is
    only watched.
    """
    game, seating = session.game, session.seating
    if seating.is_covered or seating.is_undealt or game.is_over or seating.is_watching_far:
        return ()
    state, seat = game.state, seat_of(session.seating.viewer)
    status = {state.pending[seat]: "card.pending", state.frozen[seat]: "card.frozen"}
    slots = drawing_cache(session).hand_slots(session, lambda earlier: held_cards(earlier, seat))
    views = (
        _card_view(session, state, id, Message(status[id]) if id in status else None)
        for id in held_cards(state, seat)
    )
    steps = session.hint_line.card_steps if session.hint_line else {}
    placed = (card._replace(slot=slots[card.id], plan_step=steps.get(card.id)) for card in views)
    return tuple(sorted(placed, key=lambda card: card.slot))


def held_cards(state: GameState, seat: Seat) -> tuple[str, ...]:
    """Return the cards of a seat that its owner knows, those set aside first."""
    set_aside = tuple(id for id in (state.pending[seat], state.frozen[seat]) if id)
    # The beings of the own sealed deck are unknown until both have shuffled.
    known = (*known_cards(state.hands[seat]), *state.legends[seat], *state.flares[seat])
    return (*set_aside, *known)


def _card_view(
    session: Session, state: GameState, id: str, status: Message | None = None
) -> CardView:
    printed = card_view(id, phrases.school_of_stones(state.setup, session.seating.viewer))
    card_moves = [m for m in session.moves if m.card == id]
    halves, is_ready = _compared_halves(state, id, printed.halves), _is_ready(card_moves)
    lack = None
    if session.choices.is_turn_decision and not is_ready and not status:
        lack = missing_lead(halves) if halves else Message("stage.wait.none")
    return printed._replace(
        halves=halves,
        lack=lack,
        square_count=len({m.square for m in card_moves if m.kind == "summon"}),
        is_usable=bool(card_moves),
        is_selected=session.selection.card == id,
        is_ready=is_ready,
        status=status,
    )


def _is_ready(card_moves: Iterable[Move]) -> bool:
    return any(move.kind in ("summon", "thaw", "flare") for move in card_moves)


def _compared_halves(
    state: GameState, id: str, halves: tuple[HalfView, ...]
) -> tuple[HalfView, ...]:
    """Return a flare's halves with the lead of the rival furthest ahead (R9.3).

    `have` is 0 if no rival is ahead.
    """
    if not halves:
        return ()
    leads = [piece_leads(state, state.colour, rival) for rival in rivals(state)]
    met_by_rival = [met_halves(cards.FLARES[id], lead) for lead in leads]
    return tuple(
        half._replace(
            have=max(0, *(lead[index] for lead in leads)),
            is_met=any(holds[index] for holds in met_by_rival),
        )
        for index, half in enumerate(halves)
    )


def missing_lead(halves: tuple[HalfView, ...]) -> Message | None:
    """Return how far behind a player must be for a flare with these halves.

    Of the two halves, name the one that lacks less. Return None if a half is met or there is none.
    """
    if not halves or any(half.is_met for half in halves):
        return None
    half = min(halves, key=lambda half: half.need - (half.have or 0))
    return Message(f"stage.wait.behind.{half.half}", {"need": half.need, "have": half.have or 0})
