"""The browser's local storage as a `KeyValueStore`, with every way in which it can fail."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException, to_js
from pyscript import window

from tashkalar.ui.storage.key_value_store import KeyValueStore, MemoryStore, StoreError

_ASKED_KEY = "tashkalar.asked.v1"

# Names of JavaScript errors; the second is how older Firefoxes call the first.
_REASON_BY_ERROR = {
    "QuotaExceededError": "full",
    "NS_ERROR_DOM_QUOTA_REACHED": "full",
    "SecurityError": "off",
}


def _to_store_error(error: JsException) -> StoreError:
    # What is thrown may come wrapped, with its own name only in the text.
    told = f"{getattr(error, 'name', '')} {error}"
    return StoreError(
        next((_REASON_BY_ERROR[name] for name in _REASON_BY_ERROR if name in told), "other")
    )


class LocalStore:
    """`window.localStorage`, looked up each time: a browser may switch it off at any moment."""

    @staticmethod
    def _local_storage() -> Any:
        storage = window.localStorage
        if not storage and not hasattr(storage, "getItem"):  # null in some embedded browsers
            raise StoreError("off")
        return storage

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""
        try:
            text = self._local_storage().getItem(key)
        except JsException as error:
            raise _to_store_error(error) from None
        return text if isinstance(text, str) else None  # JavaScript's null is not None

    def set(self, key: str, text: str) -> None:
        """Put a text under a key; if that fails, what was there before is still there."""
        try:
            self._local_storage().setItem(key, text)
        except JsException as error:
            raise _to_store_error(error) from None

    def remove(self, key: str) -> None:
        """Remove a key, if it is there."""
        try:
            self._local_storage().removeItem(key)
        except JsException as error:
            raise _to_store_error(error) from None

    def keys(self) -> list[str]:
        """All keys, also those of other programs."""
        try:
            storage = self._local_storage()
            keys = [storage.key(number) for number in range(storage.length)]
        except JsException as error:
            raise _to_store_error(error) from None
        return [key for key in keys if isinstance(key, str)]


def open_store() -> tuple[KeyValueStore, str | None]:
    """The browser's storage, or one in memory and the reason why: ``"off"`` or ``"other"``.

    A full storage can still be read, so that is no reason.
    """
    store = LocalStore()
    try:
        store.keys()
    except StoreError as error:
        return MemoryStore(), error.reason
    return store, None


async def ask_to_persist(store: KeyValueStore) -> None:
    """Ask the browser not to clear the games when it needs room.

    Once ever, because some browsers pass the question on to the person.
    """
    try:
        if store.get(_ASKED_KEY) is not None or await window.navigator.storage.persisted():
            return
        if await _is_denied():
            return
        store.set(_ASKED_KEY, "1")
        await window.navigator.storage.persist()
    except (StoreError, AttributeError, JsException):
        return  # then the games last as long as the browser likes, as before


async def _is_denied() -> bool:
    try:
        asked = to_js({"name": "persistent-storage"})
        permission = await window.navigator.permissions.query(asked)
    except (AttributeError, JsException):  # a browser that does not know this permission
        return False
    return str(permission.state) == "denied"
