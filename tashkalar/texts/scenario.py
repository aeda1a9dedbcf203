"""Scenarios: positions set up by hand, for lessons, puzzles, tests and bug reports.

The format is described in ``docs/formats.md``. What is left out is dealt from the seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from tashkalar import cards
from tashkalar.cards import packs
from tashkalar.errors import ScenarioError
from tashkalar.position import rng
from tashkalar.position.board import BIT, LEGENDARY, RANK_OF, RANKS, SQUARE_OF
from tashkalar.position.numbers import (
    ColourNumber,
    SeatNumber,
    colour_number,
    colour_of,
    seat_number,
    seat_of,
)
from tashkalar.position.state import (
    Cards,
    GameState,
    Setup,
    Summoned,
    most_removed,
    replaced,
)
from tashkalar.reading import Node, plain, shown
from tashkalar.rules.deal import (
    ACTIONS,
    HAND_BEINGS,
    HAND_FLARES,
    HAND_LEGENDS,
    LONGEST_NAME,
    blank,
    make_setup,
)
from tashkalar.rules.forms import FORMS
from tashkalar.rules.legality import MOST_CURRENT, MOST_SUMMONED, limits, most_sideways, problems
from tashkalar.texts import goal

KEYS = (
    "form",
    "seed",
    "teams",
    "options",
    "seats",
    "board",
    "tasks",
    "turn",
    "piles",
    "gateway",
    "captive",
    "removed",
    "packs",
)
LESSON_KEYS = ("goal", "text")  # for lessons and puzzles, not read by the rules
SEAT_KEYS = (
    "school",
    "name",
    "hand",
    "legends",
    "flare",
    "score",
    "deck",
    "discards",
    "dropped",
    "sideways",
    "frozen",
    "pending",
    "improvised",
    "penalty",
)
TURN_KEYS = (
    "seat",
    "actions",
    "number",
    "discarded",
    "destroyed",
    "summoned",
    "last_turns",
    "deck_out",
    "extra",
    "early_extras",
    "extra_turns",
    "extra_beings",
    "extra_legends",
    "borrow",
    "empties",
    "summon_with",
    "doubled",
    "warped",
    "passed",
)
# The keys of the turn that need nothing but their limits, with the fields that they tell.
_COUNTED = ("actions", "extra_turns", "extra_beings", "extra_legends", "borrow", "empties")
_TURN_NUMBERS = {"number": "turn"} | {key: key for key in (*_COUNTED, "doubled", "early_extras")}
_TURN_FLAGS = {"extra": "in_extra_turn"} | {k: k for k in ("discarded", "deck_out", "passed")}
_TURN_FIELDS = {field: key for key, field in (_TURN_NUMBERS | _TURN_FLAGS).items()}
# Where the other fields of a position stand; ``{}`` is the seat.
_PLACES = {
    "colours": "board",
    "heroic": "board",
    "legendary": "board",
    "hands": "seats[{}].hand",
    "decks": "seats[{}].deck",
    "discards": "seats[{}].discards",
    "dropped": "seats[{}].dropped",
    "frozen": "seats[{}].frozen",
    "pending": "seats[{}].pending",
    "penalties": "seats[{}].penalty",
    "markers": "seats[{}].improvised",
    "sideways": "seats[{}].sideways",
    "points": "seats",
    "legends": "piles",
    "flares": "piles",
    "current_tasks": "tasks.current",
    "task_deck": "tasks.deck",
    "removed": "removed",
    "gateway": "gateway",
}
_CAPTIVE = ("owner", "rank", "gateway")
PILE_KEYS = ("legend_deck", "legend_discards", "flare_deck", "flare_discards")
MOST_SEATS = 4
LONGEST_SEED = 100
LONGEST_LESSON = 4000  # characters of a text
MOST_LANGUAGES = 20
_PATH = re.compile(r"([a-z_]+)(?:\[([0-9]+)\])?(.*)")
_LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")


def read(mapping: Mapping[str, object]) -> tuple[GameState, dict[str, object]]:
    """The state a scenario describes, and a copy of the scenario in plain JSON types.

    ScenarioError names the place of what is wrong.
    """
    clean = plain(mapping)
    top = Node(clean).keys(*KEYS, *LESSON_KEYS, needed=("form", "seats", "board"))
    if "text" in top:
        _check_text(top["text"])
    if "packs" in top:
        lacking = packs.lacking(packs.read(top["packs"]))
        if lacking:
            raise top["packs"].fail(packs.needs(lacking))
    seats = [
        seat.keys(*SEAT_KEYS, needed=["school"]) for seat in top["seats"].items(most=MOST_SEATS)
    ]
    state = blank(_setup(top, seats))
    if "removed" in top:
        state.removed = _read_removed(state, top["removed"])
    if "captive" in top:
        state.captive = _read_captive(state, top["captive"])
    _read_board(state, top["board"])
    if "gateway" in top:
        state.gateway = SQUARE_OF[top["gateway"].choice(tuple(SQUARE_OF))]
    _read_turn(state, top.get("turn", Node({}, "turn")))
    _deal_beings(state, seats)
    legends = [card.id for card in cards.legend_deck()] if state.setup.legends else []
    _deal_shared(state, top, seats, "legend", legends)
    _deal_shared(state, top, seats, "flare", list(cards.FLARES))
    state.points = _read_points(state, seats)
    _read_seats(state, seats)
    _read_tasks(state, top.get("tasks"))
    if found := problems(state):
        raise ScenarioError(place(found[0].path), found[0].message)
    if "goal" in top:
        _check_goal(top["goal"], state)
    return state, with_turn_number(clean, state.turn)


def with_turn_number(scenario: dict[str, object], number: int) -> dict[str, object]:
    """The scenario with the number of its turn, if it does not tell it.

    What a save or a record tells begins like that, as it did when the default was another one.
    """
    turn = scenario.setdefault("turn", {})
    if isinstance(turn, dict):
        turn.setdefault("number", number)
    return scenario


def place(path: str) -> str:
    """Where a scenario says what stands in a position at this path (`legality.Problem`)."""
    field, number, rest = _PATH.fullmatch(path).groups()  # type: ignore[union-attr]
    if field == "captive":
        return f"captive.{_CAPTIVE[int(number)]}" if number else field
    if field in _PLACES:
        return _PLACES[field].format(number or 0)
    key = _TURN_FIELDS.get(field, field)
    return f"turn.{key}" + (f"[{number}]" if number else "") + rest


def _check_text(node: Node) -> None:
    """A text, or one for each of some languages."""
    if not isinstance(node.value, Mapping):
        node.text(LONGEST_LESSON)
        return
    texts = dict(node.entries())
    if not 1 <= len(texts) <= MOST_LANGUAGES:
        raise node.fail(f"texts in 1 to {MOST_LANGUAGES} languages are needed")
    for language, text in texts.items():
        if not _LANGUAGE.fullmatch(language):
            raise text.fail("is not a language such as en or it")
        text.text(LONGEST_LESSON)


def _check_goal(node: Node, start: GameState) -> None:
    """Words that only people read, or a goal that the program watches over."""
    if isinstance(node.value, str):
        node.text(LONGEST_LESSON)
    elif isinstance(node.value, Mapping):
        goal.read(node, start)
    else:
        raise node.fail("a text or an object is needed")


def _setup(top: Mapping[str, Node], seats: list[Mapping[str, Node]]) -> Setup:
    form = top["form"].choice(tuple(FORMS))
    schools: list[str] = []
    for seat in seats:
        school = seat["school"].text()
        if school not in cards.SCHOOLS and packs.is_id(school):
            raise seat["school"].fail(packs.needs({school: ""}))
        seat["school"].choice(tuple(cards.SCHOOLS))
        if school in schools:
            raise seat["school"].fail(f"{school!r} is used twice")
        schools.append(school)
    options = top["options"].keys("legends") if "options" in top else {}
    try:
        return make_setup(
            form,
            schools,
            teams=top["teams"].flag() if "teams" in top else False,
            seed=_seed(top["seed"]) if "seed" in top else 0,
            names=[_name(seat["name"]) if "name" in seat else "" for seat in seats],
            options={key: node.flag() for key, node in options.items()},
        )
    except ScenarioError:
        raise
    except ValueError as error:  # what only the whole agreement shows, such as too few seats
        place, _, message = str(error).partition(": ")
        raise ScenarioError("seats" if place == "schools" else place, message) from None


def _seed(node: Node) -> int | str:
    if isinstance(node.value, str):
        seed = node.text(LONGEST_SEED)
        if not seed.isprintable():
            raise node.fail("control characters are not allowed")
        return seed
    if isinstance(node.value, bool) or not isinstance(node.value, int):
        raise node.fail("a whole number or a text is needed")
    return node.value


def _name(node: Node) -> str:
    name = node.text(LONGEST_NAME)
    if not name.isprintable():
        raise node.fail("control characters are not allowed")
    return name


def _read_board(state: GameState, node: Node) -> None:
    for name, piece in node.entries():
        if name not in SQUARE_OF:
            raise piece.fail("is not a square of the board")
        owner, _, rank = piece.text(20).partition(" ")
        colours = len(state.colours)
        if not (owner.isascii() and owner.isdigit() and 1 <= int(owner) <= colours):
            raise piece.fail(f"the owner must be a number from 1 to {colours}")
        if rank not in RANK_OF:
            raise piece.fail(f"the rank must be one of {', '.join(RANKS)}")
        bit, colour = BIT[SQUARE_OF[name]], colour_of(ColourNumber(int(owner)))
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
    state.frozen = state.pending = ()
    for school, seat in zip(state.setup.schools, seats, strict=True):
        state.rng, deck = rng.shuffled(state.rng, [c.id for c in cards.by_school(school)])
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
            state.dropped = replaced(state.dropped, number, taken)


def _sort_out(
    whole: Cards, hand: Node | None, deck: Node | None, discards: Node | None, size: int
) -> tuple[Cards, Cards, Cards]:
    """Hand, deck and discard pile from what a scenario names and a shuffled deck.

    What is not named goes to the hand first, if that is not named, then to the deck, then to the
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
    """Take the named cards out of `rest`, those of the `whole` deck that are not yet dealt."""
    taken: list[str] = []
    for item in [node] if isinstance(node.value, str) else node.items():
        card = item.text()
        if card not in whole:
            raise item.fail(f"{shown(card)} is not a card of that deck")
        if card not in rest:
            raise item.fail(f"{shown(card)} is named twice")
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
    """Who holds a team's legends: who decides now, and the next player (R19.7, R19.12, R19.15)."""
    return state.control, (state.seat + 1) % state.setup.seats


