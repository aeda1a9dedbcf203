"""Reload and back lead to what was on the table: some pairs of tests/ui/test_activity.py."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenApp, wait_until_ready
from tests.browser.play import menu


def _is_on(page: Page, screen: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-screen", screen)


def _lessons(page: Page) -> None:
    _is_on(page, "learn")
    expect(page.locator("#lessons-part")).to_be_visible()


def _puzzles(page: Page) -> None:
    _is_on(page, "learn")
    expect(page.locator("#puzzles-part")).to_be_visible()


def _workshop(page: Page) -> None:
    _is_on(page, "workshop")


def _start(page: Page) -> None:
    _is_on(page, "start")


def _lesson(page: Page) -> None:
    _is_on(page, "game")
    expect(page.locator("body")).to_have_attribute("data-lesson", re.compile("part|game"))


def _puzzle(page: Page) -> None:
    _is_on(page, "game")
    expect(page.locator("#puzzle-list")).to_be_visible()


def _game(page: Page) -> None:
    _is_on(page, "game")
    expect(page.locator("body")).not_to_have_attribute("data-lesson", re.compile(".*"))
    expect(page.locator("#puzzle-list")).to_be_hidden()


def _from_start(page: Page, action: str) -> None:
    page.locator(f'.places [data-action="{action}"]').click()


def test_reload_and_back_show_what_a_person_expects(open_app: OpenApp) -> None:
    page = open_app("#workshop")
    ways: tuple[tuple[str, Callable[[], object], Callable[[Page], None]], ...] = (
        ("the start", lambda: menu(page, "new-game"), _start),
        ("lessons", lambda: _from_start(page, "lessons"), _lessons),
        ("a lesson", lambda: page.locator("#lessons [data-lesson=placing]").click(), _lesson),
        ("lessons again", lambda: page.locator('#coach [data-action="lessons"]').click(), _lessons),
        (
            "the workshop",
            lambda: page.locator('#learn [data-action="workshop"]').click(),
            _workshop,
        ),
        ("the start once more", lambda: menu(page, "new-game"), _start),
        ("puzzles", lambda: _from_start(page, "puzzles"), _puzzles),
        ("a puzzle", lambda: page.locator("#puzzles [data-puzzle]").first.click(), _puzzle),
        ("the workshop again", lambda: menu(page, "workshop"), _workshop),
        ("the start again", lambda: menu(page, "new-game"), _start),
        ("a game", lambda: page.locator("#arena-start").click(), _game),
        ("the last start", lambda: menu(page, "new-game"), _start),
    )
    shown: list[tuple[str, Callable[[Page], None]]] = [("the workshop", _workshop)]
    for name, go, is_shown in ways:
        go()
        is_shown(page)
        shown.append((name, is_shown))
        if name in ("lessons", "a puzzle", "the last start"):
            page.reload()
            wait_until_ready(page)
            is_shown(page)
    for _, is_shown in reversed(shown[:-1]):
        page.go_back()
        is_shown(page)
    page.go_forward()
    _start(page)
