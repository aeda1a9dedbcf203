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
from tashkalar.formats.save import Opening, Reading, Step
from tashkalar.json_reader import parse_json
from tashkalar.position.ids import seat_numbers
from tashkalar.position.move import Message
from tashkalar.rules.execution import Unanswered
from tashkalar.ui.bots.computer_seats import Bots
from tashkalar.ui.storage import tombstones
from tashkalar.ui.storage.backup import Copies, Database, NoDatabase
from tashkalar.ui.storage.key_value_store import Store, StoreError
from tashkalar.ui.storage.recovery import Rescued, rescuing, told
from tashkalar.ui.storage.save_entry import Entry
from tashkalar.ui.storage.save_record import (
    ANY_GAME,
    GAME,
    HIGHEST,
    LATEST,
    LONGEST_FILE,
    VERSION,
    Sheet,
    Summary,
    decode,
    encode,
    is_number,
    read_sheet,
    slug,
    tidy_title,
)

ASIDE = f"tashkalar.aside.v{VERSION}."
"""The keys of texts that could not be read, kept as they were."""

FILE_FORMAT = "tashkalar-game-file"
"""What the file of a downloaded game calls itself."""

STORED_AGAIN = Message("storage.again")
"""What is told when the store has taken everything that had to wait."""

_PROJECT = "tashkalar."


class ShelfError(Exception):
    """Something could not be done, and nothing was lost.

    `message` tells a person what is wrong; `detail` is the engine's word on it, in English.
    """

    def __init__(self, message: Message, detail: str = "", id: str | None = None) -> None:
        super().__init__(f"{message.id}: {detail}" if detail else message.id)
        self.message = message
        self.detail = detail
        self.id = id  # of what can be downloaded as it is, if there is such a thing


class Stopped(Exception):
    """A person does not want to wait for a game any longer."""


Pause = Callable[[Step], Awaitable[None]]
"""Awaited between two steps of loading a game."""


class Saved(NamedTuple):
    """Where a game is on the shelf, and what to tell the person, if anything."""

    id: str
    notice: Message | None


Steps = Generator[Step, None, Opening[Game]]
Made = TypeVar("Made")


class Opened(NamedTuple):
    """A game taken from the shelf, to be saved under this `id`.

    With `rest` it is long and has no history yet: that comes of these steps, see `Shelf.recall`.
    """

    id: str
    game: Game
    curtain: bool
    notice: Message | None
    bots: Bots
    rest: Reading[Game] | None = None


