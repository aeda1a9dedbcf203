"""The small boards in the list of the puzzles."""

from __future__ import annotations

from tashkalar.features.puzzles.thumbnail import thumbnail_paths
from tashkalar.formats.puzzle_boards import PictureStones


def test_the_pieces_of_a_school_and_rank_are_one_path() -> None:
    stones = (
        PictureStones("sylvan", "common", ("c1", "a5")),
        PictureStones("highland", "legendary", ("e5",)),
    )
    green, yellow = thumbnail_paths(stones)
    assert (green.school, yellow.school) == ("sylvan", "highland")
    assert green.drawing.startswith("M250 850m") and "M50 450m" in green.drawing
    assert yellow.drawing.startswith("M450 450m") and yellow.drawing.count("M") == 1
