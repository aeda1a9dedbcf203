"""The turn: which moves are legal between effects, and carrying one out (R5-R9, R16, R17)."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import rng
from tashkalar.board import COMMON, DUEL_MARKS, LEGENDARY, NAMES, RANK_OF, SQUARE_OF, squares
from tashkalar.cards import BEINGS, FLARES
from tashkalar.cards.catalogue import Flare
from tashkalar.deal import ACTIONS, HAND_BEINGS, HAND_FLARES, HAND_LEGENDS, start_turn_memory
from tashkalar.effect import Effect
from tashkalar.forms import FORMS
from tashkalar.move import (
    CHOOSE,
    END,
    PICK_UP,
    PLACE,
    Event,
    Move,
    claim_move,
    discard_move,
    flare_move,
)
from tashkalar.state import Cards, GameState, Summoned
from tashkalar.summoning import match_of, moves, outcomes, pick_ups


def legal(state: GameState) -> tuple[Move, ...]:
    """The legal moves outside effects, by kind, card order and square; () when over."""
    if state.phase == "marks":
        return tuple(CHOOSE[s] for s in DUEL_MARKS)
    if state.phase == "over":
        return ()
    found: list[Move] = []
    if state.actions:
        if state.supply(state.colour, COMMON) > 0:
            found += [PLACE[s] for s in squares(state.empty)]
        else:
            own = state.colours[state.colour] & ~state.legendary
            found += [PICK_UP[s] for s in squares(own)]
        for card in state.hands[state.seat] + state.legends[state.seat]:
            found += moves(state, BEINGS[card])
        if not state.discarded:
            found += [discard_move(card) for card in state.hands[state.seat]]
    found += [
        flare_move(card)
        for card in state.flares[state.seat]
        if any(met_halves(state, FLARES[card], side) != (False, False) for side in rivals(state))
    ]
    if not state.actions:
        found += [claim_move(task) for task in FORMS[state.setup.form].claimable(state)]
        found.append(END)
    return tuple(found)


def resign_move(seat: int) -> Move:
    """Give up (R18.6). Not among the legal moves; `Game.resign` makes it."""
    return Move(f"resign:{seat}", "resign", option=str(seat))


def _resign(e: Effect, move: Move) -> None:
    state = e.state
    seat = int(move.option or 0)
    state.resigned = state.setup.colours[seat - 1]
    state.phase = "over"
    e.note(Event("resign", seat=seat))


def rivals(state: GameState) -> tuple[int, ...]:
    """The colours one may invoke a flare against (R9.3, R9.9)."""
    return tuple(c for c in range(len(state.colours)) if c != state.colour)


def differences(state: GameState, me: int, other: int) -> tuple[int, int]:
    """How far `other` is ahead of `me` in upgraded pieces, and in all pieces (R9.3)."""
    return (
        state.upgraded(other).bit_count() - state.upgraded(me).bit_count(),
        state.colours[other].bit_count() - state.colours[me].bit_count(),
    )


def met_halves(state: GameState, flare: Flare, other: int) -> tuple[bool, bool]:
    """Which halves of a flare hold against a colour (R9.3)."""
    upgraded, all_pieces = differences(state, state.colour, other)
    return upgraded >= flare.upper.difference, all_pieces >= flare.lower.difference


def perform(e: Effect, move: Move) -> None:
    """Carry out a legal move on the effect's state; raises NeedDecision to ask."""
    if move.kind == "choose":
        _set_marks(e, move)
    else:
        _ACTIONS[move.kind](e, move)


def _set_marks(e: Effect, move: Move) -> None:
    """The last player's piece goes on the chosen mark, the other side's on the other (R4.12)."""
    for square in DUEL_MARKS:
        mine = NAMES[square] == move.square
        e.place(square, COMMON, e.me if mine else e.enemy_colours[0])
    e.state.phase = "play"
    e.state.seat = 0


