"""Packs: the way to their dialog, and what the page asks of them."""

from __future__ import annotations

from collections.abc import Mapping

from tashkalar.features.packs.page.pack_dialogs import PackDialogs
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.web.app import App
from tashkalar.web.features import Action, Feature


class PacksDoor(Feature):
    """Brings the packs that were added to this browser."""

    def __init__(self, app: App) -> None:
        self._dialogs = PackDialogs(app)

    @property
    def pack_room(self) -> PackRoom:  # type: ignore[override]
        """The packs of this browser."""
        return self._dialogs

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the dialog."""
        return {"packs": self._dialogs.on_opened}


make_feature = PacksDoor
