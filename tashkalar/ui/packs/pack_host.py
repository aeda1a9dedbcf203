"""Where the page's packs run: a worker that is asked, waited for, and ended if it is too slow.

The page knows a pack by its description and never imports it. What its cards do is asked of the
worker; until the answer is there whoever wants it gets an `PackResultPending`, has it answered
here, and tries once more. Answers are kept, so whatever is made again - a move taken back, a game
that is opened, a choice that was looked at before - need not be asked for again.

There is no browser in here: `web/browser/pack_worker.py` brings the workers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Generator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from tashkalar.bots import engine_checksum
from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError, PackStopped, ScenarioError
from tashkalar.formats import execution_json as texts
from tashkalar.json_reader import Node, parse_json
from tashkalar.rules.execution import Execution, ExecutionResult, PackResultPending
from tashkalar.ui.bots.bot_client import BotWorkerApi

if TYPE_CHECKING:  # its parts of the standard library are not there at the start
    from tashkalar.ui.packs.wheel_check import WheelMetadata

MAX_CACHED_RESULTS = 5000  # answers; no text that is read needs more at once

_LONGEST_REASON = 500

T = TypeVar("T")


class PackTimeouts(NamedTuple):
    """For how many seconds somebody is waited for."""

    start_s: float = 60.0  # a first start on a slow phone takes long; nothing of a pack runs yet
    answer_s: float = 5.0
    grace_s: float = 0.1  # what came while the page itself was busy is in time


class PackWorkerHandle(Protocol):
    """What the page holds of a worker."""

    engine: str  # by which it plays (`bots.engine`)

    def ask(self, text: str, file: tuple[str, bytes] | None = None) -> Awaitable[str]:
        """What its `PackRequestHandler` answers; a file is laid where the desk looks for it."""

    def end(self) -> None:
        """Stop it, whatever it is doing."""


class PackWorkerFactory(Protocol):
    """Whoever can start workers in which a pack can reach nothing."""

    async def start(self) -> PackWorkerHandle:
        """A worker that waits for questions."""


class PackHost:
    """The packs that are open, and the worker they run in, which is started when it is needed."""

    def __init__(
        self, worker_factory: PackWorkerFactory, timeouts: PackTimeouts | None = None
    ) -> None:
        self._worker_factory = worker_factory
        self._timeouts = timeouts or PackTimeouts()
        self._open_packs: dict[str, tuple[WheelMetadata, bytes]] = {}  # by project
        self._worker: PackWorkerHandle | None = None
        self._worker_lock = asyncio.Lock()
        self._results: dict[str, ExecutionResult | PackError] = {}
        self.on_change: Callable[[], None] = lambda: None  # another worker must not go on

    # -- packs ---------------------------------------------------------------------------

    async def open_pack(self, wheel: WheelMetadata, data: bytes) -> Pack:
        """Run a pack for the first time; the pack by its description, not registered.

        PackError when that fails, PackStopped when it does not come to an end.
        """
        self.close_pack(wheel.project)
        async with self._worker_lock:
            try:
                found = await self._open_in_worker(await self._get_worker(), wheel, data)
                pack = packs.read_description(Node(found, "pack"), self.cached_result)
            except (PackError, ScenarioError) as error:
                self._end_worker()  # whatever it has begun
                if isinstance(error, PackError):
                    raise
                raise PackError(wheel.project, str(error)) from None
        self._open_packs[wheel.project] = (wheel, data)
        return pack

    def close_pack(self, project: str) -> None:
        """Be rid of a pack: its program may still be there, so the worker is ended."""
        if self._open_packs.pop(project, None):
            self._end_worker()
            self._results.clear()
            self.on_change()

    async def start_worker(self) -> PackWorkerHandle:
        """Another worker that has all the packs, for a computer player."""
        try:
            worker = await self._wait_with_timeout(
                self._worker_factory.start(), self._timeouts.start_s
            )
        except Exception as error:  # what a browser says of a worker is in no list
            raise PackError("", f"its worker does not start: {error}") from error
        try:
            if worker.engine != engine_checksum():
                raise PackError("", "it runs in another version of the game: load the page anew")
            for wheel, data in self._open_packs.values():
                await self._open_in_worker(worker, wheel, data)
        except PackError:
            worker.end()
            raise
        return worker

    async def _get_worker(self) -> PackWorkerHandle:
        if self._worker is None:
            self._worker = await self.start_worker()
        return self._worker

    async def _open_in_worker(
        self, worker: PackWorkerHandle, wheel: WheelMetadata, data: bytes
    ) -> object:
        asked = {
            "what": "open",
            "file": wheel.file_name,
            "module": wheel.module,
            "name": wheel.object_name,
        }
        return await self._request(worker, asked, wheel.project, (wheel.file_name, data))

    # -- deeds ---------------------------------------------------------------------------

    def cached_result(self, deed: Execution) -> ExecutionResult:
        """What has come of a deed; PackError when it has failed, Unanswered when nobody knows."""
        found = self._results.get(_cache_key(texts.write_execution(deed)))
        if found is None:
            raise PackResultPending((deed,))
        if isinstance(found, PackError):
            raise found
        return found

    async def resolve_pending(self, wanted: PackResultPending) -> None:
        """Have the deeds carried out that somebody waits for; a failure is an answer too."""
        for deed in wanted.executions:
            async with self._worker_lock:
                text = texts.write_execution(deed)
                if _cache_key(text) not in self._results:
                    self._cache_result(_cache_key(text), await self._request_result(deed, text))

    async def _request_result(self, deed: Execution, text: str) -> ExecutionResult | PackError:
        pack = packs.pack_of(deed.move.card)
        id = pack.id if pack else ""
        try:
            found = await self._request(
                await self._get_worker(), {"what": "carry-out", "deed": text}, id
            )
            return texts.read_result(str(found), deed)
        except PackStopped as error:
            return PackStopped(id, error.reason, deed.move.card or "")
        except (PackError, ValueError) as error:
            reason = error.reason if isinstance(error, PackError) else str(error)
            return PackError(id, reason)

    def _cache_result(self, key: str, found: ExecutionResult | PackError) -> None:
        while len(self._results) >= MAX_CACHED_RESULTS:
            del self._results[next(iter(self._results))]
        self._results[key] = found

    def forget_failures(self) -> None:
        """Forget what has failed: whoever was told may try it again."""
        self._results = {
            k: found for k, found in self._results.items() if isinstance(found, ExecutionResult)
        }

    async def retry_until_answered(self, act: Callable[[], T]) -> T:
        """What somebody gets who tries again whenever a pack has answered."""
        for _ in range(MAX_CACHED_RESULTS):
            try:
                return act()
            except PackResultPending as wanted:
                await self.resolve_pending(wanted)
        raise PackError("", "it has to be asked too often")

    async def finish_steps(self, steps: Generator[object, None, T]) -> T:
        """What comes at the end of the steps of reading a text."""
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                found: T = stop.value
                return found
            if isinstance(step, PackResultPending):
                await self.resolve_pending(step)

    # -- asking --------------------------------------------------------------------------

    async def _request(
        self,
        worker: PackWorkerHandle,
        asked: Mapping[str, object],
        pack: str,
        file: tuple[str, bytes] | None = None,
    ) -> object:
        """What a worker has found; PackError when it has failed, or was ended as too slow."""
        try:
            text = await self._wait_with_timeout(
                worker.ask(json.dumps(asked), file), self._timeouts.answer_s
            )
        except TimeoutError:
            worker.end()
            if worker is self._worker:
                self._worker = None
            raise PackStopped(pack, f"no answer after {self._timeouts.answer_s:g} s") from None
        except Exception as error:  # what a browser says of a worker is in no list
            raise PackError(pack, str(error)) from error
        return read_answer(text, pack)

    async def _wait_with_timeout(self, work: Awaitable[T], seconds: float) -> T:
        """What becomes of some work; TimeoutError when it takes longer."""
        task = asyncio.ensure_future(work)
        await asyncio.wait((task,), timeout=seconds)
        if not task.done():
            await asyncio.wait((task,), timeout=self._timeouts.grace_s)
        if not task.done():
            task.cancel()
            raise TimeoutError
        return task.result()

    def _end_worker(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None


def read_answer(text: str, pack: str) -> object:
    """What stands in an answer; PackError when it tells of a failure, or makes no sense."""
    try:
        top = Node(parse_json(text)).fields("found", "failed")
        if "found" in top:
            return top["found"].value
        failed = top["failed"].fields("pack", "reason", "endless")
        kind = PackStopped if failed["endless"].flag() else PackError
        reason = failed["reason"].text(100_000)[:_LONGEST_REASON]
        pack = pack or failed["pack"].text(packs.LONGEST_ID)
    except (ValueError, KeyError) as error:
        raise PackError(pack, f"it answers nonsense: {error}") from None
    raise kind(pack, reason)


def _cache_key(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class PackBotWorkers:
    """Starts workers for computer players in games with packs; see `thinking.Crew`."""

    can_start = True

    def __init__(self, room: PackHost) -> None:
        self._host = room
        self._workers: dict[str, PackWorkerHandle] = {}

    async def start(self, name: str) -> BotWorkerApi:
        """A worker that has the packs which are open now; RuntimeError when there is none."""
        try:
            worker = self._workers[name] = await self._host.start_worker()
        except PackError as error:  # it was there a moment ago: nothing is said against the pack
            raise RuntimeError(str(error)) from error
        return _PackBotWorker(worker)

    def end(self, name: str) -> None:
        """Stop a worker."""
        if worker := self._workers.pop(name, None):
            worker.end()

    @property
    def page_worker(self) -> BotWorkerApi:
        """There is none: no pack runs in the page."""
        raise PackError("", "it does not run here")


class _PackBotWorker:
    """A computer player's desk in a worker with packs."""

    def __init__(self, worker: PackWorkerHandle) -> None:
        self._worker = worker

    async def ping(self) -> object:
        """Answer, if there is anybody, by which engine: one that was ended never does."""
        return read_answer(await self._worker.ask(json.dumps({"what": "ping"})), "")

    async def plan(self, text: str) -> object:
        """Work a job off; PackError when a pack fails."""
        asked = {"what": "plan", "job": text}
        return read_answer(await self._worker.ask(json.dumps(asked)), "")

    async def hurry(self, job: int) -> object:
        """Answer a job at once with what has been found."""
        return await self._worker.ask(json.dumps({"what": "hurry", "job": job}))
