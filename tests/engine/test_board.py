"""Tests of squares, masks and geometry (R2)."""

import pytest

from tashkalar.position.board import (
    ARENA,
    BIT,
    CENTRAL_NINE,
    COLOURED,
    COMPASS,
    DIAGONAL,
    DIRECTIONS,
    DUEL_MARKS,
    GREEN,
    NAMES,
    NEAR,
    ORTHOGONAL,
    RAYS,
    RED,
    SQUARE_OF,
    SQUARES,
    WITHIN,
    direction_between,
    distance,
    from_column_row,
    mask_of,
    names,
    rows,
    spread,
    squares,
)

# R2.2: columns from the left, rows from the top.
MISSING = "1,1 2,1 1,2 8,1 9,1 9,2 1,8 1,9 2,9 9,8 8,9 9,9"
CELLS = {(c, r) for c in range(1, 10) for r in range(1, 10) if f"{c},{r}" not in MISSING.split()}


def cells_named(text: str) -> set[str]:
    return set(text.split())


def test_the_board_has_69_squares_and_cut_corners() -> None:
    assert {from_column_row(c, r) for c, r in CELLS} == set(SQUARES)  # R2.1, R2.2
    assert len(SQUARES) == 69 == ARENA.bit_count() == len(SQUARE_OF)
    for corner in cells_named("a1 a2 b1 h1 i1 i2 a8 a9 b9 h9 i8 i9"):
        assert corner not in SQUARE_OF


def test_no_square_is_falsy() -> None:
    assert 0 not in SQUARES


@pytest.mark.parametrize(
    ("column", "row", "name"),
    [(1, 3, "a7"), (9, 7, "i3"), (5, 5, "e5"), (3, 1, "c9"), (4, 2, "d8"), (7, 9, "g1")],
)
def test_columns_and_rows_of_the_rules_have_names(column: int, row: int, name: str) -> None:
    assert NAMES[from_column_row(column, row)] == name
    assert SQUARE_OF[name] == from_column_row(column, row)


def test_coloured_squares_and_marks() -> None:
    def cells(text: str) -> int:
        pairs = [pair.split(",") for pair in text.split()]
        return sum(BIT[from_column_row(int(c), int(r))] for c, r in pairs)

    assert cells("4,2 8,6 3,8 5,5") == RED  # R2.3
    assert cells("3,3 7,3 9,4 1,5 6,8") == GREEN
    assert COLOURED == RED | GREEN and not RED & GREEN
    central = sum(BIT[from_column_row(c, r)] for c in (4, 5, 6) for r in (4, 5, 6))
    assert central == CENTRAL_NINE  # R2.4
    assert [NAMES[s] for s in DUEL_MARKS] == ["c5", "g5"]  # R2.5


def test_distance_is_counted_in_king_steps_from_the_rules_formula() -> None:
    for a in CELLS:
        for b in CELLS:
            wanted = max(abs(a[0] - b[0]), abs(a[1] - b[1]))  # R2.7
            assert distance(from_column_row(*a), from_column_row(*b)) == wanted


def test_no_way_round_a_cut_corner_is_longer_than_the_distance() -> None:
    for start in SQUARES:  # R2.7: walking over NEAR takes as many steps as the formula says
        reached, border, steps = BIT[start], BIT[start], 0
        while border:
            for s in squares(border):
                assert distance(start, s) == steps
            border = spread(border) & ~reached
            reached |= border
            steps += 1
        assert reached == ARENA


def test_neighbours_are_orthogonal_or_diagonal() -> None:
    for s in SQUARES:
        assert NEAR[s] == ORTHOGONAL[s] | DIAGONAL[s]
        assert not ORTHOGONAL[s] & DIAGONAL[s]
        assert not NEAR[s] & BIT[s]
        for t in squares(ORTHOGONAL[s]):
            assert (t % 9 == s % 9) != (t // 9 == s // 9)
        for t in squares(NEAR[s]):
            assert NEAR[t] & BIT[s]
    assert set(names(NEAR[SQUARE_OF["e5"]])) == cells_named("d4 e4 f4 d5 f5 d6 e6 f6")
    assert set(names(ORTHOGONAL[SQUARE_OF["a7"]])) == {"a6", "b7"}
    # R2.6: the squares along a cut corner form a diagonal chain.
    assert set(names(NEAR[SQUARE_OF["b8"]])) == cells_named("a7 b7 c7 c8 c9")
    assert not NEAR[SQUARE_OF["a7"]] & BIT[SQUARE_OF["c9"]]


def test_nothing_wraps_around_the_edge() -> None:
    assert set(names(NEAR[SQUARE_OF["i5"]])) == cells_named("h4 i4 h5 h6 i6")
    assert set(names(NEAR[SQUARE_OF["a5"]])) == cells_named("a4 b4 b5 a6 b6")


def test_within_leaves_the_square_itself_out() -> None:  # R11.9
    for s in SQUARES:  # R2.7
        assert WITHIN[0][s] == 0
        for reach in (1, 2, 3):
            wanted = {t for t in SQUARES if 1 <= distance(s, t) <= reach}
            assert set(squares(WITHIN[reach][s])) == wanted
    for cut in set(range(81)) - set(SQUARES):
        assert NEAR[cut] == 0


def test_rays_run_to_the_edge_nearest_first() -> None:
    assert DIRECTIONS == ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    for s in SQUARES:  # R2.8
        for number, (_, dx, dy) in enumerate(COMPASS):
            ray, x, y = [], s % 9 + dx, s // 9 + dy
            while 0 <= x < 9 and 0 <= y < 9 and 9 * y + x in SQUARES:
                ray.append(9 * y + x)
                x, y = x + dx, y + dy
            assert RAYS[s][number] == tuple(ray)
            for t in ray:
                assert direction_between(s, t) == number
    assert [NAMES[s] for s in RAYS[SQUARE_OF["g3"]][DIRECTIONS.index("se")]] == ["h2"]
    assert direction_between(SQUARE_OF["e5"], SQUARE_OF["f7"]) is None
    assert direction_between(SQUARE_OF["e5"], SQUARE_OF["e5"]) is None


def test_masks_and_names() -> None:
    mask = mask_of("i6 c1 e5")
    assert mask == mask_of(["c1", "e5", "i6"])
    assert names(mask) == ["c1", "e5", "i6"]  # board order: from a1 along the ranks
    assert list(squares(mask)) == sorted(squares(mask))
    assert list(squares(0)) == []
    with pytest.raises(KeyError):
        mask_of("a1")


def test_drawing_the_board() -> None:
    lines = rows([(SQUARE_OF["c9"], "x"), (SQUARE_OF["i3"], "y")]).split("\n")
    assert lines[0] == "    x . . . .    "
    assert lines[6] == ". . . . . . . . y"
    assert len(lines) == 9 and "".join(lines).count(".") == 67
