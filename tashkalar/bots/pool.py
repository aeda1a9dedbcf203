"""Workers for the games of a match: child processes that end with this program, or Dask.

A Dask cluster is started and stopped by others.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager


class NoWorkersError(Exception):
    """The workers cannot be started or are gone; the message says which."""


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
