"""Dialogs that are longer than the window."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import open_far

# By the names of the actions that open them; the others have openers of their own.
ACTIONS = {"dlg-far": "far", "dlg-statistics": "statistics", "dlg-moments": "moments"}
ACTIONS |= {"dlg-rating": "rating", "dlg-company": "company"}
# Those that need a game, a puzzle, a card or a question; the same two functions open them.
OTHERS = {"dlg-pack-ask", "dlg-confirm", "dlg-seats", "dlg-puzzle", "dlg-workshop-cards"}
OTHERS |= {"dlg-card", "dlg-player"}

# What a dialog needs may be fetched first: pressed again until it is there.
OPEN = """([id, action]) => {
  const dialog = document.getElementById(id);
  const opener = action ? `[data-action="${action}"]` : `[data-opens="${id}"]`;
  if (!dialog.open) document.querySelector(opener).click();
  return dialog.open;
}"""
# A dialog has much to tell; and it was read to its end.
SCROLL = """(id) => {
  const dialog = document.getElementById(id), filler = document.createElement("p");
  filler.style.height = "3000px";
  dialog.append(filler);
  dialog.scrollTop = 9999;
  return dialog.scrollTop;
}"""


def open_dialog(page: Page, id: str) -> None:
    """Open a dialog as its button does."""
    page.wait_for_function(OPEN, arg=[id, ACTIONS.get(id, "")], polling=1000)


def test_every_dialog_begins_at_its_top_again(open_app: OpenApp, new_page: NewPage) -> None:
    page = open_app(page=new_page("small"))
    open_far(page)
    page.keyboard.press("Escape")  # the dialogs of features are there when they were fetched
    ids = set(page.evaluate("() => [...document.querySelectorAll('dialog')].map(({id}) => id)"))
    assert ACTIONS.keys() | OTHERS <= ids | {"dlg-workshop-cards"}
    for id in sorted(ids - OTHERS):
        open_dialog(page, id)
        assert page.evaluate(SCROLL, id) > 0, id
        page.evaluate("(id) => document.getElementById(id).close()", id)
        open_dialog(page, id)
        top = page.evaluate("(id) => document.getElementById(id).scrollTop", id)
        assert top == 0, f"{id} begins {top} pixels below its top"
        page.evaluate("(id) => document.getElementById(id).close()", id)
