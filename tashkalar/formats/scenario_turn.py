"""The turn of a scenario: whose turn it is, and what has happened in it (R5.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tashkalar import cards
from tashkalar.json_reader import Node
from tashkalar.position.board import LEGENDARY, RANK_OF, RANKS, SQUARE_OF
from tashkalar.position.ids import (
    ColourNumber,
    SeatNumber,
    colour_number,
    colour_of,
    seat_number,
    seat_of,
)
from tashkalar.position.state import GameState, Summoned
from tashkalar.rules.deal import ACTIONS
from tashkalar.rules.legality import SCENARIO_LIMITS, field_limits

KEYS = (
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
# The keys of the turn that need only a check of their limits, with the fields that they set.
_COUNT_KEYS = ("actions", "extra_turns", "extra_beings", "extra_legends", "borrow", "empties")
_NUMBERS = {"number": "turn"} | {key: key for key in (*_COUNT_KEYS, "doubled", "early_extras")}
_FLAGS = {"extra": "in_extra_turn"} | {k: k for k in ("discarded", "deck_out", "passed")}
# The key of each of these fields.
KEY_BY_FIELD = {field: key for key, field in (_NUMBERS | _FLAGS).items()}


def read(state: GameState, node: Node) -> None:
    """Read whose turn it is, and the turn's memory (R5.9)."""
    given, setup = node.fields(*KEYS), state.setup
    known = field_limits(setup, SCENARIO_LIMITS)
    if "seat" in given:
        state.seat = seat_of(SeatNumber(given["seat"].number(1, setup.seats)))
    state.actions, state.turn = ACTIONS, _default_turn_number(state, given)
    for key, field in _NUMBERS.items():
        if key in given:
            setattr(state, field, given[key].number(*known[field]))
    for key, field in _FLAGS.items():
        if key in given:
            setattr(state, field, given[key].flag())
    if "last_turns" in given:
        state.last_turns = given["last_turns"].number(0, setup.seats)
    if "summon_with" in given:
        state.summon_with = given["summon_with"].number(1, len(state.colours))
    if "early_extras" not in given:  # at most the current turn is an early extra turn
        state.early_extras = int(state.in_extra_turn and 1 < state.turn <= setup.seats + 1)
    _read_memory(state, given)


def _read_memory(state: GameState, given: Mapping[str, Node]) -> None:
    """Read what was done this turn."""
    if "warped" in given:
        warps = tuple(card.id for card in cards.BEINGS.values() if card.warp)
        items = given["warped"].items(SCENARIO_LIMITS.summoned)
        state.warped = tuple(item.choice(warps) for item in items)
    if "destroyed" in given:
        state.destroyed = _read_destroyed(state, given["destroyed"])
    if "summoned" in given:
        state.summoned = tuple(_read_summoned(given["summoned"].items(SCENARIO_LIMITS.summoned)))


def _default_turn_number(state: GameState, given: Mapping[str, Node]) -> int:
    """Return the default number of the turn: past the first round, unless a key contradicts.

    Some things are not possible on a first turn (R22.4).
    """
    if "early_extras" in given:
        return state.seat + 2
    extra = "extra" in given and given["extra"].flag()
    return state.setup.seats + seat_number(state.seat) + extra


def _read_destroyed(state: GameState, node: Node) -> tuple[int, ...]:
    counts = [0] * (3 * len(state.colours))
    possible = field_limits(state.setup, SCENARIO_LIMITS)["destroyed"]
    for owner, ranks in node.entries():
        known = [str(colour_number(c)) for c in range(len(state.colours))]
        if owner not in known:
            raise ranks.fail(f"the owner must be one of {', '.join(known)}")
        for rank, amount in ranks.fields(*RANKS).items():
            place = 3 * colour_of(ColourNumber(int(owner))) + RANK_OF[rank]
            counts[place] = amount.number(*possible)
    return tuple(counts)


def _read_summoned(items: Iterable[Node]) -> Iterable[Summoned]:
    for item in items:
        given = item.fields("card", "square", "legend", needed=("card", "square"))
        card = cards.BEINGS[given["card"].choice(tuple(cards.BEINGS))]
        square = SQUARE_OF[given["square"].choice(tuple(SQUARE_OF))]
        legend = RANK_OF[card.rank] == LEGENDARY
        yield Summoned(card.id, square, given["legend"].flag() if "legend" in given else legend)
