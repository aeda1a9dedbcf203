"""The review of a game on the board, a turn played again, and a study that is kept and reopened."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tashkalar.history.decision_tree import START, Annotation
from tashkalar.study import Study
from tests.browser.conftest import OpenApp, wait_until_ready
from tests.browser.play import Mouse, inside, menu, settled, sideways_scroll, stored
from tests.browser.test_accessibility import assert_no_violations
from tests.support import arrange, pattern_at, play

COPIED = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
THINKS = 90_000  # milliseconds that a computer player may need on a busy machine

SCENARIO = {
    "form": "high-form",
    "seed": 3,
    "seats": [
        {"school": "northern", "hand": ["knight", "swordmaster"], "name": "Ann"},
        {"school": "sylvan", "name": "Ben"},
    ],
    "board": pattern_at("knight", "d7")
    | {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common", "a5": "2 heroic"},
    "tasks": {"current": ["red-conquest", "destruction"], "next": "side-chain"},
    "turn": {"seat": 1, "actions": 2, "last_turns": 1},
}


# Keeps each notice, also one that is gone in a moment.
NOTICES = """() => {
  window.notices = [];
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach((node) => window.notices.push(node.textContent))))
    .observe(document.getElementById('toasts'), { childList: true });
}"""


WORDS = json.loads(
    (Path(__file__).parents[2] / "static/locale/en/studies.json").read_text(encoding="utf-8")
)


def lines(page: Page) -> list[str]:
    return page.locator("#study-lines button").all_inner_texts()


def plan_numbers(page: Page) -> list[str]:
    """The numbers of the decisions that are drawn on the board."""
    return sorted(page.locator("#board-marks .mk-plan").all_text_contents())


def golden(page: Page) -> list[str]:
    """Return the words of the buttons that come first in the panel."""
    return page.locator("#study .btn:is(.primary, [data-primary]):visible").all_inner_texts()


def act(page: Page, action: str) -> None:
    """Press a button of the panel, behind *More* if it is not in sight."""
    button = page.locator(f'#study [data-study-action="{action}"]').first
    if not button.is_visible():
        page.locator('[data-study-action="more"]').click()
    button.click()


def test_a_turning_point_is_seen_retried_kept_and_reopened(open_app: OpenApp) -> None:
    page = open_app(f"?scenario={quote(json.dumps(SCENARIO))}")
    page.evaluate(COPIED)
    hands = Mouse(page)
    hands.lift_curtain()
    hands.square("i5")
    hands.square("h5")
    settled(page)
    hands.press(".")  # a task is thrown away
    expect(page.locator("body")).to_have_attribute("data-screen", "result")

    page.evaluate("document.getElementById('tasks-button').textContent = 'Points'")
    page.evaluate(NOTICES)
    page.locator('.win [data-action="review"]').click()  # beside "Rematch"
    expect(page.locator("#study-title")).to_have_text("Turning points")
    assert golden(page) == []  # nothing is found yet
    assert "The review is being prepared…" in page.evaluate("window.notices")
    expect(page.locator("#toasts")).not_to_contain_text("prepared")
    # The texts of the review leave what a panel says.
    expect(page.locator("#tasks-button")).to_have_text("Points")
    expect(page.locator("#study-title")).to_have_text("Turn 3: Ann", timeout=THINKS)
    expect(page.locator("#study-comment")).to_have_text(re.compile("about . points? lost"))
    assert lines(page) == ["Played", "Better"]
    assert golden(page) == ["Find it yourself"]
    expect(page.locator("#study-bars")).to_be_hidden()  # one turn compares nothing
    expect(page.locator("#study-steps")).to_have_text(re.compile("Claim Red Conquest"))
    expect(page.locator("#study-line-comment")).to_have_text(re.compile("^Why: "))
    assert plan_numbers(page), "the better line is drawn on the board"
    expect(page.locator('#hand [data-card="knight"]')).to_be_visible()  # the hand is open
    expect(page.locator("#prompt")).to_be_hidden()
    assert_no_violations(page, "the review")
    page.get_by_role("button", name="Played").click()
    steps = "Steps: Place a piece on i5 · Place a piece on h5"
    expect(page.locator("#study-steps")).to_have_text(steps)
    assert plan_numbers(page) == ["1", "2"]

    act(page, "retry")
    expect(page.locator("#study-status")).to_have_text(re.compile("^Play this turn again"))
    assert plan_numbers(page) == []
    hands.square("c1")
    hands.square("g1")
    settled(page)
    page.locator('#prompt [data-move="=red-conquest"]').click()
    expect(page.locator("body")).to_have_attribute("data-study", "look", timeout=THINKS)
    assert lines(page) == ["Played", "Better", "Your try 1"]
    verdict = page.locator("#study-status").inner_text()
    assert re.match("You found it|Better than what was played|Not yet", verdict)
    assert page.locator("#study-line-comment").inner_text() == "", "the verdict is said twice"

    act(page, "keep")
    expect(page.locator("#toasts")).to_contain_text("The study is in the list of saved games.")
    assert sum('"study":"Record:' in text for text in stored(page).values()) == 1
    act(page, "link")
    page.wait_for_function("window.copied")
    link = page.evaluate("window.copied")
    act(page, "leave")  # back to the result, where the game can be played again
    expect(page.locator("body")).to_have_attribute("data-screen", "result")
    expect(page.locator("#result-title")).to_be_visible()

    toggle = page.locator('.curve [data-opinion="toggle"]')
    toggle.click()  # the review has judged the only turn
    expect(page.locator("#opinion .opinion-drawing")).to_be_visible()
    expect(page.locator("#curve-words")).to_have_text(re.compile("Turn 3 – .* · .* (ahead|view)$"))
    expect(toggle).to_have_attribute("aria-pressed", "true")
    assert_no_violations(page, "the opinion below the points")

    page = open_app(link[link.index("#") :], page=page)
    expect(page.locator("#study-title")).to_have_text("Turn 3: Ann")
    assert lines(page) == ["Played", "Variation 1", "Variation 2"]
    page.get_by_role("button", name="Variation 2").click()
    expect(page.locator("#study-line-comment")).to_have_text(verdict)
    assert plan_numbers(page) == ["1", "2"]
    act(page, "leave")
    expect(page.locator("body")).to_have_attribute("data-screen", "start")
    assert "study" not in page.url

    menu(page, "you")
    row = page.locator("#saves-list .save-row").filter(has_text="Study, High Form")
    row.locator('[data-save-action="continue"]').click()
    expect(page.locator("#study-title")).to_have_text("Turn 3: Ann")
    assert lines(page) == ["Played", "Variation 1", "Variation 2"]
    expect(page.locator("#study-others")).to_be_hidden()  # although it was open before
    page.locator('[data-study-action="more"]').click()
    page.locator('#study-others [data-action="hand-out"]').click()
    expect(page.locator("#workshop-alt")).to_have_value(re.compile("heroic piece of Green on a5"))
    expect(page.locator("#workshop-iframe")).to_have_value(re.compile("^<iframe "))


def a_study() -> Study:
    """A study of two turns, with remarks on both and a variation in the second."""
    game = arrange({}, hand=["knight", "bomb"])
    study = Study.from_game(play(game, "+e5", "+e6", ".", "+a5", "+a6", "."))
    study.go_to(START)
    study.annotate(Annotation("Why here?", (("c2", "c3"),), ("d4",)))
    study.go_to(study.tree.line()[2])
    study.annotate(Annotation("And then?"))
    study.play("+b6")
    return study


def test_a_saved_study_stays_one_and_a_second_tab_makes_a_copy(open_app: OpenApp) -> None:
    """Before, each return made a copy, and two tabs overwrote each other's comments."""
    page = open_app(f"#study={quote(a_study().record())}")
    act(page, "keep")
    expect(page.locator("#toasts")).to_contain_text(WORDS["study.kept"])
    for word in ("once", "twice"):
        page.reload()
        wait_until_ready(page)
        comment(page, word)
        assert not page.locator("#banner").is_visible()
        (text,) = stored(page).values()
        assert word in text
    other = page.context.new_page()
    open_app(page=other)
    menu(other, "you")
    other.locator('#saves-list [data-save-action="continue"]').click()
    expect(other.locator("#banner-text")).to_have_text(WORDS["study.elsewhere"])
    comment(other, "the second tab")
    comment(page, "the first tab")
    texts = stored(page).values()
    assert [sum(word in text for text in texts) for word in ("second tab", "first tab")] == [1, 1]
    assert len(texts) == 2


