"""Getting plans from a worker, whatever becomes of it.

What PyScript's workers do when something is wrong decides the shape of this (found by trying them):
a missing program and a terminated worker never answer; one whose program fails while it is imported
seems to start, and answers with an error at the first call; a name cannot be used twice; a page
without an origin of its own can have none. So every wait has an end, `ping` is asked first, each
worker has a name of its own, and where there can be none the page itself thinks, in slices. So it
does where the worker has got the engine of another version, in the middle of an update.

There is no browser in here: `web/browser/bot_workers.py` brings the workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable
from typing import Any, NamedTuple, Protocol

from tashkalar.bots import engine_checksum
from tashkalar.errors import PackError
from tashkalar.ui.bots.computer_seats import PlanJob

MAX_FAILED_STARTS = 2
"""Starts in a row that may fail before no more are tried: each may cost a minute of waiting."""


class BotTimeouts(NamedTuple):
    """For how many seconds somebody is waited for."""

    start_s: float = 60.0  # a first start on a slow phone takes long
    plan_s: float = 45.0  # a budget is in nodes; whoever takes longer is asked to hurry
    hurry_s: float = 5.0  # whoever was asked to hurry answers between two steps of its search
    ping_s: float = 5.0  # of life: whoever thinks answers between two steps as well


class BotWorkerApi(Protocol):
    """What a worker offers (`bots.desk`), awaited or not."""

    def ping(self) -> Any:
        """Answer, if there is anybody, by which engine (`bots.engine`)."""

    def plan(self, text: str) -> Awaitable[object]:
        """Work a job off."""

    def hurry(self, job: int) -> Any:
        """Answer a job at once with what has been found."""


class WorkerFactory(Protocol):
    """Whoever can start workers. `can_start` is False where none can be; `page_worker` is a desk
    without."""

    can_start: bool

    async def start(self, name: str) -> BotWorkerApi:
        """A worker with a name that was not used before."""

    def end(self, name: str) -> None:
        """Stop a worker, whether it has started or not."""

    @property
    def page_worker(self) -> BotWorkerApi:
        """A desk in the page itself, for where there can be no worker."""


class _EngineMismatch(Exception):
    """A worker plays by another version of the rules."""


class BotClient:
    """Gets plans from a worker, which it starts when it is first needed."""

    def __init__(self, crew: WorkerFactory, patience: BotTimeouts | None = None) -> None:
        self._worker_factory = crew
        self._timeouts = patience or BotTimeouts()
        self._worker_number = self._failed_starts = 0
        self._start_task: asyncio.Task[BotWorkerApi] | None = None
        self._can_use_worker = crew.can_start
        self._give_up_events: dict[
            int, asyncio.Event
        ] = {}  # by job: it is not waited for any longer
        self._hurried_job_ids: set[int] = set()
        self._start_task_by_job: dict[
            int, object
        ] = {}  # by job: the worker, one that may be ended by now

    async def request_plan(self, job: PlanJob) -> dict[str, Any] | None:
        """The answer to a job (`bots.desk`); None when there is none, nor will be.

        PackError when a card of a pack fails while it is tried out.
        """
        here = not self._can_use_worker
        if not here and self._failed_starts >= MAX_FAILED_STARTS:
            return None
        try:
            answer = await (
                self._worker_factory.page_worker.plan(job.json_text)
                if here
                else self._ask_worker(job)
            )
            found: dict[str, Any] = json.loads(str(answer))
            found["codes"] = [str(code) for code in found["codes"]]
        except PackError:
            raise
        except _EngineMismatch:
            self._can_use_worker = False
            self.stop_worker()
            return await self.request_plan(job)
        except Exception:
            # Whatever a worker does - hang, die, answer nonsense - the game goes on without it.
            going_on = (
                job.id in self._hurried_job_ids and not self._is_worker_started
            )  # it may start yet
            if (
                not here
                and not going_on
                and self._start_task_by_job.get(job.id) is self._start_task
            ):
                self._failed_starts += not self._is_worker_started
                self.stop_worker()
            return None
        finally:
            self._give_up_events.pop(job.id, None)
            self._start_task_by_job.pop(job.id, None)
            self._hurried_job_ids.discard(job.id)
        self._failed_starts = 0
        return found

    def hurry(self, job: PlanJob) -> None:
        """Let a plan be answered soon: with what has been found, or not at all."""
        if not self._can_use_worker:
            self._worker_factory.page_worker.hurry(job.id)
        elif late := self._give_up_events.get(job.id):
            self._hurried_job_ids.add(job.id)
            if self._is_worker_started:
                self._ask_to_hurry(job)
            else:
                late.set()

    def stop_worker(self) -> None:
        """Stop the worker; the next plan starts another one."""
        if self._start_task is not None:
            self._start_task.cancel()
            self._start_task = None
            self._worker_factory.end(self._worker_name)
            for late in self._give_up_events.values():  # it was asked for a hint as well, say
                late.set()

    @property
    def _worker_name(self) -> str:
        return f"opponent-{self._worker_number}"

    @property
    def _is_worker_started(self) -> bool:
        task = self._start_task
        return task is not None and task.done() and not task.exception()

    async def _ask_worker(self, job: PlanJob) -> object:
        """A worker's answer; TimeoutError when it does not come."""
        self._give_up_events[job.id] = asyncio.Event()
        if self._start_task is None:
            self._worker_number += 1
            self._start_task = asyncio.ensure_future(self._start_worker(self._worker_name))
        self._start_task_by_job[job.id] = self._start_task
        desk: BotWorkerApi = await self._wait_for_task(
            self._start_task, self._timeouts.start_s, job
        )
        plan = asyncio.ensure_future(desk.plan(job.json_text))
        watch = asyncio.ensure_future(self._watch_worker(desk, job))
        try:
            with contextlib.suppress(TimeoutError):
                return await self._wait_for_task(plan, self._timeouts.plan_s, job)
            self._ask_to_hurry(job)
            return await self._wait_for_task(plan, self._timeouts.hurry_s, job)
        finally:
            plan.cancel()
            watch.cancel()

    async def _watch_worker(self, desk: BotWorkerApi, job: PlanJob) -> None:
        """Give a worker up that gives no sign of life: one that was ended never answers.

        Only the second time in a row, since the page and the worker may both have slept.
        """
        missed = 0
        while missed < 2:
            await asyncio.sleep(0 if missed else self._timeouts.ping_s)
            sign = asyncio.ensure_future(_await_call(desk.ping()))
            done, _ = await asyncio.wait((sign,), timeout=self._timeouts.ping_s)
            missed = 0 if done else missed + 1
            sign.cancel()
            sign.add_done_callback(lambda sign: sign.cancelled() or sign.exception())
        if late := self._give_up_events.get(job.id):
            late.set()

    async def _start_worker(self, name: str) -> BotWorkerApi:
        desk = await self._worker_factory.start(name)
        if str(await desk.ping()) != engine_checksum():
            raise _EngineMismatch
        return desk

    async def _wait_for_task(self, task: asyncio.Future[Any], seconds: float, job: PlanJob) -> Any:
        """What a task gives; TimeoutError when it takes longer, or when it was hurried in vain."""
        late = asyncio.ensure_future(self._give_up_events[job.id].wait())
        await asyncio.wait((task, late), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        late.cancel()
        if not task.done() or task.cancelled():
            raise TimeoutError
        return task.result()

    def _ask_to_hurry(self, job: PlanJob) -> None:
        """Whoever does not hear it any more is not waited for long."""
        late = self._give_up_events[job.id]
        asyncio.get_running_loop().call_later(self._timeouts.hurry_s, late.set)
        if self._start_task is not None:
            with contextlib.suppress(Exception):
                _ignore_result(self._start_task.result().hurry(job.id))


class BotClientPair:
    """Two thinkers: one for games with packs, whose worker has these, and one for all others."""

    def __init__(self, plain: BotClient, packed: BotClient) -> None:
        self._plain_client, self._pack_client = plain, packed

    async def request_plan(self, job: PlanJob) -> dict[str, Any] | None:
        """See `BotClient.request_plan`."""
        return await self._client_for_job(job).request_plan(job)

    def hurry(self, job: PlanJob) -> None:
        """See `BotClient.hurry`."""
        self._client_for_job(job).hurry(job)

    def _client_for_job(self, job: PlanJob) -> BotClient:
        return self._pack_client if job.needs_packs else self._plain_client


async def _await_call(call: Any) -> Any:
    """What a call to a worker gives, as something that can be made a task."""
    return await call


def _ignore_result(answer: Any) -> None:
    """Nobody waits for this answer, nor for its failure."""
    if isinstance(answer, Awaitable):
        asyncio.ensure_future(answer).add_done_callback(lambda done: done.exception())
