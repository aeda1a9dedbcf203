"""The Imperial deck, shared by the Northern and the Southern Imperial school."""

from __future__ import annotations

from functools import partial

from tashkalar.cards.catalogue import being
from tashkalar.cards.schools import School
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, combat_leap, standard
from tashkalar.position.board import BIT, COMMON, HEROIC, LEGENDARY, Square, squares

NORTHERN = School("northern", "imperial")
SOUTHERN = School("southern", "imperial")

imperial = partial(being, NORTHERN.deck)


def aim(e: Effect) -> tuple[Square, ...]:
    """You may choose an arrow that points at a piece: the squares along it, nearest first."""
    arrows = [d for d in e.match.directions if any(BIT[s] & e.pieces for s in e.being.ray(d))]
    direction = e.choose_direction(arrows, optional=True)
    return () if direction is None else e.being.ray(direction)


@imperial(
    "Swordmaster",
    COMMON,
    """
    +c+
    .@.
    +c+
    """,
)
def swordmaster(e: Effect) -> None:
    """You may destroy a diagonally adjacent common enemy piece; if you do, upgrade it."""
    if e.may_destroy(e.enemies & e.common & e.being.diagonal):
        e.upgrade(e.being.square)


@imperial(
    "Messenger",
    COMMON,
    """
    @..
    .c.
    ..c
    """,
)
def messenger(e: Effect) -> None:
    """A non-legendary piece of yours may make standard moves in one direction."""
    step = e.may_move(standard(e.own & e.nonlegendary))
    while step:
        step = e.may_move(standard(BIT[step.target], e.onward(step)))


@imperial(
    "Herald",
    COMMON,
    """
    @..
    .cc
    .c.
    """,
)
def herald(e: Effect) -> None:
    """Up to two moves of your pieces, onto empty squares only."""
    if e.may_move(standard(e.own, e.empty)):
        e.may_move(standard(e.own, e.empty))


@imperial(
    "Bomb",
    COMMON,
    """
    +++
    +@+
    ++c
    ..c
    """,
)
def bomb(e: Effect) -> None:
    """With an action left, the Bomb and all common pieces next to it are destroyed."""
    if e.state.actions:
        e.destroy_all(e.being.bit | e.common & e.being.near)


@imperial(
    "Chronicler",
    COMMON,
    """
    .c.
    c@c
    """,
)
def chronicler(e: Effect) -> None:
    """Upgrade another common piece of yours; it may make a standard move."""
    upgraded = e.must_upgrade(e.own & e.common & ~e.being.bit)
    if upgraded:
        e.may_move(standard(BIT[upgraded]))


@imperial(
    "Assassin",
    HEROIC,
    """
    ..c.
    .c..
    c.*.
    ...@
    """,
)
def assassin(e: Effect) -> None:
    """Destroy any piece on the marked square; if there was none, he may move there."""
    if not e.destroy_all(e.match.marked):
        e.may_move(standard(e.being.bit, e.match.marked))


@imperial(
    "Time Mage",
    HEROIC,
    """
    .c@
    c*c
    .c.
    """,
)
def time_mage(e: Effect) -> None:
    """Gain an action; destroy an enemy piece on the marked square."""
    e.gain_action()
    e.destroy_all(e.enemies & e.match.marked)


@imperial(
    "Summoner",
    HEROIC,
    """
    *.*.*
    .***.
    **@**
    .ccc.
    """,
)
def summoner(e: Effect) -> None:
    """You may place one or two common pieces on marked squares."""
    if e.may_place(e.match.marked):
        e.may_place(e.match.marked)


@imperial(
    "Hypnotist",
    HEROIC,
    """
    ..c
    c@c
    c..
    """,
)
def hypnotist(e: Effect) -> None:
    """Up to three common or two heroic pieces of one enemy colour make a combat move each."""
    step = e.may_move(combat(e.enemies & e.nonlegendary))
    if not step:
        return
    here = BIT[step.target]
    of_rank, more = (e.common, 2) if e.common & here else (e.heroic, 1)
    waiting = e.state.colours[e.state.owner_at(here)] & of_rank & ~here
    for _ in range(more):
        step = e.may_move(combat(waiting))
        if not step:
            break
        waiting &= ~(BIT[step.origin] | BIT[step.target])


