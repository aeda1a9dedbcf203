"""The dialog with the public cards of a player."""

from __future__ import annotations

from pyscript import document

from tashkalar.features.player_cards.player_cards import PlayerCards, player_cards
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import CardList, PrintedTaskList
from tashkalar.web.browser.dom import by_id


class PlayerDialog:
    """Fills the dialog with the public cards of a player."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._played = CardList(by_id("player-played"))
        self._unseen = CardList(by_id("player-unseen"))
        self._tasks = PrintedTaskList(by_id("player-tasks-list"), words)
        self._language = ""
        self._cards: PlayerCards | None = None

    def show(self, session: Session, seat: SeatNumber) -> None:
        """Fill the dialog with the cards of a seat (from 1)."""
        shown = self._cards = player_cards(session, seat)
        is_new_language = self._language != self._words.language
        self._language = self._words.language
        by_id("player-title").textContent = self._words.translate(shown.name)
        self._write_notes(shown)
        by_id("player-tasks").toggleAttribute("hidden", not shown.claimed_tasks)
        self._tasks.show(shown.claimed_tasks, rewrite_all=is_new_language)
        by_id("player-played-none").toggleAttribute("hidden", bool(shown.played_cards))
        self._played.show(shown.played_cards, self._words, rewrite_all=is_new_language)
        self._show_unseen(shown, rewrite_all=is_new_language)

    def filter_unseen(self) -> None:
        """Show all unseen beings, or only those that could be summoned now."""
        if self._cards is not None:
            self._show_unseen(self._cards, rewrite_all=False)

    def _show_unseen(self, shown: PlayerCards, *, rewrite_all: bool) -> None:
        beings = shown.unseen_beings
        if by_id("player-now").checked:
            beings = tuple(being for being in beings if being.id in shown.summonable_beings)
        self._unseen.show(beings, self._words, rewrite_all=rewrite_all)
        by_id("player-unseen-count").textContent = self._words.plural_text(
            "player.unseen", len(beings)
        )

    def _write_notes(self, shown: PlayerCards) -> None:
        notes = list(shown.notes)
        if shown.improvisations:
            notes.append(Message("player.improvise", {"colors": shown.improvisations}))
        place = by_id("player-notes")
        place.replaceChildren()
        for note in notes:
            item = document.createElement("li")
            item.textContent = self._words.translate(note)
            place.appendChild(item)
