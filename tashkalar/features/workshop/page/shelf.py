"""The list of what a person has made."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar import Game
from tashkalar.errors import ScenarioError
from tashkalar.features.workshop import courses, lessons
from tashkalar.features.workshop.collection import Work, WorkshopCollection
from tashkalar.features.workshop.documents import (
    Document,
    first_position,
    read_documents,
)
from tashkalar.features.workshop.drafts import Drafts, KeptDraft, offered_drafts
from tashkalar.features.workshop.position import new_position
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.board.mini_board import draw_mini_board
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task


class WorkshopShelf:
    """Shows the collection, and on top what was left with changes that are not saved.

    `open_work` opens a work, `open_document` one that is not saved yet, `open_draft` a draft.
    `is_open` tells whether another tab has a draft open: it is not offered here.
    """

    def __init__(
        self,
        words: Catalogue,
        works: WorkshopCollection,
        drafts: Drafts,
        open_work: Callable[[Work | None], None],
        open_document: Callable[[Document], None],
        open_draft: Callable[[KeptDraft], None],
        is_open: Callable[[str], bool],
    ) -> None:
        self._words, self._works, self._drafts = words, works, drafts
        self._open_work, self._open_document = open_work, open_document
        self._open_draft, self._is_open = open_draft, is_open
        self._draft_list: KeyedList[KeptDraft] = KeyedList(
            by_id("workshop-drafts"),
            lambda _: clone_template("tpl-workshop-draft"),
            self._update_draft,
            key=lambda kept: kept.key,
        )
        self._list: KeyedList[Work] = KeyedList(
            by_id("workshop-list"),
            lambda _: clone_template("tpl-workshop-work"),
            self._update,
            key=lambda work: work.id,
        )
        listen(by_id("workshop-shelf"), "click", self._on_click)

    def show(self) -> None:
        """Draw the list."""
        free = offered_drafts(self._drafts, self._works, self._is_open)
        self._draft_list.show(free, rewrite_all=True)
        by_id("workshop-drafts").toggleAttribute("hidden", not free)
        self._list.show(self._works.works(), rewrite_all=True)

    def _update_draft(self, parts: ClonedTemplate, kept: KeptDraft) -> None:
        parts.root.node.setAttribute("data-workshop-draft", kept.key)
        unsaved = [self._words.text("workshop.draft")]
        self._describe(parts, kept.document, unsaved, "workshop.draft.delete.of")

    def _update(self, parts: ClonedTemplate, work: Work) -> None:
        parts.root.node.setAttribute("data-workshop-work", work.id)
        self._describe(parts, work.document, [], "workshop.delete.of")

    def _describe(
        self, parts: ClonedTemplate, document: Document, detail: list[str], delete_label: str
    ) -> None:
        """Write what a work is, and what its button to delete it does."""
        words, root = self._words, parts.root.node
        title = self._title(document)
        parts.set_text("title", title)
        detail.append(words.text(f"workshop.kind.{document.label}"))
        if document.kind == "course":
            detail.append(words.text("workshop.course.count", n=len(document.content["lessons"])))
        svg = root.querySelector(".mini")
        for drawn in list(svg.querySelectorAll(".stone")):
            drawn.remove()
        try:
            game = Game.from_scenario(first_position(document))
            if document.kind != "course":
                detail.append(words.text(f"form.{game.setup.form}.name"))
            draw_mini_board(svg, game.setup, {s: p for s, p in game.board.items()})
        except ScenarioError:
            detail.append(words.text("workshop.unfinished"))
        parts.set_text("detail", words.join(detail, "dot"))
        delete = root.querySelector("[data-workshop-delete]")
        delete.setAttribute("aria-label", words.text(delete_label, title=title))

    def _title(self, document: Document) -> str:
        return document.title(self._words.language) or self._words.text("workshop.untitled")

    def _on_click(self, event: PageEvent) -> None:
        row = event.closest("[data-workshop-work]")
        work = self._works.work(str(row.dataset.workshopWork)) if row else None
        left = event.closest("[data-workshop-draft]")
        kept = self._drafts.draft(str(left.dataset.workshopDraft)) if left else None
        if event.closest("#workshop-new"):
            self._open_work(None)
        elif event.closest("#workshop-new-lesson"):
            self._open_document(Document("lesson", lessons.new_lesson(new_position())))
        elif event.closest("#workshop-new-course"):
            self._open_document(Document("course", courses.new_course()))
        elif event.closest("#workshop-import"):
            start_task(self._import())
        elif work and event.closest("[data-workshop-delete]"):
            start_task(self._delete(work))
        elif work and event.closest("[data-workshop-open]"):
            self._open_work(work)
        elif kept and event.closest("[data-workshop-delete]"):
            start_task(self._discard(kept))
        elif kept and event.closest("[data-workshop-open]"):
            self._open_draft(kept)

    async def _discard(self, kept: KeptDraft) -> None:
        """Forget a draft, after a question."""
        words = self._words
        question = words.text("workshop.draft.delete.title", title=self._title(kept.document))
        text, ok = words.text("workshop.delete.text"), words.text("stored.delete.ok")
        if await dialogs.confirm(question, text, ok) is None:
            return
        self._drafts.discard(kept.key)
        self.show()
        by_id("workshop-new").focus()  # the pressed button is gone

    async def _delete(self, work: Work) -> None:
        words = self._words
        question = words.text("workshop.delete.title", title=self._title(work.document))
        text, ok = words.text("workshop.delete.text"), words.text("stored.delete.ok")
        if await dialogs.confirm(question, text, ok) is None:
            return
        try:
            self._works.delete(work.id)
        except Refusal as refused:
            self.tell(refused.message)
        self.show()
        by_id("workshop-new").focus()  # the pressed button may be gone

    async def _import(self) -> None:
        text = await files.pick_file_text(by_id("workshop-chooser"))
        if text is None:
            return
        self.tell(None)
        try:
            documents = read_documents(text)
        except ValueError as error:
            self.tell(Message("workshop.import.failed", {"reason": str(error)}))
            return
        if len(documents) == 1:
            self._open_document(documents[0])
        else:
            self._add(documents)

    def _add(self, documents: Sequence[Document]) -> None:
        """Put the puzzles of a file on the list."""
        try:
            self._works.save_all(documents)
        except Refusal as refused:
            self.tell(refused.message)
            return
        self.show()
        self.tell(Message("workshop.import.added", {"n": len(documents)}), is_fault=False)

    def tell(self, message: Message | None, *, is_fault: bool = True) -> None:
        """Say what has failed, or what was done; None takes it away."""
        place = by_id("workshop-shelf-fault")
        write_faults(place, (message,) if message else (), self._words)
        place.className = "workshop-fault" if is_fault else "workshop-note"
