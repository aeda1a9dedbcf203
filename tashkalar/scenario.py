"""Scenarios: positions set up by hand, for lessons, puzzles, tests and bug reports.

The format is described in ``docs/formats.md``. What is left out is dealt from the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tashkalar import cards, rng
from tashkalar.board import BIT, LEGENDARY, RANK_OF, RANKS, SQUARE_OF
from tashkalar.deal import (
    ACTIONS,
    HAND_BEINGS,
    HAND_FLARES,
    HAND_LEGENDS,
    LONGEST_NAME,
    blank,
    make_setup,
)
from tashkalar.errors import ScenarioError
from tashkalar.forms import FORMS
from tashkalar.forms.high_form import settle_next
from tashkalar.reading import Node
from tashkalar.state import Cards, GameState, Setup, Summoned

KEYS = ("form", "seed", "teams", "options", "seats", "board", "tasks", "turn", "piles")
LESSON_KEYS = ("goal", "text")  # carried along for lessons and puzzles, not read by the rules
SEAT_KEYS = ("school", "name", "hand", "legends", "flare", "score", "deck", "discards")
TURN_KEYS = (
    "seat",
    "actions",
    "number",
    "discarded",
    "destroyed",
    "summoned",
    "last_turns",
    "extra",
    "extra_turns",
    "borrow",
)
PILE_KEYS = ("legend_deck", "legend_discards", "flare_deck", "flare_discards")


def read(mapping: Mapping[str, object]) -> GameState:
    """The state a scenario describes; ScenarioError names the place of what is wrong."""
    top = Node(mapping).keys(*KEYS, *LESSON_KEYS)
    for key in ("form", "seats", "board"):
        if key not in top:
            raise ScenarioError(key, "is missing")
    if "goal" in top:
        top["goal"].text()
    if "text" in top:
        top["text"].text()
    seats = [seat.keys(*SEAT_KEYS) for seat in top["seats"].items()]
    setup = _setup(top, seats)
    state = blank(setup)
    _read_board(state, top["board"])
    _deal_beings(state, seats)
    _deal_shared(state, top, seats, "legend", [c.id for c in cards.legend_deck()] * setup.legends)
    _deal_shared(state, top, seats, "flare", list(cards.FLARES))
    state.points = tuple(_score(seat) for seat in seats)
    _read_tasks(state, top.get("tasks"))
    if "turn" in top:
        _read_turn(state, top["turn"])
    else:
        state.actions, state.turn = ACTIONS, 2
    return state


def _setup(top: Mapping[str, Node], seats: list[Mapping[str, Node]]) -> Setup:
    schools: list[str] = []
    for number, seat in enumerate(seats):
        if "school" not in seat:
            raise ScenarioError(f"seats[{number}].school", "is missing")
        school = seat["school"].choice(tuple(cards.SCHOOLS))
        if school in schools:
            raise seat["school"].fail(f"{school!r} is used twice")
        schools.append(school)
    names = [seat["name"].text(LONGEST_NAME) if "name" in seat else "" for seat in seats]
    options = (
        {key: node.value for key, node in top["options"].entries()} if "options" in top else {}
    )
    seed = top["seed"].value if "seed" in top else 0
    try:
        return make_setup(
            top["form"].choice(tuple(FORMS)),
            schools,
            teams=top["teams"].flag() if "teams" in top else False,
            seed=seed,  # type: ignore[arg-type]  # checked by make_setup
            names=names,
            options=options,
        )
    except ScenarioError:
        raise
    except ValueError as error:
        place, _, message = str(error).partition(": ")
        path = {"schools": "seats", "names": "seats"}.get(place.split("[")[0], place)
        raise ScenarioError(path, message) from None


def _read_board(state: GameState, node: Node) -> None:
    for name, piece in node.entries():
        if name not in SQUARE_OF:
            raise piece.fail(f"{name!r} is not a square of the board")
        owner, _, rank = piece.text(20).partition(" ")
        colours = len(state.colours)
        if not (owner.isascii() and owner.isdigit() and 1 <= int(owner) <= colours):
            raise piece.fail(f"the owner must be a number from 1 to {colours}")
        if rank not in RANK_OF:
            raise piece.fail(f"the rank must be one of {', '.join(RANKS)}")
        bit, colour = BIT[SQUARE_OF[name]], int(owner) - 1
        if state.supply(colour, RANK_OF[rank]) <= 0:
            raise piece.fail(f"colour {owner} has no piece left for a {rank} one")
        colours_now = list(state.colours)
        colours_now[colour] |= bit
        state.colours = tuple(colours_now)
        state.heroic |= bit if rank == "heroic" else 0
        state.legendary |= bit if rank == "legendary" else 0


def _deal_beings(state: GameState, seats: list[Mapping[str, Node]]) -> None:
    """Each seat's own cards: those named first, the rest from the shuffled deck."""
    piles: list[Cards] = []
    for school, seat in zip(state.setup.schools, seats, strict=True):
        state.rng, deck = rng.shuffled(state.rng, [c.id for c in cards.by_school(school)])
        hand, draw, discards = _sort_out(
            deck, seat.get("hand"), seat.get("deck"), seat.get("discards"), HAND_BEINGS
        )
        state.hands += (hand,)
        state.decks += (draw,)
        piles.append(discards)
    state.discards = tuple(piles)


