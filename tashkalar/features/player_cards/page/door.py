"""The way to the public cards of a player: a button beside the player's name."""

from __future__ import annotations

from collections.abc import Mapping

from tashkalar.features.player_cards.page.player_dialog import PlayerDialog
from tashkalar.position.ids import SeatNumber
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import listen
from tashkalar.web.features import Click, ClickHandler, Feature


class PlayerCardsDoor(Feature):
    """Fills the dialog, which the page's script opens."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._dialog = PlayerDialog(app.words)

    def connect(self) -> None:
        """Follow the switch for the beings that fit the board now."""
        listen(by_id("player-now"), "change", lambda _: self._dialog.filter_unseen())

    def clicks(self) -> Mapping[str, ClickHandler]:
        """Return what the button of a player does."""
        return {"[data-seat] [data-player-cards]": self._show}

    def _show(self, click: Click) -> None:
        if session := self._app.table.session:
            seat = SeatNumber(int(click.node.closest("[data-seat]").dataset.seat))
            self._dialog.show(session, seat)


make_feature = PlayerCardsDoor
