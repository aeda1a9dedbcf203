"""The squares and placements for summoning a being, and the reasons against others (R7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from tashkalar.cards.catalogue import Being
from tashkalar.position.board import (
    ARENA,
    BIT,
    COLOURED,
    DIRECTIONS,
    HEROIC,
    LEGENDARY,
    NAMES,
    RANK_OF,
    RANKS,
    Colour,
    Mask,
    Square,
    names,
    squares,
)
from tashkalar.position.ids import ColourNumber, colour_number, colour_of
from tashkalar.position.move import Match, Message, Move, summon_move
from tashkalar.position.pattern import (
    MasksByRank,
    Orientation,
    Placement,
    StandIns,
    find,
    find_with_stand_ins,
    mask_at,
    matches,
    pairs_at,
)
from tashkalar.position.state import GameState


class _UsablePieces(NamedTuple):
    """The pieces that a pattern can use now: own pieces, and stand-ins beside them."""

    own: MasksByRank
    borrowed: StandIns  # enemy pieces lent by a card's bonus (R23.4)
    improvised: StandIns  # one enemy piece of a colour whose marker is left (R15.10)
    empties: StandIns  # empty squares in place of common pieces (R22.16)
    replacing: Mask = 0  # another color's pieces in `own`, which replace the own pieces (R21.11)

    @property
    def stand_ins(self) -> list[StandIns]:
        """The kinds of stand-ins that can be used now."""
        kinds = (self.borrowed, self.improvised, self.empties)
        return [kind for kind in kinds if kind.number]


_NO_STAND_INS = StandIns((0, 0, 0), 0)


def _replacing_pieces(state: GameState, colour: Colour) -> Mask | None:
    """Return the pieces that replace the color's own at its next summoning, or None (R21.11)."""
    if colour != state.colour or not state.summon_with:
        return None
    return state.colours[colour_of(ColourNumber(state.summon_with))]


def _usable_pieces(state: GameState, colour: Colour) -> _UsablePieces:
    """Return what the color can summon with; bonuses count only for the player on turn."""
    instead = _replacing_pieces(state, colour)
    mine = state.colours[colour] if instead is None else instead
    on_turn = colour == state.colour
    borrowed = improvised = empties = _NO_STAND_INS
    if on_turn and state.borrow:
        lent = state.occupied & ~state.colours[colour] & ~mine
        borrowed = StandIns(state.masks_by_rank(lent), state.borrow)
    if state.markers and (left := state.markers[colour]):
        usable = sum(mask for c, mask in enumerate(state.colours) if left >> c & 1) & ~mine
        improvised = StandIns(state.masks_by_rank(usable), 1)
    if on_turn and state.empties:
        empties = StandIns((state.empty, 0, 0), state.empties)
    return _UsablePieces(
        state.masks_by_rank(mine),
        borrowed,
        improvised,
        empties,
        (instead or 0) & ~state.colours[colour],
    )


def _pieces_of_type(state: GameState, colour: Colour, rank: int) -> Mask:
    """Return the color's pieces of the type that a being of `rank` needs (R1.8)."""
    own = state.colours[colour]
    return own & state.legendary if rank == LEGENDARY else own & ~state.legendary


def unbarred_squares(state: GameState, rank: int) -> Mask:
    """Return the squares that no higher-ranked piece bars (R7.9, R7.10)."""
    if rank == LEGENDARY:
        return ARENA
    return ARENA & ~(state.legendary if rank == HEROIC else state.heroic | state.legendary)


def pick_ups(
    state: GameState, colour: Colour, rank: int, square: Square, placement: Placement
) -> Mask | None:
    """Return the pieces of which one must be picked up in a shortage (R7.14-R7.17).

    None means that no piece must be picked up: there is no shortage, or the piece on the square
    itself becomes the new being. An empty mask means that the being cannot be summoned (R7.18).
    """
    if state.supply(colour, rank) > 0:
        return None
    stock = _pieces_of_type(state, colour, rank)
    if stock & BIT[square]:
        return None
    return stock & ~placement.used


