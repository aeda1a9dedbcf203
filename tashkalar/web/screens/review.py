"""The review of a game on the page: its dialog, filled by the bots' worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tashkalar import Game
from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.bots.bot_client import BotClientPair
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.bots.review import Review, ReviewRow
from tashkalar.ui.packs.pack_host import PackHost
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import DomNode, by_id, clone_template, find_field
from tashkalar.web.play.table import Table


class ReviewDialog:
    """Shows the turns with the largest losses.

    `begin` starts a game from one of these turns, `failed` is called when a pack fails while a bot
    tries out a card.
    """

    def __init__(
        self,
        words: Catalogue,
        table: Table,
        bot_clients: BotClientPair,
        room: PackHost,
        begin: Callable[[Game, BotLevels], None],
        failed: Callable[[PackError], None],
    ) -> None:
        self._words = words
        self._table = table
        self._bot_clients = bot_clients
        self._pack_host = room
        self._start_game = begin
        self._on_pack_failed = failed
        self._review: Review | None = None

    async def show(self, session: Session) -> None:
        """Review the game on the table, as long as the dialog is open."""
        if self._review is None or self._review.game is not session.game:
            self._review = Review(session.game, session.seating.opponents.level_by_seat)
        review = self._review
        await self._pack_host.retry_until_answered(lambda: self._show_review(review))
        while (job := review.job) and by_id("dlg-review").open and self._review is review:
            try:
                answer = await self._bot_clients.request_plan(job)
            except PackError as error:
                self._on_pack_failed(error)
                answer = None
            if answer is None:
                self._show_status(Message("review.failed"))
                return
            if review.job is None or "lost" not in answer:
                return
            review.accept_answer(answer)
            await self._pack_host.retry_until_answered(lambda: self._show_review(review))

    def _show_status(self, message: Message) -> None:
        by_id("review-status").textContent = self._words.translate(message)

    def _show_review(self, review: Review) -> None:
        self._show_status(review.status)
        by_id("review-list").replaceChildren(*map(self._create_row, review.rows()))

    def _create_row(self, view: ReviewRow) -> DomNode:
        node, say = clone_template("tpl-review-row"), self._words.translate
        find_field(node, "title").textContent = say(view.title)
        find_field(node, "lost").textContent = say(view.loss_text)
        find_field(node, "better").textContent = " ".join(map(say, view.better_texts))
        for button in node.querySelectorAll("[data-review]"):
            button.value = str(view.number)
            button.textContent = self._words.text(f"page.review.{button.dataset.review}")
        return node

    def open_turn(self, session: Session, button: Any) -> None:
        """Show the beginning of a turn, or start a new game from that position."""
        review, number = self._review, int(button.value)
        if review is None or review.game is not session.game:
            return
        if button.dataset.review == "look":
            self._table.watching.show_last_position()
            self._table.watching.show_past_position(number)
        else:
            self._start_game(review.create_branch(number), session.seating.opponents.level_by_seat)
