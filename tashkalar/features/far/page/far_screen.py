"""Games with someone far away: invitations, messages that come, and messages to send."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator, Mapping, Sequence
from typing import Any, Literal, TypeVar

from tashkalar import Game
from tashkalar.bots.company import is_planning_player
from tashkalar.far.far_game import FarGame, game_id
from tashkalar.far.log import Comparison, FarError, Log, compare, last_hash
from tashkalar.far.message import (
    FoundLog,
    holds_pairing_code,
    read_messages,
    read_signed_message,
)
from tashkalar.far.recovery_text import (
    Recovery,
    holds_recovery,
    read_recovery,
    recover,
    write_recovery,
)
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.far.signatures import SignatureState, SignedLog, public_keys
from tashkalar.features.far import far_texts, invitation_form
from tashkalar.features.far.far_saves import (
    FarSaves,
    computer_levels,
    game_ahead,
    game_of_log,
)
from tashkalar.features.far.invitation_form import chosen_schools
from tashkalar.features.far.page import qr_codes, signing
from tashkalar.features.far.page.door import Connections, connectors
from tashkalar.features.far.page.far_dialog import FarDialog
from tashkalar.features.far.page.message_sender import MessageSender
from tashkalar.features.far.page.sharing import can_share
from tashkalar.formats.save import ReplayStep
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.bots.far_seat import FarSeat
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.far_record import FarRecord
from tashkalar.ui.storage.open_game import LoadingCanceled
from tashkalar.ui.storage.saved_games import SaveResult
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.optional_features import show_badge
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.time_slices import TimeSlices

ResultT = TypeVar("ResultT")
Outcome = Literal["newer", "same", "older", "fork", "offered"]  # of a log that has come
_BEST_FIRST = ("newer", "same", "older", "fork", "other")


class FarScreen:
    """Connects the dialog, the saved games and the table; see `web.screens.far_games`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._words = app.words
        self._saves = FarSaves(app.saved_games)
        self.dialog = FarDialog(app.words, self)
        self._sender = MessageSender(app.words, app.store)
        self._offered: FarGame | None = None  # the game whose seats the dialog offers
        self._offered_id = ""  # of its save, if this device has the game and changes its seat
        self._live: Connections | None = None  # once devices were to be connected
        self._read_log = "", SignedLog((), {})  # the text that was read last, and its log
        self._refused_hash = ""  # the end of the log with the question that was answered by no
        self._is_making = False  # a game is made, joined or sent by one press
        self._adding = asyncio.Lock()  # a log is changed by one after another

    # -- the dialog ----------------------------------------------------------------------

    def open_dialog(self) -> None:
        """Open the dialog: for the game on the table if it is such a game, else with the form."""
        if self._saves.record(self._app.table.game_id):
            start_task(self.show_message())
        else:
            name = self._saves.own_name()
            self.dialog.show_form(self._app.packs.offered_schools, name)

    def make_invitation(self, fields: Mapping[str, str]) -> None:
        """Make the invitation of the form, save its game and show its link."""
        self._make_once(self._invite(fields))

    def _make_once(self, work: Coroutine[Any, Any, None]) -> None:
        """Make, join or send a game, unless another press is still doing so."""

        async def make() -> None:
            try:
                await work
            finally:
                self._is_making = False

        if self._is_making:
            work.close()
            return
        self._is_making = True
        start_task(make())

    async def _invite(self, fields: Mapping[str, str]) -> None:
        if not await self._app.packs.prepare_packs(" ".join(chosen_schools(fields))):
            return
        key = await signing.new_key()
        try:
            far = invitation_form.invite(fields, self._words, key.public)
        except Refusal as refused:
            self.dialog.show_error(refused.message)
            return
        far.signing_key = key.private
        await self._keep(far, far.log[0].by)
        if not await self._deliver(far):
            await self._sender.copy_unasked()

    def invite_again(self, *, is_swapped: bool) -> None:
        """Invite to the game on the table once more; with `is_swapped` another player begins."""
        self._make_once(self._invite_again(is_swapped))

    async def _invite_again(self, is_swapped: bool) -> None:
        record = self._saves.record(self._app.table.game_id)
        if record is None or record.seat == NO_SEAT:
            return
        before, key = await self._load(record), await signing.new_key()
        far = invitation_form.invite_again(before, record.seat, key.public, is_swapped=is_swapped)
        far.signing_key = key.private
        await self._keep(far, far.own_seat)
        if not await self._deliver(far):
            await self._sender.copy_unasked()

    def offer_seat(self, seat: SeatNumber) -> None:
        """Make the invitation's link valid for this seat only; with 0, for any free seat."""
        self._sender.offer_seat(seat)

    def read_text(self, text: str) -> None:
        """Take over a message that was pasted."""
        start_task(self.open_message(text))

    def act(self, button: str) -> None:
        """Do what a button of the dialog says."""
        if button == "share":
            start_task(self._sender.share())
        elif button == "copy":
            start_task(self._sender.copy())
        elif button == "file":
            self._sender.download()
        elif button == "code":
            start_task(self._sender.toggle_code())
        elif button == "open-file":
            start_task(self._open_file())
        elif button == "scan":
            start_task(self._scan())
        elif button == "ask":
            start_task(self._ask_take_back())
        elif button == "greet":
            start_task(self._greet(str(by_id("far-greeting").value)))
        elif button == "keep-copy":
            start_task(self._sender.copy_recovery())
        elif button == "end":
            self._end_unfinished()
        elif button == "next":
            start_task(self._open_next())
        elif button == "anew":
            self.invite_again(is_swapped=False)
        elif button == "seat":
            start_task(self._offer_other_seat())
        elif button == "watch":
            self._make_once(self._take_seat(NO_SEAT))
        elif button == "live-open":
            start_task(self.show_connections())
        elif self._live is not None and button.startswith("live-"):
            start_task(self._live.act(button.removeprefix("live-")))

    async def show_connections(self, text: str = "") -> None:
        """Show the devices that are connected with this one; with a code, connect to one."""
        for connect in connectors:
            self._live = self._live or await connect(self._app, self)
        if self._live is None:
            self.show_error(Message("part.unavailable"))
            return
        await self._live.open(text)

    # -- messages that come --------------------------------------------------------------

    async def open_message(self, text: str) -> None:
        """Take over a message of someone far away, or show why that is impossible.

        The code of a device to connect to comes in the same ways.
        """
        dialogs.close_banner("far.error.")  # about the message before
        if holds_pairing_code(text):
            self._app.forget_link()
            await self.show_connections(text)
            return
        try:
            if holds_recovery(text):
                await self._recover(text)
                return
            found = self._saves.choose_log(read_messages(text))
            await self.take_log(found)
        except FarError as error:
            self.show_error(far_texts.error_message(error))
        except LoadingCanceled:
            pass  # the person has stopped reading a long game; take_log ends by itself

    async def _recover(self, text: str) -> None:
        """Go on with a game whose secret or key this device has lost, or never had."""
        recovery = read_recovery(text)
        log, signatures = recovery.signed
        async with self._adding:
            await signing.check(recovery.signed)
            if not await self._app.packs.prepare_packs(str(log[0].data)):
                return
            if ids := self._saves.find(game_id(log)):
                id = self._find_best(ids, log)
                await self._open(id)
                record = self._saves.record(id)
                if record is None:
                    return
                far = await self._load(record)
                if record.holds_secret:
                    self.show_error(Message("far.keep.here"))
                    return
                if record.seat not in (NO_SEAT, recovery.seat):
                    raise FarError("own", "the recovery text is that of another player")
                far.receive(log, signatures=signatures)
                await self._take_recovery(far, recovery)
                await self._put(id, far, recovery.seat, far.game_to_show())
            else:
                far = await self._run(FarGame.read_in_steps(log))
                far.signatures = signatures
                _check_levels(far)
                await self._take_recovery(far, recovery)
                await self._keep(far, recovery.seat)
        self.dialog.close()
        dialogs.show_toast(self._words.text("far.keep.done"))

    async def _take_recovery(self, far: FarGame, recovery: Recovery) -> None:
        """Let this device play the seat of a recovery text, whose key must be that of the seat."""
        recover(far, recovery)
        if recovery.key and signing.can_sign():
            await signing.check_private_key(far, recovery.seat, recovery.key)

    async def take_log(self, found: FoundLog) -> Outcome:
        """Take over a log, or offer the seats of its game; raise FarError if it is wrong."""
        async with self._adding:
            try:
                if ids := self._saves.find(game_id(found.log)):
                    return await self._receive(ids, found)
                await self._offer_seats(found)
            except LoadingCanceled:
                return "same"
            return "offered"

    def saved_log(self, game: str) -> tuple[SignedLog, SeatNumber]:
        """Return the log of a game and the own seat, an empty log without the game.

        "" stands for the game on the table.
        """
        here = self._saves.record(self._app.table.game_id)
        if here is None or (game and here.game_id != game):
            ids = self._saves.find(game) if game else []
            here = self._saves.record(ids[0]) if ids else None
        if here is None:
            return SignedLog((), {}), NO_SEAT
        if self._read_log[0] != here.log:
            self._read_log = here.log, read_signed_message(here.log)
        return self._read_log[1], here.seat

    def show_error(self, message: Message) -> None:
        """Show what is wrong, in the dialog if it is open."""
        if self.dialog.is_open:
            self.dialog.show_error(message)
        else:
            self._app.notices.show(message, "")

    def show_toast(self, message: Message) -> None:
        """Show a short notice."""
        dialogs.show_toast(self._words.translate(message))

    async def _run(self, steps: Generator[ReplayStep, None, ResultT]) -> ResultT:
        """Return the result of the steps of reading a log, with pauses between them."""
        with TimeSlices(self._words, self._app.packs.resolve_step) as pause:
            try:
                while True:
                    await pause(next(steps))
            except StopIteration as stop:
                result: ResultT = stop.value
                return result

    async def _offer_seats(self, found: FoundLog) -> None:
        """Offer the seats of a game that this device does not play yet."""
        if not await self._app.packs.prepare_packs(str(found.log[0].data)):
            return
        states = await signing.check(SignedLog(found.log, found.signatures))
        far = await self._run(FarGame.read_in_steps(found.log))
        far.signatures = found.signatures
        _check_levels(far)
        self._show_seats(far, far.free_seats or tuple(far.seat_names), states, wanted=found.seat)

    def _show_seats(
        self,
        far: FarGame,
        seats: Sequence[SeatNumber],
        states: Mapping[SeatNumber, SignatureState],
        *,
        wanted: SeatNumber = NO_SEAT,
        id: str = "",
    ) -> None:
        """Show the seats that this device can take, or play on; `id` is that of the save."""
        self._offered, self._offered_id = far, id
        joins = bool(far.free_seats)
        first = wanted if joins and wanted in seats else seats[0]
        ordered = (first, *(seat for seat in seats if seat != first))
        inviter = far_texts.player(far, far.log[0].by)
        title = (
            Message("far.join.title", {"who": inviter}) if joins else Message("far.resume.title")
        )
        text = far_texts.invitation_text(far, first) if joins else Message("far.resume.text")
        if id and not joins:
            title, text = Message("far.seat.title"), Message("far.seat.text")
        choices = [(str(seat), far_texts.seat_text(far, seat)) for seat in ordered]
        signed = far_texts.signature_text(far, states, can_sign=signing.can_sign())
        self.dialog.show_join(
            title,
            text,
            choices,
            far_texts.honor_text(far),
            signed,
            name=far_texts.invited_name(far, first) or self._saves.own_name(),
            joins=joins,
            can_watch=not id or far.own_seat != NO_SEAT,
        )

    def join(self, seat: SeatNumber, name: str) -> None:
        """Take a seat of the game that the dialog offers, and put the game on the table."""
        self._make_once(self._join(seat, name))

    async def _join(self, seat: SeatNumber, name: str) -> None:
        far = self._offered
        if far is None:
            return
        if seat == NO_SEAT:
            self.dialog.show_error(Message("far.seat.none"))
            return
        if far.seals and not far.free_seats:
            self.dialog.show_error(Message("far.sealed.elsewhere"))
            return
        try:
            if far.game is None:
                invitation_form.check_name(name)
                key = await signing.new_key() if far.deal else signing.KeyPair()
                if self._offered is not far:  # another message has come meanwhile
                    return
                hand = SealedHand.new(seat) if far.seals else None
                far.accept(seat, name, hand=hand, key=key.public)
                far.signing_key = key.private
        except Refusal as refused:
            self.dialog.show_error(refused.message)
            return
        except FarError as error:
            self.dialog.show_error(far_texts.error_message(error))
            return
        await self._take_seat(seat)

    async def _take_seat(self, seat: SeatNumber) -> None:
        """Put the game that the dialog offers on the table; `NO_SEAT` only watches."""
        far, self._offered = self._offered, None
        if far is None:
            return
        self.dialog.close()
        if self._offered_id and far.own_seat != seat:  # a secret or key of another player is left
            far.own_seat, far.hand, far.signing_key = seat, None, ""
        if self._offered_id:
            await self._put(self._offered_id, far, seat, far.game_to_show())
        else:
            await self._keep(far, seat)
        if seat in far.due_seats:
            if far.log[-1].by == seat:  # not on another device of a player
                dialogs.show_toast(self._words.text("far.joined"))
        elif seat != NO_SEAT and not self._is_computer_due(far):
            await self._deliver(far)
            return
        self._show_replay()

    async def _offer_other_seat(self) -> None:
        """Offer other players of the game on the table, if this device is not the right one's."""
        id = self._app.table.game_id
        record = self._saves.record(id)
        if record is None:
            return
        far = await self._load(record)
        if seats := far_texts.other_seats(far):
            self._show_seats(far, seats, await signing.states_of(far), id=id)

    def _is_computer_due(self, far: FarGame) -> bool:
        """Tell whether this device plays a computer's turn next; the message comes after it."""
        return any(seat in far.computer_levels for seat in far.due_seats)

    async def _keep(self, far: FarGame, seat: SeatNumber) -> None:
        """Save a new game and put it on the table."""
        await signing.sign_own(far)
        saved = self._saves.create(far, seat)
        self._app.forget_link()
        if self._live is not None:
            self._live.begin_game(game_id(far.log))
        self._put_on_table(saved, far, seat, far.game_to_show())

    def _put_on_table(self, saved: SaveResult, far: FarGame, seat: SeatNumber, game: Game) -> None:
        self._app.show_own_game(game, saved.id, bots=computer_levels(far, seat))
        self._note_saved(saved)

    def _note_saved(self, saved: SaveResult) -> None:
        """Tell what there is to tell about a log that has grown, and pass it on."""
        self._app.notices.show_save_notice(saved.notice)
        if self._live is not None:
            self._live.pass_on()
            self._live.show_note()
        start_task(show_badge(self._saves.own_turn_count()))

    async def _receive(
        self, ids: list[str], found: FoundLog, *, is_own_confirmed: bool = False
    ) -> Outcome:
        """Take over the log of a game that is saved here."""
        log = found.log
        states = await signing.check(SignedLog(log, found.signatures))
        id = self._find_best(ids, log)
        await self._open(id)
        record = self._saves.record(id)
        if record is None or self._app.table.session is None:
            return "same"
        before = await self._load(record)
        after = before.copy()
        is_own_key = public_keys(log).get(record.seat) == before.keys.get(record.seat)
        if before.signing_key and is_own_key and states.get(record.seat) == "signed":
            is_own_confirmed = True  # only with the own key: by this player on another device
        try:
            steps = after.receive_in_steps(
                log, is_own_confirmed=is_own_confirmed, signatures=found.signatures
            )
            compared = await self._run(steps)
        except FarError as error:
            if error.fault != "own":
                raise
            self._ask_about_own(before, ids, found, error)
            return "fork"
        if compared.kind == "newer":
            after.add_due()
            await self._take_over(id, record, before, after)
            if unsigned := far_texts.unsigned_text(after, log[compared.common :], states):
                dialogs.show_toast(self._words.translate(unsigned))
        elif compared.kind == "fork":
            self._show_fork(before, found, compared)
            return "fork"
        elif compared.kind == "older" or not before.may_grant(record.seat):
            if after.signatures != before.signatures:
                self._saves.update(id, after, record.seat, self._app.table.session.game)
            dialogs.show_toast(self._words.text("far.known"))
        self._app.forget_link()
        self.dialog.close()
        await self._offer_take_back()
        has_grown = len(after.log) > max(len(log), len(before.log))  # by what was joined or sealed
        is_checked = after.seals is not None and not after.due_seats
        if (has_grown or is_checked) and after.game is not None:
            await self._send_if_done(after, record.seat)
        return "same" if compared.kind == "other" else compared.kind

    def _ask_about_own(
        self, far: FarGame, ids: list[str], found: FoundLog, error: FarError
    ) -> None:
        """Ask whether the person has made entries of the own seat on another device."""

        def decide(refuses: bool) -> None:
            self._app.forget_link()
            if not refuses:
                start_task(self._take_confirmed(ids, found))

        points = far_texts.entry_texts(far, error.entries)
        labels = ("far.own.refuse", "far.own.mine")
        title, text = Message("far.own.title"), Message("far.own.text")
        self.dialog.show_choice(title, text, points, labels, decide)

    async def _take_confirmed(self, ids: list[str], found: FoundLog) -> None:
        """Take over a log whose own entries the person has made on another device."""
        try:
            async with self._adding:
                await self._receive(ids, found, is_own_confirmed=True)
        except FarError as error:
            self.show_error(far_texts.error_message(error))
        except LoadingCanceled:
            return

    async def _load(self, record: FarRecord) -> FarGame:
        return await self._run(self._saves.load_in_steps(record))

    def _find_best(self, ids: list[str], log: Log) -> str:
        """Return the save that a log fits best; a fork may have left several."""
        found = []
        for id in ids:
            if record := self._saves.record(id):
                kind = compare(read_signed_message(record.log).log, log).kind
                found.append((_BEST_FIRST.index(kind), record.seat == NO_SEAT, id))
        return min(found)[-1]

    async def _open(self, id: str) -> None:
        """Put a saved game on the table of this tab, also if another tab has it."""
        app = self._app
        if app.table.game_id != id:
            await app.open_game(id)
        if app.table.other_tab_state:
            await app.take_over()

    async def _take_over(self, id: str, record: FarRecord, before: FarGame, after: FarGame) -> None:
        """Show a game whose log has grown by the entries of others."""
        session = self._app.table.session
        game = (
            game_ahead(session.game, before, after)
            if session is not None and self._app.table.game_id == id
            else after.game_to_show()
        )
        self.dialog.close()
        await self._put(id, after, record.seat, game)
        if not (before.game and before.game.is_over):  # else the end has been seen
            self._show_replay()
        common = compare(before.log, after.log).common
        for greeting in far_texts.greeting_texts(after, after.log[common:], record.seat):
            dialogs.show_toast(self._words.translate(greeting))

    async def _put(self, id: str, far: FarGame, seat: SeatNumber, game: Game) -> None:
        """Save a game whose log has grown, and put it on the table."""
        await signing.sign_own(far)
        self._put_on_table(self._saves.update(id, far, seat, game), far, seat, game)

    def _show_replay(self) -> None:
        """Show the turns of the others; the result of a game that is over comes after them."""
        table = self._app.table
        if session := table.session:
            if session.game.is_over and table.watching.animations.time_scale:
                table.rendering.shows_final_board = True
                table.refresh()
            table.watching.show_turn_replay(session)

    def _show_fork(self, own: FarGame, found: FoundLog, compared: Comparison) -> None:
        """Show two logs that went on differently; both can be kept, nothing is overwritten."""
        log = found.log
        here = far_texts.entry_texts(own, own.log[compared.common :])
        there = far_texts.entry_texts(own, log[compared.common :])
        points = (
            Message("far.fork.here", {"what": here}),
            Message("far.fork.there", {"what": there}),
        )

        def decide(keeps_both: bool) -> None:
            self._app.forget_link()
            if keeps_both:
                self._make_once(self._keep_fork(own, found))

        labels = ("far.fork.both", "far.fork.own")
        text = Message("far.fork.text")
        self.dialog.show_choice(Message("far.fork.title"), text, points, labels, decide)

    async def _keep_fork(self, own: FarGame, found: FoundLog) -> None:
        """Keep another version of a game, too; a secret stays closed while one is not over."""
        try:
            far = await self._run(self._saves.version_in_steps(own, found))
            has_grown = far.add_due()
            await self._keep(far, far.own_seat)
            if has_grown:
                await self._send_if_done(far, far.own_seat)
        except FarError as error:
            self.show_error(far_texts.error_message(error))
        except LoadingCanceled:
            return

    # -- taking back ---------------------------------------------------------------------

    async def _offer_take_back(self) -> None:
        """Ask the person whether the other player may take a turn back, if that is asked."""
        id = self._app.table.game_id
        record = self._saves.record(id)
        if record is None:
            return
        far = await self._load(record)
        asked = far.asked_turn
        if asked is None or not far.may_grant(record.seat):
            return

        def decide(agrees: bool) -> None:
            self._refused_hash = last_hash(far.log)
            if agrees:
                self._make_once(self._grant_take_back(id, last_hash(far.log)))

        who = {"who": far_texts.player(far, asked.seat)}
        labels = ("far.ask.agree", "far.ask.refuse")
        title, text = Message("far.ask.title", who), Message("far.ask.text", who)
        self.dialog.show_choice(title, text, (), labels, decide)

    async def _grant_take_back(self, id: str, question: str) -> None:
        """Agree to what the entry with the hash `question` asks, unless more has come since."""
        async with self._adding:
            record = self._saves.record(id)
            far = await self._load(record) if record else None
            if far is None or last_hash(far.log) != question:
                return
            far.add(far.own_seat, "take-back-granted")
            await self._put(id, far, far.own_seat, far.game_to_show())
        await self._deliver(far)

    async def _ask_take_back(self) -> None:
        async with self._adding:
            id = self._app.table.game_id
            record, session = self._saves.record(id), self._app.table.session
            if record is None or session is None:
                return
            far = await self._load(record)
            turn = far.turn_to_take_back(record.seat)
            if turn is None:
                return
            far.add(record.seat, "take-back-asked", {"turn": turn.n})
            await self._put(id, far, record.seat, session.game)
        if not await self._deliver(far):
            dialogs.show_toast(self._words.text("far.asked"))

    # -- messages to send ----------------------------------------------------------------

    async def handle_decision(self, session: Session) -> None:
        """Add finished turns of this device to the log, and offer the message."""
        try:
            async with self._adding:
                await self._add_turns(session)
        except FarError as error:
            self._take_back_refused(session, error)
        except LoadingCanceled:
            return

    def _take_back_refused(self, session: Session, error: FarError) -> None:
        """Take a turn back on the table that the log could not take, and say why."""
        table, id = self._app.table, self._app.table.game_id
        record = self._saves.record(id)
        if record is None or table.session is not session:
            self._app.notices.show(far_texts.error_message(error))
            return
        game = game_of_log(session.game, record)
        levels = session.seating.opponents.level_by_seat
        self._saves.save_table(id, game)
        self._app.show_own_game(game, id, bots=dict(levels))
        if table.session is not None and table.session.seating.far is not None:
            far = table.session.seating.far
            table.session.seating.far = far._replace(refusal=far_texts.refusal_text(error))
            table.refresh()

    async def _add_turns(self, session: Session) -> None:
        id, game = self._app.table.game_id, session.game
        record = self._saves.record(id)
        if record is None or self._app.table.session is not session:
            return
        if record.seat == NO_SEAT or (not game.is_over and game.player == record.due_seat):
            return
        far = await self._load(record)
        codes = game.codes[len(far.game.codes) if far.game else 0 :]
        if not await self._run(far.add_played_in_steps(codes)):
            return
        count = len(far.game.codes) if far.game else 0
        session.seating.far = FarSeat(record.seat, True, count, allows_hints=far.allows_hints)
        await signing.sign_own(far)
        self._note_saved(self._saves.update(id, far, record.seat, game))
        await self._send_if_done(far, record.seat)

    async def _send_if_done(self, far: FarGame, seat: SeatNumber) -> None:
        """Show the message to send when this device has nothing more to play."""
        if seat not in far.due_seats and not self._is_computer_due(far):
            await self._deliver(far)

    async def _deliver(self, far: FarGame) -> bool:
        """Show the message to send, unless a connection brings it; return whether one does."""
        is_delivered = self._live is not None and self._live.delivers(far)
        if is_delivered:
            self.dialog.close()
        elif far.game is not None and far.game.is_over:
            self._show_message_after_end()
        else:
            await self.show_message()
        return is_delivered

    def _show_message_after_end(self) -> None:
        """Show the message of a game that is over when its end has been seen on the board."""
        table, id = self._app.table, self._app.table.game_id

        async def show() -> None:
            if table.game_id == id:
                await self.show_message()

        table.watching.when_end_is_seen(lambda: start_task(show()))

    def send_again(self, id: str) -> None:
        """Send the message of a saved game by the way it was sent last."""
        self._make_once(self._send_again(id))

    async def _send_again(self, id: str) -> None:
        record = self._saves.record(id)
        if record is None:
            return
        try:
            invitation = read_signed_message(record.log).log[0]
            if not await self._app.packs.prepare_packs(str(invitation.data)):
                return
            self._sender.offer(await self._load(record))
        except FarError as error:
            self._app.notices.show(far_texts.error_message(error))
            return
        except LoadingCanceled:
            return
        if not await self._sender.send_again():  # the browser lets nothing be sent by itself
            await self._open(id)
            await self.show_message()

    async def show_message(self) -> None:
        """Show the message of the game on the table."""
        id = self._app.table.game_id
        record = self._saves.record(id)
        if record is None:
            return
        try:
            far = await self._load(record)
            if far.add_due():  # such as a secret that was held back
                await self._put(id, far, record.seat, far.game_to_show())
        except FarError as error:
            self._app.notices.show(far_texts.error_message(error))
            return
        if far.may_grant(record.seat) and last_hash(far.log) != self._refused_hash:
            await self._offer_take_back()
            return
        title, text = far_texts.send_view(far, record.seat)
        can_ask = record.seat not in far.due_seats and bool(far.turn_to_take_back(record.seat))
        states = await signing.states_of(far)
        self._sender.offer(far)
        self.dialog.show_message(
            title,
            text,
            can_share=can_share(),
            can_ask=can_ask,
            greetings=far_texts.greeting_choices(far, record.seat),
            seats=far_texts.invited_seats(far),
            signed=far_texts.signature_text(far, states, can_sign=signing.can_sign()),
            can_end=far_texts.can_end_unfinished(far, record),
            has_next=bool(self._saves.next_waiting(id)),
            said=far_texts.latest_greetings(far),
            log=far_texts.log_texts(far),
            can_change_seat=bool(far_texts.other_seats(far)),
            recovery=write_recovery(far),
            can_begin_anew=far_texts.can_begin_anew(far),
        )

    def _end_unfinished(self) -> None:
        """Wait no more for the others of the game on the table."""
        table = self._app.table
        if table.session is None:
            return
        saved = self._saves.end_unfinished(table.game_id, table.session.game)
        self.dialog.close()
        if saved is not None:
            table.session.seating.far = self._app.saved_games.far_seat(table.game_id)
            table.refresh()
            self._note_saved(saved)
            dialogs.show_toast(self._words.text("far.end.done"))

    async def _open_next(self) -> None:
        """Put the next game on the table that waits for the player of this device."""
        if id := self._saves.next_waiting(self._app.table.game_id):
            self.dialog.close()
            await self._open(id)

    async def _greet(self, word: str) -> None:
        """Add a greeting to the message."""
        async with self._adding:  # else a log that comes at the same time is overwritten
            id, session = self._app.table.game_id, self._app.table.session
            record = self._saves.record(id)
            if record is None or session is None:
                return
            far = await self._load(record)
            if not far.may_greet(record.seat):
                return
            far.add(record.seat, "greeting", {"word": word})
            await signing.sign_own(far)
            self._note_saved(self._saves.update(id, far, record.seat, session.game))
        if not await self._deliver(far):
            dialogs.show_toast(self._words.text("far.greeting.added"))

    async def _open_file(self) -> None:
        if text := await files.pick_file_text(by_id("import-file")):
            await self.open_message(text)

    async def _scan(self) -> None:
        """Take over a message whose link the camera reads."""
        if qr_codes.is_camera_on():
            qr_codes.stop_camera()
            return
        try:
            text = await qr_codes.read_with_camera()
        except qr_codes.CameraError:
            self.dialog.show_error(Message("far.scan.refused"))
            return
        if text is None:
            self.dialog.show_error(Message("part.unavailable"))
        elif text:
            await self.open_message(text)


def _check_levels(far: FarGame) -> None:
    """Raise FarError ("update") if a computer player of a log is not known here."""
    for level in far.computer_levels.values():
        if not is_planning_player(level):
            raise FarError("update", f"there is no computer player {level!r}")
