"""The Everfrost deck: beings with frozen effects (R20)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from tashkalar.cards.catalogue import BEINGS, being, frozen, nothing
from tashkalar.cards.schools import School
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, combat_leap, standard
from tashkalar.position.board import BIT, COMMON, HEROIC, NEAR, Mask, spread, squares

EVERFROST = School("everfrost", "everfrost", expansion=True, removes_pieces=True)

everfrost = partial(being, EVERFROST.deck)


def _ahead(e: Effect, directions: Iterable[int]) -> Mask:
    """The squares next to the being in these directions."""
    return sum(BIT[s] for d in directions for s in e.being.ray(d)[:1])


@everfrost(
    "Snow Fox",
    COMMON,
    """
    @c.
    ..c
    """,
)
def snow_fox(e: Effect) -> None:
    """The Fox may make up to two standard moves."""
    if e.may_move(standard(e.being.bit)):
        e.may_move(standard(e.being.bit))


@everfrost(
    "Royal Reindeer",
    COMMON,
    """
    .@.
    cc.
    ..c
    """,
)
def royal_reindeer(e: Effect) -> None:
    """The Reindeer may make a combat leap of distance 2.

    Unless its summoning or this leap destroyed a piece, it is upgraded.
    """
    leap = e.may_move(combat_leap(e.being.bit, e.being.within(2) & ~e.being.near))
    if not e.summoning_victim and not (leap and leap.victim):
        e.upgrade(e.being.square)


@everfrost(
    "Crystal Mirror",
    COMMON,
    """
    **cmm
    **@mm
    **cmm
    """,
)
def crystal_mirror(e: Effect) -> None:
    """You may mirror a marked heroic piece, or up to two marked common ones.

    Each makes a piece of yours of its rank on the opposite square, if that is empty. Pieces that
    would make none are not offered: choosing them is the same as choosing nothing.
    """
    opposite = dict(e.match.pairs)
    if e.state.supply(e.me, COMMON) <= 0:
        return
    useful = sum(BIT[s] for s, image in opposite.items() if BIT[image] & e.empty)
    square = e.choose_square("mirror", useful & e.nonlegendary, optional=True)
    if not square:
        return
    if BIT[square] & e.heroic:
        e.place(opposite[square], HEROIC)
        return
    e.place(opposite[square])
    if e.state.supply(e.me, COMMON) > 0:
        second = e.choose_square("mirror", useful & e.common & ~BIT[square], optional=True)
        if second:
            e.place(opposite[second])


@everfrost(
    "Crystal Grower",
    COMMON,
    """
    .@
    cc
    """,
)
def crystal_grower(e: Effect) -> None:
    """Upgrade one common piece of every enemy colour."""
    for colour in e.enemy_colours:
        e.must_upgrade(e.state.colours[colour] & e.common)


@frozen("Crystal Grower")
def crystal_grower_frozen(e: Effect) -> None:
    """Upgrade a common piece of yours."""
    e.must_upgrade(e.own & e.common)


@everfrost(
    "Ice Princess",
    COMMON,
    """
    .@.
    .c.
    c.c
    """,
)
def ice_princess(e: Effect) -> None:
    """Another common piece of yours may make a combat move."""
    e.may_move(combat(e.own & e.common & ~e.being.bit))


@frozen("Ice Princess")
def ice_princess_frozen(e: Effect) -> None:
    """A common piece of yours makes a standard move."""
    e.must_move(standard(e.own & e.common))


@everfrost(
    "Ice Queen",
    HEROIC,
    """
    .#.
    .c.
    c.c
    """,
)
def ice_queen(e: Effect) -> None:
    """Another heroic piece of yours may make a combat move."""
    e.may_move(combat(e.own & e.heroic & ~e.being.bit))


@frozen("Ice Queen")
def ice_queen_frozen(e: Effect) -> None:
    """A heroic piece of yours makes a standard move."""
    e.must_move(standard(e.own & e.heroic))


everfrost(
    "Frostweave Summoner",
    HEROIC,
    """
    c.
    .@
    .c
    .c
    """,
)(nothing)


@frozen("Frostweave Summoner", thaws_to_summon=True)
def frostweave_summoner_frozen(e: Effect) -> None:
    """An enemy piece may stand in at the next summoning of this turn."""
    e.allow_borrowing()


everfrost(
    "Winter Whisperer",
    HEROIC,
    """
    .@..
    cccc
    """,
)(nothing)


@frozen("Winter Whisperer")
def winter_whisperer_frozen(e: Effect) -> None:
    """You may destroy a common piece of yours and may discard a flare; both gain an action."""
    victim = e.may_destroy(e.own & e.common)
    flare = e.may_discard_flare()
    if victim and flare:
        e.gain_action()


@everfrost(
    "Frozen Chest",
    HEROIC,
    """
    c#c
    """,
)
def frozen_chest(e: Effect) -> None:
    """You may put a frozen effect from your discard pile in play."""
    fitting = [card for card in e.discard_pile if BEINGS[card].frozen]
    card = e.choose_card("fetch-frozen", fitting, optional=True)
    if card:
        e.freeze_again(card)


@everfrost(
    "Everfrost Sentinel",
    HEROIC,
    """
    @.
    c.
    cc
    .c
    """,
)
def everfrost_sentinel(e: Effect) -> None:
    """If its summoning destroyed an enemy piece, you may downgrade the Sentinel.

    If you do, each opponent has one action less on the next turn.
    """
    if not e.summoning_victim or e.summoning_victim.owner == e.me:
        return
    square = e.choose_square("downgrade", e.being.bit & e.downgradable, optional=True)
    if square and e.downgrade(square):
        e.hinder_opponents()


@everfrost(
    "Glacier Giant",
    HEROIC,
    """
    .@.
    1c3
    ccc
    """,
)
def glacier_giant(e: Effect) -> None:
    """The Giant may make any number of combat moves along one arrow.

    If it has moved, it may then smash a legendary piece on the next square and perish with it.
    """
    step = last = e.may_move(combat(e.being.bit, _ahead(e, e.match.directions)))
    while step:
        last = step
        step = e.may_move(combat(e.being.bit, e.onward(step)))
    if last:
        square = e.choose_square("smash", e.legendary & e.onward(last), optional=True)
        if square:
            e.destroy(square)
            e.destroy(e.being.square)


@everfrost(
    "Polar Bear",
    HEROIC,
    """
    @cc.
    .c.c
    """,
)
def polar_bear(e: Effect) -> None:
    """The Bear may make a combat move.

    If that destroyed a piece, a standard move may follow, and if that did too, a move onto an
    empty square.
    """
    step = e.may_move(combat(e.being.bit))
    if step and step.victim:
        step = e.may_move(standard(e.being.bit))
        if step and step.victim:
            e.may_move(standard(e.being.bit, e.empty))


@everfrost(
    "War Sled",
    HEROIC,
    """
    ...9
    c.@6
    ccc3
    """,
)
def war_sled(e: Effect) -> None:
    """The Sled may make up to three combat moves.

    The first goes along an arrow, each later one turns by 45 degrees at most.
    """
    directions: Iterable[int] = e.match.directions
    for _ in range(3):
        step = e.may_move(combat(e.being.bit, _ahead(e, directions)))
        if not step:
            break
        directions = [(step.direction + turn) % 8 for turn in (-1, 0, 1)]


@everfrost(
    "Snow Monster",
    HEROIC,
    """
    +++++
    +++++
    ++#c+
    +c++c
    +++++
    """,
)
def snow_monster(e: Effect) -> None:
    """Destroy all common enemy pieces at distance 1 or 2 that are adjacent to a piece of yours."""
    e.destroy_all(e.enemies & e.common & e.being.within(2) & spread(e.own))


@everfrost(
    "Frost Imp",
    HEROIC,
    """
    c@.
    .c.
    ..c
    """,
)
def frost_imp(e: Effect) -> None:
    """You may make an adjacent common piece slide in one direction until it cannot go on."""
    step = e.may_move(standard(e.common & e.being.near))
    while step:
        step = e.must_move(standard(BIT[step.target], e.onward(step)))


@everfrost(
    "Ice Wyvern",
    HEROIC,
    """
    @c.
    c..
    .cc
    """,
)
def ice_wyvern(e: Effect) -> None:
    """The Wyvern may make a combat leap to anywhere; destroying a piece by it, it perishes."""
    leap = e.may_move(combat_leap(e.being.bit))
    if leap and leap.victim:
        e.destroy(e.being.square)


@frozen("Ice Wyvern")
def ice_wyvern_frozen(e: Effect) -> None:
    """Place a common piece of yours adjacent to a heroic one of yours."""
    e.must_place(spread(e.own & e.heroic))


@everfrost(
    "Deathbringer",
    HEROIC,
    """
    .+++
    .c@+
    .+++
    ccc.
    """,
)
def deathbringer(e: Effect) -> None:
    """You may destroy an adjacent piece, which counts twice and leaves the game.

    A heroic one needs another piece of yours adjacent to it, a legendary one three of them.
    """
    others = e.own & ~e.being.bit
    besieged = sum(BIT[s] for s in squares(e.legendary) if (NEAR[s] & others).bit_count() >= 3)
    targets = e.common | e.heroic & spread(others) | besieged
    square = e.choose_square("destroy", targets & e.being.near, optional=True)
    if square:
        e.remove(square)


@everfrost(
    "Frostweave Illusionist",
    HEROIC,
    """
    c@c
    ...
    .c.
    """,
)
def frostweave_illusionist(e: Effect) -> None:
    """The Illusionist becomes a common piece of an opponent of your choice."""
    colour = e.choose_colour([c for c in e.enemy_colours if e.state.supply(c, COMMON) > 0])
    if colour is not None:
        e.change_sides(e.being.square, colour)


@frozen("Frostweave Illusionist")
def frostweave_illusionist_frozen(e: Effect) -> None:
    """Convert a common enemy piece."""
    e.must_convert(e.common)
