"""The environment for PettingZoo: its own tests, whole games, wrong actions, and rewards."""

from __future__ import annotations

import copy
import io
import subprocess
import sys
import zipfile
from contextlib import redirect_stdout
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tashkalar import Game, IllegalMove, new_game
from tashkalar.site.build import pack_engine
from tashkalar.site.paths import ROOT
from tashkalar.training.agreements import returns
from tashkalar.training.numbering import NEXT_PAGE
from tashkalar.training.pettingzoo_env import env
from tests.training.games import GAMES, begin, decisions

every_form = pytest.mark.parametrize("agreed", GAMES.values(), ids=GAMES)
SMALL: dict[str, Any] = {"actions": 8}  # so few that most lists of legal moves have several pages


@every_form
@pytest.mark.filterwarnings(
    "error",
    # What PettingZoo says of every environment whose observation has a mask, but for its own ones.
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
def test_pettingzoos_own_tests_pass(agreed: dict[str, Any]) -> None:
    variants: list[dict[str, Any]] = [{}, SMALL, {"max_decisions": 30}]
    for more in variants:
        with redirect_stdout(io.StringIO()):  # it reports that it has passed
            api_test(env(**agreed, **more), num_cycles=40)
        seed_test(lambda more=more: env(**agreed, **more), num_cycles=15)


@every_form
def test_a_whole_game_is_what_the_engine_plays(agreed: dict[str, Any]) -> None:
    """The mask has the legal moves, and only for the agent that decides; the end has rewards."""
    environment = begin(seed=4, **agreed)
    game: Game = environment.unwrapped.game
    for agent in decisions(environment):
        assert game.player is not None and agent == f"player_{game.player - 1}"
        moves = game.legal_moves()
        for other in environment.agents:
            seen, info = environment.observe(other), environment.infos[other]
            count = len(moves) if other == agent else 0
            assert seen["action_mask"].tolist() == [1] * count + [0] * (1024 - count)
            assert seen["legal_moves"].any(axis=1).tolist() == [True] * count + [False] * (
                1024 - count
            )
            assert info.get("moves", []) == [move.code for move in moves[:count]]
            assert environment.rewards[other] == 0
        # Each legal move can be told from the others.
        rows = environment.observe(agent)["legal_moves"][: len(moves)]
        assert len(np.unique(rows, axis=0)) == len(moves), environment.infos[agent]["moves"]
    assert game.outcome is not None
    won = {f"player_{seat - 1}" for seat in game.outcome.winners}
    assert 0 < len(won) < len(environment.possible_agents)
    assert environment.rewards == {
        agent: 1.0 if agent in won else -1.0 for agent in environment.possible_agents
    }
    assert all(environment.terminations.values()) and not any(environment.truncations.values())
    while environment.agents:
        observation, reward, *_, info = environment.last()
        assert not observation["action_mask"].any() and info == {}
        assert reward == (1.0 if environment.agent_selection in won else -1.0)
        environment.step(None)


def test_more_legal_moves_than_actions_are_shown_page_by_page() -> None:
    environment = begin(**GAMES["duel"], **SMALL)
    game: Game = environment.unwrapped.game
    environment.step(0)  # the marks
    while len(game.legal_moves()) < 30:
        environment.step(0)
    moves = [move.code for move in game.legal_moves()]
    before, shown = game.codes, []
    pages = environment.last()[-1]["pages"]
    for page in range(pages):
        observation, *_, info = environment.last()
        *codes, last = info["moves"]
        assert (info["page"], info["pages"], last) == (page, -(-len(moves) // 7), NEXT_PAGE)
        assert observation["action_mask"].sum() == len(codes) + 1
        shown += codes
        environment.step(len(codes))
        assert game.codes == before
    assert shown == moves
    # After the last page comes the first; a move leads to the first page of the next list.
    environment.step(7)
    observation, *_, info = environment.last()
    assert info["page"] == 1 and observation["legal_moves"][7, 0] != 0
    environment.step(2)
    assert game.codes[-1] == moves[9]
    assert environment.last()[-1]["page"] == 0


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (1023, r"action 1023: the actions now are 0 to \d+ \(see action_mask\)$"),
        (-1, r"action -1: the actions now are 0 to"),
        (10**30, r"action 10+: the actions now are 0 to"),
        (0.0, r"action 0\.0: a whole number is needed$"),
        ("+e5", r"action '\+e5': a whole number is needed$"),
        (True, r"action True: a whole number is needed$"),
        (None, r"action None: a whole number is needed$"),
        (np.int64(500), r"action 500: the actions now are"),
    ],
)
def test_an_illegal_action_is_named_and_changes_nothing(action: Any, message: str) -> None:
    environment, twin = begin(seed=5), begin(seed=5)
    environment.step(0)
    twin.step(0)
    with pytest.raises(IllegalMove, match=message):
        environment.step(action)
    assert environment.unwrapped.game.codes == twin.unwrapped.game.codes
    for playing in (environment, twin):
        playing.step(np.int64(1))  # it goes on
    assert environment.unwrapped.game.codes == twin.unwrapped.game.codes


def test_a_game_without_end_is_truncated() -> None:
    """An agent that turns pages, or places pieces, never comes to an end."""
    environment = begin(max_decisions=12, **SMALL)
    for _ in range(12):
        assert not any(environment.truncations.values())
        mask = environment.last()[0]["action_mask"]
        environment.step(int(mask.nonzero()[0][-1]))
    assert all(environment.truncations.values()) and not any(environment.terminations.values())
    assert set(environment.rewards.values()) == {0.0}
    while environment.agents:
        assert not environment.last()[0]["action_mask"].any()
        environment.step(None)


# -- seeds ---------------------------------------------------------------------------------------


def test_a_seed_gives_the_game_that_the_page_gives() -> None:
    schools = ["northern", "sylvan"]
    environment = begin(seed=7, schools=schools)
    expected = new_game("duel", schools, seed=7)
    assert environment.unwrapped.game.to_json() == expected.to_json()
    assert environment.unwrapped.view("player_1") == expected.view(2)


def test_a_seed_decides_all_games_until_the_next_one() -> None:
    one, other = env("melee", seats=3), env("melee", seats=3)
    dealt = []
    for environment in (one, other):
        games = []
        for seed in (4, None, None, 4, None):
            environment.reset(seed=seed)
            games.append(environment.unwrapped.game.to_json())
        dealt.append(games)
    assert dealt[0] == dealt[1]
    first, second, third, again, next_one = dealt[0]
    assert first == again and second == next_one and len({first, second, third}) == 3
    schools = set()
    for seed in range(20):
        one.reset(seed=seed)
        schools.add(one.unwrapped.game.setup.schools)
    assert len(schools) > 10 and all(len(set(drawn)) == 3 for drawn in schools)


def test_without_a_seed_games_differ() -> None:
    dealt = set()
    for _ in range(3):
        environment = env(schools=["northern", "sylvan"])
        environment.reset()
        dealt.add(environment.unwrapped.game.to_json())
    assert len(dealt) == 3


def test_a_copy_plays_on_by_itself() -> None:
    environment = begin(seed=2)
    for _ in decisions(environment, 30):
        pass
    twin = copy.deepcopy(environment)
    before = environment.unwrapped.game.codes
    for _ in decisions(twin, 30):
        pass
    assert environment.unwrapped.game.codes == before
    for _ in decisions(environment, 30):
        pass
    assert environment.unwrapped.game.codes == twin.unwrapped.game.codes != before


# -- arguments, rewards, text --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agreed", "message"),
    [
        ({"form": "chess"}, "^form: unknown form 'chess'; known are high-form, duel, melee$"),
        ({"form": "melee", "seats": 2}, "^seats: the melee has 3 or 4 seats, not 2$"),
        ({"form": "duel", "seats": 3}, "^seats: the duel has 2 seats, not 3$"),
        ({"teams": True, "seats": 2}, "^seats: the duel in teams has 4 seats, not 2$"),
        ({"form": "melee", "teams": True}, "^teams: there is no team play in the melee$"),
        ({"schools": ["northern", "elves"]}, r"^schools\[1\]: unknown school 'elves'; known are "),
        ({"schools": ["northern"]}, "^schools: the duel needs 2 schools, not 1$"),
        ({"schools": ["sylvan", "sylvan"]}, r"^schools\[1\]: 'sylvan' is used twice$"),
        ({"schools": ["sylvan", "highland"], "seats": 4}, "^seats: 4 is not the number of schools"),
        ({"legends": 1}, r"^options\['legends'\]: True or False is needed$"),
        ({"actions": 1}, "^actions: at least 2 are needed, not 1$"),
        ({"max_decisions": 0}, "^max_decisions: at least 1 is needed, not 0$"),
        ({"render_mode": "rgb"}, "^render_mode: unknown mode 'rgb'; known are ansi, human$"),
    ],
)
def test_a_wrong_argument_is_named(agreed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        env(**agreed)


def test_the_game_is_there_after_the_first_reset() -> None:
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        _ = env().unwrapped.game


@pytest.mark.parametrize(
    ("winners", "colours", "expected"),
    [
        ((2,), (0, 1), (-1, 1)),
        ((1, 2), (0, 1), (0, 0)),  # R18.4: an unbroken tie
        ((1, 3), (0, 1, 0, 1), (1, -1, 1, -1)),  # teammates win together
        ((1, 2, 3, 4), (0, 1, 0, 1), (0, 0, 0, 0)),
        ((3,), (0, 1, 2, 3), (-1, -1, 1, -1)),
        ((1, 3), (0, 1, 2), (0, -1, 0)),
    ],
)
def test_rewards_say_who_has_won(
    winners: tuple[int, ...], colours: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    setup = SimpleNamespace(seats=len(colours), colours=colours)
    over = SimpleNamespace(setup=setup, outcome=SimpleNamespace(winners=winners))
    assert returns(cast(Game, over)) == expected
    assert returns(cast(Game, SimpleNamespace(setup=setup, outcome=None))) == (0,) * len(colours)


def test_the_board_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    environment = begin(schools=["northern", "sylvan"], render_mode="ansi")
    game: Game = environment.unwrapped.game
    for _ in decisions(environment, 60):
        pass
    text = environment.render()
    lines = text.splitlines()
    for square, piece in game.board.items():
        row, column = lines[9 - int(square[1])], 2 + 3 * "abcdefghi".index(square[0])
        assert row[column : column + 2] == f"{piece.owner}{piece.rank[0]}"
    assert lines[0][2:8].strip() == "" and lines[10].startswith(
        f"points by seat: 1: {game.score(1)}"
    )
    assert lines[-1] == f"seat {game.player} decides: {game.prompt.kind}"
    for _ in decisions(environment):
        pass
    assert game.outcome is not None
    assert environment.render().endswith(f"won by seat: {game.outcome.winners[0]}")

    printing = begin(render_mode="human")
    printing.step(0)
    assert "seat 1 decides" in capsys.readouterr().out


# -- the rest of the game knows nothing of it ----------------------------------------------------


def test_neither_the_page_nor_the_engine_loads_it() -> None:
    with zipfile.ZipFile(io.BytesIO(pack_engine())) as archive:
        assert not [name for name in archive.namelist() if "training" in name]
    program = "import sys, tashkalar.cli; print({'numpy', 'pettingzoo'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
