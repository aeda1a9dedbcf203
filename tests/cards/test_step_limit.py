"""Tests of the step limit: an endless loop in a pack is ended, in whatever way it is written."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from tashkalar.cards.step_limit import StepLimitExceeded, run_with_step_limit

LOOPS = {
    "on one line": "while True: pass",
    "on two lines": "while True:\n        pass",
    "in a call": "sum(1 for _ in iter(int, 1))",
    "that catches all": "while True:\n        try: [].pop()\n        except Exception: pass",
}


def written(body: str, module: str = "somebody_elses") -> Callable[[], object]:
    """A function of another's module."""
    names: dict[str, object] = {"__name__": module}
    exec(f"def work():\n    {body}", names)
    work = names["work"]
    assert callable(work)
    return work


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_without_an_end_is_ended(loop: str) -> None:
    with pytest.raises(StepLimitExceeded, match="not ended"):
        run_with_step_limit(written(LOOPS[loop]))


def test_what_ends_returns_what_it_found() -> None:
    assert run_with_step_limit(written("return sum(range(10_000))")) == 49_995_000


def test_who_looked_on_before_looks_on_after() -> None:
    def looking(frame: object, event: str, argument: object) -> None:
        """Trace the program, as a debugger does."""

    before = sys.gettrace()
    sys.settrace(looking)
    try:
        run_with_step_limit(written("return 1"))
        assert sys.gettrace() is looking
    finally:
        sys.settrace(before)
