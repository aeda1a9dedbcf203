"""The shape that a work must have so that the workshop can show it, even if it cannot be played.

A work may come from a file, or from a store that anybody has filled. Each function raises
ScenarioError, which names the place and the fault. What a scenario, a lesson and a course hold is
said by their forms, of which a draft may have less and more; the rest is here.
"""

from __future__ import annotations

from tashkalar.cards import BEINGS, FLARES, SCHOOLS, TASKS
from tashkalar.features.lessons.lesson_form import COURSE, LESSON
from tashkalar.features.workshop import position
from tashkalar.features.workshop.position import Scenario
from tashkalar.formats.goal_form import GOAL
from tashkalar.formats.scenario_form import SCENARIO
from tashkalar.formats.shapes import Scope
from tashkalar.json_reader import Node, is_encodable

_DRAFT = Scope(
    is_draft=True, known={"being": BEINGS, "flare": FLARES, "task": TASKS, "school": SCHOOLS}
)


def check_encodable(text: str) -> None:
    """Refuse halves of characters, which no file and no link can hold."""
    if not is_encodable(text):
        raise Node(text).fail("half a character is not a text")


def check_position(node: Node) -> None:
    """Check a scenario."""
    SCENARIO.check(node, _DRAFT)
    _check_setup(node)


def _check_setup(node: Node) -> Scenario:
    """Return the scenario whose form has been checked, if its set-up is possible."""
    scenario = {key: child.value for key, child in node.entries()}
    try:
        position.setup_of(scenario)
    except ValueError as error:
        raise node.fail(str(error)) from None
    return scenario


def check_lesson(node: Node) -> None:
    """Check a lesson whose parts are positions."""
    LESSON.check(node, _DRAFT)
    _check_parts(node.child("parts"))


def _check_parts(node: Node) -> None:
    scope = None
    for part in node.items():
        fields = dict(part.entries())
        if "scenario" in fields:
            scenario = _check_setup(fields["scenario"])
            colors = len(position.colors(scenario))
            scope = _DRAFT._replace(seats=len(scenario["seats"]), colors=colors)
        if "preset" in fields or scope is None:
            raise node.fail("the first part needs a scenario: no whole game is shown here")
        if "goal" in fields:
            GOAL.check(fields["goal"], scope)
    if scope is None:
        raise node.fail("a part is needed")


def check_course(node: Node) -> None:
    """Check a course that brings its lessons."""
    COURSE.check(node, _DRAFT)
    fields = dict(node.entries())
    for name in ("lessons", "words"):
        if name not in fields:
            raise node.child(name).fail("is missing")
    if not fields["words"].value:
        raise fields["words"].fail("the words of one language are needed")
    lessons = fields["lessons"].items()
    for lesson in lessons:
        _check_parts(lesson.child("parts"))
    chapters = fields["chapters"].items()
    named = [id.text() for chapter in chapters for id in chapter.child("lessons").items()]
    if not chapters or len(set(named)) < len(named):
        raise fields["chapters"].fail("a chapter is needed, and each lesson once")
    if sorted(named) != sorted(lesson.child("id").text() for lesson in lessons):
        raise fields["chapters"].fail("other lessons are named than those that the course brings")
