"""Workers for games: this program itself, child processes that end with it, or Dask.

A Dask cluster is started and stopped by others.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")


class NoWorkersError(Exception):
    """The workers cannot be started or are gone; the message says which."""


class InlineExecutor(Executor):
    """An executor that does the work in the calling thread, at once."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]  # as in Executor
        """Return the finished future of a call."""
        future: Future[object] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def run_in_order(
    executor: Executor, call: Callable[[JobT], ResultT], jobs: Iterable[JobT], max_pending: int
) -> Generator[ResultT, None, None]:
    """Yield the result of a call for each job, in order; at most `max_pending` are under way.

    When the iteration is closed, calls that have not begun are canceled.
    """
    waiting: deque[Future[ResultT]] = deque()
    try:
        for job in jobs:
            waiting.append(executor.submit(call, job))
            if len(waiting) >= max_pending:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def process_pool(
    workers: int, prepare: Callable[[], object] | None = None
) -> Iterator[ProcessPoolExecutor]:
    """Provide a pool of processes, each prepared by a call; any error ends them at once.

    Raise NoWorkersError if a process was killed.
    """
    executor = ProcessPoolExecutor(workers, initializer=_initialize_worker, initargs=(prepare,))
    try:
        yield executor
    except BrokenProcessPool as error:
        raise NoWorkersError("one of the processes was ended by somebody else") from error
    except BaseException:  # an interrupt too: games in progress are useless then
        executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    executor.shutdown()


@contextmanager
def dask_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Provide the workers of a Dask scheduler, and their total number of threads.

    Raise NoWorkersError if the extra is not installed, if the scheduler does not answer, or if the
    scheduler or its workers go away.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ModuleNotFoundError:
        raise NoWorkersError("needs the extra: pip install tashkalar[arena]") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # errors are raised here
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoWorkersError(str(error)) from None
    try:
        threads = sum(client.ncores().values())
        if not threads:
            raise NoWorkersError(f"{address} has no workers")
        with client.get_executor(pure=False) as executor:
            yield executor, threads
    except (CancelledError, distributed.KilledWorker, distributed.comm.CommClosedError) as error:
        raise NoWorkersError(f"{address} or its workers are gone") from error
    finally:
        client.close(timeout=1)


def _initialize_worker(prepare: Callable[[], object] | None) -> None:
    """Ignore interrupts, which the parent handles, and end the process with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _exit_with_parent() -> None:
    """Wait for the end of the parent, which cannot announce that it is killed, and exit."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
