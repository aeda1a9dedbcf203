"""A server that pauses in the middle of the page: scripts run before its squares have arrived."""

from __future__ import annotations

import time
from io import BufferedIOBase
from typing import cast

from tashkalar.site.server import PageHandler

_PAUSE_S = 0.5


class _SlowWriter:
    """A writer that pauses in the middle of the square e5, before the place for its piece."""

    def __init__(self, writer: BufferedIOBase) -> None:
        self._writer = writer

    def write(self, data: bytes) -> None:
        before, square, after = data.partition(b'<g data-square="e5"')
        tile, place, rest = after.partition(b'<g class="piece">')
        self._writer.write(before + square + tile)
        if rest:
            self._writer.flush()
            time.sleep(_PAUSE_S)
        self._writer.write(place + rest)

    def __getattr__(self, name: str) -> object:
        return getattr(self._writer, name)


class SlowPageHandler(PageHandler):
    """Serve every page with the pause."""

    def setup(self) -> None:
        super().setup()
        self.wfile = cast("BufferedIOBase", _SlowWriter(self.wfile))
