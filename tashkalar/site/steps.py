"""The steps of a build, named on the standard error while they run.

A busy machine can take minutes for a step. A line that says which step runs, and for how long,
keeps people from ending the command.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TextIO

from tashkalar.site.paths import print_status

# A function that is called with the name of a step; the step lasts as long as the context. The
# standard library's `nullcontext` is a silent one.
Step = Callable[[str], AbstractContextManager[object]]

TERMINAL_INTERVAL_S = 1.0  # between two counts on a terminal, where each replaces the one before
LOG_INTERVAL_S = 10.0  # between two counts in a file, where each is a line
LINE_WIDTH = 79  # a longer line would begin a second one on most terminals


def announce(name: str) -> AbstractContextManager[object]:
    """Print the name of a step, without its seconds."""
    print_status(f"{name} ...")
    return contextlib.nullcontext()


class StepReport:
    """Print the name of each step when it begins, and its seconds while it runs and at its end."""

    def __init__(
        self,
        clock: Callable[[], float],
        stream: TextIO | None = None,
        interval_s: float | None = None,
    ) -> None:
        """Count with the clock, in seconds; write to the stream, or to the standard error."""
        self._clock = clock
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream.isatty()
        usual = TERMINAL_INTERVAL_S if self._is_terminal else LOG_INTERVAL_S
        self._interval_s = usual if interval_s is None else interval_s

    @contextlib.contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Report one step. A step that fails gets its seconds too; its error says the rest."""
        began = self._clock()
        is_over = threading.Event()

        def count() -> None:
            while not is_over.wait(self._interval_s):
                self._write(f"{name} ... {self._clock() - began:.0f} s")

        self._write(f"{name} ...")
        counter = threading.Thread(target=count, daemon=True)
        counter.start()
        try:
            yield
        finally:
            is_over.set()
            counter.join()
            self._write(f"{name}: {self._clock() - began:.1f} s", is_last=True)

    def _write(self, line: str, *, is_last: bool = False) -> None:
        if self._is_terminal:
            # Each line of a step is written over the one before, which may be longer.
            end = "\n" if is_last else ""
            print(f"\r{line:<{LINE_WIDTH}}", end=end, file=self._stream, flush=True)
        else:
            print(line, file=self._stream, flush=True)
