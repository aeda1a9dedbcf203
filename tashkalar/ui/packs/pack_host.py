"""Where the page's packs run: a worker that is asked, waited for, and ended if it is too slow.

The page knows a pack by its description and never imports it. What its cards do is asked of the
worker; until the answer is there whoever wants it gets an `Unanswered`, has it answered here, and
tries once more. Answers are kept, so whatever is made again - a move taken back, a game that is
opened, a choice that was looked at before - need not be asked for again.

There is no browser in here: `web/browser/pack_worker.py` brings the workers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Generator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from tashkalar.bots import engine
from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError, PackStopped, ScenarioError
from tashkalar.formats import execution_json as texts
from tashkalar.json_reader import Node, parse_json
from tashkalar.rules.execution import Deed, Done, Unanswered
from tashkalar.ui.bots.bot_client import Desk

if TYPE_CHECKING:  # its parts of the standard library are not there at the start
    from tashkalar.ui.packs.wheel_check import Wheel

MOST_KEPT = 5000  # answers; no text that is read needs more at once

_LONGEST_REASON = 500

T = TypeVar("T")


class Patience(NamedTuple):
    """For how many seconds somebody is waited for."""

    start: float = 60.0  # a first start on a slow phone takes long; nothing of a pack runs yet
    answer: float = 5.0
    late: float = 0.1  # what came while the page itself was busy is in time


class Worker(Protocol):
    """What the page holds of a worker."""

    engine: str  # by which it plays (`bots.engine`)

    def ask(self, text: str, file: tuple[str, bytes] | None = None) -> Awaitable[str]:
        """What its `PackDesk` answers; a file is laid where the desk looks for it."""

    def end(self) -> None:
        """Stop it, whatever it is doing."""


class Crew(Protocol):
    """Whoever can start workers in which a pack can reach nothing."""

    async def start(self) -> Worker:
        """A worker that waits for questions."""


class PackRoom:
    """The packs that are open, and the worker they run in, which is started when it is needed."""

    def __init__(self, crew: Crew, patience: Patience | None = None) -> None:
        self._crew = crew
        self._patience = patience or Patience()
        self._open: dict[str, tuple[Wheel, bytes]] = {}  # by project
        self._worker: Worker | None = None
        self._busy = asyncio.Lock()
        self._kept: dict[str, Done | PackError] = {}
        self.on_change: Callable[[], None] = lambda: None  # another worker must not go on

    # -- packs ---------------------------------------------------------------------------

    async def open(self, wheel: Wheel, data: bytes) -> Pack:
        """Run a pack for the first time; the pack by its description, not registered.

        PackError when that fails, PackStopped when it does not come to an end.
        """
        self.close(wheel.project)
        async with self._busy:
            try:
                found = await self._opened(await self._here(), wheel, data)
                pack = packs.read_description(Node(found, "pack"), self.carry_out)
            except (PackError, ScenarioError) as error:
                self._end()  # whatever it has begun
                if isinstance(error, PackError):
                    raise
                raise PackError(wheel.project, str(error)) from None
        self._open[wheel.project] = (wheel, data)
        return pack

    def close(self, project: str) -> None:
        """Be rid of a pack: its program may still be there, so the worker is ended."""
        if self._open.pop(project, None):
            self._end()
            self._kept.clear()
            self.on_change()

    async def hire(self) -> Worker:
        """Another worker that has all the packs, for a computer player."""
        try:
            worker = await self._in_time(self._crew.start(), self._patience.start)
        except Exception as error:  # what a browser says of a worker is in no list
            raise PackError("", f"its worker does not start: {error}") from error
        try:
            if worker.engine != engine():
                raise PackError("", "it runs in another version of the game: load the page anew")
            for wheel, data in self._open.values():
                await self._opened(worker, wheel, data)
        except PackError:
            worker.end()
            raise
        return worker

    async def _here(self) -> Worker:
        if self._worker is None:
            self._worker = await self.hire()
        return self._worker

    async def _opened(self, worker: Worker, wheel: Wheel, data: bytes) -> object:
        asked = {"what": "open", "file": wheel.file, "module": wheel.module, "name": wheel.name}
        return await self._asked(worker, asked, wheel.project, (wheel.file, data))

    # -- deeds ---------------------------------------------------------------------------

    def carry_out(self, deed: Deed) -> Done:
        """What has come of a deed; PackError when it has failed, Unanswered when nobody knows."""
        found = self._kept.get(_key(texts.write_deed(deed)))
        if found is None:
            raise Unanswered((deed,))
        if isinstance(found, PackError):
            raise found
        return found

    async def answer(self, wanted: Unanswered) -> None:
        """Have the deeds carried out that somebody waits for; a failure is an answer too."""
        for deed in wanted.deeds:
            async with self._busy:
                text = texts.write_deed(deed)
                if _key(text) not in self._kept:
                    self._keep(_key(text), await self._done(deed, text))

    async def _done(self, deed: Deed, text: str) -> Done | PackError:
        pack = packs.pack_of(deed.move.card)
        id = pack.id if pack else ""
        try:
            found = await self._asked(await self._here(), {"what": "carry-out", "deed": text}, id)
            return texts.read_done(str(found), deed)
        except PackStopped as error:
            return PackStopped(id, error.reason, deed.move.card or "")
        except (PackError, ValueError) as error:
            reason = error.reason if isinstance(error, PackError) else str(error)
            return PackError(id, reason)

    def _keep(self, key: str, found: Done | PackError) -> None:
        while len(self._kept) >= MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = found

    def forgive(self) -> None:
        """Forget what has failed: whoever was told may try it again."""
        self._kept = {k: found for k, found in self._kept.items() if isinstance(found, Done)}

    async def answered(self, act: Callable[[], T]) -> T:
        """What somebody gets who tries again whenever a pack has answered."""
        for _ in range(MOST_KEPT):
            try:
                return act()
            except Unanswered as wanted:
                await self.answer(wanted)
        raise PackError("", "it has to be asked too often")

    async def finished(self, steps: Generator[object, None, T]) -> T:
        """What comes at the end of the steps of reading a text."""
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                found: T = stop.value
                return found
            if isinstance(step, Unanswered):
                await self.answer(step)

    # -- asking --------------------------------------------------------------------------

    async def _asked(
        self,
        worker: Worker,
        asked: Mapping[str, object],
        pack: str,
        file: tuple[str, bytes] | None = None,
    ) -> object:
        """What a worker has found; PackError when it has failed, or was ended as too slow."""
        try:
            text = await self._in_time(worker.ask(json.dumps(asked), file), self._patience.answer)
        except TimeoutError:
            worker.end()
            if worker is self._worker:
                self._worker = None
            raise PackStopped(pack, f"no answer after {self._patience.answer:g} s") from None
        except Exception as error:  # what a browser says of a worker is in no list
            raise PackError(pack, str(error)) from error
        return found_in(text, pack)

    async def _in_time(self, work: Awaitable[T], seconds: float) -> T:
        """What becomes of some work; TimeoutError when it takes longer."""
        task = asyncio.ensure_future(work)
        await asyncio.wait((task,), timeout=seconds)
        if not task.done():
            await asyncio.wait((task,), timeout=self._patience.late)
        if not task.done():
            task.cancel()
            raise TimeoutError
        return task.result()

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None


def found_in(text: str, pack: str) -> object:
    """What stands in an answer; PackError when it tells of a failure, or makes no sense."""
    try:
        top = Node(parse_json(text)).keys("found", "failed")
        if "found" in top:
            return top["found"].value
        failed = top["failed"].keys("pack", "reason", "endless")
        kind = PackStopped if failed["endless"].flag() else PackError
        reason = failed["reason"].text(100_000)[:_LONGEST_REASON]
        pack = pack or failed["pack"].text(packs.LONGEST_ID)
    except (ValueError, KeyError) as error:
        raise PackError(pack, f"it answers nonsense: {error}") from None
    raise kind(pack, reason)


def _key(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class PackPlayers:
    """Starts workers for computer players in games with packs; see `thinking.Crew`."""

    able = True

    def __init__(self, room: PackRoom) -> None:
        self._room = room
        self._started: dict[str, Worker] = {}

    async def start(self, name: str) -> Desk:
        """A worker that has the packs which are open now; RuntimeError when there is none."""
        try:
            worker = self._started[name] = await self._room.hire()
        except PackError as error:  # it was there a moment ago: nothing is said against the pack
            raise RuntimeError(str(error)) from error
        return _PlayersDesk(worker)

    def end(self, name: str) -> None:
        """Stop a worker."""
        if worker := self._started.pop(name, None):
            worker.end()

    @property
    def here(self) -> Desk:
        """There is none: no pack runs in the page."""
        raise PackError("", "it does not run here")


class _PlayersDesk:
    """A computer player's desk in a worker with packs."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    async def ping(self) -> object:
        """Answer, if there is anybody, by which engine: one that was ended never does."""
        return found_in(await self._worker.ask(json.dumps({"what": "ping"})), "")

    async def plan(self, text: str) -> object:
        """Work a job off; PackError when a pack fails."""
        asked = {"what": "plan", "job": text}
        return found_in(await self._worker.ask(json.dumps(asked)), "")

    async def hurry(self, job: int) -> object:
        """Answer a job at once with what has been found."""
        return await self._worker.ask(json.dumps({"what": "hurry", "job": job}))
