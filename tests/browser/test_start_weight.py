"""Count all that the first screen brings until it is ready; the page on the start has the limits.

Counts do not depend on the machine, as times do.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenApp
from tests.browser.test_start import told_by_python

DOCS = Path(__file__).parents[2] / "docs/start.md"
_ROW = re.compile(r"^\| (?P<what>[^|]+) \| at most (?P<most>[\d,]+) \|$", re.MULTILINE)
_SLACK = 0.9  # a limit far above what is counted would hide what is added

_COUNTS = """() => {
  const ready = performance.getEntriesByName("tashkalar-ready")[0].startTime;
  const fetched = performance.getEntriesByType("resource").filter((one) => one.startTime < ready);
  const ending = (one) => new URL(one.name).pathname.split(".").at(-1);
  const kilobytes = (...kinds) => Math.ceil(fetched.filter((one) => kinds.includes(ending(one)))
    .reduce((sum, one) => sum + one.decodedBodySize, 0) / 1000);
  const rules = (list) => [...list].reduce(
    (sum, rule) => sum + 1 + (rule.cssRules ? rules(rule.cssRules) : 0), 0);
  return {
    "requests": fetched.length,
    "scripts": fetched.filter((one) => ["js", "mjs"].includes(ending(one))).length,
    "kilobytes of scripts, unpacked": kilobytes("js", "mjs"),
    "kilobytes of styles, unpacked": kilobytes("css"),
    "kilobytes of fonts": kilobytes("woff2"),
    "rules of style": [...document.styleSheets].reduce((n, sheet) => n + rules(sheet.cssRules), 0),
    "elements of the page": document.getElementsByTagName("*").length,
  };
}"""
_MODULES = """
import sys
names = [name for name in sys.modules if name.startswith("tashkalar.")]
document.title = str(len(names))
"""


def count(page: Page) -> dict[str, int]:
    """Return the counts of a page that has just become ready."""
    counts: dict[str, int] = page.evaluate(_COUNTS)
    return counts | {"modules of the package": int(told_by_python(page, _MODULES))}


@pytest.mark.first_visit
def test_the_first_screen_brings_no_more_than_the_page_says(open_app: OpenApp) -> None:
    text = DOCS.read_text(encoding="utf-8")
    most = {row["what"]: int(row["most"].replace(",", "")) for row in _ROW.finditer(text)}
    counts = count(open_app())
    assert counts.keys() == most.keys()
    wrong = {
        what: f"{number}, and the page says {most[what]}"
        for what, number in counts.items()
        if not _SLACK * most[what] <= number <= most[what]
    }
    assert not wrong
