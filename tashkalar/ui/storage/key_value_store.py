"""A store of texts by key, such as a browser's local storage, and how it can fail."""

from __future__ import annotations

from typing import Protocol

STORE_ERROR_REASONS = ("off", "full", "other")


class StoreError(Exception):
    """A store cannot be used: `reason` is ``"off"``, ``"full"`` or ``"other"``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason if reason in STORE_ERROR_REASONS else "other"


class KeyValueStore(Protocol):
    """Texts by key. Every method raises `StoreError` when the store cannot be used."""

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""

    def set(self, key: str, text: str) -> None:
        """Put a text under a key; if that fails, what was there before is still there."""

    def remove(self, key: str) -> None:
        """Remove a key, if it is there."""

    def keys(self) -> list[str]:
        """All keys, also those of other programs."""


class MemoryStore:
    """A store that lasts as long as the page: for tests, and where the browser has none."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""
        return self.texts.get(key)

    def set(self, key: str, text: str) -> None:
        """Put a text under a key."""
        self.texts[key] = text

    def remove(self, key: str) -> None:
        """Remove a key, if it is there."""
        self.texts.pop(key, None)

    def keys(self) -> list[str]:
        """All keys."""
        return list(self.texts)
