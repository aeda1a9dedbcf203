"""Tests of the keyboard's square: where each key moves it."""

from __future__ import annotations

import pytest

from tashkalar.position.board import NAMES, SQUARES
from tashkalar.ui.screen.cursor import neighbor_square, next_square, square_for_key

ALL = [NAMES[square] for square in SQUARES]


@pytest.mark.parametrize(
    ("square", "direction", "there"),
    [
        ("e5", "n", "e6"),
        ("e5", "s", "e4"),
        ("e5", "w", "d5"),
        ("e5", "e", "f5"),
        ("e9", "n", "e9"),  # the edge
        ("a5", "w", "a5"),
        ("a3", "s", "a3"),  # below it the corner is cut
        ("c1", "w", "c1"),
    ],
)
def test_arrows(square: str, direction: str, there: str) -> None:
    assert neighbor_square(square, direction) == there


def test_arrows_reach_every_square() -> None:
    reached = {"e5"}
    waiting = ["e5"]
    while waiting:
        here = waiting.pop()
        new = {neighbor_square(here, direction) for direction in "nesw"} - reached
        reached |= new
        waiting += new
    assert reached == set(ALL)


def test_from_one_square_that_can_be_chosen_to_the_next() -> None:
    wanted = {"c1", "e5", "g9"}
    assert [next_square(name, wanted, 1) for name in ("e5", "g9", "c1")] == ["g9", "c1", "e5"]
    assert [next_square(name, wanted, -1) for name in ("e5", "c1", "g9")] == ["c1", "g9", "e5"]
    assert next_square("e5", {"e5"}, 1) == "e5"
    assert next_square("e5", (), 1) == "e5"


@pytest.mark.parametrize(
    ("square", "key", "there"),
    [
        ("e5", "b", "b5"),
        ("e5", "9", "e9"),
        ("e9", "a", "a7"),  # the nearest one beside the cut corner
        ("a5", "1", "c1"),
        ("e5", "0", "e5"),
    ],
)
def test_letters_and_digits(square: str, key: str, there: str) -> None:
    assert square_for_key(square, key) == there


def test_a_letter_and_a_digit_name_any_square() -> None:
    for name in ALL:
        by_file = square_for_key(square_for_key("e5", name[0]), name[1])
        assert name in (by_file, square_for_key(square_for_key("e5", name[1]), name[0]))