def comment(page: Page, word: str) -> None:
    """Write a comment at the shown turn, and wait until it is kept."""
    act(page, "write")
    page.locator("#study-note").fill(f"{word}, of all")
    act(page, "done")
    expect(page.locator("#study-comment")).to_have_text(f"{word}, of all")


@pytest.mark.long
def test_a_study_fits_a_small_phone_and_walks_by_keys(open_app: OpenApp) -> None:
    """Two turns with remarks: everything is in sight, and the keyboard reaches the other turn."""
    text = a_study().record()
    page = open_app(f"#study={quote(text)}", size="small")
    expect(page.locator("#study-comment")).to_have_text("Why here?")
    assert golden(page) == []  # only remarks, no other line
    expect(page.locator("#study-place")).to_have_text("Turning point 1 of 2")
    assert page.locator("#board-marks .mk-asked").count() == 1
    for selector in ("#study-title", '[data-study-action="retry"]', "#study-lines", "#hand"):
        assert inside(page, selector), selector
    assert not sideways_scroll(page)
    page.locator('[data-study-action="forward"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#study-comment")).to_have_text("And then?")
    expect(page.locator("#study-title")).to_be_focused()
    assert lines(page) == ["Played", "Variation 1"]
    page.locator("#hand [data-card]").first.click()  # a card is explained, not taken up
    expect(page.locator("#dlg-card")).to_be_visible()
    page.keyboard.press("Escape")
    act(page, "more")
    page.locator('#study [data-opinion="toggle"]').click()
    slider = page.locator("#study-opinion .opinion-turn")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile("^Turn 4: .* (ahead|view)$"), timeout=THINKS
    )
    slider.press("ArrowLeft")
    expect(page.locator("#study-title")).to_have_text(re.compile("^Turn 3: "))
    slider.press("ArrowRight")
    write_and_draw(page)
    act(page, "retry")
    Mouse(page).square("c1")
    act(page, "give-up")
    assert lines(page) == ["Played", "Bold corner"]
    assert sum("Bold corner" in saved for saved in stored(page).values()) == 1


