"""Write the words of puzzles that have none: the title by theme, and what there is to do.

    .venv/bin/python -m tools.puzzle_words static/puzzles/puzzles-2.json

The phrases of `tools/puzzle_words.json` are in all languages. A title names a square among the
pieces of the player, so that two puzzles of a file have different ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tashkalar import terminal
from tashkalar.cards import BEINGS
from tashkalar.formats import puzzle as puzzle_format
from tashkalar.formats.puzzle import Puzzle
from tashkalar.ui.text.catalogue import LANGUAGES

PHRASES: dict[str, Any] = json.loads(
    Path(__file__).with_name("puzzle_words.json").read_text(encoding="utf-8")
)
LOCALE = Path(__file__).parents[1] / "static" / "locale"
Words = dict[str, str]


def with_words(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles, with words for those that have none."""
    used = {tuple(puzzle.title.values()) for puzzle in puzzles if puzzle.title}
    named = []
    for puzzle in puzzles:
        if not puzzle.title:
            title = next(one for one in _titles(puzzle) if tuple(one.values()) not in used)
            used.add(tuple(title.values()))
            scenario = {**puzzle.scenario, "text": task_words(puzzle)}
            puzzle = puzzle._replace(title=title, scenario=scenario)
        named.append(puzzle)
    return named


def _titles(puzzle: Puzzle) -> list[Words]:
    """Return the titles that fit a puzzle, another order for another id."""
    phrases = PHRASES["titles"][puzzle.theme]
    first = sum(puzzle.id.encode()) % len(phrases)
    return [
        {
            language: PHRASES["near"][language].format(title=phrase[language], square=square)
            for language in LANGUAGES
        }
        for square in _own_squares(puzzle.scenario)
        for phrase in (*phrases[first:], *phrases[:first])
    ]


def _own_squares(scenario: Mapping[str, Any]) -> list[str]:
    """Return the squares of the player's pieces, those in the middle of them first."""
    squares = [square for square, piece in scenario["board"].items() if piece.startswith("1 ")]
    middle = sorted(squares)[len(squares) // 2]
    return sorted(squares, key=lambda square: (_distance(square, middle), square))


def _distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def task_words(puzzle: Puzzle) -> Words:
    """Return what there is to do in a puzzle."""
    goal: Mapping[str, Any] = puzzle.scenario["goal"]  # type: ignore[assignment]
    kind = next(key for key in goal if key not in ("seat", "within", "upgraded"))
    value, name, params = goal[kind], kind, {}
    names = dict.fromkeys(LANGUAGES, "")
    if kind == "survive":
        name = f"survive.{next(iter(value))}"
        params = {"cards": _enemy_cards(puzzle.scenario)}
    elif kind == "claim":
        names = {language: _task_name(value, language) for language in LANGUAGES}
    elif kind == "destroy" and "upgraded" in goal:
        name = "upgraded"
    elif kind == "legend" and value == 1:
        name = "legend.1"
    return {
        language: PHRASES["tasks"][name][language].format(
            task=names[language], **params, **_number(value, language)
        )
        + _sentence_on_sides(puzzle.scenario, kind, language)
        for language in LANGUAGES
    }


def _sentence_on_sides(scenario: Mapping[str, Any], kind: str, language: str) -> str:
    """Return what a reader must know of more than two seats: teammates, whose pieces count."""
    if scenario.get("teams"):
        return " " + str(PHRASES["sides"]["teams"][language])
    if len(scenario["seats"]) > 2 and kind == "destroy":
        return " " + str(PHRASES["sides"]["melee"][language])
    return ""


def _task_name(id: str, language: str) -> str:
    """Return the name of a task in a language, as the page shows it."""
    cards = json.loads((LOCALE / language / "cards.json").read_text(encoding="utf-8"))
    return str(cards[f"task.{id}.name"])


def _number(value: object, language: str) -> Words:
    if not isinstance(value, int):
        return {}
    numbers = PHRASES["numbers"]
    masculine = numbers.get(f"{language}.masculine", numbers[language])
    return {"n": numbers[language][value], "m": masculine[value]}


def _enemy_cards(scenario: Mapping[str, Any]) -> str:
    seat = scenario["seats"][1]
    return ", ".join(BEINGS[id].name for id in (*seat["hand"], *seat["legends"]))


def main(names: Sequence[str]) -> None:
    """Write the words into the named files."""
    for name in names:
        content = puzzle_format.read_file(Path(name).read_text(encoding="utf-8"))
        text = puzzle_format.write(with_words(content.puzzles), content.since)
        Path(name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(terminal.read_file_names("python -m tools.puzzle_words", __doc__, "FILE"))
