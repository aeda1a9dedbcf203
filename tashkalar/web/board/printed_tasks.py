"""A list of task cards as printed."""

from __future__ import annotations

from tashkalar.ui.reference.gallery import PrintedTask
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import ClonedTemplate, DomNode, KeyedList, clone_template


class PrintedTaskList:
    """A list of tasks whose nodes stay as long as the tasks are in the list."""

    def __init__(self, parent: DomNode, words: Catalogue) -> None:
        self._words = words
        self._list: KeyedList[PrintedTask] = KeyedList(
            parent,
            lambda _: clone_template("tpl-gallery-task"),
            self._update,
            key=lambda task: task.id,
        )

    def show(self, tasks: tuple[PrintedTask, ...], *, rewrite_all: bool) -> None:
        """Show these tasks; `rewrite_all` after a change of language."""
        self._list.show(tasks, rewrite_all=rewrite_all)

    def _update(self, parts: ClonedTemplate, task: PrintedTask) -> None:
        parts.root.set_attribute("data-task", task.id)
        parts.set_text("points", str(task.points))
        parts.set_text("name", self._words.translate(task.name))
        parts.set_text("text", self._words.translate(task.text))