def _sort_out(
    cards_left: Cards, hand: Node | None, deck: Node | None, discards: Node | None, size: int
) -> tuple[Cards, Cards, Cards]:
    """Hand, deck and discard pile from what a scenario names and a shuffled deck."""
    rest = list(cards_left)
    named = [None if node is None else _take(rest, node) for node in (hand, deck, discards)]
    in_hand, in_deck, in_pile = named
    if in_hand is None:
        in_hand, rest = tuple(rest[:size]), rest[size:]
    if in_deck is None:
        return in_hand, tuple(rest), in_pile or ()
    if in_pile is None:
        return in_hand, in_deck, tuple(rest)
    if rest:
        assert deck is not None
        raise deck.fail(f"{rest[0]!r} is neither in hand, deck nor discard pile")
    return in_hand, in_deck, in_pile


def _take(rest: list[str], node: Node) -> Cards:
    """Take the named cards out of those not yet dealt."""
    taken: list[str] = []
    for item in [node] if isinstance(node.value, str) else node.items():
        card = item.text(60)
        if card not in rest:
            raise item.fail(f"{card!r} is not in that deck, or already dealt")
        rest.remove(card)
        taken.append(card)
    return tuple(taken)


def _deal_shared(
    state: GameState,
    top: Mapping[str, Node],
    seats: list[Mapping[str, Node]],
    kind: str,
    all_cards: Sequence[str],
) -> None:
    """Legends or flares: named hands first, then dealt hands, the rest is the deck."""
    key, size = ("legends", HAND_LEGENDS) if kind == "legend" else ("flare", HAND_FLARES)
    piles = top["piles"].keys(*PILE_KEYS) if "piles" in top else {}
    state.rng, shuffled = rng.shuffled(state.rng, all_cards)
    rest = list(shuffled)
    hands = [_take(rest, seat[key]) if key in seat else None for seat in seats]
    deck_node, pile_node = piles.get(f"{kind}_deck"), piles.get(f"{kind}_discards")
    deck = None if deck_node is None else _take(rest, deck_node)
    pile = () if pile_node is None else _take(rest, pile_node)
    for number, hand in enumerate(hands):
        if hand is None:
            hands[number], rest = tuple(rest[:size]), rest[size:]
    if deck is None:
        deck = tuple(rest)
    else:
        pile += tuple(rest)
    setattr(state, f"{kind}s", tuple(hand or () for hand in hands))
    setattr(state, f"{kind}_deck", deck)
    setattr(state, f"{kind}_discards", pile)


def _score(seat: Mapping[str, Node]) -> int:
    """Points scored so far; in the High Form those of tasks (legendary pieces come on top)."""
    return seat["score"].number(0, 999) if "score" in seat else 0


def _read_tasks(state: GameState, node: Node | None) -> None:
    if state.setup.form != "high-form":
        if node is not None:
            raise node.fail(f"there are no tasks in the {state.setup.form}")
        return
    FORMS["high-form"].prepare(state)
    if node is None:
        return
    given = node.keys("current", "next", "deck")
    rest = [*state.current_tasks, *state.task_deck]
    current = _take(rest, given["current"]) if "current" in given else None
    if current is not None and len(current) > 3:
        raise given["current"].fail("at most three tasks are current")
    following = _take(rest, given["next"]) if "next" in given else ()
    if len(following) > 1:
        raise given["next"].fail("there is one next task")
    deck = _take(rest, given["deck"]) if "deck" in given else None
    if current is None:
        kept = [t for t in state.current_tasks if t in rest]
        current = tuple(kept + [t for t in rest if t not in kept])[:3]
        rest = [t for t in rest if t not in current]
    state.current_tasks = current
    if deck is not None:
        state.task_deck = following + deck
    else:
        state.task_deck = following + tuple(rest)
        if not following:
            state.task_deck = settle_next(current, state.task_deck)


def _read_turn(state: GameState, node: Node) -> None:
    given = node.keys(*TURN_KEYS)

    def number(key: str, default: int, lowest: int = 0, highest: int = 999) -> int:
        return given[key].number(lowest, highest) if key in given else default

    state.seat = number("seat", 1, 1, state.setup.seats) - 1
    state.actions = number("actions", ACTIONS, 0, 20)
    state.turn = number("number", state.seat + 2, 1)
    state.last_turns = number("last_turns", -1, 0, 4)
    state.extra_turns = number("extra_turns", 0, 0, 9)
    state.borrow = number("borrow", 0, 0, 9)
    state.discarded = given["discarded"].flag() if "discarded" in given else False
    state.in_extra_turn = given["extra"].flag() if "extra" in given else False
    if "destroyed" in given:
        state.destroyed = _read_destroyed(state, given["destroyed"])
    if "summoned" in given:
        state.summoned = tuple(_read_summoned(given["summoned"].items()))


def _read_destroyed(state: GameState, node: Node) -> tuple[int, ...]:
    counts = [0] * (3 * len(state.colours))
    for owner, ranks in node.entries():
        known = [str(c + 1) for c in range(len(state.colours))]
        if owner not in known:
            raise ranks.fail(f"the owner must be one of {', '.join(known)}")
        for rank, amount in ranks.keys(*RANKS).items():
            counts[3 * (int(owner) - 1) + RANK_OF[rank]] = amount.number(0, 99)
    return tuple(counts)


def _read_summoned(items: Iterable[Node]) -> Iterable[Summoned]:
    for item in items:
        given = item.keys("card", "square")
        for key in ("card", "square"):
            if key not in given:
                raise item.fail(f"{key} is missing")
        card = cards.BEINGS[given["card"].choice(tuple(cards.BEINGS))]
        square = SQUARE_OF[given["square"].choice(tuple(SQUARE_OF))]
        yield Summoned(card.id, square, RANK_OF[card.rank] == LEGENDARY)
