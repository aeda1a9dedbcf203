"""Events from extensions and other scripts, and an error in a handler: the game goes on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tashkalar.site.paths import ROOT
from tests import golden
from tests.browser.conftest import OpenApp, Watch
from tests.browser.play import do, look, menu, shelved

KINDS = [
    *("keydown", "pointerdown", "pointerup", "pointermove", "pointerover", "pointerleave"),
    *("pointercancel", "focusin", "focusout", "submit", "change", "input", "toggle"),
    *("hashchange", "storage", "pageshow", "pagehide", "visibilitychange", "resize"),
    *("close", "cancel", "message", "tashkalar-scene"),
]
# At every kind of place that listens, a text in it and the document itself.
SEND_ALL = """(kinds) => {
  const places = ["#board-grid [data-square=e5]", "#hand [data-card]", "#options", "#log",
    "#log .log-line", "#panel-log", "#settings", "#settings input", "#seats", "#levels", "#setup",
    "#gallery-filters", "#gallery-query", "#curve-turn", "#curve-drawing", "#dlg-packs",
    "#pack-address", "#meanwhile", "#board-overlay", "#dlg-card", "#banner", "#tasks"]
    .map((selector) => document.querySelector(selector)).filter(Boolean);
  const text = document.createTreeWalker(document.querySelector("#prompt"), 4).nextNode();
  let sent = 0;
  for (const place of [window, document, document.body, text, ...places].filter(Boolean))
    for (const kind of kinds) {
      if (kind === "submit" && place.id === "setup") continue;  // a person's way to begin a game
      for (const event of [new Event(kind, { bubbles: true, cancelable: true }),
        new CustomEvent(kind, { bubbles: true, detail: { no: "number" } })]) {
        place.dispatchEvent(event);
        sent += 1;
      }
    }
  return sent;
}"""


def test_bare_events(open_app: OpenApp) -> None:
    """Events without any of their fields change nothing in a game and cause no error."""
    page = open_app(storage=shelved(golden.load("duel").start()))
    before = look(page).pieces
    sent = page.evaluate(SEND_ALL, KINDS)
    assert sent > 1_000
    expect(page.locator("#failure")).to_be_hidden()
    expect(page.locator("#banner")).to_be_hidden()
    assert look(page).pieces == before


# Attributes by which the page knows its own elements, on elements of an extension.
FOREIGN_ELEMENTS = """([names, values]) => {
  for (const name of names)
    for (const value of values) {
      const node = document.createElement("button");
      node.setAttribute(name, value);
      document.body.append(node);
      node.click();
      node.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      node.focus();
      for (const key of ["Enter", "ArrowUp", "u"])
        node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      node.remove();
    }
}"""
FOREIGN_VALUES = ["", "x", "z99", "constructor", "__proto__", "99999", "-1", "1.5.5", "²"]
# What these do without a value, or with any, a person may want.
ANY_VALUE = {"data-choice", "data-lesson", "data-puzzle", "data-save-action", "data-repair"}


@pytest.mark.long
def test_elements_of_others(open_app: OpenApp) -> None:
    """Elements with attributes of our names and foreign values; then the board is played."""
    actions = (ROOT / "tashkalar/web/actions.py").read_text(encoding="utf-8")
    names = {*re.findall(r"\[(data-[a-z-]+)\]", actions), "data-opens", "data-closes", "data-seat"}
    assert len(names) > 15
    game = golden.load("duel").start()
    page = open_app(storage=shelved(game))
    before = look(page)
    page.evaluate(FOREIGN_ELEMENTS, [sorted(names - ANY_VALUE), FOREIGN_VALUES])
    expect(page.locator("#failure")).to_be_hidden()
    after = look(page)
    assert after._replace(stops=before.stops) == before  # arrow keys go on from the last square
    do(page, game, game.legal_moves()[0].code)


def test_an_error_is_told_once(open_app: OpenApp, watch: Watch) -> None:
    """An error in a handler is told once and quietly, and its details can be copied."""
    watch.allow("switch is broken")
    page = open_app(storage=shelved(golden.load("duel").start()))
    # A control of the page is spoiled, as an extension might: reading it fails in the handler.
    page.evaluate(
        """() => {
          navigator.clipboard.writeText = async (text) => { window.copied = text; };
          Object.defineProperty(document.querySelector("#settings [data-setting=legal]"),
            "checked", { get() { throw new Error("switch is broken"); } });
          window.breakOnce = () => document.querySelector("#settings [data-setting=legal]")
            .dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    before = look(page).pieces
    page.evaluate("breakOnce()")
    expect(page.locator("#failure-text")).to_have_text(
        "Something on the page did not work. The game continues."
    )
    expect(page.locator("#failure")).to_have_attribute("role", "status")
    expect(page.locator("#banner")).to_be_hidden()
    page.locator("#failure-copy").click()
    expect(page.locator("#failure")).to_be_hidden()
    copied = page.evaluate("window.copied")
    assert "switch is broken" in copied and "Traceback" in copied and "Tash-Kalar" in copied
    page.evaluate("breakOnce()")
    look(page)
    expect(page.locator("#failure")).to_be_hidden()
    assert look(page).pieces == before
    assert len(watch.problems) == 1, "told once on the console too"
    # Without a clipboard the details stand selected in a field.
    page.evaluate(
        """() => { navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
        document.querySelector("#failure").hidden = false; }"""
    )
    page.locator("#failure-copy").click()
    expect(page.locator("#failure-details")).to_be_visible()
    selected = page.locator("#failure-details").evaluate("(n) => n.selectionEnd - n.selectionStart")
    assert selected == len(copied)
    menu(page, "new-game")
