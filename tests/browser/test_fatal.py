"""Tests of the end of Python: the page notices it at any time and says what to do."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenApp, Watch
from tests.browser.play import compare, menu, shelved, stored
from tests.engine.playing import endless

LOCALE = Path(__file__).parents[2] / "static/locale/en/page.json"
STOPPED = json.loads(LOCALE.read_text(encoding="utf-8"))["page.error.stopped"]
# The second function is called from WebAssembly, when Python reports the fault of the first: a
# fault there ends Python as a full stack does.
BREAK = """performance.now = Date.now = () => {
  throw new RangeError("Maximum call stack size exceeded");
}"""


def test_python_ends_in_the_middle_of_a_game(open_app: OpenApp, watch: Watch) -> None:
    """The notice is in the place of the game; the same game goes on after a reload."""
    watch.allow("call stack|out of bounds|^console error")
    game = endless(20)
    page = open_app(storage=shelved(game))
    before = stored(page)
    assert before
    menu(page, "rules")  # a dialog would cover the notice
    expect(page.locator("#dlg-rules")).to_be_visible()
    page.evaluate(f"() => {{ {BREAK} }}")
    page.evaluate(
        "document.querySelector('[data-square][data-legal]').dispatchEvent("
        "new MouseEvent('click', { bubbles: true }))"
    )
    expect(page.locator("#app-error")).to_be_visible()
    expect(page.locator('#app-error p[data-reason="stopped"]')).to_have_text(STOPPED)
    expect(page.locator("#dlg-rules")).to_be_hidden()
    again = page.locator("#app-error [data-reload]")
    expect(again).to_be_focused()
    assert stored(page) == before
    again.click()
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    compare(page, game, covered=False, can_undo=None)