def _read_points(state: GameState, seats: list[Mapping[str, Node]]) -> tuple[int, ...]:
    """Points so far, those of tasks too; legendary pieces on the board come on top (R13.1)."""
    if FORMS[state.setup.form].scores_by_colour:
        return _read_colour_points(state, seats)
    points = [0] * len(state.colours)
    for colour, seat in zip(state.setup.colours, seats, strict=True):
        if "score" in seat:
            if isinstance(seat["score"].value, dict):
                raise seat["score"].fail("a whole number is needed: there is one enemy only")
            points[colour] += seat["score"].number(*limits(state.setup)["points"])
    return tuple(points)


def _read_colour_points(state: GameState, seats: list[Mapping[str, Node]]) -> tuple[int, ...]:
    """Points by enemy seat, counted from 1 (R15.1)."""
    number = state.setup.seats
    points = [0] * (number * number)
    for me, seat in enumerate(seats):
        if "score" in seat:
            known = [str(seat_number(other)) for other in range(number) if other != me]
            for enemy, score in seat["score"].keys(*known).items():
                other = seat_of(SeatNumber(int(enemy)))
                points[me * number + other] = score.number(*limits(state.setup)["points"])
    return tuple(points)


def _read_seats(state: GameState, seats: list[Mapping[str, Node]]) -> None:
    """What forms and teams add to a seat."""
    markers, sideways, penalties = list(state.markers), [], []
    for me, seat in enumerate(seats):
        if "improvised" in seat:
            if not markers:
                raise seat["improvised"].fail("only in a melee one improvises")
            markers[me] = _read_improvised(seat["improvised"], me, len(markers))
        if "sideways" in seat and not state.setup.teams:
            raise seat["sideways"].fail("cards lie sideways in team games only")
        most = most_sideways(state, me)
        sideways.append(seat["sideways"].number(0, most) if "sideways" in seat else most)
        fine = limits(state.setup)["penalties"]
        penalties.append(seat["penalty"].number(*fine) if "penalty" in seat else 0)
    state.markers, state.penalties = tuple(markers), tuple(penalties)
    state.sideways = tuple(sideways) if state.setup.teams else ()


