"""The planning players: legal everywhere, deterministic, blind to what is hidden."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.determinize import determinize
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.levels import LEVELS, Planner, player, with_style
from tashkalar.bots.replies import ReplyComparison, ReplyLimits
from tashkalar.bots.rollouts import RolloutComparison, RolloutLimits, spread_plans
from tashkalar.bots.search import Search, SearchLimits, SearchLine
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tashkalar.position.board import CENTRE, SQUARE_OF, distance
from tests.games.invariants import with_other_secrets
from tests.support import arrange

TABLES = [
    ("high-form", ["nethervoid", "everfrost"], False),
    ("duel", ["etherweave", "highland", "sylvan", "northern"], True),
    ("melee", ["everfrost", "etherweave", "nethervoid"], False),
]


def opened(form: str, schools: list[str], teams: bool, decisions: int) -> Game:
    """A game some way on, played by keen players, at the beginning of a turn."""
    game = new_game(form, schools, teams=teams, seed=7)
    players = [GreedyPlayer(n) for n in range(len(schools))]
    while len(game.codes) < decisions or game.view(1)["open"] or game.state.actions != 2:
        assert game.player is not None
        take_decision(game, players[game.player - 1])
    return game


@pytest.mark.parametrize(("form", "schools", "teams"), TABLES)
def test_adept_plays_on_from_anywhere(form: str, schools: list[str], teams: bool) -> None:
    game = opened(form, schools, teams, 40)
    twin = game.copy()
    for table in (game, twin):
        players = [player("adept", n, nodes=200) for n in range(len(schools))]
        turn = table.state.turn
        while table.player is not None and table.state.turn < turn + 2:
            take_decision(table, players[table.player - 1])
    assert game.codes == twin.codes


def test_what_is_hidden_changes_no_choice() -> None:
    game = opened("duel", ["sylvan", "everfrost"], False, 40)
    assert game.player is not None
    state, seat = game.state, game.player
    choices = set()
    for secret in range(3):
        other = Game(with_other_secrets(state, seat - 1, secret))
        bot = player("master", 1, nodes=300)
        choices.add(bot.choose(other.view(seat), other.prompt, other.legal_moves()).code)
    assert len(choices) == 1


@pytest.mark.parametrize(("form", "schools", "teams"), TABLES)
def test_a_plan_can_be_made_at_any_decision_and_broken_off(
    form: str, schools: list[str], teams: bool
) -> None:
    """Every code of a plan is legal in its turn, and the plan comes to the end of the turn."""
    game = new_game(form, schools, teams=teams, seed=3)
    keen = GreedyPlayer(1)
    for number in range(32):
        assert game.player is not None
        view = json.loads(json.dumps(game.view(game.player)))
        for nodes in (1, 60):
            ahead = game.copy()
            for code in player("adept", 1, nodes=nodes).plan(view):
                ahead.play(code)
            early = game.copy()
            for code in player("adept", 1).think(view).codes():
                early.play(code)
            assert ahead.codes != game.codes != early.codes
            done = {ahead.state.turn > game.state.turn, early.state.turn > game.state.turn}
            assert done == {True} or game.state.phase == "marks" or ahead.open_move is not None
        take_decision(game, keen if number % 3 else player("adept", 2, nodes=60))


@pytest.mark.parametrize("level", LEVELS)
def test_a_plan_spends_its_budget_and_hardly_more(level: str) -> None:
    game = opened("duel", ["nethervoid", "etherweave"], False, 30)
    assert game.player is not None
    for nodes in (100, 200):
        thinking = player(level, 1, nodes=nodes).think(game.view(game.player))
        steps = [0, *thinking]
        assert nodes / 2 <= thinking.nodes <= 1.2 * nodes
        assert thinking.budget <= nodes
        assert max(b - a for a, b in pairwise(steps)) <= 50


def test_a_novice_varies_among_good_plans() -> None:
    game = opened("duel", ["highland", "southern"], False, 30)
    assert game.player is not None
    view = game.view(game.player)
    novice = LEVELS["novice"]._replace(limits=LEVELS["novice"].limits._replace(nodes=100))
    assert len({tuple(Planner(novice, seed).plan(view)) for seed in range(6)}) > 1
    careful = novice._replace(margin=0)
    assert len({tuple(Planner(careful, seed).plan(view)) for seed in range(3)}) == 1


FIRST_PLACING_STEPS = {
    "high-form": {"novice": 0, "adept": 0, "expert": 4, "master": 0},
    "duel": {"novice": 4, "adept": 4, "expert": 4, "master": 2},
}
"""The king's steps from e5 to the first placing: on an empty board no pattern is nearer."""


