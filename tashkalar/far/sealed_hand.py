"""The secret of the player of a device, and what entries of a log hold because of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from tashkalar.far.dealing import Deal, deal_commitment, deal_value
from tashkalar.far.log import FarError
from tashkalar.far.sealed_turn import seal_turn
from tashkalar.far.sealing import SHARE_DIGITS, SealedDeck, digest, new_secret, secret_commitment
from tashkalar.far.seals import Seals
from tashkalar.game import Game
from tashkalar.position.ids import SeatNumber

JsonObject = dict[str, object]


class SealedHand(NamedTuple):
    """The seat and the secret of a player: all that the player's device knows beside the log.

    Without sealed hands only the player who invites has a secret, from which the cards are dealt.
    `game` below is the id of the game. Never send the secret before the game is over.
    """

    seat: SeatNumber
    secret: str

    @classmethod
    def new(cls, seat: int) -> Self:
        """Return a hand with a new random secret, for one game."""
        return cls(SeatNumber(seat), new_secret())

    def invitation(self, agreed: JsonObject, *, is_sealed: bool) -> JsonObject:
        """Return the data of an invitation, given what it agrees on.

        It promises the value from which the cards are dealt, or the secret itself.
        """
        if not is_sealed:
            return {**agreed, "deal": deal_commitment(self.secret)}
        bond = (agreement_of(agreed), self.seat)
        return {**agreed, "sealed": {"commitment": secret_commitment(self.secret, bond)}}

    def acceptance(self, seals: Seals, game: str) -> JsonObject:
        """Return what its acceptance holds: a commitment, and a share of the inviter's shuffle."""
        return {
            "commitment": seals.commitment_to(game, self.seat, self.secret),
            "share": seals.share_of(game, self.seat, self.secret),
        }

    def deal_value(self, seals: Seals | None, game: str) -> str:
        """Return the value from which the cards are dealt, of the player who invites."""
        if seals is None:
            return deal_value(self.secret)
        return seals.deal_value(game, self.secret)

    def check(self, seals: Seals | None, deal: Deal | None, game: str) -> None:
        """Raise FarError ("sealed") if a log holds promises of the player from another secret.

        Only a device with the secret can write the deck that follows from it.
        """
        if seals is None:
            if deal is None or deal.commitment != deal_commitment(self.secret):
                raise FarError("sealed", "the secret of this device is that of another game")
            return
        seal = seals.by_seat.get(self.seat)
        if seal is None or seal.commitment != seals.commitment_to(game, self.seat, self.secret):
            raise FarError("sealed", f"the secret of this device is not that of seat {self.seat}")
        deck = self.deck(seals, game)
        if seal.cards and (deck is None or deck.commitments != seal.cards):
            raise FarError("sealed", f"the deck of seat {self.seat} is not that of this device")
        value = deal.value if deal and self.seat == seals.inviter else ""
        if value not in ("", self.deal_value(seals, game)):
            raise FarError("sealed", f"the deal of seat {self.seat} is not that of this device")
        if seal.secret not in ("", self.secret):
            raise FarError("sealed", f"the opened secret of seat {self.seat} is another one")

    def deck(self, seals: Seals, game: str) -> SealedDeck | None:
        """Return the own deck; None while the share of the other player is missing."""
        return seals.shuffled_deck(game, self.seat, self.secret)

    def deck_data(self, seals: Seals, game: str) -> JsonObject | None:
        """Return what the entry of the own deck holds; None if it cannot be shuffled yet."""
        deck = self.deck(seals, game)
        if deck is None:
            return None
        data: JsonObject = {"cards": list(deck.commitments)}
        if self.seat == seals.inviter:
            data["share"] = seals.share_of(game, self.seat, self.secret)
        return data

    def turn_data(self, seals: Seals, game: str, sealed: Game, codes: Sequence[str]) -> JsonObject:
        """Return what a turn holds; raise IllegalMove if a decision is not legal.

        `sealed` is the game as the log tells it.
        """
        deck = self.deck(seals, game)
        assert deck is not None  # a turn follows the own deck
        turn = seal_turn(sealed, deck, set(seals.by_seat[self.seat].revealed), codes)
        data: JsonObject = {"codes": " ".join(turn.codes)}
        if turn.places:
            data["reveals"] = [list(deck.proof(place)) for place in turn.places]
        return data


def agreement_of(invitation: Mapping[str, object]) -> str:
    """Return the fingerprint of what an invitation agrees on; the promises do not count."""
    agreed = {key: value for key, value in invitation.items() if key not in ("deal", "sealed")}
    return digest("agreement", agreed)[:SHARE_DIGITS]
