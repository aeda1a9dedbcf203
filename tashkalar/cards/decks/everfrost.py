"""The Everfrost deck: beings with frozen effects (R20)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from tashkalar.cards.catalogue import BEINGS, being, frozen, no_effect
from tashkalar.cards.schools import School
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, combat_leap, standard
from tashkalar.position.board import BIT, COMMON, HEROIC, NEAR, Mask, spread, squares

EVERFROST = School("everfrost", "everfrost", is_expansion=True, removes_pieces=True)

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
    """The Snow Fox may make up to two standard moves."""
    for _ in e.up_to(2):
        if not e.may_move(standard(e.being.bit)):
            break


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
    """The Royal Reindeer may make a combat leap to a square at distance exactly 2. If neither
    its summoning nor this leap destroyed a piece, upgrade it."""
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
    """You may choose one heroic piece or up to two common pieces on the marked squares. For each,
    place a new piece of yours of the same rank on its mirror square, if that is empty.

    Pieces that would make none are not offered: choosing them is the same as choosing nothing.
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
        for _ in e.up_to(2, done=1):
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
    """Of every enemy color, choose one common piece and upgrade it."""
    for colour in e.enemy_colours:
        e.must_upgrade(e.state.colours[colour] & e.common)


@frozen("Crystal Grower")
def crystal_grower_frozen(e: Effect) -> None:
    """Upgrade one of your common pieces."""
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
    """One of your common pieces other than the Ice Princess may make one combat move."""
    e.may_move(combat(e.own & e.common & ~e.being.bit))


@frozen("Ice Princess")
def ice_princess_frozen(e: Effect) -> None:
    """One of your common pieces makes one standard move."""
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
    """One of your heroic pieces other than the Ice Queen may make one combat move."""
    e.may_move(combat(e.own & e.heroic & ~e.being.bit))


@frozen("Ice Queen")
def ice_queen_frozen(e: Effect) -> None:
    """One of your heroic pieces makes one standard move."""
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
)(no_effect)


@frozen("Frostweave Summoner", thaws_to_summon=True)
def frostweave_summoner_frozen(e: Effect) -> None:
    """Thaw this before you summon a being: one enemy piece may stand in for one of yours in its
    pattern."""
    e.allow_borrowing()


everfrost(
    "Winter Whisperer",
    HEROIC,
    """
    .@..
    cccc
    """,
)(no_effect)


@frozen("Winter Whisperer")
def winter_whisperer_frozen(e: Effect) -> None:
    """You may destroy one of your common pieces. You may discard your flare. If you do both,
    gain an action."""
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
    """You may choose a card with a frozen effect in your discard pile: its frozen effect comes
    into play."""
    fitting = [card for card in e.known_discards if BEINGS[card].frozen]
    card = e.choose_card("fetch-frozen", fitting, optional=True)
    if card:
        e.keep_frozen(card)


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
    """If summoning the Everfrost Sentinel destroyed an enemy piece, you may downgrade the
    Sentinel. If you do, each opponent has one action less on their next turn."""
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
    """The Glacier Giant may make any number of combat moves, all along one of the arrows. If it
    has moved, you may then destroy a legendary piece on the next square in that direction
    together with the Glacier Giant."""
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
    """The Polar Bear may make a combat move. If that destroyed a piece, it may make a standard
    move. If that destroyed a piece too, it may move onto an adjacent empty square."""
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
    """The War Sled may make up to three combat moves: the first along one of the arrows, each
    later one in the direction of the move before or turned from it by 45 degrees."""
    directions: Iterable[int] = e.match.directions
    for _ in e.up_to(3):
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
    """Destroy all common enemy pieces at distance 1 or 2 that are adjacent to at least one of
    your pieces."""
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
    """You may choose a common piece adjacent to the Frost Imp and a direction. The piece makes
    standard moves in that direction until its way is blocked."""
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
    """The Ice Wyvern may make a combat leap to any square. If the leap destroys a piece, destroy
    the Ice Wyvern."""
    leap = e.may_move(combat_leap(e.being.bit))
    if leap and leap.victim:
        e.destroy(e.being.square)


@frozen("Ice Wyvern")
def ice_wyvern_frozen(e: Effect) -> None:
    """Place a new common piece of yours on an empty square adjacent to one of your heroic
    pieces."""
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
    """You may destroy an adjacent piece: a common one; a heroic one if another piece of yours is
    adjacent to it; or a legendary one if three other pieces of yours are. The piece leaves the
    game and, if it was an enemy piece, counts as two destroyed pieces."""
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
    """Choose an opponent with a common piece in the supply: the Frostweave Illusionist is
    replaced by a common piece of that opponent."""
    colour = e.choose_colour([c for c in e.enemy_colours if e.state.supply(c, COMMON) > 0])
    if colour is not None:
        e.change_sides(e.being.square, colour)


@frozen("Frostweave Illusionist")
def frostweave_illusionist_frozen(e: Effect) -> None:
    """Convert a common enemy piece anywhere into a common piece of yours."""
    e.must_convert(e.common)
