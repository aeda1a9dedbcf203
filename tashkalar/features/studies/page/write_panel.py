"""Writing comments and drawing arrows and marks at a position of a study, on the page."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import document

from tashkalar.features.studies.study_review import StudyReview
from tashkalar.features.studies.study_writer import StudyWriter
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import PageEvent, listen

_SQUARE = "#board-grid [data-square]"


class WritePanel:
    """The fields and buttons for remarks, and the pointer that draws on the board.

    `changed` is called after each change: the board must be drawn anew; its argument says whether
    the change is complete, so that it can be saved.
    """

    def __init__(
        self,
        words: Catalogue,
        review: Callable[[], StudyReview | None],
        changed: Callable[[bool], None],
    ) -> None:
        self._words = words
        self._review = review
        self._on_changed = changed
        self._drag_start: str | None = None  # the square where a pointer went down
        for id, field in (("study-note", "position"), ("study-line-note", "line")):
            listen(by_id(id), "input", self._writing(id, field, is_complete=False))
            listen(by_id(id), "change", self._writing(id, field, is_complete=True))
        listen(by_id("board-grid"), "pointerdown", self._on_pointer_down)
        listen(document, "pointerup", self._on_pointer_up)
        listen(document, "pointercancel", self._forget_drag)

    @property
    def _writer(self) -> StudyWriter | None:
        review = self._review()
        return review.writer if review else None

    def press(self, action: str) -> None:
        """Do what a button says."""
        review, writer = self._review(), self._writer
        if review is None or writer is None:
            return
        if action in ("mark", "arrow"):
            writer.choose_tool(action)
        elif action == "undo":
            review.undo_writing()
        else:
            review.remove_line()
        self._on_changed(action not in ("mark", "arrow"))
        self.fill_in()

    def choose_square(self, square: str) -> bool:
        """Mark a square, or draw an arrow; return False if nobody draws now."""
        writer = self._writer
        if writer is None:
            return False
        self._finish(has_changed=writer.choose_square(square))
        return True

    def _finish(self, *, has_changed: bool) -> None:
        review = self._review()
        if has_changed and review is not None:
            review.follow_writing()
        self._on_changed(has_changed)

    # -- the fields ----------------------------------------------------------------------

    def fill_in(self) -> None:
        """Write the comments into the fields."""
        if (writer := self._writer) is not None:
            by_id("study-note").value = writer.remarks.comment
            by_id("study-line-note").value = writer.line_comment

    def show(self) -> None:
        """Show the fields and buttons while a person writes."""
        writer = self._writer
        by_id("study-write").toggleAttribute("hidden", writer is None)
        if writer is None:
            return
        by_id("study-line-write").toggleAttribute("hidden", writer.line_end is None)
        for tool in ("mark", "arrow"):
            button = document.querySelector(f'[data-study-action="{tool}"]')
            button.setAttribute("aria-pressed", str(tool == writer.tool).lower())
        self._set_text("study-write-help", self._help(writer))
        self._set_text("study-write-fault", writer.fault)

    def _set_text(self, id: str, message: Message | None) -> None:
        text, node = self._words.translate(message) if message else "", by_id(id)
        if str(node.textContent) != text:
            node.textContent = text

    def _help(self, writer: StudyWriter) -> Message:
        if writer.arrow_start:
            return Message("study.write.arrow.from", {"square": writer.arrow_start})
        return Message(f"study.write.{writer.tool}")

    def _writing(self, id: str, field: str, *, is_complete: bool) -> Callable[[PageEvent], None]:
        """Return the listener that takes over the text of a field."""

        def write(_event: PageEvent) -> None:
            review, writer = self._review(), self._writer
            if review is None or writer is None:
                return
            text = str(by_id(id).value)
            if field == "line":
                writer.write_line_comment(text)
            else:
                writer.write_comment(text)
            review.follow_writing()
            self._on_changed(is_complete)

        return write

    # -- dragging ------------------------------------------------------------------------

    def _on_pointer_down(self, event: PageEvent) -> None:
        node = event.closest(_SQUARE) if self._writer and event.starts_press else None
        self._drag_start = str(node.dataset.square) if node else None

    def _on_pointer_up(self, event: PageEvent) -> None:
        start, writer = self._drag_start, self._writer
        self._drag_start = None
        if start is None or writer is None:
            return
        under = document.elementFromPoint(*event.point)
        node = under.closest(_SQUARE) if under else None
        if node and str(node.dataset.square) != start:
            self._finish(has_changed=writer.draw_arrow(start, str(node.dataset.square)))

    def _forget_drag(self, _event: PageEvent) -> None:
        self._drag_start = None
