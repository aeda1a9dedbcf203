"""The panel with the ways to the end of a lesson's part, and the mistakes, both played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar.features.workshop import lessons
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.lessons import PlayedWay
from tashkalar.features.workshop.position_faults import PositionFault
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.listeners import PageEvent, listen

RecordedEntry = tuple[str, int]  # "ways" or "mistakes", and the number in the file


class WaysPanel:
    """Shows what was recorded; `record` puts the position on the table for a way or a mistake."""

    def __init__(self, words: Catalogue, draft: Draft, record: Callable[[str], None]) -> None:
        self._words, self._draft, self._record = words, draft, record
        self._list: KeyedList[RecordedEntry] = KeyedList(
            by_id("workshop-recorded"),
            lambda _: clone_template("tpl-workshop-recorded"),
            self._update,
            key=lambda entry: entry,
        )
        listen(by_id("workshop-ways-panel"), "click", self._on_click)

    def show(self, faults: Sequence[PositionFault]) -> None:
        """Draw the panel."""
        part = lessons.parts(self._draft.document.content)[self._draft.part]
        entries = [(key, n) for key in ("ways", "mistakes") for n in range(len(part.get(key, ())))]
        self._list.show([] if faults else entries, rewrite_all=True)
        for id in ("workshop-record", "workshop-record-mistake"):
            by_id(id).toggleAttribute("disabled", bool(faults))
        has_any = any(map(lessons.is_any_other_move, part.get("mistakes", ())))
        by_id("workshop-any-mistake").toggleAttribute("disabled", bool(faults) or has_any)
        messages = [fault.message for fault in faults]
        write_faults(by_id("workshop-fault-ways"), messages, self._words)

    def keep(self, kind: str, codes: tuple[str, ...]) -> None:
        """Add what was played as a way or a mistake."""
        if codes:
            add = lessons.add_way if kind == "way" else lessons.add_mistake
            content = add(self._draft.document.content, self._draft.part, codes)
            self._draft.change_content(content)

    def _update(self, parts: ClonedTemplate, entry: RecordedEntry) -> None:
        (key, number), say = entry, self._words.translate
        recorded = lessons.parts(self._draft.document.content)[self._draft.part][key][number]
        codes, square = recorded, ""
        if key == "mistakes":
            codes, square = lessons.codes_of_mistake(recorded), recorded.get("square", "")
        way = lessons.play_way(self._draft.scenario, codes)
        root = parts.root.node
        root.setAttribute("data-workshop-entry", f"{key} {number}")
        id = "workshop.way.number" if key == "ways" else "workshop.mistake.number"
        label = Message(id, {"n": number + 1})
        parts.set_text("label", say(label))
        lines = self._words.join(map(say, way.lines), "dot")
        if key == "mistakes" and lessons.is_any_other_move(recorded):
            lines = self._words.text("workshop.mistake.any")
        parts.set_text("text", lines or square or " ".join(codes))
        parts.set_text("fault", say(Message(_fault(way))) if key == "ways" and _fault(way) else "")
        forget = Message("workshop.way.forget", {"what": label})
        root.querySelector("[data-workshop-forget]").setAttribute("aria-label", say(forget))

    def _on_click(self, event: PageEvent) -> None:
        if event.closest("#workshop-record"):
            self._record("way")
        elif event.closest("#workshop-record-mistake"):
            self._record("mistake")
        elif event.closest("#workshop-any-mistake"):
            self.keep("mistake", (lessons.ANY_OTHER_MOVE,))
            by_id("workshop-record-mistake").focus()
        elif (row := event.closest("[data-workshop-entry]")) and event.closest(
            "[data-workshop-forget]"
        ):
            key, number = str(row.dataset.workshopEntry).split()
            lesson = self._draft.document.content
            content = lessons.remove_entry(lesson, self._draft.part, key, int(number))
            self._draft.change_content(content)
            by_id("workshop-record").focus()


def _fault(way: PlayedWay) -> str:
    """Return the id of the message on what is wrong with a way; "" for a good one."""
    if not way.is_possible:
        return "workshop.way.impossible"
    return "" if way.reaches_goal else "workshop.way.short"
