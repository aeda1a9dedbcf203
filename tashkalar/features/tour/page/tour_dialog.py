"""The dialog of the tour: the opponents in rising order, and a game against one of them.

The module is fetched when the dialog is first opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar import Game
from tashkalar.features.tour import tour
from tashkalar.features.tour.page.tour_faces import draw_face
from tashkalar.features.tour.tour import TourRow
from tashkalar.features.tour.tour_face import face_of
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.start.game_choices import random_seed
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import draw_stone
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import (
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
    closest,
)
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task


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
        self._next_id = ""
        self._rows: KeyedList[TourRow] = KeyedList(
            by_id("company"),
            lambda _: clone_template("tpl-opponent"),
            self._update_row,
            key=lambda row: row.id,
        )
        listen(by_id("company"), "click", self._on_click)
        listen(by_id("company-next-play"), "click", lambda _: self._offer(self._next_id))
        listen(by_id("company-form"), "change", lambda _: self._draw())

    def show(self) -> None:
        """Open the dialog at the first opponent that is not beaten."""
        form = str(by_id("company-form").value)
        self._fill("company-form", "page.setup", tour.TOUR_FORMS, form or tour.TOUR_FORMS[0])
        own = str(by_id("company-school").value) or self._schools()[0]
        self._fill("company-school", "page.school", tour.TOUR_SCHOOLS, own)
        self._draw()
        dialogs.open_dialog(self._dialog)
        by_id("company-title").focus()

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
        rows = tour.tour_rows(beaten, form)
        self._rows.show(rows, rewrite_all=True)
        self._draw_next(next((row for row in rows if row.is_next), None))
        by_id("company-progress").textContent = self._words.translate(
            tour.progress_message(beaten, form)
        )

    def _draw_next(self, row: TourRow | None) -> None:
        """Show the first opponent that is not beaten, large."""
        place = by_id("company-next")
        place.toggleAttribute("hidden", row is None)
        if row is None:
            return
        self._next_id = row.id
        draw_face(place, face_of(row.id))
        draw_stone(place.querySelector(".stone"), "heroic", row.school)
        for name, message in (("name", row.name), ("line", row.line), ("about", row.about)):
            by_id(f"company-next-{name}").textContent = self._words.translate(message)

    def _update_row(self, parts: ClonedTemplate, row: TourRow) -> None:
        parts.root.set_attribute("data-state", row.state)
        parts.root.set_attribute("data-next", row.is_next)
        node = parts.root.node
        node.querySelector("button").setAttribute("data-opponent", row.id)
        draw_face(node, face_of(row.id))
        for name, message in (("name", row.name), ("line", row.line), ("about", row.about)):
            parts.set_text(name, self._words.translate(message))
        parts.set_text("status", self._words.translate(row.status or row.level))

    def _on_click(self, event: PageEvent) -> None:
        """Introduce the opponent who was clicked on the path."""
        if stop := closest(event.target, "[data-opponent]"):
            self._offer(str(stop.getAttribute("data-opponent")))

    def _offer(self, opponent: str) -> None:
        start_task(self._offer_game(opponent))

    async def _offer_game(self, opponent: str) -> None:
        """Start a game against an opponent, if the player agrees."""
        beaten, form = tour.read_tour(self._store), str(by_id("company-form").value)
        [row] = [row for row in tour.tour_rows(beaten, form) if row.id == opponent]
        name, line, about = map(self._words.translate, (row.name, row.line, row.about))
        ok = self._words.text("company.play")
        if await dialogs.confirm(name, f"{line}\n{about}", ok) is None:
            return
        self._dialog.close()
        school = str(by_id("company-school").value)
        game, bots = tour.create_tour_game(opponent, form, school, self._words, random_seed())
        self._start_game(game, bots)
