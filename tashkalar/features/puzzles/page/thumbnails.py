"""Draws the small boards in the list of the puzzles, each when it is first seen."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import create_proxy, to_js
from pyscript import document, window

from tashkalar.features.puzzles.puzzle_list import BOARDS_URL
from tashkalar.features.puzzles.thumbnail import thumbnail_paths
from tashkalar.formats import puzzle_boards
from tashkalar.formats.puzzle_boards import PictureStones
from tashkalar.web.browser import files
from tashkalar.web.browser.dom import DomNode
from tashkalar.web.browser.tasks import start_task

_SVG = "http://www.w3.org/2000/svg"
_MARGIN = "200px"  # pictures are drawn a little before they are seen


class Thumbnails:
    """Fetches the boards with the first picture, and draws those that come into view."""

    def __init__(self) -> None:
        self._boards: dict[str, tuple[PictureStones, ...]] | None = None
        self._waiting: list[DomNode] = []
        options = to_js({"rootMargin": _MARGIN}, dict_converter=window.Object.fromEntries)
        self._observer = window.IntersectionObserver.new(create_proxy(self._on_seen), options)

    def show(self, picture: DomNode, id: str) -> None:
        """Let a picture show the board of a puzzle, as soon as it is seen."""
        if picture.getAttribute("data-board") != id:
            picture.setAttribute("data-board", id)
            self._observer.observe(picture)

    def _on_seen(self, entries: Any, observer: Any) -> None:
        seen = [entry.target for entry in entries if entry.isIntersecting]
        for picture in seen:
            self._observer.unobserve(picture)
        if not seen:
            return
        if self._boards is not None:
            self._draw_all(seen)
            return
        self._waiting += seen
        if len(self._waiting) == len(seen):
            start_task(self._fetch())

    async def _fetch(self) -> None:
        """Fetch the boards; without them the list has no pictures."""
        try:
            text = await files.fetch_text(BOARDS_URL)
        except OSError:
            text = ""
        self._boards = puzzle_boards.read(text)
        waiting, self._waiting = self._waiting, []
        self._draw_all(waiting)

    def _draw_all(self, pictures: list[DomNode]) -> None:
        for picture in pictures:
            self._draw(picture, (self._boards or {}).get(str(picture.dataset.board), ()))

    def _draw(self, picture: DomNode, stones: tuple[PictureStones, ...]) -> None:
        for old in list(picture.querySelectorAll("[data-school]")):
            old.remove()
        for path in thumbnail_paths(stones):
            node = document.createElementNS(_SVG, "path")
            node.setAttribute("data-school", path.school)
            node.setAttribute("d", path.drawing)
            picture.append(node)
