"""The drill of turned patterns: answered by tap and by keys, kept, and shown in the statistics.

The right square is found from what the page says of its squares, as a screen reader does.
"""

from __future__ import annotations

import json
import re
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from tashkalar import cards
from tashkalar.features.drill import DRILL_KEY
from tashkalar.site.paths import ROOT
from tests.browser.conftest import SIZES, OpenApp
from tests.browser.play import inside, menu, sideways_scroll, stored
from tests.browser.test_accessibility import assert_no_violations
from tests.ui.drill.test_drill import fitting_squares

DAY = datetime(2026, 11, 26, 12)
DAY_NUMBER = (DAY - datetime(1970, 1, 1)).days
_LABELS = """() => [...document.querySelectorAll('#drill-grid button:not(:disabled)')]
  .map((button) => button.getAttribute('aria-label'))"""
_PIECE = re.compile(r"^([a-i][1-9]): (?:.*, )?(your )?(common|heroic|legendary) (?:enemy )?piece")


def find_answer(page: Page) -> str:
    """Find where the card fits, from the words on the page."""
    question = page.locator("#drill-question").inner_text()
    named = (being for being in cards.BEINGS.values() if f" {being.name}?" in question)
    card = max(named, key=lambda being: len(being.name))
    found = filter(None, map(_PIECE.match, page.evaluate(_LABELS)))
    board = {
        square: f"{1 if own else 2} {rank}" for square, own, rank in (m.groups() for m in found)
    }
    (square,) = fitting_squares(card.id, board)
    return square


def square_button(page: Page, name: str) -> str:
    return f'#drill-grid [data-at="{name}"]'


def test_all_words_are_in_the_language_of_the_page(open_app: OpenApp) -> None:
    page = open_app("?lang=el#drill", size="phone")
    expect(page.locator("#drill-title")).to_have_text("Γυρισμένοι σχηματισμοί")
    expect(page.locator("#drill-question")).to_contain_text("Πού")
    assert not re.search("Common|Your|Enemy", page.locator("main").inner_text())


def test_ten_patterns_one_after_the_other(open_app: OpenApp) -> None:
    page = open_app("#puzzles", size="phone")
    page.set_viewport_size(SIZES["small"])
    page.clock.set_fixed_time(DAY)
    page.locator('[data-action="drill"]').tap()
    expect(page).to_have_url(re.compile("#drill$"))
    expect(page.locator('.places [aria-current="page"]')).to_have_attribute(
        "data-leads-to", "puzzles"
    )
    assert inside(page, "#drill-grid") and not sideways_scroll(page)
    assert_no_violations(page, "an open question")
    for number in range(10):
        expect(page.locator("#drill-next")).to_be_hidden()
        answer = find_answer(page)
        page.locator(square_button(page, answer)).tap()
        expect(page.locator("#drill-status")).to_have_text(f"Right: {answer}.")
        expect(page.locator("#drill-next")).to_be_focused()
        assert inside(page, "#drill-next")
        if number % 2:
            page.locator("#drill-next").tap()
        else:
            # Any square; the same one at once would be a double press.
            page.locator(f'#drill-grid button:enabled:not([data-at="{answer}"])').first.tap()
    record = json.loads(stored(page, DRILL_KEY)[DRILL_KEY])
    assert record["days"][str(DAY_NUMBER)][:2] == [10, 10]
    assert sum(map(len, record["answers"].values())) == 10
    menu(page, "statistics")
    expect(page.locator("#statistics-features")).to_contain_text("how the pattern lies")


