"""The flares. Most halves share a small number of effects, each defined once."""

from __future__ import annotations

from tashkalar.cards.catalogue import flare
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, combat_leap, standard, standard_leap
from tashkalar.position.board import COMMON, HEROIC


def choose_possible_option(e: Effect, **possible: bool) -> str | None:
    """Ask for one of the alternatives that can be carried out (R10.9)."""
    return e.choose_option(*(name for name, can in possible.items() if can))


def can_place_common(e: Effect) -> bool:
    """Return whether a common piece is in supply; the board is never full."""
    return e.state.supply(e.me, COMMON) > 0


def place_common(e: Effect) -> None:
    """Place a new common piece of yours on any empty square."""
    e.must_place(e.empty)


def place_two_commons(e: Effect) -> None:
    """Place two new common pieces of yours on empty squares."""
    for _ in e.up_to(2):
        e.must_place(e.empty)


def place_heroic(e: Effect) -> None:
    """Place a new heroic piece of yours on any empty square."""
    e.must_place(e.empty, HEROIC)


def place_or_convert(e: Effect) -> None:
    """Choose one: place a new common piece of yours on any empty square; or convert a common
    enemy piece into a common piece of yours."""
    targets = e.common & e.convertible(COMMON)
    if choose_possible_option(e, place=can_place_common(e), convert=targets != 0) == "convert":
        e.must_convert(targets, COMMON)
    else:
        e.must_place(e.empty)


def place_or_upgrade(e: Effect) -> None:
    """Choose one: place a new common piece of yours on any empty square; or upgrade one of your
    common pieces."""
    commons = e.own & e.common
    if choose_possible_option(e, place=can_place_common(e), upgrade=commons != 0) == "upgrade":
        e.must_upgrade(commons)
    else:
        e.must_place(e.empty)


def move_or_upgrade(e: Effect) -> None:
    """Choose one: make one standard move with one of your common pieces; or upgrade one of your
    common pieces."""
    commons = e.own & e.common
    if (
        choose_possible_option(e, move=e.can_move(standard(commons)), upgrade=commons != 0)
        == "upgrade"
    ):
        e.must_upgrade(commons)
    else:
        e.must_move(standard(commons))


def gain_action(e: Effect) -> None:
    """Gain an action."""
    e.gain_action()


def upgrade_and_gain_action(e: Effect) -> None:
    """Upgrade one of your common pieces. Gain an action."""
    e.must_upgrade(e.own & e.common)
    e.gain_action()


def three_standard_moves(e: Effect) -> None:
    """Make up to three standard moves with your common pieces: with one piece or with several."""
    for _ in e.up_to(3):
        if not e.may_move(standard(e.own & e.common)):
            break


def standard_and_combat_move(e: Effect) -> None:
    """Your common pieces may make one standard move and one combat move in either order, or only
    one of the two: with one piece or with two different ones."""
    kind = combat
    for _ in e.up_to(2):
        step = e.may_move(kind(e.own & e.common))
        if not step:
            break
        kind = standard if step.equal else combat  # only this uses the combat move up


def combat_or_two_standard_moves(e: Effect) -> None:
    """Your non-legendary pieces may make either one combat move or up to two standard moves:
    with one piece or with two different ones."""
    step = e.may_move(combat(e.own & e.nonlegendary))
    if step and not step.equal:  # then it was as good as a standard move
        for _ in e.up_to(2, done=1):
            e.may_move(standard(e.own & e.nonlegendary))


def leap_standard(e: Effect) -> None:
    """One of your common pieces may make one standard leap, onto any empty square."""
    e.may_move(standard_leap(e.own & e.common))


def leap_combat(e: Effect) -> None:
    """One of your common pieces may make one combat leap."""
    e.may_move(combat_leap(e.own & e.common))


flare("flare-01", upper=(3, place_common), lower=(6, place_heroic))
flare("flare-02", upper=(4, place_common), lower=(4, place_common))
flare("flare-03", upper=(3, three_standard_moves), lower=(5, gain_action))
flare("flare-04", upper=(4, place_common), lower=(5, place_or_convert))
flare("flare-05", upper=(3, move_or_upgrade), lower=(6, place_two_commons))
flare("flare-06", upper=(4, place_or_upgrade), lower=(4, leap_combat))
flare("flare-07", upper=(4, place_common), lower=(6, upgrade_and_gain_action))
flare("flare-08", upper=(4, gain_action), lower=(5, place_common))
flare("flare-09", upper=(5, place_heroic), lower=(4, standard_and_combat_move))
flare("flare-10", upper=(5, place_two_commons), lower=(5, place_common))
flare("flare-11", upper=(3, place_common), lower=(4, combat_or_two_standard_moves))
flare("flare-12", upper=(2, leap_standard), lower=(5, gain_action))
