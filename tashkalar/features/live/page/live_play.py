"""Games between connected devices: pairing them, and passing the log of the game on.

Each device passes on what it gets, so three or four devices may be connected in a chain or a ring.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from pyscript import document

from tashkalar.far.far_game import FarGame, game_id
from tashkalar.far.log import FarError, Log
from tashkalar.far.signatures import Signatures
from tashkalar.features.far.page.far_screen import FarScreen
from tashkalar.features.live.live_texts import (
    LinkState,
    LiveView,
    live_view,
    pairing_message,
    waiting_note,
)
from tashkalar.features.live.page import turn_notice
from tashkalar.features.live.page.connection import BrowserConnection, ConnectionState, can_connect
from tashkalar.features.live.page.live_host import LiveHost
from tashkalar.features.live.page.live_panel import LivePanel
from tashkalar.features.live.page.waiting_tab import WaitingTab
from tashkalar.live.log_exchange import VERSION, LogExchange
from tashkalar.live.pairing import PREFIX, Pairing, PairingError, read_code, write_code
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.web.app import App
from tashkalar.web.browser.listeners import listen
from tashkalar.web.browser.tasks import start_task

MOST_CONNECTIONS = 6
CONNECT_TIMEOUT_S = 20  # after which codes are taken for old, and new ones are shown


class Link:
    """A connection to one other device, from its code to its end."""

    def __init__(self) -> None:
        self.exchange = LogExchange(lambda: (NO_SEAT, ()))
        self.state: LinkState = "pairing"
        self.connection: BrowserConnection | None = None
        self.code = ""  # of this side
        self.other_code = ""  # of the other side, once it is known
        self.is_superseded = False  # newer codes are shown, but its own may still connect
        self.next_link: Link | None = None  # an end that waits until this connection is lost
        self.spare_code = ""  # of the other device's spare end

    def send(self, texts: Sequence[str]) -> None:
        """Send messages, unless the devices disagree; what gets lost is sent again later."""
        for text in texts:
            if self.connection is not None and self.state in ("open", "unsteady"):
                self.connection.send(text)


class LivePlay:
    """The connections of this device, all for one game."""

    def __init__(self, app: App, screen: FarScreen) -> None:
        self._host = LiveHost(app, screen)
        self._tabs = WaitingTab(self._take_from_tab)
        self._panel = LivePanel(app.words)
        self._links: list[Link] = []
        self._retries: list[Link] = []  # connections that were lost, and may come again
        self._game = ""  # the id of the game on all devices; "" until one has it
        self._awaits_game = False  # another device offers a game after the one that is over
        self._beginning = asyncio.Lock()  # pressed twice, a button makes one code
        self._hearing = asyncio.Lock()  # messages are taken one after another
        listen(document, "visibilitychange", lambda _: start_task(turn_notice.close_when_seen()))

    # -- pairing -------------------------------------------------------------------------

    async def open(self, text: str = "") -> None:
        """Show the connections in the dialog; with a pasted code or its link, connect."""
        if not await self._panel.prepare() or not await BrowserConnection.load():
            self._host.show_notice(Message("part.unavailable"))
            return
        if not can_connect():
            self._host.show_notice(Message("live.error.browser"))
            return
        try:
            other = read_code(text) if text else None
            if other and not self._is_waiting and await self._tabs.pass_on(write_code(other)):
                self._host.show_notice(Message("live.other-tab"))
                return
            if other or not self._is_connected:
                await self._pair(other)
            else:
                self.show()
        except PairingError as error:
            self._host.show_notice(pairing_message(error))

    @property
    def _is_waiting(self) -> bool:
        """True while this tab shows a code and waits for another one."""
        return bool(self._links) and self._links[-1].state == "pairing"

    def _take_from_tab(self, code: str) -> bool:
        """Connect with a code that was opened in another tab, if this one waits for one."""
        if self._is_waiting and code.startswith(PREFIX):
            start_task(self.open(code))
            return True
        return False

    async def act(self, button: str) -> None:
        """Do what a button says; the name is the part of its id behind ``far-live-``."""
        if button == "again":
            await self._pair(None)
        elif button == "end":
            self.end()
        elif button == "message":
            await self._host.show_message()
        elif button == "copy":
            await self._host.copy(self._panel.link)
        elif button == "notify":
            await self._allow_notices()

    async def _allow_notices(self) -> None:
        """Ask the person whether the system may notify them of their turns."""
        if await turn_notice.ask():
            self._host.show_toast(Message("live.notify.on"))
        else:
            self._host.show_notice(Message("live.notify.off"))
        await self._panel.prepare()
        self._draw()

    async def _pair(self, other: Pairing | None) -> None:
        """Have a code to show; with the other device's code, connect to it."""
        async with self._beginning:
            link = self._links[-1] if self._links else None
            if link is None or link.state not in ("pairing", "connecting"):
                link = await self._begin()
        if other is not None and link.state == "connecting":
            if write_code(other) != link.other_code:
                await self._pair_anew(link, Message("live.again.second"))
                return
        elif other is not None:
            assert link.connection is not None  # since it has a code
            await link.connection.connect(other)
            link.other_code = write_code(other)
            if link.state == "pairing":
                link.state = "connecting"
                start_task(self._give_up_later(link))
        await self._show_code(link)

    async def _show_code(self, link: Link) -> None:
        if link.state in ("pairing", "connecting"):
            self.show()
            await self._panel.show_code(self._host.code_link(link.code))

    async def _give_up_later(self, link: Link) -> None:
        """Show a new code if a connection does not come about: a code may be old or wrong."""
        await asyncio.sleep(CONNECT_TIMEOUT_S)
        if link.state != "connecting" or link.is_superseded:
            return
        if self._host.is_dialog_shown:
            await self._pair_anew(link, Message("live.again.late"))
        else:
            self._host.show_notice(Message("live.failed"))

    async def _pair_anew(self, link: Link, reason: Message) -> None:
        """Go back to pairing with a new code.

        A code connects to one other only, so both sides need new ones. The former may still
        connect: the other person may only be slow.
        """
        async with self._beginning:
            for other in self._links:
                if other.is_superseded:
                    self._close(other)
            link.is_superseded = True
            new = await self._begin()
        await self._show_code(new)
        self._host.show_notice(reason)

    async def _begin(self) -> Link:
        """Return a new end of a connection, which has a code."""
        self._links = [link for link in self._links if link.state != "lost"]
        if not self._is_connected:
            self._game, self._awaits_game = "", False  # now the game on the table
        while len(self._links) >= MOST_CONNECTIONS:
            self._close(self._links.pop(0))
        link = Link()
        link.connection = self._open_end(link)
        link.code = write_code(await link.connection.describe())
        self._links.append(link)
        return link

    def _open_end(self, link: Link) -> BrowserConnection:
        """Return a new end of a connection, which belongs to a link."""
        link.exchange = self._exchange_with(link)
        return BrowserConnection(
            self._panel.servers,
            lambda state: self._note_state(link, state),
            lambda text: start_task(self._hear(link, text)),
        )

    # -- connecting again ----------------------------------------------------------------

    async def _offer_spare(self, link: Link) -> None:
        """Make the end of a next connection and tell its code, so that it needs no person."""
        if link.next_link is not None or link.exchange.other_version < VERSION:
            return
        link.next_link = next_link = Link()
        next_link.state, next_link.is_superseded = "connecting", True  # nobody hears of it yet
        next_link.connection = self._open_end(next_link)
        try:
            code = write_code(await next_link.connection.describe())
        except PairingError:
            return
        link.send([link.exchange.say_spare(self._own()[0], code)])

    async def _connect_again(self, link: Link) -> None:
        """Try to connect once more with the codes that were told for that."""
        next_link = link.next_link
        if next_link is None or next_link.connection is None or not link.spare_code:
            return
        self._retries.append(next_link)
        try:
            await next_link.connection.connect(read_code(link.spare_code))
        except PairingError:
            self._close(next_link)

    def end(self) -> None:
        """End all connections."""
        links, self._links, self._retries = [*self._links, *self._retries], [], []
        for link in links:
            self._close(link)
        self._draw()

    @staticmethod
    def _close(link: Link) -> None:
        link.state = "lost"
        for end in (link, link.next_link):
            if end and end.connection:
                end.connection.close()

    # -- what is shown -------------------------------------------------------------------

    @property
    def _is_connected(self) -> bool:
        return any(link.state in ("open", "unsteady") for link in self._links)

    def show(self) -> None:
        """Show the state of the connections in the dialog."""
        view = self._view()
        self._host.show_part(shows_codes=view.shows_codes)
        self._panel.show(view)

    def _view(self) -> LiveView:
        is_here = self._host.is_on_table(self._game)
        names = [
            self._host.player_name(link.exchange.seat)
            for link in self._links
            if link.state == "open" and link.exchange.seat != NO_SEAT and is_here
        ]
        return live_view([link.state for link in self._links], names)

    def _draw(self) -> None:
        """Draw a changed state, in the dialog if it is open and in the prompt."""
        self._panel.show(self._view())
        self.show_note()

    def show_note(self) -> None:
        """Say in the prompt of the game that is connected that turns come by themselves."""
        is_here = self._host.is_on_table(self._game)
        states = [link.state for link in self._links] if is_here else []
        self._host.show_note(waiting_note(states, is_watching=self._host.is_watching()))

    # -- the log -------------------------------------------------------------------------

    def _own(self) -> tuple[Log, SeatNumber]:
        """Return the log and the seat of the game that is connected."""
        if self._awaits_game:
            return (), NO_SEAT
        log, seat = self._host.saved_log(self._game)
        if log and not self._game:
            self._game = game_id(log)
        return log, seat

    def _told_seats(self, to: Link) -> tuple[SeatNumber, tuple[SeatNumber, ...]]:
        """Return the seat of this device, and those of other devices that are connected to it."""
        others = {
            link.exchange.seat for link in self._links if link is not to and link.state == "open"
        }
        return self._own()[1], tuple(sorted(others - {NO_SEAT}))

    def _exchange_with(self, link: Link) -> LogExchange:
        """Return a new exchange over a connection."""

        def own_signatures() -> Signatures:
            return {} if self._awaits_game else self._host.signatures(self._game)

        return LogExchange(partial(self._told_seats, link), own_signatures)

    def begin_game(self, game: str) -> None:
        """Play a game with the connected devices from now on."""
        self._awaits_game = False
        is_next = self._game not in ("", game)
        self._game = game
        if is_next:
            for link in self._links:
                link.exchange = self._exchange_with(link)

    def delivers(self, far: FarGame) -> bool:
        """Return whether a connection brings the log to the player who needs it."""
        links = [link for link in self._links if link.state == "open"]
        if game_id(far.log) != self._game:
            return False
        if far.game is None:
            return bool(links)
        reached: set[SeatNumber] = set()
        for link in links:
            reached |= {link.exchange.seat, *link.exchange.passed_on_to}
        return not reached.isdisjoint(far.due_seats or far.seats)

    def pass_on(self) -> None:
        """Send the entries that other devices lack."""
        log, _ = self._own()
        for link in self._links:
            link.send(link.exchange.send_missing(log))

    def _note_state(self, link: Link, state: ConnectionState) -> None:
        was = link.state
        if was == "lost" or (was == "stopped" and state != "closed"):
            return
        if state == "closed":
            self._note_loss(link)
        elif state == "unsteady":
            link.state = "unsteady"
        else:
            link.state = "open"
            if link in self._retries:
                self._retries.remove(link)
                self._links = [*(one for one in self._links if one.state != "lost"), link]
            if link.is_superseded:
                self._close_newer_codes(link)
            self._say_positions()
            if was in ("pairing", "connecting"):
                self._host.show_toast(Message("live.connected"))
                self._host.close_notices()
        self._draw()

    def _close_newer_codes(self, link: Link) -> None:
        """Forget the codes that were shown because an older one seemed not to connect."""
        link.is_superseded = False
        for other in self._links:
            if other.state in ("pairing", "connecting"):
                self._close(other)

    def _say_positions(self) -> None:
        log, _ = self._own()
        for link in self._links:
            if link.state == "open":
                link.send([link.exchange.say_position(log)])

    def _note_loss(self, link: Link) -> None:
        """Tell the person that a connection is over, and whether something may not have arrived."""
        was, link.state = link.state, "lost"
        if link.is_superseded:
            return
        if was in ("pairing", "connecting"):
            self._host.show_notice(Message("live.failed"))
            return
        if was != "stopped":
            start_task(self._connect_again(link))
        log, _ = self._own()
        is_unsent = link.exchange.confirmed_count < len(log)
        self._host.show_notice(Message("live.lost.unsent" if is_unsent else "live.lost.notice"))
        self._say_positions()

    async def _hear(self, link: Link, text: str) -> None:
        """Take over what a message brings."""
        async with self._hearing:
            if link.state not in ("open", "unsteady"):
                return
            told = link.exchange.seat, link.exchange.passed_on_to
            try:
                heard = link.exchange.hear(text, self._own()[0])
                link.send(heard.answers)
                link.spare_code = heard.spare or link.spare_code
                start_task(self._offer_spare(link))
                if heard.log:
                    await self._take(link, heard.log, heard.signatures)
            except FarError as error:
                self._refuse(link, error)
                return
            if told != (link.exchange.seat, link.exchange.passed_on_to):
                self._close_replaced(link)
                self._draw()

    def _close_replaced(self, link: Link) -> None:
        """Close connections to the same device that do not work any more."""
        for other in self._links:
            is_broken = other is not link and other.state in ("unsteady", "stopped")
            if is_broken and other.exchange.seat == link.exchange.seat != NO_SEAT:
                self._close(other)

    async def _take(self, link: Link, log: Log, signatures: Signatures) -> None:
        outcome = await self._host.take_log(log, signatures)
        if outcome == "offered":
            return
        self.pass_on()
        link.send([link.exchange.say_position(self._own()[0])])
        if outcome == "fork":
            self._stop(link)
        self.show_note()
        if outcome == "newer":
            await self._host.notify_of_turn()

    def _refuse(self, link: Link, error: FarError) -> None:
        """Stop, unless the other device only offers the next game."""
        if error.fault == "other" and self._host.is_game_over(self._game):
            self._awaits_game = True
            link.exchange = self._exchange_with(link)
            link.send([link.exchange.say_position(())])
            return
        if error.fault == "text":  # against the protocol: nothing good can come any more
            self._close(link)
            self._draw()
        else:
            self._stop(link)
        self._host.show_fault(error)

    def _stop(self, link: Link) -> None:
        """Send and believe nothing more: a person has to decide."""
        link.state = "stopped"
        self._draw()
