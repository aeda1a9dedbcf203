"""The Nethervoid deck: the beings of the Gateway (R21)."""

from __future__ import annotations

from functools import partial

from tashkalar.cards.catalogue import being
from tashkalar.cards.schools import School
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import Moves, combat, standard
from tashkalar.position.board import (
    ARENA,
    BIT,
    COMMON,
    GREEN,
    HEROIC,
    LEGENDARY,
    NEAR,
    RED,
    Mask,
    spread,
)

NETHERVOID = School("nethervoid", "nethervoid", expansion=True, has_gateway=True)

nethervoid = partial(being, NETHERVOID.deck)


def _is_gateway(e: Effect) -> bool:
    """Whether the summoned being is the Gateway."""
    return e.being.bit & e.gateway.bit != 0


def _toward(e: Effect, pieces: Mask, to: Mask = ARENA) -> list[Moves]:
    """Combat moves that bring these pieces closer to the Gateway (R21.9); none without one."""
    ways = []
    nearer = e.gateway.bit
    while ring := spread(nearer) & ~nearer:
        ways.append(combat(pieces & ring, nearer & to))
        nearer |= ring
    return ways


@nethervoid(
    "Shadow Imp",
    COMMON,
    """
    c..
    .@c
    """,
)
def shadow_imp(e: Effect) -> None:
    """The Imp may make a combat move; then the Gateway, if another piece, may copy it."""
    step = e.may_move(combat(e.being.bit))
    if step and not _is_gateway(e):
        ahead = e.gateway.ray(step.direction)[:1]
        e.may_move(combat(e.gateway.bit, sum(BIT[s] for s in ahead)))


@nethervoid(
    "Flame Imp",
    COMMON,
    """
    c.@
    .c.
    """,
)
def flame_imp(e: Effect) -> None:
    """You may destroy a common piece adjacent to the Gateway."""
    e.may_destroy(e.common & e.gateway.near)


@nethervoid(
    "Gate Keeper",
    COMMON,
    """
    .c.
    c@c
    """,
)
def gate_keeper(e: Effect) -> None:
    """You may upgrade a common piece of yours or place one; it becomes the Gateway."""
    room = e.empty if e.state.supply(e.me, COMMON) > 0 else 0
    square = e.choose_square("upgrade-or-place", e.own & e.common | room, optional=True)
    if not square:
        return
    if BIT[square] & e.own:
        e.upgrade(square)
    else:
        e.place(square)
    e.become_gateway(square)


@nethervoid(
    "Demon of Gluttony",
    COMMON,
    """
    .@.
    ccc
    """,
)
def demon_of_gluttony(e: Effect) -> None:
    """The Demon may make a combat move; if it destroys a piece, upgrade it for another move.

    If that one destroys a piece too, the Demon becomes the Gateway.
    """
    step = e.may_move(combat(e.being.bit))
    if not step or not step.victim:
        return
    e.upgrade(e.being.square)
    step = e.may_move(combat(e.being.bit))
    if step and step.victim:
        e.become_gateway(e.being.square)


@nethervoid(
    "Demon of Pride",
    COMMON,
    """
    @.
    c.
    cc
    """,
)
def demon_of_pride(e: Effect) -> None:
    """Upgrade the Demon; it becomes the Gateway and may make a combat move."""
    e.upgrade(e.being.square)
    e.become_gateway(e.being.square)
    e.may_move(combat(e.being.bit))


@nethervoid(
    "Acolyte of Destruction",
    HEROIC,
    """
    .@.
    c.c
    ...
    .c.
    """,
)
def acolyte_of_destruction(e: Effect) -> None:
    """Destroy a common piece; if the Gateway is on red, you may destroy a heroic one next to it."""
    victim = e.must_destroy(e.common)
    if victim and e.gateway.bit & RED:
        e.may_destroy(e.heroic & NEAR[victim.square])


@nethervoid(
    "Acolyte of Growth",
    HEROIC,
    """
    c.c
    c@c
    """,
)
def acolyte_of_growth(e: Effect) -> None:
    """Place a common piece; if the Gateway is on green, place a heroic piece adjacent to it."""
    square = e.must_place(e.empty)
    if square and e.gateway.bit & GREEN:
        e.must_place(NEAR[square], HEROIC)


@nethervoid(
    "Power Seeker",
    HEROIC,
    """
    @c.c.
    ..c.c
    """,
)
def power_seeker(e: Effect) -> None:
    """As the Gateway it may make a standard move, else combat moves toward the Gateway."""
    if _is_gateway(e):
        e.may_move(standard(e.being.bit))
    else:
        while e.may_move(*_toward(e, e.being.bit)):
            pass


