"""The steps of a build: named when they begin, counted while they run."""

from __future__ import annotations

import io
import itertools
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import serve
from tashkalar.site.steps import StepReport
from tashkalar.site.vendor import prepare_vendor_folder


class _Output(io.StringIO):
    """A stream that says so when a text has been written to it."""

    def __init__(self, *, is_terminal: bool, awaited: str) -> None:
        super().__init__()
        self._is_terminal = is_terminal
        self._awaited = awaited
        self.has_come = threading.Event()

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, text: str) -> int:
        length = super().write(text)
        if self._awaited in self.getvalue():
            self.has_come.set()
        return length


def _report(output: _Output, times: Iterator[int]) -> StepReport:
    return StepReport(lambda: float(next(times)), output, interval_s=0.001)


def test_a_long_step_is_named_and_counted() -> None:
    output = _Output(is_terminal=False, awaited="Baking ... 120 s")
    with _report(output, itertools.count(0, 60))("Baking"):
        assert output.getvalue().startswith("Baking ...\n")  # before anybody waits
        assert output.has_come.wait(60)
    first, second, third, *_, last = output.getvalue().splitlines()
    assert (first, second, third) == ("Baking ...", "Baking ... 60 s", "Baking ... 120 s")
    assert re.fullmatch(r"Baking: \d+\.0 s", last)


def test_a_terminal_shows_one_line_for_each_step() -> None:
    output = _Output(is_terminal=True, awaited="Baking ... 60 s")
    report = _report(output, itertools.count(0, 60))
    with report("Baking"):
        assert output.has_come.wait(60)
    with report("Eating"):
        pass
    lines = output.getvalue().rstrip("\n").split("\n")
    shown = [line.rpartition("\r")[2].rstrip() for line in lines]
    assert [re.sub(r"\d+", "0", line) for line in shown] == ["Baking: 0.0 s", "Eating: 0.0 s"]
    # A shorter line covers all of the longer one before.
    assert len({len(part) for line in lines for part in line.split("\r")[1:]}) == 1


def test_a_step_that_fails_ends_its_line() -> None:
    output = _Output(is_terminal=True, awaited="never")
    with pytest.raises(OSError, match="full"), _report(output, itertools.count())("Baking"):
        raise OSError("full")
    assert output.getvalue().endswith("\n")


@pytest.mark.long
@pytest.mark.pyodide
def test_build_names_its_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepare_vendor_folder()
    assert serve.main(["build", "--out", str(tmp_path / "site"), "--start", "stock"]) == 0
    output = capsys.readouterr()
    assert len(output.out.splitlines()) == 1  # a redirected output has only the result
    names = [line.removesuffix(" ...") for line in output.err.splitlines() if line.endswith("...")]
    assert {"Writing the page", "Listing the files for playing offline"} <= set(names)
    for name in names:
        assert re.search(rf"^{name}: \d+\.\d s$", output.err, re.MULTILINE), name
