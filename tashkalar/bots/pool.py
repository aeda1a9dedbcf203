"""Processes to play in, which never outlive the program that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def pool(
    workers: int, prepare: Callable[[], object] | None = None
) -> Iterator[ProcessPoolExecutor]:
    """So many processes, each prepared by a call; when anything goes wrong they end at once."""
    executor = ProcessPoolExecutor(workers, initializer=_begin, initargs=(prepare,))
    try:
        yield executor
    except BaseException:  # an interrupt too: games in progress are of no use to anybody then
        executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    executor.shutdown()


def _begin(prepare: Callable[[], object] | None) -> None:
    """In each process: the interrupt is the parent's affair, and its end is ours too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _end_with_parent() -> None:
    """A parent that was killed cannot say goodbye, but a process can wait for its end."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
