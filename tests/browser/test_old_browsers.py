"""A browser that lacks something is told so, in words, on a page that is not white."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.chromium import OLDEST

pytestmark = pytest.mark.first_visit

DOCUMENT = Path(__file__).parents[2] / "docs/browsers.md"


def unable(text: str) -> str:
    """A browser that can draw everything but this."""
    return (
        "{ const supports = CSS.supports.bind(CSS);"
        f"CSS.supports = (...asked) => !asked.join().includes({text!r}) && supports(...asked); }}"
    )


# What is missing, as the page calls it, and how to take it away.
OLD = {
    "JavaScript modules": "delete HTMLScriptElement.prototype.noModule",
    "Object.hasOwn": "delete Object.hasOwn",
    "structuredClone": "delete window.structuredClone",
    "WeakRef": "delete window.WeakRef",
    "BigInt64Array": "delete window.BigInt64Array",
    "WebAssembly exceptions": "WebAssembly.validate = () => false",
    "dialog": "delete window.HTMLDialogElement",
    "inert": "delete HTMLElement.prototype.inert",
    "popover": "delete HTMLElement.prototype.popover",
    ":has()": unable(":has("),
    "container queries": unable("container-type"),
    "dvh": unable("dvh"),
    "color-mix()": unable("color-mix"),
    "light-dark()": unable("light-dark"),
}


# One of each kind; the next test takes them all away at once, and all of them are told.
SOME = ("JavaScript modules", "WebAssembly exceptions", "dialog", ":has()")


@pytest.mark.parametrize(
    "names",
    [SOME, pytest.param(tuple(name for name in OLD if name not in SOME), marks=pytest.mark.long)],
    ids=["some", "more"],
)
def test_an_old_browser_is_told(
    page: Page, site: str, watch: Watch, names: tuple[str, ...]
) -> None:
    watch.allow("")  # whatever the other scripts make of it
    for missing in names:
        taken = OLD[missing]
        page = page.context.new_page()
        page.add_init_script(taken)
        page.goto(site)
        message = page.locator('#app-error [data-reason="old"]')
        expect(message, missing).to_be_visible()
        expect(message, missing).to_contain_text(versions())
        assert page.locator("#app-error-detail").text_content() == missing
        assert page.locator("body > *:visible").count() == 1, missing
        # Nothing takes the message away again.
        assert page.locator("html").get_attribute("data-app") == "error", missing
        page.close()
    # Nothing is fetched for a game that cannot start.
    assert not [url for url in watch.requests if url.endswith((".wasm", ".bin"))]


def test_very_old_and_without_styles(page: Page, site: str, watch: Watch) -> None:
    """The message is readable without any of these features and without style sheets."""
    watch.allow("")
    page.add_init_script(";".join(OLD.values()) + "; delete window.URLSearchParams")
    page.route("**/*.css", lambda route: route.abort())
    page.goto(site)
    expect(page.locator("#app-error")).to_contain_text(versions())
    assert page.locator("#app-error-detail").text_content() == ", ".join(OLD)
    assert page.locator("body > *:visible").count() == 1


def test_webassembly_switched_off(page: Page, site: str, watch: Watch) -> None:
    """A new browser in a strict mode is not called old."""
    watch.allow("")
    page.add_init_script("delete window.WebAssembly")
    page.goto(site)
    expect(page.locator('#app-error [data-reason="wasm"]')).to_be_visible()
    expect(page.locator('#app-error [data-reason="old"]')).to_be_hidden()


def test_the_tests_ask_for_the_oldest_chromium() -> None:
    assert f"Chrome and Edge {OLDEST}," in versions()


def versions() -> str:
    """The versions that the document names, as the message has to name them."""
    match = re.search(
        r"^\*\*(.+ and later)\*\*$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert match is not None
    return match[1]
