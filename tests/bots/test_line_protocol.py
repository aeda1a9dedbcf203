"""The command ``engine``: the conversation of the docs, wrong lines, and stopping a search."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tashkalar import Game, engine_command, new_game
from tashkalar.bots.levels import player
from tashkalar.cli import main
from tests.engine.playing import mid_effect_game, random_game
from tests.limits import COMMAND_TIMEOUT_S, attempts

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
Capture = pytest.CaptureFixture[str]


@contextmanager
def running_engine(*argv: str) -> Iterator[subprocess.Popen[str]]:
    """Provide the command in a process of its own, which is ended with the context."""
    with subprocess.Popen(
        [sys.executable, "-m", "tashkalar", "engine", *argv],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as engine:
        try:
            yield engine
        finally:
            engine.kill()


def answers(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, *lines: str | bytes, level: str = "firststeps"
) -> list[str]:
    """Return what the command answers to lines that are all there at once."""
    given = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert main(["engine", "--level", level]) == 0
    return capsys.readouterr().out.splitlines()


def position(game: Game, **more: object) -> str:
    assert game.player is not None
    return f"position {json.dumps({'view': game.view(game.player), **more})}"


# -- the page ------------------------------------------------------------------------------------


def transcript() -> list[tuple[str, str]]:
    """Return the lines of the page's conversation, each with the mark of who writes it."""
    text = re.search(r"```text\n(> id\n.*?)```", PAGE, re.DOTALL)
    assert text is not None
    lines = re.sub(r"\n>   ", " ", text[1]).splitlines()
    return [(line[0], line[2:]) for line in lines]


def test_the_conversation_of_the_page_takes_place() -> None:
    lines = transcript()
    assert {mark for mark, _ in lines} == {"<", ">"} and lines[-1] == (">", "quit")
    with running_engine("--level", "adept") as engine:
        assert engine.stdin is not None and engine.stdout is not None
        for mark, line in lines:
            if mark == ">":
                engine.stdin.write(f"{line}\n")
            else:
                assert engine.stdout.readline() == f"{line}\n"
        assert engine.stdout.read() == ""
        assert engine.wait(COMMAND_TIMEOUT_S) == 0


def test_the_position_of_the_page_is_one_that_the_arena_sends() -> None:
    (text,) = (line for _, line in transcript() if line.startswith("position "))
    sent = json.loads(text.partition(" ")[2])
    game = new_game("duel", ["northern", "sylvan"], seed=7)
    for code in ("c5", "+e5", "."):
        game.play(code)
    assert sent["view"] == game.view(2)
    assert sent["moves"] == [move.code for move in game.legal_moves()]
    assert sent["question"]["kind"] == game.prompt.kind


def keys_of(view: Mapping[str, object]) -> set[str]:
    """Return the names of a view's keys, also those one level below; not squares and colors."""
    found = set(view)
    for name in ("turn", "hand", "tasks", "piles", "open", "captive"):
        below = view[name]
        found |= set(below) if isinstance(below, dict) else set()
    seats = view["seats"]
    assert isinstance(seats, list)
    return found | set(seats[0])


def test_the_page_names_every_key_of_a_view() -> None:
    game = mid_effect_game()
    assert game.player is not None
    keys = keys_of(game.view(game.player))
    assert {"before", "borrow", "sideways"} <= keys
    assert {key for key in keys if f"`{key}`" not in PAGE} == set()


# -- answers -------------------------------------------------------------------------------------


