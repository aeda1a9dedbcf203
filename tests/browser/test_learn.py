"""A lesson in the page: found, gone through by mouse and by keyboard, and kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenApp
from tests.browser.play import Keyboard, inside
from tests.browser.test_accessibility import assert_no_violations


def says(page: Page, text: str) -> None:
    """Wait until the coach says something that begins like this."""
    expect(page.locator("#coach-text")).to_contain_text(text)


def test_the_first_being_comes_with_four_taps(open_app: OpenApp) -> None:
    page = open_app(size="phone")
    page.locator("#course-next").tap()
    says(page, "Welcome to the arena!")
    expect(page.locator('[data-square="a5"]')).to_be_hidden()  # that part does not need it
    page.locator('[data-square="e6"][data-pointed]').tap()
    page.locator('#hand [data-card="swordmaster"]').tap()
    says(page, "Choose e5")
    page.locator('[data-square="d4"]').tap()
    expect(page.locator("#coach")).to_have_attribute("data-kind", "answer")
    page.locator('[data-square="e5"]').tap()
    page.locator('[data-square="e5"]').tap()
    says(page, "Your first being!")
    page.locator("#coach-next").tap()
    says(page, "A new turn, and two actions")
    page.reload()  # it goes on where it was
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    says(page, "A new turn, and two actions")
    page.locator('#coach [data-action="lessons"]').tap()
    expect(page.locator("#lessons [data-state=begun]")).to_have_count(1)
    assert inside(page, "#lessons [data-state=begun]")
    assert_no_violations(page, "the list of lessons")
    page.locator("#set-language").evaluate(
        "(list) => { list.value = 'it'; list.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    expect(page.locator("#learn-title")).to_have_text("Imparare giocando")
    expect(page.locator("#lessons [data-state=begun]")).to_contain_text("Piazzare")
    page.reload()  # what was done is kept, and nothing of a lesson is a saved game
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    expect(page.locator("#course-title")).to_have_text("Evoca il tuo primo essere")
    expect(page.locator("#levels input:checked")).to_have_value("firststeps")  # for a beginner
    expect(page.locator("#saves-list > li")).to_have_count(0)


def test_a_lesson_by_keyboard_to_its_end_and_on_to_the_next(open_app: OpenApp) -> None:
    page = open_app("?lesson=task")
    says(page, "Green Conquest")
    for answer in ("Look at the row", "A third piece", "Place a piece on g7", "This is how"):
        page.locator("#coach-show").press("Enter")
        says(page, answer)
    assert_no_violations(page, "a lesson")
    says(page, "Place a piece on g7")  # the last hint stays
    page.locator('[data-square="g7"]').press("Enter")
    says(page, "The task is fulfilled")
    page.locator('#choices [data-move="."]').press("Enter")
    # What the opponent does then is shown, and taken back.
    expect(page.locator('[data-square="c7"] [data-piece][data-owner="2"]')).to_be_visible()
    expect(page.locator("#coach")).to_have_attribute("data-kind", "answer")
    expect(page.locator('[data-square="c7"] [data-piece][data-owner="1"]')).to_be_visible()
    page.locator('#choices [data-move="=green-conquest"][data-pointed]').press("Enter")
    says(page, "Your first points!")
    expect(page.locator("#coach-next")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "You are Blue")
    page.locator('#coach [data-action="lessons"]').press("Enter")
    expect(page.locator("#lessons [data-state=done]")).to_have_count(1)


def test_a_card_that_is_up_first_is_no_mistake(open_app: OpenApp) -> None:
    """By touch one tap places the piece that the card lacks."""
    page = open_app("?lesson=placing", size="phone")
    says(page, "Welcome to the arena!")
    Keyboard(page).card("swordmaster")  # it hides the hand: a screen reader reads what is there
    expect(page.get_by_role("heading", name="Swordmaster")).to_be_focused()
    expect(page.get_by_role("heading", name="Hand")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator('#hand [data-card="swordmaster"]').tap()
    page.locator('[data-square="e5"]').tap()
    says(page, "you have one. Place a piece on e6")
    page.locator('[data-square="e6"]').tap()
    says(page, "Choose e5")
    page.locator('[data-square="e5"]').tap()
    says(page, "Your first being!")
    page.locator("#coach-undo").tap()
    expect(page.locator("#coach")).to_have_attribute("data-kind", "say")
    page.locator('#hand [data-card="swordmaster"]').tap()
    page.locator('[data-square="e5"]').tap()
    says(page, "Your first being!")
    expect(page.locator("#coach-show")).to_be_hidden()
    page.locator("#coach-again").tap()
    says(page, "Welcome to the arena!")


def tab_to(page: Page, focused: str, key: str = "Tab") -> None:
    """Press a key until an element has the focus; there are less than ten on the way."""
    for _ in range(10):
        page.keyboard.press(key)
        if page.locator(focused).evaluate("node => node === document.activeElement"):
            return
    raise AssertionError(f"the focus never comes to {focused}")


@pytest.mark.long
def test_the_first_being_comes_by_keyboard_and_by_names_alone(open_app: OpenApp) -> None:
    """Four acts each, the start of the lesson included, and also when the card is taken first."""
    page = open_app()
    board, card = '[data-square="e6"]', '#hand [data-card="swordmaster"]'
    tab_to(page, "#course-next")
    page.keyboard.press("Enter")
    says(page, "Welcome to the arena!")
    expect(page.locator(board)).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "That was one of your two actions")
    tab_to(page, "#stage-ready [data-take]")
    page.keyboard.press("Enter")
    says(page, "Choose e5")
    expect(page.locator('[data-square="e5"]')).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Your first being!")

    tab_to(page, "#coach-again", "Shift+Tab")
    page.keyboard.press("Enter")
    says(page, "Welcome to the arena!")
    tab_to(page, card)
    page.keyboard.press("Enter")  # the card first
    tab_to(page, board, "Shift+Tab")
    page.keyboard.press("Enter")
    says(page, "Choose e5")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    says(page, "Your first being!")

    coach = page.get_by_role("main").get_by_role("status")
    for names in (("e6", "Swordmaster", "e5"), ("Swordmaster", "e6", "e5")):
        page.get_by_role("button", name="Again").click()
        expect(coach).to_contain_text("Welcome to the arena!")
        for name in names:
            named = re.compile(f"^{name}")
            button = page.get_by_role("button", name=named)
            (page.get_by_role("gridcell", name=named).or_(button)).first.click()
        expect(coach).to_contain_text("Your first being!")


def test_hints_come_one_by_one_and_the_board_stays_where_it_is(open_app: OpenApp) -> None:
    page = open_app("?lesson=pattern", size="phone")
    # The coach calls the card by its name, so the name can be read.
    assert page.locator("#hand .hcard-name").evaluate("name => name.clientWidth") > 40
    page.locator('#hand [data-card="swordmaster"]').tap()
    page.locator('[data-square="e5"]').tap()
    says(page, "The Swordmaster is here")
    view_box = page.locator("#board").get_attribute("viewBox")
    page.locator("#coach-next").tap()
    says(page, "Now build the pattern yourself")
    expect(page.locator("#board")).to_have_attribute("viewBox", str(view_box))
    expect(page.locator('[data-square="e4"]')).to_be_focused()  # not the button that is off now
    for hint in ("two steps away from e4", "stays free", "Place a piece on e6"):
        expect(page.locator("#coach-show-label")).to_have_text("Hint")
        page.locator("#coach-show").tap()
        says(page, hint)
    expect(page.locator("#coach-show-label")).to_have_text("Show me")


@pytest.mark.long
def test_the_first_game_goes_on_after_a_reload(open_app: OpenApp) -> None:
    page = open_app("?lesson=first-game", size="phone")
    says(page, "You are Blue")
    page.locator('[data-square="e5"]').tap()
    page.locator('#choices [data-move="."]').tap()
    says(page, "From now on a turn has two actions")  # the opponent has played
    page.locator('[data-square="e6"]').tap()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    expect(page.locator('[data-square="e5"] [data-piece]')).to_be_visible()
    expect(page.locator('[data-square="e6"] [data-piece]')).to_be_visible()
    says(page, "A card in your hand glows")
    for card in page.locator("#hand [data-card]").all()[:3]:  # beings, with short and long texts
        card.tap()
        expect(page.locator("#stage-pattern")).to_be_visible()
