"""The dialog of the best moments: each with its board, and a way to its game.

The module is fetched when the dialog is first opened.
"""

from __future__ import annotations

from pyscript import window

from tashkalar.features.moments.moments import Moment, read_moments
from tashkalar.position.move import Message
from tashkalar.web.app import App
from tashkalar.web.board.mini_board import draw_mini_piece, mark_mini_board
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import DomNode, by_id, clone_template, find_field
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task


class MomentsDialog:
    """Draws the stored moments, and opens the game of one of them."""

    def __init__(self, app: App) -> None:
        self._app, self._words = app, app.words
        self._dialog = by_id("dlg-moments")
        self._moments: tuple[Moment, ...] = ()
        listen(self._dialog, "click", self._on_click)

    def show(self) -> None:
        """Open the dialog with the moments that are stored now."""
        self._moments = read_moments(self._app.store)
        saved = {entry.id for entry in self._app.saved_games.entries() if entry.can_open}
        for place in by_id("best-moments").querySelectorAll("[data-kind]"):
            alike = [one for one in self._moments if one.kind == str(place.dataset.kind)]
            items = [self._create_item(one, can_watch=one.save in saved) for one in alike]
            place.replaceChildren(*items)
        text = "moments.about" if self._moments else "moments.none"
        by_id("best-moments-about").textContent = self._words.text(text)
        dialogs.open_dialog(self._dialog)
        by_id("best-moments-title").focus()

    def _create_item(self, moment: Moment, *, can_watch: bool) -> DomNode:
        words, item = self._words, clone_template("tpl-moment")
        item.setAttribute("data-school", moment.school)
        date = str(window.Date.new(moment.ended_ms).toLocaleDateString(words.language))
        form = Message(f"form.{moment.form}.name")
        eyebrow = Message("moments.when", {"form": form, "date": date})
        find_field(item, "turn").textContent = words.translate(eyebrow)
        find_field(item, "title").textContent = words.translate(moment.title)
        find_field(item, "lines").textContent = words.text("story.turn", n=moment.turn)
        picture = item.querySelector(".mini")
        for piece in moment.pieces:
            draw_mini_piece(picture, piece.square, piece.school, piece.rank)
        mark_mini_board(picture, "s-target", [moment.square] if moment.square else [])
        button = item.querySelector("[data-watch]")
        button.removeAttribute("data-watch")
        button.setAttribute("data-moment", moment.id)
        button.toggleAttribute("hidden", not can_watch)
        return item

    def _on_click(self, event: PageEvent) -> None:
        if button := event.closest("[data-moment]"):
            id = str(button.getAttribute("data-moment"))
            if moment := next((one for one in self._moments if one.id == id), None):
                self._dialog.close()
                start_task(self._watch(moment))

    async def _watch(self, moment: Moment) -> None:
        """Open the game, and play its moment."""
        app = self._app
        await app.open_game(moment.save)
        session = app.table.session
        if app.table.game_id == moment.save and session is not None:
            if moment.move <= len(session.game.history()):
                app.table.watching.leave_result_for_move(session, moment.move)
