"""Computer players: plan in workers, and decide on the table one decision after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.bots.bot_client import BotClient, BotClientPair
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.session.session import Session
from tashkalar.web.browser.bot_workers import BrowserBotWorkerFactory
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.table import Table

_DECISION_PAUSE_S = 0.7  # seconds from one decision to the next, so that eyes can follow
_LONGEST_MOMENT_S, _MOMENT_CHECK_S = 4.0, 0.1  # of waiting until a great moment has been seen


class ComputerTurnRunner:
    """Let the computer players of the game on the table decide when it is their turn.

    `tell` shows a notice, once, if no plan could be made. `failed` gets the error of a pack that
    failed in a computer player's turn.
    """

    def __init__(
        self,
        table: Table,
        room: PackRoom,
        notify: Callable[[Message], None],
        failed: Callable[[PackError], None],
    ) -> None:
        self._table = table
        self._notify = notify
        self._on_pack_failed = failed
        self._pack_host = room
        packed = BotClient(room.bot_workers)
        room.on_change = packed.stop_worker
        self.bot_clients = BotClientPair(BotClient(BrowserBotWorkerFactory()), packed)
        self._is_playing = False
        self._has_reported_failure = False
        self._is_hurried = False  # the person does not want to look on until it is their turn

    def play_if_due(self) -> None:
        """Begin to play if a computer player is to act, after a decision or with another game."""
        if not self._is_playing and self._session_to_play():
            self._is_playing = True
            start_task(self._play_turns())

    def _session_to_play(self) -> Session | None:
        """Return the session on the table if a computer player may play on now."""
        session = self._table.session
        if session is None or self._table.other_tab_state or session.seating.is_paused:
            return None
        if session.is_read_only:  # a lesson shows decisions that it will take back
            return None
        return session if session.seating.is_computer_due else None

    async def _play_turns(self) -> None:
        """Think and decide until a person has to decide."""
        try:
            while session := self._session_to_play():
                if job := session.seating.opponents.job:
                    plan = await self.bot_clients.request_plan(job)
                    if self._table.session is not session:
                        continue
                    if plan is None:
                        self._report_failure()
                        session.seating.opponents.fall_back_to_simple_move()
                    else:
                        session.seating.opponents.accept_plan(job, plan["codes"])
                        continue
                await self._wait_for_moment()
                if await self._pack_host.retry_until_answered(self._table.play_for_computer):
                    await asyncio.sleep(self._pause_s(session))
        except PackError as error:
            self._on_pack_failed(error)
        finally:
            self._is_playing = self._is_hurried = False

    async def _wait_for_moment(self) -> None:
        """Let the person see a legend or the beginning of the last round, or skip it."""
        for _ in range(round(_LONGEST_MOMENT_S / _MOMENT_CHECK_S)):
            if self._is_hurried or not self._table.watching.shows_moment:
                return
            await asyncio.sleep(_MOMENT_CHECK_S)

    def _pause_s(self, session: Session) -> float:
        """Return the seconds until the next decision; a spectator sees whole animations."""
        if self._table.watching.holds_back_computer_turn(session) or self._is_hurried:
            return 0
        usual = _DECISION_PAUSE_S / session.seating.opponents.speed
        return (
            max(usual, self._table.watching.animations.duration_s)
            if session.seating.is_spectated
            else usual
        )

    def toggle_pause(self, session: Session) -> None:
        """Pause a game that is watched, or let the game go on."""
        if session.seating.is_paused:
            session.seating.opponents.is_paused = False
        else:
            session.seating.pause()
        self._table.refresh()
        self.play_if_due()

    def change_speed(self, session: Session) -> None:
        """Change the speed of a game that is watched."""
        session.seating.opponents.change_speed()
        self._table.refresh()

    def _report_failure(self) -> None:
        if not self._has_reported_failure:
            self._has_reported_failure = True
            self._notify(Message("bots.failed"))

    def hurry(self, session: Session) -> None:
        """End the thinking early, and leave out the pauses between decisions."""
        self._is_hurried = self._is_playing
        if job := session.seating.opponents.job:
            self.bot_clients.hurry(job)

    async def show_hint(self, session: Session) -> None:
        """Show the player to act what a good player would do."""
        job = None if self._table.other_tab_state else session.request_hint()
        if job is None:
            return
        self._table.refresh()
        try:
            plan = await self.bot_clients.request_plan(job)
            if plan is None:
                self._notify(Message("advice.none"))
            await self._pack_host.retry_until_answered(lambda: session.receive_hint(plan))
        except PackError as error:
            session.receive_hint(None)
            self._on_pack_failed(error)
        if self._table.session is session:
            self._table.refresh()
