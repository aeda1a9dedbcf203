"""Tests of installed players: found by their entry point, played by name, never unasked."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tashkalar.bots.installed import PLAYER_ENTRY_POINT_GROUP, find_player_factory
from tashkalar.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that lays an installed package with one entry point beside the game."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def lay(name: str, point: str) -> None:
        about = tmp_path / f"{name}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (about / "entry_points.txt").write_text(f"[{PLAYER_ENTRY_POINT_GROUP}]\n{point}\n")

    shutil.copy(EXAMPLES / "bot" / "centre_bot.py", tmp_path)
    return lay


@pytest.fixture
def centre(install: Install) -> None:
    """Install the example, with the entry point that it declares."""
    about = tomllib.loads((EXAMPLES / "bot" / "pyproject.toml").read_text(encoding="utf-8"))
    for name, what in about["project"]["entry-points"][PLAYER_ENTRY_POINT_GROUP].items():
        install(about["project"]["name"], f"{name} = {what}")


@pytest.mark.usefixtures("centre")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_example_plays_in_the_arena(workers: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["arena", "centre", "random", "--form", "duel", "--games", "2", "--workers", workers]
    assert main(argv) == 0
    assert "centre against random: 2 won, 0 lost, 0 tied" in capsys.readouterr().out


@pytest.mark.usefixtures("centre")
def test_an_unknown_name_is_answered_with_those_that_are_known() -> None:
    with pytest.raises(ValueError, match=r"unknown player 'center'; known are random.*, centre$"):
        find_player_factory("center")


def test_the_names_of_the_game_cannot_be_taken(install: Install) -> None:
    install("greedy", "keen = centre_bot:CentreBot")
    assert type(find_player_factory("keen")(1)).__name__ == "GreedyPlayer"


@pytest.mark.parametrize(
    ("point", "message"),
    [("x = nowhere:Bot", "on import"), ("x = centre_bot:FIRST", "is no player")],
)
def test_one_that_is_broken_is_answered_with_one_line(
    install: Install, point: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install("broken", point)
    assert main(["selfplay", "--form", "duel", "--players", "x,random"]) == 2
    error_text = capsys.readouterr().err
    assert message in error_text and error_text.count("\n") == 1


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise KeyError('oops')", r"x: KeyError: 'oops' \(careless.py, line 5\)$"),
        ("return None", "x: None is no legal move$"),
        ("return moves[0]._replace(code='+e5')", "x: Move.* is no legal move$"),
    ],
)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_one_that_fails_in_a_game_is_named_with_the_place(
    workers: str,
    body: str,
    message: str,
    install: Install,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "careless", raising=False)  # of the case before
    source = "class Bot:\n    def __init__(self, seed): pass\n\n"
    source += f"    def choose(self, view, prompt, moves):\n        {body}\n"
    (tmp_path / "careless.py").write_text(source)
    install("careless", "x = careless:Bot")
    argv = ["arena", "x", "random", "--form", "duel", "--games", "2", "--workers", workers]
    assert main(argv) == 2
    error_text = capsys.readouterr().err
    assert error_text.count("\n") == 1 and re.search(message, error_text.strip())


# -- processes -----------------------------------------------------------------------------------

_KILLED = """
import os, signal, sys, time
from tashkalar.bots.pool import process_pool

def begun(number):
    print(os.getpid(), flush=True)
    time.sleep(60)

if __name__ == "__main__":
    # A shell that runs the tests in the background may have had the signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with process_pool(2) as executor:
        futures = [executor.submit(begun, n) for n in range(4)]
        time.sleep(float(sys.argv[1]))
        os.kill(os.getpid(), getattr(signal, sys.argv[2]))
        time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize("signal", ["SIGINT", "SIGKILL"])
def test_processes_do_not_outlive_an_interrupted_match(signal: str, tmp_path: Path) -> None:
    """The processes write to a pipe, which ends when the last of them has ended."""
    program = tmp_path / "killed.py"
    program.write_text(_KILLED)
    root = str(Path(__file__).resolve().parents[2])
    with subprocess.Popen(
        [sys.executable, str(program), "2", signal],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={"PYTHONPATH": root, "PATH": ""},
    ) as begun:
        output, _ = begun.communicate(timeout=40)
    assert len(output.split()) == 2 and begun.returncode != 0
