"""The panel of a lesson or puzzle: text, goal and how far one is."""

from __future__ import annotations

from pyscript import document

from tashkalar.ui.session.goal_panel import LessonView, PartView
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import Node, Written, by_id, clone, field


class LessonPanel:
    """Shows a `LessonView`, or nothing; writes only what changed."""

    def __init__(self) -> None:
        self._panel = Written(by_id("lesson"))
        self._text = Written(by_id("lesson-text"))
        self._title = Written(by_id("lesson-title"))
        self._status = Written(by_id("lesson-status"))
        self._restart = Written(by_id("lesson-restart"))
        self._review = Written(by_id("lesson-review"))
        self._parts = by_id("lesson-goals")
        self._shown: tuple[LessonView | None, str] = (None, "")

    def show(self, view: LessonView | None, words: Catalogue) -> None:
        """Show the view in the catalogue's language."""
        if self._shown == (view, words.language):
            return
        self._shown = (view, words.language)
        self._panel.attribute("hidden", view is None)
        self._panel.attribute("data-goals", None)  # the room that frame.js has kept
        document.body.toggleAttribute("data-puzzle", view is not None)
        if view is None:
            return
        self._panel.attribute("data-state", view.state)
        self._text.text(view.text)
        self._title.text(words.message(view.title) if view.title else "")
        self._status.text(words.message(view.status) if view.status else "")
        self._restart.attribute("hidden", not view.moved or view.state == "none")
        self._review.attribute("hidden", view.state in ("none", "open"))
        self._parts.replaceChildren(*(_item(part, words) for part in view.parts))


def _item(part: PartView, words: Catalogue) -> Node:
    item = clone("tpl-lesson-goal")
    item.toggleAttribute("data-met", part.met)
    item.querySelector("use").setAttribute("href", "#i-met" if part.met else "#i-goal")
    field(item, "text").textContent = words.message(part.text)
    field(item, "met").textContent = words.text("lesson.part.met") if part.met else ""
    return item
