"""Values that drawing keeps from one redraw of a session to the next, apart from the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from operator import is_
from typing import NamedTuple
from weakref import WeakKeyDictionary

from tashkalar.position.ids import SeatNumber
from tashkalar.position.state import GameState
from tashkalar.ui.history.summoned_pieces import SummonedPiecesMemo
from tashkalar.ui.session.memo import KeyedMemo, Memo
from tashkalar.ui.session.session import Session
from tashkalar.ui.views import ChoiceView, LastTurnView, LogView, MarkView, SquareView

HAND_SLOTS = 6
"""The places of a full hand; more cards stand behind them for a turn."""


class OthersTrail(NamedTuple):
    """The steps of the others' last turn: on the board, in the log and in sentences."""

    marks: tuple[MarkView, ...]
    state: GameState  # the position after the last step
    steps_by_move: Mapping[int, tuple[int, ...]]  # of each event of a move, by the move's number
    last_turn: LastTurnView | None


class HandSlots(NamedTuple):
    """The places of a player's cards in a turn, also of the cards played in it."""

    turn: int
    slots: Mapping[str, int]  # by the id of the card, from 1


class DrawingCache:
    """The parts of the last redraw that the next redraw can use again.

    Drawing writes to this object only, so a redraw does not change the session that it shows.
    """

    def __init__(self) -> None:
        # By the viewer and the number of the move that is looked back at; for the last move.
        self.trails: KeyedMemo[tuple[SeatNumber, int | None], OthersTrail] = KeyedMemo(is_)
        self.log_views: KeyedMemo[int, LogView] = KeyedMemo(is_)  # by the number of the move
        self.square_views: KeyedMemo[str, SquareView] = KeyedMemo()  # by the name of the square
        self.summoned_pieces = SummonedPiecesMemo()
        self._hand_slots: dict[SeatNumber, HandSlots] = {}
        self._option_places: Memo[tuple[ChoiceView, ...]] = Memo()

    def hand_slots(
        self, session: Session, held_in: Callable[[GameState], tuple[str, ...]]
    ) -> Mapping[str, int]:
        """Return the place in the row, from 1, of each card that the viewer holds.

        A card keeps its place as long as it is held. The place of a card that is played stays
        empty until the turn ends; then a new card takes it. A game that is opened again has the
        places that it had: they follow from its moves. `held_in` returns the viewer's cards in a
        position.
        """
        viewer, state = session.seating.viewer, session.game.state
        known = self._hand_slots.get(viewer)
        if known is None:
            known = HandSlots(0, {})
            for move in session.history:
                known = _next_slots(known, move.state_before.turn, held_in(move.state_before))
        known = self._hand_slots[viewer] = _next_slots(known, state.turn, held_in(state))
        return known.slots

    def keep_option_places(
        self, session: Session, options: tuple[ChoiceView, ...]
    ) -> tuple[ChoiceView, ...]:
        """Return the options, each in the place that it has had since the question was asked.

        An option that the question no longer offers stays in its place, marked as unavailable.
        """
        prompt = session.game.prompt
        question = (session.seating.viewer, session.game.state.turn, prompt.kind, prompt.card)
        option_by_code = {option.code: option for option in options}
        earlier = self._option_places.find(question) or ()
        if option_by_code.keys() <= {option.code for option in earlier}:
            options = tuple(
                option_by_code.get(option.code, option._replace(is_unavailable=True))
                for option in earlier
            )
        self._option_places.set(question, options)
        return options if option_by_code else ()


def _next_slots(known: HandSlots, turn: int, held: tuple[str, ...]) -> HandSlots:
    """Return the places of the cards held in a position, after those in the position before."""
    slots = dict(known.slots)
    if known.turn != turn:
        slots = {card: n for card, n in slots.items() if card in held and n <= HAND_SLOTS}
    for card in held:
        free = (n for n in count(1) if n not in slots.values())
        slots.setdefault(card, next(free))
    return HandSlots(turn, slots)


_caches: WeakKeyDictionary[Session, DrawingCache] = WeakKeyDictionary()


def drawing_cache(session: Session) -> DrawingCache:
    """Return the cache of a session; it is dropped together with the session."""
    cache = _caches.get(session)
    if cache is None:
        cache = _caches[session] = DrawingCache()
    return cache
