"""The packs of cards in a page, and how what needs their answers is repeated.

A decision with a card of a pack may raise `PackResultPending`: the answer is not there yet. The
code that catches it waits for the answer and does the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NoReturn, TypeVar

from tashkalar.errors import PackError, PackStopped
from tashkalar.position.move import Message
from tashkalar.rules.execution import PackResultPending
from tashkalar.ui.bots.bot_client import BotWorkerApi, WorkerFactory

MOST_ANSWERS = 5000  # no text needs more at once

T = TypeVar("T")


class NoPackWorkers:
    """Starts no worker: no game with packs can be opened here."""

    can_start = False

    async def start(self, name: str) -> BotWorkerApi:
        """Raise RuntimeError."""
        raise RuntimeError("this page runs no packs")

    def end(self, name: str) -> None:
        """Do nothing."""

    @property
    def page_worker(self) -> BotWorkerApi:
        """Raise `PackError`."""
        raise PackError("", "this page runs no packs")


class PackRoom:
    """The packs of this page. The base class has none; a feature may bring another class."""

    offered_schools: tuple[str, ...] = ()  # of packs, for a new game
    bot_workers: WorkerFactory = NoPackWorkers()  # for computer players in games with packs
    on_change: Callable[[], None] = staticmethod(lambda: None)  # a pack was closed

    def needs_packs(self, text: str) -> bool:
        """Return whether a text mentions packs that are not running yet."""
        return False

    async def prepare_packs(self, text: str) -> bool:
        """Start the packs that a text mentions; return False, after a notice, if one failed."""
        return True

    def add_pack_texts(self) -> None:
        """Add the texts of the packs to the catalogue after a change of language."""

    # -- answers -------------------------------------------------------------------------

    async def resolve_pending(self, wanted: PackResultPending) -> None:
        """Have the pending executions carried out."""
        _refuse()

    def forget_failures(self) -> None:
        """Forget the failures, so that a later try makes new requests."""

    async def retry_until_answered(self, action: Callable[[], T]) -> T:
        """Call a function again after every answer of a pack, and return its final result."""
        for _ in range(MOST_ANSWERS):
            try:
                return action()
            except PackResultPending as wanted:
                await self.resolve_pending(wanted)
        raise PackError("", "it has to be asked too often")

    async def finish_steps(self, steps: Generator[object, None, T]) -> T:
        """Return the result of the steps of reading a text, with the answers of packs."""
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                result: T = stop.value
                return result
            await self.resolve_step(step)

    async def resolve_step(self, step: object) -> None:
        """Have pending executions carried out if a step waits for their results."""
        if isinstance(step, PackResultPending):
            await self.resolve_pending(step)

    # -- failures ------------------------------------------------------------------------

    def disable_failed_pack(self, error: PackError) -> Message:
        """Disable a pack that has failed in a game; return a message for the person.

        The game must have been removed from the table.
        """
        _refuse()

    def stopped_message(self, error: PackStopped) -> Message:
        """Return a message about a card that was stopped because it did not end."""
        _refuse()

    # -- stored files --------------------------------------------------------------------

    async def read_wheel(self, id: str) -> bytes | None:
        """Return the stored wheel of a pack, None without one that can be read."""
        return None

    async def keep_wheel(self, id: str, data: bytes) -> bool:
        """Store the wheel of a pack; return False if that fails."""
        return False

    def reload_records(self) -> None:
        """Read the list of packs again, after an import has added to it."""

    def forget_record(self, id: str) -> None:
        """Remove a pack from the list whose wheel could not be stored."""


def _refuse() -> NoReturn:
    raise PackError("", "this page runs no packs")
