"""The page starts from any folder of a static host and asks nobody else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenApp, Watch

pytestmark = pytest.mark.first_visit


def test_build_starts_below_a_sub_path(open_app: OpenApp, watch: Watch, site: str) -> None:
    open_app()
    assert f"{site}static/app/tashkalar.zip" in watch.requests


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
    found = "\n".join(watch.problems)
    assert "console error: said" in found
    assert "thrown" in found
    assert "status 404" in found
    assert "request to elsewhere: http://elsewhere.example/" in found
