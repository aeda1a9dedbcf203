"""Files: downloads, fetched files, and files that the person picks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

from pyodide.ffi import JsException, create_once_callable, create_proxy
from pyscript import document, fetch, window

from tashkalar.pasted_text import decode_file
from tashkalar.ui.start.url_parameters import ResolvedUrl
from tashkalar.web.browser.dom import DomNode
from tashkalar.web.browser.optional_features import UNAVAILABLE
from tashkalar.web.browser.tasks import start_task

MAX_FILE_BYTES = 4_000_000  # the rest of a longer file is not read
_kept_texts: dict[str, str] = {}  # by address, see `keep_text`
_fetching_count = 0


def resolve_address(text: str, base: str) -> ResolvedUrl | None:
    """Resolve an address relative to `base`, as the browser does; None if it is invalid."""
    try:
        address = window.URL.new(text, base)
    except JsException:
        return None
    return ResolvedUrl(
        href=str(address.href).partition("#")[0],
        file_name=unquote(str(address.pathname).rpartition("/")[2]),
        fragment=str(address.hash).removeprefix("#"),
        is_same_site=bool(address.origin == window.location.origin),
    )


def download_record(name: str, text: str) -> None:
    """Offer a record as a file of its own kind (``docs/tkr.md``); `name` has no suffix."""
    download(f"{name}.tkr", text, "text/vnd.tash-kalar.record")


def download(name: str, text: str, kind: str = "application/json") -> None:
    """Offer a text as a file."""
    blob = window.Blob.new([text], {"type": kind})
    address = window.URL.createObjectURL(blob)
    link = document.createElement("a")
    link.href = address
    link.download = name
    link.click()
    window.setTimeout(create_once_callable(lambda: window.URL.revokeObjectURL(address)), 10_000)


async def pick_file_text(chooser: DomNode, most_bytes: int = MAX_FILE_BYTES) -> str | None:
    """Let the person pick a file; return its text, or None if no file was picked.

    The rest of a file of more than `most_bytes` is not read. A file in UTF-16 is decoded; of bytes
    that are no text, signs stand in their place.
    """
    file = await _pick_file(chooser)
    return None if file is None else await read_text(file, most_bytes)


async def read_text(file: Any, most_bytes: int = MAX_FILE_BYTES) -> str:
    """Return the text of a file of the browser, as `pick_file_text` does."""
    content: bytes = (await file.slice(0, most_bytes).arrayBuffer()).to_bytes()
    return _decode(content)


def take_launched_files(take: Callable[[str], object]) -> None:
    """Pass on the text of each file that the system opens with the installed app.

    The rest of a file of more than `MAX_FILE_BYTES` is not read.
    """

    async def read(files: Any) -> None:
        for handle in files:
            take(await read_text(await handle.getFile()))

    def consume(launched: Any) -> None:
        start_task(read(launched.files))

    try:
        window.launchQueue.setConsumer(create_proxy(consume))
    except UNAVAILABLE:
        return


def _decode(content: bytes) -> str:
    try:
        return decode_file(content)
    except ValueError:
        return content.decode(errors="replace")


async def pick_file_bytes(chooser: DomNode) -> tuple[str, bytes] | None:
    """Let the person pick a file; return its name and content, or None if no file was picked."""
    file = await _pick_file(chooser)
    if file is None:
        return None
    buffer = await file.slice(0, MAX_FILE_BYTES).arrayBuffer()
    return str(file.name), buffer.to_bytes()


def keep_text(address: str, text: str) -> None:
    """Keep the text at an address for the next that fetches it."""
    _kept_texts[address] = text


@contextmanager
def _shown_as_fetching() -> Iterator[None]:
    """Show that something is fetched, as long as this lasts; the style waits a moment first."""
    global _fetching_count
    _fetching_count += 1
    bar = document.getElementById("progress")
    bar.dataset.fetching = ""
    bar.removeAttribute("aria-valuenow")  # nobody knows how much is there
    try:
        yield
    finally:
        _fetching_count -= 1
        if not _fetching_count:
            bar.removeAttribute("data-fetching")


async def fetch_text(address: str) -> str:
    """Fetch the text at an address; OSError names the reason if that fails."""
    if address in _kept_texts:
        return _kept_texts.pop(address)
    try:
        with _shown_as_fetching():
            response = await fetch(address)
            if not response.ok:
                raise OSError(str(response.status))
            content = bytes(await response.arrayBuffer())
    except JsException as error:  # the connection has dropped
        raise OSError(str(error)) from None
    return _decode(content)


async def fetch_bytes(address: str) -> bytes | None:
    """Fetch at most `MAX_FILE_BYTES` of the file at an address; None if that fails."""
    try:
        with _shown_as_fetching():
            response = await window.fetch(address)
            if not response.ok:
                return None
            buffer = await (await response.blob()).slice(0, MAX_FILE_BYTES).arrayBuffer()
    except JsException:
        return None
    data: bytes = buffer.to_bytes()
    return data


async def _pick_file(chooser: DomNode) -> Any:
    """Let the person pick a file; return it, or None."""
    chosen: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settle(event: Any) -> None:
        if not chosen.done():
            chosen.set_result(chooser.files.item(0) if event.type == "change" else None)

    handler = create_proxy(settle)
    try:
        for kind in ("change", "cancel"):
            chooser.addEventListener(kind, handler)
        chooser.value = ""
        chooser.click()
        return await chosen
    finally:
        for kind in ("change", "cancel"):
            chooser.removeEventListener(kind, handler)
        handler.destroy()