def _place(e: Effect, move: Move) -> None:
    """Place a piece; in a shortage pick one up first (R6)."""
    e.state.actions -= 1
    if move.origin is not None:
        e.pick_up(SQUARE_OF[move.origin])
        e.must_place(e.empty)
    elif move.square is not None:
        e.place(SQUARE_OF[move.square])


def _summon(e: Effect, move: Move) -> None:
    """The order of a summoning (R7.20)."""
    state = e.state
    assert move.card is not None and move.square is not None
    card, square = BEINGS[move.card], SQUARE_OF[move.square]
    rank = RANK_OF[card.rank]
    number = int(move.option or 1)
    placement = outcomes(state, card, e.me, square)[number - 1]
    state.actions -= 1
    take_from_hand(state, card.id)
    state.playing = e.card = card.id
    e.match = placement
    e.note(
        Event(
            "summon",
            NAMES[square],
            e.me + 1,
            card.rank,
            card.id,
            seat=state.seat + 1,
            match=match_of(placement),
        )
    )
    to_lift = pick_ups(state, e.me, rank, square, placement)
    if to_lift is not None:
        chosen = e.choose_square("pick-up", to_lift)
        assert chosen is not None
        e.pick_up(chosen)
    e.destroy(square)
    e.put_being(square, rank)
    legend = rank == LEGENDARY
    state.summoned += (Summoned(card.id, square, legend),)
    state.borrow = 0
    if legend:
        FORMS[state.setup.form].legend_summoned(e)
    card.effect(e)
    state.playing = None
    if legend:
        state.legend_discards += (card.id,)
    else:
        _discard(state, card.id)


def take_from_hand(state: GameState, card: str) -> None:
    """Take a card out of the hand of the player on turn, whatever its kind."""
    for name in ("hands", "legends", "flares"):
        hands: tuple[Cards, ...] = getattr(state, name)
        hand = hands[state.seat]
        if card in hand:
            place = hand.index(card)
            rest = hand[:place] + hand[place + 1 :]
            setattr(state, name, _with(hands, state.seat, rest))
            return
    raise ValueError(f"{card} is not in hand")


