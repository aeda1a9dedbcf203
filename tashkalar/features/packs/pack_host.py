"""The worker that runs the page's packs: requests, timeouts, and a cache of the results.

The page knows a pack by its description and never imports the pack. The worker executes the cards.
As long as a result is missing, the code that needs the result gets a `PackResultPending`, has
`PackHost` fetch the result, and tries again. Results are cached, so replaying moves (after an undo,
when a game is opened, for a preview) needs no further requests.

This module uses no browser: `features/packs/page/browser_worker.py` provides the workers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
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
from tashkalar.ui.session.pack_room import MOST_ANSWERS, PackRoom

if TYPE_CHECKING:  # `wheel_check` imports deferred modules
    from tashkalar.features.packs.wheel_check import WheelMetadata

MAX_CACHED_RESULTS = MOST_ANSWERS

_LONGEST_REASON = 500

T = TypeVar("T")


class PackTimeouts(NamedTuple):
    """The timeouts of a worker, in seconds."""

    start_s: float = 60.0  # a first start on a slow phone takes long; no pack runs yet
    answer_s: float = 5.0
    grace_s: float = 0.1  # accept an answer that came while the page was busy


class PackWorkerHandle(Protocol):
    """A worker as the page uses the worker."""

    engine: str  # the checksum of the worker's engine (`bots.engine_checksum`)

    def ask(self, text: str, file: tuple[str, bytes] | None = None) -> Awaitable[str]:
        """Return the answer of the `PackRequestHandler`; store a file in its folder before."""

    def end(self) -> None:
        """Stop the worker at once."""


class PackWorkerFactory(Protocol):
    """Starts workers in which a pack has no access to anything outside."""

    async def start(self) -> PackWorkerHandle:
        """Start a worker that waits for requests."""


class PackHost(PackRoom):
    """The open packs and their worker, which is started when the first request needs it."""

    def __init__(
        self, worker_factory: PackWorkerFactory, timeouts: PackTimeouts | None = None
    ) -> None:
        self._worker_factory = worker_factory
        self._timeouts = timeouts or PackTimeouts()
        self._open_packs: dict[str, tuple[WheelMetadata, bytes]] = {}  # by project
        self._worker: PackWorkerHandle | None = None
        self._worker_lock = asyncio.Lock()
        self._results: dict[str, ExecutionResult | PackError] = {}
        self.on_change: Callable[[], None] = lambda: None  # stops the other workers

    # -- packs ---------------------------------------------------------------------------

    async def open_pack(self, wheel: WheelMetadata, data: bytes) -> Pack:
        """Run a pack for the first time; return the pack as described, not registered.

        Raises `PackError` when that fails, `PackStopped` when the pack does not come to an end.
        """
        self.close_pack(wheel.project)
        async with self._worker_lock:
            try:
                description = await self._open_in_worker(await self._get_worker(), wheel, data)
                pack = packs.read_description(Node(description, "pack"), self.cached_result)
            except (PackError, ScenarioError) as error:
                self._end_worker()  # also stops anything that the pack has begun
                if isinstance(error, PackError):
                    raise
                raise PackError(wheel.project, str(error)) from None
        self._open_packs[wheel.project] = (wheel, data)
        return pack

    def close_pack(self, project: str) -> None:
        """Close a pack, and end the worker, because the pack's program may still run there."""
        if self._open_packs.pop(project, None):
            self._end_worker()
            self._results.clear()
            self.on_change()

    async def start_worker(self) -> PackWorkerHandle:
        """Start another worker with all open packs, for a computer player."""
        try:
            worker = await self._wait_with_timeout(
                self._worker_factory.start(), self._timeouts.start_s
            )
        except Exception as error:  # a browser may raise any exception
            raise PackError("", f"its worker does not start: {error}") from error
        try:
            if worker.engine != engine_checksum():
                raise PackError("", "it runs in another version of the game: load the page anew")
            # A pack may be opened or closed while another one opens in the worker.
            for wheel, data in tuple(self._open_packs.values()):
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

    # -- executions ----------------------------------------------------------------------

    def cached_result(self, deed: Execution) -> ExecutionResult:
        """Return the cached result of an execution.

        Raises `PackError` if the execution failed, `PackResultPending` without a result.
        """
        result = self._results.get(_cache_key(texts.write_execution(deed)))
        if result is None:
            raise PackResultPending((deed,))
        if isinstance(result, PackError):
            raise result
        return result

    async def resolve_pending(self, wanted: PackResultPending) -> None:
        """Have the pending executions carried out, and cache their results or failures."""
        for deed in wanted.executions:
            async with self._worker_lock:
                text = texts.write_execution(deed)
                if _cache_key(text) not in self._results:
                    self._cache_result(_cache_key(text), await self._request_result(deed, text))

    async def _request_result(self, deed: Execution, text: str) -> ExecutionResult | PackError:
        pack = packs.pack_of(deed.move.card)
        id = pack.id if pack else ""
        try:
            answer = await self._request(
                await self._get_worker(), {"what": "carry-out", "deed": text}, id
            )
            return texts.read_result(str(answer), deed)
        except PackStopped as error:
            return PackStopped(id, error.reason, deed.move.card or "")
        except (PackError, ValueError) as error:
            reason = error.reason if isinstance(error, PackError) else str(error)
            return PackError(id, reason)

    def _cache_result(self, key: str, result: ExecutionResult | PackError) -> None:
        while len(self._results) >= MAX_CACHED_RESULTS:
            del self._results[next(iter(self._results))]
        self._results[key] = result

    def forget_failures(self) -> None:
        """Forget the failures, so that a later try makes new requests."""
        self._results = {
            key: result
            for key, result in self._results.items()
            if isinstance(result, ExecutionResult)
        }

    # -- requests ------------------------------------------------------------------------

    async def _request(
        self,
        worker: PackWorkerHandle,
        asked: Mapping[str, object],
        pack: str,
        file: tuple[str, bytes] | None = None,
    ) -> object:
        """Return a worker's answer; `PackError` when the request failed or took too long."""
        try:
            text = await self._wait_with_timeout(
                worker.ask(json.dumps(asked), file), self._timeouts.answer_s
            )
        except TimeoutError:
            self._drop_worker(worker)
            raise PackStopped(pack, f"no answer after {self._timeouts.answer_s:g} s") from None
        except Exception as error:  # a browser may raise any exception
            self._drop_worker(worker)  # perhaps it has been ended for what it has sent
            raise PackError(pack, str(error)) from error
        return read_answer(text, pack)

    def _drop_worker(self, worker: PackWorkerHandle) -> None:
        """End a worker; the next request starts another one."""
        worker.end()
        if worker is self._worker:
            self._worker = None

    async def _wait_with_timeout(self, work: Awaitable[T], seconds: float) -> T:
        """Return the result of some work; `TimeoutError` when the work takes longer."""
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
            self._drop_worker(self._worker)


