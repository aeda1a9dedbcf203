"""Browsers without a clipboard, vibration, lasting storage and the like, or that refuse them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import golden
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import menu, settled, shelved

NAMES = (
    "clipboard connection keyboard locks permissions serviceWorker share storage userActivation "
    "vibrate wakeLock"
)
# As on a page without https, and in browsers that leave these out.
WITHOUT = f"""for (const name of "{NAMES}".split(" "))
  Object.defineProperty(Navigator.prototype, name, {{ get: () => undefined }});"""
# As where a person, a frame or the policy of a site refuses.
REFUSED = """(() => {
  const refuse = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  for (const [owner, names] of [[Clipboard, ["writeText"]], [Permissions, ["query"]],
    [StorageManager, ["estimate", "persist", "persisted"]], [LockManager, ["query", "request"]]])
    for (const name of names) owner.prototype[name] = refuse;
  Navigator.prototype.vibrate = () => { throw new DOMException("refused", "SecurityError"); };
})();"""


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(WITHOUT, id="without", marks=[pytest.mark.long, pytest.mark.first_visit]),
        pytest.param(REFUSED, id="refused"),
    ],
)
def test_game_without_optional_features(open_app: OpenApp, new_page: NewPage, script: str) -> None:
    """A game is played and given up, and its link is copied by key."""
    page = new_page("phone", storage=shelved(golden.load("duel").start()))
    page.add_init_script(script)
    open_app(page=page)
    if page.locator("#curtain-open").is_visible():
        page.locator("#curtain-open").click()
    settled(page)
    page.locator("#board-grid [data-legal]").first.dispatch_event("click")
    menu(page, "resign")
    page.locator("#confirm-ok").click()
    page.locator("#result-link").click()
    _expect_link_to_copy(page)
    page.locator("#confirm-ok").click()
    expect(page.locator("#dlg-confirm")).to_be_hidden()
    menu(page, "new-game")
    expect(page.locator("#start")).to_be_visible()
    # Each use of the dialog has its own buttons.
    page.evaluate("document.querySelector('[data-opens=dlg-version]').click()")
    expect(page.locator("#dlg-version")).to_be_visible()
    for notice in ("#banner", "#failure"):
        expect(page.locator(notice)).to_be_hidden()


def _expect_link_to_copy(page: Page) -> None:
    """Expect the link selected in a field, which Ctrl+C copies."""
    expect(page.locator("#confirm-text")).to_contain_text("selected: copy it")
    field = page.locator("#confirm-input")
    expect(field).to_be_focused()
    expect(page.locator("#confirm-cancel")).to_be_hidden()
    assert "#record=" in field.input_value()
    selected = page.evaluate(
        "String(getSelection()) || '' + document.activeElement.value.slice("
        "document.activeElement.selectionStart, "
        "document.activeElement.selectionEnd)"
    )
    assert selected == field.input_value()
    for notice in ("#banner", "#failure"):
        expect(page.locator(notice)).to_be_hidden()
