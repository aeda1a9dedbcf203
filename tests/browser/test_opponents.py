"""A computer player in its worker: a turn, a game gone on with, and what happens when it fails."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage, OpenApp, Watch
from tests.browser.play import unfold

THINKING = re.compile("thinking")


def begin(page: Page, form: str = "duel") -> None:
    """Play the first seat against the computer."""
    unfold(page)
    page.locator("select[name=player-2]").select_option("adept")
    page.locator(f"input[name=form][value={form}]").check(force=True)
    page.locator("#setup-start").click()


def wait_for_turn(page: Page) -> None:
    """A person decides again; a worker that starts on a slow machine takes its time."""
    expect(page.locator("#prompt-text")).not_to_have_text(THINKING, timeout=60_000)
    expect(page.locator("body")).to_have_attribute("data-screen", "game")


def test_the_computer_answers_and_the_game_goes_on_after_a_reload(open_app: OpenApp) -> None:
    page = open_app()
    begin(page)
    expect(page.locator("#prompt-text")).to_have_text("Adept is thinking.")
    expect(page.locator("#hand [data-card]")).to_have_count(6)
    wait_for_turn(page)
    expect(page.locator("#board-grid [data-piece]")).to_have_count(2)  # the two marks
    page.locator('[data-square="e5"]').click()
    page.locator('[data-move="."]').click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    wait_for_turn(page)
    expect(page.locator("#log")).to_contain_text("Turn 2: Adept")
    expect(page.locator("#turn-text")).to_contain_text("Blue")


def test_a_person_takes_the_seat_of_the_computer(open_app: OpenApp) -> None:
    page = open_app()
    begin(page)
    page.locator('[data-choice="take-over"]').click()
    expect(page.locator("#curtain-open")).to_be_visible()


@pytest.mark.first_visit  # later the service worker has the worker's program
def test_without_its_worker_the_computer_plays_simply_and_the_page_says_so(
    open_app: OpenApp, new_page: NewPage, watch: Watch
) -> None:
    page = new_page(service_workers="block")

    def broken(route: Route) -> None:
        program = "raise RuntimeError('nobody here')"
        route.fulfill(status=200, content_type="text/x-python", body=program)

    page.route("**/static/app/opponent.py", broken)
    watch.allow("nobody here")
    watch.allow("registration blocked by Playwright")
    open_app(page=page)
    begin(page)
    wait_for_turn(page)
    expect(page.get_by_role("alert").first).to_contain_text("simple moves")
    expect(page.locator("#board-grid [data-piece]")).to_have_count(2)
