"""Checks whether a position is possible, and what is wrong with it if not.

Loaded saves, scenarios, the results of a pack's effect and every position of the random games are
checked by this module only. A path names an entry of the `GameState`, such as ``hands[0]``; each
text form translates the path to its own keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from tashkalar import cards
from tashkalar.cards.schools import SCHOOLS, School, gateway_seat
from tashkalar.json_reader import quote_for_error
from tashkalar.position.board import ARENA, BIT, COMMON, LEGENDARY, RANK_OF, SQUARES, Colour
from tashkalar.position.ids import colour_number
from tashkalar.position.state import (
    SIDEWAYS,
    Cards,
    GameState,
    Setup,
    Summoned,
    removal_limits,
)
from tashkalar.position.unknown import UnknownCard
from tashkalar.rules.deal import ACTIONS, empty_state
from tashkalar.rules.forms import FORMS

MOST_CURRENT = 3  # tasks that can be claimed (R4.6)


class CountLimits(NamedTuple):
    """The highest counts of a position."""

    turn: int
    points: int  # and destroyed pieces of a kind
    counted: int  # actions, draws and turns owed, and bonuses
    summoned: int  # beings summoned in one turn


# A game goes on from each of these positions, so its counts grow. What may begin lies far inside
# what may be left by a pack, and that far inside what can be read: every position that play reaches
# can be saved and loaded.
SCENARIO_LIMITS = CountLimits(turn=99_999, points=9_999, counted=99, summoned=50)
PACK_LIMITS = CountLimits(turn=10**8, points=10**8, counted=999, summoned=500)
SAVE_LIMITS = CountLimits(turn=10**9, points=10**9, counted=9_999, summoned=1_000)


class Problem(NamedTuple):
    """A problem of a position: the path of the faulty entry and a message."""

    path: str
    message: str


def problems(
    state: GameState, *, mid_move: bool = False, limits: CountLimits = SAVE_LIMITS
) -> list[Problem]:
    """Return the problems of a position between two moves; an empty list if it is possible.

    With `mid_move`, the position is in the middle of a move: a card may lie on the table (R7.20).
    The set-up of the position must be valid. The list may be incomplete: the checks stop after the
    first that fails, because the later checks rely on it.
    """
    checks: tuple[_Check, ...] = (
        *_CHECKS_OF_FORM,
        partial(_counts, limits=limits),
        *_CHECKS_ALWAYS,
    )
    for check in checks if mid_move else (*checks, *_CHECKS_BETWEEN_MOVES):
        failed = list(check(state))
        if failed:
            return failed
    return []


def field_limits(setup: Setup, limits: CountLimits) -> dict[str, tuple[int, int]]:
    """Return the lowest and highest value of each field that holds a number or only numbers."""
    sides = max(setup.colours) + 1
    counted = ("actions", "extra_beings", "extra_legends", "extra_turns")
    return {
        "rng": (0, 2**64 - 1),
        "seat": (0, setup.seats - 1),
        "turn": (1, limits.turn),
        "last_turns": (-1, setup.seats),
        "early_extras": (0, limits.turn),
        "resigned": (-1, sides - 1),
        **dict.fromkeys((*counted, "borrow", "empties", "doubled"), (0, limits.counted)),
        "summon_with": (0, sides),
        "points": (0, limits.points),
        "destroyed": (0, limits.points),
        "penalties": (0, ACTIONS),  # a turn has no more to lose (R20.10)
    }


def most_sideways(state: GameState, seat: int) -> int:
    """Return how many cards of a seat's deck can lie sideways (R19.3)."""
    return min(SIDEWAYS, len(state.decks[seat])) if state.setup.teams else 0


# -- types and lengths ---------------------------------------------------------------------------


def _is_int(value: object) -> bool:
    return type(value) is int


def _is_text(value: object) -> bool:
    return type(value) is str


def _is_card(value: object) -> bool:
    return type(value) in (str, UnknownCard)


def _is_mask(value: object) -> bool:
    return type(value) is int and not value & ~ARENA


def _is_square(value: object) -> bool:
    return type(value) is int and value in SQUARES


