"""A computer player in its worker: a turn, a game gone on with, and what happens when it fails."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

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


def give_to(page: Page, level: str, before: str) -> None:
    """Let another player take the second seat."""
    page.locator('[popovertarget="menu"]').click()
    page.locator('#menu [data-action="seats"]').click()
    expect(page.locator('#seats select[name="2"]')).to_have_value(before)
    page.locator('#seats select[name="2"]').select_option(level)
    page.locator("#dlg-seats [data-closes]").click()


def play_on(page: Page) -> None:
    """Two pieces, wherever the first free square is, and the end of the turn."""
    while page.locator('[data-move="."]').count() == 0:
        page.locator('[data-square][data-legal="place"]').first.click()
    page.locator('[data-move="."]').click()


def test_a_game_is_played_to_its_end_while_the_page_stays_alive(open_app: OpenApp) -> None:
    """A person against novice, for one turn master, whose thinking is no work for the page."""
    mapping = {
        "form": "duel",
        "seats": [
            {"school": "northern", "hand": ["knight"]},
            {"school": "sylvan", "hand": ["unicorn"], "deck": ["tree-shepherd"]},
        ],
        "board": {"c3": "1 common", "d3": "1 heroic", "g7": "2 common", "f7": "2 heroic"},
        "turn": {"seat": 1},
    }
    page = open_app(f"?scenario={quote(json.dumps(mapping))}")
    page.locator("#curtain-open").click()
    give_to(page, "master", "")
    play_on(page)
    expect(page.locator("#prompt-text")).to_have_text(THINKING)
    tasks = tasks_while_thinking(page)
    assert tasks and max(tasks) < 50, tasks
    wait_for_turn(page)
    give_to(page, "novice", "master")  # at any time, and kept with the game
    for _ in range(12):
        play_on(page)
        expect(page.locator("#prompt-text")).not_to_have_text(THINKING, timeout=60_000)
        if page.locator("body").get_attribute("data-screen") == "result":
            break
    expect(page.locator("body")).to_have_attribute("data-screen", "result")
    page.locator('#result [data-action="review"]').click()
    expect(page.locator("#review-status")).to_contain_text("has", timeout=60_000)


def tasks_while_thinking(page: Page) -> list[float]:
    """The processor time, in milliseconds, of each task of the page's thread in half a second.

    Not how long a task took by the clock: other programs may be running.
    """
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda data: found.extend(data["value"]))
    categories = ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"]
    session.send(
        "Tracing.start",
        {"traceConfig": {"includedCategories": categories}, "transferMode": "ReportEvents"},
    )
    page.wait_for_timeout(500)
    session.send("Tracing.end")
    page.wait_for_timeout(500)
    session.detach()
    main = {
        (event["pid"], event["tid"])
        for event in found
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        event["tdur"] / 1000
        for event in found
        if event["name"].endswith("RunTask")
        and (event["pid"], event["tid"]) in main
        and "tdur" in event
    ]
