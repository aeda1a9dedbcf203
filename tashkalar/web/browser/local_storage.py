"""The browser's local storage as a `KeyValueStore`, with every way in which it can fail."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException
from pyscript import window

from tashkalar.ui.storage.key_value_store import KeyValueStore, MemoryStore, StoreError
from tashkalar.ui.storage.stored_kinds import LimitedStore
from tashkalar.web.browser.optional_features import can_ask_to_persist, persist

_ASKED_KEY = "tashkalar.asked.v1"

# Names of JavaScript errors; the second is how older Firefoxes call the first.
_REASON_BY_ERROR = {
    "QuotaExceededError": "full",
    "NS_ERROR_DOM_QUOTA_REACHED": "full",
    "SecurityError": "off",
}


def _to_store_error(error: JsException) -> StoreError:
    # The error may be wrapped, with its own name only in the text.
    error_text = f"{getattr(error, 'name', '')} {error}"
    return StoreError(
        next((_REASON_BY_ERROR[name] for name in _REASON_BY_ERROR if name in error_text), "other")
    )


class LocalStore:
    """`window.localStorage`, looked up each time: a browser may disable it at any moment."""

    @staticmethod
    def _local_storage() -> Any:
        storage = window.localStorage
        if not storage and not hasattr(storage, "getItem"):  # null in some embedded browsers
            raise StoreError("off")
        return storage

    def get(self, key: str) -> str | None:
        """Return the text of a key, or None."""
        try:
            text = self._local_storage().getItem(key)
        except JsException as error:
            raise _to_store_error(error) from None
        return text if isinstance(text, str) else None  # JavaScript's null is not None

    def set(self, key: str, text: str) -> None:
        """Set the text of a key; if that fails, the previous text stays."""
        try:
            self._local_storage().setItem(key, text)
        except JsException as error:
            raise _to_store_error(error) from None

    def remove(self, key: str) -> None:
        """Remove a key, if it exists."""
        try:
            self._local_storage().removeItem(key)
        except JsException as error:
            raise _to_store_error(error) from None

    def keys(self) -> list[str]:
        """Return all keys, including those of other programs."""
        try:
            storage = self._local_storage()
            keys = [storage.key(number) for number in range(storage.length)]
        except JsException as error:
            raise _to_store_error(error) from None
        return [key for key in keys if isinstance(key, str)]


def open_store() -> tuple[KeyValueStore, str | None]:
    """Return the browser's storage, or a store in memory and the reason.

    The reason is ``"off"`` or ``"other"``. A full storage can still be read, so it is returned.
    """
    store = LocalStore()
    try:
        store.keys()
    except StoreError as error:
        return MemoryStore(), error.reason
    return LimitedStore(store), None


async def ask_to_persist(store: KeyValueStore) -> None:
    """Ask the browser not to clear the games when it needs room.

    Ask only once ever, because some browsers pass the question on to the person.
    """
    try:
        if store.get(_ASKED_KEY) is not None or not await can_ask_to_persist():
            return
        store.set(_ASKED_KEY, "1")
    except StoreError:
        return  # the browser may still clear the games
    await persist()
