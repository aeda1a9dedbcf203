"""The review of a game on the page: its dialog, filled by the computer player's worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tashkalar import Game
from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.bots.bot_client import Thinkers
from tashkalar.ui.bots.computer_seats import Bots
from tashkalar.ui.bots.review import Review, ReviewRow
from tashkalar.ui.packs.pack_host import PackRoom
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import Node, by_id, clone, field
from tashkalar.web.play.table import Table


class ReviewDialog:
    """Shows where most was lost. `begin` puts a game that is played on from there on the table.

    `failed` is told when a pack fails in what is tried out.
    """

    def __init__(
        self,
        words: Catalogue,
        table: Table,
        thinker: Thinkers,
        room: PackRoom,
        begin: Callable[[Game, Bots], None],
        failed: Callable[[PackError], None],
    ) -> None:
        self._words = words
        self._table = table
        self._thinker = thinker
        self._room = room
        self._begin = begin
        self._failed = failed
        self._review: Review | None = None

    async def show(self) -> None:
        """Look at the game on the table again, as long as the dialog is open."""
        session = self._table.session
        if session is None:
            return
        if self._review is None or self._review.game is not session.game:
            self._review = Review(session.game, session.opponents.bots)
        review = self._review
        await self._room.answered(lambda: self._write(review))
        while (job := review.job) and by_id("dlg-review").open and self._review is review:
            try:
                found = await self._thinker.think(job)
            except PackError as error:
                self._failed(error)
                found = None
            if found is None:
                self._say(Message("review.failed"))
                return
            if review.job is None or "lost" not in found:
                return
            review.take(found)
            await self._room.answered(lambda: self._write(review))

    def _say(self, message: Message) -> None:
        by_id("review-status").textContent = self._words.message(message)

    def _write(self, review: Review) -> None:
        self._say(review.status)
        by_id("review-list").replaceChildren(*map(self._row, review.rows()))

    def _row(self, view: ReviewRow) -> Node:
        node, say = clone("tpl-review-row"), self._words.message
        field(node, "title").textContent = say(view.title)
        field(node, "lost").textContent = say(view.lost)
        field(node, "better").textContent = " ".join(map(say, view.better))
        for button in node.querySelectorAll("[data-review]"):
            button.value = str(view.number)
            button.textContent = self._words.text(f"page.review.{button.dataset.review}")
        return node

    def choose(self, button: Any) -> None:
        """Look at the beginning of a turn, or play on from there in a new game."""
        session, review, number = self._table.session, self._review, int(button.value)
        if session is None or review is None or review.game is not session.game:
            return
        if button.dataset.review == "look":
            self._table.show_last_position()
            self._table.look_back(number)
        else:
            self._begin(review.branch(number), session.opponents.bots)
