"""The lists of the action panel: a few lines each, and a button that opens the rest."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.ui.screen.action_panel import MAX_LINES
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import listen


class ShortLists:
    """Shorten the lists until the panel shows everything whole.

    First the others' last turn is left to its button. Then the lines about a choice are shortened,
    the pattern is hidden and the card's text gets smaller (`data-tight`), and the cards that can be
    used are shortened. The button `more` shows the whole lists in place of the card's text. They
    take its place at once if the text leaves no room for a line or for the options.
    """

    def __init__(self) -> None:
        self._words = Catalogue()
        self._panel, self._body = by_id("prompt"), by_id("stage-body")
        self._more, self._last_text = by_id("stage-more-lines"), by_id("stage-last-text")
        self._needs_fit = True
        listen(self._more, "click", lambda _: self.toggle())
        listen(window, "resize", lambda _: self._refit())
        listen(document.fonts, "loadingdone", lambda _: self._refit())

    def mark_changed(self, words: Catalogue) -> None:
        """Close the lists and have them fitted: the panel has changed."""
        self._words, self._needs_fit = words, True
        self._panel.removeAttribute("data-whole-lists")
        self._panel.removeAttribute("data-tight")

    def toggle(self) -> None:
        """Show the whole lists, or the card's text and the short lists again."""
        if self._more.hidden:
            return
        if self._panel.hasAttribute("data-whole-lists"):
            self._refit(stays_closed=True)
        else:
            self._open_lists()

    def _open_lists(self) -> None:
        self._panel.toggleAttribute("data-whole-lists", True)
        has_card = self._panel.hasAttribute("data-card-shown")
        self._show_button(
            self._words.text("stage.card-text" if has_card else "stage.fewer"), is_open=True
        )
        self._body.setAttribute("tabindex", "0")

    def _refit(self, *, stays_closed: bool = False) -> None:
        self.mark_changed(self._words)
        self.fit(stays_closed=stays_closed)

    def fit(self, *, stays_closed: bool = False) -> None:
        """Shorten the lists if the panel has changed; this makes the browser lay it out.

        `stays_closed`: a text without room for a line is not replaced by the lists.
        """
        if not self._needs_fit or not self._body.clientHeight:
            return
        self._needs_fit = False
        lines = [line for line in by_id("preview-lines").children if line.dataset.sign != "about"]
        cards = list(by_id("stage-ready").children)
        shown_lines, shown_cards = min(MAX_LINES, len(lines)), len(cards)
        self._last_text.hidden = False

        def show() -> None:
            for shown, nodes in ((shown_lines, lines), (shown_cards, cards)):
                for place, node in enumerate(nodes):
                    node.toggleAttribute("data-rest", place >= shown)
            rest = len(lines) - shown_lines + len(cards) - shown_cards
            self._more.hidden = not rest
            if rest:
                self._show_button(self._words.plural_text("stage.more", rest), is_open=False)

        show()
        while self._body.scrollHeight > self._body.clientHeight + 1:
            if not self._last_text.hidden and self._last_text.offsetHeight:
                self._last_text.hidden = True
                continue
            if shown_lines > 1:
                shown_lines -= 1
            elif not self._panel.hasAttribute("data-tight"):
                self._panel.toggleAttribute("data-tight", True)
                shown_lines = min(MAX_LINES, len(lines))
            elif shown_cards > 1:
                shown_cards -= 1
            else:
                if (lines or by_id("options").childElementCount) and not stays_closed:
                    self._open_lists()
                break
            show()

    def _show_button(self, text: str, *, is_open: bool) -> None:
        self._more.hidden = False
        self._more.textContent = text
        self._more.setAttribute("aria-expanded", str(is_open).lower())