def find_candidate_squares(state: GameState, card: Being, colour: Colour) -> Mask:
    """Return the squares where the card's pattern fits and no higher rank bars the being.

    This is the inner loop of every search; `placements` checks the supply.
    """
    anchors = _anchors(card, _usable_pieces(state, colour))
    if card.shape.is_detached:
        return state.empty & ~COLOURED if anchors else 0  # R22.17
    return anchors & unbarred_squares(state, RANK_OF[card.rank])


def _anchors(card: Being, terms: _UsablePieces) -> Mask:
    """Return the squares where the pattern fits, whatever piece stands on the square."""
    others = terms.stand_ins
    return (
        find_with_stand_ins(card.shape, terms.own, others)
        if others
        else find(card.shape, terms.own)
    )


def placements(state: GameState, card: Being, colour: Colour, square: Square) -> list[Placement]:
    """Return the placements for a card on a square of `find_candidate_squares`."""
    return _filter_by_supply(
        state, card, colour, square, _fitting_placements(state, card, colour, square)
    )


def _filter_by_supply(
    state: GameState, card: Being, colour: Colour, square: Square, candidates: list[Placement]
) -> list[Placement]:
    """Return the placements that a shortage allows (R7.18)."""
    rank = RANK_OF[card.rank]
    if state.supply(colour, rank) > 0:
        return candidates
    return [p for p in candidates if pick_ups(state, colour, rank, square, p) != 0]


def _fitting_placements(
    state: GameState, card: Being, colour: Colour, square: Square
) -> list[Placement]:
    """Return the ways the pattern fits a square, ignoring the piece there and the supply."""
    terms = _usable_pieces(state, colour)
    anchors = squares(_anchors(card, terms)) if card.shape.is_detached else [square]
    anything = _join_stand_ins(terms.stand_ins)
    fitting: dict[Placement, None] = {}
    for anchor in anchors:
        for orientation, lacking in matches(card.shape, anchor, terms.own, anything):
            for placement in _fill_cells(state, terms, anchor, orientation, lacking):
                fitting[placement] = None
    return list(fitting)


def _join_stand_ins(kinds: Sequence[StandIns]) -> MasksByRank:
    """Return, for each rank, all pieces and squares that can stand in."""
    joined = [0, 0, 0]
    for kind in kinds:
        for rank, mask in enumerate(kind.pieces):
            joined[rank] |= mask
    return joined[0], joined[1], joined[2]


def _fill_cells(
    state: GameState,
    terms: _UsablePieces,
    anchor: Square,
    orientation: Orientation,
    lacking: Sequence[tuple[Square, int]],
) -> Iterator[Placement]:
    """Yield the ways to fill the cells that no own piece meets, if the stand-ins suffice.

    Improvised pieces of the same color give the same placement.
    """
    filled = sum(BIT[s] for s, _ in lacking)
    candidates = _improvised_candidates(state, terms, filled)
    if candidates is None:
        return
    used = sum(BIT[anchor + shift] for shift, _ in orientation.shifts) & ~(filled & state.empty)
    placement = Placement(
        used,
        mask_at(anchor, orientation.marked),
        orientation.directions,
        mask_at(anchor, orientation.special),
        pairs_at(anchor, orientation.pairs),
        used & (filled | terms.replacing),
    )
    if not candidates:
        yield placement
    for owner, mask in enumerate(state.colours):
        if mask & candidates:
            yield placement._replace(improvised=owner)


def _improvised_candidates(state: GameState, terms: _UsablePieces, filled: Mask) -> Mask | None:
    """Return the stand-ins of which one must be improvised, or 0 if none must be.

    None means that the stand-ins do not suffice. A lent piece is free and an improvised piece costs
    its marker, so lent pieces are used as far as they go. The caller has checked the ranks.
    """
    empty = filled & state.empty
    if empty.bit_count() > terms.empties.number:
        return None
    foreign = filled & ~empty
    unlent = foreign & ~terms.borrowed.pieces[0]
    short = max(foreign.bit_count() - terms.borrowed.number, unlent.bit_count())
    if short <= 0:
        return 0
    if short > terms.improvised.number:
        return None
    return (unlent or foreign) & terms.improvised.pieces[0] or None


