"""The architecture page says what the core and the features weigh."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "tashkalar"
PAGE = ROOT / "docs/architecture.md"
_ROW = re.compile(r"^\| (?P<part>[^|]+) \| [\d,]+ \| (?P<now>[\d,]+) \|$", re.MULTILINE)


def _lines(*files: Path) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def test_the_page_says_what_the_parts_weigh() -> None:
    core = [file for folder in ("ui", "web") for file in (PACKAGE / folder).rglob("*.py")]
    counted = {
        "the core, `ui/` and `web/`: lines": _lines(*core),
        "the same: modules": len(core),
        "`app.py`: lines": _lines(PACKAGE / "web/app.py"),
        "the features: lines": _lines(*(PACKAGE / "features").rglob("*.py")),
    }
    text = PAGE.read_text(encoding="utf-8")
    said = {row["part"]: int(row["now"].replace(",", "")) for row in _ROW.finditer(text)}
    assert said.keys() == counted.keys()
    for part, count in counted.items():
        assert 0.95 * said[part] <= count <= said[part], f"{part}: {count}"
