"""Files out and in: downloads, and a file that the person picks."""

from __future__ import annotations

import asyncio
from typing import Any

from pyodide.ffi import create_once_callable
from pyscript import document, window

from tashkalar.web.dom import Node

LARGEST = 4_000_000  # bytes of a game file that are read


def download(name: str, text: str) -> None:
    """Offer a text as a file."""
    blob = window.Blob.new([text], {"type": "application/json"})
    address = window.URL.createObjectURL(blob)
    link = document.createElement("a")
    link.href = address
    link.download = name
    link.click()
    window.setTimeout(create_once_callable(lambda: window.URL.revokeObjectURL(address)), 10_000)


async def pick(chooser: Node) -> str | None:
    """Let the person pick a file; its text, or None when nothing was picked."""
    chosen: asyncio.Future[Any] = asyncio.get_event_loop().create_future()

    def settle(event: Any) -> None:
        if not chosen.done():
            chosen.set_result(chooser.files.item(0) if event.type == "change" else None)

    chooser.value = ""
    for kind in ("change", "cancel"):
        chooser.addEventListener(kind, create_once_callable(settle), {"once": True})
    chooser.click()
    file = await chosen
    if file is None:
        return None
    text: str = await file.slice(0, LARGEST).text()
    return text
