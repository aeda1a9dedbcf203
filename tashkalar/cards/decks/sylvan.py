"""The Sylvan deck."""

from __future__ import annotations

from functools import partial

from tashkalar.cards.catalogue import being
from tashkalar.cards.schools import School
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, combat_leap, standard
from tashkalar.position.board import (
    BIT,
    COMMON,
    HEROIC,
    LEGENDARY,
    RAYS,
    Colour,
    Mask,
    spread,
    squares,
)

SYLVAN = School("sylvan", "sylvan")

sylvan = partial(being, SYLVAN.deck)


@sylvan(
    "Sapling",
    COMMON,
    """
    @
    c
    c
    """,
)
def sapling(e: Effect) -> None:
    """Upgrade the Sapling."""
    e.upgrade(e.being.square)


@sylvan(
    "Kiskin Farseeders",
    COMMON,
    """
    .@c
    c..
    """,
)
def kiskin_farseeders(e: Effect) -> None:
    """You may place a common piece adjacent to any piece of yours."""
    e.may_place(spread(e.own))


@sylvan(
    "Charging Buck",
    COMMON,
    """
    .@
    cc
    c.
    """,
)
def charging_buck(e: Effect) -> None:
    """Up to two combat leaps with the Charging Buck, each to a square at distance exactly 2."""
    for _ in range(2):
        if not e.may_move(combat_leap(e.being.bit, e.being.within(2) & ~e.being.near)):
            break


@sylvan(
    "Forest Wardens",
    COMMON,
    """
    c.@c
    """,
)
def forest_wardens(e: Effect) -> None:
    """Destroy a common piece of an opponent with more common pieces than you have.

    Destroy a heroic piece of an opponent with more upgraded pieces than you have.
    """
    e.must_destroy(_ahead(e, e.common) & e.common)
    e.must_destroy(_ahead(e, e.pieces & ~e.common) & e.heroic)


def _ahead(e: Effect, kind: Mask) -> Mask:
    """All pieces of the opponents who have more pieces of a kind than you."""
    colours = e.state.colours
    mine = (e.own & kind).bit_count()
    return sum(colours[c] for c in e.enemy_colours if (colours[c] & kind).bit_count() > mine)


@sylvan(
    "Naiad",
    COMMON,
    """
    ..@
    ccc
    """,
)
def naiad(e: Effect) -> None:
    """Up to two of your pieces adjacent to the Naiad may make one standard move each."""
    near = e.own & e.being.near
    first = e.may_move(standard(near))
    if first:
        # The first piece may have run over another one: it does not move again in its place.
        e.may_move(standard(near & ~BIT[first.origin] & ~BIT[first.target]))


@sylvan(
    "Kiskin Spirit",
    HEROIC,
    """
    c.@
    c.c
    """,
)
def kiskin_spirit(e: Effect) -> None:
    """You may put a card from your discard pile on your deck.

    If you did, or if the pile was empty, draw an extra card when the turn ends.
    """
    pile = e.discard_pile
    card = e.choose_card("put-on-deck", pile, optional=True)
    if card:
        e.put_on_deck(card)
    if card or not pile:
        e.draw_extra(beings=1)


@sylvan(
    "Dryad",
    HEROIC,
    """
    c++
    +#+
    +c+
    """,
)
def dryad(e: Effect) -> None:
    """You may convert an adjacent non-legendary enemy piece to a common piece of yours."""
    e.may_convert(e.nonlegendary & e.being.near, COMMON)


@sylvan(
    "Centaur Spearman",
    HEROIC,
    """
    @..
    ccc
    ..c
    """,
)
def centaur_spearman(e: Effect) -> None:
    """You may make a combat move with the Centaur Spearman.

    If he moved, the first piece in the same direction is destroyed unless it is legendary.
    """
    step = e.may_move(combat(e.being.bit))
    if step:
        e.destroy_all(_first(e, step.direction) & e.nonlegendary)


def _first(e: Effect, direction: int) -> Mask:
    """The first piece met from the being in a direction; 0 when there is none."""
    return next((BIT[s] for s in e.being.ray(direction) if BIT[s] & e.pieces), 0)


