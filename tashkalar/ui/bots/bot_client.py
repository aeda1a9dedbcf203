"""The client that gets plans from a worker, whatever happens to the worker.

The failures of PyScript's workers (found by experiment) determine this design. A missing program
and a terminated worker never answer. A worker whose program fails during import seems to start, and
answers the first call with an error. A name cannot be used twice. A page without an origin of its
own cannot have workers. So every wait has a time limit, `ping` is called first, each worker has a
new name, and where no worker is possible the page itself plans, in slices. The page also plans
itself if the worker has loaded the engine of another version in the middle of an update.

This module needs no browser: `web/browser/bot_workers.py` starts the workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol

from tashkalar.bots import EASY_LEVELS, engine_checksum
from tashkalar.bots.company import level_of
from tashkalar.errors import PackError
from tashkalar.ui.bots.computer_seats import PlanJob

MAX_FAILED_STARTS = 2
"""The number of failed starts in a row after which no more are tried: each may take a minute."""


class BotTimeouts(NamedTuple):
    """The limits for waiting, in seconds."""

    start_s: float = 60.0  # a first start on a slow phone takes long
    plan_s: float = 45.0  # budgets are in nodes; a worker that takes longer is asked to hurry
    hurry_s: float = 5.0  # a hurried worker answers between two steps of its search
    ping_s: float = 5.0  # a thinking worker answers between two steps as well


class BotWorkerApi(Protocol):
    """The functions of a worker (`bots.worker`), awaited or not."""

    def ping(self) -> Any:
        """Return the checksum of the worker's engine (`bots.engine_checksum`)."""

    def plan(self, text: str) -> Awaitable[object]:
        """Return the answer to a job, both as JSON."""

    def hurry(self, job: int) -> Any:
        """Ask for the answer to a job at once, with the best plan so far."""


class WorkerFactory(Protocol):
    """Starts workers. `can_start` is False where no worker is possible."""

    can_start: bool

    async def start(self, name: str) -> BotWorkerApi:
        """Start a worker under a name that was not used before."""

    def end(self, name: str) -> None:
        """Stop a worker, whether it has started or not."""

    @property
    def page_worker(self) -> BotWorkerApi:
        """The worker functions in the page itself, for where no worker is possible."""


class _EngineMismatch(Exception):
    """A worker runs another version of the rules."""


