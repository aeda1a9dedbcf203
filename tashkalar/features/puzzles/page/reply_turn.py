"""The turn of the other side in a position to survive, played by the computer."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from tashkalar.formats.goal import Goal
from tashkalar.ui.session.goal_panel import goal_state
from tashkalar.ui.session.session import Session
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.table import Table


class ReplyTurn:
    """Plays the other side's turn at a table, once at a time."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._is_replying = False

    def play_if_due(self, session: Session, goal: Goal, is_open: Callable[[], bool]) -> None:
        """Let the other side play its turn; stop as soon as `is_open` says no, or moves change."""
        turn = session.game.state.turn
        codes = tuple(session.game.codes)  # undo, and another end of the turn, change them
        if self._is_replying or session.game.player in (None, goal.seat):
            return

        def is_wanted() -> bool:
            return (
                self._table.session is session
                and is_open()
                and session.game.state.turn == turn
                and tuple(session.game.codes[: len(codes)]) == codes
            )

        start_task(self._reply(session, goal, is_open, is_wanted))

    async def _reply(
        self,
        session: Session,
        goal: Goal,
        is_open: Callable[[], bool],
        is_wanted: Callable[[], bool],
    ) -> None:
        module = importlib.import_module("tashkalar.features.puzzles.page.goal_reply")
        self._is_replying = True
        try:
            await module.play_reply(self._table, session, goal, is_wanted)
        finally:
            self._is_replying = False
        # Undo may have made the reply unwanted, and the turn may have ended in another way since.
        if self._table.session is session and is_open() and goal_state(session.game) == "open":
            self.play_if_due(session, goal, is_open)
