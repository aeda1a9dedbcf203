"""The form for a new game: each kind of table on one screen, and who has which school."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tashkalar.ui.text.catalogue import LANGUAGES
from tests.browser.conftest import SIZES, OpenApp
from tests.browser.play import sideways_scroll, unfold

# form, number of players, teams
TABLES = (
    ("first-game", 2, False),
    ("high-form", 2, False),
    ("high-form", 4, True),
    ("duel", 2, False),
    ("duel", 4, True),
    ("melee", 3, False),
    ("melee", 4, False),
)
# The parts that the window does not show whole.
_OUTSIDE = """() => [...document.querySelectorAll(
  "#setup :is(h2, h3, b, small, select, input, .stone-icon, .btn)")]
  .filter((node) => node.checkVisibility() && !node.closest(".vh"))
  .filter((node) => (node.closest("small, .school-name") ?? node).offsetWidth !== 1)
  .filter((node) => node.parentElement.offsetWidth !== 1)
  .filter((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
  }).map((node) => node.outerHTML.slice(0, 80))"""
# Words that are wider than their place.
_CUT = """() => [...document.querySelectorAll(
  "#setup :is(.form-card b, .school-name, h3, .switch span)")]
  .filter((node) => node.checkVisibility() && node.offsetWidth > 1)
  .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth)
  .map((node) => node.textContent)"""


def _choose(page: Page, form: str, players: int, *, teams: bool) -> None:
    page.locator(f'#setup [name="form"][value="{form}"]').check()
    if form == "melee":
        page.locator(f'#setup [name="players"][value="{players}"]').check()
    if form in ("high-form", "duel"):
        page.locator('#setup [name="teams"]').set_checked(teams)
    expect(page.locator("#setup .seat-who:visible")).to_have_count(players)
    expect(page.locator("#setup .seat-setup:visible")).to_have_count(players)


_DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_table_is_set_up_on_one_screen(language: str, open_app: OpenApp) -> None:
    page = open_app(f"?lang={language}", size="phone")
    unfold(page)
    page.locator('#setup [name="form"][value="high-form"]').check()
    page.locator('#setup [name="expansions"]').check()
    for table in TABLES:
        form, players, teams = table
        _choose(page, form, players, teams=teams)
        for size in ("phone", "tablet", "desktop"):
            page.set_viewport_size(SIZES[size])
            page.evaluate(_DRAWN)
            assert page.evaluate(_OUTSIDE) == [], (table, size)
            assert page.evaluate(_CUT) == [], (table, size)
            assert not sideways_scroll(page), (table, size)
        page.set_viewport_size(SIZES["small"])
        page.evaluate(_DRAWN)
        expect(page.locator("#setup-start")).to_be_in_viewport(ratio=1)
        assert not sideways_scroll(page), table
        assert page.evaluate("document.scrollingElement.scrollHeight") < 1.4 * 640, table


def test_a_school_has_the_sign_of_the_seat_that_chose_it(open_app: OpenApp) -> None:
    page = open_app(size="phone")
    unfold(page)
    _choose(page, "melee", 3, teams=False)
    page.fill('#setup [name="name-3"]', "Bob")
    page.keyboard.press("Tab")
    third = page.locator('#setup [name="school-3"]:checked')
    expect(third).to_have_value("highland")
    for seat in (1, 2):
        label = page.locator(
            f'#setup .seat-setup[data-seat="{seat}"] [data-school="highland"]'
        ).first
        expect(label).to_have_attribute("data-taken", "3")
        sign = label.evaluate("(label) => getComputedStyle(label, '::after').content")
        assert re.match(r'"3"|attr', sign)
        expect(label.locator("input")).to_have_attribute("title", "Chosen by Bob")
        assert (
            float(label.locator(".stone-icon").evaluate("(n) => getComputedStyle(n).opacity")) < 0.5
        )
    page.locator('#setup [name="school-3"][value="sylvan"]').check()
    expect(page.locator('#setup [data-seat="1"] label[data-taken="3"]')).to_have_attribute(
        "data-school", "sylvan"
    )
    free = page.locator('#setup [data-seat="1"] label[data-school="highland"]')
    expect(free).not_to_have_attribute("data-taken", re.compile("."))
    assert free.locator("input").get_attribute("title") is None
    page.locator('#setup [data-seat="1"] [value="sylvan"]').check()
    page.locator("#setup-start").click()
    expect(page.locator("#setup-error")).to_contain_text("Sylvan")


def test_the_name_of_the_chosen_school_stands_beside_it(open_app: OpenApp) -> None:
    page = open_app(size="phone")
    unfold(page)
    _choose(page, "duel", 2, teams=False)
    names = page.locator('#setup .seat-setup[data-seat="2"] .school-name')
    wide = [
        name.inner_text()
        for name in names.all()
        if (name.bounding_box() or {"width": 0})["width"] > 1
    ]
    assert [text.split(",")[0] for text in wide] and "Southern Imperial" in wide[0]
    assert len(wide) == 1
    group = page.get_by_role("radiogroup", name=re.compile("Schools.*2"))
    expect(group.get_by_role("radio", name=re.compile("Southern Imperial"))).to_be_checked()
