"""The worker in which computer players think; nothing of it is there before the first one has to.

What PyScript's workers do when something is wrong decides the shape of this: a missing file and a
terminated worker never answer, one that failed to start answers with an error at the next call, and
a name cannot be used twice. So every wait has an end, `ping` is asked first, and each worker has a
name of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
from types import ModuleType
from typing import Any

from pyscript import document
from pyscript.workers import create_named_worker

from tashkalar.errors import PackError
from tashkalar.ui.opponents import Job
from tashkalar.web.background import background

_PROGRAM = "./static/app/opponent.py"
_START = 60.0  # seconds; a first start on a slow phone takes long
_PLAN = 45.0  # seconds: the budget is in nodes, this is only for a worker that hangs


class Thinker:
    """Gets plans from a worker, which it starts when it is first needed."""

    def __init__(self) -> None:
        self._number = 0
        self._worker: Any = None
        self._name = ""

    async def think(self, job: Job) -> dict[str, Any] | None:
        """The answer to a job (`bots.desk`); None when no worker can make one; it is ended then.

        PackError when a card of a pack fails while it is tried out.
        """
        try:
            if job.here:
                answer = await _desk().plan(job.text)
            else:
                worker = await self._started()
                answer = await asyncio.wait_for(worker.plan(job.text), _PLAN)
            found: dict[str, Any] = json.loads(str(answer))
            found["codes"] = [str(code) for code in found["codes"]]
            return found
        except PackError:
            raise
        except Exception:
            # Whatever a worker does - hang, die, answer nonsense - the game goes on without it.
            self.end()
            return None

    async def _started(self) -> Any:
        if self._worker is None:
            self._number += 1
            self._name = f"opponent-{self._number}"
            starting = create_named_worker(_PROGRAM, self._name)
            worker = await asyncio.wait_for(starting, _START)
            await asyncio.wait_for(worker.ping(), _START)
            self._worker = worker
        return self._worker

    def hurry(self, job: Job) -> None:
        """Let a plan be answered at once with what has been found."""
        if job.here:
            _desk().hurry(job.id)
        elif self._worker is not None:
            background(self._hurry(job.id))

    async def _hurry(self, job: int) -> None:
        # A worker that does not listen any more is found out by `plan`.
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._worker.hurry(job), _PLAN)

    def end(self) -> None:
        """Stop the worker; the next plan starts another one."""
        self._worker = None
        script = document.querySelector(f'script[name="{self._name}"]') if self._name else None
        if script:
            if script.xworker:
                script.xworker.terminate()
            script.remove()


def _desk() -> ModuleType:
    """The computer player itself, which the page only loads when no worker can have it."""
    return importlib.import_module("tashkalar.bots.desk")
