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

from tashkalar.bots import engine
from tashkalar.errors import PackError
from tashkalar.ui.bots.computer_seats import Job

TRIES = 2
"""Starts in a row that may fail before no more are tried: each may cost a minute of waiting."""


class Patience(NamedTuple):
    """For how many seconds somebody is waited for."""

    start: float = 60.0  # a first start on a slow phone takes long
    plan: float = 45.0  # a budget is in nodes; whoever takes longer is asked to hurry
    hurried: float = 5.0  # whoever was asked to hurry answers between two steps of its search
    sign: float = 5.0  # of life: whoever thinks answers between two steps as well


class Desk(Protocol):
    """What a worker offers (`bots.desk`), awaited or not."""

    def ping(self) -> Any:
        """Answer, if there is anybody, by which engine (`bots.engine`)."""

    def plan(self, text: str) -> Awaitable[object]:
        """Work a job off."""

    def hurry(self, job: int) -> Any:
        """Answer a job at once with what has been found."""


class Crew(Protocol):
    """Whoever can start workers. `able` is False where none can be; `here` is a desk without."""

    able: bool

    async def start(self, name: str) -> Desk:
        """A worker with a name that was not used before."""

    def end(self, name: str) -> None:
        """Stop a worker, whether it has started or not."""

    @property
    def here(self) -> Desk:
        """A desk in the page itself, for where there can be no worker."""


class _OtherVersion(Exception):
    """A worker plays by another version of the rules."""


class Thinker:
    """Gets plans from a worker, which it starts when it is first needed."""

    def __init__(self, crew: Crew, patience: Patience | None = None) -> None:
        self._crew = crew
        self._patience = patience or Patience()
        self._number = self._failed = 0
        self._starting: asyncio.Task[Desk] | None = None
        self._able = crew.able
        self._late: dict[int, asyncio.Event] = {}  # by job: it is not waited for any longer
        self._hurried: set[int] = set()
        self._asked_of: dict[int, object] = {}  # by job: the worker, one that may be ended by now

    async def think(self, job: Job) -> dict[str, Any] | None:
        """The answer to a job (`bots.desk`); None when there is none, nor will be.

        PackError when a card of a pack fails while it is tried out.
        """
        here = not self._able
        if not here and self._failed >= TRIES:
            return None
        try:
            answer = await (self._crew.here.plan(job.text) if here else self._asked(job))
            found: dict[str, Any] = json.loads(str(answer))
            found["codes"] = [str(code) for code in found["codes"]]
        except PackError:
            raise
        except _OtherVersion:
            self._able = False
            self.end()
            return await self.think(job)
        except Exception:
            # Whatever a worker does - hang, die, answer nonsense - the game goes on without it.
            going_on = job.id in self._hurried and not self._started  # it may start yet
            if not here and not going_on and self._asked_of.get(job.id) is self._starting:
                self._failed += not self._started
                self.end()
            return None
        finally:
            self._late.pop(job.id, None)
            self._asked_of.pop(job.id, None)
            self._hurried.discard(job.id)
        self._failed = 0
        return found

    def hurry(self, job: Job) -> None:
        """Let a plan be answered soon: with what has been found, or not at all."""
        if not self._able:
            self._crew.here.hurry(job.id)
        elif late := self._late.get(job.id):
            self._hurried.add(job.id)
            if self._started:
                self._ask_to_hurry(job)
            else:
                late.set()

    def end(self) -> None:
        """Stop the worker; the next plan starts another one."""
        if self._starting is not None:
            self._starting.cancel()
            self._starting = None
            self._crew.end(self._name)
            for late in self._late.values():  # it was asked for a hint as well, say
                late.set()

    @property
    def _name(self) -> str:
        return f"opponent-{self._number}"

    @property
    def _started(self) -> bool:
        task = self._starting
        return task is not None and task.done() and not task.exception()

    async def _asked(self, job: Job) -> object:
        """A worker's answer; TimeoutError when it does not come."""
        self._late[job.id] = asyncio.Event()
        if self._starting is None:
            self._number += 1
            self._starting = asyncio.ensure_future(self._start(self._name))
        self._asked_of[job.id] = self._starting
        desk: Desk = await self._in_time(self._starting, self._patience.start, job)
        plan = asyncio.ensure_future(desk.plan(job.text))
        watch = asyncio.ensure_future(self._watch(desk, job))
        try:
            with contextlib.suppress(TimeoutError):
                return await self._in_time(plan, self._patience.plan, job)
            self._ask_to_hurry(job)
            return await self._in_time(plan, self._patience.hurried, job)
        finally:
            plan.cancel()
            watch.cancel()

    async def _watch(self, desk: Desk, job: Job) -> None:
        """Give a worker up that gives no sign of life: one that was ended never answers.

        Only the second time in a row, since the page and the worker may both have slept.
        """
        missed = 0
        while missed < 2:
            await asyncio.sleep(0 if missed else self._patience.sign)
            sign = asyncio.ensure_future(_answer(desk.ping()))
            done, _ = await asyncio.wait((sign,), timeout=self._patience.sign)
            missed = 0 if done else missed + 1
            sign.cancel()
            sign.add_done_callback(lambda sign: sign.cancelled() or sign.exception())
        if late := self._late.get(job.id):
            late.set()

    async def _start(self, name: str) -> Desk:
        desk = await self._crew.start(name)
        if str(await desk.ping()) != engine():
            raise _OtherVersion
        return desk

    async def _in_time(self, task: asyncio.Future[Any], seconds: float, job: Job) -> Any:
        """What a task gives; TimeoutError when it takes longer, or when it was hurried in vain."""
        late = asyncio.ensure_future(self._late[job.id].wait())
        await asyncio.wait((task, late), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        late.cancel()
        if not task.done() or task.cancelled():
            raise TimeoutError
        return task.result()

    def _ask_to_hurry(self, job: Job) -> None:
        """Whoever does not hear it any more is not waited for long."""
        late = self._late[job.id]
        asyncio.get_running_loop().call_later(self._patience.hurried, late.set)
        if self._starting is not None:
            with contextlib.suppress(Exception):
                _forget(self._starting.result().hurry(job.id))


class Thinkers:
    """Two thinkers: one for games with packs, whose worker has these, and one for all others."""

    def __init__(self, plain: Thinker, packed: Thinker) -> None:
        self._plain, self._packed = plain, packed

    async def think(self, job: Job) -> dict[str, Any] | None:
        """See `Thinker.think`."""
        return await self._for(job).think(job)

    def hurry(self, job: Job) -> None:
        """See `Thinker.hurry`."""
        self._for(job).hurry(job)

    def _for(self, job: Job) -> Thinker:
        return self._packed if job.packs else self._plain


async def _answer(call: Any) -> Any:
    """What a call to a worker gives, as something that can be made a task."""
    return await call


def _forget(answer: Any) -> None:
    """Nobody waits for this answer, nor for its failure."""
    if isinstance(answer, Awaitable):
        asyncio.ensure_future(answer).add_done_callback(lambda done: done.exception())
