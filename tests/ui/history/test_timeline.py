"""The film of a turn: boards that follow from events alone, steps, captions and trails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from tashkalar import Game, cards, new_game
from tashkalar.game import Piece
from tashkalar.position.ids import ColourNumber
from tashkalar.ui.history.timeline import (
    Timeline,
    board_of,
    build_timeline,
    build_trail,
    build_turn_timelines,
    entries_since_last_turn,
)
from tashkalar.ui.screen.log import log_views
from tashkalar.ui.session.session import Session
from tashkalar.ui.views import LogView
from tests.support import arrange, pattern_at, play
from tests.ui.table import (
    PAIRS,
    TABLES,
    free_moves,
    invoking,
    positions,
    said,
    short_of_pieces,
    summoning,
)


def check(game: Game) -> int:
    """The film of the last move joins the board before it to the board now; how many beats."""
    entry = game.last_move
    if entry is None:
        return 0
    events = build_timeline([entry], game.state).events
    if events:
        assert dict(events[0].board_before) == board_of(entry.state_before)
        assert dict(events[-1].board_after) == board_of(game.state), entry
    for event, following in pairwise(events):
        assert dict(event.board_after) == dict(following.board_before)
    return len(events)


def answers(game: Game, rng: Random) -> Iterator[Game]:
    """The game after each decision, to the end of the move that is open."""
    yield game
    while game.open_move:
        game.play(rng.choice(game.legal_moves()))
        yield game


class TestBoards:
    @pytest.mark.parametrize("table", TABLES)
    def test_in_random_games_events_alone_lead_from_board_to_board(self, table: str) -> None:
        events = sum(
            check(game)
            for seed, pair in enumerate(PAIRS)
            for game in positions(table, pair, seed, 40)
        )
        assert events > 100

    @pytest.mark.parametrize("card", cards.BEINGS)
    def test_with_every_being(self, card: str) -> None:
        for seed in (1, 2, 4, 5):
            game = summoning(card, seed)
            moves = [m for m in game.legal_moves() if m.kind == "summon" and m.card == card]
            game.play(Random(seed).choice(moves))
            assert all(check(after) for after in answers(game, Random(seed)))
            free = free_moves(card, seed)
            for move in free.legal_moves() if free else ():
                if free and move.kind in ("thaw", "warp"):
                    trial = free.copy()
                    trial.play(move)
                    assert all(check(after) for after in answers(trial, Random(seed)))

    @pytest.mark.parametrize("flare", cards.FLARES)
    def test_with_every_flare(self, flare: str) -> None:
        for seed in range(3):
            game = invoking(flare, seed)
            game.play(f"!{flare}")
            assert all(check(after) for after in answers(game, Random(seed)))


def filmed(game: Game) -> Timeline:
    return build_turn_timelines(game.history(), game.state)[0]


def described_steps(made: Timeline) -> list[tuple[int, str, str | None]]:
    return [(event.step, event.kind, event.square) for event in made.events]


class TestSteps:
    def test_an_own_piece_makes_way_and_then_the_being_stands(self) -> None:
        board = {**pattern_at("knight", "e5"), "e5": "1 common", "a7": "2 common"}
        game = arrange(board, hand=["knight"])
        play(game, "+a5", "knight@e5")
        timeline = filmed(game)
        assert described_steps(timeline)[:3] == [
            (1, "place", "a5"),
            (2, "summon", "e5"),
            (0, "replace", "e5"),
        ]
        summon, replaced = timeline.events[1:3]
        assert (
            summon.board_before["e5"]
            == summon.board_after["e5"]
            == Piece(ColourNumber(1), "common")
        )
        assert replaced.board_after["e5"] == Piece(ColourNumber(1), "heroic")
        assert summon.used == tuple(sorted(set(pattern_at("knight", "e5"))))
        assert said(summon.caption or "") == said(timeline.events[1].caption or "") != ""

    @pytest.mark.parametrize(
        ("board", "line"),
        [
            ({"e5": "1 common"}, "Destroyed on e5 to make way: common piece of Blue"),
            ({"e5": "2 common"}, "Destroyed on e5: common piece of Green"),
        ],
    )
    def test_an_own_piece_is_destroyed_to_make_way(self, board: dict[str, str], line: str) -> None:
        """The piece is destroyed like an enemy's, but is no loss; log and replay agree (R7.12)."""
        game = arrange(pattern_at("knight", "e5") | board, hand=["knight"])
        play(game, "knight@e5")
        assert [said(text) for text in filmed(game).captions] == [
            "Blue: Knight summoned on e5",
            line,
        ]
        (view,) = [v for v in log_views(Session(game), game.history()) if isinstance(v, LogView)]
        assert [said(text) for text in view.lines][:2] == ["Blue: Knight summoned on e5", line]

    def test_the_being_itself_does_not_make_way(self) -> None:
        """The Bomb is summoned on an empty square and destroyed by its own effect."""
        game = play(arrange(pattern_at("bomb", "e5"), hand=["bomb"]), "bomb@e5")
        captions = [said(text) for text in filmed(game).captions]
        assert any(text.startswith("Destroyed on e5: ") for text in captions)
        assert not any("make way" in text for text in captions)

    def test_moves_leaps_and_pieces_run_over(self) -> None:
        board = {**pattern_at("unicorn", "e5"), "e6": "2 common"}
        game = arrange(board, school="sylvan", other="northern", hand=["unicorn"])
        play(game, "unicorn@e5", "move", "e5-e6")
        assert described_steps(filmed(game)) == [
            (1, "summon", "e5"),
            (0, "run-over", "e6"),
            (2, "move", "e6"),
        ]
        board = pattern_at("charging-buck", "e5")
        game = arrange(board, school="sylvan", other="northern", hand=["charging-buck"])
        play(game, "charging-buck@e5", "e5-e7", "e7-e5")
        timeline = filmed(game)
        assert described_steps(timeline) == [
            (1, "summon", "e5"),
            (2, "leap", "e7"),
            (3, "leap", "e5"),
        ]
        assert [(mark.square, mark.step) for mark in build_trail(timeline)] == [
            ("e7", 2),
            ("e5", 3),
        ]

    def test_a_turn_is_numbered_through_and_leaves_a_trail(self) -> None:
        game = arrange({"e5": "1 common"})
        play(game, "+a5", "+a6", ".")
        timeline = filmed(game)
        assert timeline.step_count == 2
        assert [(mark.square, mark.step) for mark in build_trail(timeline)] == [
            ("a5", 1),
            ("a6", 2),
        ]
        assert {mark.school for mark in build_trail(timeline)} == {"northern"}

    def test_a_being_asked_for_in_a_shortage_does_not_stand_yet(self) -> None:
        game = short_of_pieces()
        before = board_of(game.state)
        game.play(next(m for m in game.legal_moves() if m.code.startswith("clan-guardian@e5")))
        assert game.prompt.kind == "pick-up"
        assert "e5" in before and dict(filmed(game).events[-1].board_after) == before

    def test_nothing_has_no_film(self) -> None:
        game = arrange({"e5": "1 common"})
        with pytest.raises(ValueError, match="nothing"):
            build_timeline([], game.state)


