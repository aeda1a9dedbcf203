"""The second copy of every save, in a store that lasts but answers later, such as IndexedDB.

A browser writes its local storage to the disk when it likes, so one that is killed, or a device
that loses its power, has forgotten the last decisions. Whatever is saved goes into a
`BackupDatabase` as well, under its key and its order; at the start the higher order wins. The
copies of the last turns' ends stay, for a day on which the newest cannot be read.

There is no browser in here. Nothing in here raises because a database fails: it is the second
copy, and the first one tells a person what there is to tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from tashkalar.ui.storage.key_value_store import StoreError

MAX_TURN_END_COPIES = 3
"""How many earlier turns' ends are kept of a game, beside its newest copy."""


class BackupContents(NamedTuple):
    """What a database holds."""

    orders_by_key: Mapping[str, Sequence[int]]  # by key, the orders of its copies
    deletions: Mapping[str, int]  # what a person has deleted, by key: the order at which it was


class BackupDatabase(Protocol):
    """Texts by key and order. `read_contents` and `read` raise `StoreError` when they cannot be
    had.

    What is written is written as soon as can be; whether it was, nobody waits for.
    """

    async def read_contents(self) -> BackupContents:
        """What there is."""

    async def read(self, key: str, order: int) -> str | None:
        """A text, None when there is none."""

    def write(self, key: str, order: int, text: str, drop: Sequence[int]) -> None:
        """Put a text there, and take away the copies of the key with the orders in `drop`."""

    def remove(self, key: str, order: int) -> None:
        """Take away the copies of a key up to an order, and remember that it is gone."""

    def forget_deletion(self, key: str) -> None:
        """Do not remember any longer that a key is gone."""


class NoBackupDatabase:
    """Where there is none."""

    async def read_contents(self) -> BackupContents:
        """Nothing."""
        return BackupContents({}, {})

    async def read(self, key: str, order: int) -> str | None:
        """Nothing."""
        return None

    def write(self, key: str, order: int, text: str, drop: Sequence[int]) -> None:
        """Nothing happens."""

    def remove(self, key: str, order: int) -> None:
        """Nothing happens."""

    def forget_deletion(self, key: str) -> None:
        """Nothing happens."""


class _BackupCopy(NamedTuple):
    order: int
    turn: int  # 0 if unknown


class SaveBackups:
    """The copies of all saves: which there are, which are kept, and which is the newest."""

    def __init__(self, database: BackupDatabase) -> None:
        self._database = database
        self._copies: dict[str, list[_BackupCopy]] = {}  # by key, the oldest first
        self._deletions: dict[str, int] = {}
        self._has_contents = False  # what the database holds

    async def load_contents(self) -> bool:
        """Find out what there is; False when that cannot be known."""
        try:
            found = await self._database.read_contents()
        except StoreError:
            return False
        for key, orders in found.orders_by_key.items():
            self._copies[key] = [_BackupCopy(order, 0) for order in sorted(set(orders))]
        self._deletions = dict(found.deletions)
        self._has_contents = True
        return True

    @property
    def highest_order(self) -> int:
        """The highest order of all copies, 0 without any."""
        orders = (copy.order for kept in self._copies.values() for copy in kept)
        return max(orders, default=0)

    def all_keys(self) -> list[str]:
        """What there are copies of."""
        return list(self._copies)

    def may_hold(self, key: str) -> bool:
        """Whether there are copies of a key, as far as that is known."""
        unknown = not self._has_contents and not isinstance(self._database, NoBackupDatabase)
        return unknown or (self._has_contents and key in self._copies)

    def newest_order(self, key: str) -> int:
        """The order of the newest copy, -1 without one."""
        kept = self._copies.get(key)
        return kept[-1].order if kept else -1

    def deletions(self) -> Iterator[tuple[str, int]]:
        """The keys that a person has deleted, each with the order at which it was."""
        yield from self._deletions.items()

    async def read_newer_texts(self, key: str, order: int = -1) -> list[str]:
        """The texts of a key with a higher order than this, the newest first; all by default."""
        orders = [copy.order for copy in self._copies.get(key, ()) if copy.order > order]
        texts = [await self._read_text(key, order) for order in reversed(orders)]
        return [text for text in texts if text is not None]

    async def _read_text(self, key: str, order: int) -> str | None:
        try:
            return await self._database.read(key, order)
        except StoreError:
            return None

    def write_newest(self, key: str, order: int, turn: int, text: str) -> None:
        """Write the newest text of a game, `turn` of it. It takes the place of the last copy.

        But the first copy of a turn, the end of the one before it, stays for some turns.
        """
        kept = self._copies.setdefault(key, [])
        drop = [copy.order for copy in kept if copy.order == order]
        kept[:] = [copy for copy in kept if copy.order != order]
        if len(kept) > 1 and kept[-1].turn == kept[-2].turn:  # no turn ended with it
            drop.append(kept.pop().order)
        kept.append(_BackupCopy(order, turn))
        while len(kept) > MAX_TURN_END_COPIES + 1:
            drop.append(kept.pop(0).order)
        self._deletions.pop(key, None)
        self._database.write(key, order, text, [old for old in drop if old != order])

    def remove(self, key: str, order: int) -> None:
        """A person has deleted it at this order."""
        self._copies.pop(key, None)
        self._deletions[key] = order
        self._database.remove(key, order)

    def forget_deletions(self, keys: Iterable[str]) -> None:
        """The first store has lost these too, so nothing need be remembered of them."""
        for key in keys:
            del self._deletions[key]
            self._database.forget_deletion(key)
