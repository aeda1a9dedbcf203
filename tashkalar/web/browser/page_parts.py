"""Parts of the page's HTML that few people need: fetched, with their style, when they are shown."""

from __future__ import annotations

import asyncio

from pyodide.ffi import create_once_callable
from pyscript import document, window

from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import files
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.page_text import write_part_texts

_STYLE_TIMEOUT_S = 8  # after that a part without its style is better than none


async def add_page_part(name: str, place_id: str, words: Catalogue) -> None:
    """Fetch the HTML of a part, once, and put it into its place, the element with this id.

    A top element with ``data-place`` goes into the element with that id. Raise OSError if the part
    cannot be fetched.
    """
    place = by_id(place_id)
    if place.firstElementChild:
        return
    text = await files.fetch_text(f"./static/app/{name}.html")
    fetched = window.DOMParser.new().parseFromString(text, "text/html")
    write_part_texts(words, fetched)
    sheet = fetched.querySelector("link")
    styled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    for kind in ("load", "error"):
        sheet.addEventListener(kind, create_once_callable(lambda _: _settle(styled)))
    for part in (*fetched.head.children, *fetched.body.children):
        other_place = part.getAttribute("data-place")
        (by_id(other_place) if other_place else place).appendChild(document.adoptNode(part))
    await asyncio.wait((styled,), timeout=_STYLE_TIMEOUT_S)  # without its style, it would jump


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
