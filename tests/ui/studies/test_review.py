"""A finished game looked at again: which turns, what was lost, and playing on from there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.bots import worker
from tashkalar.bots.simple import GreedyPlayer, RandomPlayer, take_decision
from tashkalar.features.studies.finished_turns import ReviewedTurn, finished_turns
from tashkalar.features.studies.review import (
    MAX_SHOWN_TURNS,
    MIN_LOSS,
    Review,
    loss_message,
)
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.ui.bots.computer_seats import PlanJob, create_plan_job
from tests.support import arrange, finish, play
from tests.ui.table import said

ONE, TWO = SeatNumber(1), SeatNumber(2)


def played_out(form: str, schools: tuple[str, ...], *, teams: bool = False) -> Game:
    """A whole game of careless people in seat 1, and others who play a little better."""
    game = new_game(form, schools, teams=teams, seed=2)
    players = [RandomPlayer(1), *(GreedyPlayer(n) for n in range(1, len(schools)))]
    while game.player is not None and game.state.turn < 40:
        take_decision(game, players[seat_of(game.player)])
    return game


def thought(job: PlanJob, nodes: int = 80) -> Mapping[str, Any]:
    answer = finish(worker.plan(json.dumps(json.loads(job.json_text) | {"nodes": nodes})))
    found: Mapping[str, Any] = json.loads(answer)
    return found


def job_of(one: ReviewedTurn) -> PlanJob:
    return create_plan_job(one.game_before, one.seat, "adept", played_codes=one.codes)


@pytest.mark.parametrize(
    ("form", "schools", "teams"),
    [
        ("high-form", ("nethervoid", "everfrost"), False),
        ("duel", ("etherweave", "highland", "sylvan", "northern"), True),
        ("melee", ("everfrost", "etherweave", "northern"), False),
    ],
)
def test_every_finished_turn_of_a_seat_can_be_judged(
    form: str, schools: tuple[str, ...], teams: bool
) -> None:
    review = Review(played_out(form, schools, teams=teams), [SeatNumber(2), SeatNumber(3)])
    assert len(review.turns) > 5
    while job := review.job:
        assert "of " in said(review.status)
        view = json.loads(job.json_text)["view"]
        assert view["seat"] in (1, 4) and view["open"] is None
        answer = thought(job)
        assert answer["lost"] >= 0
        review.accept_answer(answer)
    shown = review.worst_turns
    assert 0 < len(shown) <= MAX_SHOWN_TURNS
    for lost in shown:
        text = said(loss_message(lost.loss))
        assert "⟨" not in text and "{" not in text and lost.better_plan.codes


def test_what_the_computer_played_itself_is_no_loss() -> None:
    """The review uses the same measure for planned and for played turns."""
    game = played_out("duel", ("northern", "sylvan"))
    for one in finished_turns(game, [ONE])[3:6]:
        plan = thought(job_of(one))
        assert plan["lost"] >= 0
        own = json.loads(job_of(one).json_text) | {"played": plan["codes"], "nodes": 80}
        assert json.loads(finish(worker.plan(json.dumps(own))))["lost"] == 0


def test_what_is_given_away_is_found() -> None:
    """A task that could have been claimed, and was not."""
    pieces = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common", "a5": "2 heroic"}
    tasks = {"current": ["red-conquest", "destruction"], "next": "side-chain"}
    game = play(arrange(pieces, form="high-form", tasks=tasks, actions=0), ".")
    review = Review(game, [TWO])
    [one] = review.turns
    assert (one.codes, one.moves_before) == ((".",), 0)
    assert review.job is not None
    review.accept_answer(thought(review.job))
    [lost] = review.worst_turns
    assert lost.better_plan.codes == ("=red-conquest",) and lost.loss > 500
    assert said(loss_message(lost.loss)) == "about 1 point lost"


def test_little_losses_are_not_told() -> None:
    review = Review(play(new_game("duel", ("northern", "sylvan"), seed=1), "c5", "+a5", "."), [TWO])
    answer: dict[str, Any] = {"codes": ["."], "reasons": [], "worth": 0, "lost": MIN_LOSS - 1}
    review.accept_answer(answer)
    assert review.job is None and review.worst_turns == []
    assert said(review.status) == "Adept found nothing much better."


@pytest.mark.parametrize(
    ("scores", "bots", "ending"),
    [
        ((3, 2), [TWO], "Well played!"),
        ((2, 3), [TWO], "The game is lost, but not through a bad mistake."),
        ((2, 2), [TWO], "the victory is rightly shared."),
        ((3, 2), [], "found nothing much better."),
        ((3, 2), [ONE, TWO], "found nothing much better."),
    ],
)
def test_nothing_found_is_told_by_how_the_game_ended(
    scores: tuple[int, int], bots: list[SeatNumber], ending: str
) -> None:
    """The review praises nobody for a lost game; with two people, one has won and one has lost."""
    mine, theirs = ({"score": score} for score in scores)
    game = arrange({}, actions=0, mine=mine, theirs=theirs, turn={"last_turns": 1})
    review = Review(play(game, "."), bots)
    for _ in review.turns:
        review.accept_answer({"codes": ["."], "reasons": [], "worth": 0, "lost": 0})
    assert said(review.status).endswith(ending)


def test_the_worst_turns_come_in_the_order_of_play() -> None:
    review = Review(played_out("duel", ("northern", "sylvan")), [TWO])
    for number, _ in enumerate(review.turns):
        review.accept_answer(
            {"codes": ["."], "reasons": [], "worth": 0, "lost": 500 + number * 100}
        )
    assert [lost.reviewed_turn for lost in review.worst_turns] == review.turns[-MAX_SHOWN_TURNS:]


def test_a_turn_that_was_passed_on_is_left_out() -> None:
    game = new_game("duel", ("northern", "sylvan", "highland", "southern"), teams=True, seed=1)
    play(game, "c5", ">", "+a5", ".")
    assert finished_turns(game, [ONE]) == []
