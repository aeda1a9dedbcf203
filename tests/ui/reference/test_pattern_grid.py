"""The drawing of a card: its grid agrees with the printed pattern, and so do its words."""

from __future__ import annotations

import re

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.position.board import COMPASS, DIRECTIONS, RANKS
from tashkalar.site.paths import ROOT
from tashkalar.ui.reference.pattern_grid import MIN_GRID_SIZE, CellView, pattern_label, pattern_view
from tests.ui.table import said

BEINGS = tuple(cards.BEINGS.values())
STEP = {name: (x, -y) for name, x, y in COMPASS}


def at(card: Being) -> dict[tuple[int, int], CellView]:
    """The cells by their step from the summoning square: to the right, downwards."""
    view = pattern_view(card)
    return {(c.x - view.target[0], c.y - view.target[1]): c for c in view.cells}


def outlined(path: str) -> list[tuple[int, int]]:
    """The cells in which the closed outlines of a path begin, each 100 units wide."""
    starts = re.findall(r"M(\d+) (\d+)h[^M]*z", path)
    assert len(starts) == path.count("M")
    return [(int(x) // 100, int(y) // 100) for x, y in starts]


def test_there_are_120() -> None:
    assert len(BEINGS) == 120


def apart(card: Being) -> set[tuple[int, int]]:
    """The cells marked in the second way, and the mirror images of marked ones."""
    shape = card.shape
    return {(x, -y) for x, y in (*shape.special, *(image for _, image in shape.pairs))}


class TestGrid:
    def test_every_cell_once_row_by_row(self) -> None:
        for card in BEINGS:
            view = pattern_view(card)
            assert [(c.x, c.y) for c in view.cells] == [
                (x, y) for y in range(view.rows) for x in range(view.columns)
            ]

    def test_the_paths_go_around_all_cells_and_all_marked_ones(self) -> None:
        for card in BEINGS:
            view = pattern_view(card)
            assert outlined(view.cells_path) == [(c.x, c.y) for c in view.cells]
            marked = {(x, y) for (x, y), cell in at(card).items() if cell.is_marked}
            left, top = view.target
            assert {(x - left, y - top) for x, y in outlined(view.marked_path)} == marked

    def test_boards_in_other_pages_draw_the_same_cells(self) -> None:
        script = (ROOT / "static/js/picture/hand.js").read_text(encoding="utf-8")
        (outline,) = re.findall(r'CELL_OUTLINE = "([^"]+)"', script)
        path = pattern_view(cards.BEINGS["knight"]).cells_path
        assert path.startswith(f"M12 3{outline}M112 3{outline}")
        assert "SIDE + 12} ${y * SIDE + 3}${CELL_OUTLINE}" in script

    def test_not_too_small_and_no_larger_than_needed(self) -> None:
        for card in BEINGS:
            view = pattern_view(card)
            steps = [(0, 0), *card.marked, *apart(card), *((x, y) for x, y, _ in card.pattern)]
            width = max(x for x, _ in steps) - min(x for x, _ in steps) + 1
            height = max(y for _, y in steps) - min(y for _, y in steps) + 1
            assert (view.columns, view.rows) == (
                max(MIN_GRID_SIZE, width),
                max(MIN_GRID_SIZE, height),
            )
            assert MIN_GRID_SIZE == 3

    def test_a_small_pattern_is_widened_around_its_target(self) -> None:
        assert pattern_view(cards.BEINGS["forest-wardens"]).target == (2, 1)
        assert pattern_view(cards.BEINGS["sapling"]).target == (1, 0)

    def test_required_pieces(self) -> None:
        for card in BEINGS:
            ranks = {(x, y, cell.rank) for (x, y), cell in at(card).items() if cell.rank}
            assert ranks == set(card.pattern)

    def test_marked_squares(self) -> None:
        for card in BEINGS:
            cells = {step for step, cell in at(card).items() if cell.is_marked}
            assert cells == set(card.marked)

    def test_squares_marked_in_the_second_way_and_mirror_squares(self) -> None:
        cells = {
            card.id: special
            for card in BEINGS
            if (special := {step for step, cell in at(card).items() if cell.is_special})
        }
        assert cells["gate-of-oblivion"] == {(0, 1)}
        assert cells["crystal-mirror"] == {(x, y) for x in (1, 2) for y in (-1, 0, 1)}
        assert cells == {card.id: apart(card) for card in BEINGS if apart(card)}

    def test_one_target_but_in_a_detached_pattern(self) -> None:
        for card in BEINGS:
            targets = [step for step, cell in at(card).items() if cell.is_target]
            assert targets == ([] if card.id == "time-traveler" else [(0, 0)])

    def test_arrows(self) -> None:
        for card in BEINGS:
            assert pattern_view(card).arrows == tuple(DIRECTIONS[d] for d in card.shape.directions)

    def test_as_drawn(self) -> None:
        """The grid has every letter of the drawing in its place."""
        for card in BEINGS:
            places = [
                ((x, y), c) for y, line in enumerate(card.shape.art) for x, c in enumerate(line)
            ]
            centre = next(
                (place for place, c in places if c in "@#HL"),
                next(place for place, c in places if c in "chlCU"),
            )
            cells = at(card)
            arrows = {STEP[name] for name in pattern_view(card).arrows}
            for y, line in enumerate(card.shape.art):
                for x, letter in enumerate(line):
                    step = (x - centre[0], y - centre[1])
                    rank = {"c": 0, "C": 0, "#": 0, "h": 1, "U": 1, "H": 1, "l": 2, "L": 2}.get(
                        letter
                    )
                    cell = cells.get(step)
                    assert (cell.rank if cell else None) == (None if rank is None else RANKS[rank])
                    assert (cell is not None and cell.is_marked) == (letter in "CU*")
                    assert (cell is not None and cell.is_special) == (letter in "om")
                    assert (step in arrows) == letter.isdigit()


def words(name: str) -> str:
    return said(pattern_label(cards.BEINGS[name]))


class TestWords:
    def test_a_being(self) -> None:
        assert words("knight") == (
            "Pattern: common piece 1 down and 1 left, common piece 1 down, "
            "common piece 1 down and 1 right, common piece 2 down and 1 left."
        )

    def test_a_piece_on_the_summoning_square(self) -> None:
        assert "common piece on the summoning square" in words("dryad")
        assert "summoning square" not in words("knight")

    def test_upwards(self) -> None:
        assert words("clan-axeman") == (
            "Pattern: common piece 1 up and 1 right, common piece 1 down and 1 left."
        )

    def test_marked_squares(self) -> None:
        assert words("clan-guardian").endswith("Marked: 2 left, 1 left, 1 right.")

    def test_arrows(self) -> None:
        assert words("kiskin-leafsplitter").endswith(
            "Arrows: Northwest ↖, Northeast ↗, Southwest ↙, Southeast ↘."
        )

    def test_squares_marked_in_another_way(self) -> None:
        assert words("gate-of-oblivion").endswith(" Marked in another way: 1 down.")
        assert "Marked: 1 up and 2 left, " in words("crystal-mirror")
        assert " Mirror squares in the same order: 1 up and 2 right, " in words("crystal-mirror")

    def test_a_detached_pattern(self) -> None:
        assert words("time-traveler") == (
            "Pattern, anywhere on the board: common piece, and seen from it "
            "common piece 1 down and 1 right, common piece 2 down and 2 right."
        )

    def test_says_every_piece_mark_and_arrow(self) -> None:
        for card in BEINGS:
            text = said(pattern_label(card))
            assert "⟨" not in text
            pieces, _, marked = text.partition(" Marked: ")
            for rank in RANKS:
                wanted = [r for _, _, r in card.pattern if r == rank]
                assert len(re.findall(rf"\b{rank} piece\b", pieces)) == len(wanted)
            assert bool(marked) == bool(card.marked)
            assert ("Arrows:" in text) == bool(card.shape.directions)
            where = [
                text
                for x, y in card.marked
                if (text := " and ".join(_steps(x, y))) and text not in marked
            ]
            assert where == []
            for x, y, rank in card.pattern:
                if (x, y) != (0, 0):
                    assert f"{rank} piece {' and '.join(_steps(x, y))}" in pieces


def _steps(x: int, y: int) -> list[str]:
    """A step in words: dy downwards, then dx to the right."""
    cells = [f"{abs(y)} {'down' if y > 0 else 'up'}"] if y else []
    return cells + ([f"{abs(x)} {'right' if x > 0 else 'left'}"] if x else [])
