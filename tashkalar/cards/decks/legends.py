"""The legends."""

from __future__ import annotations

from functools import partial

from tashkalar.cards.catalogue import being
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat
from tashkalar.position.board import (
    ARENA,
    BIT,
    COLOURED,
    COMMON,
    GREEN,
    LEGENDARY,
    NEAR,
    RANK_OF,
    RANKS,
    RED,
    Mask,
    spread,
)

legend = partial(being, "legends", rank=LEGENDARY)


@legend(
    "Fire Dragon",
    art="""
    h.h
    .c.
    .h.
    4@6
    123
    """,
)
def fire_dragon(e: Effect) -> None:
    """Choose one of the arrows. In its direction, and in both directions at 45 degrees to it,
    destroy every non-legendary piece at distance 1 or 2, yours included."""
    arrow = e.choose_direction(e.match.directions)
    assert arrow is not None
    for direction in (arrow - 1, arrow, arrow + 1):
        reached = sum(BIT[s] for s in e.being.ray(direction % 8)[:2])
        e.destroy_all(reached & e.nonlegendary)


@legend(
    "Hell Bull",
    art="""
    c.c
    h#h
    .c.
    """,
)
def hell_bull(e: Effect) -> None:
    """The Hell Bull may make any number of combat moves in one direction. Destroying a legendary
    piece ends its charge."""
    step = e.may_move(combat(e.being.bit))
    while step and not step.equal:
        step = e.may_move(combat(e.being.bit, e.onward(step)))


@legend(
    "Angel of Death",
    art="""
    .c.c.
    c.H.c
    ..c..
    """,
)
def angel_of_death(e: Effect) -> None:
    """You may choose a piece other than the Angel of Death, anywhere on the board. If you do,
    upgrade that piece; then the Angel of Death makes a combat leap onto its square."""
    square = e.choose_square("leap-onto", e.pieces & ~e.being.bit, optional=True)
    if square:
        e.upgrade(square)
        e.move(e.being.square, square)


@legend(
    "The Eldest Tree",
    art="""
    .++h.
    c+@+c
    .h++.
    """,
)
def the_eldest_tree(e: Effect) -> None:
    """Choose up to three different adjacent squares, one after another. On each, do what fits:
    destroy a non-legendary enemy piece, upgrade a common piece of yours, or place a new common
    piece of yours if the square is empty."""
    left = e.being.near
    for _ in e.up_to(3):
        fitting = e.enemies & e.nonlegendary | e.own & e.common
        if e.state.supply(e.me, COMMON) > 0:
            fitting |= e.empty
        square = e.choose_square("square", left & fitting, optional=True)
        if not square:
            break
        left &= ~BIT[square]
        if BIT[square] & e.enemies:
            e.destroy(square)
        elif BIT[square] & e.own:
            e.upgrade(square)
        else:
            e.place(square)


@legend(
    "Bone Catapult",
    art="""
    c89
    4@6
    hhh
    """,
)
def bone_catapult(e: Effect) -> None:
    """You may destroy one piece at any distance along one of the arrows. If you do, also destroy
    every common piece adjacent to its square, yours included."""
    lines = sum(BIT[s] for direction in e.match.directions for s in e.being.ray(direction))
    hit = e.may_destroy(lines)
    if hit:
        e.destroy_all(NEAR[hit.square] & e.common)


@legend(
    "Fire Elemental",
    art="""
    +++++
    +===+
    +=@=+
    +h=c+
    h+c+c
    """,
)
def fire_elemental(e: Effect) -> None:
    """Choose one: destroy every adjacent non-legendary enemy piece; or destroy every common
    enemy piece at distance 1 or 2."""
    # Both are always offered, even if one of them would destroy nothing.
    if e.choose_option("adjacent", "distance-2") == "adjacent":
        e.destroy_all(e.enemies & e.nonlegendary & e.being.near)
    else:
        e.destroy_all(e.enemies & e.common & e.being.within(2))