@imperial(
    "Cannon",
    HEROIC,
    """
    .789
    .c#6
    c123
    """,
)
def cannon(e: Effect) -> None:
    """You may fire along an arrow: all common pieces in that direction are destroyed."""
    e.destroy_all(e.common & sum(BIT[s] for s in aim(e)))


@imperial(
    "Champion",
    HEROIC,
    """
    +++
    c@+
    cc+
    .c.
    """,
)
def champion(e: Effect) -> None:
    """You may destroy an adjacent enemy piece; a legendary one takes him along, for an action."""
    victim = e.may_destroy(e.enemies & e.being.near)
    if victim and victim.rank == LEGENDARY:
        e.destroy(e.being.square)
        e.gain_action()


@imperial(
    "Infantry Captain",
    HEROIC,
    """
    ..@..
    cc.cc
    """,
)
def infantry_captain(e: Effect) -> None:
    """Up to two combat moves of your pieces other than the Captain."""
    if e.may_move(combat(e.own & ~e.being.bit)):
        e.may_move(combat(e.own & ~e.being.bit))


@imperial(
    "Cavalry Captain",
    HEROIC,
    """
    .@.
    c.c
    c.c
    """,
)
def cavalry_captain(e: Effect) -> None:
    """Up to three moves of another piece of yours, one combat move and two standard moves."""
    mover, way = e.own & ~e.being.bit, combat
    for _ in range(3):
        step = e.may_move(way(mover))
        if not step:
            break
        mover = BIT[step.target]
        if step.equal:  # only this uses the combat move up
            way = standard


@imperial(
    "Gryphon Rider",
    HEROIC,
    """
    .c@.
    c.c.
    ...c
    """,
)
def gryphon_rider(e: Effect) -> None:
    """A combat leap; then you may downgrade her to place a common piece next to her."""
    if not e.may_move(combat_leap(e.being.bit)):
        return
    if e.choose_square("downgrade", e.being.bit & e.downgradable, optional=True):
        e.downgrade(e.being.square)
        e.must_place(e.being.near)


@imperial(
    "Knight",
    HEROIC,
    """
    .@.
    ccc
    c..
    """,
)
def knight(e: Effect) -> None:
    """Up to three combat moves with the Knight, not onto common pieces."""
    for _ in range(3):
        if not e.may_move(combat(e.being.bit, e.empty | e.heroic)):
            break


@imperial(
    "High Priestess",
    HEROIC,
    """
    .#.
    ...
    c.c
    """,
)
def high_priestess(e: Effect) -> None:
    """A standard move with her; then you may upgrade any common piece next to her."""
    e.may_move(standard(e.being.bit))
    e.may_upgrade(e.common & e.being.near)


@imperial(
    "Master of Intrigue",
    HEROIC,
    """
    C.C
    .@.
    C.C
    """,
)
def master_of_intrigue(e: Effect) -> None:
    """Up to three moves: standard ones with him, combat ones with those who summoned him."""
    helpers = [e.track(s) for s in squares(e.match.used)]
    for _ in range(3):
        able = e.nonlegendary & sum(helper.bit for helper in helpers)
        if not e.may_move(standard(e.being.bit), combat(able)):
            break


@imperial(
    "Gun Tower",
    HEROIC,
    """
    4@6
    .cc
    .cc
    """,
)
def gun_tower(e: Effect) -> None:
    """You may destroy the first two pieces along an arrow; a legendary one stops the shot."""
    met = [s for s in aim(e) if BIT[s] & e.pieces]
    for square in met[:2]:
        if BIT[square] & e.legendary:
            break
        e.destroy(square)
