"""The turn: the legal moves between effects, and how each move is executed (R5-R9, R16, R17)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tashkalar.cards import BEINGS, FLARES, SCHOOLS
from tashkalar.cards.catalogue import Being, EffectFunction, Flare
from tashkalar.effects.effect import Effect
from tashkalar.position import rng
from tashkalar.position.board import (
    ARENA,
    COMMON,
    LEGENDARY,
    NAMES,
    RANK_OF,
    SQUARE_OF,
    Square,
    squares,
)
from tashkalar.position.ids import (
    ColourNumber,
    SeatNumber,
    colour_number,
    colour_of,
    seat_number,
    seat_of,
)
from tashkalar.position.literals import MoveKind
from tashkalar.position.move import (
    END,
    PASS_CONTROL,
    PICK_UP,
    PLACE,
    Event,
    Move,
    claim_move,
    discard_move,
    flare_move,
    thaw_move,
    warp_move,
)
from tashkalar.position.pattern import Placement
from tashkalar.position.state import Cards, GameState, Summoned, replace_entry
from tashkalar.position.unknown import known_cards
from tashkalar.rules.deal import ACTIONS, HAND_BEINGS, HAND_FLARES, HAND_LEGENDS, start_turn_memory
from tashkalar.rules.forms import FORMS
from tashkalar.rules.summoning import (
    can_summon_any,
    distinct_placements,
    match_of,
    pick_ups,
    summon_moves,
)

_PLAIN_SIGNS = ("+", "^", ".")  # of a placement, a pick-up and the end of the turn


def legal_moves(state: GameState) -> tuple[Move, ...]:
    """Return the legal moves outside effects, by kind, card order and square; () if over."""
    if state.phase == "marks":
        return FORMS[state.setup.form].first_moves(state)
    if state.phase == "over":
        return ()
    moves: list[Move] = []
    if state.actions:
        moves += _place_moves(state)
        if state.passed:  # the teammate does nothing else (R19.12)
            return tuple(moves)
        moves += summon_moves(state, *[BEINGS[card] for card in _summonable_cards(state)])
        if not state.discarded:
            moves += [discard_move(card) for card in state.hands[state.seat]]
    if not state.passed:
        moves += _free_moves(state)
    if not state.actions:
        moves += [claim_move(task) for task in FORMS[state.setup.form].claimable_tasks(state)]
        moves.append(END)
    elif state.setup.teams:
        moves.append(PASS_CONTROL)
    return tuple(moves)


def find_move(state: GameState, code: str) -> Move | None:
    """Return the legal move with this code outside effects, None without one.

    Finding every summoning takes most of the time of replaying a game, so only the moves of the
    same kind, and of the same card, are looked at.
    """
    card, is_summons, _ = code.partition("@")
    if state.phase != "play" or not (is_summons or code[:1] in _PLAIN_SIGNS):
        moves: Iterable[Move] = legal_moves(state)
    elif not is_summons:
        moves = _place_moves(state) if state.actions else (END,)
    elif state.actions and not state.passed and card in _summonable_cards(state):
        moves = summon_moves(state, BEINGS[card])
    else:
        return None
    return next((move for move in moves if move.code == code), None)


def _summonable_cards(state: GameState) -> Cards:
    """Return the known beings and legends in hand, and the pending being (R22.6)."""
    seat = state.seat
    pending = state.pending[seat]
    return _known_hand(state) + state.legends[seat] + ((pending,) if pending else ())


def _known_hand(state: GameState) -> Cards:
    """Return the beings in hand without those that this game does not know."""
    hand = state.hands[state.seat]
    return known_cards(hand) if state.setup.decks else hand


def _place_moves(state: GameState) -> list[Move]:
    """Return a placement for any empty square; with an empty supply a pick-up first (R6)."""
    if state.supply(state.colour, COMMON) > 0:
        return [PLACE[s] for s in squares(state.empty)]
    own = state.colours[state.colour] & ~state.legendary
    return [PICK_UP[s] for s in squares(own)]


def _free_moves(state: GameState) -> list[Move]:
    """Return the moves that cost no action: flares, thawing, warping (R5.4, R5.5)."""
    moves: list[Move] = []
    own = state.colour
    leads = {rival: piece_leads(state, own, rival) for rival in rivals(state)}
    for id in state.flares[state.seat]:
        for rival, lead in leads.items():
            if True in met_halves(FLARES[id], lead):
                moves.append(flare_move(id, colour_number(rival) if len(leads) > 1 else None))
    frozen = state.frozen[state.seat]
    if frozen and can_thaw(state, BEINGS[frozen]):
        moves.append(thaw_move(frozen))
    # Not on the first turn (R22.4), and not beside another pending being (R22.5).
    if not state.is_first_turn and not state.pending[state.seat]:
        moves += [warp_move(card) for card in _known_hand(state) if BEINGS[card].warp]
    return moves


def can_thaw(state: GameState, card: Being) -> bool:
    """Return whether the player may use the card's frozen effect now.

    An effect that only prepares a summoning may be used only if a summoning follows (R20.9).
    """
    if not card.thaws_to_summon:
        return True
    if not state.actions:
        return False
    trial = state.copy()
    trial.borrow += 1
    return can_summon_any(trial, [BEINGS[card] for card in _summonable_cards(state)])


def resign_move(seat: int) -> Move:
    """Return the move that gives up (R18.6). Only `Game.resign` makes it; it is no legal move."""
    return Move(f"resign:{seat}", "resign", option=str(seat))


def _resign(e: Effect, move: Move) -> None:
    state = e.state
    seat = SeatNumber(int(move.option or 0))
    state.resigned = state.setup.colours[seat_of(seat)]
    state.phase = "over"
    e.note(Event("resign", seat=seat))


def rivals(state: GameState) -> tuple[int, ...]:
    """Return the colors that a flare can be invoked against (R9.3, R9.9)."""
    own = state.colour
    return tuple([colour for colour in range(len(state.colours)) if colour != own])


def piece_leads(state: GameState, me: int, other: int) -> tuple[int, int]:
    """Return by how much `other` leads `me` in upgraded pieces, and in all pieces (R9.3)."""
    return (
        state.upgraded_pieces(other).bit_count() - state.upgraded_pieces(me).bit_count(),
        state.colours[other].bit_count() - state.colours[me].bit_count(),
    )


def met_halves(flare: Flare, lead: tuple[int, int]) -> tuple[bool, bool]:
    """Return which halves of a flare apply against a color with this lead in pieces (R9.3)."""
    upgraded, all_pieces = lead
    return upgraded >= flare.upper.difference, all_pieces >= flare.lower.difference


def perform(e: Effect, move: Move) -> None:
    """Execute a legal move on the effect's state; a question raises NeedDecision."""
    _HANDLERS[move.kind](e, move)