def _with(hands: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return hands[:seat] + (cards,) + hands[seat + 1 :]


def _discard(state: GameState, card: str) -> None:
    """Put a being on its owner's discard pile."""
    pile = state.discards[state.seat]
    state.discards = _with(state.discards, state.seat, (*pile, card))


def _discard_action(e: Effect, move: Move) -> None:
    """Discard a being, then put any other hand cards under their decks one by one (R8)."""
    state = e.state
    assert move.card is not None
    state.actions -= 1
    state.discarded = True
    take_from_hand(state, move.card)
    _discard(state, move.card)
    e.note(Event("discard", card=move.card, seat=state.seat + 1))
    while card := e.choose_card("return", _whole_hand(state), optional=True):
        take_from_hand(state, card)
        if card in FLARES:
            state.flare_deck += (card,)
        elif BEINGS[card].deck == "legends":
            state.legend_deck += (card,)
        else:
            deck = state.decks[state.seat]
            state.decks = _with(state.decks, state.seat, (*deck, card))
        e.note(Event("return", card=card, seat=state.seat + 1))


def _whole_hand(state: GameState) -> Cards:
    seat = state.seat
    return state.hands[seat] + state.legends[seat] + state.flares[seat]


def _flare(e: Effect, move: Move) -> None:
    """Invoke a flare: both criteria are checked once, before its effects (R9)."""
    state = e.state
    assert move.card is not None
    card = FLARES[move.card]
    against = next(c for c in rivals(state) if met_halves(state, card, c) != (False, False))
    upper, lower = met_halves(state, card, against)
    take_from_hand(state, card.id)
    state.playing = e.card = card.id
    halves = "both" if upper and lower else "upper" if upper else "lower"
    e.note(Event("flare", owner=e.me + 1, card=card.id, seat=state.seat + 1, option=halves))
    FORMS[state.setup.form].flare_invoked(e, against)
    if upper:
        card.upper.effect(e)
    if lower:
        card.lower.effect(e)
    state.playing = None
    state.flare_discards += (card.id,)


def _claim(e: Effect, move: Move) -> None:
    assert move.card is not None
    FORMS[e.state.setup.form].claim(e, move.card)
    _end_turn(e, move)


def _end_turn(e: Effect, move: Move) -> None:
    """Score, draw, look for the end, and on to the next turn (R5.8)."""
    state = e.state
    rules = FORMS[state.setup.form]
    rules.end_turn(e)
    _draw_all(e)
    if state.last_turns < 0:
        if state.deck_out or rules.end_reached(state):
            state.last_turns = state.setup.seats
            e.note(Event("end-triggered", seat=state.seat + 1))
    elif not state.in_extra_turn:
        state.last_turns -= 1
    next_is_extra = state.extra_turns > 0
    if not next_is_extra and state.last_turns == 0:
        state.phase = "over"
        state.actions = 0
        e.note(Event("over"))
        return
    waiting = state.extra_turns - 1 if next_is_extra else 0
    start_turn_memory(state)
    state.extra_turns = waiting
    state.in_extra_turn = next_is_extra
    if not next_is_extra:
        state.seat = (state.seat + 1) % state.setup.seats
    state.turn += 1
    state.actions = ACTIONS
    e.note(Event("turn", seat=state.seat + 1, amount=state.turn))


def _draw_all(e: Effect) -> None:
    """Refill the hand, then draw what effects owe (R16.1-R16.3)."""
    state, seat = e.state, e.state.seat
    drawn = (
        _draw_beings(state, HAND_BEINGS - len(state.hands[seat])),
        _draw_shared(state, "legend", HAND_LEGENDS - len(state.legends[seat])),
        _draw_shared(state, "flare", HAND_FLARES - len(state.flares[seat])),
    )
    extra_beings = _draw_beings(state, state.extra_beings)
    extra_legends = _draw_shared(state, "legend", state.extra_legends)
    for kind, number in (
        ("being", drawn[0] + extra_beings),
        ("legend", drawn[1] + extra_legends),
        ("flare", drawn[2]),
    ):
        if number:
            e.note(Event("draw", option=kind, amount=number, seat=seat + 1))


def _draw_beings(state: GameState, wanted: int) -> int:
    """Draw from the own deck, which is never reshuffled (R16.6); how many were drawn."""
    deck = state.decks[state.seat]
    number = max(0, min(wanted, len(deck)))
    if number:
        state.hands = _with(state.hands, state.seat, state.hands[state.seat] + deck[:number])
        state.decks = _with(state.decks, state.seat, deck[number:])
        if number == len(deck):
            state.deck_out = True  # R16.7, R17.2
    return number


def _draw_shared(state: GameState, kind: str, wanted: int) -> int:
    """Draw legends or flares; `kind` names the state's fields. How many were drawn (R16.4, R16.5).

    The discard pile becomes a new deck as soon as the deck is empty; if it was empty too at that
    moment, then when a card is next needed.
    """
    deck: Cards = getattr(state, f"{kind}_deck")
    pile: Cards = getattr(state, f"{kind}_discards")
    hands: tuple[Cards, ...] = getattr(state, f"{kind}s")
    number = 0
    while number < wanted and (deck or pile):
        if deck:
            hands = _with(hands, state.seat, (*hands[state.seat], deck[0]))
            deck = deck[1:]
            number += 1
        if not deck and pile:
            state.rng, deck = rng.shuffled(state.rng, pile)
            pile = ()
    setattr(state, f"{kind}_deck", deck)
    setattr(state, f"{kind}_discards", pile)
    setattr(state, f"{kind}s", hands)
    return number


_ACTIONS: dict[str, Callable[[Effect, Move], None]] = {
    "place": _place,
    "summon": _summon,
    "discard": _discard_action,
    "flare": _flare,
    "claim": _claim,
    "end": _end_turn,
    "resign": _resign,
}
