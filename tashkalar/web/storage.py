"""The browser's local storage as a `Store`, with every way in which it can fail."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException
from pyscript import window

from tashkalar.ui.shelf import MemoryStore, Store, StoreError

# Names of JavaScript errors; the second is how older Firefoxes call the first.
_REASONS = {
    "QuotaExceededError": "full",
    "NS_ERROR_DOM_QUOTA_REACHED": "full",
    "SecurityError": "off",
}


def _store_error(error: JsException) -> StoreError:
    # What is thrown may come wrapped, with its own name only in the text.
    told = f"{getattr(error, 'name', '')} {error}"
    return StoreError(next((_REASONS[name] for name in _REASONS if name in told), "other"))


class LocalStore:
    """`window.localStorage`, looked up each time: a browser may switch it off at any moment."""

    @staticmethod
    def _storage() -> Any:
        storage = window.localStorage
        if not storage and not hasattr(storage, "getItem"):  # null in some embedded browsers
            raise StoreError("off")
        return storage

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""
        try:
            text = self._storage().getItem(key)
        except JsException as error:
            raise _store_error(error) from None
        return text if isinstance(text, str) else None  # JavaScript's null is not None

    def set(self, key: str, text: str) -> None:
        """Put a text under a key; if that fails, what was there before is still there."""
        try:
            self._storage().setItem(key, text)
        except JsException as error:
            raise _store_error(error) from None

    def remove(self, key: str) -> None:
        """Remove a key, if it is there."""
        try:
            self._storage().removeItem(key)
        except JsException as error:
            raise _store_error(error) from None

    def keys(self) -> list[str]:
        """All keys, also those of other programs."""
        try:
            storage = self._storage()
            keys = [storage.key(number) for number in range(storage.length)]
        except JsException as error:
            raise _store_error(error) from None
        return [key for key in keys if isinstance(key, str)]


def open_store() -> tuple[Store, str | None]:
    """The browser's storage, or one in memory and the reason why: ``"off"`` or ``"other"``.

    A full storage can still be read, so that is no reason.
    """
    store = LocalStore()
    try:
        store.keys()
    except StoreError as error:
        return MemoryStore(), error.reason
    return store, None
