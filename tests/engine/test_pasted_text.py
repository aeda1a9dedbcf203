"""Texts that were pasted or mailed are read as they were, or the line and the sign are named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tashkalar import Game, RecordError, SaveError, ScenarioError
from tashkalar.features.lessons.lesson_file import read_lesson
from tashkalar.formats import puzzle
from tashkalar.history.decision_tree import Annotation
from tashkalar.json_reader import parse_json
from tashkalar.pasted_text import replace_curly_quotes
from tashkalar.site.paths import ROOT
from tashkalar.study import Study, is_study_text
from tashkalar.ui.start.url_parameters import ScenarioRequest, scenario_request
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames
from tests import golden, hostile
from tests.manglings import EVERY_TEXT, JSON_TEXTS, RECORDS, SEVERAL_LINES, Mangle, hard_wrapped
from tests.ui.address_form import FORM

GAME = golden.load("duel").game
SAVE, RECORD = GAME.to_json(), GAME.record()
SCENARIO = json.dumps(hostile.arranged(), indent=1, ensure_ascii=False)
LESSON = (ROOT / "static/lessons/pattern.json").read_text("utf-8")
PUZZLES = puzzle.write(puzzle.read((ROOT / "static/puzzles/puzzles-1.json").read_text("utf-8"))[:1])


def annotated() -> Study:
    """Return the study of a game with a variation and remarks."""
    study = Study.from_game(GAME)
    for position in study.tree.line():
        study.go_to(position)
        if len(study.game.legal_moves()) > 9 and len(study.tree.path(position)) > 9:
            break
    study.annotate(Annotation('Here "it" turns: a > b, x = 3D.', (("d4", "e5"),), ("e5",)))
    codes = [move.code for move in study.game.legal_moves()]
    study.play(next(code for code in codes if study.tree.child(study.position, code) is None))
    assert "Variation:" in study.record()
    return study


STUDY = annotated().record()


def parse_scenario(text: str) -> dict[str, object]:
    """Return the scenario of an address."""
    request = scenario_request(text)
    assert isinstance(request, ScenarioRequest)
    return request.scenario


def read_scenario(text: str) -> object:
    """Return the position of a scenario's text."""
    return Game.from_scenario(parse_scenario(text)).state.key()


def read_study(text: str) -> object:
    """Return the text of a study after it was read."""
    assert is_study_text(text)
    return Study.from_record(text).record()


# The text of each form, and the function that reads it into something to compare.
FORMS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "record": (RECORD, lambda text: Game.from_record(text).codes),
    "study": (STUDY, read_study),
    "save": (SAVE, lambda text: Game.from_json(text).codes),
    "save of several lines": (
        json.dumps(json.loads(SAVE), indent=1),
        lambda text: Game.from_json(text).codes,
    ),
    "scenario": (SCENARIO, read_scenario),
    "scenario of one line": (json.dumps(json.loads(SCENARIO)), read_scenario),
    "lesson": (LESSON, lambda text: read_lesson(text).id),
    "puzzles": (PUZZLES, puzzle.read),
}
FITTING = [
    (form, mangling, mangle)
    for form in FORMS
    for table in (
        EVERY_TEXT,
        SEVERAL_LINES,
        RECORDS if form in ("record", "study") else JSON_TEXTS,
    )
    for mangling, mangle in table.items()
]
# Where two readings are possible, a text is refused.
AMBIGUOUS = {
    ("lesson", "curly quotes"): "a text of the lesson has quotes of its own",
}


@pytest.mark.parametrize(("form", "mangling", "mangle"), FITTING)
def test_a_mangled_text_is_read_as_it_was(form: str, mangling: str, mangle: Mangle) -> None:
    text, read = FORMS[form]
    assert read(mangle(text)) == read(text)


@pytest.mark.parametrize("text", [SAVE, json.dumps(json.loads(SCENARIO))], ids=["save", "scenario"])
def test_lines_of_one_length_were_cut(text: str) -> None:
    """Also inside a word: each line but the last has 76 characters."""
    assert parse_json(hard_wrapped(text)) == parse_json(text)


def test_a_message_in_an_address_keeps_its_last_sign() -> None:
    for end in ("_", "-", "_.2", "*"):
        assert FORM.read_parameters("", f"#far=AbC{end}") == {"far": f"AbC{end}"}
    assert FORM.read_parameters("?puzzle=green-legends_).", "") == {"puzzle": "green-legends"}


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


def test_a_line_of_curly_quotes_is_read_at_once() -> None:
    """A search that tried all ways to share them out would take an hour."""
    for value in ("“" * 400_000, "a" + "”" * 400_000, " " * 400_000):
        line = f"Seed: “{value}a"
        assert replace_curly_quotes([line]) == [line]
    assert replace_curly_quotes(["Seed: “a”; "]) == ['Seed: "a"; ']