def _set_up(e: Effect, move: Move) -> None:
    """Set up the first pieces and begin the first player's turn (R4.12, R4.15)."""
    FORMS[e.state.setup.form].set_up(e, move)
    e.state.phase = "play"
    e.state.seat = 0


def _pass_control(e: Effect, move: Move) -> None:
    """Let the teammate take over before an action (R19.11, R19.12)."""
    e.pass_control()


def _place(e: Effect, move: Move) -> None:
    """Place a piece; in a shortage pick one up first (R6)."""
    e.state.actions -= 1
    if move.origin is not None:
        e.pick_up(SQUARE_OF[move.origin])
        e.must_place(ARENA)
    elif move.square is not None:
        e.place(SQUARE_OF[move.square])


def _summon(e: Effect, move: Move) -> None:
    """Summon a card, in the order of R7.20."""
    state = e.state
    assert move.card is not None and move.square is not None
    card, square = BEINGS[move.card], SQUARE_OF[move.square]
    placement = distinct_placements(state, card, e.me, square)[int(move.option or 1) - 1]
    _announce(e, card, square, placement)
    to_lift = pick_ups(state, e.me, RANK_OF[card.rank], square, placement)
    if to_lift is not None:
        chosen = e.choose_square("pick-up", to_lift)
        assert chosen is not None
        e.pick_up(chosen)
    e.summoning_victim = e.destroy(square)
    _put_being_down(e, card, square)
    _resolve(e, card.effect)
    legend = RANK_OF[card.rank] == LEGENDARY
    if state.summoned[-1].legend and not legend:  # the effect made it count as a legend (R21.10)
        FORMS[state.setup.form].on_legend_summoned(e)
    if legend:
        state.legend_discards += (card.id,)
    elif card.frozen:
        e.keep_frozen(card.id)  # may ask: the card is on the table meanwhile
    elif not e.stays:
        e.discard(card.id)
    state.playing = None