def _is_summoned(value: object) -> bool:
    return isinstance(value, Summoned) and (
        _is_text(value.card) and _is_square(value.square) and type(value.legend) is bool
    )


def _is_tuple_of(kind: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: type(value) is tuple and all(map(kind, value))


_TYPE_CHECKS: Mapping[str, Callable[[object], bool]] = {
    "int": _is_int,
    "bool": lambda value: type(value) is bool,
    "str": _is_text,
    "str | None": lambda value: value is None or _is_text(value),
    "Mask": _is_mask,
    "Square": lambda value: (
        (type(value) is int and value == 0) or _is_square(value)
    ),  # 0 for nowhere
    "Cards": _is_tuple_of(_is_card),
    "tuple[int, ...]": _is_tuple_of(_is_int),
    "tuple[str, ...]": _is_tuple_of(_is_text),
    "tuple[Mask, ...]": _is_tuple_of(_is_mask),
    "tuple[Cards, ...]": _is_tuple_of(_is_tuple_of(_is_card)),
    "tuple[Summoned, ...]": _is_tuple_of(_is_summoned),
}
_FIELDS = {name: kind for name, kind in GameState.__annotations__.items() if name != "setup"}


def _types(state: GameState) -> Iterator[Problem]:
    """Check that every field has the type of its annotation; only a pack can break this."""
    for name, kind in _FIELDS.items():
        if not _TYPE_CHECKS[kind](getattr(state, name)):
            yield Problem(name, f"{kind} is needed")


@lru_cache(maxsize=16)
def _empty_state_of(setup: Setup) -> GameState:
    """Return a shared empty state that shows the lengths of the fields. Do not modify it."""
    return empty_state(setup)


def _lengths(state: GameState) -> Iterator[Problem]:
    setup, framed = state.setup, _empty_state_of(state.setup)
    sides = len(framed.colours)
    by_seat = ("frozen", "pending", "penalties", "decks", "hands", "discards", "dropped")
    wanted = {
        "colours": sides,
        "points": len(framed.points),
        "markers": len(framed.markers),
        "sideways": setup.seats if setup.teams else 0,
        "destroyed": 3 * sides,
        **dict.fromkeys((*by_seat, "legends", "flares"), setup.seats),
    }
    for field, length in wanted.items():
        if len(getattr(state, field)) != length:
            yield Problem(field, f"{length} entries are needed")
    for field, length in (("captive", 3), ("removed", 2 * sides)):
        if len(getattr(state, field)) not in (0, length):
            yield Problem(field, f"{length} entries are needed")


def _counts(state: GameState, limits: CountLimits) -> Iterator[Problem]:
    if len(state.summoned) > limits.summoned:
        yield Problem("summoned", f"more than {limits.summoned} entries")
    for field, (lowest, highest) in field_limits(state.setup, limits).items():
        value = getattr(state, field)
        for number in value if isinstance(value, tuple) else (value,):
            if not lowest <= number <= highest:
                message = f"{quote_for_error(number)} is not between {lowest} and {highest}"
                yield Problem(field, message)


# -- schools -------------------------------------------------------------------------------------


def _played_schools(state: GameState) -> list[School]:
    return [SCHOOLS[id] for id in state.setup.schools]


def _gateway_colour(state: GameState) -> Colour | None:
    seat = gateway_seat(state.setup.schools)
    return None if seat is None else state.setup.colours[seat]


def _gateway(state: GameState) -> Iterator[Problem]:
    """Check that the Gateway is a common or heroic piece of its owner (R21.2, R21.6)."""
    if not state.gateway:
        return
    bit, owner = BIT[state.gateway], _gateway_colour(state)
    if owner is None:
        yield Problem("gateway", "nobody plays a school with a Gateway")
    elif bit & state.legendary:
        yield Problem("gateway", "a legendary piece is never the Gateway")
    elif not bit & state.colours[owner]:
        yield Problem("gateway", "there is no common or heroic piece of the Gateway's owner")


def _effects_in_play(state: GameState) -> Iterator[Problem]:
    """Check frozen effects, pending beings and warp effects played (R20.6, R22.5)."""
    for seat, school in enumerate(state.setup.schools):
        deck = {card.id for card in cards.by_school(school)}
        for field, what in (("frozen", "frozen"), ("pending", "warp")):
            card = getattr(state, field)[seat]
            if card and not _has_effect(card, what):
                yield Problem(f"{field}[{seat}]", f"{quote_for_error(card)} has no {what} effect")
            elif card and card not in deck:
                yield Problem(f"{field}[{seat}]", f"{card!r} is not the seat's card")
    for number, card in enumerate(state.warped):
        if not _has_effect(card, "warp"):
            yield Problem(f"warped[{number}]", f"{quote_for_error(card)} has no warp effect")


def _has_effect(card: str, effect: str) -> bool:
    being = cards.BEINGS.get(card)
    return being is not None and getattr(being, effect) is not None


def _captive(state: GameState) -> Iterator[Problem]:
    """Check the piece held on a card (R22.18)."""
    if not state.captive:
        return
    owner, rank, gateway = state.captive
    known = 0 <= owner < len(state.colours) and COMMON <= rank <= LEGENDARY and gateway in (0, 1)
    if not known:
        yield Problem("captive", "there is no such piece")
    elif not any(school.takes_captive for school in _played_schools(state)):
        yield Problem("captive", "nobody plays a school that takes a captive")
    elif gateway and (rank == LEGENDARY or owner != _gateway_colour(state)):
        yield Problem("captive[2]", "this piece cannot have been the Gateway")


def _removed(state: GameState) -> Iterator[Problem]:
    """Check the pieces that are removed from the game (R20.11)."""
    if state.removed and not any(school.removes_pieces for school in _played_schools(state)):
        yield Problem("removed", "nobody plays a school that removes pieces")
    for place, number in enumerate(state.removed):
        most = removal_limits(state.setup)[place % 2]
        if not 0 <= number <= most:
            yield Problem(f"removed[{place}]", f"{number} is not between 0 and {most}")


# -- the board and the seats ---------------------------------------------------------------------


def _pieces(state: GameState) -> Iterator[Problem]:
    """Check that each square has one piece of one rank, within the supply (R1.6-R1.8)."""
    occupied = state.occupied
    if occupied.bit_count() != sum(mask.bit_count() for mask in state.colours):
        yield Problem("colours", "two pieces stand on one square")
    if state.heroic & ~occupied:
        yield Problem("heroic", "there is no piece")
    if state.legendary & ~(occupied & ~state.heroic):
        yield Problem("legendary", "there is no piece, or a heroic one")
    for side in range(len(state.colours)):
        if any(state.supply(side, rank) < 0 for rank in (COMMON, LEGENDARY)):
            yield Problem("colours", f"colour {colour_number(side)} is out of pieces")


def _markers(state: GameState) -> Iterator[Problem]:
    """Check that improvised summonings are left in enemy colors only (R15.9)."""
    every = (1 << len(state.colours)) - 1
    for seat, left in enumerate(state.markers):
        if left & ~(every & ~(1 << seat)):
            yield Problem(f"markers[{seat}]", "no such colours")


def _teams(state: GameState) -> Iterator[Problem]:
    """Check cards that lie sideways and passed control (R19.3, R19.12)."""
    for seat, lying in enumerate(state.sideways):
        most = most_sideways(state, seat)
        if not 0 <= lying <= most:
            yield Problem(f"sideways[{seat}]", f"{lying} is not between 0 and {most}")
    if state.passed and not state.setup.teams:
        yield Problem("passed", "control is passed in team games only")


def _points(state: GameState) -> Iterator[Problem]:
    by_colour = FORMS[state.setup.form].scores_by_colour
    if by_colour and any(state.points[:: state.setup.seats + 1]):
        yield Problem("points", "somebody has points in the own colour")


# -- the course of the game ----------------------------------------------------------------------


def _course(state: GameState) -> Iterator[Problem]:
    """Check the phase, the end and the extra turns (R17.8, R18.6, R22.4)."""
    over, early = state.phase == "over", state.early_extras
    phases = (
        ("play", "over", "marks") if FORMS[state.setup.form].has_setup_phase else ("play", "over")
    )
    if state.phase not in phases:
        yield Problem("phase", "there is no such phase")
    if early and not 0 < state.turn - early <= state.setup.seats:
        yield Problem("early_extras", f"turn {state.turn} is not in the first round then")
    if state.resigned >= 0 and not over:
        yield Problem("resigned", "the game is not over")
    if state.last_turns == 0 and not (over or state.in_extra_turn):
        yield Problem("last_turns", "the game must be over")


def _summoned(state: GameState) -> Iterator[Problem]:
    """Check the turn's memory of summoned beings (R5.9, R21.10)."""
    for number, summoned in enumerate(state.summoned):
        being = cards.BEINGS.get(summoned.card)
        if being is None:
            yield Problem(
                f"summoned[{number}].card", f"{quote_for_error(summoned.card)} is not known"
            )
            continue
        always = RANK_OF[being.rank] == LEGENDARY
        if summoned.legend != always and (always or not being.may_count_as_legend):
            how = "always" if always else "never"
            message = f"{summoned.card!r} {how} counts as a legend"
            yield Problem(f"summoned[{number}].legend", message)


def _tasks(state: GameState) -> Iterator[Problem]:
    tasks = state.current_tasks + state.task_deck
    known = cards.TASKS if FORMS[state.setup.form].has_tasks else {}
    if len(set(tasks)) != len(tasks):
        yield Problem("task_deck", "a task is there twice")
    if not known.keys() >= set(tasks):
        yield Problem("task_deck", "there is no such task")
    if len(state.current_tasks) > MOST_CURRENT:
        yield Problem("current_tasks", f"at most {MOST_CURRENT} tasks are current")


# -- between two moves: no card is missing or misplaced ------------------------------------------


def _at_rest(state: GameState) -> Iterator[Problem]:
    if state.playing is not None:
        yield Problem("playing", "no card is being played between two moves")
    if state.phase == "marks" and state.occupied:
        yield Problem("phase", "the board must still be empty")


def _own_cards(state: GameState) -> Iterator[Problem]:
    """Check that a seat's beings are in hand, deck or discard pile, or have an effect in play."""
    for seat, school in enumerate(state.setup.schools):
        apart = tuple(card for card in (state.frozen[seat], state.pending[seat]) if card)
        own = (state.hands[seat], state.decks[seat], state.discards[seat], apart)
        decks = state.setup.decks
        beings = decks[seat] if decks else [card.id for card in cards.by_school(school)]
        if not _hold_exactly(beings, own):
            yield Problem(f"hands[{seat}]", "these are not the cards")
        if Counter(state.dropped[seat]) - Counter(state.discards[seat]):
            yield Problem(f"dropped[{seat}]", "these are not in the discard pile")


def _shared_cards(state: GameState) -> Iterator[Problem]:
    legends = [card.id for card in cards.legend_deck()] if state.setup.legends else ()
    if not _hold_exactly(legends, (*state.legends, state.legend_deck, state.legend_discards)):
        yield Problem("legends", "these are not the legends")
    if not _hold_exactly(
        tuple(cards.FLARES), (*state.flares, state.flare_deck, state.flare_discards)
    ):
        yield Problem("flares", "these are not the flares")


def _hold_exactly(wanted: Iterable[str], piles: Iterable[Cards]) -> bool:
    """Return whether the piles hold exactly the wanted cards."""
    return Counter(c for pile in piles for c in pile) == Counter(wanted)


# Each check relies on the checks before it.
_Check = Callable[[GameState], Iterator[Problem]]
_CHECKS_OF_FORM: tuple[_Check, ...] = (_types, _lengths)
_CHECKS_ALWAYS: tuple[_Check, ...] = (
    _gateway,
    _effects_in_play,
    _captive,
    _removed,
    _pieces,
    _summoned,
    _tasks,
    _points,
    _markers,
    _teams,
    _course,
)
_CHECKS_BETWEEN_MOVES: tuple[_Check, ...] = (_at_rest, _own_cards, _shared_cards)