def test_a_plan_is_that_of_the_level_with_this_seed_and_budget(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    game = random_game("duel", 3, 30)
    assert game.player is not None
    plan = player("novice", "some seed", nodes=300).plan(game.view(game.player))
    lines = ("newgame some seed", position(game), "go nodes 300")
    info, best = answers(monkeypatch, capsys, *lines, level="novice")
    assert info.startswith("info nodes ") and best == f"bestplan {' '.join(plan)}"


def test_a_question_inside_an_effect_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    game = mid_effect_game()
    _, best = answers(monkeypatch, capsys, position(game), "go nodes 200")
    assert best.split()[1] in {move.code for move in game.legal_moves()}


def test_a_plan_that_the_driver_does_not_allow_is_replaced(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Another version of the rules may be at the other end."""
    text = position(random_game("duel", 3, 30), moves=["unheard-of", "-"])
    assert answers(monkeypatch, capsys, text, "go nodes 200")[1] == "bestplan unheard-of"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance e5", "error 'dance': unknown command"),
        (b"\xff\x00", "error '\\ufffd\\x00': unknown command"),
        ("go", "error go: there is no position"),
        ("go nodes", "error go: nodes N, ms N or nothing is needed"),
        ("go nodes 0", "error go: nodes N, ms N or nothing is needed"),
        ("go seconds 3", "error go: nodes N, ms N or nothing is needed"),
        ("position", "error position: not JSON"),
        ("position []", "error position: an object with a view is needed"),
        ('position {"view": {}, "moves": "e5"}', "error position: moves: a list of codes"),
        (b"x" * (engine_command.MOST_LINE_BYTES + 1), "error a line is longer than 1000000 bytes"),
    ],
)
def test_a_wrong_line_is_answered_and_the_next_one_too(
    line: str | bytes, answer: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    first, *others = answers(monkeypatch, capsys, line, "", "stop", "\r", "id\r")
    assert first.startswith(answer) and len(first) < 200
    assert others == ["id 1 Tash-Kalar firststeps"]


@pytest.mark.parametrize("view", ["{}", '{"form": "chess", "seats": [], "turn": {"number": 1}}'])
def test_a_view_of_another_game_is_answered(
    view: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    shown = answers(monkeypatch, capsys, f'position {{"view": {view}}}', "go", "id")
    assert shown[0].startswith("error position: the view is not one of this game (KeyError")
    assert shown[1:] == ["id 1 Tash-Kalar firststeps"]


def test_a_new_game_forgets_the_position(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    lines = (position(random_game("duel", 3, 30)), "newgame 2", "go")
    assert answers(monkeypatch, capsys, *lines) == ["error go: there is no position"]


def test_an_unknown_level_is_refused_in_one_line(capsys: Capture) -> None:
    assert main(["engine", "--level", "clever"]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("tashkalar engine: --level: unknown level 'clever'; known are")
    assert shown.err.count("\n") == 1 and shown.out == ""


# -- stopping ------------------------------------------------------------------------------------


class EndlessThinking:
    """A search that goes on until it is stopped, for ten seconds at most."""

    nodes, worth = 0, 1250

    def think(self, view: Mapping[str, object]) -> EndlessThinking:
        return self

    def __iter__(self) -> Iterator[int]:
        for _ in attempts("a search that is stopped", 10_000):
            time.sleep(0.001)
            self.nodes += 1
            yield self.nodes

    def codes(self) -> list[str]:
        return ["+e5", "."]


@pytest.mark.parametrize("lines", [("go", "stop", "id"), ("go", "quit", "id"), ("go ms 1", "id")])
def test_a_search_ends_early_with_its_best_plan(
    lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(engine_command, "player", lambda *_, **__: EndlessThinking())
    info, *others = answers(monkeypatch, capsys, position(mid_effect_game()), *lines)
    assert re.fullmatch("info nodes [1-9][0-9]* worth 1250", info)
    after = [] if "quit" in lines else ["id 1 Tash-Kalar firststeps"]
    assert others == ["bestplan +e5 .", *after]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_search_whose_answer_nobody_reads_ends() -> None:
    with running_engine() as engine:
        assert engine.stdin is not None and engine.stdout is not None
        engine.stdout.close()
        engine.stdin.write(f"{position(mid_effect_game())}\ngo nodes 200\nquit\n")
        assert engine.wait(COMMAND_TIMEOUT_S) == 0