class Shelf:
    """The saved games in a store; `now` tells the time in milliseconds since 1970.

    With a store that does not last, `reason` says why (one of `key_value_store.REASONS`).
    `second` has a copy of everything, and may know better at the start: see `catch_up`.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        reason: str | None = None,
        second: Database | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._copies = Copies(second or NoDatabase())
        self._reason = reason  # why the store does not last
        self._known: dict[str, str] = {}  # what each key held when last read or written here
        self._pending: dict[str, str] = {}  # what the store has not taken yet
        self._read: dict[str, tuple[str, Sheet]] = {}  # what was read last, and what it says
        self._written: dict[str, tuple[str, Sheet]] = {}  # the same of the last decision of each
        self._loaded: tuple[str, Opening[Game]] | None = None  # a text's game, see `prepare`
        self._older: dict[str, list[str]] = {}  # copies of a game that could not be loaded
        self._rescued: tuple[str, Rescued | None] | None = None  # what could be made of its text
        self._moved: dict[str, str] = {}  # ids of games that go on under another id
        self._order: int | None = None  # of the game saved last, on the whole shelf
        self._told: set[str] = set()  # reasons that the person has been told
        self._notices: list[Message] = []

    # -- what a person should be told ----------------------------------------------------

    @property
    def unsaved(self) -> bool:
        """Whether a game is in memory only, and lost when the page is closed."""
        return bool(self._pending) or (self._reason is not None and bool(self._known))

    def retry(self) -> Message | None:
        """Try again to store what had to wait; what there is to tell now."""
        if self._pending:
            self._flush()
        return self._notice()

    def _notice(self) -> Message | None:
        """The next thing to tell; each is told once."""
        return self._notices.pop(0) if self._notices else None

    def _tell(self, reason: str) -> None:
        if reason not in self._told:
            self._told.add(reason)
            self._notices.append(Message(f"storage.{reason}"))

    def _tell_all_is_well(self) -> None:
        if self._told:
            self._told.clear()
            self._notices.append(STORED_AGAIN)

    # -- the list ------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """All saved games, the last saved one first; never raises."""
        sheets = [(key, self._peek_sheet(key)) for key in self._keys()]
        found = [(sheet.order, self._entry(key, sheet)) for key, sheet in sheets if sheet]
        self._order = max([self._order or 0, *(order for order, _ in found)])
        found.sort(key=lambda pair: (pair[0], pair[1].saved, pair[1].id), reverse=True)
        return [entry for _, entry in found]

    def last(self) -> str | None:
        """The unfinished game that was saved last."""
        for entry in self.entries():
            if entry.status == "game" and entry.summary and not entry.summary.over:
                return entry.id
        return None

    def _keys(self) -> list[str]:
        try:
            keys = self._store.keys()
        except StoreError:
            keys = []
        keys = [key for key in keys if _is_ours(key)]
        return list(dict.fromkeys([*keys, *self._pending]))

    def _peek_sheet(self, key: str) -> Sheet | None:
        text = self._peek(key)
        if text is None:
            return None
        if key not in self._read or self._read[key][0] != text:
            self._read[key] = (text, read_sheet(key, text))
        return self._read[key][1]

    def _entry(self, key: str, sheet: Sheet) -> Entry:
        aside = key.startswith(ASIDE)
        return Entry(
            id=_id(key),
            status="damaged" if aside else sheet.status,
            title=sheet.title,
            started=sheet.started,
            saved=sheet.saved,
            curtain=sheet.curtain,
            summary=sheet.summary,
            kept=self._reason is None and key not in self._pending,
            aside=aside,
        )

    # -- the second copy -----------------------------------------------------------------

    async def catch_up(self, busy: Collection[str] = ()) -> None:
        """Take from the second copy whatever the store has lost, or has older; never raises.

        A browser that was killed has written the one to the disk and not yet the other. To be
        called at the start; `busy` are the keys of games that other windows play now, who know
        best.
        """
        try:
            there = set(self._store.keys())
        except StoreError:
            return
        if not await self._copies.look():
            return
        self._next()  # all orders in the store are known now
        self._order = max(self._order or 0, self._copies.highest)
        self._remove_again(there, busy)
        for key in self._copies.all_keys():
            if _is_ours(key) and key not in busy:
                await self._restore(key)
        self._delete_again(busy)
        self._copies.forget([key for key, _ in self._copies.gone() if key not in there])

    def _remove_again(self, there: Collection[str], busy: Collection[str]) -> None:
        """The database has not heard that a person had these deleted."""
        if not (notes := tombstones.noted(self._store)):
            return
        left = {}
        for key, order in notes.items():
            if key in there or not 0 <= self._copies.newest(key) <= order:
                continue
            left[key] = order  # whether it hears it now is seen at the next start
            if key not in busy:
                self._copies.remove(key, order)
        tombstones.note(self._store, left)

    async def _restore(self, key: str) -> None:
        """Put the newest copy down that can be read, if the store has none as new."""
        sheet = self._peek_sheet(key)
        if sheet is not None and (sheet.status == "newer" or key.startswith(ASIDE)):
            return
        order = -1 if sheet is None else sheet.order
        if sheet is not None and sheet.status == "damaged":
            order -= 1  # one as old is better than none
        for text in await self._copies.after(key, order):
            found = read_sheet(key, text)
            if found.status == "damaged" and not key.startswith(ASIDE):
                continue
            stored = self._peek(key)
            if stored is not None:
                if sheet and sheet.status == "damaged":
                    self._copy_aside(key, stored)
                self._known[key] = stored
            self._pending[key] = text
            self._flush()
            return

    def _delete_again(self, busy: Collection[str]) -> None:
        """The store has forgotten that a person had these deleted."""
        for key, order in self._copies.gone():
            sheet = self._peek_sheet(key)
            if sheet and _is_ours(key) and key not in busy and sheet.order <= order:
                with contextlib.suppress(StoreError):
                    self._store.remove(key)

    def copy_all(self) -> None:
        """Have a second copy of what was stored before there were any."""
        for key in self._keys():
            sheet, text = self._peek_sheet(key), self._peek(key)
            if sheet and text and self._copies.newest(key) < sheet.order:
                self._copy(key, text, sheet)

    # -- making and saving ---------------------------------------------------------------

    def create(
        self, game: Game, curtain: bool, title: str | None = None, bots: Bots | None = None
    ) -> Saved:
        """Put a new game on the shelf.

        `curtain` tells whether the curtain is down, `bots` which seats the computer plays.
        """
        return self._add(game, Sheet("game", title=title, curtain=curtain, bots=bots or {}))

    def save(self, id: str, game: Game, curtain: bool, bots: Bots | None = None) -> Saved:
        """Save a game after a decision; `id` is from `create`, `open` or `import_text`.

        `bots` says which seats the computer plays from now on, None that nothing has changed.

        Never raises: what cannot be stored stays in memory, and every later call tries again. The
        game has a new id afterwards if another window has changed the saved one meanwhile.
        """
        id = self._moved.get(id, id)
        key = id if id.startswith(GAME) else GAME + id
        before = self._before(key)._replace(curtain=curtain)
        if bots is not None:
            before = before._replace(bots=bots)
        sheet = self._describe(game, before)
        text = encode(id, sheet)
        self._written[key] = text, sheet
        self._put(key, text, sheet)
        return Saved(self._moved.get(id, id), self._notice())

    def title(self, id: str) -> str | None:
        """What a person calls the game, if it has been given a title."""
        text = self._peek(self._key(id))
        return None if text is None else read_sheet(self._key(id), text).title

    def rename(self, id: str, title: str | None) -> None:
        """Call a game by a title, or with None by its players again."""
        key, text = self._find(id)
        sheet = read_sheet(key, text)
        if sheet.status != "game" or not key.startswith(GAME):
            newer = "newer" if sheet.status == "newer" else "damaged"
            raise ShelfError(Message(f"saves.error.{newer}"))
        changed = encode(_id(key), sheet._replace(title=tidy_title(title)))
        if key in self._pending:
            return self._put(key, changed, sheet)
        try:
            self._store.set(key, changed)
        except StoreError as error:
            raise ShelfError(Message("saves.error.rename"), error.reason) from None
        if self._known.get(key) == text:
            self._known[key] = changed
        self._copy(key, changed, sheet)

    def delete(self, id: str) -> None:
        """Take a game, or a text kept aside, off the shelf for good."""
        key = self._key(id)
        try:
            self._store.remove(key)
        except StoreError as error:
            if key not in self._pending:
                raise ShelfError(Message("saves.error.delete"), error.reason) from None
        self._pending.pop(key, None)
        self._known.pop(key, None)
        self._remove_copies(key)
        self._flush()  # there may be room now

    def _remove_copies(self, key: str) -> None:
        order = self._next()
        if self._copies.may_hold(key):
            tombstones.note(self._store, {**tombstones.noted(self._store), key: order})
        self._copies.remove(key, order)

    def _clock(self) -> int:
        """The date, 0 if the clock tells none that there is."""
        now = self._now()
        return int(now) if 0 < now <= LATEST else 0  # false for what is not a number, too

    def _next(self) -> int:
        """A number higher than that of any save so far, and alike in all windows: about the date.

        A clock that went back, or stands still, cannot bring the saves out of order.
        """
        if self._order is None:
            self.entries()
        self._order = min(max(self._clock(), (self._order or 0) + 1), HIGHEST)
        return self._order

    def _free_id(self) -> str:
        wanted = str(self._next())
        id, number = wanted, 1
        while self._peek(GAME + id) is not None:
            number += 1
            id = f"{wanted}-{number}"
        return id

    def _describe(self, game: Game, before: Sheet) -> Sheet:
        """The game as it is saved now; title, start, curtain and bots are as before."""
        setup, now = game.setup, self._clock()
        summary = Summary(
            form=setup.form,
            turn=game.state.turn,
            schools=setup.schools,
            names=setup.names,
            scores=tuple(game.score(seat) for seat in seat_numbers(setup.seats)),
            over=game.is_over,
        )
        return Sheet(
            status="game",
            title=tidy_title(before.title),
            started=before.started or now,
            saved=now,
            curtain=before.curtain,
            summary=summary,
            game=game.to_json(),
            order=self._next(),
            bots=before.bots,
        )

    def _before(self, key: str) -> Sheet:
        """What is known of a game that is about to be saved; its title may be from elsewhere."""
        known, there = self._known.get(key), self._peek(key)
        if known is None or (there is not None and key in self._pending):
            return read_sheet(key, there or "")
        written, last = self._written.get(key, ("", None))
        sheet = last if last and written == known else read_sheet(key, known)
        if there is not None and there != known:
            newer = read_sheet(key, there)
            return newer if newer.game == sheet.game else sheet
        return sheet

    def _add(self, game: Game, sheet: Sheet) -> Saved:
        """Put a game on the shelf under a new id."""
        id = self._free_id()
        described = self._describe(game, sheet)
        self._put(GAME + id, encode(id, described), described)
        return Saved(self._moved.get(id, id), self._notice())

    def _put(self, key: str, text: str, sheet: Sheet) -> None:
        self._pending[key] = text
        before = self._moved.get(_id(key))
        self._flush()
        if self._moved.get(_id(key)) == before:  # else a copy was made under the new key
            self._copy(key, text, sheet)

    def _copy(self, key: str, text: str, sheet: Sheet) -> None:
        """Have a second copy of a text."""
        turn = sheet.summary.turn if sheet.summary else 0
        self._copies.keep(key, sheet.order, turn, text)

    def _flush(self) -> None:
        """Give the store what it has not taken yet; what it does not take stays in memory."""
        for key, text in list(self._pending.items()):
            try:
                if self._changed_elsewhere(key):
                    del self._pending[key]
                    key, text = self._fork(key, text)
                    self._pending[key] = text
                self._store.set(key, text)
            except StoreError as error:
                self._tell(error.reason)
            else:
                del self._pending[key]
                self._known[key] = text
        if self._reason is not None:
            self._tell(self._reason)
        elif not self._pending:
            self._tell_all_is_well()

    def _changed_elsewhere(self, key: str) -> bool:
        """Whether the store holds another game under this key than it held for us."""
        there, known = self._store.get(key), self._known.get(key)
        if there is None or there == known:
            return False
        if known is None:
            return there != self._pending[key]
        game = read_sheet(key, there).game
        return game is None or game != read_sheet(key, known).game

    def _fork(self, key: str, text: str) -> tuple[str, str]:
        """Another key, for a game that was changed elsewhere."""
        id = self._free_id()
        self._moved[_id(key)] = id
        self._notices.append(Message("saves.notice.elsewhere"))
        sheet = read_sheet(key, text)
        forked = encode(id, sheet)
        self._copy(GAME + id, forked, sheet)
        return GAME + id, forked

    # -- opening -------------------------------------------------------------------------

    async def prepare(self, id: str, pause: Pause | None = None) -> None:
        """Load what `open` will need, with pauses; find what can help where it is damaged.

        Only raises what `pause` raises, such as `Stopped`.
        """
        try:
            key, text = self._find(id)
        except ShelfError:
            return
        sheet = read_sheet(key, text)
        if sheet.status != "newer" and not await self._prepare(
            text, lambda: Game.opening(sheet.game or ""), pause
        ):
            self._older[key] = await self._copies.after(key)
            await self._prepare_rescue(key, text, pause)

    async def prepare_file(self, text: str, pause: Pause) -> None:
        """Load what `import_text` will need, with pauses.

        Raises what `pause` raises, and ShelfError when the file is none of ours.
        """
        if len(text) > LONGEST_FILE:
            return
        if not _is_json(text):
            await self._prepare(text, lambda: _recorded(text), pause)
            return
        game = _sheet_of_file(text, curtain=True).game
        await self._prepare(text, lambda: Game.opening(game or ""), pause)

    async def _prepare(self, text: str, begin: Callable[[], Steps], pause: Pause | None) -> bool:
        """Whether the game of a text could be loaded; it is kept for whoever wants it next."""
        try:
            self._loaded = (text, await _made(begin(), pause))
        except Stopped:
            raise
        except Exception:  # see `open`, which will say what is wrong
            return False
        return True

    async def _prepare_rescue(self, key: str, text: str, pause: Pause | None) -> None:
        """Make what `open` will find of a damaged text and its copies."""
        older = [read_sheet(key, copy) for copy in self._older[key]]
        try:
            self._rescued = (text, await _made(rescuing(text, older), pause))
        except Stopped:
            raise
        except Exception:  # see `open`
            self._rescued = (text, None)

    def open(self, id: str) -> Opened:
        """Load a game, or what is left of it; a damaged text is kept aside then.

        ShelfError when that is impossible.
        """
        key, text = self._find(id)
        sheet = read_sheet(key, text)
        if sheet.status == "newer":
            raise ShelfError(Message("saves.error.newer"), id=_id(key))
        aside = key.startswith(ASIDE)
        try:
            game, rest = self._prepared(text, lambda: _load(sheet.game))
        except ShelfError as error:
            raise ShelfError(error.message, error.detail, _id(key)) from None
        except Exception as error:
            # The engine promises SaveError and nothing else. But the page opens the last game by
            # itself: if that promise were broken, it would never start again.
            if not aside and (rescued := self._rescue(key, text, sheet)):
                return rescued
            place = key if aside else self._move_aside(key, text)
            raise ShelfError(Message("saves.error.damaged"), str(error), _id(place)) from None
        if aside:  # a later version can read it after all
            id, notice = self._add(game, sheet)
            return Opened(id, game, sheet.curtain, notice, sheet.bots, rest)
        self._moved.pop(_id(key), None)
        if key not in self._pending:
            self._known[key] = text
        if sheet.status == "damaged":
            self._copy_aside(key, text)
            self._notices.append(Message("saves.notice.repaired"))
        if '"moves":["' in (sheet.game or "") and not game.story().moves:
            self._differs(key, text)
        return Opened(_id(key), game, sheet.curtain, self._notice(), sheet.bots, rest)

    def standing(self, id: str) -> Game | None:
        """A game as it stands, to be looked at; None when it cannot be read so."""
        try:
            return Game.standing(read_sheet(*self._find(id)).game or "")
        except (ShelfError, SaveError):
            return None

    def recall(self, opened: Opened, text: str) -> Generator[Step, None, Message | None]:
        """Make the moves of a long game again, step by step, and give it its history.

        `text` is what it was opened from (`lend`). The value is what there is to tell: when the
        moves lead elsewhere the game goes on without them, and the text that tells them is kept.
        """
        assert opened.rest is not None
        try:
            opened.game.recall((yield from opened.rest))
        except (IllegalMove, PackError):
            opened.game.owe(None)
            self._differs(self._key(opened.id), text)
        return self._notice()

    def _differs(self, key: str, text: str) -> None:
        """The moves of a save do not lead to the position that it holds: both are kept."""
        self._copy_aside(key, text)
        self._notices.append(Message("saves.notice.history"))

    def _prepared(self, text: str, load: Callable[[], Opening[Game]]) -> Opening[Game]:
        """The game of a text, which `prepare` may have loaded already."""
        loaded, self._loaded = self._loaded, None
        return loaded[1] if loaded and loaded[0] == text else load()

    def _rescue(self, key: str, text: str, sheet: Sheet) -> Opened | None:
        """The most that a damaged text or an older copy still has, in the place of the text."""
        older = [read_sheet(key, copy) for copy in self._older.pop(key, ())]
        made, self._rescued = self._rescued, None
        try:
            found = made[1] if made and made[0] == text else save.finish(rescuing(text, older))
        except Exception:  # see `open`
            return None
        if found is None:
            return None
        before = sheet if sheet.summary else found.sheet
        described = self._describe(found.game, before._replace(curtain=sheet.curtain))
        self._notices.append(told(found, sheet))
        if self._copy_aside(key, text) in self._pending:
            # No room for a copy: the original stays where it is.
            id, notice = self._add(found.game, described)
            return Opened(id, found.game, sheet.curtain, notice, described.bots)
        if key not in self._pending:
            self._known[key] = text
        self._put(key, encode(_id(key), described), described)
        return Opened(_id(key), found.game, sheet.curtain, self._notice(), described.bots)

    def _move_aside(self, key: str, text: str) -> str:
        """Take a text from where games are; the key under which it is now."""
        place = self._copy_aside(key, text)
        if place in self._pending:
            return place  # no room for a copy: the original stays where it is
        try:
            self._store.remove(key)
        except StoreError:
            return place
        self._pending.pop(key, None)
        self._known.pop(key, None)
        self._remove_copies(key)
        return place

    def _copy_aside(self, key: str, text: str) -> str:
        """Keep a copy of a text; its key."""
        wanted, number = ASIDE + key.removeprefix(GAME), 1
        place = wanted
        while (there := self._peek(place)) is not None:
            if there == text:
                return place
            number += 1
            place = f"{wanted}-{number}"
        self._put(place, text, Sheet("damaged"))
        return place

    # -- handing a game over to another window ----------------------------------------------

    def key(self, id: str) -> str:
        """The name of a game that all windows share."""
        return self._key(self._moved.get(id, id))

    def id(self, key: str) -> str:
        """What a game with this `key` is called here."""
        return _id(key)

    def lend(self, key: str) -> str | None:
        """The newest text of a game, for the window that goes on with it."""
        return self._peek(key)

    def let_go(self, key: str) -> None:
        """Another window has taken the game over: it alone writes it from now on."""
        self._pending.pop(key, None)
        self._known.pop(key, None)
        if not self._pending:
            self._told.clear()  # what had to wait is not this window's any more

    def take_over(self, key: str, text: str) -> None:
        """Go on with a game as another window had it: newer, perhaps, than what the store has.

        A window may have been waiting for room; and a store may tell other windows late.
        """
        lent, there = read_sheet(key, text), self._peek_sheet(key)
        if lent.status != "game" or (there is not None and there.order >= lent.order):
            return
        if key not in self._pending and (stored := self._peek(key)) is not None:
            self._known[key] = stored
        self._put(key, text, lent)

    # -- files ---------------------------------------------------------------------------

    def export(self, id: str) -> tuple[str, str]:
        """The name and the text of a file to download. What cannot be read goes out as it is."""
        key, text = self._find(id)
        sheet = read_sheet(key, text)
        if sheet.status != "game" or sheet.summary is None or key.startswith(ASIDE):
            return f"tash-kalar-{slug(_id(key))}.txt", text
        about = sheet.title or " ".join((sheet.summary.form, *sheet.summary.schools))
        name = f"tash-kalar-{slug(about)}-turn-{sheet.summary.turn}.json"
        return name, encode(_id(key), sheet, {"format": FILE_FORMAT}) + "\n"

    def import_text(self, text: object, *, curtain: bool = True) -> Saved:
        """Put the game of a file on the shelf, under a new id.

        Takes what `export` gives, a save of the engine, or the record of a game. `curtain` is for
        those that do not say. ShelfError when it is none of these; then nothing has changed.
        """
        if not isinstance(text, str) or not text.strip("\ufeff \t\r\n"):
            raise ShelfError(Message("saves.error.empty"))
        if len(text) > LONGEST_FILE:
            raise ShelfError(Message("saves.error.large", {"most": LONGEST_FILE // 1_000_000}))
        if not _is_json(text):
            return self.create(self._prepared(text, lambda: _from_record(text)).game, curtain)
        sheet = _sheet_of_file(text, curtain=curtain)
        if sheet.status == "newer":
            raise ShelfError(Message("saves.error.newer-file"))
        try:
            game = self._prepared(text, lambda: _load(sheet.game)).game
        except ShelfError as error:
            if error.message.id == "packs.needed":
                raise
            raise ShelfError(Message("saves.error.newer-file")) from None
        except Exception as error:  # see `open`
            raise ShelfError(Message("saves.error.file"), str(error)) from None
        return self._add(game, sheet)

    # -- keys ----------------------------------------------------------------------------

    def _key(self, id: str) -> str:
        """The key of an id. Keys that belong to something else cannot be reached."""
        if not id.startswith(_PROJECT):
            return GAME + id
        if ANY_GAME.match(id) or id.startswith(ASIDE):
            return id
        raise ShelfError(Message("saves.error.gone"))

    def _find(self, id: str) -> tuple[str, str]:
        """Key and text of a game; ShelfError when it is not there."""
        key = self._key(id)
        try:
            text = self._pending[key] if key in self._pending else self._store.get(key)
        except StoreError as error:
            raise ShelfError(Message("saves.error.storage"), error.reason) from None
        if text is None:
            raise ShelfError(Message("saves.error.gone"))
        return key, text

    def _peek(self, key: str) -> str | None:
        """The text under a key as this shelf sees it; None when the store does not answer."""
        if key in self._pending:
            return self._pending[key]
        try:
            return self._store.get(key)
        except StoreError:
            return None


def _is_ours(key: str) -> bool:
    return bool(ANY_GAME.match(key)) or key.startswith(ASIDE)


def _id(key: str) -> str:
    """What a key is called outside: the id of an ordinary game, or the whole key."""
    id = key.removeprefix(GAME)
    return key if id.startswith(_PROJECT) else id


# -- reading games --------------------------------------------------------------------------------


async def _made(steps: Generator[Step, None, Made], pause: Pause | None) -> Made:
    """What comes after the steps, with pauses between them."""
    try:
        while True:
            step = next(steps)
            if pause:
                await pause(step)
            elif isinstance(step, Unanswered):
                raise step
    except StopIteration as stop:
        made: Made = stop.value
        return made


def _load(text: str | None) -> Opening[Game]:
    """The game of a save; ShelfError when a newer version made it, else the engine's error."""
    try:
        return save.finish(Game.opening(text or ""))
    except PackNeeded as error:
        lacking = [
            Message("packs.one", {"name": Message(f"school.{id}.name"), "version": version})
            for id, version in error.packs.items()
        ]
        raise ShelfError(Message("packs.needed", {"packs": tuple(lacking)}), str(error)) from None
    except ValueError:
        if _made_by_newer(text):
            raise ShelfError(Message("saves.error.newer")) from None
        raise