def _read_improvised(node: Node, me: int, colours: int) -> int:
    """The colours with which a seat can still improvise, as bits (R15.9)."""
    left = 0
    for item in node.items(most=MOST_SEATS):
        colour = colour_of(ColourNumber(item.number(1, colours)))
        if colour == me:
            raise item.fail("that is the seat's own colour")
        left |= 1 << colour
    return left


def _read_captive(state: GameState, node: Node) -> tuple[int, ...]:
    """The piece held on a card (R22.18)."""
    given = node.keys("owner", "rank", "gateway", needed=("owner", "rank"))
    owner = colour_of(ColourNumber(given["owner"].number(1, len(state.colours))))
    rank = RANK_OF[given["rank"].choice(RANKS)]
    if state.supply(owner, rank) <= 0:
        told = f"colour {colour_number(owner)} has no piece left for a {RANKS[rank]} one"
        raise given["rank"].fail(told)
    return owner, rank, int("gateway" in given and given["gateway"].flag())


def _read_removed(state: GameState, node: Node) -> tuple[int, ...]:
    """Pieces that are out of the game, by colour: two-sided and legendary ones (R20.11)."""
    counts = [0] * (2 * len(state.colours))
    known = [str(colour_number(c)) for c in range(len(state.colours))]
    most = dict(zip(("two-sided", "legendary"), most_removed(state.setup), strict=True))
    for owner, kinds in node.keys(*known).items():
        for kind, number in kinds.keys(*most).items():
            counts[2 * colour_of(ColourNumber(int(owner))) + (kind == "legendary")] = number.number(
                0, most[kind]
            )
    return tuple(counts)


