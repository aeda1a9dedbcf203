"""The Imperial deck, shared by the Northern and the Southern Empire."""

from __future__ import annotations

from functools import partial

from tashkalar.board import BIT, COMMON, HEROIC
from tashkalar.cards.catalogue import being
from tashkalar.effect import Effect, combat, standard

imperial = partial(being, "imperial")


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
    if e.may_destroy(e.enemies & e.common & e.being.diagonal) and e.being.bit:
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
