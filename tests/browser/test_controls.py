"""Tests of input besides tap and keyboard: drags, long presses, shortcuts, the address, Back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import OpenApp
from tests.browser.play import menu, shelved
from tests.browser.test_accessibility import assert_no_violations
from tests.support import arrange, pattern_at

BOARD = pattern_at("knight", "e5") | {"e6": "2 common", "i4": "2 common"}
SETTINGS = {"tashkalar.settings.v1": '{"ends": true, "motion": "off", "confirms": true}'}


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of an element, in the window."""
    box = page.locator(selector).bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def square(name: str) -> str:
    return f'[data-square="{name}"]'


def drag(page: Page, what: str, to: str) -> None:
    """Drag with the mouse, across a place between the two."""
    (x1, y1), (x2, y2) = middle(page, what), middle(page, to)
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2)
    page.mouse.move(x2, y2)
    expect(page.locator(".dragged")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)


def press_long(page: Page, session: CDPSession, what: str, shown: str) -> None:
    """Hold a finger on an element until its details are shown, then lift the finger."""
    x, y = middle(page, what)
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    expect(page.locator(shown).last).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(shown).last).to_be_visible()


@pytest.mark.slow
def test_beside_tap_and_keyboard(open_app: OpenApp) -> None:
    """All in one game on a phone, up to the automatic end of a turn."""
    game = arrange(BOARD, hand=["knight"], actions=1)
    page = open_app(size="phone", storage=shelved(game) | SETTINGS)
    session = page.context.new_cdp_session(page)
    knight = '#hand [data-card="knight"]'

    page.locator(square("a5")).tap()  # the setting asks for a second tap
    expect(page.locator('#choices [data-move="+a5"]')).to_have_text("Place on a5")
    expect(page.locator(f"{square('a5')} [data-piece]")).to_have_count(0)

    press_long(page, session, knight, "#dlg-card")
    expect(page.locator("#card-title")).to_contain_text("Knight")
    assert "knight" in page.url  # and Back closes it
    page.go_back()
    expect(page.locator("#dlg-card")).to_be_hidden()
    assert "knight" not in page.url
    press_long(page, session, square("e6"), "#toasts .toast")
    expect(page.locator("#toasts")).to_contain_text("e6")
    page.keyboard.press("Escape")

    page.keyboard.press("?")
    expect(page.locator("#dlg-keys")).to_be_visible()
    assert_no_violations(page, "keys and signs")
    page.keyboard.press("Escape")
    menu(page, "rules")
    page.locator("#rules-list [data-jump]").nth(4).click()
    assert "#" in page.url
    page.go_back()
    expect(page.locator("#dlg-rules")).to_be_hidden()

    page.locator(knight).tap()
    page.locator("#stage-text .term").first.tap()
    expect(page.locator("#term")).to_be_visible()
    assert_no_violations(page, "a term explained")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")

    drag(page, knight, square("e5"))
    expect(page.locator(f"{square('e5')} [data-piece]")).to_have_attribute("data-rank", "heroic")
    expect(page.locator("#prompt-text")).to_contain_text("combat move")
    drag(page, square("e5"), square("d6"))
    page.locator('#prompt [data-move="-"]').tap()  # at once: it is not what ended the drag
    expect(page.locator(f"{square('d6')} [data-piece]")).to_have_attribute("data-owner", "1")
    expect(page.locator(f"{square('e5')} [data-piece]")).to_have_count(0)
    expect(page.locator("#prompt")).to_have_attribute("data-kind", "end")
    expect(page.locator("body")).to_have_attribute("data-screen", "curtain")  # nobody ended it


def test_the_open_players_close_by_escape_and_by_a_press_that_does_nothing_else(
    open_app: OpenApp,
) -> None:
    page = open_app("?form=duel&schools=northern,sylvan&seed=7", size="phone")
    page.locator("#curtain-open").click()
    players, place = page.locator("#players"), page.locator(square("g5"))
    expect(place).to_have_attribute("data-legal", re.compile("."))
    page.locator(".seat-open").first.click(position={"x": 9, "y": 9})
    expect(players).to_have_attribute("data-open", "")
    page.locator('.tools [data-action="hint"]').click()
    expect(players).not_to_have_attribute("data-open", "")
    expect(page.locator('[data-choice="advise"]')).to_have_count(0)  # only the panel has closed
    page.locator(".seat-open").first.click(position={"x": 9, "y": 9})
    page.keyboard.press("Escape")
    expect(players).not_to_have_attribute("data-open", "")
    place.tap()
    place.tap()
    expect(place.locator("[data-piece]")).to_have_count(1)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_open_players_of_a_melee_name_their_differences(size: str, open_app: OpenApp) -> None:
    """As those of two do: two numbers of pieces without a word would look like one said twice."""
    page = open_app("?form=melee&schools=northern,sylvan,highland&seed=7", size=size)
    page.locator("#curtain-open").click()
    page.locator(".seat-open").first.click(position={"x": 9, "y": 9})
    shown = page.locator("#players .balance:visible")
    expect(shown).not_to_have_count(0)
    for balance in shown.all():
        expect(balance.locator("p").first).to_be_visible()


def test_what_is_open_over_a_game_closes_when_it_is_left(open_app: OpenApp) -> None:
    page = open_app("#play", size="phone", storage=shelved(arrange(BOARD)))
    for opener in (".seat-open", ".menu-button"):
        page.locator("#continue-game").click()
        expect(page.locator("body")).to_have_attribute("data-screen", "game")
        page.locator(opener).first.click(position={"x": 9, "y": 9})
        page.go_back()
        expect(page.locator("body")).to_have_attribute("data-screen", "start")
        expect(page.locator("#players[data-open], .menu:popover-open")).to_have_count(0)
    page.locator('.places [data-action="library"]').click()  # one press is enough
    expect(page.locator("#library-title")).to_be_visible()


def test_escape_closes_the_dialog_before_the_players_below_it(open_app: OpenApp) -> None:
    page = open_app(size="phone", storage=shelved(arrange(BOARD)))
    page.locator(".seat-open").first.click(position={"x": 9, "y": 9})
    page.locator("#players [data-player-cards]").first.click()
    expect(page.locator("#dlg-player")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dlg-player")).to_be_hidden()
    expect(page.locator("#players")).to_have_attribute("data-open", "")
