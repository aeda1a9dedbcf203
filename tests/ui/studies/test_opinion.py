"""The opinion of a game: what it says after each turn, what it asks for, and its drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tashkalar.features.studies import chances
from tashkalar.features.studies.chances import chance_percent
from tashkalar.features.studies.judgments import TurnJudgments
from tashkalar.features.studies.opinion import OpinionCurve, OpinionPoint, describe_point
from tashkalar.features.studies.opinion_chart import even_xs, lay_out_opinion
from tashkalar.features.studies.review import Review
from tashkalar.features.studies.study_review import StudyReview
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.study import Study
from tests.support import arrange, play
from tests.ui.table import english, said


def four_turns() -> Game:
    """Two turns of each player; the game goes on."""
    game = arrange({}, hand=["knight"])
    for file in "bdfh":
        play(game, f"+{file}5", f"+{file}6", ".")
    return game


def answer(worth: int, loss: int = 0) -> Mapping[str, Any]:
    return {"codes": ["."], "reasons": [], "worth": worth, "lost": loss}


def judged(game: Game, *answers: Mapping[str, Any]) -> OpinionCurve:
    curve = OpinionCurve(TurnJudgments(game))
    for given in answers:
        assert curve.job is not None
        curve.accept_answer(given)
    return curve


def leads(curve: OpinionCurve) -> list[tuple[int, ...] | None]:
    return [point.leads for point in curve.points]


def test_a_lead_is_half_of_what_was_played_less_the_best_reply() -> None:
    curve = judged(four_turns(), answer(3000, 1000), answer(1000), answer(5000), answer(2000, 500))
    assert leads(curve) == [(500, -500), (2000, -2000), (1500, -1500), (1750, -1750)]
    assert curve.job is None and curve.status is None


def test_the_opinion_grows_with_each_answer_and_can_be_stopped() -> None:
    curve = judged(four_turns(), answer(3000), answer(1000))
    assert leads(curve) == [(1000, -1000), None, None, None]
    assert said(describe_point(curve, curve.points[1])) == "not looked at yet"
    assert curve.status and said(curve.status) == "Adept looks at all turns: 2 of 4."
    curve.is_stopped = True
    assert curve.job is None and curve.status
    assert said(curve.status) == "Adept has looked at 2 of 4 turns."
    curve.resume()
    curve.has_failed = True
    assert curve.job is None and curve.status and "could not be prepared" in said(curve.status)
    curve.resume()
    assert curve.job is not None


@pytest.mark.parametrize(
    ("worth", "words"),
    [
        (0, "even, in its view"),
        (998, "even, in its view"),
        (2000, "Blue about 1 point ahead; wins {} of 100 such games"),
        (-5000, "Green about 3 points ahead; wins {} of 100 such games"),
    ],
)
def test_the_opinion_in_words(worth: int, words: str) -> None:
    curve = judged(four_turns(), answer(worth), answer(0))
    percent = chance_percent("duel", 2, abs(worth) // 2)
    assert said(describe_point(curve, curve.points[0])) == words.format(percent)


@pytest.mark.parametrize(
    ("form", "sides"), [("duel", 2), ("high-form", 2), ("melee", 3), ("melee", 4)]
)
def test_a_greater_lead_wins_more_games_and_none_is_certain(form: str, sides: int) -> None:
    percents = [chance_percent(form, sides, lead) or 0 for lead in range(0, 100_001, 500)]
    assert percents == sorted(percents) and percents[0] < percents[4] < percents[10]
    assert abs(percents[0] - 100 / sides) < 10 and percents[-1] == 99
    if sides == 2:
        assert percents[0] == 50 and chance_percent(form, sides, -3000) == 100 - percents[6]


def test_a_form_without_measured_games_has_a_lead_and_no_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chances, "_CURVES", {})
    curve = judged(four_turns(), answer(2000), answer(0))
    assert said(describe_point(curve, curve.points[0])) == "Blue about 1 point ahead"


def test_at_the_end_the_points_decide_unless_somebody_resigned() -> None:
    game = four_turns()
    given = [answer(9000), answer(0), answer(9000), answer(0)]
    assert leads(judged(game, *given))[-1] == (4500, -4500)
    game.resign(1)
    assert leads(judged(game, *given))[-1] == (4500, -4500)
    last = arrange({"e5": "1 legendary"}, form="high-form", turn={"last_turns": 1, "actions": 2})
    play(last, "+c1", "+g1", ".")
    curve = judged(last, answer(-9000))
    assert last.is_over and leads(curve) == [(1000, -1000)]
    assert said(describe_point(curve, curve.points[0])) == "Blue about 1 point ahead"


def test_in_a_melee_each_side_has_a_lead_over_the_best_other() -> None:
    game = new_game("melee", ("northern", "sylvan", "highland"), seed=1)
    players = [GreedyPlayer(number) for number in range(3)]
    while game.player is not None and game.state.turn < 5:
        take_decision(game, players[seat_of(game.player)])
    curve = judged(game, answer(700), answer(1400), answer(2100), answer(2800))
    # After the first turn nobody knows the third side yet.
    assert leads(curve)[:3] == [None, (-1000, -500, 500), (500, -1000, -500)]


def test_the_review_and_the_opinion_ask_nothing_twice() -> None:
    game = four_turns()
    judgments = TurnJudgments(game)
    review = Review(game, [SeatNumber(2)], judgments)
    curve = OpinionCurve(judgments)
    review.accept_answer(answer(1000))
    review.accept_answer(answer(2000))
    assert review.job is None
    curve.accept_answer(answer(3000))
    curve.accept_answer(answer(4000))
    assert curve.is_complete and [loss.loss for loss in review.losses] == [0, 0]


def test_a_game_that_has_gone_on_is_asked_about_its_new_turns_only() -> None:
    game = four_turns()
    earlier = judged(game, answer(1000), answer(2000), answer(3000), answer(4000))
    play(game, "+b4", "+d4", ".")
    later = OpinionCurve(TurnJudgments(Study.from_game(game).main_game()))
    later.judgments.adopt(earlier.judgments)
    assert later.status and said(later.status).endswith("4 of 5.")
    other = OpinionCurve(TurnJudgments(four_turns()))
    other.judgments.adopt(earlier.judgments)
    assert other.status and said(other.status).endswith("0 of 4.")


def test_a_review_begins_with_what_the_opinion_has_found() -> None:
    game = four_turns()
    judgments = TurnJudgments(game)
    curve = OpinionCurve(judgments)
    for loss in (0, 0, 3000, 0):
        curve.accept_answer({**answer(0, loss), "codes": ["+c1", "+c2", "."]})
    review = StudyReview.of_game(game, english(), {SeatNumber(2): "adept"}, judgments)
    assert review.job is None and said(review.view().title).startswith("Turn 5")


def test_the_line_of_two_sides_has_an_area_above_and_below_the_middle() -> None:
    points = [OpinionPoint(n, n, (lead, -lead)) for n, lead in enumerate((2000, -2000), 1)]
    layout = lay_out_opinion(points, even_xs(2, 240, 20, 20), 240, 100)
    assert layout.turn_xs == (120.0, 220.0) and layout.edge_points == 4
    assert [line.pieces for line in layout.lines] == [(((120.0, 29.0), (220.0, 71.0)),)]
    above, below = layout.areas
    assert above == (((120.0, 50), (120.0, 29.0), (170.0, 50), (220.0, 50), (220.0, 50)),)
    assert below == (((120.0, 50), (120.0, 50), (170.0, 50), (220.0, 71.0), (220.0, 50)),)
    assert layout.nearest_turn(160) == 0 and layout.nearest_turn(180) == 1


def test_a_line_has_a_gap_where_nothing_is_known() -> None:
    three = [(1000, -1000, -3000), None, (0, 0, -9000)]
    points = [OpinionPoint(n, n, leads) for n, leads in enumerate(three, 1)]
    layout = lay_out_opinion(points, even_xs(3, 340, 20, 20), 340, 100)
    assert [line.side for line in layout.lines] == [0, 1, 2] and layout.areas == ()
    assert [len(piece) for piece in layout.lines[0].pieces] == [1, 1]
    assert layout.edge_points == 9 and layout.lines[2].end == (320.0, 92.0)
    nothing = lay_out_opinion([OpinionPoint(1, 0, None)], (10,), 100, 100)
    assert nothing.lines == () and nothing.areas == ()
