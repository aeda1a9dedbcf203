"""A level with something left out, by its name in the arena."""

from __future__ import annotations

import pytest

from tashkalar import new_game
from tashkalar.bots.installed import find_player_factory
from tashkalar.bots.levels import LEVELS, Planner, budget, player
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tashkalar.bots.variants import ABLATIONS
from tashkalar.cli import main
from tests import golden
from tests.support import run_out


def planner(name: str, seed: int = 1) -> Planner:
    player = find_player_factory(name)(seed)
    assert isinstance(player, Planner)
    return player


def seen() -> dict[str, object]:
    """Return a view from the beginning of a turn."""
    game = new_game("high-form", ["nethervoid", "everfrost"], seed=5)
    players = [GreedyPlayer(n) for n in range(2)]
    while game.state.turn < 12 or game.state.actions != 2 or game.open_move is not None:
        assert game.player is not None
        take_decision(game, players[game.player - 1])
    assert game.player is not None
    return game.view(game.player)


def seen_in_a_duel() -> dict[str, object]:
    """Return a view from the middle of a duel."""
    game = golden.load("duel").start()
    for code in golden.load("duel").game.codes[:30]:
        game.play(code)
    assert game.player is not None
    return game.view(game.player)


@pytest.mark.parametrize("group", ABLATIONS)
def test_every_group_is_a_part_of_some_level(group: str) -> None:
    assert any(ABLATIONS[group](level) != level for level in LEVELS.values())


def test_a_name_leaves_out_several_groups() -> None:
    one, two = planner("master~short@60").think(seen()), planner("master~short~tasks@60")
    both = two.think(seen())
    for thinking in (one, both):
        run_out(thinking)
    assert one.worth != both.worth


def test_a_name_can_give_another_budget() -> None:
    view = seen()
    assert planner("adept@90").think(view).budget == 90
    assert planner("expert~replies").think(view).budget == LEVELS["expert"].limits.nodes
    assert planner("adept@90").plan(view) == player("adept", 1, nodes=90).plan(view)


def test_replies_are_looked_at_where_there_are_tasks() -> None:
    """Elsewhere a budget is all for the own turn."""
    expert, duel = LEVELS["expert"], seen_in_a_duel()
    assert planner("expert").think(seen()).budget == expert.budget > expert.limits.nodes
    assert planner("expert").think(duel).budget == expert.limits.nodes == budget("expert", "duel")
    for view in (seen(), duel):
        assert 290 <= planner("expert@300").think(view).budget <= 300
    same = planner("expert~replies@300").plan(duel)
    assert planner("expert@300").plan(duel) == same


def test_rollouts_are_played_between_two_seats_if_the_budget_is_large() -> None:
    master = LEVELS["master"]
    assert master.rollout_limits is not None
    nodes = master.limits.nodes + master.rollout_limits.nodes
    view = seen_in_a_duel()
    assert planner("master").think(view).budget == nodes == budget("master", "duel")
    assert planner("master~rollouts").think(view).budget == master.limits.nodes
    for number in (300, 2 * nodes):
        assert number * 9 // 10 <= planner(f"master@{number}").think(view).budget <= number
    assert budget("master", "duel", seats=4) == budget("expert", "duel") < nodes


def test_variants_play_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["novice@60", "novice~short~strike@60"]
    assert main(["arena", *names, "--form", "duel", "--games", "2"]) == 0
    assert f"{names[0]} against {names[1]}" in capsys.readouterr().out


def test_a_name_can_give_another_weight() -> None:
    """*Expert* with the weights of *master* plays as *master* does, where the level has them."""
    view = seen()
    same = planner("expert+center=60+learned=100@90").plan(view)
    assert planner("master@90").plan(view) == same != planner("expert+center=900@90").plan(view)


@pytest.mark.parametrize(
    "name", ["wizard@10", "adept~luck", "adept@0", "adept~", "adept+luck=1", "adept+task=1"]
)
def test_a_variant_of_nothing_is_not_known(name: str) -> None:
    with pytest.raises(ValueError, match="players"):
        find_player_factory(name)
