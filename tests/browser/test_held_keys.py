"""One press decides once: held keys, and double clicks on what comes to the same place."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenApp
from tests.browser.play import look, settled


def _hold(page: Page, key: str, times: int = 8) -> None:
    """Hold a key: all but the first of its events are repeated ones."""
    for _ in range(times):
        page.keyboard.down(key)
        page.wait_for_timeout(30)
    page.keyboard.up(key)


def _play_until_end(page: Page) -> None:
    for _ in range(12):
        if page.locator('#prompt [data-move="."]').count():
            return
        page.locator("[data-square][data-legal]").first.click()
        settled(page)


def test_a_held_key_and_a_double_click_decide_once(open_app: OpenApp) -> None:
    page = open_app("?form=duel&seed=7")
    page.locator("#curtain-open").click()
    page.locator("[data-square][data-legal]").first.click()  # the mark
    settled(page)
    page.locator("#curtain-open").click()
    _play_until_end(page)
    page.locator('#prompt [data-move="."]').focus()
    _hold(page, "Enter")
    expect(page.locator("body")).to_have_attribute("data-screen", "curtain")
    expect(page.locator("#curtain-open")).to_be_focused()
    _hold(page, "Enter", times=1)  # a new press lifts it
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    settled(page)
    before = look(page).pieces
    page.locator("[data-square][data-legal]").first.focus()
    _hold(page, " ", times=5)
    settled(page)
    assert len(look(page).pieces) - len(before) <= 1, "one press places one piece"


def test_the_second_click_of_a_double_click_presses_nothing_new(open_app: OpenApp) -> None:
    page = open_app()
    page.locator("#course-next").dblclick()  # what comes to its place belongs to the lesson
    expect(page.locator("body")).to_have_attribute("data-lesson", "part")
    page.wait_for_timeout(500)
    assert page.locator("#coach-undo").is_disabled(), "nothing was played"
