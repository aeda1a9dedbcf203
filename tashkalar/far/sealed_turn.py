"""Write a turn with sealed hands: hidden beings as stand-ins, and which ones must be revealed.

The player's decisions are made in two games side by side: in one the player's beings are known, in
the other only those that the log reveals. Both must come to the same position after every decision.
Where they would not, a being is revealed: one that is summoned or played, or one that a text reads,
such as a twin on the discard pile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar.errors import IllegalMove
from tashkalar.far.sealing import SealedDeck
from tashkalar.game import Game
from tashkalar.position.ids import seat_of
from tashkalar.position.state import GameState
from tashkalar.position.unknown import UnknownCard, replace_in_setup, replace_in_state


class SealedTurn(NamedTuple):
    """A turn as the log holds it: its codes, and the places of the beings that it reveals."""

    codes: tuple[str, ...]
    places: tuple[int, ...]


class _Attempt(NamedTuple):
    """The decisions that can be made while only some beings are known."""

    codes: tuple[str, ...]  # those that lead to the same position
    own_state: GameState  # before the decision that does not


def seal_turn(game: Game, deck: SealedDeck, known: set[int], codes: Sequence[str]) -> SealedTurn:
    """Return a turn of the player of a deck; raise IllegalMove if a decision is not legal.

    `game` is the game as the log tells it, `known` has the places of the beings that it reveals.
    """
    game = Game(game.settled_state)  # a turn begins between two moves; the past is not needed
    own = game.copy()
    own.reveal(deck.seat, deck.known_cards)
    places = [
        place
        for place, card in enumerate(deck.order, 1)
        if place not in known and any(_plays(code, card) for code in codes)
    ]
    while True:
        attempt = _attempt(game, own, deck, {*known, *places}, codes)
        if len(attempt.codes) == len(codes):
            return SealedTurn(attempt.codes, tuple(places))
        hidden = list(_hidden_places(attempt.own_state, deck, {*known, *places}))
        better = (
            place
            for place in hidden
            if len(_attempt(game, own, deck, {*known, *places, place}, codes).codes)
            > len(attempt.codes)
        )
        places.append(next(better, hidden[0]))


def _plays(code: str, card: str) -> bool:
    """Tell whether a code summons a being or plays its warp effect."""
    return (code.partition("@")[0] == card and "@" in code) or code == f"%{card}"


def _hidden_places(state: GameState, deck: SealedDeck, known: set[int]) -> Iterator[int]:
    """Yield the places of the hidden beings that a text may read: of the hand, then discarded."""
    seat = seat_of(deck.seat)
    for card in (*state.hands[seat], *state.discards[seat]):
        place = deck.order.index(card) + 1
        if place not in known:
            yield place


def _attempt(
    game: Game, full: Game, deck: SealedDeck, known: set[int], codes: Sequence[str]
) -> _Attempt:
    """Make the decisions as far as they lead to the same position."""
    seat = seat_of(deck.seat)
    sealed, own = game.copy(), full.copy()
    sealed.reveal(
        deck.seat, {UnknownCard.at(seat, place): deck.order[place - 1] for place in known}
    )
    stand_ins: dict[str, str] = {
        card: UnknownCard.at(seat, place)
        for place, card in enumerate(deck.order, 1)
        if place not in known
    }
    done: list[str] = []
    for code in codes:
        before, move = own.state, own.find_move(code)
        own.play(move)
        stand_in = stand_ins.get(move.card or "")
        sealed_code = code.replace(str(move.card), stand_in) if stand_in else code
        try:
            sealed.decide(sealed_code)
        except IllegalMove:
            return _Attempt(tuple(done), before)
        if not _is_same(sealed, own, seat, stand_ins) or shown_unknown(sealed.state, seat):
            return _Attempt(tuple(done), before)
        done.append(sealed_code)
    return _Attempt(tuple(done), own.state)


def _is_same(sealed: Game, own: Game, seat: int, stand_ins: dict[str, str]) -> bool:
    """Tell whether two games are at the same position, apart from the hidden beings."""
    if (sealed.open_move is None) != (own.open_move is None):
        return False
    setup = replace_in_setup(own.setup, seat, stand_ins)
    hidden = replace_in_state(own.state, setup, seat, stand_ins)
    return hidden.key() == sealed.state.key()


def shown_unknown(state: GameState, seat: int) -> str:
    """Return an unknown being of a seat that lies where all players see it; "" without one.

    All players see the discard pile except the beings of the discard action (R25.3).
    """
    shown = (card for card in state.discards[seat] if card not in state.dropped[seat])
    return next((card for card in shown if isinstance(card, UnknownCard)), "")