def _placements_by_square(
    state: GameState, card: Being, colour: Colour, candidates: Mask
) -> Iterator[tuple[Square, list[Placement]]]:
    """Yield each candidate square with the placements by which the card can be summoned."""
    fitting: list[Placement] | None = None
    for square in squares(candidates):
        if (
            fitting is None or not card.shape.is_detached
        ):  # a detached pattern lies anywhere (R22.17)
            fitting = _fitting_placements(state, card, colour, square)
        yield square, _filter_by_supply(state, card, colour, square, fitting)


def distinct_placements(
    state: GameState, card: Being, colour: Colour, square: Square
) -> list[Placement]:
    """Return one placement for every outcome that the rules keep apart (R7.6)."""
    # An effect runs again with every answer and needs its placements each time, so cache them.
    key = (
        (card, square, colour, state.colour, state.supply(colour, RANK_OF[card.rank]) > 0),
        (state.colours, state.heroic, state.legendary),
        (state.markers, state.borrow, state.empties, state.summon_with),
    )
    distinct = _placement_cache.get(key)
    if distinct is None:
        if len(_placement_cache) >= _MOST_CACHED:
            _placement_cache.clear()
        distinct = _select_distinct(
            state, card, colour, square, placements(state, card, colour, square)
        )
        _placement_cache[key] = distinct
    return distinct


_MOST_CACHED = 256
_placement_cache: dict[object, list[Placement]] = {}


def _select_distinct(
    state: GameState, card: Being, colour: Colour, square: Square, candidates: list[Placement]
) -> list[Placement]:
    """Return the first placement of every distinct outcome on a square."""
    # Prefer placements without stand-ins: the outcome is the same, and they are simpler.
    instead = _replacing_pieces(state, colour) or 0
    candidates = sorted(candidates, key=lambda p: p.foreign & ~instead != 0)
    rank = RANK_OF[card.rank]
    spare = 0 if state.supply(colour, rank) > 0 else _pieces_of_type(state, colour, rank)
    if spare & BIT[square]:  # the piece on the square becomes the being (R7.15)
        spare = 0
    kept: dict[object, Placement] = {}
    for placement in candidates:
        marks = placement[1:5] if card.placement_matters else ()
        recalled = placement.used if card.recalls else 0
        protects = placement.used & spare
        kept.setdefault((marks, recalled, protects, placement.improvised), placement)
    return list(kept.values())


@cache
def _plain_move(card: str, square: Square) -> Move:
    return summon_move(card, NAMES[square], None, None)


def summon_moves(state: GameState, card: Being) -> list[Move]:
    """Return the summon moves of a card for the player on turn, by square."""
    colour = state.colour
    candidates = find_candidate_squares(state, card, colour)
    if not candidates:
        return []
    plain = not card.placement_matters and not (state.markers and state.markers[colour])
    if plain and state.supply(colour, RANK_OF[card.rank]) > 0:
        return [_plain_move(card.id, s) for s in squares(candidates)]
    result: list[Move] = []
    for square, ways in _placements_by_square(state, card, colour, candidates):
        kept = _select_distinct(state, card, colour, square, ways)
        for number, placement in enumerate(kept, 1):
            match = match_of(placement)
            result.append(
                summon_move(card.id, NAMES[square], match, number if len(kept) > 1 else None)
            )
    return result


@lru_cache(maxsize=4096)
def match_of(placement: Placement) -> Match:
    """Return a placement as the public interface shows it."""
    return Match(
        frozenset(names(placement.used)),
        frozenset(names(placement.marked)),
        tuple(DIRECTIONS[d] for d in placement.directions),
        frozenset(names(placement.foreign)),
        colour_number(placement.improvised) if placement.improvised >= 0 else None,
    )


def summons(state: GameState, card: Being, colour: Colour) -> dict[str, tuple[Match, ...]]:
    """Return the ways a card's pattern matches, for each square where it can be summoned now."""
    return {
        NAMES[square]: tuple(match_of(placement) for placement in ways)
        for square, ways in _placements_by_square(
            state, card, colour, find_candidate_squares(state, card, colour)
        )
        if ways
    }


class Lack(NamedTuple):
    """A pattern square that holds too little: the needed rank and the present content.

    `content` is ``"empty"``, ``"enemy"``, ``"common"`` or ``"heroic"`` (an own piece of too low a
    rank).
    """

    square: str
    needs: str
    content: str


