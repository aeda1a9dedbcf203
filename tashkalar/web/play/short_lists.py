"""The lists of the action panel: a few lines each, and a button that opens the rest."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.ui.screen.action_panel import MAX_LINES
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import DomNode, by_id
from tashkalar.web.browser.listeners import listen

_WHOLE_KINDS = ("idle", "card")  # all lines that have room: a person asked for them
_ALL = 99  # more lines than any list has
_MIN_CARDS = 2  # a row of them stays as long as there are lines to shorten


class ShortLists:
    """Shorten the lists until the panel shows everything whole.

    A card whose text leaves no room for the button `more` is written smaller and without its
    pattern (`data-tight`) as long as it is shown, so that its text stays in place. First the
    others' last turn is left to the tools, then the cards that can be used, which the hand shows
    too, and the lines about a choice or an advice are shortened. The button shows the whole lists
    in place of the card's text, above or beside the options, which stay where they are. They take
    its place at once if there is no room for a single line, the button or the options, or for all
    that a summoning would do (`data-lines-first`).
    """

    def __init__(self) -> None:
        self._words = Catalogue()
        self._panel, self._body = by_id("prompt"), by_id("stage-body")
        self._more, self._last_turn = by_id("stage-more-lines"), by_id("stage-last")
        self._options = by_id("options")
        self._needs_fit = True
        self._fitted_text: tuple[object, ...] = ()  # what `data-tight` was decided for
        listen(self._more, "click", lambda _: self.toggle())
        listen(window, "resize", lambda _: self._refit())
        listen(document.fonts, "loadingdone", lambda _: self._refit())

    def mark_changed(self, words: Catalogue) -> None:
        """Close the lists and have them fitted: the panel has changed."""
        self._words, self._needs_fit = words, True
        self._panel.removeAttribute("data-whole-lists")

    def toggle(self) -> None:
        """Show the whole lists, or the card's text and the short lists again."""
        if self._more.hidden:
            return
        if self._panel.hasAttribute("data-whole-lists"):
            self._refit(stays_closed=True)
        else:
            self._open_lists()

    def _open_lists(self) -> None:
        self._keep_room_above_options()
        self._panel.toggleAttribute("data-whole-lists", True)
        has_card = self._panel.hasAttribute("data-card-shown")
        self._show_button(
            self._words.text("stage.card-text" if has_card else "stage.fewer"), is_open=True
        )
        self._body.setAttribute("tabindex", "0")

    def _keep_room_above_options(self) -> None:
        """Let the options keep their place in the body, as far as all of them are seen there."""
        style = window.getComputedStyle(self._body)
        edges = (style.paddingTop, style.paddingBottom)
        top, bottom = (float(edge.removesuffix("px")) for edge in edges)
        place = self._options.getBoundingClientRect().top - self._body.getBoundingClientRect().top
        most = self._body.clientHeight - bottom - self._options.offsetHeight
        room = max(0, min(place + self._body.scrollTop, most) - top)
        self._body.style.setProperty("--room", f"{room}px")

    def _refit(self, *, stays_closed: bool = False) -> None:
        self.mark_changed(self._words)
        if not stays_closed:
            self._fitted_text = ()
        self.fit(stays_closed=stays_closed)

    def fit(self, *, stays_closed: bool = False) -> None:
        """Shorten the lists if the panel has changed; this makes the browser lay it out.

        `stays_closed`: a text without room for the button is not replaced by the lists.
        """
        if not self._needs_fit or not self._body.clientHeight:
            return
        self._needs_fit = False
        if self._panel.dataset.kind == "advice":  # whole: the steps first, the reasons scroll
            self._show_first(list(by_id("preview-lines").children), _ALL)
            self._more.hidden = True
            return
        lines = [line for line in by_id("preview-lines").children if line.dataset.sign != "about"]
        cards = list(by_id("stage-ready").children)
        self._last_turn.toggleAttribute("data-rest", True)
        self._show_first(lines, 0)
        self._decide_text_size()
        self._last_turn.removeAttribute("data-rest")
        asked_for = self._panel.dataset.kind in _WHOLE_KINDS
        most = len(lines) if asked_for else MAX_LINES
        shown_lines, shown_cards = min(most, len(lines)), len(cards)
        while True:
            self._show_first(lines, shown_lines)
            self._show_first(cards, shown_cards)
            rest = len(lines) - shown_lines + len(cards) - shown_cards
            self._more.hidden = not rest
            if rest:
                key = "stage.more" if shown_lines or cards else "stage.effects"
                self._show_button(self._words.plural_text(key, rest), is_open=False)
            if not self._is_cut():
                break
            if self._last_turn.offsetHeight:
                self._last_turn.toggleAttribute("data-rest", True)
            elif shown_cards > _MIN_CARDS:
                shown_cards -= 1
            elif shown_lines:
                shown_lines -= 1
            elif shown_cards > 1:
                shown_cards -= 1
            else:
                break
        if stays_closed:
            return
        is_short = shown_lines < len(lines) and self._panel.hasAttribute("data-lines-first")
        says_nothing = bool(lines) and not shown_lines and not cards
        can_open = lines or self._options.childElementCount
        if is_short or says_nothing or (can_open and self._is_cut()):
            self._open_lists()

    def _decide_text_size(self) -> None:
        """Write a text smaller that leaves no room for the button; no line is shown meanwhile.

        It stays smaller while the card is asked the same kind of question: it would jump.
        """
        text = (
            self._panel.querySelector(".onstage-title").textContent,
            self._panel.dataset.kind,
            self._options.childElementCount,
            self._body.clientHeight,
        )
        is_same_kind = text[:2] == self._fitted_text[:2]
        if text == self._fitted_text or (is_same_kind and self._panel.hasAttribute("data-tight")):
            return
        self._fitted_text = text
        self._panel.removeAttribute("data-tight")
        self._more.hidden = False
        self._panel.toggleAttribute("data-tight", self._is_cut())

    def _is_cut(self) -> bool:
        parts = (self._body, self._last_turn)
        return any(part.scrollHeight > part.clientHeight + 1 for part in parts)

    def _show_first(self, nodes: list[DomNode], count: int) -> None:
        for place, node in enumerate(nodes):
            node.toggleAttribute("data-rest", place >= count)

    def _show_button(self, text: str, *, is_open: bool) -> None:
        self._more.hidden = False
        self._more.textContent = text
        self._more.setAttribute("aria-expanded", str(is_open).lower())
