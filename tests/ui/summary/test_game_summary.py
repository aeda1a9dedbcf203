"""A finished game as a story, its drawing, and the game after it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.features.summary.game_summary import GameSummary, summarize
from tashkalar.features.summary.score_chart import lay_out_score_chart, place_words
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.start.rematch import can_swap_sides, create_rematch
from tests.support import arrange, play
from tests.ui.table import said

TABLES = {
    "high-form": (("northern", "sylvan"), False),
    "duel": (("highland", "southern"), False),
    "melee": (("northern", "sylvan", "highland"), False),
    "team": (("northern", "sylvan", "highland", "southern"), True),
}


@cache
def played(table: str) -> Game:
    """A whole game between programs that like to summon."""
    schools, teams = TABLES[table]
    game = new_game("high-form" if teams else table, schools, teams=teams, seed=5)
    players = [GreedyPlayer(n) for n in range(len(schools))]
    while game.player is not None:
        move = players[game.player - 1].choose(
            game.view(game.player), game.prompt, game.legal_moves()
        )
        game.play(move)
    return game


@cache
def summarize_game(table: str) -> GameSummary:
    return summarize(played(table))


@pytest.mark.parametrize("table", TABLES)
class TestEveryStory:
    def test_the_points_end_with_the_result(self, table: str) -> None:
        game, summary = played(table), summarize_game(table)
        assert game.outcome is not None
        assert len(summary.sides) == (2 if table == "team" else len(game.setup.schools))
        assert summary.turns[-1].scores == game.outcome.scores[: len(summary.sides)]
        assert [turn.number for turn in summary.turns] == sorted({t.number for t in summary.turns})

    def test_what_was_gained_adds_up(self, table: str) -> None:
        summary = summarize_game(table)
        for before, after in pairwise(summary.turns):
            gained = {gain.side: gain.amount for gain in after.gains}
            for side in range(len(summary.sides)):
                assert after.scores[side] == before.scores[side] + gained.get(side, 0)

    def test_three_moments_with_their_boards(self, table: str) -> None:
        game, summary = played(table), summarize_game(table)
        assert len(summary.turning_points) == 3
        assert [m.turn for m in summary.turning_points] == sorted(
            m.turn for m in summary.turning_points
        )
        for moment in summary.turning_points:
            entry = game.history()[moment.move_number - 1]
            assert entry.state_before.turn == moment.turn
            assert any(event.kind in ("summon", "flare") for event in entry.events)
            assert all("⟨" not in said(line) for line in (moment.title, *moment.lines))

    def test_numbers_and_beings_agree(self, table: str) -> None:
        summary = summarize_game(table)
        counted = {figures.label.id: figures.values for figures in summary.statistics}
        assert counted["story.number.summoned"] == tuple(
            len(side) for side in summary.beings_by_side
        )
        assert ("story.number.claimed" in counted) == (table in ("high-form", "team"))
        assert all("⟨" not in said(figures.label) for figures in summary.statistics)

    def test_one_sentence_tells_it(self, table: str) -> None:
        summary = summarize_game(table)
        assert summary.sentence is not None and "⟨" not in said(summary.sentence)

    def test_the_same_from_the_record(self, table: str) -> None:
        assert summarize(Game.from_record(played(table).record())) == summarize_game(table)

    def test_the_drawing_fits_its_place(self, table: str) -> None:
        summary = summarize_game(table)
        for width, height in ((320, 240), (960, 320)):
            drawn = lay_out_score_chart(summary, width, height)
            assert len(drawn.step_lines) == len(summary.sides)
            corners = [corner for steps in drawn.step_lines for corner in steps]
            assert all(0 <= x <= width and 0 <= y <= height for x, y in corners)
            assert len(drawn.marks) == sum(len(turn.gains) for turn in summary.turns)
            assert [drawn.nearest_turn(x) for x in drawn.turn_xs] == list(range(len(summary.turns)))
            apart = [b.position - a.position for a, b in pairwise(drawn.turn_lines)]
            assert all(space > 20 for space in apart)
            assert place_words(drawn, [300] * len(drawn.marks)) == (None,) * len(drawn.marks)
            assert place_words(drawn, [0] * len(drawn.marks)) == (None,) * len(drawn.marks)


def test_a_moment_is_named_after_the_card_that_changed_most() -> None:
    """In that turn another being did more, each thing of little weight; the legend scored."""
    last = summarize_game("duel").turning_points[-1]
    assert (last.turn, last.title.id) == (18, "card.two-headed-dragon.name")


class TestWordsInTheDrawing:
    def test_each_has_a_place_of_its_own(self) -> None:
        """If many scores follow each other, a word goes below its mark or to its right."""
        drawn = lay_out_score_chart(summarize_game("high-form"), 960, 320)
        mark = drawn.marks[0]
        rising = [mark._replace(x=200.0 + 40 * n, y=250.0 - 30 * n) for n in range(5)]
        level = [mark._replace(x=500.0 + 60 * n, y=100.0) for n in range(3)]
        marks = (*rising, *level)
        at = place_words(drawn._replace(marks=marks), [12] * len(marks))
        assert {word.anchor for word in at if word} == {"end", "start", "middle"}
        begin = {"end": 90.0, "middle": 45.0, "start": 0.0}
        boxes = [(w.x - begin[w.anchor], w.y) for w in at if w]
        assert len(boxes) == len(marks)
        for n, (x, y) in enumerate(boxes):
            assert all(abs(x - x2) >= 90 or abs(y - y2) >= 16 for x2, y2 in boxes[:n])
            assert all(m.x <= x or m.x >= x + 90 or abs(m.y - y + 4) > 12 for m in marks)

    def test_none_covers_the_words_about_the_end(self) -> None:
        drawn = lay_out_score_chart(summarize_game("high-form"), 330, 240)
        drawn = drawn._replace(end_score_y=40.0, marks=(drawn.marks[0]._replace(x=258.0, y=40.0),))
        places = [place_words(drawn, [14], goal)[0] for goal in (0, 22)]
        assert [place.anchor for place in places if place] == ["end", "middle"]


class TestTheSentence:
    def test_whoever_resigns_needs_none(self) -> None:
        game = new_game("duel", ["northern", "sylvan"], seed=1)
        assert summarize(game).sentence is None
        game.play(game.legal_moves()[0])
        game.resign(1)
        assert summarize(game).sentence is None

    def test_from_when_the_winner_led(self) -> None:
        """In every game on record that one side has won by points."""
        summarized = set()
        for table in TABLES:
            summary, outcome = summarize_game(table), played(table).outcome
            assert outcome is not None
            if summary.sentence is None or summary.sentence.id == "story.level":
                continue
            summarized.add(table)
            side = played(table).setup.colours[outcome.winners[0] - 1]
            ahead = [
                t.scores[side] - max(points for n, points in enumerate(t.scores) if n != side)
                for t in summary.turns
            ]
            numbers = [turn.number for turn in summary.turns]
            since = numbers.index(int(str(summary.sentence.params["n"])))
            assert all(lead > 0 for lead in ahead[since:])
            assert since == 0 or ahead[since - 1] <= 0
            assert summary.sentence.params["far"] == max(0, -min(ahead))
        assert summarized

    @pytest.mark.parametrize(("scores", "sentence"), [((3, 3), "story.level"), ((3, 2), "lead")])
    def test_a_tie_in_points_is_told_as_one(self, scores: tuple[int, int], sentence: str) -> None:
        """The upgraded piece decides, and no side led (R18.4)."""
        mine, theirs = ({"score": score} for score in scores)
        board = {"e5": "1 heroic"}
        turn = {"last_turns": 1, "number": 9}
        game = arrange(board, mine=mine, theirs=theirs, turn=turn, actions=0)
        play(game, ".")
        summary = summarize(game).sentence
        assert game.outcome is not None and game.outcome.winners == (1,)
        assert summary is not None and summary.id.endswith(sentence)

    def test_who_shares_the_victory_led_nobody(self) -> None:
        turn = {"last_turns": 1, "number": 9}
        game = play(arrange({}, turn=turn, actions=0), ".")
        assert game.outcome is not None and game.outcome.winners == (1, 2)
        assert summarize(game).sentence is None


class TestOnceMore:
    def test_what_was_agreed_stays(self) -> None:
        game = new_game("high-form", ["northern", "southern"], seed=3, options={"legends": False})
        again, bots = create_rematch(game, {SeatNumber(2): "adept"})
        assert again.setup._replace(seed="") == game.setup._replace(seed="")
        assert again.setup.seed != game.setup.seed and bots == {2: "adept"}

    def test_sides_are_changed_with_whoever_plays_them(self) -> None:
        game = new_game("duel", ["northern", "sylvan"], seed=3, names=["Ann", ""])
        again, bots = create_rematch(game, {SeatNumber(2): "adept"}, is_swapped=True)
        assert again.setup.schools == ("sylvan", "northern")
        assert again.setup.names == ("", "Ann") and bots == {1: "adept"}
        assert can_swap_sides(game)

    def test_a_scenario_begins_as_it_was(self) -> None:
        game = Game.from_scenario(
            {"form": "duel", "seats": [{"school": "northern"}, {"school": "sylvan"}], "board": {}}
        )
        again, _ = create_rematch(game, {}, is_swapped=True)
        assert again.setup == game.setup and again.to_json() == game.to_json()
        assert not can_swap_sides(game)
