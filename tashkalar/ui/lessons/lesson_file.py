"""Lesson files: scenarios in parts, with lines of a coach (``docs/lessons.md``).

The lines of a file are keys of a catalogue; the file may bring the texts itself, by language. So a
lesson can be written without changing the program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tashkalar import Game, new_game
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.cards import TASKS
from tashkalar.errors import ScenarioError
from tashkalar.formats import goal
from tashkalar.formats.goal import Goal
from tashkalar.json_reader import Node, parse_json
from tashkalar.position.board import SQUARE_OF
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.text.catalogue import LANGUAGES

FORMAT, VERSION = "tashkalar-lesson", 2
MOST_PARTS = 20
MOST_LINES = 40
MOST_HINTS = 3
LONGEST_LINE = 400
LONGEST_IDEA = 140
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


class Aftermath(NamedTuple):
    """The decisions that the board shows after a mistake, before everything is taken back."""

    codes: tuple[str, ...] = ()  # patterns of decisions
    level: str | None = None  # the computer player that has made those of the other side


class Mistake(NamedTuple):
    """The coach's answer to a decision off the ways, or to a square where nothing can be done.

    `move` and `square` are patterns: a star stands for any text.
    """

    say: str
    move: str | None = None
    square: str | None = None
    card: str | None = None  # only while this hand card is selected
    when: LessonCondition = LessonCondition()  # the moment before the decision
    is_expected: bool = False  # the coach has asked for it, so the answer is no reproach
    after: Aftermath = Aftermath()


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
    opponent: int | None  # the seat that a program plays; with `ways`, by the ways
    goal: Goal | None  # in place of the goal of the scenario
    hints: tuple[str, ...]  # lines: where to look, what to do, the move
    shown_tasks: tuple[str, ...]  # ids of tasks whose rows stand under the coach's words

    @property
    def is_game(self) -> bool:
        """True if a computer player plays as it likes: the part is a game of many turns."""
        return self.opponent is not None and not self.ways


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
            ids |= set(part.hints)
        return frozenset(ids)


def read_lesson(text: str) -> Lesson:
    """Return the lesson in a JSON text; ValueError names the place and the fault."""
    return read_lesson_node(Node(parse_json(text)))


def read_lesson_node(node: Node) -> Lesson:
    """Return the lesson in a JSON object, such as one of a course."""
    fields = node.fields_of_file(FORMAT, VERSION, "id", "parts", optional=("idea", "words"))
    if "idea" in fields:  # for authors: the page does not show it
        fields["idea"].text(LONGEST_IDEA)
    nodes = fields["parts"].items(MOST_PARTS)
    if not nodes or not {"scenario", "preset"} & {name for name, _ in nodes[0].entries()}:
        raise fields["parts"].fail("the first part needs a scenario or a preset")
    parts: list[LessonPart] = []
    start: Game | None = None
    for node in nodes:
        part = _read_part(node, start)
        start = part.start or start
        parts.append(part)
    return Lesson(
        id=read_id(fields["id"]),
        parts=tuple(parts),
        words=read_lesson_words(fields["words"]) if "words" in fields else {},
    )


def read_id(node: Node) -> str:
    """Return the id of a lesson, a chapter or a line; ValueError if it is not plain."""
    text = node.text(40)
    if not _ID_PATTERN.fullmatch(text):
        raise node.fail("small letters, digits and single hyphens are needed")
    return text


def _read_part(node: Node, last_start: Game | None) -> LessonPart:
    """Return a part; `last_start` is the start that a part without its own one continues."""
    fields = node.fields(
        *("scenario", "preset", "seed", "until", "coach", "ways", "mistakes", "done", "opponent"),
        *("goal", "hint", "show", "poster"),
    )
    if "poster" in fields:
        _check_poster(fields["poster"])

    def items(name: str, most: int = MOST_LINES) -> list[Node]:
        return fields[name].items(most) if name in fields else []

    start = _read_start(node, fields)
    return LessonPart(
        start=start,
        until=_read_condition(fields["until"])
        if "until" in fields
        else LessonCondition(reached=True),
        lines=tuple(map(_read_line, items("coach"))),
        ways=tuple(map(_read_way, items("ways"))),
        mistakes=tuple(map(_read_mistake, items("mistakes"))),
        done=read_id(fields["done"]) if "done" in fields else None,
        opponent=fields["opponent"].number(1, 4) if "opponent" in fields else None,
        goal=_read_goal(fields["goal"], start or last_start) if "goal" in fields else None,
        hints=tuple(map(read_id, items("hint", MOST_HINTS))),
        shown_tasks=tuple(child.choice(tuple(TASKS)) for child in items("show")),
    )


def _check_poster(node: Node) -> None:
    """Check the text that a frame shows before a touch: one text, or texts by language."""
    if isinstance(node.value, str):
        node.text(LONGEST_LINE)
        return
    for language in node.fields(*LANGUAGES).values():
        language.text(LONGEST_LINE)


def _read_goal(node: Node, start: Game | None) -> Goal:
    assert start is not None  # the first part has one
    return goal.read(node, start.state)


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
        say=read_id(fields["say"]),
        when=_read_condition(fields["when"]) if "when" in fields else LessonCondition(),
        at=tuple(child.text(_MAX_CODE_LENGTH) for child in highlights),
        once=fields["once"].flag() if "once" in fields else False,
    )


def _read_mistake(node: Node) -> Mistake:
    names = ("move", "square", "card")
    fields = node.fields("say", *names, "when", "expected", "after", needed=("say",))
    if ("move" in fields) == ("square" in fields):
        raise node.fail("either a move or a square is needed")
    texts = {name: fields[name].text(_MAX_CODE_LENGTH) for name in names if name in fields}
    if "square" in texts and texts["square"] != "*" and texts["square"] not in SQUARE_OF:
        raise fields["square"].fail("is no square")
    if "after" in fields and "move" not in fields:
        raise fields["after"].fail("only beside a move")
    return Mistake(
        say=read_id(fields["say"]),
        move=texts.get("move"),
        square=texts.get("square"),
        card=texts.get("card"),
        when=_read_condition(fields["when"]) if "when" in fields else LessonCondition(),
        is_expected=fields["expected"].flag() if "expected" in fields else False,
        after=_read_aftermath(fields["after"]) if "after" in fields else Aftermath(),
    )


def _read_aftermath(node: Node) -> Aftermath:
    """Return the decisions after a mistake: a list, or an object that also names the level."""
    if not isinstance(node.value, Mapping):
        return Aftermath(_read_way(node))
    fields = node.fields("codes", "level", needed=("codes", "level"))
    return Aftermath(_read_way(fields["codes"]), fields["level"].choice(PLANNING_LEVELS))


def _read_way(node: Node) -> tuple[str, ...]:
    codes = tuple(child.text(_MAX_CODE_LENGTH) for child in node.items(MOST_LINES))
    if not codes:
        raise node.fail("a way needs a decision")
    return codes


def read_lesson_words(node: Node) -> dict[str, dict[str, str]]:
    """Return the texts of a lesson or a course by language, of which there is at least one."""
    fields = node.fields(*LANGUAGES)
    if not fields:
        raise node.fail(f"a language is needed: one of {', '.join(LANGUAGES)}")
    return {
        language: {
            read_id(Node(line, words.path)): child.text(LONGEST_LINE) for line, child in entries
        }
        for language, words in fields.items()
        for entries in [list(words.entries())]
    }
