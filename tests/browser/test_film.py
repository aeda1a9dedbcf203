"""Tests of the replay of the others' turn, also that it does not slow a slow machine."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tashkalar import Game
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import shelved
from tests.browser.test_stage import WATCH_SHIFTS, jumped
from tests.limits import attempts
from tests.support import arrange, pattern_at, play

SLOWER = 4
LONG = 50_000  # microseconds
WHILE = 1500  # milliseconds: longer than the film of a summoning


def begun() -> Game:
    """Return a game: Green has placed two pieces; Blue can summon its Knight onto one of them."""
    board = {**pattern_at("knight", "e5"), "e5": "2 common", "a7": "2 common"}
    game = arrange(board, hand=["knight"], turn={"number": 3})
    play(game, "+a5", "+a6", ".", "+g5", "+g6", ".")
    return game


def long_tasks(page: Page, session: CDPSession) -> list[float]:
    """Summon the Knight; return the tasks of over 50 ms of processor time that follow."""
    events: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    categories = "toplevel,disabled-by-default-devtools.timeline,blink.user_timing"
    session.send("Tracing.start", {"categories": categories})
    page.locator('#hand [data-card="knight"]').click()
    page.locator('[data-square="e5"]').click()
    page.wait_for_timeout(WHILE)
    complete: list[object] = []
    session.once("Tracing.tracingComplete", lambda part: complete.append(part))
    session.send("Tracing.end")
    for _ in attempts("Chromium has written the trace", 1500):
        if complete:
            break
        page.wait_for_timeout(20)
    (decided,) = [event for event in events if event["name"] == "decided"][-1:]
    return [
        event["tdur"] / 1000
        for event in events
        if event["name"].endswith("RunTask")
        and (event["pid"], event["tid"]) == (decided["pid"], decided["tid"])
        and event["ts"] > decided["ts"]
        and event.get("tdur", 0) > LONG
    ]


def test_the_others_turn_is_shown(open_app: OpenApp, new_page: NewPage) -> None:
    stored = shelved(begun(), covered=True)
    page = new_page("large", storage=stored, reduced_motion="no-preference")
    open_app(page=page)
    expect(page.locator("#curtain-summary li")).to_have_count(2)
    page.locator("#curtain-open").click()
    expect(page.locator("#meanwhile [data-step]")).to_have_count(2)
    framed = page.locator("#board-grid [data-square]:focus > .signs > .s-focus")
    expect(framed).to_be_hidden()  # without a keyboard it would look like a target
    page.keyboard.press("Shift")
    expect(framed).to_be_visible()
    expect(page.locator("[data-veiled]")).not_to_have_count(0)  # what has not come yet
    page.locator('[data-square="e6"]').click()  # ends it, and decides nothing
    expect(page.locator("#meanwhile")).to_be_hidden()
    expect(page.locator("[data-veiled]")).to_have_count(0)
    assert page.locator('[data-square="e6"] [data-piece]').count() == 0
    hand = page.locator("#hand").bounding_box()
    page.locator('.bar [data-action="last-turn"]').click()
    expect(page.locator("#meanwhile-title")).to_be_focused()
    assert page.locator("#hand").bounding_box() == hand, "the hand keeps its place"
    doing, later = page.locator("#meanwhile-doing"), page.locator("#log .log-row[data-later]")
    page.locator('#meanwhile [data-step="1"]').click()
    expect(doing).to_have_text("Green places a common piece on g6")
    expect(page.locator("#meanwhile-at")).to_have_text("2 of 2")
    expect(later).to_have_count(0)
    page.locator('[data-meanwhile-action="back"]').click()
    expect(doing).to_have_text("Green places a common piece on g5")
    expect(later).to_be_hidden()  # the log grows with the steps
    expect(later.locator(".log-step")).to_be_hidden()
    expect(page.locator("#players [data-moves]")).to_have_attribute("data-school", "sylvan")
    twice = page.locator('[data-speed="2.0"]')
    twice.click()
    expect(twice).to_have_attribute("aria-pressed", "true")
    page.evaluate(WATCH_SHIFTS)
    page.locator('[data-meanwhile-action="play"]').click()
    expect(page.locator("#meanwhile")).to_be_hidden()  # it has gone on to its end
    assert jumped(page) < 0.001, page.evaluate("window.shifts")
    # A list with more steps than fit begins at its first again.
    page.locator('.bar [data-action="last-turn"]').click()
    steps = page.locator("#meanwhile-steps")
    steps.evaluate("(list) => { list.style.maxHeight = '2.25rem'; }")
    page.locator('#meanwhile [data-step="1"]').click()
    page.wait_for_function("document.getElementById('meanwhile-steps').scrollTop > 0")
    page.locator('[data-meanwhile-action="skip"]').click()
    page.locator('.bar [data-action="last-turn"]').click()
    page.wait_for_function("document.getElementById('meanwhile-steps').scrollTop === 0")


@pytest.mark.long  # it measures
def test_nothing_slow_is_caused(open_app: OpenApp, new_page: NewPage) -> None:
    page = new_page(storage=shelved(begun()), reduced_motion="no-preference")
    open_app(page=page)
    page.evaluate("""() => {
      new MutationObserver(() => performance.mark("decided"))
        .observe(document.getElementById("log"), { childList: true });
      window.scenes = 0;
      document.addEventListener("tashkalar-scene", () => { window.scenes += 1; });
    }""")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    moving = long_tasks(page, session)
    assert page.evaluate("window.scenes") == 2  # one, and its end
    page.locator('.bar [data-action="undo"]').click()
    page.evaluate("document.documentElement.dataset.motion = 'off'")
    still = long_tasks(page, session)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    assert page.evaluate("window.scenes") == 2
    assert len(moving) <= len(still), (moving, still)
