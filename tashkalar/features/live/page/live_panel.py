"""The part of the dialog about connected devices: it draws."""

from __future__ import annotations

from tashkalar.features.far.page import qr_codes
from tashkalar.features.live.live_texts import LiveView
from tashkalar.features.live.page import turn_notice
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import page_text
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.page_parts import add_page_part


class LivePanel:
    """Draws the state of the connections, and the own code."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._can_ask = False  # whether the person allows notifications

    async def prepare(self) -> bool:
        """Fetch the HTML and the words; return False if that fails."""
        try:
            await add_page_part("live", "far-live", self._words)
        except OSError:
            return False
        self._can_ask = await turn_notice.can_ask()
        return await page_text.load_later_texts(self._words, "live")

    def show(self, view: LiveView) -> None:
        """Draw the state, and the buttons that belong to it."""
        state = by_id("live-state")
        state.textContent = self._words.translate(view.text)
        state.setAttribute("data-state", view.state)
        by_id("live-codes").toggleAttribute("hidden", not view.shows_codes)
        by_id("far-live-again").toggleAttribute("hidden", view.shows_codes)
        by_id("far-live-again").classList.toggle("primary", view.state != "open")
        again = "live.another" if view.state == "open" else "live.again"
        by_id("far-live-again").textContent = self._words.text(again)
        if not by_id("far-live").hasAttribute("hidden"):
            by_id("far-paste").toggleAttribute("hidden", not view.shows_codes)
        by_id("far-live-message").toggleAttribute(
            "hidden", view.shows_codes or view.state == "open"
        )
        can_notify = self._can_ask and view.state == "open"
        by_id("far-live-notify").toggleAttribute("hidden", not can_notify)
        by_id("far-live-end").toggleAttribute("hidden", not view.can_end)

    async def show_code(self, link: str) -> None:
        """Show the own code as a picture and as a link."""
        by_id("live-link").value = link
        if not await qr_codes.draw(by_id("live-code"), link):
            by_id("live-code").setAttribute("hidden", "")

    @property
    def link(self) -> str:
        """The link with the own code, which is selected then."""
        by_id("live-link").select()
        return str(by_id("live-link").value)

    @property
    def servers(self) -> tuple[str, ...]:
        """The addresses of the STUN servers that the host has named; none by default."""
        return tuple(str(by_id("live-codes").getAttribute("data-servers") or "").split())
