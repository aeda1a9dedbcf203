"""The seed of a game with someone far away: all players decide it, and nobody can choose it.

The player who invites promises a value, each player who accepts adds a random number, and then the
value is opened (``docs/far.md``). That is coin flipping by commitments, as in `far.sealing`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple, Self

from tashkalar.far.log import FarError
from tashkalar.far.sealing import SHARE_DIGITS, digest, read_digits
from tashkalar.json_reader import Node
from tashkalar.position.ids import SeatNumber


def new_nonce() -> str:
    """Return the random number of a player who accepts."""
    return os.urandom(SHARE_DIGITS // 2).hex()


def deal_value(secret: str) -> str:
    """Return the value that an inviter with this secret promises; it tells nothing about it."""
    return digest("deal", secret)[:SHARE_DIGITS]


def deal_commitment(secret: str) -> str:
    """Return the commitment to that value."""
    return _commitment(deal_value(secret))


def _commitment(value: str) -> str:
    return digest("deal-commitment", value)[:SHARE_DIGITS]


class Deal(NamedTuple):
    """The contributions to the seed of a game.

    `commitment` is "" with sealed hands: there the value follows from the secret of the player who
    invites, and is checked when that secret is opened.
    """

    commitment: str
    nonces: Mapping[SeatNumber, str] = {}
    value: str = ""  # of the player who invites, "" until the game begins

    def with_nonce(self, seat: SeatNumber, nonce: str) -> Self:
        """Return the deal with the random number of a player who accepts."""
        return self._replace(nonces={**self.nonces, seat: nonce})

    def opened(self, node: Node) -> Self:
        """Return the deal with its value; raise FarError if it is not the promised one."""
        value = read_digits(node, SHARE_DIGITS)
        if self.commitment and _commitment(value) != self.commitment:
            raise FarError(
                "act", "the cards would be dealt from another value than the promised one"
            )
        return self._replace(value=value)

    def seed(self, game: str) -> str:
        """Return the seed, given the id of the game and an opened value."""
        nonces = [nonce for _, nonce in sorted(self.nonces.items())]
        return digest("seed", game, self.value, nonces)[:SHARE_DIGITS]
