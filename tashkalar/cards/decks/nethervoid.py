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

NETHERVOID = School("nethervoid", "nethervoid", is_expansion=True, has_gateway=True)

nethervoid = partial(being, NETHERVOID.deck)


def _is_gateway(e: Effect) -> bool:
    """Tell whether the summoned being is the Gateway."""
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
    """The Shadow Imp may make one combat move. If it does, and another piece is the Gateway,
    that piece may then make one combat move in the same direction."""
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
    """You may destroy a common piece of any color adjacent to the Gateway."""
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
    """You may upgrade one of your common pieces, or else place a new common piece of yours on
    any empty square. If you do either, that piece becomes the Gateway."""
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
    """The Demon of Gluttony may make one combat move. If this destroys a piece, upgrade the
    Demon; it may then make another combat move. If that destroys a piece too, the Demon becomes
    the Gateway."""
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
    """Upgrade the Demon of Pride. It becomes the Gateway. Then it may make one combat move."""
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
    """Destroy a common piece. If the Gateway is on a red square then, you may also destroy a
    heroic piece adjacent to the square of the destroyed piece."""
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
    """Place a new common piece of yours on any empty square. If the Gateway is on a green
    square, place a new heroic piece of yours on an empty square adjacent to that piece."""
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
    """If the Power Seeker is the Gateway, it may make one standard move. If not, it may make any
    number of combat moves, each bringing it closer to the Gateway."""
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
    """You may destroy an adjacent piece. Unless a legendary piece was destroyed this way, put
    this card under your deck, if the deck has any cards left."""
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
    """The Gateway may make one combat move. Then, whether it moved or not, one of your pieces
    adjacent to the Gateway may make one combat move."""
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
    """Upgrade the Gateway. Then choose one of your non-legendary pieces: it becomes the Gateway.
    If the upgrade made a legendary piece, you have also summoned a legend with the Gate Master.

    The Gateway is heroic here, so upgrading makes a legendary piece.
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
    """If the Hell Rider is the Gateway, it may make one combat move. If not, it may make up to
    three."""
    for _ in e.up_to(1 if _is_gateway(e) else 3):
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
    """If no common enemy piece is adjacent to the Gateway, the Gateway may make one standard
    move. Then destroy all common enemy pieces adjacent to the Gateway."""
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
    """Destroy one of your common pieces and one of your heroic pieces, but not the Gateway. Gain
    an action for each piece destroyed."""
    for number in e.up_to(2):
        rank = e.common if number == 1 else e.heroic
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
    """Up to two pieces of any color may make one combat move each that brings them closer to the
    Gateway, but not onto its square."""
    onto = ARENA & ~e.gateway.bit
    moved = 0
    for _ in e.up_to(2):
        step = e.may_move(*_toward(e, e.pieces & ~moved, onto))
        if not step:
            break
        moved = BIT[step.target]


@nethervoid(
    "Demon of Sloth",
    HEROIC,
    """
    .@
    c.
    """,
)
def demon_of_sloth(e: Effect) -> None:
    """Lose an action. If you have none left, destroy the Gateway instead."""
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
    """Place a new common piece of yours on an empty square adjacent to the Gateway. Repeat this
    as long as there is such a square and an opponent has more pieces on the board than you."""
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
    """Place a new common enemy piece on an empty square adjacent to a piece of its color. If you
    did, your next summoning this turn uses pieces of that color instead of yours. You may
    discard your flare to gain an action."""
    room = {c: e.empty & spread(e.state.colours[c]) for c in e.enemy_colours}
    colour = e.choose_colour([c for c in room if room[c] and e.state.supply(c, COMMON) > 0])
    if colour is not None:
        e.must_place(room[colour], colour=colour)
        e.summon_next_with(colour)
    if e.may_discard_flare():
        e.gain_action()