def read_answer(text: str, pack: str) -> object:
    """Return the content of an answer; `PackError` for a failure or an invalid answer."""
    try:
        top = Node(parse_json(text)).fields("found", "failed")
        if "found" in top:
            return top["found"].value
        failure = top["failed"].fields("pack", "reason", "endless")
        kind = PackStopped if failure["endless"].flag() else PackError
        reason = failure["reason"].text(100_000)[:_LONGEST_REASON]
        pack = pack or failure["pack"].text(packs.LONGEST_ID)
    except (ValueError, KeyError) as error:
        raise PackError(pack, f"it answers nonsense: {error}") from None
    raise kind(pack, reason)


def _cache_key(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class PackBotWorkers:
    """Starts workers for computer players in games with packs."""

    can_start = True

    def __init__(self, room: PackHost) -> None:
        self._host = room
        self._workers: dict[str, PackWorkerHandle] = {}

    async def start(self, name: str) -> BotWorkerApi:
        """Start a worker that has the open packs; `RuntimeError` when that fails."""
        try:
            worker = self._workers[name] = await self._host.start_worker()
        except PackError as error:  # the pack ran a moment ago, so the pack is not to blame
            raise RuntimeError(str(error)) from error
        return _PackBotWorker(worker)

    def end(self, name: str) -> None:
        """Stop a worker."""
        if worker := self._workers.pop(name, None):
            worker.end()

    @property
    def page_worker(self) -> BotWorkerApi:
        """Raise `PackError`, because no pack runs in the page."""
        raise PackError("", "it does not run here")


class _PackBotWorker:
    """A worker with packs, as computer players use the worker."""

    def __init__(self, worker: PackWorkerHandle) -> None:
        self._worker = worker

    async def ping(self) -> object:
        """Return the checksum of the worker's engine; a worker that was ended never answers."""
        return read_answer(await self._worker.ask(json.dumps({"what": "ping"})), "")

    async def plan(self, text: str) -> object:
        """Plan a job; `PackError` when a pack fails."""
        asked = {"what": "plan", "job": text}
        return read_answer(await self._worker.ask(json.dumps(asked)), "")

    async def hurry(self, job: int) -> object:
        """Let the worker answer a job at once with the best plan so far."""
        return await self._worker.ask(json.dumps({"what": "hurry", "job": job}))