@legend(
    "Leviathan",
    art="""
    ....@
    ..hh.
    hc...
    """,
)
def leviathan(e: Effect) -> None:
    """Choose one: downgrade up to three upgraded pieces, or destroy up to four common pieces.
    The pieces may have any color and be anywhere, but they must form one connected group.

    They are changed one by one, each adjacent to one before it: that reaches every connected
    group, and no change makes a new piece fit or joins two groups.
    """
    can = {"downgrade": e.downgradable, "destroy": e.common}
    option = e.choose_option(*(name for name, pieces in can.items() if pieces))
    chosen: Mask = 0
    for _ in e.up_to(3 if option == "downgrade" else 4):
        connected = spread(chosen) & ~chosen if chosen else ARENA
        if option == "downgrade":
            square = e.choose_square("downgrade", e.downgradable & connected, optional=True)
        else:
            square = e.choose_square("destroy", e.common & connected, optional=True)
        if not square:
            break
        chosen |= BIT[square]
        if option == "downgrade":
            e.downgrade(square)
        else:
            e.destroy(square)


@legend(
    "Two-Headed Dragon",
    art="""
    @.U.
    .U..
    U.C.
    ...C
    """,
)
def two_headed_dragon(e: Effect) -> None:
    """You may upgrade one non-legendary piece used to summon the Two-Headed Dragon. If you do,
    you may destroy a heroic piece adjacent to the upgraded piece."""
    square = e.may_upgrade(e.match.marked)
    if square:
        e.may_destroy(e.heroic & NEAR[square])


@legend(
    "Earth Elemental",
    art="""
    .@c.
    .cc.
    h..h
    """,
)
def earth_elemental(e: Effect) -> None:
    """Destroy a non-legendary piece on or adjacent to a red square. Then upgrade a common piece
    on or adjacent to a green square. Then the Earth Elemental may make one combat move onto a
    red or green square."""
    e.must_destroy(e.nonlegendary & (RED | spread(RED)))
    e.must_upgrade(e.common & (GREEN | spread(GREEN)))
    e.may_move(combat(e.being.bit, COLOURED))


@legend(
    "Time Elemental",
    art="""
    .@.
    h.h
    .h.
    c.c
    """,
)
def time_elemental(e: Effect) -> None:
    """Take an extra turn after this one, even if the game is about to end."""
    e.take_extra_turn()


@legend(
    "Storm Elemental",
    art="""
    h..
    h.h
    .#.
    """,
)
def storm_elemental(e: Effect) -> None:
    """You may place a new piece of yours, of any rank, on an empty square at distance 1, 2 or 3
    from the Storm Elemental. That piece may make combat moves in one direction: up to one if
    legendary, three if heroic, five if common. Then destroy that piece.
    """
    ranks = [name for name in RANKS if e.state.supply(e.me, RANK_OF[name]) > 0]
    room = e.empty & e.being.within(3) if ranks else 0
    square = e.choose_square("place", room, optional=True)
    if not square:
        return
    chosen = e.choose_option(*ranks, kind="rank")
    assert chosen is not None
    rank = RANK_OF[chosen]
    e.place(square, rank)
    piece = e.track(square)
    onward = ARENA
    for _ in e.up_to((5, 3, 1)[rank]):
        step = e.may_move(combat(piece.bit, onward))
        if not step:
            break
        onward = e.onward(step)
    e.destroy(piece.square)


@legend(
    "Titan",
    art="""
    +=+
    =@=
    +h+
    .h.
    ccc
    """,
)
def titan(e: Effect) -> None:
    """Destroy every piece orthogonally adjacent to the Titan and every non-legendary piece
    diagonally adjacent to it, yours included. None of these pieces count as destroyed by you."""
    e.destroy_all(e.being.orthogonal, counts=False)
    e.destroy_all(e.being.diagonal & e.nonlegendary, counts=False)
