"""The panel of a lesson or puzzle: text, goal and progress."""

from __future__ import annotations

from pyscript import document

from tashkalar.ui.session.goal_panel import GoalPanelView, GoalPartView
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import CachedNode, DomNode, by_id, clone_template, find_field


class GoalPanel:
    """Show a `GoalPanelView` or nothing, and write only what changed."""

    def __init__(self) -> None:
        self._panel = CachedNode(by_id("lesson"))
        self._text = CachedNode(by_id("lesson-text"))
        self._title = CachedNode(by_id("lesson-title"))
        self._status = CachedNode(by_id("lesson-status"))
        self._restart = CachedNode(by_id("lesson-restart"))
        # What features offer when the goal is reached or missed.
        self._offers = [*map(CachedNode, document.querySelectorAll("[data-goal-offer]"))]
        self._goal_list = by_id("lesson-goals")
        self._shown: tuple[GoalPanelView | None, str] = (None, "")

    def show(self, view: GoalPanelView | None, words: Catalogue) -> None:
        """Show the view in the catalogue's language."""
        if self._shown == (view, words.language):
            return
        self._shown = (view, words.language)
        self._panel.set_attribute("hidden", view is None)
        self._panel.set_attribute("data-goals", None)  # the room that frame/main.js has kept
        document.body.toggleAttribute("data-puzzle", view is not None)
        if view is None:
            return
        self._panel.set_attribute("data-state", view.state)
        self._text.set_text(view.text)
        self._title.set_text(words.translate(view.title) if view.title else "")
        self._status.set_text(words.translate(view.status) if view.status else "")
        self._restart.set_attribute("hidden", not view.has_moves or view.state == "none")
        for offer in self._offers:
            hidden = not view.has_offers or view.state in ("none", "open")
            offer.set_attribute("hidden", hidden)
        self._goal_list.replaceChildren(*(_create_goal(part, words) for part in view.parts))


def _create_goal(part: GoalPartView, words: Catalogue) -> DomNode:
    item = clone_template("tpl-lesson-goal")
    item.toggleAttribute("data-met", part.is_met)
    item.querySelector("use").setAttribute("href", "#i-met" if part.is_met else "#i-goal")
    find_field(item, "text").textContent = words.translate(part.text)
    find_field(item, "met").textContent = words.text("lesson.part.met") if part.is_met else ""
    return item
