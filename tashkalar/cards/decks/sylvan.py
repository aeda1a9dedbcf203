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
    """You may place a new common piece of yours on an empty square adjacent to one of your
    pieces."""
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
    """The Charging Buck may make up to two combat leaps, each to a square at distance exactly 2."""
    for _ in e.up_to(2):
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
    """If an opponent has more common pieces than you, destroy one of that opponent’s common
    pieces. Then, if an opponent has more upgraded pieces than you, destroy one of that
    opponent’s heroic pieces."""
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
    """Choose up to two of your pieces adjacent to the Naiad. Each of them makes one standard
    move, in the order you like."""
    still = e.own & e.being.near
    for _ in e.up_to(2):
        step = e.may_move(standard(still))
        if not step:
            break
        # The first piece may have run over another one: it does not move again in its place.
        still &= ~BIT[step.origin] & ~BIT[step.target]


@sylvan(
    "Kiskin Spirit",
    HEROIC,
    """
    c.@
    c.c
    """,
)
def kiskin_spirit(e: Effect) -> None:
    """You may put one card of your choice from your discard pile on top of your deck. If you do,
    or if your discard pile was empty, draw an extra card from your deck when this turn ends."""
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
    """You may convert an adjacent non-legendary enemy piece into a common piece of yours."""
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
    """The Centaur Spearman may make one combat move. If he does, destroy the first piece in
    front of him in the direction of that move, unless it is legendary."""
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
    """The Centaur Chieftain may make one combat move. If he does, your other pieces may make up to
    three combat moves in total in the same direction.
    """
    step = e.may_move(combat(e.being.bit))
    if not step:
        return
    for _ in e.up_to(3):
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
    """Choose one: gain an action; or the Unicorn may make one combat move."""
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
    """You may convert a non-legendary enemy piece diagonally adjacent to the Sylvan Queen. It
    keeps its rank."""
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
    """You may convert a common enemy piece diagonally adjacent to the Sylvan Princess into a
    common piece of yours."""
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
    """Upgrade one common piece of each color in the game, yours included."""
    colours = (e.me, *e.enemy_colours)
    for number in e.up_to(len(colours)):
        e.must_upgrade(e.state.colours[colours[number - 1]] & e.common)


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
    """Place two common enemy pieces on empty squares at distance 1 or 2 from the Forest Ancient.
    Then, for each piece placed, destroy one common piece of the same color at distance 1, 2 or
    3."""
    placed: list[Colour] = []
    for _ in e.up_to(2):
        room = e.empty & e.being.within(2)
        with_supply = [c for c in e.enemy_colours if e.state.supply(c, COMMON) > 0]
        colour = e.choose_colour(with_supply if room else ())
        if colour is not None:
            e.must_place(room, COMMON, colour)
            placed.append(colour)
    for number in e.up_to(len(placed)):
        colour = placed[number - 1]
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
    """When this turn ends, draw an extra card from your own deck and an extra legend."""
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
    """Fire up to two shots, each in a diagonal direction. A shot destroys the first piece it
    meets, whatever its color and rank."""
    for _ in e.up_to(2):
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
    """The Kiskin Boughrunner may make up to three combat moves. After each of them it must be
    adjacent to another piece of yours."""
    for _ in e.up_to(3):
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
    """Choose one of your pieces. If it is common, upgrade it. If it is heroic, it may make one
    combat move. If it is legendary, it may make one standard move."""
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
