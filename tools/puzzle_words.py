"""Write the words of puzzles that have none: the title by theme, and what there is to do.

    .venv/bin/python -m tools.puzzle_words static/puzzles/puzzles-2.json

The phrases of `tools/puzzle_words.json` are in all languages. A title has a number, so that two
puzzles of the page have different ones and people can speak about them: "Falling pieces 12".
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
PUZZLES = Path(__file__).parents[1] / "static" / "puzzles"
Words = dict[str, str]


def with_words(
    puzzles: Sequence[Puzzle], elsewhere: Iterable[Mapping[str, str]] = ()
) -> list[Puzzle]:
    """Return the puzzles, with words for those that have none.

    The titles of other files count as taken.
    """
    taken = [*elsewhere, *(puzzle.title for puzzle in puzzles if puzzle.title)]
    latest = Counter[str]()
    for title in taken:
        phrase, _, number = title["en"].rpartition(" ")
        if number.isdecimal():
            latest[phrase] = max(latest[phrase], int(number))
    named = []
    for puzzle in puzzles:
        if not puzzle.title:
            scenario = {**puzzle.scenario, "text": task_words(puzzle)}
            puzzle = puzzle._replace(title=_next_title(puzzle, latest), scenario=scenario)
        named.append(puzzle)
    return named


def _next_title(puzzle: Puzzle, latest: Counter[str]) -> Words:
    """Return a title for a puzzle and count it: the least used phrase, with its next number."""
    phrase = min(PHRASES["titles"][puzzle.theme], key=lambda one: latest[one["en"]])
    latest[phrase["en"]] += 1
    number = latest[phrase["en"]]
    return {language: f"{phrase[language]} {number}" for language in LANGUAGES}


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
    for path in map(Path, names):
        content = puzzle_format.read_file(path.read_text(encoding="utf-8"))
        named = with_words(content.puzzles, _titles_beside(path))
        path.write_text(puzzle_format.write(named, content.since), encoding="utf-8")


def _titles_beside(path: Path) -> Iterator[Mapping[str, str]]:
    """Yield the titles of the page's other puzzle files."""
    for other in sorted(PUZZLES.glob("puzzles-*.json")):
        if other.resolve() != path.resolve():
            for puzzle in puzzle_format.read(other.read_text(encoding="utf-8")):
                yield puzzle.title


if __name__ == "__main__":
    main(terminal.read_file_names("python -m tools.puzzle_words", __doc__, "FILE"))