def _announce(e: Effect, card: Being, square: Square, placement: Placement) -> None:
    """Pay the action, lay the card on the table and report its placement."""
    state = e.state
    state.actions -= 1
    if card.id == e.pending:
        e.end_pending()
    else:
        e.take_from_hand(card.id)
    state.playing = e.card = card.id
    e.match = placement
    if placement.improvised >= 0:  # once a game for each colour (R15.9)
        left = state.markers[e.me] & ~(1 << placement.improvised)
        state.markers = replace_entry(state.markers, e.me, left)
    e.note(
        Event(
            "summon",
            NAMES[square],
            colour_number(e.me),
            card.rank,
            card.id,
            seat=seat_number(state.seat),
            match=match_of(placement),
        )
    )


def _put_being_down(e: Effect, card: Being, square: Square) -> None:
    """Put the being on its square, with the consequences of its rank before its text."""
    state = e.state
    rank = RANK_OF[card.rank]
    e.put_being(square, rank)
    state.summoned += (Summoned(card.id, square, rank == LEGENDARY),)
    state.borrow = state.empties = state.summon_with = 0  # R23.5
    if rank == LEGENDARY:
        FORMS[state.setup.form].on_legend_summoned(e)
    elif SCHOOLS[state.setup.schools[state.seat]].has_gateway:
        e.open_gateway(rank)


def _resolve(e: Effect, effect: EffectFunction) -> None:
    """Execute a card's text; control can be passed only inside it (R19.11)."""
    e.resolving = True
    effect(e)
    e.resolving = False


def _thaw(e: Effect, move: Move) -> None:
    """Use the frozen effect in play, then discard its card (R20.4, R20.5)."""
    state = e.state
    assert move.card is not None
    card = BEINGS[move.card]
    state.frozen = replace_entry(state.frozen, state.seat, "")
    state.playing = e.card = card.id
    e.note(Event("thaw", card=card.id, seat=seat_number(state.seat)))
    assert card.frozen is not None
    _resolve(e, card.frozen)
    state.playing = None
    e.discard(card.id)


def _warp(e: Effect, move: Move) -> None:
    """Play a warp effect; its card becomes the pending being (R22.3, R22.5)."""
    state = e.state
    assert move.card is not None
    card = BEINGS[move.card]
    e.take_from_hand(card.id)
    state.pending = replace_entry(state.pending, state.seat, card.id)
    state.warped += (card.id,)
    state.playing = e.card = card.id
    e.note(Event("warp", card=card.id, seat=seat_number(state.seat)))
    assert card.warp is not None
    _resolve(e, card.warp)
    state.playing = None


def _discard_action(e: Effect, move: Move) -> None:
    """Discard a being, then put any other hand cards under their decks one by one (R8)."""
    state = e.state
    assert move.card is not None
    state.actions -= 1
    state.discarded = True
    e.take_from_hand(move.card)
    e.drop(move.card)
    e.note(Event("discard", card=move.card, seat=seat_number(state.seat)))
    while card := e.choose_card("return", e.hand, optional=True):
        pile = e.take_from_hand(card)
        if pile == "flares":
            state.flare_deck += (card,)
        elif pile == "legends":
            state.legend_deck += (card,)
        else:
            e.put_under_deck(card)
        e.note(Event("return", card=card, seat=seat_number(state.seat)))


def _flare(e: Effect, move: Move) -> None:
    """Invoke a flare: check both criteria once, before the effects (R9)."""
    state = e.state
    assert move.card is not None
    card = FLARES[move.card]
    against = colour_of(ColourNumber(int(move.option))) if move.option else rivals(state)[0]
    upper, lower = met_halves(card, piece_leads(state, e.me, against))
    e.take_from_hand(card.id)
    state.playing = e.card = card.id
    halves = "both" if upper and lower else "upper" if upper else "lower"
    e.note(
        Event(
            "flare",
            owner=colour_number(e.me),
            card=card.id,
            seat=seat_number(state.seat),
            halves=halves,
        )
    )
    FORMS[state.setup.form].on_flare_invoked(e, against)
    if upper:
        _resolve(e, card.upper.effect)
    if lower:
        _resolve(e, card.lower.effect)
    state.playing = None
    state.flare_discards += (card.id,)


def _claim(e: Effect, move: Move) -> None:
    assert move.card is not None
    FORMS[e.state.setup.form].claim(e, move.card)
    _end_turn(e, move)


