"""The positions beside the diagrams of the rules: each shows what its diagram draws."""

from __future__ import annotations

import json
import re

import pytest

from tashkalar import Game
from tashkalar.position.board import GREEN, NAMES, RANKS, RED, names, squares
from tashkalar.position.ids import colour_number
from tashkalar.site.page_source.diagram_data import diagram_data
from tashkalar.site.page_source.page import make_board_page
from tashkalar.site.paths import ROOT
from tashkalar.site.reference_pages.diagram_scenarios import (
    DIAGRAM_POSITIONS,
    diagram_scenario,
    drawn_pieces,
    drawn_squares,
)
from tashkalar.site.reference_pages.site_pages import SitePages
from tashkalar.ui.reference.term_diagrams import SECTION_DIAGRAMS, Diagram, scenario_url
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.support import offered

ALL = [
    pytest.param(section, number, id=f"{section}-{number}")
    for section, diagrams in SECTION_DIAGRAMS.items()
    for number in range(1, len(diagrams) + 1)
]


def board_of(game: Game) -> dict[str, str]:
    """Return the pieces on the board as in a scenario."""
    state = game.state
    return {
        NAMES[s]: f"{colour_number(state.owner_at(1 << s))} {RANKS[state.rank_at(1 << s)]}"
        for s in squares(state.occupied)
    }


def code_for(game: Game, code: str) -> str:
    """Return the offered decision that is `code`, or its first placement (``code/1``)."""
    codes = [one for one in sorted(offered(game)) if one.partition("/")[0] == code]
    assert codes, f"{code} is not among {sorted(offered(game))}"
    return codes[0]


def opened(section: str, number: int) -> Game:
    """Return the game once its board is as the diagram draws it."""
    game = Game.from_scenario(diagram_scenario(section, number))
    for code in DIAGRAM_POSITIONS[section][number - 1].opening:
        game.play(code_for(game, code))
    return game


def on_board(diagram: Diagram, anchor: str, drawn: str) -> set[str]:
    """Return the squares of the arena under squares of the drawing."""
    under = drawn_squares(diagram, anchor)
    return {under[name] for name in drawn.split()}


def test_every_diagram_has_a_position_in_five_languages() -> None:
    assert {s: len(d) for s, d in SECTION_DIAGRAMS.items()} == {
        s: len(p) for s, p in DIAGRAM_POSITIONS.items()
    }
    files = SitePages(ROOT).scenarios()
    assert list(files) == [
        scenario_url(section, number)
        for section, diagrams in SECTION_DIAGRAMS.items()
        for number in range(1, len(diagrams) + 1)
    ]
    for name, text in files.items():
        scenario = json.loads(text)
        assert list(scenario["text"]) == list(LANGUAGES), name
        assert len({*scenario["text"].values()}) == len(LANGUAGES), name
        assert not re.search(r"[{}⟨⟩]", "".join(scenario["text"].values())), name
        assert Game.from_scenario(scenario).player is not None


@pytest.mark.parametrize(("section", "number"), ALL)
def test_the_board_shows_what_the_diagram_draws(section: str, number: int) -> None:
    diagram = SECTION_DIAGRAMS[section][number - 1]
    anchor = DIAGRAM_POSITIONS[section][number - 1].anchor
    if not anchor:
        assert "." not in diagram.drawing.strip("._ckrbfpP"), "a board needs a place on the board"
        return
    board, drawn = board_of(opened(section, number)), drawn_pieces(diagram, anchor)
    # Around a being whose effect the drawing is about, there are pieces that show what it reaches.
    is_of_effect = bool(diagram.target_squares) and "h" in diagram.drawing
    for square in drawn_squares(diagram, anchor).values():
        if square in drawn or not is_of_effect:
            assert board.get(square) == drawn.get(square), square
    if diagram.caption == "red-green":
        letters = diagram.drawing.replace(" ", "")
        assert (letters.count("r"), letters.count("g")) == (len(names(RED)), len(names(GREEN)))


