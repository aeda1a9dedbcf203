"""The open hand on the screen: the cards of the player to act, and what each can do now."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.position.ids import seat_of
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.rules.turn import met_halves, piece_leads, rivals
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView, HalfView

LONG_WORD_LETTERS = 13  # letters: of a longer word the name is written smaller


def hand_views(session: Session) -> tuple[CardView, ...]:
    """The cards of the player to act; none behind the curtain or after the end."""
    game = session.game
    if session.seating.is_covered or game.is_over:
        return ()
    state, seat = game.state, seat_of(session.seating.viewer)
    in_hand = state.hands[seat] + state.legends[seat] + state.flares[seat]
    apart = ((state.pending[seat], "card.pending"), (state.frozen[seat], "card.frozen"))
    found = [_card_view(session, state, id, Message(status)) for id, status in apart if id]
    found += [_card_view(session, state, id) for id in in_hand]
    slots = drawing_cache(session).hand_slots(session, tuple(card.id for card in found))
    return tuple(card._replace(slot=slots[card.id]) for card in found)


def _card_view(
    session: Session, state: GameState, id: str, status: Message | None = None
) -> CardView:
    printed = card_view(id, phrases.school_of_stones(state.setup, session.seating.viewer))
    mine = [m for m in session.moves if m.card == id]
    return printed._replace(
        halves=_compared_halves(state, id, printed.halves),
        square_count=len({m.square for m in mine if m.kind == "summon"}),
        is_usable=bool(mine),
        is_selected=session.selection.card == id,
        is_ready=any(m.kind in ("summon", "thaw", "flare") for m in mine),
        status=status,
    )


def _compared_halves(
    state: GameState, id: str, halves: tuple[HalfView, ...]
) -> tuple[HalfView, ...]:
    """A flare's halves, each with how far the rival furthest ahead is ahead (0: nobody is)."""
    if not halves:
        return ()
    others = rivals(state)
    have = [piece_leads(state, state.colour, rival) for rival in others]
    met = [met_halves(state, cards.FLARES[id], rival) for rival in others]
    return tuple(
        half._replace(
            have=max(0, *(ahead[place] for ahead in have)),
            is_met=any(holds[place] for holds in met),
        )
        for place, half in enumerate(halves)
    )
