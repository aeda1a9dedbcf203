"""The shape that a work must have so that the workshop can show it, even if it cannot be played.

A work may come from a file, or from a store that anybody has filled. Each function raises
ScenarioError, which names the place and the fault.
"""

from __future__ import annotations

from collections.abc import Mapping

from tashkalar.cards import BEINGS, FLARES, SCHOOLS, TASKS
from tashkalar.formats.goal_form import GOAL
from tashkalar.formats.scenario_form import LONGEST_LESSON, SCENARIO
from tashkalar.formats.shapes import Scope
from tashkalar.json_reader import Node, is_encodable
from tashkalar.ui.lessons.course import MOST_CHAPTERS, MOST_LESSONS
from tashkalar.ui.lessons.lesson_file import MOST_LINES, MOST_PARTS
from tashkalar.ui.workshop import position

_LONGEST_ID = 60  # characters of an id or of a decision
_MOST_DECISIONS = 500  # of a way
_DRAFT = Scope(
    is_draft=True,
    known={"being": BEINGS, "flare": FLARES, "task": TASKS, "school": SCHOOLS},
)


def check_encodable(text: str) -> None:
    """Refuse halves of characters, which no file and no link can hold."""
    if not is_encodable(text):
        raise Node(text).fail("half a character is not a text")


# -- positions -----------------------------------------------------------------------------------


def check_position(node: Node) -> None:
    """Check a scenario, which need not be finished."""
    SCENARIO.check(node, _DRAFT)
    scenario = dict(node.entries())
    try:
        position.setup_of({key: child.value for key, child in scenario.items()})
    except ValueError as error:
        raise node.fail(str(error)) from None


# -- lessons and courses -------------------------------------------------------------------------


def check_lesson(node: Node) -> None:
    """Check a lesson whose parts are positions."""
    fields = _fields(node, "id", "parts")
    fields["id"].text(_LONGEST_ID)
    parts = fields["parts"].items(MOST_PARTS)
    if not parts or "scenario" not in _fields(parts[0]):
        raise fields["parts"].fail("the first part needs a scenario: no whole game is shown here")
    for part in parts:
        _check_part(part)
    if "words" in fields:
        _check_words(fields["words"])


def _fields(node: Node, *needed: str) -> dict[str, Node]:
    """Return the entries of an object, which may have others than those that are needed."""
    fields = dict(node.entries())
    for name in needed:
        if name not in fields:
            raise node.fail(f"{name} is missing")
    return fields


def _check_part(node: Node) -> None:
    fields = _fields(node)
    if "preset" in fields:
        raise fields["preset"].fail("a whole game cannot be shown here")
    if "scenario" in fields:
        check_position(fields["scenario"])
    if "goal" in fields:
        GOAL.check(fields["goal"], _DRAFT)
    for way in _items(fields, "ways"):
        _check_texts(way, _MOST_DECISIONS)
    for line in _items(fields, "coach"):
        _check_line(line)
    for mistake in _items(fields, "mistakes"):
        _check_mistake(mistake)
    if "hint" in fields:
        _check_texts(fields["hint"], MOST_LINES)
    if "done" in fields:
        fields["done"].text(_LONGEST_ID)


def _items(fields: Mapping[str, Node], name: str) -> list[Node]:
    return fields[name].items(MOST_LINES) if name in fields else []


def _check_texts(node: Node, most: int) -> None:
    for item in node.items(most):
        item.text(_LONGEST_ID)


def _check_line(node: Node) -> None:
    fields = _fields(node, "say")
    fields["say"].text(_LONGEST_ID)
    when = _fields(fields["when"]) if "when" in fields else {}
    if "done" in when:
        when["done"].number(0, _MOST_DECISIONS)


def _check_mistake(node: Node) -> None:
    fields = _fields(node, "say")
    given = [fields[name] for name in ("move", "square") if name in fields]
    if not given:
        raise node.fail("a move or a square is needed")
    for text in (fields["say"], *given):
        text.text(_LONGEST_ID)
    if "after" in fields:
        after = fields["after"]
        is_list = not isinstance(after.value, Mapping)
        _check_texts(after if is_list else _fields(after, "codes")["codes"], _MOST_DECISIONS)


def _check_words(node: Node) -> None:
    for _, lines in node.entries():
        for _, said in lines.entries():
            said.text(LONGEST_LESSON)


def check_course(node: Node) -> None:
    """Check a course that brings its lessons."""
    fields = _fields(node, "id", "chapters", "lessons", "words")
    fields["id"].text(_LONGEST_ID)
    named: list[str] = []
    for chapter in fields["chapters"].items(MOST_CHAPTERS):
        entries = _fields(chapter, "id", "lessons")
        entries["id"].text(_LONGEST_ID)
        named += [id.text(_LONGEST_ID) for id in entries["lessons"].items(MOST_LESSONS)]
    lessons = fields["lessons"].items(MOST_LESSONS)
    for lesson in lessons:
        check_lesson(lesson)
    brought = [lesson.value["id"] for lesson in lessons if isinstance(lesson.value, Mapping)]
    if not fields["chapters"].value or len(set(named)) < len(named):
        raise fields["chapters"].fail("a chapter is needed, and each lesson once")
    if sorted(named) != sorted(brought):
        raise fields["chapters"].fail("other lessons are named than those that the course brings")
    _check_words(fields["words"])
    if not _fields(fields["words"]):
        raise fields["words"].fail("the words of one language are needed")
