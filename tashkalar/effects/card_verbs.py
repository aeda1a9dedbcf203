"""The part of `Effect` that changes hands, decks, actions and points without a question."""

from __future__ import annotations

from tashkalar.effects.board_verbs import BoardVerbs
from tashkalar.position.board import NAMES, Colour
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.literals import EventKind
from tashkalar.position.move import Event
from tashkalar.position.state import SIDEWAYS, Cards, GameState, replace_entry
from tashkalar.position.unknown import known_cards


class CardVerbs(BoardVerbs):
    """The card being executed, and everything that lies beside the board."""

    __slots__ = ("card", "stays")

    def __init__(self, state: GameState) -> None:
        super().__init__(state)
        self.card: str | None = None
        self.stays = False  # the card does not go to its discard pile

    # -- cards -----------------------------------------------------------------------------

    @property
    def discard_pile(self) -> tuple[str, ...]:
        """The player's discard pile, without the card being played (R7.20)."""
        return self.state.discards[self.state.seat]

    @property
    def known_discards(self) -> tuple[str, ...]:
        """The beings of the discard pile whose text the game knows: all, unless hands are sealed.

        A player of a sealed game reveals a being before an effect uses its text (`docs/far.md`).
        """
        return known_cards(self.discard_pile)

    @property
    def hand(self) -> tuple[str, ...]:
        """The player's hand: beings, legends and flares."""
        state, seat = self.state, self.state.seat
        return state.hands[seat] + state.legends[seat] + state.flares[seat]

    @property
    def pending(self) -> str:
        """The player's pending being, or "" (R22.5)."""
        return self.state.pending[self.state.seat]

    def take_from_hand(self, card: str) -> str:
        """Take a card of any kind out of the player's hand; return the name of its state field."""
        seat = self.state.seat
        for name in ("hands", "legends", "flares"):
            hands: tuple[Cards, ...] = getattr(self.state, name)
            if card in hands[seat]:
                setattr(
                    self.state, name, replace_entry(hands, seat, _remove_card(hands[seat], card))
                )
                return name
        raise ValueError(f"{card} is not in hand")

    def take_from_discards(self, card: str) -> None:
        """Take a card out of the player's discard pile."""
        state, seat = self.state, self.state.seat
        state.discards = replace_entry(
            state.discards, seat, _remove_card(state.discards[seat], card)
        )
        if card in state.dropped[seat]:
            state.dropped = replace_entry(
                state.dropped, seat, _remove_card(state.dropped[seat], card)
            )

    def discard_from_hand(self, card: str) -> None:
        """Discard a card of the hand: a being, a legend, or a flare without invoking it."""
        state = self.state
        kind: EventKind = "discard"
        pile = self.take_from_hand(card)
        if pile == "hands":
            self.discard(card)
        elif pile == "legends":
            state.legend_discards += (card,)
            kind = "discard-legend"
        else:
            state.flare_discards += (card,)
            kind = "discard-flare"
        self.note(Event(kind, card=card, seat=seat_number(state.seat)))

    def discard_legends(self) -> None:
        """Discard the player's legends, including those handed over with control (R19.14)."""
        state, holder = self.state, self.state.control
        legends = state.legends[holder]
        state.legends = replace_entry(state.legends, holder, ())
        state.legend_discards += legends
        for card in legends:
            self.note(Event("discard-legend", card=card, seat=seat_number(holder)))

    def discard(self, card: str) -> None:
        """Put a being on the discard pile of the player on turn."""
        state, seat = self.state, self.state.seat
        state.discards = replace_entry(state.discards, seat, (*state.discards[seat], card))

    def drop(self, card: str) -> None:
        """Discard a being by the discard action, unseen by the other players (R25.3)."""
        state, seat = self.state, self.state.seat
        self.discard(card)
        state.dropped = replace_entry(state.dropped, seat, (*state.dropped[seat], card))

    def put_under_deck(self, card: str) -> None:
        """Put a being under its owner's deck; in a team game sideways (R19.9, R19.10)."""
        state, seat = self.state, self.state.seat
        state.decks = replace_entry(state.decks, seat, (*state.decks[seat], card))
        if state.sideways:  # one more card lies sideways, up to the limit of `SIDEWAYS`
            lying = min(SIDEWAYS, state.sideways[seat] + 1)
            state.sideways = replace_entry(state.sideways, seat, lying)

    def put_on_deck(self, card: str) -> None:
        """Put a card of the player's discard pile on top of the player's deck."""
        state, seat = self.state, self.state.seat
        self.take_from_discards(card)
        state.decks = replace_entry(state.decks, seat, (card, *state.decks[seat]))
        self.note(Event("put-on-deck", card=card, seat=seat_number(seat)))

    def return_to_deck(self) -> bool:
        """Put the card being played under its deck, if the deck has cards left (R21.12)."""
        seat = self.state.seat
        if not self.card or not self.state.decks[seat]:
            return False
        self.stays = True
        self.put_under_deck(self.card)
        self.note(Event("under-deck", card=self.card, seat=seat_number(seat)))
        return True

    def discard_pending(self) -> None:
        """Discard the pending being (R22.8)."""
        card = self.end_pending()
        self.discard(card)
        self.note(Event("discard-pending", card=card, seat=seat_number(self.state.seat)))

    def return_pending(self) -> None:
        """Take the pending being back to the hand (R22.8)."""
        state, seat = self.state, self.state.seat
        card = self.end_pending()
        state.hands = replace_entry(state.hands, seat, (*state.hands[seat], card))
        self.note(Event("return-pending", card=card, seat=seat_number(seat)))

    def end_pending(self) -> str:
        """Clear the pending being and return its card (R22.7)."""
        card = self.pending
        self.state.pending = replace_entry(self.state.pending, self.state.seat, "")
        return card

    def draw_extra(self, *, beings: int = 0, legends: int = 0) -> None:
        """Let the player draw extra cards after the refill at the end of the turn (R11.3)."""
        self.state.extra_beings += beings
        self.state.extra_legends += legends
        self.note(Event("draw-extra", amount=beings + legends))

    # -- actions, turns, points ------------------------------------------------------------

    def gain_action(self, number: int = 1) -> None:
        """Give the player more actions this turn, to use after the effect (R5.6)."""
        self.state.actions += number
        self.note(Event("gain-action", amount=number))

    def lose_action(self) -> bool:
        """Take one action of this turn away; return False if none is left."""
        if self.state.actions <= 0:
            return False
        self.state.actions -= 1
        self.note(Event("waste-action", amount=1))
        return True

    def hinder_opponents(self) -> None:
        """Take one action from each opponent's next turn; in teams from the next seat (R20.10)."""
        state = self.state
        seats = state.setup.seats
        following = [(state.seat + n) % seats for n in range(1, seats)]
        penalties = list(state.penalties)
        for seat in following[:1] if state.setup.teams else following:
            penalties[seat] = 1  # several penalties do not add up
            self.note(Event("lose-action", seat=seat_number(seat)))
        state.penalties = tuple(penalties)

    def pass_control(self) -> None:
        """Let the teammate decide for the rest of the turn, and hold the legends (R19.12)."""
        state = self.state
        self.hand_over_legends()
        state.passed = True
        self.note(Event("pass-control", seat=seat_number(state.control)))

    def hand_over_legends(self) -> None:
        """Give the player's legends to the teammate, behind the legends held there."""
        state, seat = self.state, self.state.seat
        mate = state.teammate(seat)
        held = state.legends[mate] + state.legends[seat]
        state.legends = replace_entry(replace_entry(state.legends, seat, ()), mate, held)

    def take_extra_turn(self) -> None:
        """Give the player another whole turn after this one (R17.8)."""
        self.state.extra_turns += 1
        self.note(Event("extra-turn"))

    def allow_borrowing(self) -> None:
        """Let one enemy piece stand in at the next summoning of this turn (R23.4, R23.5)."""
        self.state.borrow += 1
        self.note(Event("borrow"))

    def summon_next_with(self, colour: Colour) -> None:
        """Let that color's pieces replace the player's at the next summoning this turn (R21.11)."""
        self.state.summon_with = colour_number(colour)
        self.note(Event("summon-with", owner=colour_number(colour)))

    def count_as_legend(self) -> None:
        """Count this summoning as that of a legend too; points follow the effect (R21.10)."""
        *before, this = self.state.summoned
        self.state.summoned = (*before, this._replace(legend=True))
        self.note(Event("count-as-legend", NAMES[this.square], colour_number(self.me)))

    def allow_empties(self, number: int) -> None:
        """Let empty squares stand in for common pieces at the next summoning (R22.16)."""
        self.state.empties = number
        self.note(Event("empties", amount=number))

    def multiply_destroyed(self) -> None:
        """Count each piece destroyed from now on this turn once more (R22.15)."""
        self.state.doubled += 1
        self.note(Event("multiply-destroyed", amount=self.state.doubled + 1))

    def score(self, side: int, points: int) -> None:
        """Give points to a side."""
        if points:
            now = self.state.points
            self.state.points = replace_entry(now, side, now[side] + points)
            self.note(Event("points", owner=colour_number(side), amount=points))


def _remove_card(cards: Cards, card: str) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
