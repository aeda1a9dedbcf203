"""Remarks that a person writes at a position of a study, and when they are on the disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tashkalar.history.decision_tree import LONGEST_COMMENT, MOST_ARROWS, START, Annotation
from tashkalar.plain_text import clean_comment, cut_text
from tashkalar.position.move import Message
from tashkalar.study import Study, StudyFull
from tashkalar.ui.storage.save_texts import SaveTexts

Item = TypeVar("Item")


class RemovedStep(NamedTuple):
    """A decision of a line that was removed; `parent` is the index of the step before, or -1."""

    parent: int
    code: str
    annotation: Annotation


class WrittenChange(NamedTuple):
    """A change that can be undone: other remarks on a position, or a removed line after it."""

    position: int
    remarks: Annotation | None  # those before the change
    removed: tuple[RemovedStep, ...] = ()


class StudyWriter:
    """Write at a position of a study, and at the end of a line that begins there.

    `tool` says what a chosen square means: "mark" marks it, "arrow" begins or ends an arrow.
    """

    def __init__(self, study: Study, position: int, line_end: int | None) -> None:
        """Prepare to write; `line_end` is None if the line cannot be commented on."""
        self._study = study
        self.position = position
        self.line_end = line_end
        self.tool = "mark"
        self.arrow_start: str | None = None  # the square where an arrow begins
        self.fault: Message | None = None  # why the last change was not made
        self._changes: list[WrittenChange] = []

    @property
    def remarks(self) -> Annotation:
        """The remarks on the position."""
        return self._study.tree.annotation(self.position)

    @property
    def line_comment(self) -> str:
        """The comment at the end of the line."""
        end = self.line_end
        return "" if end is None else self._study.tree.annotation(end).comment

    @property
    def can_undo(self) -> bool:
        """True if something has been changed."""
        return bool(self._changes)

    # -- drawing -------------------------------------------------------------------------

    def choose_tool(self, tool: str) -> None:
        """Choose what a chosen square means."""
        self.tool, self.arrow_start = tool, None

    def choose_square(self, square: str) -> bool:
        """Mark a square or take the mark away, or begin or end an arrow there.

        Return whether the remarks have changed.
        """
        if self.tool == "mark":
            marks = _toggled(self.remarks.marks, square)
            return self._annotate(self.position, self.remarks._replace(marks=marks))
        start, self.arrow_start = self.arrow_start, None
        if start is None:
            self.arrow_start = square
            return False
        return self.draw_arrow(start, square)

    def draw_arrow(self, start: str, end: str) -> bool:
        """Draw an arrow, or take it away; return whether the remarks have changed."""
        self.arrow_start = None
        if start == end:
            return False
        arrows = _toggled(self.remarks.arrows, (start, end))
        if len(arrows) > MOST_ARROWS:
            self.fault = Message("study.arrows", {"n": MOST_ARROWS})
            return False
        return self._annotate(self.position, self.remarks._replace(arrows=arrows))

    # -- writing -------------------------------------------------------------------------

    def write_comment(self, text: str) -> bool:
        """Set the comment on the position; return whether it has changed."""
        return self._write(self.position, text)

    def write_line_comment(self, text: str) -> bool:
        """Set the comment at the end of the line; return whether it has changed."""
        return self.line_end is not None and self._write(self.line_end, text)

    def _write(self, position: int, text: str) -> bool:
        comment = cut_text(clean_comment(text).strip(), LONGEST_COMMENT)
        remarks = self._study.tree.annotation(position)
        return self._annotate(position, remarks._replace(comment=comment))

    def _annotate(self, position: int, remarks: Annotation) -> bool:
        before, here = self._study.tree.annotation(position), self._study.position
        self.fault = None
        if before == remarks:
            return False
        self._study.go_to(position)
        try:
            self._study.annotate(remarks)
        except StudyFull:
            self.fault = Message("study.full")
            return False
        finally:
            self._study.go_to(here)
        if not self._continues_comment(position, before):
            self._changes.append(WrittenChange(position, before))
        return True

    def _continues_comment(self, position: int, before: Annotation) -> bool:
        """Return whether the last change was one of the same comment: undo takes back both."""
        last = self._changes[-1] if self._changes else None
        if last is None or last.position != position or last.remarks is None:
            return False
        now = self._study.tree.annotation(position)
        return last.remarks[1:] == before[1:] == now[1:]

    # -- lines ---------------------------------------------------------------------------

    def remove_line(self, end: int) -> None:
        """Remove the line that ends in a position, from where it leaves all other lines."""
        tree = self._study.tree
        first, parent = end, tree.parent(end)
        while parent not in (None, START) and len(tree.children(parent)) == 1:
            first, parent = parent, tree.parent(parent)
        assert parent is not None
        self._changes.append(WrittenChange(parent, None, self._steps_from(first)))
        self._study.remove(first)

    def _steps_from(self, first: int) -> tuple[RemovedStep, ...]:
        tree, steps, waiting = self._study.tree, list[RemovedStep](), [(first, -1)]
        while waiting:
            position, parent = waiting.pop()
            waiting += [(child, len(steps)) for child in reversed(tree.children(position))]
            steps.append(RemovedStep(parent, tree.code(position), tree.annotation(position)))
        return tuple(steps)

    def undo(self) -> int | None:
        """Take the last change back; return the end of a line that is there again, else None."""
        self.fault, self.arrow_start = None, None
        if not self._changes:
            return None
        tree, change = self._study.tree, self._changes.pop()
        if change.remarks is not None:
            tree.annotate(change.position, change.remarks)
        positions: list[int] = []
        for step in change.removed:
            parent = change.position if step.parent < 0 else positions[step.parent]
            positions.append(tree.add(parent, step.code))
            tree.annotate(positions[-1], step.annotation)
        return positions[-1] if positions else None


def _toggled(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """Return the items with this one added, or without it if they have it."""
    return tuple(i for i in items if i != item) if item in items else (*items, item)


def call_when_kept(texts: SaveTexts, key: str, action: Callable[[], None]) -> None:
    """Call an action once the newest text of a saved game is on the disk, at once if it is."""

    def on_done(ok: bool) -> None:
        if ok and texts.is_stored(key):
            action()

    texts.backups.call_when_written(key, on_done)
