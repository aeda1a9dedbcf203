"""A limit on the steps of third-party code, so that a pack that does not end is stopped.

The limit counts steps, not seconds, so that it is the same on every machine and for every copy of a
game. A loop inside a single call of a library written in C makes no steps and is not detected.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

STEP_LIMIT = 5_000_000
"""The limit in bytecode instructions for one effect or one import. A card needs some thousands."""

_ENGINE_PREFIX = "tashkalar."

WorkResult = TypeVar("WorkResult")


class StepLimitExceeded(BaseException):
    """The code exceeded `STEP_LIMIT`. Not an `Exception`, which the code's own loop could catch."""

    def __init__(self) -> None:
        super().__init__(f"it has not ended after {STEP_LIMIT} steps")


def run_with_step_limit(work: Callable[[], WorkResult]) -> WorkResult:
    """Return the result of `work`; raise StepLimitExceeded after `STEP_LIMIT` steps.

    The trace function of a debugger or a coverage tool is suspended meanwhile and restored
    afterwards.
    """
    left = STEP_LIMIT

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise StepLimitExceeded
        return count

    def entered(frame: FrameType, event: str, argument: Any) -> Any:
        if str(frame.f_globals.get("__name__", "")).startswith(_ENGINE_PREFIX):
            return None  # engine code always ends; a loop that calls it is counted at the call
        frame.f_trace_opcodes = True  # a loop on a single line triggers no line events
        return count(frame, event, argument)

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        return work()
    finally:
        sys.settrace(before)
