"""The database of ``static/js/copies.js`` as a `Database`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pyodide.ffi import JsException, to_js
from pyscript import window

from tashkalar.ui.storage.backup import Database, Found, NoDatabase
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.storage.save_record import HIGHEST, is_number


class IndexedDatabase:
    """IndexedDB, opened and first read before Python was there."""

    def __init__(self, copies: Any) -> None:
        self._copies = copies

    async def found(self) -> Found:
        """What there was when the page was begun."""
        try:
            data = json.loads(str(await self._copies.found))
        except JsException:
            raise StoreError("other") from None
        saves: dict[str, list[int]] = {}
        for key, order in filter(_is_pair, data["saves"]):
            saves.setdefault(key, []).append(order)
        return Found(saves, dict(filter(_is_pair, data["gone"])))

    async def read(self, key: str, order: int) -> str | None:
        """A text, None when there is none."""
        try:
            (text,) = await self._copies.read(key, order)
        except JsException:
            raise StoreError("other") from None
        return text if isinstance(text, str) else None

    def write(self, key: str, order: int, text: str, drop: Sequence[int]) -> None:
        """Put a text there, and take some away."""
        self._copies.write(key, order, text, to_js(list(drop)))

    def remove(self, key: str, order: int) -> None:
        """Take the copies of a key away."""
        self._copies.remove(key, order)

    def forget(self, key: str) -> None:
        """Do not remember any longer that a key is gone."""
        self._copies.forget(key)


def _is_pair(pair: object) -> bool:
    """Another program on this origin may have written anything."""
    match pair:
        case [str(), order]:
            return is_number(order, 0, HIGHEST)
    return False


def open_copies() -> Database:
    """The browser's database; none on a board inside another page."""
    copies = getattr(window.tashkalar, "copies", None)
    return IndexedDatabase(copies) if copies else NoDatabase()
