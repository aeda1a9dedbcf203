"""The two stores of a browser, as they fail: late, full, forgetful, and dead at any write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tashkalar.ui.storage.backup import BackupContents
from tashkalar.ui.storage.key_value_store import StoreError


class Death(BaseException):
    """The browser is gone, in the middle of what it did; nothing may catch this."""


class Fuse:
    """Ends the browser at a write, before or after it."""

    def __init__(self) -> None:
        self.left = 0  # writes until the end, 0 for no end

    def burn(self) -> None:
        """Count a moment at which the browser may die."""
        if self.left:
            self.left -= 1
            if not self.left:
                raise Death


class LocalStorage:
    """A store that answers at once and reaches the disk later, in the order of its writes."""

    def __init__(self, fuse: Fuse) -> None:
        self.texts: dict[str, str] = {}
        self.on_disk: dict[str, str] = {}
        self.is_full = False
        self._unwritten: list[tuple[str, str | None]] = []
        self._fuse = fuse

    def get(self, key: str) -> str | None:
        """Return the text under a key, None without one."""
        return self.texts.get(key)

    def set(self, key: str, text: str) -> None:
        """Store a text; a full store takes only what is shorter than before."""
        self._fuse.burn()
        if self.is_full and len(text) > len(self.texts.get(key, "")):
            raise StoreError("full")
        self.texts[key] = text
        self._unwritten.append((key, text))
        self._fuse.burn()

    def remove(self, key: str) -> None:
        """Remove a key."""
        self._fuse.burn()
        if self.texts.pop(key, None) is not None:
            self._unwritten.append((key, None))
        self._fuse.burn()

    def keys(self) -> list[str]:
        """Return all keys."""
        return list(self.texts)

    def flush(self, count: int | None = None) -> None:
        """Let so many of the oldest writes reach the disk, all by default."""
        count = len(self._unwritten) if count is None else count
        for key, text in self._unwritten[:count]:
            if text is None:
                self.on_disk.pop(key, None)
            else:
                self.on_disk[key] = text
        del self._unwritten[:count]

    def die(self, chance: int) -> None:
        """Lose what has not reached the disk, of which `chance` says how much."""
        self.flush(chance % (len(self._unwritten) + 1))
        self._unwritten.clear()
        self.texts = dict(self.on_disk)

    def clear(self) -> None:
        """Forget everything, on the disk too."""
        self.texts, self.on_disk = {}, {}
        self._unwritten.clear()


class _Work(NamedTuple):
    do: Callable[[], None]
    on_done: Callable[[bool], None]


class Database:
    """A store whose answers come later, and then are true: what it said is on the disk."""

    def __init__(self, fuse: Fuse, on_kept: Callable[[str, str], None]) -> None:
        self.texts: dict[tuple[str, int], str] = {}
        self.deleted: dict[str, int] = {}
        self._removed: dict[str, int] = {}  # as `deleted`, from when a page has asked for it
        self.is_failing = False
        self.is_late = False  # says that it has failed, and does the work later
        self.is_silent = False  # when a page starts
        self.is_mute = False  # when a page wants to read a text
        self._on_kept = on_kept  # called with a key and a text when a page hears that it is kept
        self._waiting: list[_Work] = []
        self._late: list[_Work] = []
        self._fuse = fuse

    def keys(self) -> set[str]:
        """Return the keys of all texts and deletions."""
        return {*self.deleted, *(key for key, _ in self.texts)}

    async def read_contents(self) -> BackupContents:
        """Return the orders of all copies and deletions."""
        if self.is_silent:
            raise StoreError("other")
        self.work()  # transactions keep their order
        orders: dict[str, list[int]] = {}
        for key, order in self.texts:
            orders.setdefault(key, []).append(order)
        return BackupContents(orders, dict(self.deleted))

    async def read_orders(self, key: str) -> list[int]:
        """Return the orders of the copies of a key."""
        return list((await self.read_contents()).orders_by_key.get(key, ()))

    async def read(self, key: str, order: int) -> str | None:
        """Return a text, None without one."""
        if self.is_mute:
            raise StoreError("other")
        return self.texts.get((key, order))

    def write(
        self, key: str, order: int, text: str, drop: Sequence[int], on_done: Callable[[bool], None]
    ) -> None:
        """Begin to write a text."""

        def do() -> None:
            for old in drop:
                self.texts.pop((key, old), None)
            self.texts[key, order] = text

        def answer(ok: bool) -> None:
            if ok and order > self._removed.get(key, -1):
                self._on_kept(key, text)
            on_done(ok)

        self._begin(do, answer)

    def remove(self, key: str, order: int) -> None:
        """Begin to remove the copies of a key."""
        self._removed[key] = order

        def do() -> None:
            for stored in [at for at in self.texts if at[0] == key and at[1] <= order]:
                del self.texts[stored]
            self.deleted[key] = order

        self._begin(do, lambda ok: None)

    def forget_deletion(self, key: str) -> None:
        """Begin to forget a deletion."""

        def do() -> None:
            self.deleted.pop(key, None)

        self._begin(do, lambda ok: None)

    def _begin(self, do: Callable[[], None], on_done: Callable[[bool], None]) -> None:
        self._fuse.burn()
        self._waiting.append(_Work(do, on_done))

    def work(self, count: int | None = None) -> None:
        """Do so much of the oldest work and answer, all by default; fail if it is failing."""
        count = len(self._waiting) if count is None else count
        for _ in range(min(count, len(self._waiting))):
            work = self._waiting.pop(0)
            if self.is_late:
                self._late.append(work)
                work.on_done(False)
                continue
            self._do_late(len(self._late))
            if not self.is_failing:
                work.do()
            self._fuse.burn()  # done, and the answer comes too late
            work.on_done(not self.is_failing)

    def _do_late(self, count: int) -> None:
        """Do what pages have given up: transactions keep their order."""
        for work in self._late[:count]:
            work.do()
        self._late.clear()

    def leave(self) -> None:
        """Do the work of pages that have gone: nobody hears the answers."""
        self._do_late(len(self._late))
        for work in self._waiting:
            if not self.is_failing:
                work.do()
        self._waiting.clear()

    def die(self, chance: int) -> None:
        """Lose the work that nobody was answered, of which `chance` says how much."""
        done = chance % (len(self._late) + len(self._waiting) + 1)
        waiting = () if self.is_failing else self._waiting[: max(0, done - len(self._late))]
        self._do_late(done)
        for work in waiting:
            work.do()
        self._waiting.clear()

    def clear(self) -> None:
        """Forget everything."""
        self._late.clear()
        self.texts, self.deleted, self._removed = {}, {}, {}
