"""The saved games: a shelf over any store of texts, such as a browser's local storage.

Each game is one text under one key, written anew after every decision. There is no index, so
nothing can disagree: the list is made by looking at the keys. Nothing is thrown away without being
asked. What cannot be read is kept aside, what a newer version wrote is left alone, what another
window has changed is not written over, and what does not fit stays in memory until it does.

One write is all that a decision takes, so a crash leaves the game as it was before or after it.
What needs two writes puts the new text down before it takes the old one away.

There is no browser and no clock in here; the browser layer brings both. The clock is only believed
for the dates that are shown: it may jump, so ids and the order of the saves count for themselves.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Collection, Generator
from typing import NamedTuple, TypeVar

from tashkalar import Game
from tashkalar.errors import IllegalMove, PackError, PackNeeded, RecordError, SaveError
from tashkalar.formats import save
from tashkalar.formats.save import OpenedGame, ReplayStep, ReplaySteps
from tashkalar.json_reader import parse_json
from tashkalar.position.ids import seat_numbers
from tashkalar.position.move import Message
from tashkalar.rules.execution import PackResultPending
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.storage import tombstones
from tashkalar.ui.storage.backup import BackupDatabase, NoBackupDatabase, SaveBackups
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.recovery import RecoveredGame, recover_in_steps, recovery_notice
from tashkalar.ui.storage.save_entry import SaveEntry
from tashkalar.ui.storage.save_record import (
    GAME_KEY_PATTERN,
    GAME_KEY_PREFIX,
    LONGEST_FILE,
    MAX_DATE_MS,
    MAX_SAFE_INTEGER,
    SAVE_RECORD_VERSION,
    SaveRecord,
    SaveSummary,
    decode_save_record,
    encode_save_record,
    is_integer_in_range,
    read_save_record,
    slug,
    tidy_title,
)

QUARANTINE_KEY_PREFIX = f"tashkalar.aside.v{SAVE_RECORD_VERSION}."
"""The keys of texts that could not be read, kept as they were."""

FILE_FORMAT = "tashkalar-game-file"
"""What the file of a downloaded game calls itself."""

STORAGE_RECOVERED = Message("storage.again")
"""What is told when the store has taken everything that had to wait."""

_PROJECT_KEY_PREFIX = "tashkalar."


class SavedGameError(Exception):
    """Something could not be done, and nothing was lost.

    `translate` tells a person what is wrong; `detail` is the engine's word on it, in English.
    """

    def __init__(
        self, message: Message, detail: str = "", downloadable_id: str | None = None
    ) -> None:
        super().__init__(f"{message.id}: {detail}" if detail else message.id)
        self.message = message
        self.detail = detail
        self.downloadable_id = (
            downloadable_id  # of what can be downloaded as it is, if there is such a thing
        )


class LoadingCanceled(Exception):
    """A person does not want to wait for a game any longer."""


LoadPause = Callable[[ReplayStep], Awaitable[None]]
"""Awaited between two steps of loading a game."""


class SaveResult(NamedTuple):
    """Where a game is on the shelf, and what to tell the person, if anything."""

    id: str
    notice: Message | None


LoadSteps = Generator[ReplayStep, None, OpenedGame[Game]]
LoadResult = TypeVar("LoadResult")


class OpenedSave(NamedTuple):
    """A game taken from the shelf, to be saved under this `id`.

    With `history_steps` it is long and has no history yet: that comes of these steps, see
    `SavedGames.attach_history`.
    """

    id: str
    game: Game
    is_curtain_down: bool
    notice: Message | None
    bots: BotLevels
    history_steps: ReplaySteps[Game] | None = None


class SavedGames:
    """The saved games in a store; `now_ms` tells the time in milliseconds since 1970.

    With a store that does not last, `not_lasting_reason` says why (one of
    `key_value_store.REASONS`). `backup` has a copy of everything, and may know better at the start:
    see `restore_newer_copies`.
    """

    def __init__(
        self,
        store: KeyValueStore,
        now_ms: Callable[[], float],
        not_lasting_reason: str | None = None,
        backup: BackupDatabase | None = None,
    ) -> None:
        self._store = store
        self._now_ms = now_ms
        self._backups = SaveBackups(backup or NoBackupDatabase())
        self._not_lasting_reason = not_lasting_reason  # why the store does not last
        self._known_texts: dict[str, str] = {}  # what each key held when last read or written here
        self._pending_writes: dict[str, str] = {}  # what the store has not taken yet
        self._read_cache: dict[
            str, tuple[str, SaveRecord]
        ] = {}  # what was read last, and what it says
        self._written_cache: dict[
            str, tuple[str, SaveRecord]
        ] = {}  # the same of the last decision of each
        # a text's game, see `preload_game`
        self._preloaded: tuple[str, OpenedGame[Game]] | None = None
        self._older_copies: dict[str, list[str]] = {}  # copies of a game that could not be loaded
        self._prepared_recovery: tuple[str, RecoveredGame | None] | None = (
            None  # what could be made of its text
        )
        self._forked_ids: dict[str, str] = {}  # ids of games that go on under another id
        self._last_order: int | None = None  # of the game saved last, on the whole shelf
        self._reported_reasons: set[str] = set()  # reasons that the person has been told
        self._pending_notices: list[Message] = []

    # -- what a person should be told ----------------------------------------------------

    @property
    def has_unsaved_games(self) -> bool:
        """Whether a game is in memory only, and lost when the page is closed."""
        return bool(self._pending_writes) or (
            self._not_lasting_reason is not None and bool(self._known_texts)
        )

    def retry_pending_writes(self) -> Message | None:
        """Try again to store what had to wait; what there is to tell now."""
        if self._pending_writes:
            self._flush_pending_writes()
        return self._pop_notice()

    def _pop_notice(self) -> Message | None:
        """The next thing to tell; each is told once."""
        return self._pending_notices.pop(0) if self._pending_notices else None

    def _report_problem(self, reason: str) -> None:
        if reason not in self._reported_reasons:
            self._reported_reasons.add(reason)
            self._pending_notices.append(Message(f"storage.{reason}"))

    def _report_recovery(self) -> None:
        if self._reported_reasons:
            self._reported_reasons.clear()
            self._pending_notices.append(STORAGE_RECOVERED)

    # -- the list ------------------------------------------------------------------------

    def entries(self) -> list[SaveEntry]:
        """All saved games, the last saved one first; never raises."""
        sheets = [(key, self._peek_record(key)) for key in self._stored_keys()]
        found = [(sheet.order, self._make_entry(key, sheet)) for key, sheet in sheets if sheet]
        self._last_order = max([self._last_order or 0, *(order for order, _ in found)])
        found.sort(key=lambda pair: (pair[0], pair[1].saved_at_ms, pair[1].id), reverse=True)
        return [entry for _, entry in found]

    def last_unfinished_id(self) -> str | None:
        """The unfinished game that was saved last."""
        for entry in self.entries():
            if entry.status == "game" and entry.summary and not entry.summary.over:
                return entry.id
        return None

    def _stored_keys(self) -> list[str]:
        try:
            keys = self._store.keys()
        except StoreError:
            keys = []
        keys = [key for key in keys if _is_save_key(key)]
        return list(dict.fromkeys([*keys, *self._pending_writes]))

    def _peek_record(self, key: str) -> SaveRecord | None:
        text = self._peek_text(key)
        if text is None:
            return None
        if key not in self._read_cache or self._read_cache[key][0] != text:
            self._read_cache[key] = (text, read_save_record(key, text))
        return self._read_cache[key][1]

    def _make_entry(self, key: str, sheet: SaveRecord) -> SaveEntry:
        aside = key.startswith(QUARANTINE_KEY_PREFIX)
        return SaveEntry(
            id=_id_of_key(key),
            status="damaged" if aside else sheet.status,
            title=sheet.title,
            started_at_ms=sheet.started_at_ms,
            saved_at_ms=sheet.saved_at_ms,
            is_curtain_down=sheet.is_curtain_down,
            summary=sheet.summary,
            is_stored=self._not_lasting_reason is None and key not in self._pending_writes,
            is_quarantined=aside,
        )

    # -- the second copy -----------------------------------------------------------------

    async def restore_newer_copies(self, keys_in_use: Collection[str] = ()) -> None:
        """Take from the second copy whatever the store has lost, or has older; never raises.

        A browser that was killed has written the one to the disk and not yet the other. To be
        called at the start; `keys_in_use` are the keys of games that other windows play now, who
        know best.
        """
        try:
            there = set(self._store.keys())
        except StoreError:
            return
        if not await self._backups.load_contents():
            return
        self._next_order()  # all orders in the store are known now
        self._last_order = max(self._last_order or 0, self._backups.highest_order)
        self._repeat_deletions_in_backup(there, keys_in_use)
        for key in self._backups.all_keys():
            if _is_save_key(key) and key not in keys_in_use:
                await self._restore_newest_copy(key)
        self._repeat_deletions_in_store(keys_in_use)
        self._backups.forget_deletions(
            [key for key, _ in self._backups.deletions() if key not in there]
        )

    def _repeat_deletions_in_backup(self, there: Collection[str], busy: Collection[str]) -> None:
        """The database has not heard that a person had these deleted."""
        if not (notes := tombstones.read_tombstones(self._store)):
            return
        left = {}
        for key, order in notes.items():
            if key in there or not 0 <= self._backups.newest_order(key) <= order:
                continue
            left[key] = order  # whether it hears it now is seen at the next start
            if key not in busy:
                self._backups.remove(key, order)
        tombstones.write_tombstones(self._store, left)

    async def _restore_newest_copy(self, key: str) -> None:
        """Put the newest copy down that can be read, if the store has none as new."""
        sheet = self._peek_record(key)
        if sheet is not None and (sheet.status == "newer" or key.startswith(QUARANTINE_KEY_PREFIX)):
            return
        order = -1 if sheet is None else sheet.order
        if sheet is not None and sheet.status == "damaged":
            order -= 1  # one as old is better than none
        for text in await self._backups.read_newer_texts(key, order):
            found = read_save_record(key, text)
            if found.status == "damaged" and not key.startswith(QUARANTINE_KEY_PREFIX):
                continue
            stored = self._peek_text(key)
            if stored is not None:
                if sheet and sheet.status == "damaged":
                    self._copy_to_quarantine(key, stored)
                self._known_texts[key] = stored
            self._pending_writes[key] = text
            self._flush_pending_writes()
            return

    def _repeat_deletions_in_store(self, busy: Collection[str]) -> None:
        """The store has forgotten that a person had these deleted."""
        for key, order in self._backups.deletions():
            sheet = self._peek_record(key)
            if sheet and _is_save_key(key) and key not in busy and sheet.order <= order:
                with contextlib.suppress(StoreError):
                    self._store.remove(key)

    def back_up_all(self) -> None:
        """Have a second copy of what was stored before there were any."""
        for key in self._stored_keys():
            sheet, text = self._peek_record(key), self._peek_text(key)
            if sheet and text and self._backups.newest_order(key) < sheet.order:
                self._back_up(key, text, sheet)

    # -- making and saving ---------------------------------------------------------------

    def create(
        self,
        game: Game,
        is_curtain_down: bool,
        title: str | None = None,
        bots: BotLevels | None = None,
    ) -> SaveResult:
        """Put a new game on the shelf.

        `is_curtain_down` tells whether the curtain is down, `bots` which seats the computer plays.
        """
        return self._add_game(
            game, SaveRecord("game", title=title, is_curtain_down=is_curtain_down, bots=bots or {})
        )

    def save(
        self, id: str, game: Game, is_curtain_down: bool, bots: BotLevels | None = None
    ) -> SaveResult:
        """Save a game after a decision; `id` is from `create`, `open_game` or `import_game`.

        `bots` says which seats the computer plays from now on, None that nothing has changed.

        Never raises: what cannot be stored stays in memory, and every later call tries again. The
        game has a new id afterwards if another window has changed the saved one meanwhile.
        """
        id = self._forked_ids.get(id, id)
        key = id if id.startswith(GAME_KEY_PREFIX) else GAME_KEY_PREFIX + id
        before = self._record_before_save(key)._replace(is_curtain_down=is_curtain_down)
        if bots is not None:
            before = before._replace(bots=bots)
        sheet = self._make_record(game, before)
        text = encode_save_record(id, sheet)
        self._written_cache[key] = text, sheet
        self._write_text(key, text, sheet)
        return SaveResult(self._forked_ids.get(id, id), self._pop_notice())

    def title(self, id: str) -> str | None:
        """What a person calls the game, if it has been given a title."""
        text = self._peek_text(self._key_of_id(id))
        return None if text is None else read_save_record(self._key_of_id(id), text).title

    def rename(self, id: str, title: str | None) -> None:
        """Call a game by a title, or with None by its players again."""
        key, text = self._find_text(id)
        sheet = read_save_record(key, text)
        if sheet.status != "game" or not key.startswith(GAME_KEY_PREFIX):
            newer = "newer" if sheet.status == "newer" else "damaged"
            raise SavedGameError(Message(f"saves.error.{newer}"))
        changed = encode_save_record(_id_of_key(key), sheet._replace(title=tidy_title(title)))
        if key in self._pending_writes:
            return self._write_text(key, changed, sheet)
        try:
            self._store.set(key, changed)
        except StoreError as error:
            raise SavedGameError(Message("saves.error.rename"), error.reason) from None
        if self._known_texts.get(key) == text:
            self._known_texts[key] = changed
        self._back_up(key, changed, sheet)

    def delete(self, id: str) -> None:
        """Take a game, or a text kept aside, off the shelf for good."""
        key = self._key_of_id(id)
        try:
            self._store.remove(key)
        except StoreError as error:
            if key not in self._pending_writes:
                raise SavedGameError(Message("saves.error.delete"), error.reason) from None
        self._pending_writes.pop(key, None)
        self._known_texts.pop(key, None)
        self._delete_backups(key)
        self._flush_pending_writes()  # there may be room now

    def _delete_backups(self, key: str) -> None:
        order = self._next_order()
        if self._backups.may_hold(key):
            tombstones.write_tombstones(
                self._store, {**tombstones.read_tombstones(self._store), key: order}
            )
        self._backups.remove(key, order)

    def _read_clock_ms(self) -> int:
        """The date, 0 if the clock tells none that there is."""
        now = self._now_ms()
        return int(now) if 0 < now <= MAX_DATE_MS else 0  # false for what is not a number, too

    def _next_order(self) -> int:
        """A number higher than that of any save so far, and alike in all windows: about the date.

        A clock that went back, or stands still, cannot bring the saves out of order.
        """
        if self._last_order is None:
            self.entries()
        self._last_order = min(
            max(self._read_clock_ms(), (self._last_order or 0) + 1), MAX_SAFE_INTEGER
        )
        return self._last_order

    def _free_id(self) -> str:
        wanted = str(self._next_order())
        id, number = wanted, 1
        while self._peek_text(GAME_KEY_PREFIX + id) is not None:
            number += 1
            id = f"{wanted}-{number}"
        return id

    def _make_record(self, game: Game, before: SaveRecord) -> SaveRecord:
        """The game as it is saved now; title, start, curtain and bots are as before."""
        setup, now = game.setup, self._read_clock_ms()
        summary = SaveSummary(
            form=setup.form,
            turn=game.state.turn,
            schools=setup.schools,
            names=setup.names,
            scores=tuple(game.score(seat) for seat in seat_numbers(setup.seats)),
            over=game.is_over,
        )
        return SaveRecord(
            status="game",
            title=tidy_title(before.title),
            started_at_ms=before.started_at_ms or now,
            saved_at_ms=now,
            is_curtain_down=before.is_curtain_down,
            summary=summary,
            game_json=game.to_json(),
            order=self._next_order(),
            bots=before.bots,
        )

    def _record_before_save(self, key: str) -> SaveRecord:
        """What is known of a game that is about to be saved; its title may be from elsewhere."""
        known, there = self._known_texts.get(key), self._peek_text(key)
        if known is None or (there is not None and key in self._pending_writes):
            return read_save_record(key, there or "")
        written, last = self._written_cache.get(key, ("", None))
        sheet = last if last and written == known else read_save_record(key, known)
        if there is not None and there != known:
            newer = read_save_record(key, there)
            return newer if newer.game_json == sheet.game_json else sheet
        return sheet

    def _add_game(self, game: Game, sheet: SaveRecord) -> SaveResult:
        """Put a game on the shelf under a new id."""
        id = self._free_id()
        described = self._make_record(game, sheet)
        self._write_text(GAME_KEY_PREFIX + id, encode_save_record(id, described), described)
        return SaveResult(self._forked_ids.get(id, id), self._pop_notice())

    def _write_text(self, key: str, text: str, sheet: SaveRecord) -> None:
        self._pending_writes[key] = text
        before = self._forked_ids.get(_id_of_key(key))
        self._flush_pending_writes()
        if (
            self._forked_ids.get(_id_of_key(key)) == before
        ):  # else a copy was made under the new key
            self._back_up(key, text, sheet)

    def _back_up(self, key: str, text: str, sheet: SaveRecord) -> None:
        """Have a second copy of a text."""
        turn = sheet.summary.turn if sheet.summary else 0
        self._backups.write_newest(key, sheet.order, turn, text)

    def _flush_pending_writes(self) -> None:
        """Give the store what it has not taken yet; what it does not take stays in memory."""
        for key, text in list(self._pending_writes.items()):
            try:
                if self._is_changed_elsewhere(key):
                    del self._pending_writes[key]
                    key, text = self._fork_game(key, text)
                    self._pending_writes[key] = text
                self._store.set(key, text)
            except StoreError as error:
                self._report_problem(error.reason)
            else:
                del self._pending_writes[key]
                self._known_texts[key] = text
        if self._not_lasting_reason is not None:
            self._report_problem(self._not_lasting_reason)
        elif not self._pending_writes:
            self._report_recovery()

    def _is_changed_elsewhere(self, key: str) -> bool:
        """Whether the store holds another game under this key than it held for us."""
        there, known = self._store.get(key), self._known_texts.get(key)
        if there is None or there == known:
            return False
        if known is None:
            return there != self._pending_writes[key]
        game = read_save_record(key, there).game_json
        return game is None or game != read_save_record(key, known).game_json

    def _fork_game(self, key: str, text: str) -> tuple[str, str]:
        """Another key, for a game that was changed elsewhere."""
        id = self._free_id()
        self._forked_ids[_id_of_key(key)] = id
        self._pending_notices.append(Message("saves.notice.elsewhere"))
        sheet = read_save_record(key, text)
        forked = encode_save_record(id, sheet)
        self._back_up(GAME_KEY_PREFIX + id, forked, sheet)
        return GAME_KEY_PREFIX + id, forked

    # -- opening -------------------------------------------------------------------------

    async def preload_game(self, id: str, pause: LoadPause | None = None) -> None:
        """Load what `open_game` will need, with pauses; find what can help where it is damaged.

        Only raises what `pause` raises, such as `LoadingCanceled`.
        """
        try:
            key, text = self._find_text(id)
        except SavedGameError:
            return
        sheet = read_save_record(key, text)
        if sheet.status != "newer" and not await self._preload(
            text, lambda: Game.open_in_steps(sheet.game_json or ""), pause
        ):
            self._older_copies[key] = await self._backups.read_newer_texts(key)
            await self._preload_recovery(key, text, pause)

    async def preload_file(self, text: str, pause: LoadPause) -> None:
        """Load what `import_game` will need, with pauses.

        Raises what `pause` raises, and ShelfError when the file is none of ours.
        """
        if len(text) > LONGEST_FILE:
            return
        if not _is_json(text):
            await self._preload(text, lambda: _read_record_in_steps(text), pause)
            return
        game = _record_of_file(text, is_curtain_down=True).game_json
        await self._preload(text, lambda: Game.open_in_steps(game or ""), pause)

    async def _preload(
        self, text: str, begin: Callable[[], LoadSteps], pause: LoadPause | None
    ) -> bool:
        """Whether the game of a text could be loaded; it is kept for whoever wants it next."""
        try:
            self._preloaded = (text, await _run_with_pauses(begin(), pause))
        except LoadingCanceled:
            raise
        except Exception:  # see `open_game`, which will say what is wrong
            return False
        return True

    async def _preload_recovery(self, key: str, text: str, pause: LoadPause | None) -> None:
        """Make what `open_game` will find of a damaged text and its copies."""
        older = [read_save_record(key, copy) for copy in self._older_copies[key]]
        try:
            self._prepared_recovery = (
                text,
                await _run_with_pauses(recover_in_steps(text, older), pause),
            )
        except LoadingCanceled:
            raise
        except Exception:  # see `open_game`
            self._prepared_recovery = (text, None)

    def open_game(self, id: str) -> OpenedSave:
        """Load a game, or what is left of it; a damaged text is kept aside then.

        ShelfError when that is impossible.
        """
        key, text = self._find_text(id)
        sheet = read_save_record(key, text)
        if sheet.status == "newer":
            raise SavedGameError(Message("saves.error.newer"), downloadable_id=_id_of_key(key))
        aside = key.startswith(QUARANTINE_KEY_PREFIX)
        try:
            game, rest = self._take_preloaded(text, lambda: _load_save(sheet.game_json))
        except SavedGameError as error:
            raise SavedGameError(error.message, error.detail, _id_of_key(key)) from None
        except Exception as error:
            # The engine promises SaveError and nothing else. But the page opens the last game by
            # itself: if that promise were broken, it would never start again.
            if not aside and (rescued := self._recover_game(key, text, sheet)):
                return rescued
            place = key if aside else self._move_to_quarantine(key, text)
            raise SavedGameError(
                Message("saves.error.damaged"), str(error), _id_of_key(place)
            ) from None
        if aside:  # a later version can read it after all
            id, notice = self._add_game(game, sheet)
            return OpenedSave(id, game, sheet.is_curtain_down, notice, sheet.bots, rest)
        self._forked_ids.pop(_id_of_key(key), None)
        if key not in self._pending_writes:
            self._known_texts[key] = text
        if sheet.status == "damaged":
            self._copy_to_quarantine(key, text)
            self._pending_notices.append(Message("saves.notice.repaired"))
        if '"moves":["' in (sheet.game_json or "") and not game.saved_game().moves:
            self._keep_mismatched_history(key, text)
        return OpenedSave(
            _id_of_key(key), game, sheet.is_curtain_down, self._pop_notice(), sheet.bots, rest
        )

    def load_position(self, id: str) -> Game | None:
        """A game as it stands, to be looked at; None when it cannot be read so."""
        try:
            return Game.standing(read_save_record(*self._find_text(id)).game_json or "")
        except (SavedGameError, SaveError):
            return None

    def attach_history(
        self, opened: OpenedSave, text: str
    ) -> Generator[ReplayStep, None, Message | None]:
        """Make the moves of a long game again, step by step, and give it its history.

        `text` is what it was opened from (`newest_text`). The value is what there is to tell: when
        the moves lead elsewhere the game goes on without them, and the text that tells them is
        kept.
        """
        assert opened.history_steps is not None
        try:
            opened.game.attach_history((yield from opened.history_steps))
        except (IllegalMove, PackError):
            opened.game.defer_history(None)
            self._keep_mismatched_history(self._key_of_id(opened.id), text)
        return self._pop_notice()

    def _keep_mismatched_history(self, key: str, text: str) -> None:
        """The moves of a save do not lead to the position that it holds: both are kept."""
        self._copy_to_quarantine(key, text)
        self._pending_notices.append(Message("saves.notice.history"))

    def _take_preloaded(self, text: str, load: Callable[[], OpenedGame[Game]]) -> OpenedGame[Game]:
        """The game of a text, which `preload_game` may have loaded already."""
        loaded, self._preloaded = self._preloaded, None
        return loaded[1] if loaded and loaded[0] == text else load()

    def _recover_game(self, key: str, text: str, sheet: SaveRecord) -> OpenedSave | None:
        """The most that a damaged text or an older copy still has, in the place of the text."""
        older = [read_save_record(key, copy) for copy in self._older_copies.pop(key, ())]
        made, self._prepared_recovery = self._prepared_recovery, None
        try:
            found = (
                made[1]
                if made and made[0] == text
                else save.run_to_end(recover_in_steps(text, older))
            )
        except Exception:  # see `open_game`
            return None
        if found is None:
            return None
        before = sheet if sheet.summary else found.record
        described = self._make_record(
            found.game, before._replace(is_curtain_down=sheet.is_curtain_down)
        )
        self._pending_notices.append(recovery_notice(found, sheet))
        if self._copy_to_quarantine(key, text) in self._pending_writes:
            # No room for a copy: the original stays where it is.
            id, notice = self._add_game(found.game, described)
            return OpenedSave(id, found.game, sheet.is_curtain_down, notice, described.bots)
        if key not in self._pending_writes:
            self._known_texts[key] = text
        self._write_text(key, encode_save_record(_id_of_key(key), described), described)
        return OpenedSave(
            _id_of_key(key), found.game, sheet.is_curtain_down, self._pop_notice(), described.bots
        )

    def _move_to_quarantine(self, key: str, text: str) -> str:
        """Take a text from where games are; the key under which it is now."""
        place = self._copy_to_quarantine(key, text)
        if place in self._pending_writes:
            return place  # no room for a copy: the original stays where it is
        try:
            self._store.remove(key)
        except StoreError:
            return place
        self._pending_writes.pop(key, None)
        self._known_texts.pop(key, None)
        self._delete_backups(key)
        return place

    def _copy_to_quarantine(self, key: str, text: str) -> str:
        """Keep a copy of a text; its key."""
        wanted, number = QUARANTINE_KEY_PREFIX + key.removeprefix(GAME_KEY_PREFIX), 1
        place = wanted
        while (there := self._peek_text(place)) is not None:
            if there == text:
                return place
            number += 1
            place = f"{wanted}-{number}"
        self._write_text(place, text, SaveRecord("damaged"))
        return place

    # -- handing a game over to another window ----------------------------------------------

    def shared_key(self, id: str) -> str:
        """The name of a game that all windows share."""
        return self._key_of_id(self._forked_ids.get(id, id))

    def local_id(self, key: str) -> str:
        """What a game with this `shared_key` is called here."""
        return _id_of_key(key)

    def newest_text(self, key: str) -> str | None:
        """The newest text of a game, for the window that goes on with it."""
        return self._peek_text(key)

    def release_game(self, key: str) -> None:
        """Another window has taken the game over: it alone writes it from now on."""
        self._pending_writes.pop(key, None)
        self._known_texts.pop(key, None)
        if not self._pending_writes:
            self._reported_reasons.clear()  # what had to wait is not this window's any more

    def take_over_game(self, key: str, text: str) -> None:
        """Go on with a game as another window had it: newer, perhaps, than what the store has.

        A window may have been waiting for room; and a store may tell other windows late.
        """
        lent, there = read_save_record(key, text), self._peek_record(key)
        if lent.status != "game" or (there is not None and there.order >= lent.order):
            return
        if key not in self._pending_writes and (stored := self._peek_text(key)) is not None:
            self._known_texts[key] = stored
        self._write_text(key, text, lent)

    # -- files ---------------------------------------------------------------------------

    def export_game(self, id: str) -> tuple[str, str]:
        """The name and the text of a file to download. What cannot be read goes out as it is."""
        key, text = self._find_text(id)
        sheet = read_save_record(key, text)
        if sheet.status != "game" or sheet.summary is None or key.startswith(QUARANTINE_KEY_PREFIX):
            return f"tash-kalar-{slug(_id_of_key(key))}.txt", text
        about = sheet.title or " ".join((sheet.summary.form, *sheet.summary.schools))
        name = f"tash-kalar-{slug(about)}-turn-{sheet.summary.turn}.json"
        return name, encode_save_record(_id_of_key(key), sheet, {"format": FILE_FORMAT}) + "\n"

    def import_game(self, text: object, *, is_curtain_down: bool = True) -> SaveResult:
        """Put the game of a file on the shelf, under a new id.

        Takes what `export_game` gives, a save of the engine, or the record of a game.
        `is_curtain_down` is for those that do not say. ShelfError when it is none of these; then
        nothing has changed.
        """
        if not isinstance(text, str) or not text.strip("\ufeff \t\r\n"):
            raise SavedGameError(Message("saves.error.empty"))
        if len(text) > LONGEST_FILE:
            raise SavedGameError(Message("saves.error.large", {"most": LONGEST_FILE // 1_000_000}))
        if not _is_json(text):
            return self.create(
                self._take_preloaded(text, lambda: _load_game_record(text)).game, is_curtain_down
            )
        sheet = _record_of_file(text, is_curtain_down=is_curtain_down)
        if sheet.status == "newer":
            raise SavedGameError(Message("saves.error.newer-file"))
        try:
            game = self._take_preloaded(text, lambda: _load_save(sheet.game_json)).game
        except SavedGameError as error:
            if error.message.id == "packs.needed":
                raise
            raise SavedGameError(Message("saves.error.newer-file")) from None
        except Exception as error:  # see `open_game`
            raise SavedGameError(Message("saves.error.file"), str(error)) from None
        return self._add_game(game, sheet)

    # -- keys ----------------------------------------------------------------------------

    def _key_of_id(self, id: str) -> str:
        """The key of an id. Keys that belong to something else cannot be reached."""
        if not id.startswith(_PROJECT_KEY_PREFIX):
            return GAME_KEY_PREFIX + id
        if GAME_KEY_PATTERN.match(id) or id.startswith(QUARANTINE_KEY_PREFIX):
            return id
        raise SavedGameError(Message("saves.error.gone"))

    def _find_text(self, id: str) -> tuple[str, str]:
        """Key and text of a game; ShelfError when it is not there."""
        key = self._key_of_id(id)
        try:
            text = (
                self._pending_writes[key] if key in self._pending_writes else self._store.get(key)
            )
        except StoreError as error:
            raise SavedGameError(Message("saves.error.storage"), error.reason) from None
        if text is None:
            raise SavedGameError(Message("saves.error.gone"))
        return key, text

    def _peek_text(self, key: str) -> str | None:
        """The text under a key as this shelf sees it; None when the store does not answer."""
        if key in self._pending_writes:
            return self._pending_writes[key]
        try:
            return self._store.get(key)
        except StoreError:
            return None


def _is_save_key(key: str) -> bool:
    return bool(GAME_KEY_PATTERN.match(key)) or key.startswith(QUARANTINE_KEY_PREFIX)


def _id_of_key(key: str) -> str:
    """What a key is called outside: the id of an ordinary game, or the whole key."""
    id = key.removeprefix(GAME_KEY_PREFIX)
    return key if id.startswith(_PROJECT_KEY_PREFIX) else id


# -- reading games --------------------------------------------------------------------------------


async def _run_with_pauses(
    steps: Generator[ReplayStep, None, LoadResult], pause: LoadPause | None
) -> LoadResult:
    """What comes after the steps, with pauses between them."""
    try:
        while True:
            step = next(steps)
            if pause:
                await pause(step)
            elif isinstance(step, PackResultPending):
                raise step
    except StopIteration as stop:
        made: LoadResult = stop.value
        return made


def _load_save(text: str | None) -> OpenedGame[Game]:
    """The game of a save; ShelfError when a newer version made it, else the engine's error."""
    try:
        return save.run_to_end(Game.open_in_steps(text or ""))
    except PackNeeded as error:
        lacking = [
            Message("packs.one", {"name": Message(f"school.{id}.name"), "version": version})
            for id, version in error.packs.items()
        ]
        raise SavedGameError(
            Message("packs.needed", {"packs": tuple(lacking)}), str(error)
        ) from None
    except ValueError:
        if _is_from_newer_version(text):
            raise SavedGameError(Message("saves.error.newer")) from None
        raise


