"""Keep a computed value for as long as the key that it depends on stays the same."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Memo(Generic[Value]):
    """Keep one value together with its key.

    A key is compared with `==`. Tuples compare their items by identity first, so a position or a
    tuple of moves in a key costs little while it stays the same object.
    """

    def __init__(self) -> None:
        self._entry: tuple[object, Value] | None = None

    def get(self, key: object, compute: Callable[[], Value]) -> Value:
        """Return the value kept for the key; call `compute` if the key is another one."""
        if self._entry is None or self._entry[0] != key:
            self._entry = key, compute()
        return self._entry[1]

    def set(self, key: object, value: Value) -> None:
        """Replace the key and the value."""
        self._entry = key, value

    def find(self, key: object) -> Value | None:
        """Return the value kept for the key; None if the key is another one."""
        return None if self._entry is None or self._entry[0] != key else self._entry[1]


class KeyedMemo(Generic[Key, Value]):
    """Keep a value for each of several keys, together with what the value depends on.

    `is_same` compares what a value depends on: `operator.is_` where a comparison of contents would
    take long, as for a move, which leads to all moves before it.
    """

    def __init__(self, is_same: Callable[[object, object], bool] = eq) -> None:
        self._is_same = is_same
        self._entries: dict[Key, tuple[object, Value]] = {}

    def find(self, key: Key, depends_on: object) -> Value | None:
        """Return the value of a key; None if what the value depends on has changed."""
        entry = self._entries.get(key)
        return entry[1] if entry and self._is_same(entry[0], depends_on) else None

    def set(self, key: Key, depends_on: object, value: Value) -> None:
        """Replace the value of a key."""
        self._entries[key] = depends_on, value
