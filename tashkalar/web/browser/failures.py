"""The place where listeners and tasks report unexpected errors."""

from __future__ import annotations

from collections.abc import Callable


def _raise(error: BaseException) -> None:
    raise error


_reporter: Callable[[BaseException], None] = _raise


def set_reporter(reporter: Callable[[BaseException], None]) -> None:
    """Have a function called with each error; until then, errors are raised."""
    global _reporter
    _reporter = reporter


def report(error: BaseException) -> None:
    """Report an error of a listener or a task."""
    _reporter(error)
