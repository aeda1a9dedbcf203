"""Lessons as files: scenarios in parts, with what a coach says and when (``docs/lessons.md``).

A file says what happens, not how it is said: its lines are keys of a catalogue, or it brings the
words itself, by language. So a lesson can be written without touching the program.
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
    """When something is said: all that is given must hold. See `lesson_runner.py`."""

    done: int | None = None  # so many decisions have been made in this part
    card: str | None = None  # this hand card is taken up; "" for none
    asks: str | None = None  # what is asked: a kind of question, or "effect" for any of an effect
    can: str | None = None  # a move of this kind can be made
    event: str | None = None  # this happened in this turn or the one before it
    by: int | None = None  # in a turn of this seat; only beside `event`
    seat: int | None = None  # the seat that decides now
    turn: int | None = None  # this turn, or a later one
    actions: int | None = None  # so many actions are left
    ending: bool | None = None  # the end has been triggered
    over: bool | None = None  # the game is over
    reached: bool | None = None  # the goal of the scenario has been reached


class CoachLine(NamedTuple):
    """What the coach says at a moment, and what it points at: squares, or ids of cards."""

    say: str
    when: LessonCondition
    at: tuple[str, ...] = ()
    once: bool = False  # not again after the next decision


class Mistake(NamedTuple):
    """What the coach answers to a decision that leads elsewhere, or to a square chosen in vain.

    `move` and `square` are patterns: a star stands for anything.
    """

    say: str
    move: str | None = None
    square: str | None = None
    card: str | None = None  # only while this hand card is taken up


class LessonPart(NamedTuple):
    """A step of a lesson."""

    start: Game | None  # None: it goes on where the part before ended
    until: LessonCondition
    lines: tuple[CoachLine, ...]
    ways: tuple[tuple[str, ...], ...]  # to the end, as patterns of decisions; none: anything goes
    mistakes: tuple[Mistake, ...]
    done: str | None  # what is said then
    opponent: int | None  # the seat that a program plays


class Lesson(NamedTuple):
    """A lesson. Its words have the keys ``learn.<id>.<line>``; `words` are those it brings."""

    id: str
    parts: tuple[LessonPart, ...]
    words: Mapping[str, Mapping[str, str]]

    def message_id(self, line: str) -> str:
        """The key of a line in the catalogues."""
        return f"learn.{self.id}.{line}"

    @property
    def line_ids(self) -> frozenset[str]:
        """All lines that need words."""
        found = {"title", "about"}
        for part in self.parts:
            found |= {line.say for line in part.lines}
            found |= {mistake.say for mistake in part.mistakes}
            found |= {part.done} if part.done else set()
        return frozenset(found)


def read_lesson(text: str) -> Lesson:
    """The lesson in a text; ValueError says what is wrong with it, with its place."""
    node = Node(parse_json(text))
    given = node.fields(
        "format", "v", "id", "parts", "words", needed=("format", "v", "id", "parts")
    )
    if given["format"].value != FORMAT:
        raise given["format"].fail(f"is not {FORMAT!r}")
    if given["v"].number(1) > VERSION:
        raise given["v"].fail("this lesson was written for a newer version")
    parts = given["parts"].items(MOST_PARTS)
    if not parts or not {"scenario", "preset"} & {name for name, _ in parts[0].entries()}:
        raise given["parts"].fail("the first part needs a scenario or a preset")
    return Lesson(
        id=_read_id(given["id"]),
        parts=tuple(_read_part(part) for part in parts),
        words=_read_words(given["words"]) if "words" in given else {},
    )


def _read_id(node: Node) -> str:
    text = node.text(40)
    if not _ID_PATTERN.fullmatch(text):
        raise node.fail("small letters, digits and single hyphens are needed")
    return text


def _read_part(node: Node) -> LessonPart:
    given = node.fields(
        *("scenario", "preset", "seed", "until", "coach", "ways", "mistakes", "done", "opponent"),
    )
    lines = given["coach"].items(MOST_LINES) if "coach" in given else []
    ways = given["ways"].items(MOST_LINES) if "ways" in given else []
    mistakes = given["mistakes"].items(MOST_LINES) if "mistakes" in given else []
    return LessonPart(
        start=_read_start(node, given),
        until=_read_condition(given["until"])
        if "until" in given
        else LessonCondition(reached=True),
        lines=tuple(_read_line(line) for line in lines),
        ways=tuple(_read_way(way) for way in ways),
        mistakes=tuple(_read_mistake(mistake) for mistake in mistakes),
        done=_read_id(given["done"]) if "done" in given else None,
        opponent=given["opponent"].number(1, 4) if "opponent" in given else None,
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
    given = node.fields(*LessonCondition._fields)
    found: dict[str, object] = {}
    for name, child in given.items():
        if name in ("card", "asks", "can", "event"):
            found[name] = child.text(40)
        elif name in ("ending", "over", "reached"):
            found[name] = child.flag()
        else:
            found[name] = child.number(0, 200)
    return LessonCondition(**found)  # type: ignore[arg-type]  # each has been read as its type


def _read_line(node: Node) -> CoachLine:
    given = node.fields("say", "when", "at", "once", needed=("say",))
    at = given["at"].items(MOST_LINES) if "at" in given else []
    return CoachLine(
        say=_read_id(given["say"]),
        when=_read_condition(given["when"]) if "when" in given else LessonCondition(),
        at=tuple(child.text(_MAX_CODE_LENGTH) for child in at),
        once=given["once"].flag() if "once" in given else False,
    )


def _read_mistake(node: Node) -> Mistake:
    given = node.fields("say", "move", "square", "card", needed=("say",))
    if ("move" in given) == ("square" in given):
        raise node.fail("either a move or a square is needed")
    texts = {name: child.text(_MAX_CODE_LENGTH) for name, child in given.items() if name != "say"}
    if "square" in texts and texts["square"] != "*" and texts["square"] not in SQUARE_OF:
        raise given["square"].fail("is no square")
    return Mistake(say=_read_id(given["say"]), **texts)


def _read_way(node: Node) -> tuple[str, ...]:
    codes = tuple(child.text(_MAX_CODE_LENGTH) for child in node.items(MOST_LINES))
    if not codes:
        raise node.fail("a way needs a decision")
    return codes


def _read_words(node: Node) -> dict[str, dict[str, str]]:
    """Words that a lesson brings itself; English is the one that all fall back to."""
    given = node.fields(*LANGUAGES, needed=(SOURCE_LANGUAGE,))
    return {
        language: {
            _read_id(Node(line, words.path)): child.text(LONGEST_LINE) for line, child in entries
        }
        for language, words in given.items()
        for entries in [list(words.entries())]
    }
