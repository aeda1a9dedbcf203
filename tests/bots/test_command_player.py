"""Players that are other programs: good ones play, bad ones are told apart, and all end."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tashkalar import new_game
from tashkalar.bots import arena, command_player
from tashkalar.bots.command_player import CommandPlayer
from tashkalar.bots.installed import find_player_factory
from tashkalar.bots.levels import player
from tashkalar.bots.simple import Player
from tashkalar.cli import main

ROOT = Path(__file__).parents[2]
Capture = pytest.CaptureFixture[str]
MakeCommand = Callable[..., str]

# A program that plays the first legal move. ID, GO and QUIT are what a case does otherwise.
PROGRAM = """
import json, os, sys, time

with open(sys.argv[1], "a") as pids:
    print(os.getpid(), file=pids)

def say(text):
    print(text, flush=True)

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "id":
        {id}
    elif word == "newgame":
        seed = rest
    elif word == "position":
        position = json.loads(rest)
    elif word == "go":
        thinking = False
        {go}
    elif word == "stop" and thinking:
        say("bestplan " + position["moves"][0])
    elif word == "quit":
        {quit}
"""
ID, GO, QUIT = 'say("id 1 first")', 'say("bestplan " + position["moves"][0])', "break"


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    """The file in which the programs of a test write their numbers."""
    return tmp_path / "pids"


@pytest.fixture
def command(tmp_path: Path, pids: Path) -> MakeCommand:
    """Return a function that writes a program and returns its command."""

    def write(*, at_id: str = ID, go: str = GO, at_quit: str = QUIT) -> str:
        file = tmp_path / "a player.py"  # with a blank, which needs quotes
        parts = {"id": at_id, "go": go, "quit": at_quit}
        shifted = {name: textwrap.indent(text, " " * 8).lstrip() for name, text in parts.items()}
        file.write_text(PROGRAM.format(**shifted), encoding="utf-8")
        return shlex.join([sys.executable, str(file), str(pids)])

    return write


def play(*players: str, games: int = 2, more: tuple[str, ...] = ()) -> int:
    return main(["arena", *players, "--form", "duel", "--games", str(games), *more])


def assert_ended(pids: Path) -> None:
    """Check that none of the programs is left."""
    numbers = [int(line) for line in pids.read_text().splitlines()]
    assert numbers
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def refusal(capsys: Capture) -> str:
    """Return the one line on the standard error, without the start that all have."""
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.count("\n") == 1
    assert shown.err.startswith("tashkalar arena: players: cmd")
    return shown.err.strip()


# -- players that play ---------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_program_plays_a_match_and_ends_with_each_game(
    workers: str, command: MakeCommand, pids: Path, capsys: Capture
) -> None:
    go = 'say("info nodes 7 quick\\n\\ninfo\\nbestplan " + position["moves"][0] + " nonsense")'
    at_quit = 'open(sys.argv[1] + ".quit", "a").write("x"); break'
    log = str(pids.with_name("log"))
    name = f"cmd@500:{command(go=go, at_quit=at_quit)}"
    assert play("keen", name, more=("--workers", workers, "--log", log)) == 0
    assert f"keen against {name}: 2 won, 0 lost, 0 tied" in capsys.readouterr().out
    assert len(pids.read_text().split()) == 2
    assert pids.with_name("pids.quit").read_text() == "xx"
    assert_ended(pids)


def test_the_engine_as_a_program_plays_as_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    engine = shlex.join([sys.executable, "-m", "tashkalar", "engine", "--level", "firststeps"])
    seeds: list[str] = []
    send = CommandPlayer._send

    def note(self: CommandPlayer, line: str) -> None:
        seeds.extend(line.split()[1:] if line.startswith("newgame") else [])
        send(self, line)

    monkeypatch.setattr(CommandPlayer, "_send", note)
    outside, inside = (new_game("duel", ["northern", "sylvan"], seed="5") for _ in range(2))
    with arena.seated_players([f"cmd@200:{engine}", "keen"], "5") as players:
        arena.play_to_end(outside, players)
    own: list[Player] = [player("firststeps", seeds[0], nodes=200)]
    own += arena.create_players(["random", "keen"], "5")[1:]
    arena.play_to_end(inside, own)
    assert outside.codes == inside.codes and outside.is_over


def test_a_program_gets_no_hidden_card_and_another_seed(
    command: MakeCommand, pids: Path, capsys: Capture
) -> None:
    go = f'open(sys.argv[1] + seed, "a").write(json.dumps(position["view"]) + "\\n"); {GO}'
    assert play("keen", f"cmd:{command(go=go)}", games=1, more=("--seed", "secret")) == 0
    (file,) = pids.parent.glob("pids?*")
    assert re.fullmatch("pids[0-9a-f]{16}", file.name)
    for line in file.read_text().splitlines():
        view = json.loads(line)
        assert view["seat"] == 2 and "secret" not in line
        assert isinstance(view["seats"][0]["hand"]["beings"], int)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_example_in_javascript_wins(capsys: Capture) -> None:
    name = f"cmd:node {shlex.quote(str(ROOT / 'examples' / 'player.mjs'))}"
    for form, count in (("duel", 2), ("melee", 3)):
        assert main(["arena", name, "random", "--form", form, "--games", str(count)]) == 0
    assert re.findall("([0-9]+) won, 0 lost", capsys.readouterr().out) == ["2", "3"]


def test_selfplay_takes_programs_too(command: MakeCommand, pids: Path, capsys: Capture) -> None:
    players = f"cmd:{command()},keen"
    assert main(["selfplay", "--form", "duel", "--players", players]) == 0
    assert "seat 2 won: 1" in capsys.readouterr().out
    assert_ended(pids)


def test_a_program_that_is_told_to_stop_goes_on(
    command: MakeCommand, pids: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_player, "MARGIN_S", 0.0)
    waits = "thinking = len(position['view']['board']) > 3\nif not thinking:\n    " + GO
    assert play(f"cmd@1ms:{command(go=waits)}", "keen", games=1) == 0
    assert_ended(pids)


# -- players that fail ---------------------------------------------------------------------------

LONG = "x" * 100
FAILURES = {
    "dies": ("sys.exit(3)", "it has ended with status 3"),
    "killed": ("os.kill(os.getpid(), 9)", "it has ended by signal 9"),
    "says-other": ('say("hello there")', "it answers 'hello there' where bestplan is awaited"),
    "says-bytes": ('os.write(1, b"\\xff\\n")', "it answers '\\\\xff' where bestplan is awaited"),
    "says-nothing": ('say("bestplan")', "it answers an empty plan"),
    "illegal": (
        'say("bestplan +z9")',
        "it plays '+z9', which is not legal (the question is turn)",
    ),
    "refuses": ('say("error only melees")', "it reports: 'only melees'"),
    "long": (f'say("{LONG}" * 2000)', "it writes a line of more than 100000 bytes"),
    "hangs": ("time.sleep(99)", "it gives no plan within 0.3 s, though told to stop"),
    "chatters": (
        'any(say("info again") for _ in iter(int, 1))',
        "it gives no plan within 0.3 s, though told to stop",
    ),
    "closes": ("os.close(1); time.sleep(99)", "it has closed its output"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_program_that_fails_is_told_in_one_line_and_ends(
    failure: str,
    command: MakeCommand,
    pids: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go, message = FAILURES[failure]
    is_silent = "sleep" in go or "iter" in go
    if is_silent:
        monkeypatch.setattr(command_player, "_QUIT_TIMEOUT_S", 0.1)
        for name in ("MARGIN_S", "STOP_TIMEOUT_S"):
            monkeypatch.setattr(command_player, name, 30.0 if failure == "closes" else 0.1)
    assert play(f"cmd{'@100ms' * is_silent}:{command(go=go)}", "keen") == 2
    assert refusal(capsys).endswith(f": in turn 1 as seat 1 {message}")
    assert_ended(pids)


@pytest.mark.parametrize(
    ("at_id", "message"),
    [
        ('say("id 2 later")', "it speaks version '2' of the protocol, not 1"),
        ('say("uciok")', "it answers 'uciok' where id is awaited"),
        ("time.sleep(99)", "it gives no answer to id within 0.1 s"),
    ],
)
def test_a_program_that_does_not_say_who_it_is(
    at_id: str,
    message: str,
    command: MakeCommand,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command_player, "START_TIMEOUT_S", 0.1 if "sleep" in at_id else 30.0)
    assert play(f"cmd:{command(at_id=at_id)}", "keen") == 2
    assert refusal(capsys).endswith(f": at its start {message}")


def test_a_program_that_does_not_quit_is_ended(
    command: MakeCommand, pids: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_player, "_QUIT_TIMEOUT_S", 0.1)
    assert play("keen", f"cmd:{command(at_quit='time.sleep(99)')}", games=1) == 0
    assert_ended(pids)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_games_before_a_failure_are_kept(
    workers: str, command: MakeCommand, pids: Path, capsys: Capture
) -> None:
    """The program dies in its third game; one that is whole again goes on after two."""
    kept = pids.with_name("kept")
    more = ("--keep", str(kept), "--workers", workers, "--seed", "3")
    dies = f"""
        if len(open(sys.argv[1]).readlines()) > 2:
            sys.exit(1)
        {GO}
        """
    name = f"cmd:{command(go=textwrap.dedent(dies).strip())}"
    assert play("keen", name, games=6, more=more) == 2
    line = refusal(capsys)
    finished = len(kept.read_text().splitlines())
    assert "it has ended with status 1" in line
    if workers == "1":
        assert line.endswith(f" (finished before: 2 won, 0 lost, 0 tied; they are in {kept})")
        assert finished == 2
    command()
    assert play("keen", name, games=4, more=more) == 0
    assert "keen against cmd" in capsys.readouterr().out
    assert len(kept.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cmd:", "a command is needed"),
        ("cmd:  ", "a command is needed"),
        ("cmd@fast:x", "a command is needed"),
        ("cmd@0:x", "a command is needed"),
        ("cmd:'x", "No closing quotation"),
        ("cmd:/no/such/program", "at its start it cannot be started: No such file"),
    ],
)
def test_a_name_without_a_program_is_refused(name: str, message: str, capsys: Capture) -> None:
    assert play(name, "keen") == 2
    assert message in refusal(capsys)


def test_no_name_from_elsewhere_starts_a_program(command: MakeCommand, pids: Path) -> None:
    """The names of seats come with games from far away; only a match takes commands."""
    with pytest.raises(ValueError, match="unknown player"):
        find_player_factory(f"cmd:{command()}")
    assert not pids.exists()


def test_the_ladder_shows_a_command_with_a_pipe_in_one_cell() -> None:
    tally = arena.Tally((arena.BoutResult(1.0, 20, True, (7, 9), ()),))
    entry = arena.log_entry(tally, arena.MatchSettings("duel"), ("cmd:sh -c 'a | b'", "keen"))
    row = arena.format_ladder([entry]).splitlines()[-1]
    assert "cmd:sh -c 'a \\| b' - keen" in row
    assert len(re.findall(r"(?<!\\)\|", row)) == 9