class TestMeanwhile:
    def test_what_happened_since_ones_own_last_turn(self) -> None:
        game = arrange({"e5": "1 common"}, turn={"number": 3})
        play(game, "+a5", "+a6", ".", "+i4", "+i5", ".")
        entries = entries_since_last_turn(game.history(), 1)
        assert [entry.move.code for entry in entries] == ["+i4", "+i5", "."]
        (made,) = build_turn_timelines(entries, game.state)
        assert (made.seat, made.turn) == (2, 4)

    def test_the_choice_of_marks_is_nobodys_turn(self) -> None:
        game = new_game("duel", ["sylvan", "highland"], seed=77)
        chooser, other = game.player, 1 if game.player == 2 else 2
        assert chooser is not None
        play(game, game.legal_moves()[0].code)
        placed = next(move.code for move in game.legal_moves() if move.kind == "place")
        play(game, placed, ".")
        assert game.player == chooser
        codes = [entry.move.code for entry in entries_since_last_turn(game.history(), chooser)]
        assert codes == [placed, "."]
        assert entries_since_last_turn(game.history()[:1], other) == []

    def test_in_a_melee_a_film_for_each_of_the_others(self) -> None:
        seats = [{"school": school} for school in ("northern", "sylvan", "highland")]
        game = arrange({"e5": "1 common"}, form="melee", seats=seats)
        play(game, "+a5", "+a6", ".", "+i4", "+i5", ".", "+c2", "+d2", ".")
        timeline = build_turn_timelines(entries_since_last_turn(game.history(), 1), game.state)
        assert [part.seat for part in timeline] == [2, 3]

    def test_secret_cards_are_not_told(self) -> None:
        game = arrange({"e5": "1 common"}, hand=["knight", "bomb", "swordmaster"])
        play(game, "~knight", "-")
        assert all(event.card is None for event in filmed(game).events)