class Explanation(NamedTuple):
    """The reason why a card cannot be summoned on a square.

    `possible` is True if the card can be summoned; then `reason` is None, otherwise a message id
    with parameters. `nearest` lists, for the orientations that lack least, the squares that hold
    too little; it is empty if the pattern itself fits.
    """

    possible: bool
    reason: Message | None
    nearest: tuple[tuple[Lack, ...], ...]


def explain(state: GameState, card: Being, colour: Colour, square: Square) -> Explanation:
    """Return what a summoning of the card on the square lacks (R7.2, R7.5, R7.10, R7.18)."""
    rank = RANK_OF[card.rank]
    params: dict[str, object] = {"card": Message(card.name_id), "square": NAMES[square]}
    bit = BIT[square]
    nearest = tuple(closest_lacks(state, card, colour, square))
    if card.shape.is_detached and not state.empty & ~COLOURED & bit:  # R22.17
        return Explanation(False, Message("why.detached", params), nearest)
    if not unbarred_squares(state, rank) & bit:
        standing = Message(f"rank.{RANKS[state.rank_at(bit)]}")
        return Explanation(False, Message("why.higher-rank", params | {"rank": standing}), nearest)
    fitting = _fitting_placements(state, card, colour, square)
    if not fitting:
        if not nearest:
            return Explanation(False, Message("why.off-board", params), ())
        missing = Message("why.missing", params | {"n": len(nearest[0])})
        return Explanation(False, missing, nearest)
    if not _filter_by_supply(state, card, colour, square, fitting):
        kind = "legendary" if rank == LEGENDARY else "two-sided"
        return Explanation(False, Message(f"why.shortage.{kind}", params), ())
    return Explanation(True, None, ())


def closest_lacks(
    state: GameState, card: Being, colour: Colour, square: Square
) -> dict[tuple[Lack, ...], tuple[Square, Orientation]]:
    """Return the smallest sets of lacking squares, each with how the pattern lies there.

    The position of the pattern is the square from which its cells are counted and an orientation.
    The result is empty if the pattern fits.
    """
    terms = _usable_pieces(state, colour)
    if colour == state.colour and state.summon_with:  # R21.11
        colour = colour_of(ColourNumber(state.summon_with))
    best: dict[tuple[Lack, ...], tuple[Square, Orientation]] = {}
    fewest = 99
    for orientation in card.shape.orientations:
        anywhere = card.shape.is_detached
        for anchor in squares(
            orientation.anchors if anywhere else orientation.anchors & BIT[square]
        ):
            lacking = sorted(
                (anchor + shift, rank)
                for shift, rank in orientation.shifts
                if not terms.own[rank] & BIT[anchor + shift]
            )
            for left in _unfilled_cells(state, terms, lacking):
                if len(left) < fewest:
                    fewest, best = len(left), {}
                if len(left) == fewest:
                    lacks = tuple(_lack(state, colour, s, rank) for s, rank in left)
                    best.setdefault(lacks, (anchor, orientation))
    return {} if fewest in (0, 99) else best


def _unfilled_cells(
    state: GameState, terms: _UsablePieces, lacking: Sequence[tuple[Square, int]]
) -> list[tuple[tuple[Square, int], ...]]:
    """Return, in all ways, the cells left after stand-ins fill as many cells as possible."""
    anything = _join_stand_ins(terms.stand_ins)
    fillable = [(s, rank) for s, rank in lacking if anything[rank] & BIT[s]]
    for number in range(len(fillable), 0, -1):
        ways = [
            tuple(cell for cell in lacking if cell not in filled)
            for filled in combinations(fillable, number)
            if _improvised_candidates(state, terms, sum(BIT[s] for s, _ in filled)) is not None
        ]
        if ways:
            return ways
    return [tuple(lacking)]


def _lack(state: GameState, colour: Colour, square: Square, rank: int) -> Lack:
    owner = state.owner_at(BIT[square])
    if owner < 0:
        content = "empty"
    elif owner != colour:
        content = "enemy"
    else:
        content = RANKS[state.rank_at(BIT[square])]
    return Lack(NAMES[square], RANKS[rank], content)
