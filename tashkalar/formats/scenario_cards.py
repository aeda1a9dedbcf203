"""The cards and tasks of a scenario: the named ones in place, the others dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tashkalar import cards
from tashkalar.json_reader import Node, quote_for_error
from tashkalar.position import rng
from tashkalar.position.state import Cards, GameState, replace_entry
from tashkalar.rules.deal import HAND_BEINGS, HAND_FLARES, HAND_LEGENDS
from tashkalar.rules.forms import FORMS
from tashkalar.rules.legality import MOST_CURRENT


def deal_beings(state: GameState, seats: list[Mapping[str, Node]]) -> None:
    """Deal each seat's own cards: those named first, the rest from the shuffled deck."""
    piles: list[Cards] = []
    state.frozen = state.pending = ()
    for school, seat in zip(state.setup.schools, seats, strict=True):
        state.rng, deck = rng.shuffle(state.rng, [c.id for c in cards.by_school(school)])
        apart: dict[str, str] = {}
        for key in ("frozen", "pending"):
            if key in seat:
                apart[key] = seat[key].choice(deck)
        deck = tuple(card for card in deck if card not in apart.values())
        state.frozen += (apart.get("frozen", ""),)
        state.pending += (apart.get("pending", ""),)
        size = HAND_BEINGS - ("pending" in apart)  # R22.6
        hand, draw, discards = _sort_out(
            deck, seat.get("hand"), seat.get("deck"), seat.get("discards"), size
        )
        state.hands += (hand,)
        state.decks += (draw,)
        piles.append(discards)
    state.discards = tuple(piles)
    for number, seat in enumerate(seats):
        if "dropped" in seat:
            pile = piles[number]
            taken = _take(list(pile), seat["dropped"], pile)
            state.dropped = replace_entry(state.dropped, number, taken)


def deal_shared(state: GameState, top: Mapping[str, Node], seats: list[Mapping[str, Node]]) -> None:
    """Deal the legends and flares (R4.5)."""
    piles = dict(top["piles"].entries()) if "piles" in top else {}
    legends = [card.id for card in cards.legend_deck()] if state.setup.legends else []
    _deal_shared(state, piles, seats, "legend", legends)
    _deal_shared(state, piles, seats, "flare", list(cards.FLARES))


def _sort_out(
    whole: Cards, hand: Node | None, deck: Node | None, discards: Node | None, size: int
) -> tuple[Cards, Cards, Cards]:
    """Return hand, deck and discard pile from the named cards and a shuffled deck.

    Cards that are not named go to the hand if it is not named, then to the deck, then to the
    discard pile.
    """
    rest = list(whole)
    named = [None if node is None else _take(rest, node, whole) for node in (hand, deck, discards)]
    in_hand, in_deck, in_pile = named
    if in_hand is None:
        in_hand, rest = tuple(rest[:size]), rest[size:]
    if in_deck is None:
        return in_hand, tuple(rest), in_pile or ()
    if in_pile is None:
        return in_hand, in_deck, tuple(rest)
    if rest:
        assert deck is not None
        raise deck.fail(f"{rest[0]!r} is neither in the hand, the deck nor the discard pile")
    return in_hand, in_deck, in_pile


def _take(rest: list[str], node: Node, whole: Sequence[str]) -> Cards:
    """Take the named cards out of `rest`, the cards of the `whole` deck not yet dealt."""
    taken: list[str] = []
    for item in [node] if isinstance(node.value, str) else node.items():
        card = item.text()
        if card not in whole:
            raise item.fail(f"{quote_for_error(card)} is not a card of that deck")
        if card not in rest:
            raise item.fail(f"{quote_for_error(card)} is named twice")
        rest.remove(card)
        taken.append(card)
    return tuple(taken)


def _deal_shared(
    state: GameState,
    piles: Mapping[str, Node],
    seats: list[Mapping[str, Node]],
    kind: str,
    all_cards: Sequence[str],
) -> None:
    """Deal legends or flares: named hands first, then other hands, the rest to the deck."""
    key, size = ("legends", HAND_LEGENDS) if kind == "legend" else ("flare", HAND_FLARES)
    state.rng, shuffled = rng.shuffle(state.rng, all_cards)
    rest = list(shuffled)
    hands = [_take(rest, seat[key], all_cards) if key in seat else None for seat in seats]
    deck_node, pile_node = piles.get(f"{kind}_deck"), piles.get(f"{kind}_discards")
    deck = None if deck_node is None else _take(rest, deck_node, all_cards)
    pile = () if pile_node is None else _take(rest, pile_node, all_cards)
    named = [hand is not None for hand in hands]
    shared = kind == "legend" and state.setup.teams
    for number, hand in enumerate(hands):
        if hand is None:
            elsewhere = shared and (number not in _holders(state) or named[state.teammate(number)])
            dealt = 0 if elsewhere else size
            hands[number], rest = tuple(rest[:dealt]), rest[dealt:]
    if deck is None:
        deck = tuple(rest)
    else:
        pile += tuple(rest)
    setattr(state, f"{kind}s", tuple(hand or () for hand in hands))
    setattr(state, f"{kind}_deck", deck)
    setattr(state, f"{kind}_discards", pile)


def _holders(state: GameState) -> tuple[int, int]:
    """Return the seats that hold a team's legends: now, and next (R19.7, R19.12, R19.15)."""
    return state.control, (state.seat + 1) % state.setup.seats


def deal_tasks(state: GameState, node: Node | None) -> None:
    """Deal the current tasks and the task deck; raise ScenarioError in a form without tasks."""
    form = FORMS[state.setup.form]
    if not form.has_tasks:
        if node is not None:
            raise node.fail(f"there are no tasks in the {form.id}")
        return
    state.current_tasks, state.task_deck = form.deal_tasks(state)
    if node is None:
        return
    given = dict(node.entries())
    whole = [*state.current_tasks, *state.task_deck]
    rest = list(whole)
    current = _take(rest, given["current"], whole) if "current" in given else None
    following = _take(rest, given["next"], whole) if "next" in given else ()
    deck = _take(rest, given["deck"], whole) if "deck" in given else None
    if current is None:
        kept = [t for t in state.current_tasks if t in rest]
        current = _deal_current(kept + [t for t in rest if t not in kept], following)
        rest = [t for t in rest if t not in current]
    state.current_tasks = current
    if deck is not None:
        state.task_deck = following + deck
    else:
        state.task_deck = following + tuple(rest)
        if not following:
            state.task_deck = form.settle_tasks(current, state.task_deck)


def _deal_current(tasks: Sequence[str], following: Cards) -> Cards:
    """Return three tasks, avoiding advanced tasks and three of a type with the next task.

    Only dealt tasks follow R4.6 and R4.9; tasks that a scenario names stay as they are.
    """
    chosen: Cards = ()
    for task in tasks:
        types = [cards.TASKS[t].type for t in (*chosen, *following, task)]
        if not cards.TASKS[task].advanced and types.count(types[-1]) < 3:
            chosen += (task,)
    return (*chosen, *(task for task in tasks if task not in chosen))[:MOST_CURRENT]
