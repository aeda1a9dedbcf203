"""Tests of the end of Python: the page notices it at any time and says what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tashkalar.history import kept_moves
from tests.browser.conftest import SIZES, OpenApp, Watch
from tests.browser.engines.programs import chosen_browsers
from tests.browser.engines.tab import launch
from tests.browser.play import compare, do, menu, shelved, stored
from tests.browser.test_engines import ONLY_THESE_GAMES, Visitor, serving
from tests.engine.playing import endless

LOCALE = Path(__file__).parents[2] / "static/locale/en/page.json"
STOPPED = json.loads(LOCALE.read_text(encoding="utf-8"))["page.error.stopped"]
# The second function is called from WebAssembly, when Python reports the fault of the first: a
# fault there ends Python as a full stack does.
BREAK = """performance.now = Date.now = () => {
  throw new RangeError("Maximum call stack size exceeded");
}"""
OPENING_S = 300.0  # of a game whose moves are all replayed, on a slow machine
OPEN_RECORD = "(text) => { location.hash = `record=${encodeURIComponent(text)}`; }"


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


@pytest.mark.long
@pytest.mark.parametrize("engine", chosen_browsers())
def test_a_game_of_20000_moves_is_let_go(
    engine: str, built_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record with all its moves is opened, played, left and opened again; Python goes on."""
    monkeypatch.setattr(kept_moves, "MOST_KEPT", 100_000)
    game, other = endless(33_500), endless(20)
    assert len(game.history()) > 20_000
    while not (quiet := [m.code for m in game.legal_moves() if m.kind == "place"]):
        game.play(game.legal_moves()[-1])
    width, height = SIZES["desktop"]["width"], SIZES["desktop"]["height"]
    with (
        serving(built_folder) as server,
        launch(engine, tmp_path, width=width, height=height, listens=False) as tab,
    ):
        visitor = Visitor(tab, touch=False)
        tab.open(server.url)
        visitor.wait_until_ready()
        tab.evaluate(ONLY_THESE_GAMES, shelved(other))
        tab.reload()
        visitor.wait_until_ready()
        tab.evaluate(OPEN_RECORD, game.record())
        tab.wait_for("document.body.dataset.screen === 'curtain'", OPENING_S)
        tab.evaluate("() => document.getElementById('curtain-open').click()")
        # The others' turn ends by itself: on a busy machine its button is gone before it is hit.
        tab.wait_for("document.body.dataset.screen === 'game'", OPENING_S)
        tab.wait_for("!document.body.hasAttribute('data-meanwhile')", OPENING_S)
        do(tab, game, quiet[0], visitor)
        for opened, place in ((other, "last"), (game, "first")):
            visitor.menu("new-game")
            tab.wait_for("document.body.dataset.screen === 'start'")
            visitor.hit('.places [data-action="you"]')
            tab.wait_for("document.body.dataset.screen === 'learn'")
            visitor.hit(f'#saves-list > :{place}-child [data-save-action="continue"]')
            tab.wait_for("document.body.dataset.screen !== 'learn'", OPENING_S)
            compare(tab, opened, covered=False, can_undo=None)
        assert tab.evaluate("() => document.documentElement.dataset.app") == "ready"
