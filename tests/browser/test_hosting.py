"""The page starts from any folder of a static host and asks nobody else."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import OpenApp, Watch


def test_starts_from_the_checkout(open_app: OpenApp) -> None:
    page = open_app()
    assert page.locator("html").get_attribute("data-app") == "ready"


def test_build_starts_below_a_sub_path(open_app: OpenApp, watch: Watch, built_site: str) -> None:
    open_app(base=built_site)
    assert f"{built_site}static/app/tashkalar.zip" in watch.requests


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
