"""Texts that were pasted or mailed are read as they were, or the line and the sign are named."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable

import pytest

from tashkalar import Game, RecordError, SaveError, ScenarioError
from tashkalar.json_reader import parse_json
from tashkalar.site.paths import ROOT
from tashkalar.ui.lessons.lesson_file import read_lesson
from tashkalar.ui.start.url_parameters import ScenarioRequest, scenario_request
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames
from tests import golden, hostile

GAME = golden.load("duel").game
SAVE, RECORD = GAME.to_json(), GAME.record()
SCENARIO = json.dumps(hostile.arranged(), indent=1, ensure_ascii=False)
LESSON = (ROOT / "static/lessons/pattern.json").read_text("utf-8")


def hard_wrapped(text: str) -> str:
    """Cut each line after 76 characters."""
    return re.sub("(.{76})(?=.)", r"\1\n", text)


def wrapped(text: str, *, end: str = "") -> str:
    """Break lines at blanks, in whose place `end` stays."""
    lines = (
        textwrap.wrap(line, 76, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join(f"{end}\n".join(parts) for parts in lines)


def parse_scenario(text: str) -> dict[str, object]:
    """Return the scenario of an address."""
    request = scenario_request(text)
    assert isinstance(request, ScenarioRequest)
    return request.scenario


CHANGES: dict[str, Callable[[str], str]] = {
    "nothing": str,
    "a byte order mark": lambda text: f"\ufeff{text}",
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "lone carriage returns": lambda text: text.replace("\n", "\r"),
    "no-break spaces around": lambda text: f"\u00a0{text}\u00a0\n",
    "curly quotes around": lambda text: f"“{text}”",
    "guillemets around": lambda text: f"« {text} »",
    "a bracket and a dot behind": lambda text: f"{text.rstrip()}).",
    "a comma behind": lambda text: f"{text.rstrip()},",
    "quoted by mail": lambda text: "".join(f"> {line}\n" for line in text.split("\n")),
    "forwarded by mail": lambda text: "".join(f">>> {line}\n" for line in text.split("\n")),
    "in the fences of a chat": lambda text: f"```\n{text}\n```\n",
    "in fences that name a language": lambda text: f"```json\n{text}\n```",
    "lines of an old mainframe": lambda text: text.replace("\n", "\x85"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "blanks at the ends of lines": lambda text: text.replace("\n", " \u00a0\n"),
    "broken, blanks stay": lambda text: wrapped(text, end=" "),
    "broken, blanks go": wrapped,
}


@pytest.mark.parametrize("kind", CHANGES)
def test_records(kind: str) -> None:
    assert Game.from_record(CHANGES[kind](RECORD)).codes == GAME.codes


@pytest.mark.parametrize("kind", CHANGES)
def test_saves(kind: str) -> None:
    assert Game.from_json(CHANGES[kind](SAVE)).codes == GAME.codes
    assert Game.from_json(CHANGES[kind](json.dumps(json.loads(SAVE), indent=1))).codes == GAME.codes


@pytest.mark.parametrize("kind", CHANGES)
def test_scenarios(kind: str) -> None:
    expected = Game.from_scenario(json.loads(SCENARIO)).state.key()
    assert Game.from_scenario(parse_scenario(CHANGES[kind](SCENARIO))).state.key() == expected


@pytest.mark.parametrize("kind", CHANGES)
def test_lessons(kind: str) -> None:
    changed = CHANGES[kind](LESSON)
    assert parse_json(changed) == json.loads(LESSON)
    assert read_lesson(changed).id == read_lesson(LESSON).id


@pytest.mark.parametrize("text", [SAVE, json.dumps(json.loads(SCENARIO))], ids=["save", "scenario"])
def test_lines_of_one_length_were_cut(text: str) -> None:
    """Also inside a word: each line but the last has 76 characters."""
    assert parse_json(hard_wrapped(text)) == parse_json(text)


def test_spaces_and_quotes_in_json() -> None:
    curly = re.sub('"([^"]*)"', "“\\1”", SCENARIO)
    assert parse_scenario(curly) == json.loads(SCENARIO)
    spaced = SCENARIO.replace("\n ", "\n\u00a0\t\u2003")
    assert parse_scenario(spaced) == json.loads(SCENARIO)
    board = json.loads(SCENARIO)
    board["board"] = {k: v.replace(" ", "\u00a0") for k, v in board["board"].items()}
    assert (
        Game.from_scenario(board).state.key()
        == Game.from_scenario(json.loads(SCENARIO)).state.key()
    )
    assert parse_json('{"text": "a\tb"}') == {"text": "a b"}


def test_records_with_other_spaces() -> None:
    assert Game.from_record(RECORD.replace(" ", "\u00a0")).codes == GAME.codes
    assert Game.from_record(RECORD.replace(" ", "\t")).codes == GAME.codes


def test_a_code_cut_in_two() -> None:
    """Words that are codes only together were one code."""
    lines = RECORD.split("\n")
    number, line = max(enumerate(lines), key=lambda item: len(item[1]))
    summon = re.search(r"\S@[a-i][1-9]", line)
    assert summon
    at = summon.start() + 1
    lines[number] = f"{line[:at]}\n{line[at:]}"
    if at > 60:
        assert Game.from_record("\n".join(lines)).codes == GAME.codes


def test_the_line_and_the_sign_are_named() -> None:
    with pytest.raises(ValueError, match=r"line 2, column 8: U\+201C \(LEFT DOUBLE QUOTATION MARK"):
        parse_json('{"a": 1,\n "b" : “c"}')
    with pytest.raises(ValueError, match="line 2: a word is broken"):
        parse_json('{"a":\n "' + "x" * 75 + "\n" + 'y"}')
    with pytest.raises(RecordError, match=r"U\+2013|neither a header"):
        Game.from_record(RECORD + "\n–\n")
    with pytest.raises((SaveError, ScenarioError)):
        Game.from_json(SAVE[:-1])


def test_files() -> None:
    """The file of a downloaded game, from a mail."""
    saved_games = SavedGames(MemoryStore(), lambda: 1_000)
    for text in (SAVE, RECORD):
        saved = GameFiles(saved_games).import_game(f"\u00a0“{text}”")
        assert saved.id