@pytest.mark.parametrize(("section", "number"), ALL)
def test_what_the_diagram_says_can_be_done(section: str, number: int) -> None:
    """The decisions can be played, and do to the board what arrows and marks announce."""
    diagram = SECTION_DIAGRAMS[section][number - 1]
    position = DIAGRAM_POSITIONS[section][number - 1]
    game, anchor = opened(section, number), position.anchor
    before = board_of(game)
    for code in position.solution:
        game.play(code_for(game, code))
    after = board_of(game)
    if not anchor:
        return
    square, _, rank = diagram.new_being.partition(" ")
    if square:
        (at,) = on_board(diagram, anchor, square)
        assert after[at] == f"1 {rank}"
        used = on_board(diagram, anchor, diagram.used_squares)
        pattern = {name for name in used if name in before}
        assert pattern == used
    for at in on_board(diagram, anchor, diagram.destroyed):
        assert before[at].startswith("2 ") and not after.get(at, "").startswith("2 ")
    for arrow in (diagram.arrows if section != "etherweave" else "").split():
        (start,), (end,) = (on_board(diagram, anchor, name) for name in arrow.split("-"))
        assert before[start][0] == "1" and start not in after and after[end][0] == "1"


@pytest.mark.parametrize(
    ("section", "number"), [("effects", 1), ("effects", 2), ("words", 1), ("words", 3)]
)
def test_effects_reach_the_marked_squares_and_no_others(section: str, number: int) -> None:
    """R2.6, R10.6: seen from the being, after its move from its new square."""
    diagram = SECTION_DIAGRAMS[section][number - 1]
    position = DIAGRAM_POSITIONS[section][number - 1]
    game = opened(section, number)
    for code in position.solution[:-1]:
        game.play(code_for(game, code))
    marked = on_board(diagram, position.anchor, diagram.target_squares)
    choices = {code for code in offered(game) if code in NAMES}
    assert choices and choices <= marked
    enemies = {at for at, piece in board_of(game).items() if piece.startswith("2 ")}
    assert enemies & marked <= choices


def test_orthogonal_neighbors_are_destroyed_and_diagonal_ones_stay() -> None:
    """R2.6."""
    before = board_of(Game.from_scenario(diagram_scenario("words", 2)))
    diagram = SECTION_DIAGRAMS["words"][1]
    marked = on_board(diagram, "d4", diagram.target_squares)
    assert {*before} - {*board_of(opened("words", 2))} == marked


@pytest.mark.parametrize(("number", "points"), [(1, 2), (2, 1), (3, 1)])
def test_points_of_a_duel(number: int, points: int) -> None:
    """R14.1, R14.2: as the captions say."""
    game = opened("duel", number)
    for code in DIAGRAM_POSITIONS["duel"][number - 1].solution:
        game.play(code_for(game, code))
    while "." not in offered(game):
        game.play(sorted(code for code in offered(game) if code.startswith("+"))[0])
    game.play(".")
    assert game.score(1) == points


def test_hands_decks_and_other_things_beside_the_board() -> None:
    state = opened("turn", 2).state
    beings, legends, flares = state.hands[0], state.legends[0], state.flares[0]
    assert [len(cards) for cards in (beings, legends, flares)] == [3, 2, 1]
    assert opened("turn", 1).state.actions == opened("turn", 2).state.actions == 2
    assert [opened("shortage", n).state.supply(0, 0) for n in (1, 2)] == [0, 0]
    assert opened("nethervoid", 1).state.gateway is not None
    assert len(opened("teams", 1).state.setup.schools) == 4
    frozen = opened("everfrost", 1)
    assert "*ice-queen" in offered(frozen)
    legend = opened("highform", 1)
    assert legend.score(1) == 1  # R13.3


def test_frames_have_the_drawings_that_the_diagrams_use() -> None:
    """The data of a board in another page names symbols of its page, and a piece where one is."""
    defined = set(re.findall(r'id="([\w-]+)"', make_board_page()))
    for section, diagrams in diagram_data().items():
        assert len(diagrams) == len(SECTION_DIAGRAMS[section])
        for diagram, source in zip(diagrams, SECTION_DIAGRAMS[section], strict=True):
            parts = diagram["parts"]
            assert isinstance(parts, list)
            used = {part[1] for part in parts if part[0] == "use"}
            stones = [part for part in parts if part[0] == "stone"]
            used |= {f"stone-{part[1]}" for part in stones}
            used |= {f"sigil-{part[2]}" for part in stones}
            assert used <= defined, (section, source.caption)
            pieces = sum(letter in "chlCHL" for letter in source.drawing)
            assert pieces <= len(stones) <= pieces + bool(source.new_being), source.caption
