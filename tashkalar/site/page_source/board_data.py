"""The data of the page ``board.html``, which shows a board in other pages without Python.

Each file is small, because a reader who touches nothing should load little: the words of one
language, the patterns of the cards, and the puzzles without their solutions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tashkalar import cards
from tashkalar.cards import TASKS, Being
from tashkalar.cards.schools import built_in_schools
from tashkalar.site.features import feature_data
from tashkalar.site.page_source.diagram_data import diagram_data
from tashkalar.site.page_source.form_data import form_data
from tashkalar.site.page_source.page import PageSource
from tashkalar.site.paths import BOARDS_FOLDER, ROOT
from tashkalar.ui.reference.pattern_grid import pattern_view
from tashkalar.ui.reference.rulebook import RULE_NUMBERS
from tashkalar.ui.text.catalogue import LANGUAGES, NEXT_SOUNDS

PUZZLES_FOLDER = "static/puzzles"
PUZZLE_INDEX = f"{PUZZLES_FOLDER}/index.json"
# The messages that the page shows, by the beginning of their ids; those of the HTML are among them.
_WORD_GROUPS = (
    "page.embed.",
    "goal.",
    "list.",
    "piece.",
    "rank.",
    "form.",
    "player.teammate",
    "rule.try",
)
_GOAL_FORMS = ("the", "acc")  # of the names of beings
_HTML_WORDS = ("page.hand.title", "page.prompt.label", "page.title")


def board_files(root: Path = ROOT) -> dict[str, str]:
    """Return the content of each file of the data, by its relative URL.

    Each is a script that adds an object to `window.tashkalarBoards`: a frame without an origin may
    not fetch other files from most hosts.
    """
    return {
        f"{BOARDS_FOLDER}{name}.js": _script(name, data) for name, data in board_data(root).items()
    }


def _script(name: str, data: object) -> str:
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    table = "(window.tashkalarBoards = window.tashkalarBoards || {})"
    return f"{table}[{json.dumps(name)}] = {content};\n"


def board_data(root: Path = ROOT) -> dict[str, object]:
    """Return the data by the names of their files, without folder and ending."""
    source = PageSource(root)
    features = feature_data(root)
    files: dict[str, object] = {
        language: _words(source, language, features) for language in LANGUAGES
    }
    files["cards"] = {
        # Two schools share their beings: these come last with the first of both.
        "beings": {card.id: _being(card, school) for card, school in reversed([*_beings()])},
        "flares": list(cards.FLARES),
        "tasks": list(TASKS),
        "schools": list(built_in_schools()),
        "rules": {name: list(numbers) for name, numbers in RULE_NUMBERS.items()},
    }
    puzzle_files = json.loads(source.read_file(PUZZLE_INDEX))["files"]
    files["diagrams"] = diagram_data()
    files["forms"] = form_data([form for data in features for form in data.FORMS])
    files["puzzles"] = [
        {
            "name": one["name"],
            "since": one.get("since", ""),
            "ids": [p["id"] for p in one["puzzles"]],
            "grades": [p["grade"] for p in one["puzzles"]],
            "also": {id: p["id"] for p in one["puzzles"] for id in p.get("also", ())},
        }
        for one in puzzle_files
    ]
    for one in puzzle_files:
        puzzles = json.loads(source.read_file(f"{PUZZLES_FOLDER}/{one['name']}"))["puzzles"]
        files[one["name"].removesuffix(".json")] = {p["id"]: _puzzle(p) for p in puzzles}
    return files


def _puzzle(puzzle: Mapping[str, object]) -> dict[str, object]:
    return {name: puzzle[name] for name in ("title", "scenario", "theme") if name in puzzle}


def _words(source: PageSource, language: str, features: Iterable[Any]) -> dict[str, object]:
    """Return the words of a language: messages, names of cards and tasks, those of features."""
    messages = source.read_messages(language)
    named = (*cards.BEINGS, *cards.FLARES, *TASKS)
    names = {id: _name(messages, cards.get(id).name_id) for id in named}
    words: dict[str, object] = {
        "words": {
            id: text
            for id, text in messages.items()
            if id.startswith(_WORD_GROUPS)
            or id in _HTML_WORDS
            or (id.startswith("school.") and id.endswith((".name", ".colour")))
        },
        "names": names,
        "sounds": NEXT_SOUNDS.get(language, {}),
    }
    for data in features:
        words |= data.board_words(source.read_file, messages)
    return words


def _name(messages: Mapping[str, str], name_id: str) -> str | list[str | dict[str, str]]:
    """Return the name of a card, or the name and its forms in sentences about goals."""
    keys = {form: f"{name_id.removesuffix('name')}{form}" for form in _GOAL_FORMS}
    forms = {form: messages[key] for form, key in keys.items() if key in messages}
    return [messages[name_id], forms] if forms else messages[name_id]


def _beings() -> Iterator[tuple[Being, str]]:
    """Yield all beings with their schools; a legend has none."""
    for school in built_in_schools():
        yield from ((card, school) for card in cards.by_school(school))
    yield from ((card, "") for card in cards.legend_deck())


def _being(card: Being, school: str) -> dict[str, object]:
    """Return the rank and school of a being, and its pattern.

    A cell is its column and row from the top left, its rank ("" for none) and its marks: 1 for the
    summoning square, 2 for a marked square, 4 for one that is marked in a second way.
    """
    view = pattern_view(card)
    cells = (
        [c.x, c.y, c.rank or "", c.is_target + 2 * c.is_marked + 4 * c.is_special]
        for c in view.cells
    )
    return {
        "rank": card.rank,
        "school": school,
        "size": [view.columns, view.rows],
        "cells": [cell for cell in cells if cell[2] or cell[3]],
        "arrows": list(view.arrows),
        "target": list(view.target),
    }
