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
    for _ in e.up_to(number):
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
    """The Wild Eagle may make one combat leap."""
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
    """You may destroy a non-legendary piece orthogonally adjacent to the Clan Axeman."""
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
    """Place up to two new common pieces of yours on empty squares, each adjacent to a green
    square."""
    for _ in e.up_to(2):
        if not e.may_place(spread(GREEN)):
            break


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
    """The Dire Wolf may make up to two combat moves."""
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
    """If summoned on a green square, upgrade one of your common pieces. If summoned on a red
    square, one of your pieces may make one combat move."""
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
    """The Eagle Lord may make one combat leap."""
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
    """The Wolf Rider may make up to two combat moves."""
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
    """Destroy a non-legendary piece anywhere on the board. If it stood on a red square, also
    destroy every common piece adjacent to that square."""
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
    """You may make either one combat move or up to two standard moves in total with your pieces
    other than the War Drummer.
    """
    step = e.may_move(combat(e.own & ~e.being.bit))
    if step and not step.equal:
        for _ in e.up_to(2, done=1):
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
    """Destroy every non-legendary piece orthogonally adjacent to the Hill Giant, yours included."""
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
    """Make up to three combat moves with your pieces, the Warlord included. If you make three,
    at least one of them must be his."""
    has_moved = False
    for number in e.up_to(3):
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
    """Gain an action. For the next being you summon this turn, one enemy piece may stand in for
    one of yours in the pattern."""
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
    """If summoned on a green square, gain two actions. If summoned on a red square, you may
    destroy one heroic piece and one common piece anywhere on the board, or only one of the two."""
    if BIT[e.summoned_at] & GREEN:
        e.gain_action(2)
    elif BIT[e.summoned_at] & RED:
        for number in e.up_to(2):
            e.may_destroy(e.heroic if number == 1 else e.common)


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
    """You may destroy pieces diagonally adjacent to the Legend Slayer: either one legendary piece
    or up to two non-legendary pieces.
    """
    victim = e.may_destroy(e.being.diagonal)
    if victim and victim.rank != LEGENDARY:
        for _ in e.up_to(2, done=1):
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
    """Destroy every adjacent common enemy piece. If this destroys two or more, gain an action."""
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
    """The Hungry Bear may make one standard move. If this destroys a piece, it may make one more
    standard move."""
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
    """If summoned on a red or green square other than the central square, the Werewolf may make
    up to three combat moves. Otherwise it may make one standard move."""
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
    """You may upgrade one common piece used to summon the Clan Guardian."""
    e.may_upgrade(e.common & e.match.marked)
