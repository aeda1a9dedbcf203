"""The workshop in the page: a puzzle made with visible controls, proved, tried and kept."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenApp
from tests.browser.play import menu, sideways_scroll
from tests.browser.test_accessibility import assert_no_violations


def tool(page: Page, name: str) -> None:
    """Choose a piece of the tray by its name."""
    page.get_by_role("radio", name=re.compile(f"^{name},")).click()


def square(page: Page, name: str) -> None:
    page.locator(f'#board-grid [data-square="{name}"]').click()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_a_puzzle_is_made_in_25_acts_proved_tried_and_kept(open_app: OpenApp) -> None:
    page = open_app(size="phone")
    menu(page, "workshop")
    page.get_by_role("button", name="New position").click()  # acts 1 to 3
    for name in ("e4", "e6"):
        square(page, name)
    tool(page, "common piece of Green")
    square(page, "d6")
    expect(page.locator('[data-square="d6"] [data-piece]')).to_have_attribute("data-owner", "2")
    page.get_by_role("button", name="Beings").first.click()
    page.get_by_role("button", name=re.compile("^Swordmaster")).click()
    page.locator("#dlg-workshop-cards [data-closes]").click()  # 10
    assert not sideways_scroll(page)
    assert_no_violations(page, "setting up a position")
    tab(page, "Goal")
    page.get_by_label("Name in this language").fill("One stroke")
    page.get_by_label("Add to the goal").select_option("Destroy certain pieces")
    expect(page.locator("#workshop-conditions")).to_contain_text("Destroy what stands on d6")
    assert_no_violations(page, "choosing a goal")
    tab(page, "Try")
    page.get_by_role("button", name="Find all solutions").click()  # 15
    verdict = page.locator("#workshop-verdict")
    expect(verdict).to_contain_text("It can be solved", timeout=60_000)
    expect(page.locator("#workshop-ways > li").first).to_contain_text("Swordmaster")
    assert_no_violations(page, "the solutions")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#lesson")).to_contain_text("Destroy what stands on d6")
    page.get_by_role("button", name="Back to the workshop").click()
    expect(verdict).to_contain_text("It can be solved")
    page.get_by_role("button", name="To my works").click()
    expect(page.locator("#workshop-list > li")).to_contain_text("One stroke")
    assert page.url.endswith("#workshop")
    page.get_by_role("button", name="To the start screen").click()
    expect(page.locator("#saves-list > li")).to_have_count(0)  # a try is no saved game