@pytest.mark.parametrize("form", FIRST_PLACING_STEPS)
@pytest.mark.parametrize("level", FIRST_PLACING_STEPS["duel"])
def test_the_middle_draws_some_levels_in_the_high_form(form: str, level: str) -> None:
    game = arrange({}, form=form, hand=["knight", "bomb", "herald"])
    plan = player(level, 1, nodes=200).plan(game.view(1))
    square = SQUARE_OF[plan[0].removeprefix("+")]
    assert distance(CENTRE, square) == FIRST_PLACING_STEPS[form][level], plan


def test_master_has_a_judge_and_rollouts_of_its_own_in_some_forms() -> None:
    for form, seats in (("duel", 2), ("duel", 4), ("high-form", 2), ("high-form", 4), ("melee", 4)):
        levels = [LEVELS[name].resolve_for_form(form, seats) for name in ("expert", "master")]
        expert, master = levels
        assert expert.rollout_limits is None
        assert (master.rollout_limits is not None) == ((form, seats) == ("duel", 2))
        assert (master.limits, master.reply_limits) == (expert.limits, expert.reply_limits)
        learned, center = 100 * (form != "melee"), 60 * (form == "high-form")
        assert master.weights == expert.weights._replace(learned=learned, center=center)


def test_rollouts_decide_what_a_plan_is_worth() -> None:
    """Of two plans the one is kept after which the rival's turn and the next bring more."""
    game = arrange({"e5": "1 heroic", "e6": "2 heroic"}, hand=["knight"], actions=2)
    _, state = determinize(game.view(1), 1)
    worse = state.copy()
    worse.heroic = 0  # never looked at: plans are played on from the dealt worlds
    plans = [SearchLine(worse, ("+a4", "+a5", "."), 0), SearchLine(state, ("+d5", "+d4", "."), 0)]
    for percent, gap, best in ((0, 1, 0), (100, 1, 1)):
        told = [plans[0]._replace(worth=gap), plans[1]]
        rollouts = RolloutComparison(
            told, [state, state, state], Weights(), RolloutLimits(2, 2, 1, 1, percent)
        )
        assert rollouts.best_line() is told[0]
        steps = [0, *rollouts.run()]
        assert max(b - a for a, b in pairwise(steps)) <= 50
        assert rollouts.best_line() is told[best]


def test_plans_to_play_on_are_the_best_and_some_further_down() -> None:
    _, state = determinize(arrange({}).view(1), 1)
    ends = [SearchLine(state, (str(rank),), -rank) for rank in range(40)]
    assert [-plan.worth for plan in spread_plans(ends, 6)] == [0, 1, 2, 5, 11, 23]
    assert [-plan.worth for plan in spread_plans(ends[:7], 6)] == [0, 1, 2, 5, 3, 4]
    assert spread_plans(ends[:2], 6) == ends[:2]


def test_replies_decide_what_a_plan_is_worth() -> None:
    """The plan does not take a gain that the next player's turn more than takes back."""
    knight = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic", "f5": "1 common"}
    game = arrange({**knight, "e6": "2 heroic"}, hand=["knight"], actions=1)
    ahead = game.copy()
    ahead.play("knight@e6")
    while ahead.open_move is not None:
        ahead.play(ahead.legal_moves()[-1])
    _, state = determinize(game.view(1), 1)
    judge = Evaluator(state, 0, Weights())
    plans = [SearchLine(state, ("+a4", "."), 9999), SearchLine(state, (*ahead.codes, "."), 0)]
    limits = SearchLimits(nodes=40, lines=1, answers=1)
    for share, best in ((0, 0), (100, 1)):
        replies = ReplyComparison(
            plans, [state], judge, Weights(), ReplyLimits(2, 1, limits, share)
        )
        assert replies.best_line() is plans[0]
        assert sum(1 for _ in replies.run()) > 1
        assert replies.best_line() is plans[best]


