"""Tests that the small boards of terms follow from the rules."""

from __future__ import annotations

import json

import pytest

from tashkalar.position.board import DIAGONAL, NAMES, NEAR, ORTHOGONAL, SQUARE_OF, distance, names
from tashkalar.ui.reference import glossary, rulebook
from tashkalar.ui.reference.term_diagrams import (
    SECTION_DIAGRAMS,
    TERM_DIAGRAMS,
    Diagram,
    DiagramView,
    diagram_view,
)
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.support import arrange, offered, pattern_at, play
from tests.ui.table import LOCALE

MIDDLE = SQUARE_OF["e5"]
EVERY = [
    pytest.param(scene, id=f"{name}-{scene.caption}")
    for table in (TERM_DIAGRAMS, SECTION_DIAGRAMS)
    for name, diagram in table.items()
    for scene in diagram
]


def scenes(term: str) -> tuple[DiagramView, ...]:
    """The small boards of a term."""
    return tuple(diagram_view(scene, "northern", "sylvan") for scene in TERM_DIAGRAMS[term])


def around_e5(scene: DiagramView, sign: str) -> set[str]:
    """The squares with a sign, when the being in the scene stands on e5."""
    being = next(spot for spot in scene.squares if spot.rank)
    return {
        NAMES[MIDDLE + (spot.x - being.x) - 9 * (spot.y - being.y)]
        for spot in scene.squares
        if sign in spot.signs
    }


class TestPictures:
    def test_every_term_and_every_chapter_has_one(self) -> None:
        assert list(SECTION_DIAGRAMS) == list(rulebook.RULE_NUMBERS)
        assert set(TERM_DIAGRAMS) == set(glossary.TERMS)
        assert all((*TERM_DIAGRAMS.values(), *SECTION_DIAGRAMS.values()))

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_captions_are_said_and_all_of_them_used(self, language: str) -> None:
        terms = json.loads((LOCALE / language / "terms.json").read_text("utf-8"))
        diagrams = (*TERM_DIAGRAMS.values(), *SECTION_DIAGRAMS.values())
        used = {f"diagram.{scene.caption}" for diagram in diagrams for scene in diagram}
        assert used == {key for key in terms if key.startswith("diagram.")}

    @pytest.mark.parametrize("scene", EVERY)
    def test_everything_is_on_the_small_board(self, scene: Diagram) -> None:
        shown = diagram_view(scene, "northern", "sylvan")
        places = {(spot.x, spot.y) for spot in shown.squares}
        assert len(places) == len(shown.squares) > 0
        ends = {(way.x, way.y) for way in shown.arrows} | {(w.to_x, w.to_y) for w in shown.arrows}
        assert ends <= places
        marks = " ".join(
            (scene.destroyed, scene.used_squares, scene.target_squares, scene.gateway_square)
        ).split()
        ghosts = [spot for spot in shown.squares if spot.is_new]
        assert sum(len(spot.signs) for spot in shown.squares) >= len(marks) + len(ghosts)
        assert len(ghosts) == bool(scene.new_being) or scene.caption == "shortage-same"


class TestWhatTheyShow:
    @pytest.mark.parametrize(
        ("picture", "card", "enemy", "allowed"),
        [
            (picture, card, enemy, allowed)
            for picture, card in (("standard-move", "hungry-bear"), ("combat-move", "wolf-rider"))
            for scene in scenes(picture)
            for enemy, allowed in [(scene.squares[1].rank, scene.arrows[0].is_allowed)]
        ],
    )
    def test_moves_run_over_what_the_engine_lets_them(
        self, picture: str, card: str, enemy: str, allowed: bool
    ) -> None:
        """R11.5, tried with a heroic being that moves once it is summoned."""
        pattern = pattern_at(card, "e5")
        at = next(name for name in names(NEAR[MIDDLE]) if name not in pattern)
        board = {**pattern, at: f"2 {enemy}"}
        game = play(arrange(board, school="highland", hand=[card]), f"{card}@e5")
        assert (f"e5-{at}" in offered(game)) == allowed

    def test_what_a_way_says_of_a_rank_its_caption_says(self) -> None:
        for picture in ("standard-move", "combat-move", "standard-leap", "combat-leap"):
            for scene in scenes(picture):
                assert scene.caption.id.endswith("yes" if scene.arrows[0].is_allowed else "no")

    def test_adjacent(self) -> None:
        """R2.6."""
        every, orthogonal, diagonal = scenes("adjacent")
        assert around_e5(every, "target") == set(names(NEAR[MIDDLE]))
        assert around_e5(orthogonal, "target") == set(names(ORTHOGONAL[MIDDLE]))
        assert around_e5(diagonal, "target") == set(names(DIAGONAL[MIDDLE]))

    def test_distance(self) -> None:
        """R2.7: the number on a square is its distance."""
        (scene,) = scenes("distance")
        being = next(spot for spot in scene.squares if spot.rank)
        for spot in scene.squares:
            there = MIDDLE + (spot.x - being.x) - 9 * (spot.y - being.y)
            assert spot.digit in ("", str(distance(MIDDLE, there)))
