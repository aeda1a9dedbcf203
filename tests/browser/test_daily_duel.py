"""The duel of the day: begun, continued, finished, kept, and shared."""

from __future__ import annotations

import json
import re
from datetime import datetime

from playwright.sync_api import expect

from tashkalar.features.daily_duel import DAILY_DUEL_KEY
from tashkalar.features.daily_duel.daily_duel import daily_duel
from tests.browser.conftest import SIZES, OpenApp, wait_until_ready
from tests.browser.play import Mouse, menu, settled, sideways_scroll, stored
from tests.browser.test_accessibility import assert_no_violations

THINKS = 90_000  # milliseconds that a computer player may need on a busy machine
MONDAY = datetime(2026, 11, 30, 12)
DAY = (MONDAY - datetime(1970, 1, 1)).days
ADDRESS = "#duel-of-the-day"
COPIED = "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"


def test_the_duel_of_the_day_is_played_kept_and_shared(open_app: OpenApp) -> None:
    page = open_app("#puzzles", size="phone")
    page.set_viewport_size(SIZES["small"])
    page.clock.set_fixed_time(MONDAY)
    page.locator('[data-action="daily-duel"]').tap()
    expect(page).to_have_url(re.compile(f"{ADDRESS}$"))
    assert not sideways_scroll(page)
    about = page.locator("#daily-duel-today-about")
    expect(about).to_have_text("You: Southern Imperial. Opponent: Sylvan, First steps.")
    expect(page.locator("#daily-duel-today-date")).to_contain_text("Monday")
    expect(page.locator("#daily-duel-share")).to_be_hidden()
    assert_no_violations(page, "the duel of the day")

    page.locator("#daily-duel-today-play").tap()
    expect(page.locator("body")).to_have_attribute("data-form", "duel")
    hand = page.locator("#hand [data-card]").evaluate_all("all => all.map((c) => c.dataset.card)")
    assert set(daily_duel(DAY).start_game().state.hands[0]) <= set(hand)
    free = page.locator('#board-grid [data-square="e5"][data-legal]')
    expect(free).to_be_attached(timeout=THINKS)  # the opponent decides first
    Mouse(page).square("e5")
    settled(page)
    page.evaluate("(mark) => { location.hash = mark; }", ADDRESS)
    play = page.locator("#daily-duel-today-play")
    expect(play).to_have_text("Continue")
    page.reload()
    wait_until_ready(page)
    expect(play).to_have_text("Continue")
    play.tap()
    expect(page.locator('#board-grid [data-square="e5"] [data-owner="1"]')).to_be_attached()
    assert len(stored(page)) == 1, "the same game"

    menu(page, "resign")
    page.locator("#confirm-ok").tap()
    page.wait_for_function("(key) => localStorage.getItem(key)", arg=DAILY_DUEL_KEY)
    kept = json.loads(stored(page, DAILY_DUEL_KEY)[DAILY_DUEL_KEY])
    assert kept == {str(DAY): [0, 0, 1, 0, 1]}
    page.evaluate("(mark) => { location.hash = mark; }", ADDRESS)
    expect(page.locator("#daily-duel-today-result")).to_have_text("Lost 0 to 0 in turn 1.")
    expect(play).to_have_text("Play again")
    page.evaluate(COPIED)
    page.locator("#daily-duel-share").tap()
    expect(page.locator("#daily-duel-copied")).to_contain_text("The text is copied")
    copied = page.evaluate("window.copied")
    assert "First steps: lost, 0, in turn 1. http" in copied and copied.endswith(ADDRESS)


def test_yesterdays_duel_can_be_played(open_app: OpenApp) -> None:
    page = open_app(ADDRESS)
    page.clock.set_fixed_time(MONDAY)
    page.evaluate("location.hash = 'play'")
    page.evaluate("(mark) => { location.hash = mark; }", ADDRESS)
    expect(page.locator("#daily-duel-yesterday-date")).to_contain_text("Sunday")
    expect(page.locator("#daily-duel-yesterday-about")).to_contain_text("Master")
    page.locator("#daily-duel-yesterday-play").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    (text,) = stored(page).values()
    assert daily_duel(DAY - 1).seed in text


def test_without_a_clipboard_the_text_to_share_is_shown_in_the_language(open_app: OpenApp) -> None:
    """Straight from its address, when nothing else of the puzzles has been fetched."""
    days = {str(DAY): [12, 3, 20, 1, 1]}
    page = open_app("?lang=fr", storage={DAILY_DUEL_KEY: json.dumps(days)})
    page.clock.set_fixed_time(MONDAY)
    page.goto(page.url.split("?")[0] + "?lang=fr" + ADDRESS)
    page.reload()
    wait_until_ready(page)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.evaluate("() => { document.execCommand = () => false; }")
    share = page.locator("#daily-duel-share")
    expect(share).to_have_text("Partager")
    share.click()
    expect(page.locator("#dlg-confirm")).to_contain_text("Partager")
    expect(page.locator("#dlg-confirm")).not_to_contain_text("⟨")
