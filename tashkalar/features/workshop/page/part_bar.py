"""The row with the parts of a lesson: choose one, add one, remove one, let one go on."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.features.workshop import lessons
from tashkalar.features.workshop.draft import Draft
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import by_id, clone_template, find_field
from tashkalar.web.browser.listeners import PageEvent, listen


class PartBar:
    """Shows which part of the lesson is open; `on_part_changed` is called before another is."""

    def __init__(self, words: Catalogue, draft: Draft, on_part_changed: Callable[[], None]) -> None:
        self._words, self._draft, self._on_part_changed = words, draft, on_part_changed
        listen(by_id("workshop-parts"), "click", self._on_click)
        listen(by_id("workshop-part-list"), "change", self._on_change)
        listen(by_id("workshop-goes-on"), "change", self._on_goes_on)

    def show(self, *, is_shown: bool) -> None:
        """Draw the row."""
        document = self._draft.document
        is_lesson = is_shown and document.kind == "lesson"
        by_id("workshop-parts").toggleAttribute("hidden", not is_lesson)
        by_id("workshop-goes-on").toggleAttribute("hidden", not (is_lesson and self._draft.part))
        if not is_lesson:
            return
        count = len(lessons.parts(document.content))
        sides = []
        for number in range(count):
            side = clone_template("tpl-workshop-side")
            choice = side.querySelector("input")
            choice.name, choice.value = "workshop-part", str(number)
            choice.checked = number == self._draft.part
            label = self._words.translate(Message("workshop.part", {"n": number + 1}))
            find_field(side, "name").textContent = label
            sides.append(side)
        by_id("workshop-part-list").replaceChildren(*sides)
        is_full = count >= lessons.MOST_PARTS
        by_id("workshop-part-add").toggleAttribute("disabled", is_full)
        by_id("workshop-part-remove").toggleAttribute("hidden", count < 2)

        goes_on = Message("workshop.part.goes-on", {"n": self._draft.part})
        by_id("workshop-goes-on-label").textContent = self._words.translate(goes_on)
        is_on = lessons.goes_on(document.content, self._draft.part)
        by_id("workshop-goes-on-box").checked = is_on

    def _on_goes_on(self, event: PageEvent) -> None:
        document, is_on = self._draft.document, bool(event.target.checked)
        content = lessons.set_goes_on(document.content, self._draft.part, is_on=is_on)
        self._draft.change_content(content)

    def _on_change(self, event: PageEvent) -> None:
        self._on_part_changed()
        self._draft.show_part(int(event.target.value))

    def _on_click(self, event: PageEvent) -> None:
        document = self._draft.document
        if event.closest("#workshop-part-add, #workshop-part-remove"):
            self._on_part_changed()
        if event.closest("#workshop-part-add"):
            start = {key: v for key, v in self._draft.scenario.items() if key != "goal"}
            content = lessons.add_part(document.content, start)
            self._draft.change_content(content)
            self._draft.show_part(len(lessons.parts(content)) - 1)
        elif event.closest("#workshop-part-remove"):
            content = lessons.remove_part(document.content, self._draft.part)
            self._draft.part = max(0, self._draft.part - 1)
            self._draft.change_content(content)
