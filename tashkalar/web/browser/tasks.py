"""Asynchronous tasks whose result is not awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from tashkalar.web.browser import failures

_running_tasks: set[asyncio.Future[object]] = set()


def start_task(work: Coroutine[Any, Any, object]) -> None:
    """Run a coroutine to its end; the kept reference protects the task from garbage collection."""
    _running_tasks.add(task := asyncio.ensure_future(work))
    task.add_done_callback(_end_task)


def _end_task(task: asyncio.Future[object]) -> None:
    """Report the error of a task that failed."""
    _running_tasks.discard(task)
    if not task.cancelled() and (error := task.exception()):
        failures.report(error)
