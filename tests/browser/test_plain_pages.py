"""Tests of the pages without scripts: reached from the game, readable, printed on whole sheets."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import sideways_scroll
from tests.browser.test_accessibility import assert_no_violations

# A card or puzzle whose content is longer than its place on the paper.
_CUT = """() => [...document.querySelectorAll(".cut-card, .paper-puzzle")]
  .filter((card) => card.scrollHeight > card.clientHeight + 1 || [...card.children].some(
    (part) => part.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom + 1))
  .map((card) => card.querySelector("h2").textContent)"""


def paper_pages(page: Page, paper: str) -> int:
    """Return how many sheets a page takes."""
    counts = re.findall(rb"/Type\s*/Pages\b[^>]*?/Count\s+(\d+)", page.pdf(format=paper))
    return max(int(count) for count in counts)


def test_pages_are_reached_from_the_rules_and_a_card(open_app: OpenApp, site: str) -> None:
    page = open_app("?lang=el#rules")
    links = page.locator("#dlg-rules [data-plain-page]")
    expect(links.first).to_have_attribute("href", "./rules/el/index.html")
    expect(links.last).to_have_attribute("href", "./print/el/index.html")
    query = page.locator("#rules-query")
    query.fill("R10.2")
    expect(page.locator("#rules p")).to_have_count(1)
    expect(page.locator('#rules [data-rule~="10.2"]')).to_be_visible()
    expect(page.locator("#rules-nav")).to_be_hidden()
    query.fill("ΠΎΛΗ")
    page.locator("#rules-cards [data-detail=shadow-imp]").click()
    expect(page.locator("#card-page")).to_have_attribute("href", "./cards/el/shadow-imp.html")
    page.locator("#card-after").click()
    expect(page.locator("#card-title")).to_have_text("Flame Imp")
    page.locator("#card-before").click()
    expect(page.locator("#card-title")).to_have_text("Shadow Imp")
    page.keyboard.press("Escape")
    expect(query).to_have_value("ΠΎΛΗ")
    query.fill("")
    expect(page.locator("#rules-nav")).to_be_visible()
    # A page leads back into the game, into a position for the card.
    page.goto(f"{site}cards/el/shadow-imp.html")
    page.locator(".tries a").first.click()
    page.wait_for_selector('html[data-app="ready"]')
    expect(page.locator('#hand [data-card="shadow-imp"][data-summonable]')).to_be_visible()


def test_a_question_is_asked_on_a_page_without_scripts(new_page: NewPage, site: str) -> None:
    """The game answers it, with the search that `test_rules_search.py` asks twenty questions."""
    page = new_page("phone")
    page.goto(f"{site}rules/en/moves.html")
    page.get_by_role("searchbox").fill("who wins if it's a tie?")
    page.get_by_role("button", name="Search in the game").tap()
    page.wait_for_selector('html[data-app="ready"]')
    expect(page.locator("#rules-query")).to_have_value("who wins if it's a tie?")
    expect(page.locator("#rules h3").first).to_have_text("What happens if the points are equal?")
    page.keyboard.press("Escape")
    expect(page.locator("#dlg-rules")).to_be_hidden()
    expect(page.locator("#start")).to_be_visible()
    assert "search=" not in page.url, "a reload asks for nothing"


def test_pages_can_be_read_on_a_phone_and_by_everyone(new_page: NewPage, site: str) -> None:
    for scheme, names in (
        ("light", ("rules/en/board", "cards/fr/knight")),
        ("dark", ("rules/el/index", "print/it/puzzles")),
    ):
        page = new_page("phone", color_scheme=scheme)
        for name in names:
            page.goto(f"{site}{name}.html")
            expect(page.locator("h1")).to_be_visible()
            assert not sideways_scroll(page), name
            assert_no_violations(page, f"{name}, {scheme}")


def test_sheets_fit_their_paper(new_page: NewPage, site: str) -> None:
    """The longest words: French forms on Letter paper, Greek cards, French puzzles."""
    page = new_page()
    for name, sheets in (
        ("fr/teams", 1),
        ("el/melee", 1),
        ("el/cards-etherweave", 2),
        ("fr/cards-tasks", 3),
        ("fr/puzzles", 6),
        ("en/boards", 2),
    ):
        page.goto(f"{site}print/{name}.html")
        page.emulate_media(media="print")
        assert page.evaluate(_CUT) == [], name
        assert [paper_pages(page, paper) for paper in ("A4", "Letter")] == [sheets] * 2, name
        assert page.evaluate(
            "() => [...document.querySelectorAll('.cut-card')].every((card) =>"
            " Math.abs(card.offsetWidth - 63 * 96 / 25.4) < 2"
            " && Math.abs(card.offsetHeight - 88 * 96 / 25.4) < 2)"
        ), name