def _read_tasks(state: GameState, node: Node | None) -> None:
    form = FORMS[state.setup.form]
    if not form.has_tasks:
        if node is not None:
            raise node.fail(f"there are no tasks in the {form.id}")
        return
    state.current_tasks, state.task_deck = form.deal_tasks(state)
    if node is None:
        return
    given = node.keys("current", "next", "deck")
    whole = [*state.current_tasks, *state.task_deck]
    rest = list(whole)
    current = _take(rest, given["current"], whole) if "current" in given else None
    following = _take(rest, given["next"], whole) if "next" in given else ()
    if len(following) > 1:
        raise given["next"].fail("there is one next task")
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
    """Three of the tasks: none advanced, nor three of a type with the next one, if it can be.

    Only what is dealt keeps to R4.6 and R4.9; what a scenario names stays as it is.
    """
    found: Cards = ()
    for task in tasks:
        types = [cards.TASKS[t].type for t in (*found, *following, task)]
        if not cards.TASKS[task].advanced and types.count(types[-1]) < 3:
            found += (task,)
    return (*found, *(task for task in tasks if task not in found))[:MOST_CURRENT]


def _usual_turn(state: GameState, given: Mapping[str, Node]) -> int:
    """The number of the turn unless it is told: past the first round, if nothing speaks of that.

    Some things are not possible on a first turn (R22.4).
    """
    if "early_extras" in given:
        return state.seat + 2
    extra = "extra" in given and given["extra"].flag()
    return state.setup.seats + state.seat + 1 + extra


def _read_turn(state: GameState, node: Node) -> None:
    """Whose turn it is, and the turn's memory (R5.9)."""
    given, setup = node.keys(*TURN_KEYS), state.setup
    known = limits(setup)
    if "seat" in given:
        state.seat = seat_of(SeatNumber(given["seat"].number(1, setup.seats)))
    state.actions, state.turn = ACTIONS, _usual_turn(state, given)
    for key, field in _TURN_NUMBERS.items():
        if key in given:
            setattr(state, field, given[key].number(*known[field]))
    for key, field in _TURN_FLAGS.items():
        if key in given:
            setattr(state, field, given[key].flag())
    if "last_turns" in given:
        state.last_turns = given["last_turns"].number(0, setup.seats)
    if "summon_with" in given:
        state.summon_with = given["summon_with"].number(1, len(state.colours))
    if "early_extras" not in given:  # at most the present one
        state.early_extras = int(state.in_extra_turn and 1 < state.turn <= setup.seats + 1)
    if "warped" in given:
        warps = tuple(card.id for card in cards.BEINGS.values() if card.warp)
        items = given["warped"].items(MOST_SUMMONED)
        state.warped = tuple(item.choice(warps) for item in items)
    if "destroyed" in given:
        state.destroyed = _read_destroyed(state, given["destroyed"])
    if "summoned" in given:
        state.summoned = tuple(_read_summoned(given["summoned"].items(MOST_SUMMONED)))


def _read_destroyed(state: GameState, node: Node) -> tuple[int, ...]:
    counts = [0] * (3 * len(state.colours))
    possible = limits(state.setup)["destroyed"]
    for owner, ranks in node.entries():
        known = [str(colour_number(c)) for c in range(len(state.colours))]
        if owner not in known:
            raise ranks.fail(f"the owner must be one of {', '.join(known)}")
        for rank, amount in ranks.keys(*RANKS).items():
            counts[3 * colour_of(ColourNumber(int(owner))) + RANK_OF[rank]] = amount.number(
                *possible
            )
    return tuple(counts)


def _read_summoned(items: Iterable[Node]) -> Iterable[Summoned]:
    for item in items:
        given = item.keys("card", "square", "legend", needed=("card", "square"))
        card = cards.BEINGS[given["card"].choice(tuple(cards.BEINGS))]
        square = SQUARE_OF[given["square"].choice(tuple(SQUARE_OF))]
        legend = RANK_OF[card.rank] == LEGENDARY
        yield Summoned(card.id, square, given["legend"].flag() if "legend" in given else legend)
