"""The panel with the words: the lines of a lesson or a course, a column for each language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar.features.workshop import lessons
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.lessons import TextRow
from tashkalar.features.workshop.page.parts import language_name
from tashkalar.features.workshop.position_faults import PositionFault
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tashkalar.web.browser.dom import (
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
    find_field,
)
from tashkalar.web.browser.listeners import PageEvent, listen


class WordsPanel:
    """Changes the words of the draft; `show_moment` shows the board after so many decisions."""

    def __init__(self, words: Catalogue, draft: Draft, show_moment: Callable[[int], None]) -> None:
        self._words, self._draft, self._show_moment = words, draft, show_moment
        self._chosen = {words.language}
        self._hidden: set[str] = set()  # chosen away, although the draft has words in them
        self._languages = [words.language]
        self._list: KeyedList[TextRow] = KeyedList(
            by_id("workshop-lines"),
            lambda _: clone_template("tpl-workshop-line"),
            self._update,
            key=lambda row: row.line,
        )
        panel = by_id("workshop-words")
        listen(panel, "change", self._on_change)
        listen(panel, "input", self._on_input)
        listen(panel, "focusin", self._on_focus)

    def show(self, faults: Sequence[PositionFault]) -> None:
        """Draw the panel."""
        self._languages = self._shown_languages()
        choices = []
        for language in LANGUAGES:
            node = clone_template("tpl-workshop-language")
            box = node.querySelector("input")
            box.value, box.checked = language, language in self._languages
            box.disabled = self._languages == [language]  # a lesson needs one language
            find_field(node, "name").textContent = language_name(language)
            choices.append(node)
        by_id("workshop-language-list").replaceChildren(*choices)
        rows = () if faults else self._draft.document.text_rows(self._draft.part)
        self._list.show(rows, rewrite_all=True)

    def _shown_languages(self) -> list[str]:
        """Return the chosen languages, and those in which the draft has words already."""
        written = {code for code, lines in self._draft.document.words.items() if lines}
        shown = self._chosen | (written - self._hidden)
        return [language for language in LANGUAGES if language in shown] or [self._words.language]

    def _update(self, parts: ClonedTemplate, row: TextRow) -> None:
        parts.root.set_attribute("data-workshop-line", row.line)
        parts.set_text("label", self._words.translate(row.label))
        place = parts.field("columns").node
        shown = [str(node.dataset.workshopLanguage) for node in place.children]
        if shown != self._languages:  # else the field keeps its focus
            place.replaceChildren(*map(self._make_column, self._languages))
        for column in place.children:
            language = str(column.dataset.workshopLanguage)
            said = lessons.text(self._draft.document.content, language, row.line)
            area = column.querySelector("textarea")
            of_language = {"text": row.label, "more": language_name(language)}
            label = self._words.text("list.brackets", **of_language)
            area.setAttribute("aria-label", label)
            if str(area.value).strip() != said:  # else the cursor would jump
                area.value = said
            self._show_count(column)

    def _make_column(self, language: str) -> DomNode:
        node = clone_template("tpl-workshop-column")
        node.setAttribute("data-workshop-language", language)
        find_field(node, "name").textContent = language_name(language)
        node.querySelector("textarea").setAttribute("lang", language)
        return node

    def _show_count(self, column: DomNode) -> None:
        """Say how many letters a line has, and whether it has none."""
        letters = len(str(column.querySelector("textarea").value))
        params = {"n": letters, "most": lessons.LONGEST_SAID}
        find_field(column, "letters").textContent = self._words.translate(
            Message("workshop.letters", params)
        )
        missing = self._words.text("workshop.missing") if not letters else ""
        find_field(column, "missing").textContent = missing
        column.classList.toggle("workshop-column-long", letters > lessons.LONGEST_SAID)

    def _on_input(self, event: PageEvent) -> None:
        """Keep a line while it is typed."""
        if column := event.closest("[data-workshop-language]"):
            self._write(column, str(event.target.value))
            self._show_count(column)

    def _write(self, column: DomNode, text: str) -> None:
        line = str(column.closest("[data-workshop-line]").dataset.workshopLine)
        language, document = str(column.dataset.workshopLanguage), self._draft.document
        self._draft.change_document(
            document.with_line(language, line, text.strip()), f"{language} {line}"
        )

    def _on_focus(self, event: PageEvent) -> None:
        row = event.closest("[data-workshop-line]")
        if row is None:
            return
        line = str(row.dataset.workshopLine)
        self._list.mark("aria-current", lambda one: one.line == line)
        for one in self._draft.document.text_rows(self._draft.part):
            if one.line == line and one.moment >= 0:
                self._show_moment(one.moment)

    def _on_change(self, event: PageEvent) -> None:
        node = event.target
        column = event.closest("[data-workshop-language]")
        if event.closest("#workshop-language-list"):
            if node.checked:
                self._chosen.add(str(node.value))
                self._hidden.discard(str(node.value))
            else:
                self._hidden.add(str(node.value))
                self._chosen.discard(str(node.value))
            self.show(())
        elif column:
            self._write(column, str(node.value))
            self._draft.end_line()
