"""A tree of decisions with comments, arrows and marked squares.

The tree knows no game: a decision is its code. A position is the number of the decision that leads
to it; `START` has none. Of the decisions that follow a position, the first continues the line, and
the others begin variations.

The tree is flat, as the list of a game's moves is: no position refers to another object. Python
frees a chain of objects recursively, which overflows the small stack of a browser.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from tashkalar.json_reader import is_encodable
from tashkalar.plain_text import find_unsafe_sign
from tashkalar.position.board import SQUARE_OF

START = 0
LONGEST_COMMENT = 2000  # characters
MOST_ARROWS = 40  # of a position

# Characters that a text needs beside codes and comments, at most.
_TURN_HEADING_LENGTH = 30
_VARIATION_LENGTH = len("Variation:\nEnd:\n") + 2 * _TURN_HEADING_LENGTH

Arrow = tuple[str, str]  # from one square to another


class Annotation(NamedTuple):
    """The remarks on a position; all are empty on most positions."""

    comment: str = ""
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[str, ...] = ()  # squares


class DecisionTree:
    """Decisions and the positions that they lead to, with remarks on the positions."""

    def __init__(self) -> None:
        self._codes: dict[int, str] = {}
        self._parents: dict[int, int] = {}
        self._children: dict[int, tuple[int, ...]] = {START: ()}
        self._annotations: dict[int, Annotation] = {}
        self._last_number = START
        self.text_length = 0  # characters of the text with these decisions, at most

    def __len__(self) -> int:
        """Return the number of decisions in the tree."""
        return len(self._codes)

    def __contains__(self, position: object) -> bool:
        """Return whether the tree has this position."""
        return position in self._children

    # -- looking -------------------------------------------------------------------------

    def code(self, position: int) -> str:
        """Return the decision that leads to a position; KeyError at the start."""
        return self._codes[position]

    def parent(self, position: int) -> int | None:
        """Return the position before; None at the start."""
        return self._parents.get(position)

    def children(self, position: int) -> tuple[int, ...]:
        """Return the positions after a position: that of the line first, then the variations."""
        return self._children[position]

    def child(self, position: int, code: str) -> int | None:
        """Return the position that a decision leads to; None if the tree does not have it."""
        return next((c for c in self._children[position] if self._codes[c] == code), None)

    def annotation(self, position: int) -> Annotation:
        """Return the remarks on a position."""
        return self._annotations.get(position, Annotation())

    def path(self, position: int) -> tuple[int, ...]:
        """Return the positions from the start, which is left out, to a position."""
        positions: list[int] = []
        while position != START:
            positions.append(position)
            position = self._parents[position]
        return tuple(reversed(positions))

    def codes(self, position: int) -> tuple[str, ...]:
        """Return the decisions from the start to a position."""
        return tuple(self._codes[step] for step in self.path(position))

    def line(self, position: int = START) -> tuple[int, ...]:
        """Return the positions of the line that continues after a position."""
        positions: list[int] = []
        while following := self._children[position]:
            position = following[0]
            positions.append(position)
        return tuple(positions)

    # -- changing ------------------------------------------------------------------------

    def add(self, position: int, code: str, *, first: bool = False) -> int:
        """Add a decision after a position, and return the position that it leads to.

        A decision that is there already is not added again. With `first`, it continues the line.
        """
        siblings = self._children[position]
        number = self.child(position, code)
        if number is None:
            self._last_number = number = self._last_number + 1
            self._codes[number], self._parents[number] = code, position
            self._children[number] = ()
            self.text_length += self._length_of(number)
        elif not first:
            return number
        others = tuple(sibling for sibling in siblings if sibling != number)
        self._children[position] = (number, *others) if first else (*others, number)
        return number

    def remove(self, position: int) -> None:
        """Remove a decision and all that follows it; ValueError at the start."""
        if position == START:
            raise ValueError("the start cannot be removed")
        parent = self._parents[position]
        self._children[parent] = tuple(c for c in self._children[parent] if c != position)
        removed = [position]
        while removed:
            number = removed.pop()
            self.text_length -= self._length_of(number)
            removed += self._children.pop(number)
            del self._codes[number], self._parents[number]
            self._annotations.pop(number, None)

    def annotate(self, position: int, annotation: Annotation) -> None:
        """Set the remarks on a position; ValueError says what is wrong with them."""
        if position not in self._children:
            raise KeyError(position)
        _check(annotation)
        self.text_length -= self._length_of(position)
        arrows, marks = dict.fromkeys(annotation.arrows), dict.fromkeys(annotation.marks)
        self._annotations[position] = Annotation(annotation.comment, tuple(arrows), tuple(marks))
        if not any(self._annotations[position]):
            del self._annotations[position]
        self.text_length += self._length_of(position)

    def _length_of(self, position: int) -> int:
        """Return how many characters a text needs for a position and its remarks, at most."""
        length = len(self._codes.get(position, "")) + _VARIATION_LENGTH
        if position in self._annotations:
            comment, arrows, marks = self._annotations[position]
            # At most as long as the words that begin the lines, and the heading of a new turn line.
            length += len(json.dumps(comment)) + 6 * len(arrows) + 3 * len(marks)
            length += len("Note: \nArrows:\nMarks:\n") + _TURN_HEADING_LENGTH
        return length


def _check(annotation: Annotation) -> None:
    """Raise ValueError if the remarks cannot be written."""
    comment, arrows, marks = annotation
    if len(comment) > LONGEST_COMMENT:
        raise ValueError(f"a comment has at most {LONGEST_COMMENT} characters")
    if not is_encodable(comment):
        raise ValueError("half a character is not a text")
    for line in comment.split("\n"):
        if sign := find_unsafe_sign(line):
            raise ValueError(f"a comment may not contain the invisible sign U+{ord(sign):04X}")
    if len(arrows) > MOST_ARROWS:
        raise ValueError(f"a position has at most {MOST_ARROWS} arrows")
    for square in (*marks, *(square for arrow in arrows for square in arrow)):
        if square not in SQUARE_OF:
            raise ValueError(f"{square[:20]!r} is not a square of the board")
    for origin, target in arrows:
        if origin == target:
            raise ValueError(f"the arrow {origin}-{target} does not lead to another square")
