"""The open hand on the screen: the cards of the player to act, and what each can do now."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.position.ids import seat_of
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.rules.turn import differences, met_halves, rivals
from tashkalar.ui.reference.card_views import face
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView, HalfView

LONG = 13  # letters: of a longer word the name is written smaller


def hand_views(session: Session) -> tuple[CardView, ...]:
    """The cards of the player to act; none behind the curtain or after the end."""
    game = session.game
    if session.covered or game.is_over:
        return ()
    state, seat = game.state, seat_of(session.viewer)
    in_hand = state.hands[seat] + state.legends[seat] + state.flares[seat]
    apart = ((state.pending[seat], "card.pending"), (state.frozen[seat], "card.frozen"))
    found = [_card(session, state, id, Message(status)) for id, status in apart if id]
    found += [_card(session, state, id) for id in in_hand]
    slots = session.hand_slots(tuple(card.id for card in found))
    return tuple(card._replace(slot=slots[card.id]) for card in found)


def _card(session: Session, state: GameState, id: str, status: Message | None = None) -> CardView:
    printed = face(id, phrases.stones(state.setup, session.viewer))
    mine = [m for m in session.moves if m.card == id]
    return printed._replace(
        halves=_compared(state, id, printed.halves),
        squares=len({m.square for m in mine if m.kind == "summon"}),
        usable=bool(mine),
        selected=session.card == id,
        ready=any(m.kind in ("summon", "thaw", "flare") for m in mine),
        status=status,
    )


def _compared(state: GameState, id: str, halves: tuple[HalfView, ...]) -> tuple[HalfView, ...]:
    """A flare's halves, each with how far the rival furthest ahead is ahead (0: nobody is)."""
    if not halves:
        return ()
    others = rivals(state)
    have = [differences(state, state.colour, rival) for rival in others]
    met = [met_halves(state, cards.FLARES[id], rival) for rival in others]
    return tuple(
        half._replace(
            have=max(0, *(ahead[place] for ahead in have)), met=any(holds[place] for holds in met)
        )
        for place, half in enumerate(halves)
    )
