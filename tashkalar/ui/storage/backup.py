"""The backup of every text, in a database that lasts but answers later, such as IndexedDB.

A browser writes its local storage to the disk late. If the browser is killed, or the device loses
power, the last decisions are lost. So every text is also written to a `BackupDatabase`, under its
key and its order; at the start the text with the higher order wins. Of a game the backup also keeps
the copies from the ends of the last turns, in case the newest copy cannot be read.

This module uses no browser. A failing database raises no error here. But a write that fails, or is
not answered, is the only sign of a full disk: the local storage may accept texts for minutes that
never reach the disk. So `SaveBackups.problem` tells whether the newest texts are safe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from tashkalar.ui.storage.key_value_store import StoreError

MAX_TURN_END_COPIES = 3
"""The number of copies from the ends of earlier turns, besides the newest copy of a game."""


class BackupContents(NamedTuple):
    """The orders of all copies and deletions in a database."""

    orders_by_key: Mapping[str, Sequence[int]]  # by key, the orders of the copies
    deletions: Mapping[str, int]  # by key, the order at which a person deleted the game


class BackupDatabase(Protocol):
    """Texts by key and order.

    The methods that read raise `StoreError` when the database fails. The others start their work
    and do not wait for its end. The methods here are those of a page without a backup.
    """

    async def read_contents(self) -> BackupContents:
        """Return the orders of all copies and deletions when the page was opened."""
        return BackupContents({}, {})

    async def read_orders(self, key: str) -> Sequence[int]:
        """Return the orders of the copies of a key, also of those that another page has written."""
        return ()

    async def read(self, key: str, order: int) -> str | None:
        """Return a text, None without one."""
        return None

    def write(
        self, key: str, order: int, text: str, drop: Sequence[int], on_done: Callable[[bool], None]
    ) -> None:
        """Write a text, and remove the copies of the key with the orders in `drop`.

        Later call `on_done` with True when the text is on the disk, with False when the write
        failed or was not answered in time.
        """
        on_done(True)  # there is no backup that could fail

    def remove(self, key: str, order: int) -> None:
        """Remove the copies of a key up to an order, and note the deletion."""
        return

    def forget_deletion(self, key: str) -> None:
        """Forget the deletion of a key."""
        return


class NoBackupDatabase(BackupDatabase):
    """The database of a page that has no backup."""


class _BackupCopy(NamedTuple):
    order: int
    turn: int  # 0 if unknown


class _UnwrittenCopy(NamedTuple):
    order: int
    text: str
    drop: tuple[int, ...]
    on_done: Callable[[bool], None] | None


class SaveBackups:
    """The copies of all texts in a database, and the choice of the copies that are kept."""

    def __init__(self, database: BackupDatabase) -> None:
        self._database = database
        self._copies: dict[str, list[_BackupCopy]] = {}  # by key, the oldest first
        self._deletions: dict[str, int] = {}
        self._has_contents = False  # the contents of the database are known
        # By key, the orders of copies that the newest text does not contain: they stay for now.
        self._spared: dict[str, frozenset[int]] = {}
        self._unwritten: dict[str, _UnwrittenCopy] = {}  # by key, the newest copy, until written
        self._failed_keys: set[str] = set()  # the keys whose newest copy could not be written
        self._has_worked: bool | None = None  # None: nothing is known yet
        self._is_newer = False  # a newer version of the page has made the database
        self.on_change: Callable[[], None] = lambda: None  # called when `problem` may have changed

    async def load_contents(self) -> bool:
        """Read the contents of the database; return False when the database fails."""
        try:
            contents = await self._database.read_contents()
        except StoreError as error:
            self._has_worked, self._is_newer = False, error.reason == "newer"
            self.on_change()
            return False
        self._has_worked = True
        for key, orders in contents.orders_by_key.items():
            self._copies[key] = [_BackupCopy(order, 0) for order in sorted(set(orders))]
        self._deletions = dict(contents.deletions)
        self._has_contents = True
        return True

    async def look_again(self, key: str) -> bool:
        """Read which copies of a key there are now; return False when the database fails."""
        try:
            orders = sorted(set(await self._database.read_orders(key)))
        except StoreError:
            return False
        known = {copy.order: copy for copy in self._copies.get(key, ())}
        self._copies[key] = [known.get(order, _BackupCopy(order, 0)) for order in orders]
        return True

    @property
    def problem(self) -> str | None:
        """The problem of the database, None without one.

        ``"single"``: the database has never worked, so every game has one copy only. ``"newer"``:
        so it is, because a newer version of the page has made the database. ``"unsafe"``:
        the database has worked, but did not accept the newest text of a game.
        """
        if self._has_worked is False:
            return "newer" if self._is_newer else "single"
        return "unsafe" if self._has_worked and self._failed_keys else None

    def is_unsafe(self, key: str) -> bool:
        """Tell whether a working database did not accept the newest text of a key."""
        return bool(self._has_worked) and key in self._failed_keys

    @property
    def unsafe_keys(self) -> frozenset[str]:
        """The keys whose newest text a working database did not accept."""
        return frozenset(self._failed_keys) if self._has_worked else frozenset()

    @property
    def highest_order(self) -> int:
        """The highest order of all copies and deletions, 0 without any."""
        orders = (copy.order for kept in self._copies.values() for copy in kept)
        return max((*orders, *self._deletions.values()), default=0)

    def all_keys(self) -> list[str]:
        """Return the keys that have copies."""
        return list(self._copies)

    @property
    def is_unread(self) -> bool:
        """Tell whether there is a database whose contents are not known."""
        return not self._has_contents and not isinstance(self._database, NoBackupDatabase)

    def may_hold(self, key: str) -> bool:
        """Tell whether a key has copies; True when the contents are not known."""
        return self.is_unread or (self._has_contents and key in self._copies)

    def may_lack(self, key: str) -> bool:
        """Tell whether the text of a key may lack what a copy has."""
        return self.is_unread or key in self._spared

    def spare(self, key: str, orders: Iterable[int]) -> frozenset[int]:
        """Let no newer text of a key drop the copies of these orders, but all others.

        Return the orders before.
        """
        before = self._spared.pop(key, frozenset())
        if spared := frozenset(orders):
            self._spared[key] = spared
        return before

    def orders(self, key: str) -> list[int]:
        """Return the orders of the copies of a key, the oldest first."""
        return [copy.order for copy in self._copies.get(key, ())]

    def newest_order(self, key: str) -> int:
        """Return the order of the newest copy of a key, -1 without one."""
        return max(self.orders(key), default=-1)

    def deletions(self) -> Iterator[tuple[str, int]]:
        """Yield each key that a person has deleted, and the order of the deletion."""
        yield from self._deletions.items()

    async def read_newer(self, key: str, order: int = -1) -> dict[int, str | None]:
        """Return the copies of a key above an order, the oldest first; None for one unread."""
        return {at: await self._read_text(key, at) for at in self.orders(key) if at > order}

    async def _read_text(self, key: str, order: int) -> str | None:
        try:
            return await self._database.read(key, order)
        except StoreError:
            return None

    def write_newest(self, key: str, order: int, turn: int, text: str) -> None:
        """Write the newest text of a game, saved in this turn, in place of the last copy.

        The first copy of a turn shows the end of the turn before. `MAX_TURN_END_COPIES` of these
        copies are kept.
        """
        kept = self._copies.setdefault(key, [])
        drop = [copy.order for copy in kept if copy.order == order]
        kept[:] = [copy for copy in kept if copy.order != order]
        if (
            len(kept) > 1 and kept[-1].turn == kept[-2].turn
        ):  # the copy is not the first of its turn
            drop.append(kept.pop().order)
        kept.append(_BackupCopy(order, turn))
        while len(kept) > MAX_TURN_END_COPIES + 1:
            drop.append(kept.pop(0).order)
        spared = self._spared.get(key, frozenset())
        kept_drop = tuple(old for old in drop if old not in spared)
        self._begin_write(key, _UnwrittenCopy(order, text, kept_drop, None))

    def write_only(
        self,
        key: str,
        order: int,
        text: str,
        on_done: Callable[[bool], None] | None = None,
        contained: Iterable[int] = (),
    ) -> None:
        """Write the newest text of a key that is no game, and delete the older copies.

        The text also contains the copies of the orders in `contained`, which other tabs have
        written. Call `on_done` for each attempt: with True when the text is on the disk.
        """
        spared = self._spared.get(key, frozenset())
        drop = {*self.orders(key), *contained} - spared
        self._copies[key] = [_BackupCopy(kept, 0) for kept in sorted({order, *spared})]
        self._begin_write(key, _UnwrittenCopy(order, text, tuple(drop), on_done))

    def _begin_write(self, key: str, copy: _UnwrittenCopy) -> None:
        self._deletions.pop(key, None)
        drop = copy.drop
        if key in self._unwritten:
            drop += self._unwritten[key].drop
        self._unwritten[key] = copy._replace(drop=tuple(old for old in drop if old != copy.order))
        self._write(key)

    def retry_failed_writes(self) -> None:
        """Write the newest texts again that the database did not accept."""
        for key in sorted(self._failed_keys):
            self._write(key)

    def _write(self, key: str) -> None:
        copy = self._unwritten[key]
        self._database.write(
            key, copy.order, copy.text, copy.drop, lambda ok: self._on_written(key, copy, ok)
        )

    def _on_written(self, key: str, copy: _UnwrittenCopy, ok: bool) -> None:
        problem_before, unsafe_before = self.problem, self.unsafe_keys
        self._has_worked = self._has_worked or ok
        newest = self._unwritten.get(key)
        # Else the result of a newer text decides.
        if newest is not None and newest.order == copy.order:
            copy = newest
            if ok:
                self.forget_writes(key)
            else:
                self._failed_keys.add(key)
        if copy.on_done:
            copy.on_done(ok)
        if (self.problem, self.unsafe_keys) != (problem_before, unsafe_before):
            self.on_change()

    def call_when_written(self, key: str, on_done: Callable[[bool], None]) -> None:
        """Call `on_done` for each attempt to write the newest text of a key; at once if it is."""
        if newest := self._unwritten.get(key):
            self._unwritten[key] = newest._replace(on_done=on_done)
        else:
            on_done(True)

    def forget_writes(self, key: str) -> None:
        """Forget the newest text of a key: it is written, or the game is not of this tab."""
        self._unwritten.pop(key, None)
        self._failed_keys.discard(key)

    def remove(self, key: str, order: int) -> None:
        """Remove the copies of a key that a person has deleted at this order."""
        self._copies.pop(key, None)
        self.forget_writes(key)
        self._deletions[key] = order
        self._database.remove(key, order)

    def forget_deletions(self, keys: Iterable[str]) -> None:
        """Forget the deletions of keys that the store has no longer, either."""
        for key in keys:
            del self._deletions[key]
            self._database.forget_deletion(key)
