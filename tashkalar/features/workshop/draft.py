"""The document that is open in the workshop, and whether it is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tashkalar.features.workshop import courses, lessons
from tashkalar.features.workshop.collection import Work
from tashkalar.features.workshop.documents import Document, fingerprint, first_position
from tashkalar.features.workshop.position import Scenario, new_position

MOST_STEPS_BACK = 100


class Draft:
    """The document that a person changes. Each of the `observers` is called after a change."""

    def __init__(self) -> None:
        self.id = ""  # in the collection; "" for a work that was never saved
        self.base = ""  # the fingerprint of the saved work that is changed; "" without one
        self.part = 0  # the part of a lesson that is shown
        self.lesson_id = ""  # the lesson of a course that is open in its place
        self.is_kept = False  # what was saved since the document was opened is on the disk
        self.is_waiting = False  # the disk has not answered yet whether it has what was saved
        self.observers: list[Callable[[], None]] = []
        self._work = self._saved = Document("position", new_position())
        self._earlier: list[Document] = []
        self._later: list[Document] = []
        self._typed_line = ""  # the line that the last change has typed on

    @property
    def document(self) -> Document:
        """The document as it is now; edits return another one. Of a course the open lesson."""
        if self.lesson_id:
            return Document("lesson", courses.lesson(self._work.content, self.lesson_id))
        return self._work

    @property
    def work(self) -> Document:
        """The document that is stored: the course, also while one of its lessons is open."""
        return self._work

    @property
    def scenario(self) -> Scenario:
        """The position: of a lesson that of the part that is shown."""
        document = self.document
        if document.kind == "lesson":
            return lessons.scenario_of_part(document.content, self.part)
        return first_position(document)

    @property
    def is_saved(self) -> bool:
        """True if the collection has the document as it is now, or nothing was changed yet."""
        return self._work == self._saved

    @property
    def can_undo(self) -> bool:
        """True if there is a change to take back."""
        return bool(self._earlier)

    @property
    def can_redo(self) -> bool:
        """True if a change was taken back, and nothing was changed since."""
        return bool(self._later)

    def open(self, work: Work | None, document: Document | None = None, base: str = "") -> None:
        """Begin with a work of the collection, or with a document that is not saved yet.

        With both, the document is the work with changes that were made on the work of `base`.
        """
        self.id, self.part, self.lesson_id = work.id if work else "", 0, ""
        self._earlier, self._later, self._typed_line = [], [], ""
        self._saved = work.document if work else Document("position", new_position())
        self._work = document or self._saved
        self.base = base or (fingerprint(work.document) if work else "")
        self.is_kept = self.is_waiting = False
        self._notify()

    def open_lesson(self, id: str) -> None:
        """Show a lesson of the course in its place; with "" the course again."""
        self.lesson_id, self.part = id, 0
        self._notify()

    def show_part(self, number: int) -> None:
        """Show another part of the lesson."""
        self.part = number
        self._notify()

    def change(self, scenario: Scenario) -> None:
        """Go on with another position."""
        if scenario == self.scenario:
            return
        if self.document.kind == "lesson":
            scenario = lessons.set_part_scenario(self.document.content, self.part, scenario)
        self.change_content(scenario)

    def change_content(self, content: dict[str, Any], typed_line: str = "") -> None:
        """Go on with another content of the document; see `change_document`."""
        self.change_document(self.document._replace(content=content), typed_line)

    def change_document(self, document: Document, typed_line: str = "") -> None:
        """Go on with another document, or with another version of the open lesson.

        A change that types on a line is one step back together with the letters typed before on
        the same `typed_line`.
        """
        work = document
        if self.lesson_id:
            course = courses.set_lesson(self._work.content, document.content)
            work = self._work._replace(content=course)
        if work == self._work:
            return
        line = typed_line and f"{self.lesson_id} {typed_line}"
        if not (line and line == self._typed_line):
            self._earlier = [*self._earlier[1 - MOST_STEPS_BACK :], self._work]
        self._typed_line = line
        self._later = []
        self._set(work)

    def end_line(self) -> None:
        """Note that what is typed next is a change of its own."""
        self._typed_line = ""

    def undo(self) -> None:
        """Take back the last change."""
        if self._earlier:
            self._typed_line = ""
            self._later.append(self._work)
            self._set(self._earlier.pop())

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        if self._later:
            self._typed_line = ""
            self._earlier.append(self._work)
            self._set(self._later.pop())

    def note_saved(self, id: str, *, is_kept: bool = True) -> None:
        """Note that the document is stored under an id, and whether it is on the disk."""
        self.id, self._saved = id, self._work
        self.is_kept, self.is_waiting = is_kept, not is_kept
        self.base = fingerprint(self._work)
        self._notify()

    def note_kept(self, work: Document) -> None:
        """Note that a version that was saved has reached the disk."""
        if work == self._saved and self.is_waiting:
            self.is_kept, self.is_waiting = True, False
            self._notify()

    def _set(self, work: Document) -> None:
        self._work = work
        if self.lesson_id and not courses.has_lesson(work.content, self.lesson_id):
            self.lesson_id = ""
        document = self.document
        if document.kind == "lesson":
            self.part = min(self.part, len(lessons.parts(document.content)) - 1)
        self._notify()

    def _notify(self) -> None:
        for observer in self.observers:
            observer()
