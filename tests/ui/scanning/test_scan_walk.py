"""The walk of the focus: cards first, squares in the order of ``n``, rows, buttons, and rest."""

from __future__ import annotations

from tashkalar.features.scanning.scan_walk import (
    MAX_ROUNDS,
    MAX_SINGLE_SQUARES,
    Offer,
    ScanWalk,
    order_squares,
    stops_of,
)

CARDS = Offer(("knight", "bomb"), ("e5", "d4"), ("end", "undo", "menu"), decision=1)
WIDE = Offer((), ("a4", "c1", "b4", "d1", "c2", "d2", "e2"), ("menu",), decision=2)


def walked(walk: ScanWalk, offer: Offer, steps: int) -> list[tuple[str, ...]]:
    stops = [walk.advance(offer) for _ in range(steps)]
    return [stop.keys if stop else () for stop in stops]


def test_cards_come_first_then_squares_then_buttons() -> None:
    order = ["knight", "bomb", "d4", "e5", "end", "undo", "menu"]
    assert walked(ScanWalk(), CARDS, 8) == [(key,) for key in (*order, "knight")]
    assert order_squares(["b2", "a2", "c1"]) == ("c1", "a2", "b2")


def test_many_squares_are_walked_by_rows() -> None:
    assert len(WIDE.squares) > MAX_SINGLE_SQUARES
    rows = [stop.keys for stop in stops_of(WIDE)]
    assert rows == [("c1", "d1"), ("c2", "d2", "e2"), ("a4", "b4"), ("menu",)]
    walk = ScanWalk()
    walked(walk, WIDE, 2)
    assert walk.press() == "", "the press opens the row"
    assert walked(walk, WIDE, 3) == [("c2",), ("d2",), ("e2",)]
    assert walk.press() == "e2"


def test_a_row_is_left_after_its_last_square() -> None:
    walk = ScanWalk()
    walked(walk, WIDE, 1)
    walk.press()
    assert walked(walk, WIDE, 3) == [("c1",), ("d1",), ("c2", "d2", "e2")]


def test_another_decision_begins_anew_and_another_offer_goes_on() -> None:
    walk = ScanWalk()
    walked(walk, CARDS, 3)
    assert walked(walk, CARDS._replace(last=("undo",)), 2) == [("e5",), ("undo",)]
    assert walked(walk, CARDS._replace(decision=3), 1) == [("knight",)]
    walked(walk, CARDS, 3)
    assert walk.press() == "d4"
    assert walked(walk, CARDS, 1) == [("knight",)]


def test_the_walk_rests_until_a_press_or_another_decision() -> None:
    walk = ScanWalk()
    once = len(stops_of(CARDS))
    assert () not in walked(walk, CARDS, once * MAX_ROUNDS)
    assert walked(walk, CARDS, 2) == [(), ()]
    assert walk.press() == "", "the press only wakes"
    assert walked(walk, CARDS, 1) == [("knight",)]
    walked(walk, CARDS, once * MAX_ROUNDS)
    assert walked(walk, WIDE, 1) == [("c1", "d1")]


def test_nothing_to_choose_marks_nothing() -> None:
    walk = ScanWalk()
    assert walked(walk, Offer(), 2) == [(), ()]
    assert walk.press() == ""