def write_and_draw(page: Page) -> None:
    """Comment on the second turn and on its variation, mark a square and draw two arrows."""
    page.get_by_role("button", name="Variation 1").click()
    act(page, "write")
    expect(page.locator("#study-note")).to_be_focused()
    page.locator("#study-note").fill("And what then?")
    page.locator("#study-line-note").fill("Bold corner")
    Mouse(page).square("e5")
    expect(page.locator("#study-drawn")).to_have_text("Marked on the board: e5.")
    square = page.locator('[data-square="b5"]')
    square.drag_to(page.locator('[data-square="d7"]'))
    expect(page.locator("#study-drawn")).to_have_text("Marked on the board: e5, b5–d7.")
    act(page, "arrow")
    page.locator('[data-square="e5"]').focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#study-drawn")).to_have_text("Marked on the board: e5, b5–d7, e5–e6.")
    assert_no_violations(page, "writing in a study")
    act(page, "undo")
    act(page, "done")
    expect(page.locator("#study-drawn")).to_have_text("Marked on the board: e5, b5–d7.")
    expect(page.locator("#study-comment")).to_have_text("And what then?")
    assert lines(page) == ["Played", "Bold corner"]


def test_a_wrong_study_is_refused_with_its_line(open_app: OpenApp) -> None:
    text = a_study().record() + "Variation:\n"
    page = open_app(f"#study={quote(text)}")
    expect(page.locator("#banner-text")).to_contain_text("write 'End:' below its moves")
    expect(page.locator("body")).to_have_attribute("data-screen", "start")
