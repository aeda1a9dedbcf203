"""The open tasks as rows: beside the board, and in a lesson under the coach."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import NeedView, TaskView
from tashkalar.web.browser.dom import ClonedTemplate, DomNode, KeyedList, by_id, clone_template


class TaskList:
    """The rows of tasks in the list with an id; write only what changed."""

    def __init__(self, list_id: str) -> None:
        self._words = Catalogue()
        self._language = ""
        self._rows: KeyedList[TaskView] = KeyedList(
            by_id(list_id),
            lambda _: clone_template("tpl-task"),
            self._update_row,
            key=lambda view: view.id,
        )

    def show(self, views: Sequence[TaskView], words: Catalogue) -> None:
        """Show the tasks in the catalogue's language."""
        afresh = self._language != words.language
        self._words, self._language = words, words.language
        self._rows.show(views, rewrite_all=afresh)

    def _update_row(self, parts: ClonedTemplate, view: TaskView) -> None:
        translate, join = self._words.translate, self._words.join
        parts.root.set_attribute("data-task", view.id)
        parts.root.set_attribute("data-next", view.is_next)
        parts.root.set_attribute("data-met", view.is_fulfilled)
        claim = parts.field("claim")
        parts.root.set_attribute("data-claim", view.code is not None)
        claim.set_attribute("hidden", view.code is None)
        claim.set_attribute("data-move", view.code)
        claim.set_attribute("aria-label", join(map(translate, view.button_label), "sentence"))
        claim.set_attribute("aria-pressed", str(view.is_tapped).lower())
        parts.root.set_attribute("data-asked", view.is_tapped)
        parts.set_text("points", str(view.points))
        parts.set_text("name", translate(view.name))
        parts.set_text("text", translate(view.text))
        parts.root.set_attribute("data-then", view.is_previewed)
        parts.set_text("missing", join(map(translate, view.status_lines), "dot"))
        parts.root.set_attribute("data-signs", bool(view.need_views))
        _draw_signs(parts.field("signs").node, view.need_views)


def _draw_signs(place: DomNode, needs: tuple[NeedView, ...]) -> None:
    """Draw conditions as rows of signs: filled, hollow, or dashed if a choice would fill them."""
    place.replaceChildren()
    for need in needs:
        group = clone_template("tpl-task-signs")
        for state in need.signs:
            sign = clone_template("tpl-task-sign")
            sign.setAttribute("data-shape", need.shape)
            sign.setAttribute("data-state", state)
            sign.querySelector("use").setAttribute("href", f"#need-{need.shape}")
            group.appendChild(sign)
        place.appendChild(group)
