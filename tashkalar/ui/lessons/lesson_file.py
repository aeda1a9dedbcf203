"""Lesson files: scenarios in parts, with lines of a coach (``docs/lessons.md``).

The lines of a file are keys of a catalogue; the file may bring the texts itself, by language. So a
lesson can be written without changing the program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tashkalar import Game, new_game
from tashkalar.errors import ScenarioError
from tashkalar.json_reader import Node, parse_json
from tashkalar.position.board import SQUARE_OF
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE

FORMAT, VERSION = "tashkalar-lesson", 1
MOST_PARTS = 20
MOST_LINES = 40
LONGEST_LINE = 400
_ID_PATTERN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MAX_CODE_LENGTH = 60  # characters of a code, or of a pattern of codes


class LessonCondition(NamedTuple):
    """The condition for a line or for the end of a part: all given fields must hold."""

    done: int | None = None  # the number of decisions made in this part
    card: str | None = None  # the selected hand card; "" for none
    asks: str | None = None  # the kind of prompt, or "effect" for any question of an effect
    can: str | None = None  # a kind of move that is legal
    event: str | None = None  # a kind of event in this turn or the one before it
    by: int | None = None  # the seat whose turn `event` belongs to; only with `event`
    seat: int | None = None  # the seat that decides now
    turn: int | None = None  # the least number of the turn
    actions: int | None = None  # the number of actions left
    ending: bool | None = None  # the end has been triggered
    over: bool | None = None  # the game is over
    reached: bool | None = None  # the goal of the scenario has been reached


class CoachLine(NamedTuple):
    """A line of the coach, its condition, and the squares or cards (ids) that it highlights."""

    say: str
    when: LessonCondition
    at: tuple[str, ...] = ()
    once: bool = False  # shown until the next decision, then never again


class Mistake(NamedTuple):
    """The coach's answer to a decision off the ways, or to a square where nothing can be done.

    `move` and `square` are patterns: a star stands for any text.
    """

    say: str
    move: str | None = None
    square: str | None = None
    card: str | None = None  # only while this hand card is selected


class LessonPart(NamedTuple):
    """A part of a lesson."""

    start: Game | None  # None: the part continues where the part before it ended
    until: LessonCondition
    lines: tuple[CoachLine, ...]
    ways: tuple[
        tuple[str, ...], ...
    ]  # to the end, as patterns of decisions; empty: all are accepted
    mistakes: tuple[Mistake, ...]
    done: str | None  # the line shown when the part is done
    opponent: int | None  # the seat that a program plays


class Lesson(NamedTuple):
    """A lesson. Its texts have the keys ``learn.<id>.<line>``; `words` are the texts it brings."""

    id: str
    parts: tuple[LessonPart, ...]
    words: Mapping[str, Mapping[str, str]]

    def message_id(self, line: str) -> str:
        """Return the key of a line in the catalogues."""
        return f"learn.{self.id}.{line}"

    @property
    def line_ids(self) -> frozenset[str]:
        """The ids of all lines that need texts."""
        ids = {"title", "about"}
        for part in self.parts:
            ids |= {line.say for line in part.lines}
            ids |= {mistake.say for mistake in part.mistakes}
            ids |= {part.done} if part.done else set()
        return frozenset(ids)


def read_lesson(text: str) -> Lesson:
    """Return the lesson in a JSON text; ValueError names the place and the fault."""
    node = Node(parse_json(text))
    fields = node.fields(
        "format", "v", "id", "parts", "words", needed=("format", "v", "id", "parts")
    )
    if fields["format"].value != FORMAT:
        raise fields["format"].fail(f"is not {FORMAT!r}")
    if fields["v"].number(1) > VERSION:
        raise fields["v"].fail("this lesson was written for a newer version")
    parts = fields["parts"].items(MOST_PARTS)
    if not parts or not {"scenario", "preset"} & {name for name, _ in parts[0].entries()}:
        raise fields["parts"].fail("the first part needs a scenario or a preset")
    return Lesson(
        id=_read_id(fields["id"]),
        parts=tuple(_read_part(part) for part in parts),
        words=_read_words(fields["words"]) if "words" in fields else {},
    )


def _read_id(node: Node) -> str:
    text = node.text(40)
    if not _ID_PATTERN.fullmatch(text):
        raise node.fail("small letters, digits and single hyphens are needed")
    return text


def _read_part(node: Node) -> LessonPart:
    fields = node.fields(
        *("scenario", "preset", "seed", "until", "coach", "ways", "mistakes", "done", "opponent"),
    )
    lines = fields["coach"].items(MOST_LINES) if "coach" in fields else []
    ways = fields["ways"].items(MOST_LINES) if "ways" in fields else []
    mistakes = fields["mistakes"].items(MOST_LINES) if "mistakes" in fields else []
    return LessonPart(
        start=_read_start(node, fields),
        until=_read_condition(fields["until"])
        if "until" in fields
        else LessonCondition(reached=True),
        lines=tuple(_read_line(line) for line in lines),
        ways=tuple(_read_way(way) for way in ways),
        mistakes=tuple(_read_mistake(mistake) for mistake in mistakes),
        done=_read_id(fields["done"]) if "done" in fields else None,
        opponent=fields["opponent"].number(1, 4) if "opponent" in fields else None,
    )


def _read_start(node: Node, given: Mapping[str, Node]) -> Game | None:
    if "scenario" in given and "preset" in given:
        raise node.fail("either a scenario or a preset is needed")
    if "scenario" in given:
        if not isinstance(given["scenario"].value, Mapping):
            raise given["scenario"].fail("an object is needed")
        try:
            return Game.from_scenario(given["scenario"].value)
        except ScenarioError as error:
            raise ScenarioError(
                f"{given['scenario'].path}.{error.path}", _reason_without_path(error)
            ) from None
    if "preset" in given:
        preset = PRESETS[given["preset"].choice(tuple(PRESETS))]
        seed = given["seed"].text(40) if "seed" in given else None
        return new_game(preset.form, preset.schools, seed=seed, options=preset.options)
    return None


def _reason_without_path(error: ScenarioError) -> str:
    return str(error).removeprefix(f"{error.path}: ")


def _read_condition(node: Node) -> LessonCondition:
    fields = node.fields(*LessonCondition._fields)
    values: dict[str, object] = {}
    for name, child in fields.items():
        if name in ("card", "asks", "can", "event"):
            values[name] = child.text(40)
        elif name in ("ending", "over", "reached"):
            values[name] = child.flag()
        else:
            values[name] = child.number(0, 200)
    return LessonCondition(**values)  # type: ignore[arg-type]  # each value has the type of its field


def _read_line(node: Node) -> CoachLine:
    fields = node.fields("say", "when", "at", "once", needed=("say",))
    highlights = fields["at"].items(MOST_LINES) if "at" in fields else []
    return CoachLine(
        say=_read_id(fields["say"]),
        when=_read_condition(fields["when"]) if "when" in fields else LessonCondition(),
        at=tuple(child.text(_MAX_CODE_LENGTH) for child in highlights),
        once=fields["once"].flag() if "once" in fields else False,
    )


def _read_mistake(node: Node) -> Mistake:
    fields = node.fields("say", "move", "square", "card", needed=("say",))
    if ("move" in fields) == ("square" in fields):
        raise node.fail("either a move or a square is needed")
    texts = {name: child.text(_MAX_CODE_LENGTH) for name, child in fields.items() if name != "say"}
    if "square" in texts and texts["square"] != "*" and texts["square"] not in SQUARE_OF:
        raise fields["square"].fail("is no square")
    return Mistake(say=_read_id(fields["say"]), **texts)


def _read_way(node: Node) -> tuple[str, ...]:
    codes = tuple(child.text(_MAX_CODE_LENGTH) for child in node.items(MOST_LINES))
    if not codes:
        raise node.fail("a way needs a decision")
    return codes


def _read_words(node: Node) -> dict[str, dict[str, str]]:
    """Return the texts that a lesson brings, by language; English is required as the fallback."""
    fields = node.fields(*LANGUAGES, needed=(SOURCE_LANGUAGE,))
    return {
        language: {
            _read_id(Node(line, words.path)): child.text(LONGEST_LINE) for line, child in entries
        }
        for language, words in fields.items()
        for entries in [list(words.entries())]
    }
