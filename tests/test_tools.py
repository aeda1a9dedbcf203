"""The tools of the checkout explain themselves, and do nothing when they are asked to."""

from __future__ import annotations

import runpy
import sys

import pytest

from tashkalar.site.paths import ROOT
from tools.mutants import find_mutants

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


def test_a_mutant_stands_where_the_expression_stood() -> None:
    text = 'def least(a: int = 1) -> bool:\n    """No 1."""\n    return "é" != f"{a}" and a < 2\n'
    changed = [text[: m.start] + m.after + text[m.end :] for m in find_mutants("least.py", text)]
    assert [line.splitlines()[2].strip() for line in changed[1:]] == [
        "return 'é' != f'{a}' or a < 2",
        """return 'é' == f'{a}' and a < 2""",
        """return "é" != f"{a}" and a <= 2""",
        """return "é" != f"{a}" and a < 3""",
    ]
    assert changed[0].startswith("def least(a: int = 2)")
