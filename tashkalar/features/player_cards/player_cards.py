"""The public cards of a player: what was played, what was claimed, what could still come (R25)."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import SeatNumber, colour_number, seat_of
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.reference.gallery import PrintedTask, printed_task
from tashkalar.ui.screen.players import played_and_claimed_cards, public_notes
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import can_summon_somewhere, find_unseen_beings
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView


class PlayerCards(NamedTuple):
    """The public cards of a player in the shown position."""

    name: Message | str
    school: str
    notes: tuple[Message, ...]  # the frozen and the pending being, and other public facts
    improvisations: tuple[Message | str, ...]  # the colors with which the player can improvise
    claimed_tasks: tuple[PrintedTask, ...]
    played_cards: tuple[CardView, ...]  # beings, legends and flares, the latest first
    unseen_beings: tuple[CardView, ...]  # in the hand, the deck or secretly discarded
    summonable_beings: frozenset[str]  # those of them that fit the board now


def player_cards(session: Session, seat: SeatNumber) -> PlayerCards:
    """Return the public cards of a seat (from 1).

    A being that the discard action dropped stays among the unseen ones (R25.3).
    """
    state, setup = session.shown_state, session.game.setup
    index, stones = seat_of(seat), phrases.school_of_stones(setup, seat)
    unseen = find_unseen_beings(state, index)
    played, claimed = played_and_claimed_cards(session, seat)
    return PlayerCards(
        name=phrases.player_name(setup, seat),
        school=stones,
        notes=public_notes(state, index),
        improvisations=_improvisations(state, index),
        claimed_tasks=tuple(printed_task(task) for task in claimed),
        played_cards=tuple(card_view(card, stones) for card in played),
        unseen_beings=tuple(card_view(being.id, stones) for being in unseen),
        summonable_beings=frozenset(
            being.id for being in unseen if can_summon_somewhere(state, being, index)
        ),
    )


def _improvisations(state: GameState, seat: int) -> tuple[Message | str, ...]:
    """Return the colors with which a seat (from 0) of a melee can still improvise (R15.9)."""
    if not state.markers:
        return ()
    colours = (c for c in range(state.setup.seats) if state.markers[seat] >> c & 1)
    return tuple(phrases.color_name(state.setup, colour_number(c)) for c in colours)
