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
    COMMON,
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
    find_placements,
    find_with_stand_ins,
    matches,
)
from tashkalar.position.state import GameState

_NO_STAND_INS = StandIns((0, 0, 0), 0)


class _UsablePieces(NamedTuple):
    """The pieces that a pattern can use now: own pieces, and stand-ins beside them."""

    own: MasksByRank
    replacing: Mask  # another color's pieces in `own`, which replace the own pieces (R21.11)
    borrowed: StandIns = _NO_STAND_INS  # enemy pieces lent by a card's bonus (R23.4)
    improvised: StandIns = _NO_STAND_INS  # one piece of a colour whose marker is left (R15.10)
    empties: StandIns = _NO_STAND_INS  # empty squares in place of common pieces (R22.16)
    stand_ins: tuple[StandIns, ...] = ()  # the kinds of stand-ins that can be used now
    anything: MasksByRank = (0, 0, 0)  # all pieces and squares that can stand in


def _replacing_pieces(state: GameState, colour: Colour) -> Mask | None:
    """Return the pieces that replace the color's own at its next summoning, or None (R21.11)."""
    if colour != state.colour or not state.summon_with:
        return None
    return state.colours[colour_of(ColourNumber(state.summon_with))]


def _usable_pieces(state: GameState, colour: Colour) -> _UsablePieces:
    """Return what the color can summon with; bonuses count only for the player on turn."""
    instead = _replacing_pieces(state, colour)
    mine = state.colours[colour] if instead is None else instead
    replacing = (instead or 0) & ~state.colours[colour]
    on_turn = colour == state.colour
    if not (state.markers or (on_turn and (state.borrow or state.empties))):
        return _UsablePieces(state.masks_by_rank(mine), replacing)
    borrowed = improvised = empties = _NO_STAND_INS
    if on_turn and state.borrow:
        lent = state.occupied & ~state.colours[colour] & ~mine
        borrowed = StandIns(state.masks_by_rank(lent), state.borrow)
    if state.markers and (left := state.markers[colour]):
        usable = sum(mask for c, mask in enumerate(state.colours) if left >> c & 1) & ~mine
        improvised = StandIns(state.masks_by_rank(usable), 1)
    if on_turn and state.empties:
        empties = StandIns((state.empty, 0, 0), state.empties)
    stand_ins = tuple(kind for kind in (borrowed, improvised, empties) if kind.number)
    return _UsablePieces(
        state.masks_by_rank(mine),
        replacing,
        borrowed,
        improvised,
        empties,
        stand_ins,
        _join_stand_ins(stand_ins),
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


def _shortage(state: GameState, colour: Colour, rank: int) -> Mask | None:
    """Return the pieces of which one must become a being of `rank`; None if there is supply."""
    return None if state.supply(colour, rank) > 0 else _pieces_of_type(state, colour, rank)


def pick_ups(
    state: GameState, colour: Colour, rank: int, square: Square, placement: Placement
) -> Mask | None:
    """Return the pieces of which one must be picked up in a shortage (R7.14-R7.17).

    None means that no piece must be picked up: there is no shortage, or the piece on the square
    itself becomes the new being. An empty mask means that the being cannot be summoned (R7.18).
    """
    short = _shortage(state, colour, rank)
    if short is None or short & BIT[square]:
        return None
    return short & ~placement.used


def find_candidate_squares(state: GameState, card: Being, colour: Colour) -> Mask:
    """Return the squares where the card's pattern fits and no higher rank bars the being.

    This is the inner loop of every search; `placements` checks the supply.
    """
    return _candidate_squares(state, card, _usable_pieces(state, colour))


def _candidate_squares(state: GameState, card: Being, usable: _UsablePieces) -> Mask:
    anchors = _anchors(card, usable)
    if card.shape.is_detached:
        return state.empty & ~COLOURED if anchors else 0  # R22.17
    return anchors & unbarred_squares(state, RANK_OF[card.rank])


def _anchors(card: Being, usable: _UsablePieces) -> Mask:
    """Return the squares where the pattern fits, whatever piece stands on the square."""
    if usable.stand_ins:
        return find_with_stand_ins(card.shape, usable.own, usable.stand_ins)
    return find(card.shape, usable.own)


def placements(state: GameState, card: Being, colour: Colour, square: Square) -> list[Placement]:
    """Return the placements for a card on a square of `find_candidate_squares`."""
    fitting = _fitting_placements(state, card, _usable_pieces(state, colour), square)
    return _filter_by_supply(_shortage(state, colour, RANK_OF[card.rank]), square, fitting)


def _filter_by_supply(
    short: Mask | None, square: Square, candidates: list[Placement]
) -> list[Placement]:
    """Return the placements that a shortage allows (R7.18)."""
    if short is None or short & BIT[square]:
        return candidates
    return [p for p in candidates if short & ~p.used]


def _fitting_placements(
    state: GameState, card: Being, usable: _UsablePieces, square: Square
) -> list[Placement]:
    """Return the ways the pattern fits a square, ignoring the piece there and the supply."""
    anchors = squares(_anchors(card, usable)) if card.shape.is_detached else [square]
    fitting: dict[Placement, None] = {}
    for anchor in anchors:
        for placement, lacking in matches(card.shape, anchor, usable.own, usable.anything):
            if lacking or usable.replacing:
                fitting |= dict.fromkeys(_fill_squares(state, usable, placement, lacking))
            else:
                fitting[placement] = None
    return list(fitting)


def _join_stand_ins(kinds: Sequence[StandIns]) -> MasksByRank:
    """Return, for each rank, all pieces and squares that can stand in."""
    joined = [0, 0, 0]
    for kind in kinds:
        for rank, mask in enumerate(kind.pieces):
            joined[rank] |= mask
    return joined[0], joined[1], joined[2]


def _fill_squares(
    state: GameState, usable: _UsablePieces, placement: Placement, filled: Mask
) -> Iterator[Placement]:
    """Yield the ways to fill the squares that no own piece meets, if the stand-ins suffice.

    Improvised pieces of the same color give the same placement.
    """
    candidates = _improvised_candidates(state, usable, filled)
    if candidates is None:
        return
    used = placement.used & ~(filled & state.empty)
    placement = placement._replace(used=used, foreign=used & (filled | usable.replacing))
    if not candidates:
        yield placement
    for owner, mask in enumerate(state.colours):
        if mask & candidates:
            yield placement._replace(improvised=owner)


def _improvised_candidates(state: GameState, usable: _UsablePieces, filled: Mask) -> Mask | None:
    """Return the stand-ins of which one must be improvised, or 0 if none must be.

    None means that the stand-ins do not suffice. A lent piece is free and an improvised piece costs
    its marker, so lent pieces are used as far as they go. The caller has checked the ranks.
    """
    empty = filled & state.empty
    if empty.bit_count() > usable.empties.number:
        return None
    foreign = filled & ~empty
    unlent = foreign & ~usable.borrowed.pieces[0]
    short = max(foreign.bit_count() - usable.borrowed.number, unlent.bit_count())
    if short <= 0:
        return 0
    if short > usable.improvised.number:
        return None
    return (unlent or foreign) & usable.improvised.pieces[0] or None


def _placements_by_square(
    state: GameState, card: Being, usable: _UsablePieces, short: Mask | None
) -> Iterator[tuple[Square, list[Placement]]]:
    """Yield each candidate square with the placements by which the card can be summoned."""
    if short is not None and short.bit_count() > len(card.shape.pieces):
        short = None  # a piece that the pattern does not use is always left
    if not (card.shape.is_detached or usable.stand_ins or usable.replacing):
        allowed = unbarred_squares(state, RANK_OF[card.rank])
        by_square = find_placements(card.shape, usable.own, allowed)
        for square in sorted(by_square):
            yield square, _filter_by_supply(short, square, by_square[square])
        return
    fitting: list[Placement] | None = None
    for square in squares(_candidate_squares(state, card, usable)):
        if (
            fitting is None or not card.shape.is_detached
        ):  # a detached pattern lies anywhere (R22.17)
            fitting = _fitting_placements(state, card, usable, square)
        yield square, _filter_by_supply(short, square, fitting)


def distinct_placements(
    state: GameState, card: Being, colour: Colour, square: Square
) -> list[Placement]:
    """Return one placement for every outcome that the rules keep apart (R7.6)."""
    # An effect runs again with every answer and needs its placements each time, so cache them.
    short = _shortage(state, colour, RANK_OF[card.rank])
    key = (
        (card, square, colour, state.colour, short is None),
        (state.colours, state.heroic, state.legendary),
        (state.markers, state.borrow, state.empties, state.summon_with),
    )
    distinct = _placement_cache.get(key)
    if distinct is None:
        if len(_placement_cache) >= _MOST_CACHED:
            _placement_cache.clear()
        usable = _usable_pieces(state, colour)
        fitting = _fitting_placements(state, card, usable, square)
        candidates = _filter_by_supply(short, square, fitting)
        distinct = _select_distinct(card, usable, short, square, candidates)
        _placement_cache[key] = distinct
    return distinct


_MOST_CACHED = 256
_placement_cache: dict[object, list[Placement]] = {}


def _select_distinct(
    card: Being,
    usable: _UsablePieces,
    short: Mask | None,
    square: Square,
    candidates: list[Placement],
) -> list[Placement]:
    """Return the first placement of every distinct outcome on a square."""
    # Prefer placements without stand-ins: the outcome is the same, and they are simpler.
    if usable.stand_ins:
        candidates = sorted(candidates, key=lambda p: p.foreign & ~usable.replacing != 0)
    # A piece on the square becomes the being (R7.15).
    spare = 0 if short is None or short & BIT[square] else short
    kept: dict[object, Placement] = {}
    marks_matter, recalls = card.placement_matters, card.recalls
    for placement in candidates:
        used, improvised = placement.used, placement.improvised
        marks = placement[1:5] if marks_matter else ()
        kept.setdefault((marks, used if recalls else 0, used & spare, improvised), placement)
    return list(kept.values())


@cache
def _plain_move(card: str, square: Square) -> Move:
    return summon_move(card, NAMES[square], None, None)


@lru_cache(maxsize=4096)
def _move_with_match(card: str, square: Square, placement: Placement, number: int | None) -> Move:
    return summon_move(card, NAMES[square], match_of(placement), number)


def summon_moves(state: GameState, *cards: Being) -> list[Move]:
    """Return the summon moves of these cards for the player on turn, by card and square."""
    colour = state.colour
    usable = _usable_pieces(state, colour)
    two_sided_shortage = _shortage(state, colour, COMMON)
    result: list[Move] = []
    for card in cards:
        legend = RANK_OF[card.rank] == LEGENDARY
        short = _shortage(state, colour, LEGENDARY) if legend else two_sided_shortage
        if short is None and not card.placement_matters and not usable.improvised.number:
            candidates = _candidate_squares(state, card, usable)
            result += [_plain_move(card.id, s) for s in squares(candidates)]
            continue
        for square, ways in _placements_by_square(state, card, usable, short):
            kept = ways if len(ways) == 1 else _select_distinct(card, usable, short, square, ways)
            if len(kept) == 1:
                result.append(_move_with_match(card.id, square, kept[0], None))
            else:
                result += [
                    _move_with_match(card.id, square, placement, number)
                    for number, placement in enumerate(kept, 1)
                ]
    return result


def can_summon_any(state: GameState, cards: Sequence[Being]) -> bool:
    """Return whether the player on turn can summon one of these cards."""
    colour = state.colour
    usable = _usable_pieces(state, colour)
    for card in cards:
        short = _shortage(state, colour, RANK_OF[card.rank])
        if short is None:
            if _candidate_squares(state, card, usable):
                return True
        elif any(ways for _, ways in _placements_by_square(state, card, usable, short)):
            return True
    return False


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
    usable, short = _usable_pieces(state, colour), _shortage(state, colour, RANK_OF[card.rank])
    return {
        NAMES[square]: tuple(match_of(placement) for placement in ways)
        for square, ways in _placements_by_square(state, card, usable, short)
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
    fitting = _fitting_placements(state, card, _usable_pieces(state, colour), square)
    if not fitting:
        if not nearest:
            return Explanation(False, Message("why.off-board", params), ())
        missing = Message("why.missing", params | {"n": len(nearest[0])})
        return Explanation(False, missing, nearest)
    if not _filter_by_supply(_shortage(state, colour, rank), square, fitting):
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
    usable = _usable_pieces(state, colour)
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
                if not usable.own[rank] & BIT[anchor + shift]
            )
            for left in _unfilled_cells(state, usable, lacking):
                if len(left) < fewest:
                    fewest, best = len(left), {}
                if len(left) == fewest:
                    lacks = tuple(_lack(state, colour, s, rank) for s, rank in left)
                    best.setdefault(lacks, (anchor, orientation))
    return {} if fewest in (0, 99) else best


def _unfilled_cells(
    state: GameState, usable: _UsablePieces, lacking: Sequence[tuple[Square, int]]
) -> list[tuple[tuple[Square, int], ...]]:
    """Return, in all ways, the cells left after stand-ins fill as many cells as possible."""
    fillable = [(s, rank) for s, rank in lacking if usable.anything[rank] & BIT[s]]
    for number in range(len(fillable), 0, -1):
        ways = [
            tuple(cell for cell in lacking if cell not in filled)
            for filled in combinations(fillable, number)
            if _improvised_candidates(state, usable, sum(BIT[s] for s, _ in filled)) is not None
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
