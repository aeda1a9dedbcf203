"""Ask a worker for a proof, step by step, so that a person sees its progress and can stop it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Protocol

from tashkalar.features.workshop.position import Scenario
from tashkalar.features.workshop.proof import MOST_NODES, SLICE_NODES, PuzzleJob

START_TIMEOUT_S = 60.0  # a first start on a slow phone takes long
ANSWER_TIMEOUT_S = 45.0  # a slice takes about a second


class ProofWorkers(Protocol):
    """Starts workers whose functions are those of `bots.proof_worker`."""

    can_start: bool

    async def start(self, name: str) -> Any:
        """Start a worker under a name that was not used before."""

    def end(self, name: str) -> None:
        """Stop a worker, whether it has started or not."""


class ProofClient:
    """Proves one position after the other. `in_page` has the worker's functions in the page."""

    def __init__(self, workers: ProofWorkers, in_page: Callable[[], Any]) -> None:
        self._workers, self._in_page = workers, in_page
        self._worker: Any = None
        self._number = 0

    async def prove(
        self, scenario: Scenario, on_progress: Callable[[dict[str, Any]], bool]
    ) -> dict[str, Any] | None:
        """Return the last answer (`bots.proof_worker`); None if the worker does not answer.

        `on_progress` gets each answer before the last, and returns False to stop.
        """
        job = {"scenario": scenario, "nodes": MOST_NODES}
        return await self._run("begin_proof", job, on_progress)

    async def write_puzzle(
        self, puzzle: PuzzleJob, on_progress: Callable[[dict[str, Any]], bool]
    ) -> str | None:
        """Return the text of a puzzle file with its proof; None if it fails or is stopped."""
        job = {**puzzle._asdict(), "nodes": MOST_NODES}
        answer = await self._run("begin_puzzle", job, on_progress)
        return str(answer["file"]) if answer and "file" in answer else None

    async def _run(
        self, begin: str, job: dict[str, Any], on_progress: Callable[[dict[str, Any]], bool]
    ) -> dict[str, Any] | None:
        try:
            worker = await self._start()
            answer = json.loads(str(await _wait(getattr(worker, begin)(json.dumps(job)))))
            while answer["state"] == "going" and on_progress(answer):
                await asyncio.sleep(0)  # let the page answer a press on the button that stops
                answer = json.loads(str(await _wait(worker.continue_proof(SLICE_NODES))))
        except Exception:  # a worker fails in many ways; see `ui/bots/bot_client.py`
            self._end()
            return None
        result: dict[str, Any] = answer
        return result

    async def _start(self) -> Any:
        if self._worker is None:
            if not self._workers.can_start:
                self._worker = self._in_page()
            else:
                self._number += 1
                started = self._workers.start(self._name)
                self._worker = await asyncio.wait_for(started, START_TIMEOUT_S)
        return self._worker

    def _end(self) -> None:
        """Stop the worker, which has failed; the next proof starts another one."""
        self._worker = None
        if self._number:
            self._workers.end(self._name)

    @property
    def _name(self) -> str:
        return f"proof-{self._number}"


async def _wait(answer: Any) -> Any:
    """Return an answer, awaited or not; TimeoutError if it does not come."""

    async def settle() -> Any:
        return await answer

    if not hasattr(answer, "__await__"):
        return answer
    return await asyncio.wait_for(settle(), ANSWER_TIMEOUT_S)
