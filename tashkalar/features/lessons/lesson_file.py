"""Lesson files: scenarios in parts, with lines of a coach (``docs/lessons.md``).

The lines of a file are keys of a catalogue; the file may bring the texts itself, by language. So a
lesson can be written without changing the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tashkalar import Game, new_game
from tashkalar.cards import SCHOOLS, TASKS
from tashkalar.errors import ScenarioError
from tashkalar.features.lessons.lesson_form import LESSON
from tashkalar.formats import goal
from tashkalar.formats.goal import Goal
from tashkalar.formats.shapes import Scope
from tashkalar.json_reader import Node, parse_json
from tashkalar.rules.presets import PRESETS


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

    @property
    def has_pointers(self) -> bool:
        """True if the coach points at what to choose; else the goal says what there is to do."""
        return any(line.at for line in self.lines)


COMMON_LINES = "shared-"
"""The beginning of the ids of lines that several lessons of the game say."""


class Lesson(NamedTuple):
    """A lesson. Its texts have the keys ``learn.<id>.<line>``; `words` are the texts it brings."""

    id: str
    parts: tuple[LessonPart, ...]
    words: Mapping[str, Mapping[str, str]]

    def message_id(self, line: str) -> str:
        """Return the key of a line in the catalogues; lessons share those that are common."""
        is_own = any(line in texts for texts in self.words.values())
        if line.startswith(COMMON_LINES) and not is_own:
            return f"learn.common.{line.removeprefix(COMMON_LINES)}"
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
    node = Node(parse_json(text))
    LESSON.check(node, Scope(known={"school": SCHOOLS}))
    return read_checked_lesson(node)


def read_checked_lesson(node: Node) -> Lesson:
    """Return the lesson in a JSON object that has the form of one."""
    fields = dict(node.entries())
    parts: list[LessonPart] = []
    start: Game | None = None
    for part_node in fields["parts"].items():
        part = _read_part(part_node, start)
        start = part.start or start
        parts.append(part)
    return Lesson(
        id=fields["id"].text(),
        parts=tuple(parts),
        words=read_lesson_words(fields["words"]) if "words" in fields else {},
    )


def _read_part(node: Node, last_start: Game | None) -> LessonPart:
    """Return a part; `last_start` is the start that a part without its own one continues."""
    fields = dict(node.entries())

    def items(name: str) -> list[Node]:
        return fields[name].items() if name in fields else []

    start = _read_start(fields)
    return LessonPart(
        start=start,
        until=_read_condition(fields["until"])
        if "until" in fields
        else LessonCondition(reached=True),
        lines=tuple(map(_read_line, items("coach"))),
        ways=tuple(map(_read_texts, items("ways"))),
        mistakes=tuple(map(_read_mistake, items("mistakes"))),
        done=fields["done"].text() if "done" in fields else None,
        opponent=fields["opponent"].number() if "opponent" in fields else None,
        goal=_read_goal(fields["goal"], start or last_start) if "goal" in fields else None,
        hints=tuple(line.text() for line in items("hint")),
        shown_tasks=tuple(child.choice(tuple(TASKS)) for child in items("show")),
    )


def _read_goal(node: Node, start: Game | None) -> Goal:
    assert start is not None  # the first part has one
    return goal.read(node, start.state)


def _read_start(given: Mapping[str, Node]) -> Game | None:
    if "scenario" in given:
        scenario = given["scenario"]
        assert isinstance(scenario.value, Mapping)
        try:
            return Game.from_scenario(scenario.value)
        except ScenarioError as error:
            path = f"{scenario.path}.{error.path}"
            raise ScenarioError(path, _reason_without_path(error)) from None
    if "preset" in given:
        preset = PRESETS[given["preset"].text()]
        seed = given["seed"].text() if "seed" in given else None
        return new_game(preset.form, preset.schools, seed=seed, options=preset.options)
    return None


def _reason_without_path(error: ScenarioError) -> str:
    return str(error).removeprefix(f"{error.path}: ")


def _read_condition(node: Node) -> LessonCondition:
    values: dict[str, Any] = {name: child.value for name, child in node.entries()}
    return LessonCondition(**values)


def _read_line(node: Node) -> CoachLine:
    fields = dict(node.entries())
    return CoachLine(
        say=fields["say"].text(),
        when=_read_condition(fields["when"]) if "when" in fields else LessonCondition(),
        at=_read_texts(fields["at"]) if "at" in fields else (),
        once=fields["once"].flag() if "once" in fields else False,
    )


def _read_mistake(node: Node) -> Mistake:
    fields = dict(node.entries())
    texts = {name: fields[name].text() for name in ("move", "square", "card") if name in fields}
    return Mistake(
        say=fields["say"].text(),
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
        return Aftermath(_read_texts(node))
    fields = dict(node.entries())
    return Aftermath(_read_texts(fields["codes"]), fields["level"].text())


def _read_texts(node: Node) -> tuple[str, ...]:
    return tuple(child.text() for child in node.items())


def read_lesson_words(node: Node) -> dict[str, dict[str, str]]:
    """Return the texts of a lesson or a course, which has been checked, by language."""
    return {
        language: {line: child.text() for line, child in words.entries()}
        for language, words in node.entries()
    }
