"""Decisions that need an answer of a pack: they are made again when the pack has answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from tashkalar.errors import PackError, PackStopped
from tashkalar.position.move import Message
from tashkalar.rules.execution import PackResultPending
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.game_on_table import with_session

_NOTICE_DELAY_S = 0.7  # seconds until it is worth a word

Params = ParamSpec("Params")


class RetryableTable(Protocol):
    """A table whose decisions may need an answer of a pack."""

    session: Session | None
    pack_retry: PackRetry

    def play_move(self, code: str) -> None:
        """Play the move."""

    def refresh(self) -> None:
        """Show the session as it is now."""


TableT = TypeVar("TableT", bound=RetryableTable)


class PackRetry:
    """Wait for the packs of the game on the table, whose session `current_session` returns.

    `notify` shows a notice, `leave` takes the game off the table.
    """

    def __init__(
        self,
        words: Catalogue,
        room: PackRoom,
        current_session: Callable[[], Session | None],
        notify: Callable[[Message], None],
        leave: Callable[[], None],
    ) -> None:
        self._words, self._room, self._current_session = words, room, current_session
        self._notify, self._leave = notify, leave
        self._is_deciding = False

    def fail(self, error: PackError) -> None:
        """Leave the game and switch off the pack that has failed; the move was not made."""
        self._room.forget_failures()
        self._leave()
        self._notify(self._room.disable_failed_pack(error))

    def stop(self, error: PackStopped) -> None:
        """Say that a card took too long; the move was not made, and the game goes on."""
        self._room.forget_failures()
        self._notify(self._room.stopped_message(error))

    def _show_working(self) -> None:
        """Say that a pack is still working."""
        dialogs.show_toast(self._words.text("packs.working.move"), click_through=True)

    def retry_decision(self, wanted: PackResultPending, again: Callable[[], None]) -> None:
        """Make a decision again when the pack has answered; ignore other decisions until then."""
        if not self._is_deciding:
            self._is_deciding = True
            start_task(self._retry_decision(wanted, again))

    async def _retry_decision(self, wanted: PackResultPending, again: Callable[[], None]) -> None:
        word = asyncio.get_running_loop().call_later(_NOTICE_DELAY_S, self._show_working)
        try:
            same = await self._wait_for_answer(wanted)
        finally:
            self._is_deciding = False
            word.cancel()
        try:
            if same:
                again()
        except PackError as error:
            self.fail(error)

    def run_input(self, action: Callable[[], None], again: Callable[[], None]) -> None:
        """Run an input; if a pack must answer first, call `again` when the pack has answered."""

        async def repeat(wanted: PackResultPending) -> None:
            await self._room.resolve_pending(wanted)
            again()

        try:
            action()
        except PackResultPending as wanted:
            start_task(repeat(wanted))

    def run_preview(
        self, compute: Callable[[], bool], again: Callable[[], None] | None = None
    ) -> bool | None:
        """Return the result of computing a slice of a preview, or None if a pack must answer first.

        `again` is called when the pack has answered, unless the position has changed; without
        `again`, no pack is asked. None also if a card fails: the player who makes the move is told.
        """
        try:
            return compute()
        except PackResultPending as wanted:
            if again:
                start_task(self._repeat_preview(wanted, again))
        except PackError:
            pass
        return None

    async def _repeat_preview(self, wanted: PackResultPending, again: Callable[[], None]) -> None:
        if await self._wait_for_answer(wanted):
            again()

    async def _wait_for_answer(self, wanted: PackResultPending) -> bool:
        """Wait for the answer; return whether the position is still the same."""
        session = self._current_session()
        state = session and session.game.state
        await self._room.resolve_pending(wanted)
        now = self._current_session()
        return session is not None and now is session and now.game.state is state


def retry_after_pack_answer(
    action: Callable[Concatenate[TableT, Session, Params], None],
) -> Callable[Concatenate[TableT, Params], None]:
    """Decorate an input that may be a decision, and that gets the session on the table.

    If the decision needs an answer of a pack, the input is repeated when the pack has answered.
    Without a game, the input does nothing.
    """

    @with_session
    @wraps(action)
    def decide(
        table: TableT, session: Session, /, *args: Params.args, **named: Params.kwargs
    ) -> None:
        try:
            action(table, session, *args, **named)
        except PackResultPending as wanted:
            code, session.code_awaiting_pack = session.code_awaiting_pack, None
            table.pack_retry.retry_decision(
                wanted,
                lambda: table.play_move(code) if code else decide(table, *args, **named),
            )
        except PackStopped as error:
            table.refresh()
            table.pack_retry.stop(error)

    return decide
