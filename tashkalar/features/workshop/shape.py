"""The shape that a work must have so that the workshop can show it, even if it cannot be played.

A work may come from a file, or from a store that anybody has filled. Each function raises
ScenarioError, which names the place and the fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tashkalar.cards import BEINGS, FLARES, SCHOOLS, TASKS
from tashkalar.features.workshop import goals, position
from tashkalar.formats import goal
from tashkalar.formats.scenario import LONGEST_LESSON, MOST_SEATS
from tashkalar.json_reader import Node, is_encodable
from tashkalar.position.board import RANKS, SQUARE_OF
from tashkalar.rules.forms import FORMS
from tashkalar.ui.lessons.course import MOST_CHAPTERS, MOST_LESSONS
from tashkalar.ui.lessons.lesson_file import MOST_LINES, MOST_PARTS

_LONGEST_ID = 60  # characters of an id or of a decision
_MOST_NUMBER = 999
_MOST_DECISIONS = 500  # of a way
_MOST_CARDS = 60  # of a hand
_DEEPEST_GOAL = 2  # goals that stand inside others


def check_encodable(text: str) -> None:
    """Refuse halves of characters, which no file and no link can hold."""
    if not is_encodable(text):
        raise Node(text).fail("half a character is not a text")


# -- positions -----------------------------------------------------------------------------------


def check_position(node: Node) -> int:
    """Check a scenario; return how many colors play."""
    fields = _fields(node, "form", "seats", "board")
    fields["form"].choice(tuple(FORMS))
    seats = fields["seats"].items(MOST_SEATS)
    for seat in seats:
        _check_seat(seat)
    _check_setup(node, fields)
    colors = len(position.colors(dict(_values(fields))))
    for square, piece in fields["board"].entries():
        _check_square(piece, square)
        _check_piece(piece, colors)
    if "gateway" in fields:
        fields["gateway"].choice(tuple(SQUARE_OF))
    if "text" in fields:
        _check_title(fields["text"])
    _check_counts(fields, colors)
    _check_turn(fields, len(seats))
    if "tasks" in fields:
        for key, ids in fields["tasks"].entries():
            if key in ("current", "next", "deck"):
                _check_cards(ids, TASKS)
    if "goal" in fields and not isinstance(fields["goal"].value, str):
        check_goal(fields["goal"], colors)
    return colors


def _values(fields: Mapping[str, Node]) -> Iterator[tuple[str, object]]:
    """Yield the entries of an object without their paths."""
    return ((key, child.value) for key, child in fields.items())


def _fields(node: Node, *needed: str) -> dict[str, Node]:
    """Return the entries of an object, which may have others than those that are needed."""
    fields = dict(node.entries())
    for name in needed:
        if name not in fields:
            raise node.fail(f"{name} is missing")
    return fields


def _check_seat(node: Node) -> None:
    fields = _fields(node, "school")
    fields["school"].choice(tuple(SCHOOLS))
    if "name" in fields:
        fields["name"].text()
    for key, known in (("hand", BEINGS), ("legends", BEINGS), ("flare", FLARES)):
        if key in fields:
            _check_cards(fields[key], known)


def _check_cards(node: Node, known: Collection[str]) -> None:
    for card in [node] if isinstance(node.value, str) else node.items(_MOST_CARDS):
        if card.text(_LONGEST_ID) not in known:
            raise card.fail("is not a card of that deck")


def _check_setup(node: Node, fields: Mapping[str, Node]) -> None:
    if "teams" in fields:
        fields["teams"].flag()
    if "seed" in fields and type(fields["seed"].value) not in (int, str):
        raise fields["seed"].fail("a whole number or a text is needed")
    if "options" in fields:
        for _, option in fields["options"].entries():
            option.flag()
    try:
        position.setup_of(dict(_values(fields)))
    except ValueError as error:
        raise node.fail(str(error)) from None


def _check_square(node: Node, square: str) -> None:
    if square not in SQUARE_OF:
        raise node.fail("is not a square of the board")


def _check_piece(node: Node, colors: int) -> None:
    owner, _, rank = node.text(_LONGEST_ID).partition(" ")
    if owner not in map(str, range(1, colors + 1)) or rank not in RANKS:
        raise node.fail(f"a number from 1 to {colors} and one of {', '.join(RANKS)} are needed")


def _check_title(node: Node) -> None:
    texts = [node] if isinstance(node.value, str) else [child for _, child in node.entries()]
    for text in texts:
        text.text(LONGEST_LESSON)


def _check_counts(fields: Mapping[str, Node], colors: int) -> None:
    """Check the pieces out of the game, and the one that a card holds."""
    if "removed" in fields:
        for _, kinds in fields["removed"].entries():
            for _, number in kinds.entries():
                number.number(0, _MOST_NUMBER)
    if "captive" in fields:
        captive = _fields(fields["captive"], "owner", "rank")
        captive["owner"].number(1, colors)
        captive["rank"].choice(RANKS)


def _check_turn(fields: Mapping[str, Node], seats: int) -> None:
    turn = _fields(fields["turn"]) if "turn" in fields else {}
    if "seat" in turn:
        turn["seat"].number(1, seats)
    if "actions" in turn:
        turn["actions"].number(0, _MOST_NUMBER)


# -- goals ---------------------------------------------------------------------------------------


def check_goal(node: Node, colors: int) -> None:
    """Check a goal that is no text, by its form only: the position may not fit it yet."""
    _check_condition(node, colors, _DEEPEST_GOAL)


def _check_condition(node: Node, colors: int, depth: int) -> None:
    fields = _fields(node)
    kinds = [name for name in fields if name in goal.KINDS]
    if len(kinds) != 1 or depth < 0:
        raise node.fail(f"exactly one of {', '.join(goal.KINDS)} is needed")
    [kind] = kinds
    value = fields[kind]
    if kind == "survive":
        _check_condition(value, colors, depth - 1)
    elif kind in goals.JOINS:
        for part in value.items(goal.MOST_PARTS):
            _check_condition(part, colors, depth - 1)
    elif kind == "piece":
        _check_wanted_pieces(value, colors)
    elif kind in ("summon", "claim"):
        value.choice(tuple(BEINGS if kind == "summon" else TASKS))
    elif kind != "win":
        _check_amount(value, may_be_squares=kind == "destroy")
    if "at" in fields:
        fields["at"].choice(tuple(SQUARE_OF))
    if "rank" in fields:
        fields["rank"].choice(RANKS)


def _check_wanted_pieces(node: Node, colors: int) -> None:
    pieces = list(node.entries())
    if not pieces:
        raise node.fail("a square is needed")
    for square, piece in pieces:
        _check_square(piece, square)
        if piece.value != goal.EMPTY_SQUARE:
            _check_piece(piece, colors)


def _check_amount(node: Node, *, may_be_squares: bool) -> None:
    if may_be_squares and not isinstance(node.value, int):
        for square in node.items(goal.MOST_SQUARES):
            square.choice(tuple(SQUARE_OF))
    else:
        node.number(0, _MOST_NUMBER)


# -- lessons and courses -------------------------------------------------------------------------


def check_lesson(node: Node) -> None:
    """Check a lesson whose parts are positions."""
    fields = _fields(node, "id", "parts")
    fields["id"].text(_LONGEST_ID)
    parts = fields["parts"].items(MOST_PARTS)
    if not parts or "scenario" not in _fields(parts[0]):
        raise fields["parts"].fail("the first part needs a scenario: no whole game is shown here")
    colors = 0
    for part in parts:
        colors = _check_part(part, colors)
    if "words" in fields:
        _check_words(fields["words"])


def _check_part(node: Node, colors_before: int) -> int:
    """Check a part; return how many colors play in it."""
    fields = _fields(node)
    if "preset" in fields:
        raise fields["preset"].fail("a whole game cannot be shown here")
    colors = check_position(fields["scenario"]) if "scenario" in fields else colors_before
    if "goal" in fields:
        check_goal(fields["goal"], colors)
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
    return colors


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
