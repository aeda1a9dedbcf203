"""Tests of the reference: terms in texts, addresses, and all cards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tashkalar import cards
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.browser.conftest import OpenApp
from tests.browser.play import menu, sideways_scroll
from tests.support import arrange, pattern_at
from tests.ui.table import LOCALE

SIZES = ((360, 640), (1600, 1000))

# Whatever has more in it than it shows, or is wider than its card.
_CUT = """() => [...document.querySelectorAll(
    "#gallery-list [data-field], #gallery-tasks [data-field]")]
  .filter((node) => node.textContent && node.checkVisibility() && !node.closest(".vh"))
  .filter((node) => {
    const card = node.closest(".card, .task").getBoundingClientRect();
    const box = node.getBoundingClientRect();
    const hides = getComputedStyle(node).overflow !== "visible";
    return (hides && node.scrollHeight > node.clientHeight + 1) ||
      box.right > card.right + 1 || box.bottom > card.bottom + 1;
  })
  .map((node) => node.closest("li").textContent.trim().slice(0, 60) + ": " + node.textContent)"""


def test_addresses_and_words_explained_where_they_stand(open_app: OpenApp) -> None:
    page = open_app("#rules/moves")
    expect(page.locator("#rule-moves")).to_be_focused()
    expect(page.locator("#rule-moves")).to_be_in_viewport()
    page.evaluate("() => { location.hash = '#card/flare-03'; }")
    expect(page.locator("#card-title")).to_have_text("Flare 3")
    expect(page.locator("#card-link")).to_have_attribute("href", "#card/flare-03")
    page.evaluate("() => { location.hash = '#card/nobody'; }")
    expect(page.locator("#card-title")).to_have_text("Flare 3")
    expect(page.locator("#dlg-card")).to_be_hidden()
    page.evaluate("() => { location.hash = '#card/flare-03'; }")
    expect(page.locator("#dlg-card")).to_be_visible()
    # In one task: the dialog opens again before it has told that it was closed, twice.
    page.evaluate(
        """() => ["nobody", "flare-03", "nobody", "knight"].forEach((name) => {
          location.hash = `#card/${name}`;
        })"""
    )
    expect(page.locator("#card-title")).to_have_text("Knight")
    page.wait_for_timeout(200)
    expect(page.locator("#dlg-card")).to_be_visible()
    fills: int = page.evaluate(
        """() => new Promise((done) => {
          let fills = 0;
          const card = document.getElementById("card-title");
          new MutationObserver(() => { fills += 1; }).observe(card, { childList: true });
          addEventListener("hashchange", ({ newURL }) => {
            if (newURL.endsWith("priestess")) setTimeout(() => done(fills));
          });
          location.hash = "#card/high-priestess";
        })"""
    )
    assert fills == 1, "a word that was pressed meanwhile would be gone"
    expect(page.locator("#card-title")).to_have_text("High Priestess")
    word, box = page.locator('#card-text [data-term="standard-move"]'), page.locator("#term")
    expect(word).to_have_text("standard move")
    word.press("Enter")
    expect(page.locator("#term-name")).to_have_text("Standard move")
    expect(page.locator("#term-name")).to_be_focused()
    expect(page.locator("#term-text")).to_contain_text("piece of lower rank")
    expect(page.locator("#term-scenes figcaption")).to_have_text(
        ["Lower rank: yes", "Equal rank: no", "Higher rank: no"]
    )
    page.locator("#term-beside").click()
    expect(page.locator("#term-name")).to_have_text("Combat move")
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(word).to_be_focused()
    expect(page.locator("#dlg-card")).to_be_visible()
    word.click()
    page.locator("#term-chapter").click()
    expect(box).to_be_hidden()
    expect(page.locator('#rules [data-rule~="11.5"]')).to_be_focused()
    chapters = page.locator("#rules h3").count()
    assert page.locator("#rules figure .stone").count() > chapters
    assert page.locator("#rules h3 + .scenes:has(figure)").count() == chapters
    # Each diagram can be tried; the way back leads to the rules.
    page.get_by_role("link", name="Try it: Mirrored").click()
    expect(page.locator("#dlg-rules")).to_be_hidden()
    expect(page.locator('#hand [data-card="unicorn"][data-summonable]')).to_be_visible()
    expect(page.locator('[data-square="f6"] .stone')).to_be_visible()
    page.go_back()
    expect(page.locator("#dlg-rules")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    "languages",
    [
        ("el",),  # the longest words; test_stage.py looks at one card in all languages
        pytest.param(LANGUAGES, marks=pytest.mark.long),
    ],
    ids=["one", "all"],
)
def test_every_card_is_shown_whole(open_app: OpenApp, languages: Sequence[str]) -> None:
    page = open_app()
    for language in languages:
        menu(page, "settings")
        page.locator("#set-language").select_option(language)
        title = json.loads((LOCALE / language / "page.json").read_text("utf-8"))
        expect(page.locator("#settings-title")).to_have_text(title["page.menu.settings"])
        page.keyboard.press("Escape")
        menu(page, "gallery")
        page.locator("#gallery-deck").select_option("all")
        expect(page.locator("#gallery-list [data-card]")).to_have_count(len(everything()))
        expect(page.locator("#gallery-tasks [data-task]")).to_have_count(len(cards.TASKS))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(_CUT) == [], f"{language} at {width}x{height}"
            assert not sideways_scroll(page)
        page.keyboard.press("Escape")
    looked_for(page)


def everything() -> list[str]:
    """The cards of all decks."""
    return [*cards.BEINGS, *cards.FLARES]


def looked_for(page: Page) -> None:
    """The search looks in all decks, in the current language, and ignores accents."""
    menu(page, "gallery")
    page.locator("#gallery-query").fill("ΠΥΛΗ")
    expect(page.locator("#gallery-list [data-card]").first).to_have_attribute(
        "data-card", "shadow-imp"
    )
    page.locator("#gallery-rank").select_option("legendary")
    expect(page.locator("#gallery-list [data-card]")).to_have_count(0)
    expect(page.locator("#gallery-number")).to_contain_text("0")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_cards_of_a_player(open_app: OpenApp, size: str) -> None:
    """Played cards of the other side, and those that may still come, also by keyboard."""
    game = arrange(
        pattern_at("naiad", "e5", owner=2), theirs={"discards": ["dryad"]}, actions=2
    ).scenario
    page = open_app(f"?scenario={quote(json.dumps(game))}", size=size)
    opener = page.locator("[data-seat='2']").get_by_role("button", name="Cards of this player")
    if not opener.is_visible():
        page.get_by_role("button", name="Details of the players").first.click()
    opener.press("Enter")
    dialog = page.get_by_role("dialog", name="Green")
    expect(dialog.locator("#player-played [data-card]")).to_have_count(1)
    expect(dialog.locator("#player-played")).to_contain_text("Dryad")
    expect(dialog.locator("#player-unseen-count")).to_have_text("17 beings")
    dialog.get_by_label("Only those that fit the board now").check()
    expect(dialog.locator("#player-unseen [data-card='naiad']")).to_be_visible()
    assert dialog.locator("#player-unseen [data-card]").count() < 17
    dialog.locator("#player-unseen [data-card='naiad']").click()
    expect(page.locator("#card-title")).to_have_text("Naiad")
    assert not sideways_scroll(page)
