"""The tools of the checkout explain themselves, and do nothing when they are asked to."""

from __future__ import annotations

import runpy
import sys

import pytest

from tashkalar.site.paths import ROOT

FILES = [*(ROOT / "tools").glob("*.py"), *(ROOT / "tools").glob("*/__main__.py")]
TOOLS = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for file in FILES
    if '__name__ == "__main__"' in file.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_explains_itself(
    tool: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [tool, "--help"])
    monkeypatch.delitem(sys.modules, tool, raising=False)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(tool, run_name="__main__")
    shown = capsys.readouterr()
    assert (ended.value.code, shown.err) == (0, "")
    assert shown.out.startswith("usage: ") and shown.out.count("\n") > 3


def test_there_are_tools() -> None:
    assert {"tools.judges.__main__", "tools.icons", "tools.puzzle_words"} <= set(TOOLS)
