"""Boards inside other pages: the way to their code, which only such a board imports."""

from __future__ import annotations

import importlib

from tashkalar.web.app import App
from tashkalar.web.features import Feature, Frame


class EmbedsDoor(Feature):
    """Lets the page be a board inside another page."""

    def __init__(self, app: App) -> None:
        self._app = app

    def make_frame(self) -> Frame:
        """Return the board that this page is."""
        module = importlib.import_module("tashkalar.features.embeds.page.embedded_board")
        board: Frame = module.EmbeddedBoard(self._app)
        return board


make_feature = EmbedsDoor
