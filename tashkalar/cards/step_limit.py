"""What another's program may take: a pack that does not come to an end is ended.

Steps are counted, not seconds: what is too much is too much on every machine, and for every copy
of a game. A loop inside a single call of a library written in C makes no steps and is not seen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

STEP_LIMIT = 5_000_000
"""Instructions of one effect, or of one import. A card needs some thousands."""

_ENGINE_PREFIX = "tashkalar."

WorkResult = TypeVar("WorkResult")


class StepLimitExceeded(BaseException):
    """There seems to be no end. No `Exception`, which a loop might catch and go on."""

    def __init__(self) -> None:
        super().__init__(f"it has not ended after {STEP_LIMIT} steps")


def run_with_step_limit(work: Callable[[], WorkResult]) -> WorkResult:
    """What `work` returns; Endless when that takes more than STEPS.

    A debugger or a measurement that looks on as well goes on when it is done.
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
            return None  # what the engine does ends; whoever calls it for ever makes steps too
        frame.f_trace_opcodes = True  # a loop on one line comes to no other line
        return count(frame, event, argument)

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        return work()
    finally:
        sys.settrace(before)
