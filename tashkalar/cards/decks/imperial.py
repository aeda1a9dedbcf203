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
    """You may destroy a common enemy piece diagonally adjacent to the Swordmaster. If you do,
    upgrade the Swordmaster."""
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
    """One of your non-legendary pieces may make any number of standard moves, all in the same
    direction."""
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
    """Make up to two moves with your pieces, each onto an empty square: with one piece or with
    two different ones."""
    for _ in e.up_to(2):
        if not e.may_move(standard(e.own, e.empty)):
            break


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
    """If you have no actions left after this summoning, nothing happens. Otherwise destroy the
    Bomb and every adjacent common piece, yours included."""
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
    """Upgrade one of your common pieces other than the Chronicler. The upgraded piece may then
    make one standard move."""
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
    """Destroy the piece on the marked square, whatever its color and rank. If there was none,
    the Assassin may move onto that square."""
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
    """Gain an action. Destroy the enemy piece on the marked square, if there is one."""
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
    """Place up to two new common pieces of yours on empty marked squares."""
    for _ in e.up_to(2):
        if not e.may_place(e.match.marked):
            break


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
    """Choose an enemy color. Up to three of its common pieces, or up to two of its heroic
    pieces, make one combat move each."""
    step = e.may_move(combat(e.enemies & e.nonlegendary))
    if not step:
        return
    here = BIT[step.target]
    of_rank, most = (e.common, 3) if e.common & here else (e.heroic, 2)
    waiting = e.state.colours[e.state.owner_at(here)] & of_rank & ~here
    for _ in e.up_to(most, done=1):
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
    """You may fire along one of the arrows: destroy every common piece in that direction, yours
    included."""
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
    """You may destroy an adjacent enemy piece. If that piece was legendary, destroy the Champion
    too and gain an action."""
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
    """Make up to two combat moves with your pieces other than the Infantry Captain: with one
    piece or with two different ones."""
    for _ in e.up_to(2):
        if not e.may_move(combat(e.own & ~e.being.bit)):
            break


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
    """Choose one of your pieces other than the Cavalry Captain. It may make up to three moves in
    any order, at most one of them a combat move and at most two of them standard moves."""
    mover, way = e.own & ~e.being.bit, combat
    for _ in e.up_to(3):
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
    """The Gryphon Rider may make one combat leap. If she does, you may downgrade her. If you
    downgrade her, place a new common piece of yours on an empty square adjacent to her."""
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
    """The Knight may make up to three combat moves, but none of them onto a common piece."""
    for _ in e.up_to(3):
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
    """The High Priestess may make one standard move. Then, whether she moved or not, you may
    upgrade a common piece adjacent to her."""
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
    """Make up to three moves in any mix: standard moves with the Master of Intrigue and combat
    moves with non-legendary pieces used to summon him. A piece may move more than once."""
    helpers = [e.track(s) for s in squares(e.match.used)]
    for _ in e.up_to(3):
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
    """You may fire along one of the arrows: destroy the first two pieces in that direction,
    yours included. A legendary piece is not destroyed and stops the shot."""
    met = [s for s in aim(e) if BIT[s] & e.pieces]
    for square in met[:2]:
        if BIT[square] & e.legendary:
            break
        e.destroy(square)
