"""The wheels of packs in the browser's database: local storage is too small for them."""

from __future__ import annotations

import base64
from typing import Any

from pyodide.ffi import JsException
from pyscript import storage

from tashkalar.ui.storage.key_value_store import StoreError

_DATABASE_NAME = "tashkalar-packs"


class WheelStore:
    """Wheels by the id of their pack; the database is opened on first use."""

    def __init__(self) -> None:
        self._database: Any = None

    async def _open_database(self) -> Any:
        if self._database is None:
            try:
                self._database = await storage(_DATABASE_NAME)
            except JsException:
                raise StoreError("off") from None
        return self._database

    async def get(self, id: str) -> bytes | None:
        """Return the wheel of a pack, or None."""
        text = (await self._open_database()).get(id)
        try:
            return base64.b64decode(text, validate=True) if isinstance(text, str) else None
        except ValueError:
            return None

    async def put(self, id: str, data: bytes) -> None:
        """Store a wheel."""
        store = await self._open_database()
        try:
            store[id] = base64.b64encode(data).decode()
            await store.sync()
        except JsException:
            raise StoreError("full") from None

    async def remove(self, id: str) -> None:
        """Delete a wheel."""
        store = await self._open_database()
        try:
            if id in store:
                del store[id]
                await store.sync()
        except JsException:
            raise StoreError("other") from None