@sylvan(
    "Centaur Chieftain",
    HEROIC,
    """
    c...
    .c@.
    ..c.
    ...c
    """,
)
def centaur_chieftain(e: Effect) -> None:
    """You may make a combat move with the Centaur Chieftain.

    If he moved, make up to three combat moves in the same direction with other pieces of yours.
    """
    step = e.may_move(combat(e.being.bit))
    if not step:
        return
    for _ in range(3):
        others = squares(e.own & ~e.being.bit)
        ahead = [(BIT[s], RAYS[s][step.direction]) for s in others]
        if not e.may_move(*(combat(piece, BIT[ray[0]]) for piece, ray in ahead if ray)):
            break


@sylvan(
    "Unicorn",
    HEROIC,
    """
    .c@
    cc.
    c..
    """,
)
def unicorn(e: Effect) -> None:
    """Either gain an action, or you may make a combat move with the Unicorn."""
    step = combat(e.being.bit)
    options = ("gain-action", "move") if e.can_move(step) else ("gain-action",)
    if e.choose_option(*options) == "gain-action":
        e.gain_action()
    else:
        e.may_move(step)


@sylvan(
    "Sylvan Queen",
    HEROIC,
    """
    +.+.
    .@..
    +c+c
    ..c.
    ..c.
    """,
)
def sylvan_queen(e: Effect) -> None:
    """You may convert a diagonally adjacent non-legendary enemy piece; it keeps its rank."""
    e.may_convert(e.nonlegendary & e.being.diagonal)


@sylvan(
    "Sylvan Princess",
    HEROIC,
    """
    +.+
    .@.
    +c+
    ..c
    .c.
    """,
)
def sylvan_princess(e: Effect) -> None:
    """You may convert a diagonally adjacent common enemy piece."""
    e.may_convert(e.common & e.being.diagonal)


@sylvan(
    "Woodland Druid",
    HEROIC,
    """
    c.c
    .@.
    .c.
    """,
)
def woodland_druid(e: Effect) -> None:
    """Upgrade one common piece of each colour."""
    for colour in (e.me, *e.enemy_colours):
        e.must_upgrade(e.state.colours[colour] & e.common)


@sylvan(
    "Forest Ancient",
    HEROIC,
    """
    .c.
    c@c
    c..
    """,
)
def forest_ancient(e: Effect) -> None:
    """Place two common enemy pieces at distance 1 or 2.

    For each of them destroy a common piece of its colour at distance 1 to 3.
    """
    placed: list[Colour] = []
    for _ in range(2):
        room = e.empty & e.being.within(2)
        with_supply = [c for c in e.enemy_colours if e.state.supply(c, COMMON) > 0]
        colour = e.choose_colour(with_supply if room else ())
        if colour is not None:
            e.must_place(room, COMMON, colour)
            placed.append(colour)
    for colour in placed:
        e.must_destroy(e.state.colours[colour] & e.common & e.being.within(3))


@sylvan(
    "Forest Mystic",
    HEROIC,
    """
    .c.
    c@.
    ..c
    """,
)
def forest_mystic(e: Effect) -> None:
    """Draw an extra card from your deck and an extra legend when the turn ends."""
    e.draw_extra(beings=1, legends=1)


@sylvan(
    "Kiskin Leafsplitter",
    HEROIC,
    """
    7c9
    c@c
    1c3
    """,
)
def kiskin_leafsplitter(e: Effect) -> None:
    """Up to two times choose a diagonal direction and destroy the first piece met in it."""
    for _ in range(2):
        direction = e.choose_direction(e.match.directions, optional=True)
        if direction is None:
            break
        e.destroy_all(_first(e, direction))


@sylvan(
    "Kiskin Boughrunner",
    HEROIC,
    """
    .@.
    ccc
    .c.
    """,
)
def kiskin_boughrunner(e: Effect) -> None:
    """Up to three combat moves, each to a square adjacent to another piece of yours."""
    for _ in range(3):
        if not e.may_move(combat(e.being.bit, spread(e.own & ~e.being.bit))):
            break


@sylvan(
    "Tree Shepherd",
    HEROIC,
    """
    c@c
    .cc
    """,
)
def tree_shepherd(e: Effect) -> None:
    """Choose a piece of yours. Upgrade a common one.

    A heroic one may make a combat move, a legendary one a standard move.
    """
    square = e.choose_square("piece", e.own)
    piece = e.piece_at(square) if square else None
    if piece is None:
        return
    if piece.rank == COMMON:
        e.upgrade(piece.square)
    elif piece.rank == HEROIC:
        e.may_move(combat(BIT[piece.square]))
    elif piece.rank == LEGENDARY:
        e.may_move(standard(BIT[piece.square]))
