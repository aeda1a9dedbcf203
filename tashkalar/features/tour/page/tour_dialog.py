"""The dialog of the tour: the opponents in rising order, and a game against one of them.

The module is imported when the dialog is first opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar import Game
from tashkalar.features.tour import tour
from tashkalar.features.tour.tour import TourRow
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.start.game_choices import random_seed
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import (
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
    closest,
)
from tashkalar.web.browser.listeners import PageEvent, listen


class TourDialog:
    """Shows the opponents; `schools` returns those of the form for a new game."""

    def __init__(
        self,
        words: Catalogue,
        store: KeyValueStore,
        schools: Callable[[], Sequence[str]],
        begun: Callable[[Game, BotLevels], None],
    ) -> None:
        self._words, self._store, self._schools, self._start_game = words, store, schools, begun
        self._dialog = by_id("dlg-company")
        self._rows: KeyedList[TourRow] = KeyedList(
            by_id("company"),
            lambda _: clone_template("tpl-opponent"),
            self._update_row,
            key=lambda row: row.id,
        )
        listen(by_id("company"), "click", self._on_click)
        listen(by_id("company-form"), "change", lambda _: self._draw())

    def show(self) -> None:
        """Open the dialog at the first opponent that is not beaten."""
        form = str(by_id("company-form").value)
        self._fill("company-form", "page.setup", tour.TOUR_FORMS, form or tour.TOUR_FORMS[0])
        own = str(by_id("company-school").value) or self._schools()[0]
        self._fill("company-school", "page.school", tour.TOUR_SCHOOLS, own)
        self._draw()
        if not self._dialog.open:
            self._dialog.showModal()
        by_id("company-title").focus()
        if following := by_id("company").querySelector("[data-next]"):
            following.scrollIntoView({"block": "nearest"})

    def _fill(self, id: str, texts: str, values: Sequence[str], chosen: str) -> None:
        """Write the choices of a list in the current language."""
        options: list[DomNode] = []
        for value in values:
            option = by_id(id).ownerDocument.createElement("option")
            option.value = value
            option.textContent = self._words.text(f"{texts}.{value}")
            options.append(option)
        by_id(id).replaceChildren(*options)
        by_id(id).value = chosen if chosen in values else values[0]

    def _draw(self) -> None:
        beaten, form = tour.read_tour(self._store), str(by_id("company-form").value)
        self._rows.show(tour.tour_rows(beaten, form), rewrite_all=True)
        by_id("company-progress").textContent = self._words.translate(
            tour.progress_message(beaten, form)
        )

    def _update_row(self, parts: ClonedTemplate, row: TourRow) -> None:
        parts.root.set_attribute("data-state", row.state)
        parts.root.set_attribute("data-next", row.is_next)
        node = parts.root.node
        node.querySelector("button").setAttribute("data-opponent", row.id)
        node.querySelector(".stone").setAttribute("data-school", row.school)
        node.querySelector(".sigil").setAttribute("href", f"#sigil-{row.school}")
        for name, message in (("name", row.name), ("line", row.line), ("about", row.about)):
            parts.set_text(name, self._words.translate(message))
        parts.set_text("status", self._words.translate(row.status or Message("company.play")))

    def _on_click(self, event: PageEvent) -> None:
        """Start a game against the opponent whose row was clicked."""
        if row := closest(event.target, "[data-opponent]"):
            self._dialog.close()
            game, bots = tour.create_tour_game(
                str(row.getAttribute("data-opponent")),
                str(by_id("company-form").value),
                str(by_id("company-school").value),
                self._words,
                random_seed(),
            )
            self._start_game(game, bots)
