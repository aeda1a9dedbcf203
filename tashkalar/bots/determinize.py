"""Turn a view back into a whole position by dealing the hidden cards anew.

A bot gets `game.view(seat)` and nothing else. `determinize` returns a position that looks exactly
like the view from that seat. Hidden cards - other hands, decks, beings dropped unseen, the order of
tasks - are dealt by the bot's own random state (R25). The view of the returned position equals the
given view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tashkalar import cards
from tashkalar.position import rng
from tashkalar.position.board import BIT, HEROIC, LEGENDARY, RANK_OF, RANKS, SQUARE_OF
from tashkalar.position.ids import ColourNumber, colour_number, colour_of, seat_number, seat_of
from tashkalar.position.state import Cards, GameState, Setup, Summoned
from tashkalar.rules.deal import empty_state, make_setup
from tashkalar.rules.forms import FORMS

View = Mapping[str, Any]


def determinize(view: View, random_state: int, holds: str = "") -> tuple[int, GameState]:
    """Return the next random state (`position.rng`), and a position that has this view.

    `holds` is a card that the player on turn is known to have in hand, because it is played next.

    Inside an effect the half-finished position is returned. To continue from there, determinize
    ``view["open"]["before"]`` and replay the move with its answers.
    """
    state = empty_state(_read_setup(view))
    _put_pieces(state, view)
    random_state = _deal_beings(state, view, random_state, holds)
    legends = [c.id for c in cards.legend_deck()]
    random_state = _deal_shared(state, view, random_state, "legend", legends, holds)
    random_state = _deal_shared(state, view, random_state, "flare", list(cards.FLARES), holds)
    random_state = _deal_tasks(state, view, random_state)
    _read_seats(state, view)
    _read_turn(state, view)
    random_state, state.rng = _split_random_state(random_state)
    return random_state, state


def _split_random_state(random_state: int) -> tuple[int, int]:
    """Return the next random state, and one for the position's own shuffling."""
    random_state, number = rng.random_below(random_state, 1 << 62)
    return random_state, rng.state_from_seed(number)


def _read_setup(view: View) -> Setup:
    return make_setup(
        view["form"],
        [seat["school"] for seat in view["seats"]],
        teams=view["teams"],
        seed="dealt",
        names=[seat["name"] for seat in view["seats"]],
        options={"legends": view["legends"]},
    )


def _put_pieces(state: GameState, view: View) -> None:
    """Set the board, the Gateway, the captive and the removed pieces."""
    colours = [0] * len(state.colours)
    for name, piece in view["board"].items():
        owner, rank = piece.split()
        bit = BIT[SQUARE_OF[name]]
        colours[colour_of(ColourNumber(int(owner)))] |= bit
        if RANK_OF[rank] == HEROIC:
            state.heroic |= bit
        elif RANK_OF[rank] == LEGENDARY:
            state.legendary |= bit
    state.colours = tuple(colours)
    state.gateway = SQUARE_OF[view["gateway"]] if view["gateway"] else 0
    if captive := view["captive"]:
        rank = RANK_OF[captive["rank"]]
        state.captive = (colour_of(captive["owner"]), rank, int(captive["gateway"]))
    removed = [0] * (2 * len(colours))
    for seat in view["seats"]:
        colour, supply = colour_of(seat["colour"]), seat["supply"]
        for kind, rank in enumerate((0, LEGENDARY)):
            removed[2 * colour + kind] = state.supply(colour, rank) - supply[RANKS[rank]]
    if any(removed):
        state.removed = tuple(removed)


def _move_to_front(pool: Cards, card: str) -> Cards:
    """Return the cards with a certain card in front, if it is among them."""
    return (card, *(c for c in pool if c != card)) if card in pool else pool


def _exclude_cards(all_cards: Iterable[str], *known: Iterable[str]) -> list[str]:
    excluded = {card for pile in known for card in pile}
    return [card for card in all_cards if card not in excluded]


def _deal_beings(state: GameState, view: View, random_state: int, holds: str) -> int:
    """Deal each seat's own cards: the known ones, and the others at random."""
    hands, decks, discards, dropped = [], [], [], []
    for number, seat in enumerate(view["seats"]):
        set_aside = [seat["frozen"], seat["pending"]]
        on_turn = seat_number(number) == view["turn"]["seat"]
        if on_turn:
            set_aside.append(view["playing"])
        all_beings = [card.id for card in cards.by_school(seat["school"])]
        random_state, pool = rng.shuffle(
            random_state, _exclude_cards(all_beings, set_aside, seat["played"])
        )
        if on_turn:
            pool = _move_to_front(pool, holds)
        if seat_number(number) == view["seat"]:
            hand, pile = tuple(view["hand"]["beings"]), tuple(view["hand"]["discards"])
            unseen = tuple(_exclude_cards(pile, seat["played"]))
            deck = tuple(_exclude_cards(pool, hand, pile))
        else:
            size = seat["hand"]["beings"]
            lying = size + seat["discards"] - len(seat["played"])
            hand, unseen, deck = pool[:size], pool[size:lying], pool[lying:]
            pile = unseen + tuple(seat["played"])
        hands.append(hand)
        decks.append(deck)
        discards.append(pile)
        dropped.append(unseen)
    state.hands, state.decks = tuple(hands), tuple(decks)
    state.discards, state.dropped = tuple(discards), tuple(dropped)
    return random_state


