"""Tests of teams of program players: the teammate's hand, and passing control (R19.11)."""

from __future__ import annotations

from tashkalar import new_game
from tashkalar.bots.determinize import determinize
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.levels import player
from tashkalar.bots.passing import PassComparison, PassPoint, find_pass_points
from tashkalar.bots.search import SearchLine
from tashkalar.bots.simple import take_decision
from tashkalar.position.move import PASS_CONTROL
from tests.engine.test_teams import team
from tests.support import run_out
from tests.ui.table import PAIRS, crowded

SCHOOLS = ["highland", "sylvan", "northern", "southern"]
# Of the Knight, which the teammate may hold, all is there but one common.
ALMOST_A_KNIGHT = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic"}


def test_control_is_passed_where_the_teammate_had_better_place() -> None:
    """In a game of bots it happens, the teammate goes on, and the player ends the turn."""
    game = new_game("duel", SCHOOLS, teams=True, seed=0)
    bots = [player("adept", f"0/{seat}", nodes=500) for seat in range(4)]
    passed: list[int] = []
    while game.state.turn < 7 or game.open_move is not None:
        assert game.player is not None
        if take_decision(game, bots[game.player - 1]).kind == "pass-control":
            passed.append(game.state.turn)
            assert game.player == game.state.seat + 3 - 4 * (game.state.seat > 1)
    assert passed and len(passed) == len(set(passed))


def test_what_the_teammate_holds_is_worth_as_much_as_it_is_good_for() -> None:
    game = team(ALMOST_A_KNIGHT, others={3: {"hand": ["knight", "champion", "hypnotist"]}})
    _, state = determinize(game.view(1), 1)
    judge = Evaluator(state, 0, Weights())
    pool = state.hands[2] + state.decks[2] + state.dropped[2]
    held = len(state.hands[2])
    gains = {card: judge.mate_hand_gain(state, 2, [card] * held) for card in pool}
    assert gains["knight"] > 0 > min(gains.values())
    assert abs(sum(gains.values())) <= 2 * len(pool)  # any card is worth the mean of all
    alone = Evaluator(state, 1, Weights())
    assert alone.mate_hand_gain(state, 2, ["knight"]) == 0  # an enemy is no teammate


def test_the_last_pieces_are_left_to_who_knows_better() -> None:
    """The plan places far away; a teammate with the Knight places where the Knight wants it."""
    game = team(ALMOST_A_KNIGHT, actions=1)
    _, root = determinize(game.view(1), 1)
    world = root.copy()
    hand = ("knight", "champion", "hypnotist")
    whole = [*root.hands[2], *root.decks[2]]
    rest = [card for card in whole if card not in hand]
    world.hands = (*root.hands[:2], hand, root.hands[3])
    world.decks = (*root.decks[:2], tuple(rest), root.decks[3])
    judge = Evaluator(root, 0, Weights())
    ahead = game.copy()
    ahead.play("+i5")
    plan = SearchLine(determinize(ahead.view(1), 1)[1], ("+i5", "."), 0)
    for codes, passes in ((("+i5", "."), True), (("~x", "."), False)):
        passing = PassComparison(plan._replace(codes=codes), judge, Weights(), [world])
        nodes = list(passing.run())
        assert bool(nodes) == passes and passing.nodes == (nodes[-1] if nodes else 0)
        assert passing.best_line().codes == ((">",) if passes else codes)


def test_nobody_passes_on_who_plays_for_itself() -> None:
    for form, schools in (("duel", SCHOOLS[:2]), ("melee", SCHOOLS[:3])):
        game = new_game(form, schools, seed=2)
        bots = [player("adept", seat, nodes=450) for seat in range(len(schools))]
        while game.state.turn < 3:
            assert game.player is not None
            assert take_decision(game, bots[game.player - 1]).kind != "pass-control"


def test_a_teammate_goes_on_in_the_middle_of_any_effect() -> None:
    """The card being played was in a hand that the teammate cannot see (R19.12)."""
    kinds: set[str] = set()
    for seed in range(4):
        for pair in PAIRS[:4]:
            game = crowded("duel in teams", pair, seed)
            for move in game.legal_moves():
                trial = game.copy()
                if move.kind in kinds or move.kind == "pass-control":
                    continue
                trial.play(move)
                if PASS_CONTROL.code not in [answer.code for answer in trial.legal_moves()]:
                    continue
                if trial.open_move is None:
                    continue
                kinds.add(move.kind)
                trial.play(PASS_CONTROL.code)
                mate = trial.player
                assert mate is not None and mate != trial.state.seat + 1
                for code in player("adept", 1, nodes=80).plan(trial.view(mate)):
                    trial.play(code)
                assert trial.player == trial.state.seat + 1  # who passed ends the turn
    assert {"summon", "flare"} <= kinds


def test_the_last_effect_may_be_left_to_who_knows_better() -> None:
    """The answers of the last effect are the teammate's to give, if it has a reason to."""
    outcomes: set[bool] = set()
    for seed in range(6):
        game = crowded("duel in teams", PAIRS[1], seed)
        assert game.player is not None
        _, root = determinize(game.view(game.player), 1)
        for move in [move for move in game.legal_moves() if move.kind == "summon"][:6]:
            ahead = game.copy()
            ahead.play(move)
            if ahead.open_move is None:
                continue
            while ahead.open_move is not None:
                ahead.play(ahead.legal_moves()[0])
            codes = (*ahead.codes[len(game.codes) :], ".")
            inside = PassPoint((move.code,), (), is_inside_effect=True)
            assert find_pass_points(root, codes) == [inside]
            left = determinize(ahead.view(game.player), 1)[1]
            judge = Evaluator(root, game.state.seat, Weights())
            passing = PassComparison(SearchLine(left, codes, 0), judge, Weights(), [root])
            nodes = list(passing.run())
            assert nodes and passing.nodes == nodes[-1]
            outcomes.add(
                passing.best_line().codes == (*inside.codes_before_pass, PASS_CONTROL.code)
            )
            assert passing.best_line().codes in (
                (*inside.codes_before_pass, PASS_CONTROL.code),
                codes,
            )
    assert outcomes == {True, False}


def test_nothing_is_passed_where_nothing_is_left_to_decide() -> None:
    game = team(ALMOST_A_KNIGHT, hand=["wild-eagle"], actions=1)
    _, root = determinize(game.view(1), 1)
    assert find_pass_points(root, ("+a4", ".")) == [PassPoint((), (), is_inside_effect=False)]
    assert find_pass_points(root, ("~wild-eagle", ".")) == []  # no effect asks (R19.11)
    assert find_pass_points(root, (".",)) == []


def test_passing_spends_a_share_of_the_budget() -> None:
    for seed in range(3):
        game = crowded("high-form in teams", PAIRS[0], seed)
        assert game.player is not None
        for nodes in (450, 900):
            thinking = player("adept", 1, nodes=nodes).think(game.view(game.player))
            run_out(thinking)
            assert thinking.nodes <= 1.2 * nodes