def _end_turn(e: Effect, move: Move) -> None:
    """Score, draw, check for the end, and begin the next turn (R5.8)."""
    state = e.state
    rules = FORMS[state.setup.form]
    rules.end_turn(e)
    _draw_all(e)
    if state.last_turns < 0:
        if state.deck_out or rules.is_end_reached(state):
            state.last_turns = state.setup.seats
            e.note(Event("end-triggered", seat=seat_number(state.seat)))
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
    ordinary = state.turn - state.early_extras  # turns that were not extra ones, in the first round
    if next_is_extra and ordinary <= state.setup.seats:
        state.early_extras += 1
    elif ordinary >= state.setup.seats:
        state.early_extras = 0
    if not next_is_extra:
        state.seat = (state.seat + 1) % state.setup.seats
        state.actions = max(0, ACTIONS - state.penalties[state.seat])  # R20.10
        state.penalties = replace_entry(state.penalties, state.seat, 0)
    else:
        state.actions = ACTIONS
    state.turn += 1
    e.note(Event("turn", seat=seat_number(state.seat), amount=state.turn))


def _draw_all(e: Effect) -> None:
    """Refill the hand, then draw what effects owe (R16.1-R16.3, in teams R19.15, R19.16)."""
    state, seat = e.state, e.state.seat
    keeper = seat
    if state.setup.teams:
        keeper = state.teammate(seat)
        e.hand_over_legends()
    in_hand = len(state.hands[seat]) + bool(state.pending[seat])  # R22.6
    beings = _draw_beings(state, HAND_BEINGS - in_hand)
    legends = _draw_shared(state, "legend", keeper, HAND_LEGENDS - len(state.legends[keeper]))
    flares = _draw_shared(state, "flare", seat, HAND_FLARES - len(state.flares[seat]))
    beings += _draw_beings(state, state.extra_beings)
    legends += _draw_shared(state, "legend", keeper, state.extra_legends)
    for kind, number, drawer in (
        ("being", beings, seat),
        ("legend", legends, keeper),
        ("flare", flares, seat),
    ):
        if number:
            e.note(Event("draw", amount=number, seat=seat_number(drawer), drawn=kind))


def count_cards_to_draw(state: GameState) -> int:
    """Return how many cards are drawn if the turn ends now (R16.1-R16.3)."""
    effect = Effect(state.copy())
    _draw_all(effect)
    return sum(event.amount for event in effect.events)


def _draw_beings(state: GameState, wanted: int) -> int:
    """Draw from the player's deck, which is never reshuffled (R16.6); return the number drawn."""
    if wanted <= 0:
        return 0
    seat = state.seat
    deck = state.decks[seat]
    number = min(wanted, len(deck))
    if number:
        state.hands = replace_entry(state.hands, seat, state.hands[seat] + deck[:number])
        state.decks = replace_entry(state.decks, seat, deck[number:])
        straight = len(deck)
        if state.sideways:
            straight -= state.sideways[seat]
            lying = min(state.sideways[seat], len(deck) - number)
            state.sideways = replace_entry(state.sideways, seat, lying)
        if straight <= number:
            state.deck_out = True  # R16.7, R17.2, R19.18
    return number


def _draw_shared(state: GameState, kind: str, seat: int, wanted: int) -> int:
    """Draw legends or flares; return the number drawn (R16.4, R16.5).

    `kind` names the state's fields. The discard pile becomes the new deck as soon as the deck is
    empty. If the pile is empty too at that moment, this happens when a card is next needed.
    """
    if wanted <= 0:
        return 0
    deck: Cards = getattr(state, f"{kind}_deck")
    pile: Cards = getattr(state, f"{kind}_discards")
    hands: tuple[Cards, ...] = getattr(state, f"{kind}s")
    number = 0
    while number < wanted and (deck or pile):
        if deck:
            hands = replace_entry(hands, seat, (*hands[seat], deck[0]))
            deck = deck[1:]
            number += 1
        if not deck and pile:
            state.rng, deck = rng.shuffle(state.rng, pile)
            pile = ()
    setattr(state, f"{kind}_deck", deck)
    setattr(state, f"{kind}_discards", pile)
    setattr(state, f"{kind}s", hands)
    return number


_HANDLERS: dict[MoveKind, Callable[[Effect, Move], None]] = {
    "place": _place,
    "summon": _summon,
    "discard": _discard_action,
    "flare": _flare,
    "claim": _claim,
    "thaw": _thaw,
    "warp": _warp,
    "choose": _set_up,
    "pass-control": _pass_control,
    "end": _end_turn,
    "resign": _resign,
}
