"""The start screen with keys alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game
from tashkalar.ui.start.new_game_form import CHOOSING_MODES
from tests.browser.conftest import OpenApp
from tests.browser.play import Keyboard, check_table, compare, do_by_keyboard, look, stored

PLAYERS = ("Anna", "Bob", "Chris")

_COUNT_POINTERS = """() => {
  window.__pointers = 0;
  for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
    document.addEventListener(kind, () => { window.__pointers += 1 }, true);
}"""


class Form:
    """The form of the start screen, filled with nothing but keys."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._keys = Keyboard(page)

    def open(self) -> None:
        """Unfold the form."""
        self._keys.tab_to('[data-opens="dlg-friend"]')
        self._page.keyboard.press("Enter")
        self._keys.press_id("device-open")

    def radio(self, name: str, value: str) -> None:
        """Go to a group of radio buttons, then to one of them by the arrows."""
        self._keys.tab_to(f'#setup [name="{name}"]')
        for _ in range(12):
            here, chosen = self._page.evaluate(
                "[document.activeElement.value, document.activeElement.checked]"
            )
            if here == value:
                if not chosen:
                    self._page.keyboard.press("Space")
                return
            self._page.keyboard.press("ArrowRight")
        raise AssertionError(f"{name} cannot be set to {value} by the arrows")

    def switch(self, name: str) -> None:
        """Press the space bar on a check box."""
        self._keys.tab_to(f'#setup [name="{name}"]')
        self._page.keyboard.press("Space")

    def choosing(self, way: str) -> None:
        """Choose how the schools are chosen, further down in the list."""
        self._keys.tab_to('#setup [name="choosing"]')
        here = str(self._page.locator("#setup").get_attribute("data-choosing"))
        for _ in range(CHOOSING_MODES.index(here), CHOOSING_MODES.index(way)):
            self._page.keyboard.press("ArrowDown")
        expect(self._page.locator("#setup")).to_have_attribute("data-choosing", way)

    def schools(self, schools: Sequence[str]) -> None:
        """Choose a school in every seat's group, or the one that the seat bans."""
        expect(self._page.locator("#setup .schools:visible")).to_have_count(len(schools))
        for seat, school in enumerate(schools, 1):
            self.radio(f"school-{seat}", school)

    def names(self, names: Sequence[str]) -> None:
        """Write the players' names."""
        for seat, name in enumerate(names, 1):
            self._keys.tab_to(f'#setup [name="name-{seat}"]')
            self._page.keyboard.type(name)

    def go(self) -> None:
        """Press the button that begins, or the next one of a secret choice."""
        self._keys.press_id("setup-start")

    def back(self) -> None:
        """Press the button that leaves the secret choice."""
        self._keys.press_id("setup-back")


@pytest.fixture
def page(open_app: OpenApp) -> Iterator[Page]:
    """Return the app at its start screen; no pointer may be used."""
    opened = open_app()
    assert look(opened).screen == "start"
    opened.evaluate(_COUNT_POINTERS)
    yield opened
    assert opened.evaluate("window.__pointers") == 0


@pytest.fixture
def begun(page: Page) -> Callable[[], Game]:
    """Return a function that checks the game on the page and makes its first decision."""

    def check() -> Game:
        expect(page.locator("body")).to_have_attribute("data-screen", "curtain")
        ((_, text),) = stored(page).items()
        game = Game.from_json(json.loads(text)["game"])
        check_table(page, game)
        compare(page, game, covered=True, can_undo=False)
        code = next(move.code for move in game.legal_moves() if move.kind in ("choose", "place"))
        do_by_keyboard(page, game, code)
        return game

    return check


def test_a_melee_of_three(page: Page, begun: Callable[[], Game]) -> None:
    """Too many bans are told; then the schools are chosen in secret, once more after a clash.

    What was chosen is not on the page meanwhile. All other tables and ways to choose are tested
    without a browser, in tests/ui/start/test_new_game_form.py.
    """
    form = Form(page)
    form.open()
    form.radio("form", "duel")
    form.switch("teams")
    expect(page.locator("#setup .seat-setup:visible")).to_have_count(4)
    form.radio("form", "melee")
    form.radio("players", "4")
    form.radio("players", "3")
    expect(page.locator("#setup .seat-setup:visible")).to_have_count(3)
    form.choosing("ban")
    form.schools(("sylvan", "northern", "highland"))
    expect(page.locator("#setup .ban-label")).to_be_visible()
    form.go()
    expect(page.locator("#setup-error")).not_to_be_empty()
    assert look(page).screen == "start"
    form.switch("expansions")
    form.choosing("secret")
    form.names(PLAYERS)
    form.go()

    def choose(seat: int, school: str) -> None:
        expect(page.locator("#setup")).to_have_attribute("data-secret", "cover")
        expect(page.locator("#setup-cover-title")).to_contain_text(PLAYERS[seat - 1])
        expect(page.locator("#setup .seat-setup:visible")).to_have_count(0)
        assert page.locator('#setup [name^="school-"]:checked').count() == 0
        form.go()
        expect(page.locator("#setup")).to_have_attribute("data-secret", "pick")
        expect(page.locator("#setup .seat-setup:visible")).to_have_count(1)
        form.radio(f"school-{seat}", school)
        form.go()

    choose(1, "nethervoid")
    form.back()  # everything from the beginning
    expect(page.locator("#setup .forms")).to_be_visible()
    expect(page.locator("#setup-start")).to_be_focused()
    form.go()
    for seat, school in enumerate(("nethervoid", "everfrost", "nethervoid"), 1):
        choose(seat, school)
    expect(page.locator("#setup-error")).not_to_be_empty()
    schools = ("southern", "etherweave", "nethervoid")
    for seat, school in enumerate(schools, 1):
        choose(seat, school)
    setup = begun().setup
    assert (setup.form, setup.schools, setup.names) == ("melee", schools, PLAYERS)
