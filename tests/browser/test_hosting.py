"""The watch over all pages of the browser tests is awake."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Watch

pytestmark = pytest.mark.first_visit


def test_watch_notices(page: Page, site: str, watch: Watch) -> None:
    """The watch over all other tests would be worth little if it slept."""
    watch.allow("")
    page.goto(site + "LICENSE")
    page.evaluate("console.error('said')")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('thrown') })")
    page.evaluate("fetch('./missing').catch(() => {})")
    with page.expect_event("requestfailed"):
        page.evaluate("fetch('http://elsewhere.example/').catch(() => {})")
    problems = "\n".join(watch.problems)
    assert "console error: said" in problems
    assert "thrown" in problems
    assert "status 404" in problems
    assert "request to elsewhere: http://elsewhere.example/" in problems