class BotClient:
    """Gets plans from a worker and starts that worker when it is first needed."""

    def __init__(self, crew: WorkerFactory, patience: BotTimeouts | None = None) -> None:
        self._worker_factory = crew
        self._timeouts = patience or BotTimeouts()
        self._worker_number = self._failed_starts = 0
        self._start_task: asyncio.Task[BotWorkerApi] | None = None
        self._can_use_worker = crew.can_start
        self._give_up_events: dict[int, asyncio.Event] = {}  # by job id; set: stop waiting
        self._hurried_job_ids: set[int] = set()
        self._start_task_by_job: dict[int, object] = {}  # by job id; the worker may have ended

    @property
    def can_use_worker(self) -> bool:
        """False where the page itself plans, or gets no plan at all."""
        return self._can_use_worker and self._failed_starts < MAX_FAILED_STARTS

    async def request_plan(self, job: PlanJob) -> dict[str, Any] | None:
        """Return the answer to a job (`bots.worker`); None if no answer can be had.

        If the worker fails, the page itself plans for an easy level: that takes a moment, and the
        simple moves which stand in for a plan are stronger than *First steps*.

        PackError if a card of a pack fails while the bot tries it out.
        """
        answer = await self._request_from_worker(job)
        if answer is None and level_of(job.level) in EASY_LEVELS and not job.needs_packs:
            return await self._plan_in_page(job)
        return answer

    async def _plan_in_page(self, job: PlanJob) -> dict[str, Any] | None:
        """Plan for an easy level without a worker; return None if that fails."""
        with contextlib.suppress(Exception):
            return _read_answer(await self._worker_factory.page_worker.plan(job.json_text))
        return None

    async def _request_from_worker(self, job: PlanJob) -> dict[str, Any] | None:
        """Return the answer of a worker, or of the page where no worker is possible."""
        in_page = not self._can_use_worker
        if not in_page and self._failed_starts >= MAX_FAILED_STARTS:
            return None
        try:
            answer = await (
                self._worker_factory.page_worker.plan(job.json_text)
                if in_page
                else self._ask_worker(job)
            )
            answer_fields = _read_answer(answer)
        except PackError:
            raise
        except _EngineMismatch:
            self._can_use_worker = False
            self.stop_worker()
            return await self._request_from_worker(job)
        except Exception:
            # The game goes on if a worker hangs, dies or gives a wrong answer.
            may_still_start = job.id in self._hurried_job_ids and not self._is_worker_started
            if (
                not in_page
                and not may_still_start
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
        return answer_fields

    def hurry(self, job: PlanJob) -> None:
        """Make a job be answered soon: with the best plan so far, or with None."""
        if not self._can_use_worker:
            self._worker_factory.page_worker.hurry(job.id)
        elif give_up_event := self._give_up_events.get(job.id):
            self._hurried_job_ids.add(job.id)
            if self._is_worker_started:
                self._ask_to_hurry(job)
            else:
                give_up_event.set()

    def stop_worker(self) -> None:
        """Stop the worker; the next plan starts another one."""
        if self._start_task is not None:
            self._start_task.cancel()
            self._start_task = None
            self._worker_factory.end(self._worker_name)
            # Several jobs may wait for the same worker, such as a turn and a hint.
            for give_up_event in self._give_up_events.values():
                give_up_event.set()

    @property
    def _worker_name(self) -> str:
        return f"opponent-{self._worker_number}"

    @property
    def _is_worker_started(self) -> bool:
        task = self._start_task
        return task is not None and task.done() and not task.exception()

    async def _ask_worker(self, job: PlanJob) -> object:
        """Return a worker's answer to a job; TimeoutError if no answer comes in time."""
        self._give_up_events[job.id] = asyncio.Event()
        if self._start_task is None:
            self._worker_number += 1
            self._start_task = asyncio.ensure_future(self._start_worker(self._worker_name))
        self._start_task_by_job[job.id] = self._start_task
        worker: BotWorkerApi = await self._wait_for_task(
            self._start_task, self._timeouts.start_s, job
        )
        plan = asyncio.ensure_future(worker.plan(job.json_text))
        watch = asyncio.ensure_future(self._watch_worker(worker, job))
        try:
            with contextlib.suppress(TimeoutError):
                return await self._wait_for_task(plan, self._timeouts.plan_s, job)
            self._ask_to_hurry(job)
            return await self._wait_for_task(plan, self._timeouts.hurry_s, job)
        finally:
            plan.cancel()
            watch.cancel()

    async def _watch_worker(self, worker: BotWorkerApi, job: PlanJob) -> None:
        """Give up a job whose worker does not answer `ping`: an ended worker never answers.

        Two missed answers in a row are needed, since the page and the worker may both have slept.
        """
        missed_pings = 0
        while missed_pings < 2:
            await asyncio.sleep(0 if missed_pings else self._timeouts.ping_s)
            ping = asyncio.ensure_future(_await_call(worker.ping()))
            answered, _ = await asyncio.wait((ping,), timeout=self._timeouts.ping_s)
            missed_pings = 0 if answered else missed_pings + 1
            ping.cancel()
            ping.add_done_callback(lambda ping: ping.cancelled() or ping.exception())
        if give_up_event := self._give_up_events.get(job.id):
            give_up_event.set()

    async def _start_worker(self, name: str) -> BotWorkerApi:
        worker = await self._worker_factory.start(name)
        if str(await worker.ping()) != engine_checksum():
            raise _EngineMismatch
        return worker

    async def _wait_for_task(self, task: asyncio.Future[Any], seconds: float, job: PlanJob) -> Any:
        """Return the result of a task.

        TimeoutError if the task takes longer than `seconds`, or if the job is given up.
        """
        give_up = asyncio.ensure_future(self._give_up_events[job.id].wait())
        await asyncio.wait((task, give_up), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        give_up.cancel()
        if not task.done() or task.cancelled():
            raise TimeoutError
        return task.result()

    def _ask_to_hurry(self, job: PlanJob) -> None:
        """Send the hurry message to the worker.

        Give the job up if no answer comes within `BotTimeouts.hurry_s`.
        """
        give_up_event = self._give_up_events[job.id]
        asyncio.get_running_loop().call_later(self._timeouts.hurry_s, give_up_event.set)
        if self._start_task is not None:
            with contextlib.suppress(Exception):
                _ignore_result(self._start_task.result().hurry(job.id))


class BotClientPair:
    """Two clients: one for games with packs, whose worker has these, and one for all others.

    A job in the background gives way to all other jobs: it waits until there are none, and if one
    comes meanwhile, it ends and begins anew after that.
    """

    def __init__(self, plain: BotClient, packed: BotClient) -> None:
        self._plain_client, self._pack_client = plain, packed
        self._waiting = 0  # jobs that somebody waits for
        self._is_free = asyncio.Event()
        self._is_free.set()
        self._background_job: PlanJob | None = None

    async def request_plan(self, job: PlanJob) -> dict[str, Any] | None:
        """Return the answer of the job's client: see `BotClient.request_plan`."""
        self._waiting += 1
        self._is_free.clear()
        if self._background_job:
            self.hurry(self._background_job)
            self._background_job = None
        try:
            return await self._client_for_job(job).request_plan(job)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._is_free.set()

    async def request_plan_in_background(
        self, create_job: Callable[[], PlanJob]
    ) -> dict[str, Any] | None:
        """Return the answer of a worker to a job that nobody waits for; one at a time.

        `create_job` makes the job anew for each try, as its id must be new. None if no answer can
        be had, as where the page itself would have to plan.
        """
        while True:
            await self._is_free.wait()
            job = create_job()
            client = self._client_for_job(job)
            if not client.can_use_worker:
                return None
            self._background_job = job
            answer = await client.request_plan(job)
            if self._background_job is job:  # no other job has come meanwhile
                self._background_job = None
                return answer

    def hurry(self, job: PlanJob) -> None:
        """Hurry the job's client: see `BotClient.hurry`."""
        self._client_for_job(job).hurry(job)

    def _client_for_job(self, job: PlanJob) -> BotClient:
        return self._pack_client if job.needs_packs else self._plain_client


def _read_answer(text: object) -> dict[str, Any]:
    """Return the fields of a worker's answer.

    Raise ValueError, KeyError or TypeError if it is no plan.
    """
    answer_fields: dict[str, Any] = json.loads(str(text))
    answer_fields["codes"] = [str(code) for code in answer_fields["codes"]]
    return answer_fields


async def _await_call(call: Any) -> Any:
    """Wrap an awaitable call to a worker in a coroutine, so that it can become a task."""
    return await call


def _ignore_result(answer: Any) -> None:
    """Consume the result or failure of an answer that is not waited for."""
    if isinstance(answer, Awaitable):
        asyncio.ensure_future(answer).add_done_callback(lambda done: done.exception())
