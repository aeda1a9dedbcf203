"""The tour: opponents in rising order, and what is kept about victories over them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tashkalar import Game, cards
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.company import COMPANY, STYLE_LIMITS_PERCENT, STYLES
from tashkalar.bots.evaluation import Weights
from tashkalar.bots.levels import LEVELS, budget, player
from tashkalar.features.tour import tour, tour_face
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.text.catalogue import Catalogue
from tests.support import arrange

LOCALE = Path(__file__).parents[3] / "static" / "locale"
ONE, TWO = SeatNumber(1), SeatNumber(2)
BOTS = {TWO: "dovi"}


def create() -> Game:
    """Return a new duel against Dovi."""
    words = Catalogue({"en": {"company.dovi": "Dovi"}})
    game, _ = tour.create_tour_game("dovi", "duel", "sylvan", words, "1")
    return game


def game_with_a_legend() -> Game:
    """Return a game in turn 3, in which seat 1 can summon a legend on f9."""
    own = {"g4": "heroic", "d5": "heroic", "d6": "heroic", "e7": "heroic", "e8": "heroic"}
    own |= dict.fromkeys(("g3", "f5", "g5", "c7"), "common")
    board = {square: f"1 {rank}" for square, rank in own.items()}
    board |= dict.fromkeys(("d3", "d4", "c5", "d7", "g7"), "2 common")
    return Game.from_scenario(
        {
            "form": "high-form",
            "seats": [
                {"school": "northern", "score": 2, "legends": ["fire-dragon", "leviathan"]},
                {"school": "nethervoid", "score": 3},
            ],
            "board": board,
            "turn": {"seat": 1},
        }
    )


def finished(own: int = 9, other: int = 4, form: str = "duel") -> Game:
    """Return a game that is over because seat 1 and 2 have these points."""
    game = arrange({}, form=form, mine={"score": own}, theirs={"score": other})
    game.resign(2 if own > other else 1)
    return game


def test_the_company_rises_and_knows_every_school() -> None:
    levels = [PLANNING_LEVELS.index(one.level) for one in COMPANY.values()]
    assert len(COMPANY) == 12 and levels == sorted(levels) and set(levels) == set(range(7))
    assert {one.school for one in COMPANY.values()} == set(cards.SCHOOLS)
    assert not COMPANY.keys() & (set(LEVELS) | set(cards.BEINGS))
    low, high = STYLE_LIMITS_PERCENT
    assert {one.style for one in COMPANY.values()} == set(STYLES)
    for style in STYLES.values():
        assert style.keys() <= Weights()._asdict().keys()
        assert all(low <= percent <= high for percent in style.values())


@pytest.mark.parametrize("language", ["en", "es", "fr", "it", "el"])
def test_every_opponent_has_a_name_and_a_line(language: str) -> None:
    texts = json.loads((LOCALE / language / "company.json").read_text(encoding="utf-8"))
    for one in COMPANY.values():
        assert texts[f"company.{one.id}"] and texts[f"company.{one.id}.line"].endswith(".")
        assert one.style == "plain" or texts[f"company.style.{one.style}"]
    assert len({texts[f"company.{id}"] for id in COMPANY}) == len(COMPANY)


def test_an_opponent_plans_with_the_budget_of_its_level_and_with_its_style() -> None:
    assert budget("velis", "duel") == budget("expert", "duel")
    board = {"e5": "1 heroic", "e6": "2 heroic", "c3": "2 common"}
    view = arrange(board, hand=["knight"], actions=1).view(1)
    assert player("tolk", 1, nodes=60).plan(view)
    hunter, plain = (player(name, 1)._level.weights for name in ("tolk", "beginner"))
    assert hunter.enemy_piece == tuple(worth * 5 // 2 for worth in plain.enemy_piece)
    assert hunter.strike > plain.strike  # its level overlooks strikes
    own = {name: getattr(plain, name) for name in ("piece", "enemy_piece", "strike")}
    assert hunter._replace(**own) == plain


def test_a_victory_is_kept_with_its_score_and_only_a_better_one_replaces_it() -> None:
    store = MemoryStore()
    assert tour.note_victory(store, finished(7, 5), BOTS) is None
    assert tour.read_tour(store)["duel"]["dovi"][:2] == (7, 5)
    tour.note_victory(store, finished(9, 4), BOTS)
    tour.note_victory(store, finished(6, 5), BOTS)
    assert tour.read_tour(store)["duel"]["dovi"][:2] == (9, 4)
    assert not tour.read_tour(store)["high-form"]
    rows = tour.tour_rows(tour.read_tour(store), "duel")
    assert [row.state for row in rows] == ["done"] + ["open"] * 11
    assert [row.id for row in rows if row.is_next] == ["marsa"]
    assert rows[0].status and rows[0].status.params["own"] == 9


def test_nothing_else_is_a_victory() -> None:
    store = MemoryStore()
    tour.note_victory(store, finished(4, 9), BOTS)
    tour.note_victory(store, finished(), {TWO: "adept"})
    tour.note_victory(store, finished(), {ONE: "dovi", TWO: "marsa"})
    tour.note_victory(store, arrange({}), BOTS)
    assert store.get(tour.TOUR_KEY) is None


@pytest.mark.parametrize(
    "text", ["", "[", "[]", '{"duel": 7}', '{"duel": {"dovi": [1, "2", 3], "?": [1, 2, 3]}}']
)
def test_a_damaged_tour_is_an_empty_one(text: str) -> None:
    store = MemoryStore()
    store.set(tour.TOUR_KEY, text)
    assert not any(tour.read_tour(store).values())


def test_a_full_store_is_told() -> None:
    class Full(MemoryStore):
        def set(self, key: str, text: str) -> None:
            raise StoreError("full")

    assert tour.note_victory(Full(), finished(), BOTS) is not None


def test_the_opponent_keeps_the_school_that_it_loves() -> None:
    words = Catalogue({"en": {"company.marsa": "Marsa"}})
    game, bots = tour.create_tour_game("marsa", "duel", "sylvan", words, "1")
    assert game.setup.schools[1] == "sylvan" != game.setup.schools[0]
    assert game.setup.names == ("", "Marsa") and bots == {TWO: "marsa"}
    game, _ = tour.create_tour_game("marsa", "high-form", "highland", words, "1")
    assert game.setup.schools == ("highland", "sylvan")


PART = Path(__file__).parents[3] / "tashkalar/features/tour/page/part.html"
SPRITE = Path(__file__).parents[3] / "tashkalar/site/page_source/parts/sprite.html"


def test_each_opponent_has_a_portrait_with_two_moods() -> None:
    drawn = re.findall(r'id="(face-[^"]+)"', PART.read_text("utf-8"))
    moods = ("", f"-{tour_face.CALM}", f"-{tour_face.STIRRED}")
    assert drawn == [f"face-{id}{mood}" for id in COMPANY for mood in moods]


def test_no_two_portraits_and_no_two_moods_are_drawn_alike() -> None:
    drawings = re.findall(r'<g id="face-[^"]+">(.+)</g>', PART.read_text("utf-8"))
    assert len(set(drawings)) == len(drawings) == 3 * len(COMPANY)


def test_the_portraits_share_no_id_with_the_drawings_of_the_page() -> None:
    ids = re.findall(r' id="([^"]+)"', PART.read_text("utf-8") + SPRITE.read_text("utf-8"))
    assert len(set(ids)) == len(ids)


def test_a_face_is_shown_at_the_start_and_stirred_by_a_defeat() -> None:
    game = create()
    face = tour_face.find_face(game, BOTS)
    assert face is not None
    assert (face.opponent, face.school, face.mood) == ("dovi", "northern", tour_face.CALM)
    assert tour_face.find_face(game, {TWO: "adept"}) is None
    won, lost = (tour_face.find_face(finished(*points), BOTS) for points in ((9, 4), (4, 9)))
    assert won is not None and won.mood == tour_face.STIRRED
    assert lost is not None and lost.mood == tour_face.CALM


@pytest.mark.parametrize("seat", [1, 2])
def test_a_legend_of_either_side_stirs_the_face_until_the_turn_after_it_ends(seat: int) -> None:
    game = game_with_a_legend()
    game.play("leviathan@f9")
    bots = {SeatNumber(seat): "dovi"}
    moods = []
    while game.state.turn < 6:
        face = tour_face.find_face(game, bots)
        moods.append((game.state.turn, face and face.mood))
        codes = [move.code for move in game.legal_moves()]
        game.play("." if "." in codes else codes[0])
    assert dict(moods) == {3: tour_face.STIRRED, 4: tour_face.STIRRED, 5: None}
