"""The turn of a scenario: whose turn it is, and what has happened in it (R5.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tashkalar import cards
from tashkalar.json_reader import Node
from tashkalar.position.board import LEGENDARY, RANK_OF, SQUARE_OF
from tashkalar.position.ids import (
    ColourNumber,
    SeatNumber,
    colour_of,
    seat_number,
    seat_of,
)
from tashkalar.position.state import GameState, Summoned
from tashkalar.rules.deal import ACTIONS

# The keys of the turn that are read as they are, with the fields that they set.
_FIELDS = {
    "number": "turn",
    "extra": "in_extra_turn",
    **{
        key: key
        for key in (
            *("actions", "extra_turns", "extra_beings", "extra_legends", "borrow", "empties"),
            *("doubled", "early_extras", "discarded", "deck_out", "passed", "last_turns"),
            "summon_with",
        )
    },
}
# The key of each of these fields.
KEY_BY_FIELD = {field: key for key, field in _FIELDS.items()}


def read(state: GameState, node: Node) -> None:
    """Read whose turn it is, and the turn's memory (R5.9)."""
    given = dict(node.entries())
    if "seat" in given:
        state.seat = seat_of(SeatNumber(given["seat"].number()))
    state.actions, state.turn = ACTIONS, _default_turn_number(state, given)
    for key, field in _FIELDS.items():
        if key in given:
            setattr(state, field, given[key].value)
    if "early_extras" not in given:  # at most the current turn is an early extra turn
        state.early_extras = int(state.in_extra_turn and 1 < state.turn <= state.setup.seats + 1)
    _read_memory(state, given)


def _read_memory(state: GameState, given: Mapping[str, Node]) -> None:
    """Read what was done this turn."""
    if "warped" in given:
        warps = tuple(card.id for card in cards.BEINGS.values() if card.warp)
        items = given["warped"].items()
        state.warped = tuple(item.choice(warps) for item in items)
    if "destroyed" in given:
        state.destroyed = _read_destroyed(state, given["destroyed"])
    if "summoned" in given:
        state.summoned = tuple(_read_summoned(given["summoned"].items()))


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
    for owner, ranks in node.entries():
        for rank, amount in ranks.entries():
            place = 3 * colour_of(ColourNumber(int(owner))) + RANK_OF[rank]
            counts[place] = amount.number()
    return tuple(counts)


def _read_summoned(items: Iterable[Node]) -> Iterable[Summoned]:
    for item in items:
        given = dict(item.entries())
        card = cards.BEINGS[given["card"].choice(tuple(cards.BEINGS))]
        square = SQUARE_OF[given["square"].text()]
        legend = RANK_OF[card.rank] == LEGENDARY
        yield Summoned(card.id, square, given["legend"].flag() if "legend" in given else legend)
