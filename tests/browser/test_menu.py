"""The menu and the ways home."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import golden
from tests.browser.conftest import OpenApp
from tests.browser.play import look, menu, shelved, stored

_ENTRIES = "#menu .btn:visible"


def _open(page: Page) -> None:
    page.locator(".menu-button").click()
    expect(page.locator("#menu")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_menu_of_a_game_has_ten_entries_and_does_not_scroll(
    size: str, open_app: OpenApp
) -> None:
    page = open_app(size=size, storage=shelved(golden.load("duel").start()))
    _open(page)
    expect(page.locator(_ENTRIES)).to_have_count(10)
    is_whole = "menu => menu.scrollHeight <= menu.clientHeight && menu.scrollTop === 0"
    assert page.locator("#menu").evaluate(is_whole)
    page.locator('#menu [popovertarget="menu-share"]').click()
    share = page.locator("#menu-share")
    expect(share.locator("[popovertarget]")).to_be_focused()
    expect(share.locator('[data-action="export"]')).to_be_visible()
    assert share.evaluate(is_whole)
    share.locator("[popovertarget]").click()
    expect(share).to_be_hidden()
    expect(page.locator("#menu")).to_be_visible()
    page.locator('#menu [popovertarget="menu-share"]').click()
    with page.expect_download():
        share.locator('[data-action="export"]').click()
    expect(page.locator(".menu:popover-open")).to_have_count(0)


@pytest.mark.parametrize("form", ["duel", "melee"])
def test_the_menu_can_be_pressed_when_a_game_is_over(form: str, open_app: OpenApp) -> None:
    """On a phone, where the button for the next game is always in view."""
    stored_game = golden.load(form)
    game = stored_game.start()
    for code in stored_game.game.codes:
        game.play(code)
    page = open_app("#games", size="phone", storage=shelved(game))
    page.locator('#saves-list [data-save-action="continue"]').click()
    expect(page.locator("body")).to_have_attribute("data-screen", "result")
    _open(page)


def test_the_mark_leads_home_and_the_game_is_kept(open_app: OpenApp) -> None:
    page = open_app(storage=shelved(golden.load("duel").start()))
    before, pieces = stored(page), look(page).pieces
    page.locator(".brand").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "start")
    assert stored(page) == before
    expect(page.locator(".menu-button")).to_be_hidden()  # the places of the home have its entries
    page.locator("#continue-game").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    assert look(page).pieces == pieces


def test_the_home_leads_to_the_language(open_app: OpenApp) -> None:
    page = open_app()
    menu(page, "language")
    expect(page.locator("#set-language")).to_be_focused()


def test_the_menu_leads_home_from_each_screen(open_app: OpenApp) -> None:
    page = open_app("#workshop")
    for address, words in (("#workshop", "Home"), ("?form=duel&seed=7", "Leave the table")):
        open_app(address, page=page)
        _open(page)
        leave = page.locator("#menu .menu-leave")
        assert leave.inner_text() == words
        leave.click()
        expect(page.locator("body")).to_have_attribute("data-screen", "start")
