"""Beings that a game does not know: stand-ins with a type and a text form of their own.

In a game with sealed hands (``docs/far.md``) a device does not know the beings of the other player.
An unknown being lies in a hand, a deck or a discard pile as a known one does. It can be drawn,
discarded, returned and put on the deck; it cannot be summoned or played, because nothing knows its
pattern and text. `Game.reveal` puts a known being in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Self

from tashkalar.position.ids import Seat, SeatNumber, seat_number, seat_of
from tashkalar.position.state import Cards, GameState, Setup, replace_entry

DECK_SIZE = 18  # beings of a school (R1.1)
_TEXT = re.compile(r"unknown-([1-4])-(0[1-9]|1[0-8])")

KnownCards = Mapping[str, str]
"""The beings that stand in the place of others, by id; in one direction or the other."""


class UnknownCard(str):
    """The stand-in for a being of a deck; equal texts are the same being of the same game.

    The text is ``unknown-2-07``: the number of the seat, and the place in the deck as it was
    shuffled, from 01 for the top.
    """

    __slots__ = ()

    @classmethod
    def at(cls, seat: Seat, place: int) -> Self:
        """Return the stand-in for a place (from 1) of a seat's shuffled deck."""
        return cls(f"unknown-{seat_number(seat)}-{place:02}")

    @property
    def seat(self) -> Seat:
        """The seat whose deck the being belongs to."""
        return seat_of(SeatNumber(int(self.split("-")[1])))

    @property
    def place(self) -> int:
        """The place in the shuffled deck, from 1."""
        return int(self.split("-")[2])


def unknown_deck(seat: Seat) -> Cards:
    """Return a deck of which nothing is known."""
    return tuple(UnknownCard.at(seat, place) for place in range(1, DECK_SIZE + 1))


def card_of_text(text: str) -> str:
    """Return the card of a text: an `UnknownCard` for the text of one, else the text itself."""
    return UnknownCard(text) if _TEXT.fullmatch(text) else text


def known_cards(cards: Iterable[str]) -> Cards:
    """Return the cards that are known, in their order."""
    return tuple(card for card in cards if not isinstance(card, UnknownCard))


def is_deck_known(setup: Setup, seat: Seat) -> bool:
    """Tell whether the game knows all beings of a seat."""
    return not setup.decks or len(known_cards(setup.decks[seat])) == DECK_SIZE


def replace_in_code(code: str, known: KnownCards) -> str:
    """Return a move code with the known beings in the place of unknown ones."""
    return _TEXT.sub(lambda found: known.get(found[0], found[0]), code)


def replace_in_setup(setup: Setup, seat: Seat, cards: KnownCards) -> Setup:
    """Return the agreement with other beings in the deck of a seat."""
    return setup._replace(decks=_replace_in_piles(setup.decks, seat, cards))


def replace_in_state(state: GameState, setup: Setup, seat: Seat, cards: KnownCards) -> GameState:
    """Return the position with other beings in the hidden piles of a seat; `setup` has them."""
    new = state.copy()
    new.setup = setup
    new.hands = _replace_in_piles(state.hands, seat, cards)
    new.decks = _replace_in_piles(state.decks, seat, cards)
    new.discards = _replace_in_piles(state.discards, seat, cards)
    new.dropped = _replace_in_piles(state.dropped, seat, cards)
    return new


def _replace_in_piles(piles: tuple[Cards, ...], seat: Seat, cards: KnownCards) -> tuple[Cards, ...]:
    return replace_entry(piles, seat, tuple(cards.get(card, card) for card in piles[seat]))
