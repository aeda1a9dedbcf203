"""Terms of a position that a learned judge weighs: counts on many boards, side by side.

A term is a small count: own heroic pieces on the third ring, cards in hand that lack one piece,
tasks of which the rival lacks two pieces, a certain card in hand. `compute_blocks` returns all of
them for a batch of boards of two seats. A learned judge multiplies each by a whole number; its
training reads the same counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tashkalar.bots.batch import (
    Packed,
    PackedSide,
    count_bits,
    nonempty,
    ones,
    pack,
    repeat_mask,
    unpack,
)
from tashkalar.bots.progress import SINGLE_TURN_TASK_TYPES, count_missing_pieces
from tashkalar.cards import BEINGS, TASKS
from tashkalar.position.board import (
    ARENA,
    BIT,
    CENTRE,
    COLOURED,
    COMMON,
    RANK_OF,
    RANKS,
    SQUARES,
    WITHIN,
    Mask,
    distance,
)
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS

_RINGS: tuple[Mask, ...] = tuple(
    sum(BIT[s] for s in SQUARES if distance(s, CENTRE) == ring) for ring in range(5)
)
CARD_TERMS = ("held", "two", "one", "ready")  # of a card in hand: it is held, lacks two...
_WAYS = ("orthogonal", "diagonal")
_STEPS = ((1, "orthogonal"), (9, "orthogonal"), (10, "diagonal"), (8, "diagonal"))
_MOST_MISSING = 4
_PIECE_STEPS, _UPGRADED_STEPS, _SCORE_STEPS = range(-6, 7, 2), range(-3, 4), range(3, 19, 3)
STATE_TERMS = (
    *(f"lead-pieces{step:+}" for step in _PIECE_STEPS),
    *(f"lead-upgraded{step:+}" for step in _UPGRADED_STEPS),
    *(f"{side}-score{step:+}" for side in ("own", "rival") for step in _SCORE_STEPS),
    *("own-pending", "own-frozen", "rival-frozen", "rival-penalty", "extra-turns"),
)
"""Terms of the whole position, which are left out where no judge weighs one of them."""


def _squares_with_neighbor(step: int) -> Mask:
    """Return the squares that are adjacent to the square so many numbers above."""
    near = WITHIN[1]
    return sum(BIT[s] for s in SQUARES if s + step < 81 and near[s] & BIT[s + step])


_STEP_SQUARES = {step: _squares_with_neighbor(step) for step, _ in _STEPS}


class TermBlock(NamedTuple):
    """Terms that are scaled together: for each board by a numerator over a denominator."""

    lanes: dict[str, Packed]
    numerators: list[int] | None = None  # None: 1 for all boards
    denominator: int = 1


class TermContext(NamedTuple):
    """Cards and seats that are the same for all boards of a turn."""

    seat: int
    rival: int
    own_pool: tuple[str, ...]  # cards that may be drawn
    rival_pool: tuple[str, ...]  # cards that the rival may hold, of its own deck
    legends: tuple[str, ...]  # legends that the rival may hold, or that may be drawn
    has_state_terms: bool = True  # whether `STATE_TERMS` are computed too


def compute_blocks(
    states: Sequence[GameState], own: PackedSide, rival: PackedSide, context: TermContext
) -> list[TermBlock]:
    """Return the terms of each board."""
    root, seat = states[0], context.seat
    colors = root.setup.colours[seat], root.setup.colours[context.rival]
    lanes = {
        **_piece_terms("own", own),
        **_piece_terms("rival", rival),
        **_neighbor_terms(own, rival),
        **_supply_terms(states, seat, colors),
        **_task_terms(states, "own", colors[0]),
        **_task_terms(states, "rival", colors[1]),
        **_hand_terms(states, own, seat),
    }
    if context.has_state_terms:
        lanes |= _lead_terms(own, rival) | _score_terms(states, colors)
        lanes |= _effect_terms(states, context)
    blocks = [TermBlock(lanes)]
    if context.own_pool:
        draws = [max(0, 3 - len(s.hands[seat]) - bool(s.pending[seat])) for s in states]
        terms = _card_terms("drawn", own, context.own_pool)
        blocks.append(TermBlock(terms, draws, len(context.own_pool)))
    if context.rival_pool:
        held = len(root.hands[context.rival])
        terms = _card_terms("threat", rival, context.rival_pool)
        blocks.append(TermBlock(terms, [held] * len(states), len(context.rival_pool)))
    if context.legends:
        held = len(root.legends[context.rival])
        terms = _card_terms("threat-legend", rival, context.legends)
        blocks.append(TermBlock(terms, [held] * len(states), len(context.legends)))
        draws = [max(0, 2 - len(s.legends[seat])) for s in states]
        terms = _card_terms("drawn-legend", own, context.legends)
        blocks.append(TermBlock(terms, draws, len(context.legends)))
    return blocks


def unpack_terms(blocks: Sequence[TermBlock], number: int) -> list[dict[str, float]]:
    """Return the terms of each board by name, scaled, for training."""
    rows: list[dict[str, float]] = [{} for _ in range(number)]
    for block in blocks:
        for name, lane in block.lanes.items():
            for i, value in enumerate(unpack(lane, number)):
                scale = block.numerators[i] if block.numerators is not None else 1
                rows[i][name] = value * scale / block.denominator
    return rows


def weigh_blocks(blocks: Sequence[TermBlock], number: int, weights: Mapping[str, int]) -> list[int]:
    """Return the worth of each board: the sum of its terms times their weights.

    A number of a packed board cannot be negative, so gains and costs are summed up apart.
    """
    worths = [0] * number
    for block in blocks:
        plus = minus = 0
        for name, lane in block.lanes.items():
            weight = weights.get(name, 0)
            if weight > 0:
                plus += lane * weight
            elif weight < 0:
                minus -= lane * weight
        for i, (a, b) in enumerate(zip(unpack(plus, number), unpack(minus, number), strict=True)):
            scale = block.numerators[i] if block.numerators is not None else 1
            worths[i] += (a - b) * scale // block.denominator
    return worths


def _piece_terms(name: str, side: PackedSide) -> dict[str, Packed]:
    """Return the pieces by rank and ring, and those on colored squares."""
    number = side.board_count
    terms: dict[str, Packed] = {}
    for rank, pieces in zip(RANKS, side.pieces_by_rank, strict=True):
        for ring, area in enumerate(_RINGS):
            terms[f"{name}-{rank}-ring-{ring}"] = count_bits(
                pieces & repeat_mask(area, number), number
            )
        colored = pieces & repeat_mask(COLOURED, number)
        terms[f"{name}-{rank}-colored"] = count_bits(colored, number)
    return terms


def _neighbor_terms(own: PackedSide, rival: PackedSide) -> dict[str, Packed]:
    """Return the pairs of adjacent pieces."""
    number = own.board_count
    terms = dict.fromkeys(
        [f"{sides}-{way}" for sides in ("own", "mixed", "rival") for way in _WAYS], 0
    )
    ours, theirs = own.pieces, rival.pieces
    for step, way in _STEPS:
        below = repeat_mask(_STEP_SQUARES[step], number)
        our_next, their_next = ours >> step & below, theirs >> step & below
        terms[f"own-{way}"] += count_bits(ours & our_next, number)
        terms[f"rival-{way}"] += count_bits(theirs & their_next, number)
        mixed = ours & their_next | theirs & our_next
        terms[f"mixed-{way}"] += count_bits(mixed, number)
    return terms


def _thermometer(name: str, counts: Packed, steps: Iterable[int], number: int) -> dict[str, Packed]:
    """Return for each step whether a board's count has reached it, which may be negative.

    Counts and steps are between -32 and 31, so that the sum has bit 6 from the step on.
    """
    return {
        f"{name}{step:+}": counts + repeat_mask(64 - step, number) >> 6 & ones(number)
        for step in steps
    }


def _lead_terms(own: PackedSide, rival: PackedSide) -> dict[str, Packed]:
    """Return how far the own side is ahead in pieces and in upgraded ones, which flares ask for."""
    number = own.board_count
    terms: dict[str, Packed] = {}
    for name, steps, first in (("pieces", _PIECE_STEPS, 0), ("upgraded", _UPGRADED_STEPS, 1)):
        ours, theirs = (
            sum(count_bits(pieces, number) for pieces in side.pieces_by_rank[first:])
            for side in (own, rival)
        )
        terms |= _thermometer(f"lead-{name}", ours - theirs, steps, number)
    return terms


def _score_terms(states: Sequence[GameState], colors: tuple[int, int]) -> dict[str, Packed]:
    """Return which scores are reached, with the points of this turn."""
    rules = FORMS[states[0].setup.form]
    terms: dict[str, Packed] = {}
    for name, color in zip(("own", "rival"), colors, strict=True):
        scores = [rules.tally(state, color) for state in states]
        counts = pack([min(max(score, 0), 31) for score in scores])
        terms |= _thermometer(f"{name}-score", counts, _SCORE_STEPS, len(states))
    return terms


def _effect_terms(states: Sequence[GameState], context: TermContext) -> dict[str, Packed]:
    """Return pending beings, frozen effects, lost actions and extra turns."""
    own, rival = context.seat, context.rival
    return {
        "own-pending": pack([int(bool(s.pending[own])) for s in states]),
        "own-frozen": pack([int(bool(s.frozen[own])) for s in states]),
        "rival-frozen": pack([int(bool(s.frozen[rival])) for s in states]),
        "rival-penalty": pack([s.penalties[rival] for s in states]),
        "extra-turns": pack([s.extra_turns for s in states]),
    }


def _supply_terms(
    states: Sequence[GameState], seat: int, colors: tuple[int, int]
) -> dict[str, Packed]:
    """Return what is left to place and to play, and whether a card was discarded for it."""
    own, rival = colors
    return {
        "own-supply-low": pack([max(0, 4 - s.supply(own, COMMON)) for s in states]),
        "rival-supply-low": pack([max(0, 4 - s.supply(rival, COMMON)) for s in states]),
        "beings-held": pack([len(s.hands[seat]) for s in states]),
        "legends-held": pack([len(s.legends[seat]) for s in states]),
        "flares-held": pack([len(s.flares[seat]) for s in states]),
        "discarded": pack([int(s.discarded) for s in states]),
    }


def _task_terms(states: Sequence[GameState], name: str, color: int) -> dict[str, Packed]:
    """Return the points of the tasks, by how many pieces the color lacks."""
    terms: dict[str, Packed] = {}
    for is_next, tasks in enumerate((states[0].current_tasks, states[0].task_deck[:1])):
        counts = [[0] * len(states) for _ in range(_MOST_MISSING + 1)]
        for task in tasks:
            if TASKS[task].type in SINGLE_TURN_TASK_TYPES:
                continue
            for i, state in enumerate(states):
                if task in state.current_tasks or is_next:
                    missing = min(count_missing_pieces(state, task, color), _MOST_MISSING)
                    counts[missing][i] += TASKS[task].points
        kind = "next-task" if is_next else "task"
        terms |= {f"{name}-{kind}-{n}": pack(row) for n, row in enumerate(counts) if n < 4}
    return terms


def _hand_terms(states: Sequence[GameState], own: PackedSide, seat: int) -> dict[str, Packed]:
    """Return the terms of the cards in hand: of all together, and of each card."""
    held = [s.hands[seat] + s.legends[seat] + (s.pending[seat],) for s in states]
    cards = sorted({card for hand in held for card in hand if card})
    holders = {card: pack([int(card in hand) for hand in held]) for card in cards}
    terms = _card_terms("hand", own, cards, {c: lane * ARENA for c, lane in holders.items()})
    for card, lane in holders.items():
        whole, one, two = (nonempty(s, len(states)) & lane for s in own.squares_by_missing(card))
        terms |= zip(card_term_names(card), (lane, two, one, whole), strict=True)
    return terms


def card_term_names(card: str) -> list[str]:
    """Return the names of the terms of one card in hand."""
    return [f"card-{card}-{term}" for term in CARD_TERMS]


def _card_terms(
    name: str,
    side: PackedSide,
    cards: Iterable[str],
    holders: dict[str, Packed] | None = None,
) -> dict[str, Packed]:
    """Return how many cards can be summoned, on how many squares, or lack one piece or two."""
    number = side.board_count
    terms: defaultdict[str, Packed] = defaultdict(int)
    for card in cards:
        rank = RANKS[RANK_OF[BEINGS[card].rank]]
        whole, one, two = side.squares_by_missing(card)
        if holders is not None:
            whole, one, two = (lane & holders[card] for lane in (whole, one, two))
        key = f"{name}-{rank}-"
        terms[key + "two"] += nonempty(two, number)
        if not one:
            continue
        some = nonempty(one, number)
        terms[key + "one"] += some
        one &= one - some  # without the lowest square of each board
        one &= one - nonempty(one, number)
        terms[key + "one-3"] += nonempty(one, number)
        if not whole:
            continue
        some = nonempty(whole, number)
        terms[key + "ready"] += some
        for struck, lane in zip(RANKS, side.enemies_by_rank, strict=True):
            if hit := whole & lane:
                terms[f"{name}-strike-{struck}"] += nonempty(hit, number)
        whole &= whole - some
        some = nonempty(whole, number)
        terms[key + "ready-2"] += some
        whole &= whole - some
        whole &= whole - nonempty(whole, number)
        terms[key + "ready-4"] += nonempty(whole, number)
    return terms
