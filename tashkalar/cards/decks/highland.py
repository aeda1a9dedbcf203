"""The Highland deck."""

from __future__ import annotations

from functools import partial

from tashkalar.cards.catalogue import being
from tashkalar.cards.schools import School
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, combat_leap, standard
from tashkalar.position.board import (
    BIT,
    CENTRE,
    COLOURED,
    COMMON,
    GREEN,
    HEROIC,
    LEGENDARY,
    NEAR,
    RED,
    spread,
)

HIGHLAND = School("highland", "highland")

highland = partial(being, HIGHLAND.deck)


def _up_to(number: int, e: Effect) -> None:
    """The summoned being may make that many combat moves."""
    for _ in range(number):
        if not e.may_move(combat(e.being.bit)):
            break


@highland(
    "Wild Eagle",
    COMMON,
    """
    .@.
    c.c
    """,
)
def wild_eagle(e: Effect) -> None:
    """The Eagle may make a combat leap to anywhere."""
    e.may_move(combat_leap(e.being.bit))


@highland(
    "Clan Axeman",
    COMMON,
    """
    .+c
    +@+
    c+.
    """,
)
def clan_axeman(e: Effect) -> None:
    """You may destroy an orthogonally adjacent non-legendary piece of any colour."""
    e.may_destroy(e.nonlegendary & e.being.orthogonal)


@highland(
    "Clan Healer",
    COMMON,
    """
    ..c
    c@c
    """,
)
def clan_healer(e: Effect) -> None:
    """You may place up to two common pieces, each next to a green square."""
    if e.may_place(spread(GREEN)):
        e.may_place(spread(GREEN))


@highland(
    "Dire Wolf",
    COMMON,
    """
    ..@
    .cc
    c..
    """,
)
def dire_wolf(e: Effect) -> None:
    """The Wolf may make up to two combat moves."""
    _up_to(2, e)


@highland(
    "Ritual Keeper",
    COMMON,
    """
    .c
    c@
    """,
)
def ritual_keeper(e: Effect) -> None:
    """Summoned on green: upgrade a common piece of yours. On red: your piece may move (combat)."""
    if BIT[e.summoned_at] & GREEN:
        e.must_upgrade(e.own & e.common)
    elif BIT[e.summoned_at] & RED:
        e.may_move(combat(e.own))


@highland(
    "Eagle Lord",
    HEROIC,
    """
    c.@.c
    .c.c.
    """,
)
def eagle_lord(e: Effect) -> None:
    """The Eagle Lord may make a combat leap to anywhere."""
    e.may_move(combat_leap(e.being.bit))


@highland(
    "Wolf Rider",
    HEROIC,
    """
    @..
    ccc
    c..
    """,
)
def wolf_rider(e: Effect) -> None:
    """The Rider may make up to two combat moves."""
    _up_to(2, e)


@highland(
    "Blood Shaman",
    HEROIC,
    """
    ..c
    .@c
    cc.
    """,
)
def blood_shaman(e: Effect) -> None:
    """Destroy a non-legendary piece; if it stood on red, the common pieces around it too."""
    victim = e.must_destroy(e.nonlegendary)
    if victim and BIT[victim.square] & RED:
        e.destroy_all(e.common & NEAR[victim.square])


@highland(
    "War Drummer",
    HEROIC,
    """
    #c
    cc
    """,
)
def war_drummer(e: Effect) -> None:
    """Your other pieces may make one combat move, or up to two standard moves."""
    step = e.may_move(combat(e.own & ~e.being.bit))
    if step and not step.equal:
        e.may_move(standard(e.own & ~e.being.bit))


@highland(
    "Hill Giant",
    HEROIC,
    """
    .+.
    +@+
    .c.
    ccc
    """,
)
def hill_giant(e: Effect) -> None:
    """Destroy all orthogonally adjacent non-legendary pieces, your own too."""
    e.destroy_all(e.nonlegendary & e.being.orthogonal)


@highland(
    "Warlord",
    HEROIC,
    """
    ..@..
    .ccc.
    c...c
    """,
)
def warlord(e: Effect) -> None:
    """Your pieces may make up to three combat moves, one of three being the Warlord's own."""
    has_moved = False
    for number in (1, 2, 3):
        step = e.may_move(combat(e.own if number < 3 or has_moved else e.being.bit))
        if not step:
            break
        has_moved |= step.target == e.being.square


@highland(
    "War Summoner",
    HEROIC,
    """
    c@c
    .c.
    .c.
    """,
)
def war_summoner(e: Effect) -> None:
    """Gain an action; an enemy piece may stand in at the next summoning of this turn."""
    e.gain_action()
    e.allow_borrowing()


@highland(
    "Ritual Master",
    HEROIC,
    """
    c..
    .@.
    c.c
    """,
)
def ritual_master(e: Effect) -> None:
    """Summoned on green: gain two actions. On red: you may destroy a heroic and a common piece."""
    if BIT[e.summoned_at] & GREEN:
        e.gain_action(2)
    elif BIT[e.summoned_at] & RED:
        e.may_destroy(e.heroic)
        e.may_destroy(e.common)


@highland(
    "Legend Slayer",
    HEROIC,
    """
    +.+.
    .@..
    +cc.
    .c.c
    """,
)
def legend_slayer(e: Effect) -> None:
    """On diagonally adjacent squares: destroy a legendary piece, or up to two that are not."""
    victim = e.may_destroy(e.being.diagonal)
    if victim and victim.rank != LEGENDARY:
        e.may_destroy(e.nonlegendary & e.being.diagonal)


@highland(
    "Mountain Troll",
    HEROIC,
    """
    +++
    +@+
    cc+
    .cc
    """,
)
def mountain_troll(e: Effect) -> None:
    """Destroy all adjacent common enemy pieces; gain an action if there were two or more."""
    if e.destroy_all(e.enemies & e.common & e.being.near) >= 2:
        e.gain_action()


@highland(
    "Hungry Bear",
    HEROIC,
    """
    @c
    cc
    """,
)
def hungry_bear(e: Effect) -> None:
    """The Bear may make a standard move, and another if that one destroyed a piece."""
    step = e.may_move(standard(e.being.bit))
    if step and step.victim:
        e.may_move(standard(e.being.bit))


@highland(
    "Werewolf",
    HEROIC,
    """
    .c..
    c..@
    .c..
    """,
)
def werewolf(e: Effect) -> None:
    """On a coloured square but the centre up to three combat moves, else one standard move."""
    if BIT[e.summoned_at] & COLOURED & ~BIT[CENTRE]:
        _up_to(3, e)
    else:
        e.may_move(standard(e.being.bit))


@highland(
    "Clan Guardian",
    HEROIC,
    """
    CC@C
    """,
)
def clan_guardian(e: Effect) -> None:
    """You may upgrade a common piece that was used to summon the Guardian."""
    e.may_upgrade(e.common & e.match.marked)
