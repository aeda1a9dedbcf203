"""Sending a message: the one place from which the log of a game leaves this device."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote

from pyscript import window

from tashkalar.far.far_game import FarGame, game_id
from tashkalar.far.message import LINK_PARAMETER, write_file, write_text
from tashkalar.features.far import far_texts
from tashkalar.features.far.page import qr_codes
from tashkalar.features.far.page.sharing import can_share, share_link
from tashkalar.features.far.sending_ways import WAYS, SendingWays, Way
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import listen
from tashkalar.web.browser.optional_features import copy_text


class MessageSender:
    """Offers the log of one game as a link, a text, a QR code or a file."""

    def __init__(self, words: Catalogue, store: KeyValueStore) -> None:
        self._words = words
        self._ways = SendingWays(store)
        self._far: FarGame | None = None
        self._sentence = ""  # about the message
        self._is_too_long = False  # for a link
        for way in ("mail", "sms"):
            listen(by_id(f"far-{way}"), "click", partial(self._note_way, way))

    def offer(self, far: FarGame, seat: SeatNumber = NO_SEAT) -> None:
        """Write the link of a game into the dialog; the other ways send the same log.

        A player who opens the link is offered the seat first, if it is free.
        """
        self._far = far
        link = page_link(write_text(far.log, far.signatures)) + (f".{seat}" if seat else "")
        by_id("far-link").value = link
        sentence = far_texts.share_sentence(far, far.own_seat)
        self._sentence = self._words.translate(sentence)
        body = quote(self._shown_message())
        subject = quote(self._words.text("far.share.title"))
        by_id("far-mail").href = f"mailto:?subject={subject}&body={body}"
        by_id("far-sms").href = f"sms:?&body={body}"  # which both systems of phones read
        self._is_too_long = not far_texts.fits_link(link)
        by_id("far-link-long").toggleAttribute("hidden", not self._is_too_long)
        self._mark_last_way()
        qr_codes.prepare(link)

    def _mark_last_way(self) -> None:
        """Make the way by which the game was sent last the primary one; a long one is a file."""
        last = "file" if self._is_too_long else self._last_way()
        for way in (*WAYS, "file"):
            by_id(f"far-{way}").classList.toggle("primary", way == last)

    def _last_way(self) -> Way:
        """Return the way by which the game was sent last, or the usual way of this browser."""
        usual: Way = "share" if can_share() else "copy"
        last = self._ways.last(game_id(self._far.log)) if self._far else None
        return usual if last is None or (last == "share" and not can_share()) else last

    def _note_way(self, way: Way, _: object = None) -> None:
        if self._far:
            self._ways.note(game_id(self._far.log), way)

    def offer_seat(self, seat: SeatNumber) -> None:
        """Make the link one for a seat."""
        if self._far:
            self.offer(self._far, seat)

    async def share(self) -> None:
        """Pass the link to an app that the person chooses, or copy it where that is refused."""
        self._note_way("share")
        if not await self._share():
            await self.copy()

    async def send_again(self) -> bool:
        """Send the message by the way it was sent last.

        Return False if the browser refuses, or if the link may not arrive whole.
        """
        if self._is_too_long:
            return False
        way = self._last_way()
        if way in ("mail", "sms"):
            by_id(f"far-{way}").click()
            return True
        if way == "share" and await self._share():
            return True
        return await self._copy(self._shown_message(), "far.copied.message")

    async def _share(self) -> bool:
        title = self._words.text("far.share.title")
        return await share_link(title, self._shown_link(), self._sentence)

    async def copy_unasked(self) -> None:
        """Copy a new invitation, which has to be sent next; be silent if the browser refuses."""
        await self._copy(self._shown_message(), "far.copied.message")

    async def copy(self) -> None:
        """Copy the sentence with the link, or select the link where the browser refuses."""
        self._note_way("copy")
        await self._copy_or_select(self._shown_message(), "far.copied.message", "far-link")

    async def copy_recovery(self) -> None:
        """Copy the recovery text, or select it."""
        id = "far-keep-text"
        await self._copy_or_select(str(by_id(id).value), "far.keep.copied", id)

    async def _copy_or_select(self, text: str, done: str, id: str) -> None:
        if await self._copy(text, done):
            return
        field = by_id(id)
        field.focus()
        field.select()
        dialogs.show_toast(self._words.text("far.copy.select"))

    async def _copy(self, text: str, done: str) -> bool:
        """Copy a text and say so; return False, saying nothing, if the browser refuses."""
        if is_copied := await copy_text(text):
            dialogs.show_toast(self._words.text(done))
        return is_copied

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
            dialogs.show_toast(self._words.translate(Message("part.unavailable")))

    def _shown_link(self) -> str:
        return str(by_id("far-link").value)

    def _shown_message(self) -> str:
        return f"{self._sentence}\n{self._shown_link()}"


def page_link(text: str) -> str:
    """Return the address of this page with a text behind the ``#``, where no server sees it."""
    address = str(window.location.href).partition("#")[0].partition("?")[0]
    return f"{address}#{LINK_PARAMETER}={text}"
