"""The panel after a puzzle is solved: how it went, and what follows.

The module is imported when the first puzzle is solved.
"""

from __future__ import annotations

from pyscript import document

from tashkalar.features.puzzles.solved_moment import SolvedView
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import DomNode, by_id, clone_template


class SolvedPanel:
    """Shows a `SolvedView` in the place of the prompt and the hand."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._panel: DomNode = clone_template("tpl-solved")
        by_id("prompt").before(self._panel)

    def show(self, view: SolvedView, *, has_next: bool) -> None:
        """Show how it went, and the way to the next puzzle if there is one."""
        words = self._words
        by_id("solved-facts").textContent = words.join(map(words.translate, view.facts), "dot")
        by_id("solved-dots").replaceChildren(*map(_create_dot, view.dots))
        by_id("solved-daily").textContent = "\n".join(map(words.translate, view.daily))
        by_id("solved-next").toggleAttribute("hidden", not has_next)
        self._panel.removeAttribute("hidden")
        document.body.toggleAttribute("data-solved", True)

    def hide(self) -> None:
        """Give the place back to the prompt and the hand."""
        self._panel.setAttribute("hidden", "")
        document.body.toggleAttribute("data-solved", False)

    def focus(self, *, has_next: bool) -> None:
        """Put the keyboard on what follows."""
        by_id("solved-next" if has_next else "solved-list").focus()


def _create_dot(kind: str) -> DomNode:
    dot = document.createElement("i")
    dot.setAttribute("data-dot", kind)
    return dot
