"""Who plays the games of a match: processes, which never outlive the program that started them,
or a Dask cluster that somebody else keeps.
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
    """Whoever should play cannot be had, or is gone; the message says who."""


@contextmanager
def process_pool(
    workers: int, prepare: Callable[[], object] | None = None
) -> Iterator[ProcessPoolExecutor]:
    """So many processes, each prepared by a call; when anything goes wrong they end at once.

    NoWorkersError when one of them was killed.
    """
    executor = ProcessPoolExecutor(workers, initializer=_initialize_worker, initargs=(prepare,))
    try:
        yield executor
    except BrokenProcessPool as error:
        raise NoWorkersError("one of the processes was ended by somebody else") from error
    except BaseException:  # an interrupt too: games in progress are of no use to anybody then
        executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    executor.shutdown()


@contextmanager
def dask_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask scheduler, and how many threads they have together.

    NoWorkersError when the extra is not installed, when nobody answers, and when the scheduler or
    its workers go away.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ModuleNotFoundError:
        raise NoWorkersError("needs the extra: pip install tashkalar[arena]") from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # it is told here
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
    """In each process: the interrupt is the parent's affair, and its end is ours too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _exit_with_parent() -> None:
    """A parent that was killed cannot say goodbye, but a process can wait for its end."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
