"""Sending a message: the one place from which the log of a game leaves this device."""

from __future__ import annotations

from pyscript import window

from tashkalar.far.far_game import FarGame
from tashkalar.far.message import LINK_PARAMETER, write_file, write_text
from tashkalar.features.far.page import qr_codes
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.optional_features import copy_text, share_link


class MessageSender:
    """Offers the log of one game as a link, a text, a QR code or a file."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._far: FarGame | None = None

    def offer(self, far: FarGame, seat: SeatNumber = NO_SEAT) -> None:
        """Write the link of a game into the dialog; the other ways send the same log.

        A player who opens the link is offered the seat first, if it is free.
        """
        self._far = far
        link = page_link(write_text(far.log, far.signatures)) + (f".{seat}" if seat else "")
        by_id("far-link").value = link
        qr_codes.prepare(link)

    def offer_seat(self, seat: SeatNumber) -> None:
        """Make the link one for a seat."""
        if self._far:
            self.offer(self._far, seat)

    async def share(self) -> None:
        """Pass the link to an app that the person chooses, or copy it where that is refused."""
        if not await share_link(self._words.text("far.share.title"), self._shown_link()):
            await self.copy()

    async def copy_unasked(self) -> None:
        """Copy the link of a new invitation, which has to be sent next; be silent if refused."""
        if await copy_text(self._shown_link()):
            dialogs.show_toast(self._words.text("far.copied"))

    async def copy(self) -> None:
        """Copy the link, or select it where the browser does not let the page copy."""
        await self._copy_field("far-link", "far.copied")

    async def copy_recovery(self) -> None:
        """Copy the recovery text, or select it."""
        await self._copy_field("far-keep-text", "far.keep.copied")

    async def _copy_field(self, id: str, done: str) -> None:
        field = by_id(id)
        if await copy_text(str(field.value)):
            dialogs.show_toast(self._words.text(done))
            return
        field.focus()
        field.select()
        dialogs.show_toast(self._words.text("far.copy.select"))

    def download(self) -> None:
        """Write the log into a file."""
        if self._far:
            text = write_file(self._far.log, self._far.signatures)
            files.download(f"tash-kalar-far-{len(self._far.log)}.json", text)

    async def toggle_code(self) -> None:
        """Show the link as a QR code, or hide the code."""
        if qr_codes.is_shown():
            qr_codes.hide()
        elif not await qr_codes.show(self._shown_link()):
            dialogs.show_toast(self._words.translate(Message("far.unavailable")))

    def _shown_link(self) -> str:
        return str(by_id("far-link").value)


def page_link(text: str) -> str:
    """Return the address of this page with a text behind the ``#``, where no server sees it."""
    address = str(window.location.href).partition("#")[0].partition("?")[0]
    return f"{address}#{LINK_PARAMETER}={text}"