def _is_json(text: str) -> bool:
    """Whether a file is a save; else it is a record."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def _record_of_file(text: str, *, is_curtain_down: bool) -> SaveRecord:
    """What a file says; ShelfError when it is none. `is_curtain_down` is for those that do not
    say."""
    try:
        data = parse_json(text, longest=LONGEST_FILE)
    except ValueError as error:
        raise SavedGameError(Message("saves.error.file"), str(error)) from None
    if isinstance(data, dict) and data.get("format") in (FILE_FORMAT, None):
        return decode_save_record(data)
    return SaveRecord("game", is_curtain_down=is_curtain_down, game_json=text)


def _is_from_newer_version(text: str | None) -> bool:
    try:
        data = parse_json(text)
    except ValueError:
        return False
    return (
        isinstance(data, dict)
        and data.get("format") == save.FORMAT
        and is_integer_in_range(data.get("v"), save.VERSION + 1, 10**9)
    )


def _read_record_in_steps(text: str) -> LoadSteps:
    """The game of a record, in steps."""
    return OpenedGame((yield from Game.from_record_in_steps(text)))


def _load_game_record(text: str) -> OpenedGame[Game]:
    try:
        return save.run_to_end(_read_record_in_steps(text))
    except RecordError as error:
        # A record begins with its headers, so a wrong first line means that it is something else.
        if error.line <= 1:
            raise SavedGameError(Message("saves.error.file"), str(error)) from None
        raise SavedGameError(
            Message("saves.error.record", {"line": error.line}), str(error)
        ) from None
    except Exception as error:  # see `SavedGames.open_game`
        raise SavedGameError(Message("saves.error.file"), str(error)) from None