def _is_json(text: str) -> bool:
    """Whether a file is a save; else it is a record."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def _sheet_of_file(text: str, *, curtain: bool) -> Sheet:
    """What a file says; ShelfError when it is none. `curtain` is for those that do not say."""
    try:
        data = parse_json(text, longest=LONGEST_FILE)
    except ValueError as error:
        raise ShelfError(Message("saves.error.file"), str(error)) from None
    if isinstance(data, dict) and data.get("format") in (FILE_FORMAT, None):
        return decode(data)
    return Sheet("game", curtain=curtain, game=text)


def _made_by_newer(text: str | None) -> bool:
    try:
        data = parse_json(text)
    except ValueError:
        return False
    return (
        isinstance(data, dict)
        and data.get("format") == save.FORMAT
        and is_number(data.get("v"), save.VERSION + 1, 10**9)
    )


def _recorded(text: str) -> Steps:
    """The game of a record, in steps."""
    return Opening((yield from Game.reading_record(text)))


def _from_record(text: str) -> Opening[Game]:
    try:
        return save.finish(_recorded(text))
    except RecordError as error:
        # A record begins with its headers, so a wrong first line means that it is something else.
        if error.line <= 1:
            raise ShelfError(Message("saves.error.file"), str(error)) from None
        raise ShelfError(Message("saves.error.record", {"line": error.line}), str(error)) from None
    except Exception as error:  # see `Shelf.open`
        raise ShelfError(Message("saves.error.file"), str(error)) from None
