"""The example of a policy that plays in the environment against a player of the game."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

from tashkalar.site.paths import ROOT
from tests.training.games import begin, decisions


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("environment", ROOT / "examples/environment.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("form", "opponent"), [("duel", "keen"), ("melee", "random")])
def test_it_plays_whole_games(
    form: str, opponent: str, example: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []
    for _ in range(2):
        example.main([opponent, "--form", form, "--games", "1"])
        played.append(capsys.readouterr().out)
    found = re.fullmatch(rf"(\d) won, (\d) lost, (\d) tied against {opponent}\n", played[0])
    assert found and sum(map(int, found.groups())) == 1
    assert played[0] == played[1]  # the seeds decide the games


def test_an_unknown_player_or_form_is_named(
    example: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, message in ((["nobody"], "unknown player 'nobody'"), (["--form", "x"], "form")):
        with pytest.raises(SystemExit):
            example.main(arguments)
        assert message in capsys.readouterr().err


def test_it_turns_to_the_page_of_a_move(example: ModuleType) -> None:
    environment = begin(actions=5)
    game = environment.unwrapped.game
    for _ in decisions(environment, 200):
        if environment.last()[-1]["pages"] > 2:
            break
    moves = game.legal_moves()
    for move in (moves[-1], moves[0], moves[len(moves) // 2]):
        action = example.find_action(environment, move.code)
        assert environment.last()[-1]["moves"][action] == move.code