@nethervoid(
    "Hell Hound",
    HEROIC,
    """
    ..+++
    .cc@+
    c.+c+
    """,
)
def hell_hound(e: Effect) -> None:
    """You may destroy an adjacent piece; if none was legendary, the card goes under the deck."""
    victim = e.may_destroy(e.being.near)
    if not victim or victim.rank != LEGENDARY:
        e.return_to_deck()


@nethervoid(
    "Vortexmaster",
    HEROIC,
    """
    .c.
    c.c
    .c.
    .@.
    """,
)
def vortexmaster(e: Effect) -> None:
    """The Gateway may make a combat move, then a piece of yours adjacent to it may make one."""
    e.may_move(combat(e.gateway.bit))
    e.may_move(combat(e.own & e.gateway.near))


@nethervoid(
    "Gate Master",
    HEROIC,
    """
    .cc.
    c@cc
    """,
    may_count_as_legend=True,
)
def gate_master(e: Effect) -> None:
    """Upgrade the Gateway; a non-legendary piece of yours becomes the Gateway.

    The Gateway is heroic here, so upgrading makes a legendary piece: that counts as a legend.
    """
    upgraded = e.upgrade(e.gateway.square)
    square = e.choose_square("gateway", e.own & e.nonlegendary)
    if square:
        e.become_gateway(square)
    if upgraded:
        e.count_as_legend()


@nethervoid(
    "Hell Rider",
    HEROIC,
    """
    #cc
    c..
    """,
)
def hell_rider(e: Effect) -> None:
    """The Rider may make a combat move, or up to three if it is not the Gateway."""
    for _ in range(1 if _is_gateway(e) else 3):
        if not e.may_move(combat(e.being.bit)):
            break


@nethervoid(
    "Demon of Wrath",
    HEROIC,
    """
    .@c
    c.c
    .c.
    """,
)
def demon_of_wrath(e: Effect) -> None:
    """Destroy all common enemy pieces next to the Gateway; if there are none, it may move first."""
    if not e.enemies & e.common & e.gateway.near:
        e.may_move(standard(e.gateway.bit))
    e.destroy_all(e.enemies & e.common & e.gateway.near)


@nethervoid(
    "Demon of Greed",
    HEROIC,
    """
    cc.
    .@.
    c.c
    """,
)
def demon_of_greed(e: Effect) -> None:
    """Destroy a common and a heroic piece of yours, not the Gateway; each gains an action."""
    for rank in (e.common, e.heroic):
        if e.must_destroy(e.own & rank & ~e.gateway.bit):
            e.gain_action()


@nethervoid(
    "Demon of Lust",
    HEROIC,
    """
    @..
    cc.
    .cc
    """,
)
def demon_of_lust(e: Effect) -> None:
    """Up to two pieces may make a combat move each toward the Gateway, not onto it."""
    onto = ARENA & ~e.gateway.bit
    step = e.may_move(*_toward(e, e.pieces, onto))
    if step:
        e.may_move(*_toward(e, e.pieces & ~BIT[step.target], onto))


@nethervoid(
    "Demon of Sloth",
    HEROIC,
    """
    .@
    c.
    """,
)
def demon_of_sloth(e: Effect) -> None:
    """Lose an action; with none left, destroy the Gateway."""
    if not e.lose_action():
        e.destroy(e.gateway.square)


@nethervoid(
    "Demon of Envy",
    HEROIC,
    """
    c..
    .#c
    """,
)
def demon_of_envy(e: Effect) -> None:
    """Place a common piece adjacent to the Gateway, again while an opponent has more pieces."""
    while e.must_place(e.gateway.near):
        rivals = (e.state.colours[colour] for colour in e.enemy_colours)
        if all(mask.bit_count() <= e.own.bit_count() for mask in rivals):
            break


@nethervoid(
    "Possessed Summoner",
    HEROIC,
    """
    .@c
    cc.
    .c.
    """,
)
def possessed_summoner(e: Effect) -> None:
    """Place an enemy piece beside one of its colour, with which you summon next.

    You may discard your flare to gain an action.
    """
    room = {c: e.empty & spread(e.state.colours[c]) for c in e.enemy_colours}
    colour = e.choose_colour([c for c in room if room[c] and e.state.supply(c, COMMON) > 0])
    if colour is not None:
        e.must_place(room[colour], colour=colour)
        e.summon_next_with(colour)
    if e.may_discard_flare():
        e.gain_action()