def test_hunters_of_easy_levels_prepare_to_destroy() -> None:
    """To summon onto an enemy piece is worth more to them than to their level."""
    knight = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic", "f5": "1 common"}
    struck, missed = (
        arrange({**knight, enemy: "2 heroic"}, hand=["knight"], actions=1).state
        for enemy in ("e6", "b6")
    )
    for level in ("firststeps", "beginner", "learner"):
        gains: list[int] = []
        for settings in (LEVELS[level], with_style(LEVELS[level], "hunter")):
            judge = Evaluator(struck, 0, settings.weights)
            gains.append(judge.evaluate([struck])[0] - judge.evaluate([missed])[0])
        assert gains == [0, 375]


def test_a_discarding_player_looks_at_the_worst_cards_first() -> None:
    """The order of returned cards is no matter (R8), so a discard takes few of the nodes."""
    state = arrange({}, hand=["knight", "herald", "bomb"], actions=1).state

    def search(limits: SearchLimits) -> Search:
        search = Search(state, Evaluator(state, 0, Weights(threat=0)), limits)
        for _ in search.run():
            pass
        return search

    limits = SearchLimits(nodes=1000, lines=8, answers=4)
    whole, short = search(limits), search(limits._replace(discards=False))
    # A placement on each square, and no discard.
    assert short.nodes == state.empty.bit_count()
    # For each card discarded: itself, then "no" or one of two, then "no" or the last one.
    assert whole.nodes == short.nodes + 3 * (1 + 3 + 2)


@pytest.mark.parametrize(("level", "nodes"), [("x", None), ("adept", 0)])
def test_what_is_wrong_is_named(level: str, nodes: int | None) -> None:
    with pytest.raises(ValueError, match=r"^(level|nodes): "):
        player(level, nodes=nodes)


def test_a_hint_says_why() -> None:
    """The reasons name the achievements of the plan as plain data, the greatest first."""
    pieces = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common", "a5": "2 heroic"}
    tasks = {"current": ["red-conquest", "destruction"], "next": "side-chain"}
    game = arrange(pieces, form="high-form", tasks=tasks, actions=0)
    thinking = player("adept").think(game.view(1))
    assert thinking.codes() == ["=red-conquest"]
    reasons = [reason.data() for reason in thinking.reasons()]
    assert reasons[0] == {"what": "claim", "card": "red-conquest", "amount": 2, "worth": 2000}
    assert json.loads(json.dumps(reasons)) == reasons
    knight = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic"}
    game = arrange(knight, hand=["knight"], legends=[], actions=1)
    thinking = player("adept").think(game.view(1))
    assert [*thinking, *thinking.codes()]
    assert ("ready", "knight") in {(reason.what, reason.card) for reason in thinking.reasons()}


def test_with_all_pieces_on_the_board_a_small_budget_still_looks_at_every_kind_of_move() -> None:
    """Picking up and placing (R6.3) has so many answers that nothing else was looked at."""
    schools = ["northern", "southern"]
    game = new_game("duel", schools, seed="v")
    players = [player("adept", f"v/{n}", nodes=300) for n in range(2)]
    while game.player is not None and game.state.turn < 60:
        take_decision(game, players[game.player - 1])
    assert game.is_over


def test_a_claim_that_costs_much_leaves_a_plan() -> None:
    """The best plan leaves a fulfilled task unclaimed; claiming it is worth over a point less."""
    mine = "b2 common, c3 heroic, h5 common, i5 heroic, h6 common, e7 legendary, g7 heroic"
    mine += ", h7 heroic, h8 common"
    theirs = "c4 common, a5 common, d5 common, e5 heroic, c6 common, f6 common, g6 heroic"
    theirs += ", i6 legendary, c7 heroic"
    board = {}
    for seat, pieces in ((2, mine), (1, theirs)):
        for piece in pieces.split(", "):
            square, rank = piece.split()
            board[square] = f"{seat} {rank}"
    hand = {"hand": ["glacier-giant", "ice-princess", "crystal-grower"], "flare": ["flare-08"]}
    hand |= {"legends": ["leviathan", "hell-bull"], "discards": ["snow-fox"]}
    tasks = {"current": ["side-chain", "imprisonment", "diagonals"], "next": ["green-conquest"]}
    game = Game.from_scenario(
        {
            "form": "high-form",
            "seats": [
                {"school": "etherweave", "hand": [], "score": 3},
                {"school": "everfrost", "score": 3, "frozen": "winter-whisperer", **hand},
            ],
            "board": board,
            "turn": {"seat": 2, "number": 20},
            "tasks": tasks,
        }
    )
    for seed in (0, 3):
        played = game.copy()
        for code in player("novice", seed).plan(game.view(2)):
            played.play(code)
        assert played.player == 1
