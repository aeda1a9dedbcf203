"""The second copy of every save, in a store that lasts but answers later, such as IndexedDB.

A browser writes its local storage to the disk when it likes, so one that is killed, or a device
that loses its power, has forgotten the last decisions. Whatever is saved goes into a `Database`
as well, under its key and its order; at the start the higher order wins. The copies of the last
turns' ends stay, for a day on which the newest cannot be read.

There is no browser in here. Nothing in here raises because a database fails: it is the second
copy, and the first one tells a person what there is to tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from tashkalar.ui.storage.key_value_store import StoreError

GENERATIONS = 3
"""How many earlier turns' ends are kept of a game, beside its newest copy."""


class Found(NamedTuple):
    """What a database holds."""

    saves: Mapping[str, Sequence[int]]  # by key, the orders of its copies
    gone: Mapping[str, int]  # what a person has deleted, by key: the order at which it was


class Database(Protocol):
    """Texts by key and order. `found` and `read` raise `StoreError` when they cannot be had.

    What is written is written as soon as can be; whether it was, nobody waits for.
    """

    async def found(self) -> Found:
        """What there is."""

    async def read(self, key: str, order: int) -> str | None:
        """A text, None when there is none."""

    def write(self, key: str, order: int, text: str, drop: Sequence[int]) -> None:
        """Put a text there, and take away the copies of the key with the orders in `drop`."""

    def remove(self, key: str, order: int) -> None:
        """Take away the copies of a key up to an order, and remember that it is gone."""

    def forget(self, key: str) -> None:
        """Do not remember any longer that a key is gone."""


class NoDatabase:
    """Where there is none."""

    async def found(self) -> Found:
        """Nothing."""
        return Found({}, {})

    async def read(self, key: str, order: int) -> str | None:
        """Nothing."""
        return None

    def write(self, key: str, order: int, text: str, drop: Sequence[int]) -> None:
        """Nothing happens."""

    def remove(self, key: str, order: int) -> None:
        """Nothing happens."""

    def forget(self, key: str) -> None:
        """Nothing happens."""


class _Copy(NamedTuple):
    order: int
    turn: int  # 0 if unknown


class Copies:
    """The copies of all saves: which there are, which are kept, and which is the newest."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: dict[str, list[_Copy]] = {}  # by key, the oldest first
        self._gone: dict[str, int] = {}
        self._is_known = False  # what the database holds

    async def look(self) -> bool:
        """Find out what there is; False when that cannot be known."""
        try:
            found = await self._database.found()
        except StoreError:
            return False
        for key, orders in found.saves.items():
            self._kept[key] = [_Copy(order, 0) for order in sorted(set(orders))]
        self._gone = dict(found.gone)
        self._is_known = True
        return True

    @property
    def highest(self) -> int:
        """The highest order of all copies, 0 without any."""
        orders = (copy.order for kept in self._kept.values() for copy in kept)
        return max(orders, default=0)

    def all_keys(self) -> list[str]:
        """What there are copies of."""
        return list(self._kept)

    def may_hold(self, key: str) -> bool:
        """Whether there are copies of a key, as far as that is known."""
        unknown = not self._is_known and not isinstance(self._database, NoDatabase)
        return unknown or (self._is_known and key in self._kept)

    def newest(self, key: str) -> int:
        """The order of the newest copy, -1 without one."""
        kept = self._kept.get(key)
        return kept[-1].order if kept else -1

    def gone(self) -> Iterator[tuple[str, int]]:
        """The keys that a person has deleted, each with the order at which it was."""
        yield from self._gone.items()

    async def after(self, key: str, order: int = -1) -> list[str]:
        """The texts of a key with a higher order than this, the newest first; all by default."""
        orders = [copy.order for copy in self._kept.get(key, ()) if copy.order > order]
        texts = [await self._read(key, order) for order in reversed(orders)]
        return [text for text in texts if text is not None]

    async def _read(self, key: str, order: int) -> str | None:
        try:
            return await self._database.read(key, order)
        except StoreError:
            return None

    def keep(self, key: str, order: int, turn: int, text: str) -> None:
        """Write the newest text of a game, `turn` of it. It takes the place of the last copy.

        But the first copy of a turn, the end of the one before it, stays for some turns.
        """
        kept = self._kept.setdefault(key, [])
        drop = [copy.order for copy in kept if copy.order == order]
        kept[:] = [copy for copy in kept if copy.order != order]
        if len(kept) > 1 and kept[-1].turn == kept[-2].turn:  # no turn ended with it
            drop.append(kept.pop().order)
        kept.append(_Copy(order, turn))
        while len(kept) > GENERATIONS + 1:
            drop.append(kept.pop(0).order)
        self._gone.pop(key, None)
        self._database.write(key, order, text, [old for old in drop if old != order])

    def remove(self, key: str, order: int) -> None:
        """A person has deleted it at this order."""
        self._kept.pop(key, None)
        self._gone[key] = order
        self._database.remove(key, order)

    def forget(self, keys: Iterable[str]) -> None:
        """The first store has lost these too, so nothing need be remembered of them."""
        for key in keys:
            del self._gone[key]
            self._database.forget(key)