def test_a_wrong_answer_is_shown_to_eyes_and_ears(open_app: OpenApp) -> None:
    """By keyboard: arrows go over the squares, Enter answers, and leads on."""
    page = open_app("#drill")
    expect(page.locator("#drill-title")).to_be_focused()
    stop = page.locator('#drill-grid [tabindex="0"]')
    expect(stop).to_have_count(1)
    answer = find_answer(page)
    stop.focus()
    if stop.get_attribute("data-at") == answer:
        page.keyboard.press("ArrowDown")
    wrong = str(stop.get_attribute("data-at"))
    expect(stop).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#drill-answer")).to_have_attribute("data-state", "wrong")
    expect(page.locator("#drill-status")).to_contain_text(f"The pattern fits on {answer}.")
    expect(page.locator(square_button(page, wrong))).to_have_attribute(
        "aria-label", re.compile("your answer", re.IGNORECASE)
    )
    expect(page.locator(square_button(page, answer))).to_have_attribute(
        "aria-label", re.compile("the being is summoned here", re.IGNORECASE)
    )
    assert page.locator('#drill-picture [href="#s-target"]').count() == 1
    assert page.locator('#drill-picture [href="#s-used"]').count() > 1
    assert_no_violations(page, "a wrong answer")
    page.keyboard.press("Enter")
    expect(page.locator("#drill-status")).to_have_text("")
    expect(stop).to_be_focused()
    before = str(stop.get_attribute("data-at"))
    has_left = page.locator(square_button(page, chr(ord(before[0]) - 1) + before[1])).count()
    page.keyboard.press("ArrowLeft" if has_left else "ArrowRight")
    after = str(stop.get_attribute("data-at"))
    assert (ord(after[0]) - ord(before[0]), after[1]) == (-1 if has_left else 1, before[1])


def test_a_minute_against_the_clock_goes_on_by_itself(open_app: OpenApp) -> None:
    page = open_app("#drill", size="phone")
    page.locator("#drill-ranks label", has_text="Common").tap()
    page.locator("#drill-clock-button").tap()
    expect(page.locator("#drill-clock")).to_contain_text("right: 0")
    page.locator(square_button(page, find_answer(page))).tap()
    expect(page.locator("#drill-clock")).to_contain_text("right: 1")
    expect(page.locator("#drill-next")).to_be_hidden()
    (asked,) = json.loads(stored(page, DRILL_KEY)[DRILL_KEY])["answers"]
    assert asked.startswith("common")
    page.locator("#drill-clock-button").tap()
    expect(page.locator("#drill-clock")).to_have_text("")
    page.go_back()
    expect(page.locator("#drill-screen")).to_be_hidden()


def test_a_double_press_skips_no_verdict_and_answers_no_second_question(open_app: OpenApp) -> None:
    page = open_app("#drill")
    answer = find_answer(page)
    squares = page.locator("#drill-grid button:enabled")
    names = squares.evaluate_all("all => all.map((one) => one.dataset.at)")
    page.locator(square_button(page, next(name for name in names if name != answer))).dblclick()
    expect(page.locator("#drill-answer")).to_have_attribute("data-state", "wrong")
    page.locator("#drill-clock-button").click()
    page.locator(square_button(page, find_answer(page))).dblclick()
    expect(page.locator("#drill-clock")).to_contain_text("right: 1")
    expect(page.locator("#drill-answer")).to_have_attribute("data-state", "open")


def test_two_tabs_keep_the_answers_of_both(open_app: OpenApp) -> None:
    tabs = [open_app("#drill"), open_app("#drill")]
    for number, tab in enumerate(tabs * 2):
        tab.bring_to_front()
        if number > 1:
            tab.locator("#drill-next").click()
        tab.locator(square_button(tab, find_answer(tab))).click()
        expect(tab.locator("#drill-answer")).to_have_attribute("data-state", "right")
    (day,) = json.loads(stored(tabs[0], DRILL_KEY)[DRILL_KEY])["days"].values()
    assert day[:2] == [4, 4]


@pytest.mark.parametrize("address", ["#drill", "#duel-of-the-day", "#puzzles", "#learn"])
def test_a_fetched_screen_is_in_the_language_of_the_page(address: str, open_app: OpenApp) -> None:
    page = open_app(f"?lang=el{address}")
    words: dict[str, str] = {}
    for file in (ROOT / "static/locale/el").glob("*.json"):
        words |= json.loads(file.read_text(encoding="utf-8"))
    place = page.locator(".list-screen:not([hidden])")
    expect(place).to_be_visible()
    written = place.locator("[data-i18n]").evaluate_all(
        "all => all.map((one) => [one.dataset.i18n, one.textContent])"
    )
    assert written
    for key, text in written:
        assert text == words[key], key
