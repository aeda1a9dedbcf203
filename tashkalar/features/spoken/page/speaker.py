"""Saying the position, a card or the last words again, in the polite region of the page.

The module is imported when a key first asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pyodide.ffi import create_proxy
from pyscript import document, window

from tashkalar.features.spoken import spoken_board
from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import card_text
from tashkalar.web.browser.dom import by_id, closest

_SAME_AGAIN = "\N{NO-BREAK SPACE}"  # a region that does not change is not read


class Speaker:
    """Writes into the region what a person asks for; `session` returns what is on the table."""

    def __init__(self, words: Catalogue, session: Callable[[], Session | None]) -> None:
        self._words, self._session = words, session
        self._asked = ""  # what the text in the region answers; empty when the page has spoken
        self._prompt = document.querySelector('[data-role="prompt"]')
        self._heard = self._page_text()
        self._observer = window.MutationObserver.new(create_proxy(self._on_page_speaks))
        options = {"childList": True, "characterData": True, "subtree": True}
        for region in (self._prompt, by_id("announcer")):
            self._observer.observe(region, **options)

    def say_position(self) -> None:
        """Say the position; the second time in a row, the pieces of the others."""
        session = self._session()
        if session is None:
            self._say((Message("spoken.no-game"),), "")
        elif self._asked == "position":
            self._say(spoken_board.other_pieces_sentences(session), "others")
        else:
            self._say(spoken_board.position_sentences(session), "position")

    def say_card(self) -> None:
        """Say where the card in focus or up can go; the second time, its pattern and its text."""
        session = self._session()
        card = self._card(session) if session else ""
        if not session or not card:
            self._say((Message("spoken.no-card"),), "")
            return
        full = spoken_board.card_in_full(session, card)
        if self._asked == f"card {card}" and full:
            pattern, view = full
            text = card_text(view, self._words)
            self._write((*map(self._words.translate, pattern), text), "")
        else:
            self._say(spoken_board.card_sentences(session, card), f"card {card}")

    def repeat(self) -> None:
        """Say the last words again."""
        self._show(self._heard or self._words.text("spoken.nothing"))

    def _card(self, session: Session) -> str:
        """Return the card that has the focus, or the one that is up, or ""."""
        focused = closest(document.activeElement, "[data-card], [data-take]")
        if focused:
            return str(focused.getAttribute("data-card") or focused.getAttribute("data-take"))
        return session.selection.card or session.selection.hovered_card or ""

    def _say(self, sentences: Iterable[Message], asked: str) -> None:
        self._write(map(self._words.translate, sentences), asked)

    def _write(self, texts: Iterable[str], asked: str) -> None:
        """Write sentences into the region; `asked` is what they answer."""
        said = self._words.join((text.rstrip(".") for text in texts), "sentence")
        self._heard = self._words.text("list.stop", text=said)
        self._show(self._heard)
        self._asked = asked

    def _show(self, text: str) -> None:
        region = by_id("announcer")
        region.textContent = text + _SAME_AGAIN if region.textContent == text else text
        self._observer.takeRecords()  # these words are no news of the page

    def _on_page_speaks(self, *_: object) -> None:
        """Keep what the page has said by itself."""
        self._asked, self._heard = "", self._page_text()

    def _page_text(self) -> str:
        """Return what the page has said last: of the decision, or of the others' turn before it.

        The announcer is written when the others have played; the prompt at each decision.
        """
        question = " ".join(str(self._prompt.textContent).split())
        news = str(by_id("announcer").textContent).strip()
        if by_id("prompt-said").textContent or news in question:
            return question
        return self._words.join((news.rstrip("."), question), "sentence")
