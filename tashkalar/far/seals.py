"""The sealed decks in a log: commitments, shares, revealed beings and opened secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Self

from tashkalar import cards
from tashkalar.far.log import FarError
from tashkalar.far.sealing import (
    SECRET_DIGITS,
    SHARE_DIGITS,
    Bond,
    CardProof,
    SealedDeck,
    card_commitment,
    digest,
    read_digits,
    secret_commitment,
    share_for,
    stand_ins_of,
)
from tashkalar.json_reader import Node
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.unknown import DECK_SIZE, KnownCards

_LONGEST_ID = 80  # characters of the id of a being


class Seal(NamedTuple):
    """The public facts about the deck of a seat; "" and () until its entry has come."""

    commitment: str  # to the secret of the player
    share: str = ""  # of the other player, for the shuffle of this deck
    cards: tuple[str, ...] = ()  # the commitments to the beings, in the order of the deck
    revealed: Mapping[int, str] = {}  # the beings by their place in the deck, from 1
    secret: str = ""  # opened when the game is over


# -- what entries hold ---------------------------------------------------------------------------


def _read_cards(node: Node) -> tuple[str, ...]:
    """Return the commitments to the beings of a deck."""
    items = node.items(most=DECK_SIZE)
    if len(items) != DECK_SIZE:
        raise node.fail(f"{DECK_SIZE} commitments are needed")
    return tuple(read_digits(item, SHARE_DIGITS) for item in items)


def _read_proof(node: Node) -> CardProof:
    """Return the proof of a being: its place, its id, its salt."""
    items = node.items(most=3)
    if len(items) < 3:
        raise node.fail("a place, a being and a salt are needed")
    place, card, salt = items
    return CardProof(
        place.number(1, DECK_SIZE), card.text(_LONGEST_ID), read_digits(salt, SHARE_DIGITS)
    )


# -- the seals of a game -------------------------------------------------------------------------


class Seals(NamedTuple):
    """The sealed decks of a game for two; each method returns what an entry makes of them.

    The methods raise ScenarioError for data of another form, and FarError for an entry that cannot
    be: "act" if it cannot be now, "sealed" if it does not keep what its player has promised.

    `game` below is the id of the game. `agreement` is the fingerprint of what the invitation
    agrees on, "" in a log of the first form.
    """

    inviter: SeatNumber
    schools: tuple[str, ...]
    agreement: str
    by_seat: Mapping[SeatNumber, Seal]

    @classmethod
    def invited(
        cls, inviter: SeatNumber, schools: tuple[str, ...], agreement: str, node: Node
    ) -> Self:
        """Return the seals of an invitation."""
        given = node.fields("commitment", needed=("commitment",))
        seal = Seal(read_digits(given["commitment"], SECRET_DIGITS))
        return cls(inviter, schools, agreement, {inviter: seal})

    def accepted(self, by: SeatNumber, node: Node) -> Self:
        """Return the seals with the commitment of the other player, and the share of that one."""
        given = node.fields("commitment", "share", needed=("commitment", "share"))
        commitment = read_digits(given["commitment"], SECRET_DIGITS)
        if commitment == self.by_seat[self.inviter].commitment:
            raise FarError("sealed", f"seat {by} repeats the commitment of seat {self.inviter}")
        share = read_digits(given["share"], SHARE_DIGITS)
        return self._replace(by_seat={**self.by_seat, by: Seal(commitment)})._with(
            self.inviter, share=share
        )

    def with_deck(self, by: SeatNumber, node: Node) -> Self:
        """Return the seals with the commitments to the beings of a seat.

        The player who has invited also gives the share for the other deck.
        """
        if by not in self.by_seat or len(self.by_seat) < 2 or self.by_seat[by].cards:
            raise FarError("act", f"seat {by} cannot shuffle now")
        if not self.by_seat[by].share:
            raise FarError("act", f"seat {self.inviter} shuffles first")
        keys = ("cards", "share") if by == self.inviter else ("cards",)
        given = node.fields(*keys, needed=keys)
        seals = self._with(by, cards=_read_cards(given["cards"]))
        if by != self.inviter:
            return seals
        other = next(seat for seat in self.by_seat if seat != by)
        return seals._with(other, share=read_digits(given["share"], SHARE_DIGITS))

    def with_revealed(self, game: str, by: SeatNumber, node: Node) -> Self:
        """Return the seals with the beings that a turn reveals; their proofs are checked."""
        seal = self.by_seat[by]
        for item in node.items(most=DECK_SIZE):
            seal = self._reveal(game, seal, by, _read_proof(item))
        return self._replace(by_seat={**self.by_seat, by: seal})

    def _reveal(self, game: str, seal: Seal, seat: SeatNumber, proof: CardProof) -> Seal:
        place, card, salt = proof
        where = f"the being {place} of seat {seat}"
        if place in seal.revealed or card in seal.revealed.values():
            raise FarError("sealed", f"{where} is revealed twice")
        if card not in self._beings(seat):
            raise FarError("sealed", f"{where} is none of the school: {card!a}")
        bond = self._card_bond(game)
        if card_commitment(seat, place, card, salt, bond) != seal.cards[place - 1]:
            raise FarError("sealed", f"{where} is not the promised one: {card!a}")
        return seal._replace(revealed={**seal.revealed, place: card})

    def opened(self, by: SeatNumber, node: Node) -> Self:
        """Return the seals with the secret of a player; see `is_secret_kept`."""
        secret = read_digits(node.fields("secret", needed=("secret",))["secret"], SECRET_DIGITS)
        if self.by_seat[by].secret:
            raise FarError("act", f"the deck of seat {by} is open")
        return self._with(by, secret=secret)

    def _with(self, seat: SeatNumber, **changes: object) -> Self:
        seal = self.by_seat[seat]._replace(**changes)  # type: ignore[arg-type]
        return self._replace(by_seat={**self.by_seat, seat: seal})

    def _beings(self, seat: SeatNumber) -> list[str]:
        return [being.id for being in cards.by_school(self.schools[seat_of(seat)])]

    # -- looking -------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """True if the player who has invited has shuffled, so that the game can begin."""
        return bool(self.by_seat[self.inviter].cards)

    @property
    def is_bound(self) -> bool:
        """True if every value is bound to its game; False for a log of the first form."""
        return bool(self.agreement)

    def _card_bond(self, game: str) -> Bond:
        return (game,) if self.is_bound else ()

    def _other_bond(self, seat: SeatNumber) -> Bond:
        """Return all that the other player has said before a seat gives its random values."""
        if not self.is_bound:
            return ()
        said = tuple(seal.commitment for other, seal in self.by_seat.items() if other != seat)
        return (*said, self.by_seat[seat].share) if seat == self.inviter else said

    def commitment_to(self, game: str, seat: SeatNumber, secret: str) -> str:
        """Return the commitment of the player of a seat to a secret."""
        bond = (self.agreement if seat == self.inviter else game, seat) if self.is_bound else ()
        return secret_commitment(secret, bond)

    def share_of(self, game: str, seat: SeatNumber, secret: str) -> str:
        """Return the share that the player of a seat gives to the shuffle of the other deck."""
        return share_for(game, secret, self._other_bond(seat))

    def deal_value(self, game: str, secret: str) -> str:
        """Return what the player who invites adds to the seed, bound to the other player."""
        bond = self._other_bond(self.inviter)
        return digest("deal", game, secret, *bond)[:SHARE_DIGITS]

    def is_secret_kept(self, game: str, seat: SeatNumber) -> bool:
        """Tell whether the opened secret of a seat is the one that its player has promised."""
        seal = self.by_seat[seat]
        return self.commitment_to(game, seat, seal.secret) == seal.commitment

    def is_share_kept(self, game: str, seat: SeatNumber) -> bool:
        """Tell whether the share that a seat gave follows from its opened secret."""
        other = next(seal for number, seal in self.by_seat.items() if number != seat)
        given = self.share_of(game, seat, self.by_seat[seat].secret)
        return not self.is_bound or not other.share or other.share == given

    def shuffled_deck(self, game: str, seat: SeatNumber, secret: str) -> SealedDeck | None:
        """Return the deck that a secret decides; None while the share of the other is missing."""
        share = self.by_seat[seat].share if seat in self.by_seat else ""
        if not share:
            return None
        random = (game, seat, secret, share, *self._other_bond(seat))
        return SealedDeck.shuffled(self._beings(seat), seat, random, self._card_bond(game))

    def opened_deck(self, game: str, seat: SeatNumber) -> SealedDeck | None:
        """Return the deck of an opened secret if the commitments promised it; None otherwise."""
        seal = self.by_seat[seat]
        if not self.is_secret_kept(game, seat):
            return None
        deck = self.shuffled_deck(game, seat, seal.secret)
        return deck if deck is not None and deck.commitments == seal.cards else None

    def known_cards(self, game: str, seat: SeatNumber) -> KnownCards:
        """Return the beings of a seat that the log tells, by the texts of their stand-ins."""
        seal = self.by_seat[seat]
        deck = self.opened_deck(game, seat) if seal.secret else None
        return deck.known_cards if deck else stand_ins_of(seat, seal.revealed)
