"""Asynchronous work that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

_running_tasks: set[asyncio.Future[object]] = set()


def start_task(work: Coroutine[Any, Any, object]) -> None:
    """Let asynchronous work run to its end; without a reference it could be collected before."""
    _running_tasks.add(task := asyncio.ensure_future(work))
    task.add_done_callback(_running_tasks.discard)
