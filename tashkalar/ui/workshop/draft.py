"""The document that is open in the workshop, and whether it is stored."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.ui.workshop import lessons
from tashkalar.ui.workshop.collection import Work
from tashkalar.ui.workshop.documents import Document
from tashkalar.ui.workshop.position import Scenario, new_position

MOST_STEPS_BACK = 100


class Draft:
    """The document that a person changes. Each of the `observers` is called after a change."""

    def __init__(self) -> None:
        self.id = ""  # in the collection; "" for a work that was never saved
        self.part = 0  # the part of a lesson that is shown
        self.observers: list[Callable[[], None]] = []
        self._document = self._saved = Document("position", new_position())
        self._earlier: list[Document] = []

    @property
    def document(self) -> Document:
        """The document as it is now; edits return another one."""
        return self._document

    @property
    def scenario(self) -> Scenario:
        """The position: of a lesson that of the part that is shown."""
        if self._document.kind == "lesson":
            return lessons.scenario_of_part(self._document.content, self.part)
        return self._document.content

    @property
    def is_saved(self) -> bool:
        """True if the collection has the document as it is now, or nothing was changed yet."""
        return self._document == self._saved

    @property
    def can_undo(self) -> bool:
        """True if there is a change to take back."""
        return bool(self._earlier)

    def open(self, work: Work | None, document: Document | None = None) -> None:
        """Begin with a work of the collection, or with a document that is not saved yet."""
        self.id, self.part = work.id if work else "", 0
        self._earlier = []
        self._saved = work.document if work else Document("position", new_position())
        self._document = document or self._saved
        self._notify()

    def show_part(self, number: int) -> None:
        """Show another part of the lesson."""
        self.part = number
        self._notify()

    def change(self, scenario: Scenario) -> None:
        """Go on with another position."""
        if scenario == self.scenario:
            return
        content = scenario
        if self._document.kind == "lesson":
            content = lessons.set_part_scenario(self._document.content, self.part, scenario)
        self.change_document(self._document._replace(content=content))

    def change_document(self, document: Document) -> None:
        """Go on with another document."""
        if document != self._document:
            self._earlier = [*self._earlier[1 - MOST_STEPS_BACK :], self._document]
            self._set(document)

    def undo(self) -> None:
        """Take back the last change."""
        if self._earlier:
            self._set(self._earlier.pop())

    def note_saved(self, id: str) -> None:
        """Note that the document is stored under an id."""
        self.id, self._saved = id, self._document
        self._notify()

    def _set(self, document: Document) -> None:
        self._document = document
        if document.kind == "lesson":
            self.part = min(self.part, len(lessons.parts(document.content)) - 1)
        self._notify()

    def _notify(self) -> None:
        for observer in self.observers:
            observer()
