"""The others' turn, step by step: when it is over, and again when a person asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from tashkalar.features.turn_replay.page.turn_panel import TurnReplayPanel
from tashkalar.ui.screen.turn_replay import turn_replay
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs
from tashkalar.web.features import Action, Feature


class TurnReplayDoor(Feature):
    """Gives the table its panel for the others' turn."""

    def __init__(self, app: App) -> None:
        self._app, self._words = app, app.words

    def connect(self) -> None:
        """Let the table show the others' turn."""
        table = self._app.table
        table.watching.turn_panel = TurnReplayPanel(
            self._words, table.watching.animations, table.rendering.show_replay_facts
        )

    def actions(self) -> Mapping[str, Action]:
        """Return what the buttons for the last turn do."""
        return {"last-turn": self._toggle}

    def _toggle(self) -> None:
        """Show the others' last turn again, or stop showing it."""
        session, watching = self._app.table.session, self._app.table.watching
        if session is None or session.seating.is_covered or watching.close_turn_panel():
            return
        if view := turn_replay(session):
            session.seating.pause()
            watching.turn_panel.show(view, focus=True)
        else:
            dialogs.show_toast(self._words.text("meanwhile.none"))


make_feature = TurnReplayDoor