def _deal_shared(
    state: GameState, view: View, random_state: int, kind: str, all_cards: list[str], holds: str
) -> int:
    """Deal legends or flares: the known hands, then the other hands and the deck at random."""
    key = f"{kind}s"
    me = seat_of(view["seat"])
    known: dict[int, Cards] = {me: tuple(view["hand"][key])}
    if view["teams"] and kind == "legend":  # shared by the team (R19.21)
        shared = view["hand"]["team_legends"]
        known[state.teammate(me)] = tuple(_exclude_cards(shared, known[me]))
    pile = tuple(view["piles"][f"{kind}_discards"])
    if kind == "legend" and not view["legends"]:
        all_cards = []
    unknown = _exclude_cards(all_cards, pile, [view["playing"]], *known.values())
    random_state, pool = rng.shuffle(random_state, unknown)
    hands = [known.get(number, ()) for number in range(len(view["seats"]))]
    # The seat that is known to hold a card of the pool draws before the others.
    order = sorted(range(len(hands)), key=lambda n: seat_number(n) != view["turn"]["seat"])
    for number in order if holds in pool else range(len(hands)):
        if number not in known:
            if seat_number(number) == view["turn"]["seat"]:
                pool = _move_to_front(pool, holds)
            size = view["seats"][number]["hand"][key]
            hands[number], pool = pool[:size], pool[size:]
    setattr(state, key, tuple(hands))
    setattr(state, f"{kind}_deck", pool)
    setattr(state, f"{kind}_discards", pile)
    return random_state


def _deal_tasks(state: GameState, view: View, random_state: int) -> int:
    """Deal the open tasks, and the others under the next task."""
    tasks = view["tasks"]
    if not FORMS[state.setup.form].has_tasks:
        return random_state
    state.current_tasks = tuple(tasks["current"])
    following = (tasks["next"],) if tasks["next"] else ()
    unknown = _exclude_cards(cards.TASKS, state.current_tasks, following, tasks["claimed"])
    random_state, rest_dealt = rng.shuffle(random_state, unknown)
    state.task_deck = following + rest_dealt
    return random_state


def _read_seats(state: GameState, view: View) -> None:
    """Set effects in play, penalties, markers and points."""
    seats = view["seats"]
    state.frozen = tuple(seat["frozen"] or "" for seat in seats)
    state.pending = tuple(seat["pending"] or "" for seat in seats)
    state.penalties = tuple(seat["penalty"] for seat in seats)
    if view["teams"]:
        state.sideways = tuple(seat["sideways"] for seat in seats)
    if seats[0]["improvised"] is not None:
        state.markers = tuple(sum(1 << colour_of(c) for c in seat["improvised"]) for seat in seats)
    # What a score holds beyond the points: legendary pieces and pending beings (R13.1, R22.12).
    rules = FORMS[state.setup.form]
    if rules.scores_by_colour:
        number = len(seats)
        points = [0] * (number * number)
        for me, seat in enumerate(seats):
            for colour, without in rules.colour_scores(state, me).items():
                score = seat["scores"][str(colour_number(colour))]
                points[me * number + colour] = score - without
        state.points = tuple(points)
        return
    shown = {colour_of(seat["colour"]): seat["score"] for seat in seats}
    state.points = tuple(shown[c] - rules.score(state, c) for c in range(len(state.colours)))


def _read_turn(state: GameState, view: View) -> None:
    """Set whose turn it is, and the turn's memory (R5.9)."""
    turn = view["turn"]
    state.phase = view["phase"]
    state.playing = view["playing"]
    state.turn, state.seat, state.actions = turn["number"], seat_of(turn["seat"]), turn["actions"]
    state.last_turns = -1 if turn["last_turns"] is None else turn["last_turns"]
    state.deck_out, state.in_extra_turn = turn["deck_out"], turn["extra"]
    state.early_extras, state.discarded = turn["early_extras"], turn["discarded"]
    state.destroyed = tuple(counts[rank] for counts in turn["destroyed"] for rank in RANKS)
    state.summoned = tuple(
        Summoned(one["card"], SQUARE_OF[one["square"]], one["legend"]) for one in turn["summoned"]
    )
    state.extra_beings, state.extra_legends = turn["extra_beings"], turn["extra_legends"]
    state.extra_turns, state.borrow, state.empties = (
        turn["extra_turns"],
        turn["borrow"],
        turn["empties"],
    )
    state.summon_with, state.doubled = turn["summon_with"] or 0, turn["doubled"]
    state.warped, state.passed = tuple(turn["warped"]), turn["passed"]
