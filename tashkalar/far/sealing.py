"""The commitments and proofs behind sealed hands (``docs/far-sealed.md``).

Each player shuffles the own deck, and neither player can choose the order: it follows from a secret
of the player and a share of the other one. The player commits to the secret before the share is
known, as in coin flipping (M. Blum, "Coin flipping by telephone: a protocol for solving impossible
problems", SIGACT News 15, 1983). A commitment is a SHA-256 hash (FIPS 180-4) over the content and a
random value. All random values follow from one secret of 256 bits that `os.urandom` gives.

`bond` ties a value to the game, the seat or the other player, so that it is worth nothing in
another place. It is () in logs of the first form, whose promises are weaker.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from tashkalar.json_reader import Node
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.state import Cards
from tashkalar.position.unknown import KnownCards, UnknownCard

SECRET_DIGITS = 64  # hexadecimal digits of a secret and of the commitment to it
SHARE_DIGITS = 32  # of a share, a salt and the commitment to a card
_HEX = re.compile("[0-9a-f]+")

Bond = tuple[object, ...]


def digest(*parts: object) -> str:
    """Return the SHA-256 of values; JSON tells them apart."""
    text = json.dumps(["tashkalar-sealed", *parts], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def read_digits(node: Node, number: int) -> str:
    """Return a text of so many hexadecimal digits; raise ScenarioError otherwise."""
    text = node.text(number)
    if len(text) != number or not _HEX.fullmatch(text):
        raise node.fail(f"{number} hexadecimal digits are needed")
    return text


def new_secret() -> str:
    """Return the random secret of a player for one game."""
    return os.urandom(SECRET_DIGITS // 2).hex()


def secret_commitment(secret: str, bond: Bond) -> str:
    """Return the commitment to a secret; it tells nothing about the secret."""
    return digest("secret", *bond, secret)


def share_for(game: str, secret: str, bond: Bond) -> str:
    """Return what the player with this secret adds to the shuffle of the other deck.

    The share follows from the secret, so that two tabs of a device give the same share. `game` is
    the id of the game. `bond` has the commitment of the other player: so who accepts again, with
    another secret, gets another share.
    """
    return digest("share", game, secret, *bond)[:SHARE_DIGITS]


def card_commitment(seat: SeatNumber, place: int, card: str, salt: str, bond: Bond) -> str:
    """Return the commitment to the being at a place (from 1) of a seat's deck."""
    return digest("card", *bond, seat, place, card, salt)[:SHARE_DIGITS]


class CardProof(NamedTuple):
    """A being that its player reveals: the place in the deck (from 1), the being, its salt."""

    place: int
    card: str
    salt: str


def stand_ins_of(seat: SeatNumber, cards: Mapping[int, str]) -> KnownCards:
    """Return beings by the texts of their stand-ins; `cards` has them by place, from 1."""
    return {UnknownCard.at(seat_of(seat), place): card for place, card in cards.items()}


class SealedDeck(NamedTuple):
    """A deck as its player knows it: the beings in their order, each with its salt."""

    seat: SeatNumber
    order: Cards
    salts: tuple[str, ...]
    bond: Bond  # of the commitments to the beings

    @classmethod
    def shuffled(
        cls, cards: Sequence[str], seat: SeatNumber, random: Bond, bond: Bond
    ) -> SealedDeck:
        """Return the deck that the random values of both players decide.

        The beings are sorted by hashes that nobody can know without the secret among the values.
        """
        keyed = sorted((digest("order", *random, card), card) for card in cards)
        order = tuple(card for _, card in keyed)
        salts = tuple(digest("salt", *random, card)[:SHARE_DIGITS] for card in order)
        return cls(seat, order, salts, bond)

    @property
    def commitments(self) -> tuple[str, ...]:
        """The commitments to the beings, in the order of the deck."""
        return tuple(
            card_commitment(self.seat, place, card, salt, self.bond)
            for place, (card, salt) in enumerate(zip(self.order, self.salts, strict=True), 1)
        )

    @property
    def known_cards(self) -> KnownCards:
        """All beings by the texts of their stand-ins."""
        return stand_ins_of(self.seat, dict(enumerate(self.order, 1)))

    def proof(self, place: int) -> CardProof:
        """Return the proof of the being at a place."""
        return CardProof(place, self.order[place - 1], self.salts[place - 1])
