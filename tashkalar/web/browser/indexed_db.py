"""The database of ``static/js/boot/backup_database.js`` as a `BackupDatabase`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from pyodide.ffi import JsException, to_js
from pyscript import window

from tashkalar.ui.storage.backup import BackupContents, BackupDatabase, NoBackupDatabase
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.storage.save_record import MAX_SAFE_INTEGER, is_integer_in_range
from tashkalar.web.browser.tasks import start_task


class IndexedDatabase:
    """IndexedDB, which the page has opened and read before Python started."""

    def __init__(self, copies: Any) -> None:
        self._js_database = copies

    async def read_contents(self) -> BackupContents:
        """Return the contents of the database when the page was opened."""
        try:
            data = json.loads(str(await self._js_database.stored))
        except JsException as error:
            is_newer = "VersionError" in f"{getattr(error, 'name', '')} {error}"
            raise StoreError("newer" if is_newer else "other") from None
        saves: dict[str, list[int]] = {}
        for key, order in filter(_is_key_and_order, data["saves"]):
            saves.setdefault(key, []).append(order)
        return BackupContents(saves, dict(filter(_is_key_and_order, data["gone"])))

    async def read_orders(self, key: str) -> Sequence[int]:
        """Return the orders of the copies of a key that any page has written by now."""
        try:
            (copies,) = json.loads(str(await self._js_database.listNow(key)))
        except JsException:
            raise StoreError("other") from None
        return [order for _, order in filter(_is_key_and_order, copies)]

    async def read(self, key: str, order: int) -> str | None:
        """Return a text, or None."""
        try:
            (text,) = await self._js_database.read(key, order)
        except JsException:
            raise StoreError("other") from None
        return text if isinstance(text, str) else None

    def write(
        self, key: str, order: int, text: str, drop: Sequence[int], on_done: Callable[[bool], None]
    ) -> None:
        """Write a text, and delete the copies of the key with the orders in `drop`."""
        written = self._js_database.write(key, order, text, to_js(list(drop)))
        start_task(_report_result(written, on_done))

    def remove(self, key: str, order: int) -> None:
        """Remove the copies of a key up to an order, and note that the key was deleted."""
        self._js_database.remove(key, order)

    def forget_deletion(self, key: str) -> None:
        """Remove the note that a key was deleted."""
        self._js_database.forget(key)


async def _report_result(written: Any, on_done: Callable[[bool], None]) -> None:
    try:
        await written
    except JsException:
        on_done(False)
    else:
        on_done(True)


def _is_key_and_order(pair: object) -> bool:
    """Tell whether data from the database is a key with its order.

    Another program on this origin may have written anything.
    """
    match pair:
        case [str(), order]:
            return is_integer_in_range(order, 0, MAX_SAFE_INTEGER)
    return False


def open_backup_database() -> BackupDatabase:
    """Return the browser's database; a board inside another page has none."""
    backup = getattr(window.tashkalar, "backup", None)
    return IndexedDatabase(backup) if backup else NoBackupDatabase()
