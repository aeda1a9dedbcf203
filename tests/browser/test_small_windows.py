"""Windows that are small both ways, as at 400 % or beside another window: all can be reached."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tashkalar import new_game
from tests import golden
from tests.browser.conftest import SIZES, OpenApp
from tests.browser.play import Mouse, do, settled, shelved

SMALLEST_BOARD = 150  # px
# 320 x 256 is a window of 1280 x 1024 at 400 % (WCAG 1.4.10).
USUAL = [(320, 256), (427, 240)]
WINDOWS = [
    *USUAL,
    *(
        pytest.param(size, marks=pytest.mark.long)
        for size in ((341, 192), (480, 270), (412, 360), (390, 400), (360, 300))
    ),
]
SCREENS = ("#play", "#library", "#you", "#learn", "#puzzles", "#workshop")


@pytest.fixture(params=WINDOWS, ids=str)
def window(request: pytest.FixtureRequest) -> ViewportSize:
    width, height = request.param
    return {"width": width, "height": height}


def check_width(page: Page, where: str) -> None:
    """Check that nothing is beside the window, where only a second scroll bar leads."""
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, f"{where} is {width} px wider than the window"


def test_a_turn_is_played(open_app: OpenApp, window: ViewportSize) -> None:
    page = open_app("?form=duel&schools=northern,sylvan&seed=7")
    page.set_viewport_size(window)
    game = new_game("duel", ["northern", "sylvan"], seed=7)
    mouse = Mouse(page)
    for _ in range(6):  # the marks, and the first turns with their ends
        code = next(move.code for move in game.legal_moves() if move.kind != "discard")
        do(page, game, code, mouse)
        if page.evaluate("document.body.dataset.screen") == "curtain":
            mouse.lift_curtain()
        settled(page)
        check_width(page, f"the game after {code}")
        board = page.locator("#board").bounding_box()
        assert board is not None and min(board["width"], board["height"]) >= SMALLEST_BOARD
        expect(page.locator("#prompt-text")).to_be_in_viewport()
    page.locator(".menu-button").click()
    page.locator('#menu [data-action="settings"]').click()
    page.locator("#dlg-settings [data-closes]").first.click()


@pytest.mark.parametrize("screen", SCREENS)
def test_other_screens_are_as_wide_as_the_window(
    open_app: OpenApp, window: ViewportSize, screen: str
) -> None:
    page = open_app(screen)
    page.set_viewport_size(window)
    settled(page)
    check_width(page, screen)
    seen = page.locator("main button:visible")
    assert seen.count() > 0
    for number in range(seen.count()):
        seen.nth(number).scroll_into_view_if_needed()
        expect(seen.nth(number)).to_be_in_viewport()


# The buttons of the stage that lie in another row than the first one, or over the question.
_STRAY_BUTTONS = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.getElementById("prompt-text"));
  const asked = range.getBoundingClientRect();
  const seen = [...document.querySelectorAll("#prompt .onstage-row .btn")]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }));
  const boxes = seen.map((button) => button.getBoundingClientRect());
  const meets = ({ left, right, top, bottom }) => left < asked.right - 1 && asked.left < right - 1
    && top < asked.bottom - 1 && asked.top < bottom - 1;
  return seen.filter((_, n) => meets(boxes[n]) || Math.abs(boxes[n].top - boxes[0].top) > 1)
    .map((button) => button.textContent);
}"""


@pytest.mark.parametrize("language", ["en", "el"])
def test_a_hint_among_teammates_has_one_row_of_buttons(language: str, open_app: OpenApp) -> None:
    game = next(
        before
        for before, _ in golden.decisions(golden.load("teams").game)
        if before.state.turn == 10 and before.open_move is None
    )
    page = open_app(f"?lang={language}", size="phone", storage=shelved(game))
    passing = page.locator('#prompt [data-asks="pass-control"]')
    hint = page.locator('.tools [data-action="hint"]')
    for name in ("phone", "small"):
        page.set_viewport_size(SIZES[name])
        settled(page)
        expect(passing).to_be_visible()
        assert page.evaluate(_STRAY_BUTTONS) == []
        hint.click()
        expect(page.locator('#prompt [data-choice="advise"]')).to_be_visible()
        assert page.evaluate(_STRAY_BUTTONS) == []
        page.locator('#prompt [data-choice="threats"]').click()
        settled(page)
        assert page.evaluate(_STRAY_BUTTONS) == []
        hint.click()
        expect(passing).to_be_visible()
        assert page.evaluate(_STRAY_BUTTONS) == []
        page.locator('#prompt [data-choice="threats"]').click()
