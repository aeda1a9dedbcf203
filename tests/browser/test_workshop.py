"""The workshop in the page: a puzzle made with visible controls, proved, tried and kept."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import OpenApp
from tests.browser.play import Mouse, inside, menu, sideways_scroll
from tests.browser.test_accessibility import assert_no_violations


def tool(page: Page, name: str) -> None:
    """Choose a piece of the tray by its name."""
    page.get_by_role("radio", name=re.compile(f"^{name},")).click()


def square(page: Page, name: str) -> None:
    page.locator(f'#board-grid [data-square="{name}"]').click()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


@pytest.mark.long
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
    page.get_by_role("textbox", name="Name in this language").fill("One stroke")
    page.get_by_label("Add to the goal").select_option("Destroy certain pieces")
    expect(page.locator("#workshop-conditions")).to_contain_text("Destroy everything on d6")
    assert_no_violations(page, "choosing a goal")
    tab(page, "Try")
    page.get_by_role("button", name="Find all solutions").click()  # 15
    verdict = page.locator("#workshop-verdict")
    expect(verdict).to_contain_text("It can be solved", timeout=60_000)
    expect(page.locator("#workshop-ways > li").first).to_contain_text("Swordmaster")
    assert_no_violations(page, "the solutions")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#lesson")).to_contain_text("Destroy everything on d6")
    page.get_by_role("button", name="Back to the workshop").click()
    expect(verdict).to_contain_text("It can be solved")
    page.get_by_role("button", name="Back to my work").click()
    expect(page.locator("#workshop-list > li")).to_contain_text("One stroke")
    assert page.url.endswith("#workshop")
    page.get_by_role("button", name="To the start screen").click()
    expect(page.locator("#saves-list > li")).to_have_count(0)  # a try is no saved game


@pytest.mark.long
def test_a_lesson_is_recorded_put_into_words_and_learned(open_app: OpenApp) -> None:
    page = open_app("#workshop")
    page.get_by_role("button", name="New position").click()
    for name in ("e4", "e6"):
        square(page, name)
    drag(page, page.get_by_role("radio", name=re.compile("^common piece of Green,")), "d6")
    page.get_by_role("button", name="Beings").first.click()
    page.get_by_role("button", name=re.compile("^Swordmaster")).click()
    page.locator("#dlg-workshop-cards [data-closes]").click()
    tab(page, "Goal")
    page.get_by_label("Add to the goal").select_option("Destroy certain pieces")
    tab(page, "Share")
    page.get_by_role("button", name="Make a lesson from this").click()
    page.get_by_role("button", name="Record a solution").click()
    page.locator('[data-card="swordmaster"]').click()
    for name in ("e5", "d6"):
        square(page, name)
    page.get_by_role("button", name="Keep this solution").click()
    page.get_by_role("button", name="Record a mistake").click()
    square(page, "c5")
    page.get_by_role("button", name="Keep this mistake").click()
    entries = page.locator("#workshop-recorded > li")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("Destroyed on d6")
    tab(page, "Words")
    page.get_by_role("checkbox", name="Italiano").check()
    lines = page.locator("#workshop-lines > li")
    for number, (english, italian) in enumerate(WORDS):
        for place, said in enumerate((english, italian)):
            lines.nth(number).get_by_role("textbox").nth(place).fill(said)
    expect(lines.first).not_to_contain_text("missing")
    assert_no_violations(page, "the words of a lesson")
    tab(page, "Try")
    expect(page.locator("#workshop-fault-check")).to_be_empty()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Play it").click()
    coach = page.locator("#coach-text")
    expect(coach).to_have_text(WORDS[2][0])
    square(page, "c5")
    expect(coach).to_have_text(WORDS[4][0])
    page.locator('[data-card="swordmaster"]').click()
    square(page, "e5")
    expect(coach).to_have_text(WORDS[3][0])
    square(page, "d6")
    expect(coach).to_have_text(WORDS[8][0])
    page.locator('.coach [data-action="lessons"]').click()
    page.get_by_role("button", name="Back to my work").click()
    expect(page.locator("#workshop-list > li")).to_contain_text("Lesson")


def tab_to(page: Page, focused: str, key: str = "Tab") -> None:
    """Press a key until an element that fits a selector has the focus."""
    for _ in range(40):
        page.keyboard.press(key)
        has_focus = "nodes => nodes.includes(document.activeElement)"
        if page.locator(focused).evaluate_all(has_focus):
            return
    raise AssertionError(f"the focus never comes to {focused}")


def go(page: Page, wanted: str) -> None:
    """Go with the arrows from the focused square to another one, and choose it."""
    at = page.evaluate("() => document.activeElement.dataset.square")
    across, up = ord(wanted[0]) - ord(at[0]), int(wanted[1]) - int(at[1])
    for key, steps in (("Right", across), ("Left", -across), ("Up", up), ("Down", -up)):
        for _ in range(steps):
            page.keyboard.press(f"Arrow{key}")
    expect(page.locator(f'[data-square="{wanted}"]')).to_be_focused()
    page.keyboard.press("Enter")


def enter(page: Page, focused: str, key: str = "Tab") -> None:
    """Go to a control, and press Enter."""
    tab_to(page, focused, key)
    page.keyboard.press("Enter")


@pytest.mark.long
def test_a_lesson_is_made_by_keys_alone(open_app: OpenApp) -> None:
    """Pieces, cards, goal, a recorded way and words; the focus is never lost on the way."""
    page = open_app("#workshop")
    squares = "#board-grid [data-square]"
    enter(page, "#workshop-new")
    tab_to(page, squares)
    for name in ("e4", "e6", "c3"):
        go(page, name)
    page.keyboard.press("Delete")
    expect(page.locator('[data-square="c3"] [data-piece]')).to_have_count(0)
    tab_to(page, "#workshop-tray [role=radio]")
    for _ in range(3):
        page.keyboard.press("ArrowRight")  # from the common piece of Blue to that of Green
    tab_to(page, squares, "Shift+Tab")
    go(page, "d6")
    expect(page.locator('[data-square="d6"] [data-piece]')).to_have_attribute("data-owner", "2")
    enter(page, '[data-workshop-seat="1"] [data-workshop-choose=hand]')
    enter(page, "[data-workshop-pick=swordmaster]")
    page.keyboard.press("Escape")
    chooser = page.locator('[data-workshop-seat="1"] [data-workshop-choose=hand]')
    expect(chooser).to_be_focused()
    tab_to(page, "#workshop-tab-position", "Shift+Tab")
    page.keyboard.press("ArrowRight")
    tab_to(page, "#workshop-name")
    page.keyboard.type("One stroke")
    tab_to(page, "#workshop-add")
    page.keyboard.type("Destroy certain")  # each letter changes the choice
    expect(page.locator("#workshop-conditions > li")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#workshop-conditions")).to_contain_text("Destroy everything on d6")
    tab_to(page, "#workshop-tab-goal", "Shift+Tab")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    enter(page, "#workshop-to-lesson")
    enter(page, "#workshop-record")
    enter(page, '#hand [data-card="swordmaster"]')
    for name in ("e5", "d6"):
        go(page, name)
    enter(page, "#workshop-return")
    expect(page.locator("#workshop-recorded > li")).to_have_count(1)
    expect(page.locator("#workshop-record")).to_be_focused()
    tab_to(page, "#workshop-tab-ways", "Shift+Tab")
    page.keyboard.press("ArrowRight")
    for number in range(page.locator("#workshop-lines textarea").count()):
        tab_to(page, "#workshop-lines textarea")
        page.keyboard.type(f"Line {number}.")
    tab_to(page, "#workshop-tab-words", "Shift+Tab")
    page.keyboard.press("ArrowRight")
    enter(page, "#workshop-play")
    expect(page.locator("#coach-text")).to_have_text("Line 2.")


WORDS = (
    ("One stroke", "Un colpo"),
    ("Destroy with the Swordmaster.", "Distruggi con lo Spadaccino."),
    ("Summon the Swordmaster.", "Evoca lo Spadaccino."),
    ("Destroy the piece.", "Distruggi il pezzo."),
    ("That is too far away.", "È troppo lontano."),
    ("Look at e5.", "Guarda e5."),
    ("Summon on e5.", "Evoca su e5."),
    ("Swordmaster on e5.", "Spadaccino su e5."),
    ("Well done.", "Ben fatto."),
)


def drag(page: Page, start: Locator, end: str) -> None:
    """Drag with the mouse from a control to a square."""
    source = start.bounding_box()
    target = page.locator(f'#board-grid [data-square="{end}"]').bounding_box()
    assert source and target
    page.mouse.move(source["x"] + 20, source["y"] + 20)
    page.mouse.down()
    page.mouse.move(source["x"] + 5, source["y"] - 20, steps=3)
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=3)
    page.mouse.up()


def drag_by_touch(page: Page, session: CDPSession, start: Locator, end: Locator) -> None:
    """Drag with a finger from the middle of an element to the middle of another one."""
    (x, y), (to_x, to_y) = middle(start), middle(end)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": at[0], "y": at[1]} for at in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", (x, y))
    for step in range(1, 6):
        send("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    expect(page.locator(".dragged")).to_be_visible()
    send("touchEnd")
    expect(page.locator(".dragged")).to_have_count(0)


def middle(node: Locator) -> tuple[float, float]:
    """Return the middle of an element on the screen."""
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_position_is_set_up_by_touch(open_app: OpenApp) -> None:
    """From the tray to the board, from square to square and off the board; a tap turns a piece."""
    page = open_app("#workshop", size="phone")
    page.get_by_role("button", name="New position").tap()
    session = page.context.new_cdp_session(page)
    d6, f6 = (page.locator(f'#board-grid [data-square="{name}"]') for name in ("d6", "f6"))
    tray = page.get_by_role("radio", name=re.compile("^heroic piece of Green,"))
    assert inside(page, "#workshop-tray")
    drag_by_touch(page, session, tray, d6)
    expect(d6.locator("[data-piece]")).to_have_attribute("data-rank", "heroic")
    drag_by_touch(page, session, d6, f6)
    expect(d6.locator("[data-piece]")).to_have_count(0)
    piece = f6.locator("[data-piece]")
    page.wait_for_timeout(1000)  # Chromium makes no click of a tap that follows a drag at once
    for owner, rank in (("2", "heroic"), ("2", "legendary"), ("1", "common"), ("1", "heroic")):
        expect(piece).to_have_attribute("data-owner", owner)
        expect(piece).to_have_attribute("data-rank", rank)
        f6.tap()
    drag_by_touch(page, session, f6, page.locator("#workshop-title"))
    expect(piece).to_have_count(0)
    assert page.evaluate("scrollY") == 0


def test_a_position_of_a_game_becomes_a_puzzle(open_app: OpenApp) -> None:
    seats = [{"school": "northern", "hand": ["knight"]}, {"school": "sylvan", "hand": ["naiad"]}]
    scenario = {"form": "duel", "seats": seats, "board": {"d4": "1 common"}}
    page = open_app(f"?scenario={quote(json.dumps(scenario))}", size="large")
    if page.locator("body").get_attribute("data-screen") == "curtain":
        Mouse(page).lift_curtain()
    square(page, "e5")
    expect(page.locator('[data-square="e5"] [data-piece]')).to_have_count(1)
    page.locator(".log-tools [data-action=make-puzzle]").click()
    expect(page.locator("#workshop-title")).to_have_text("Untitled")
    expect(page.locator('#board-grid [data-square="e5"] [data-piece]')).to_have_count(1)
    expect(page.locator('[data-workshop-seat="1"] [data-workshop-take]').first).to_have_text(
        "Knight"
    )
    expect(page.locator('[data-workshop-seat="2"] [data-workshop-take]')).to_have_count(0)
    assert page.url.endswith("#workshop")
    square(page, "e5")  # a piece turns
    expect(page.locator('[data-square="e5"] [data-piece]')).to_have_attribute("data-rank", "heroic")
    tab(page, "Goal")
    page.get_by_label("Add to the goal").select_option("Summon a number of beings")
    tab(page, "Try")
    expect(page.locator("#workshop-check-goal")).to_contain_text("Summon 2 beings")
    expect(page.locator("#workshop-prove")).to_be_enabled()
    page.get_by_role("button", name="Play it").click()
    square(page, "d5")
    page.locator(".log-tools [data-action=make-lesson]").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("radio", name="Part 1")).to_be_checked()
    expect(page.locator('#board-grid [data-square="d5"] [data-piece]')).to_have_count(1)
