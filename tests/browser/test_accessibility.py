"""Tests of every screen with axe-core, the usual accessibility checker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game, new_game
from tashkalar.site.paths import ROOT
from tests import golden
from tests.browser.conftest import SIZES, NewPage, OpenApp
from tests.browser.play import do, menu, shelved, unfold

pytestmark = pytest.mark.slow

AXE = ROOT / "node_modules/axe-core/axe.min.js"
# Evaluated by the debugger, not by the page, whose policy lets no foreign script in. What stands
# behind a dialog has had a look of its own. axe computes no contrast over a gradient as the page
# has one: the page is drawn in its darkest color, and gradients are in `tests/contrast.toml`.
RUN = """async () => {
  const looked = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const { style } = document.documentElement;
  style.setProperty("--page", "var(--bg)");
  const rules = { "color-contrast-enhanced": { enabled: true } };
  const { violations } = await axe.run(looked, { resultTypes: ["violations"], rules });
  style.removeProperty("--page");
  return violations.map((found) => `${found.id} (${found.impact}): ${found.help}\\n`
    + found.nodes.slice(0, 5).map((node) => `      ${node.target.join(" ")}: ${node.any.concat(
      node.all, node.none).map((check) => check.message).join("; ")}`).join("\\n"));
}"""

Step = Callable[[Page], object]


def in_effect(name: str) -> Game:
    """A golden game in the middle of an effect."""
    for before, _ in golden.decisions(golden.load(name).game):
        if before.prompt.card is not None and before.state.turn > 4:
            return before
    raise AssertionError("no effect asks")


def opened(action: str) -> Step:
    """Choose an entry of the menu."""
    return lambda page: menu(page, action)


def open_version(page: Page) -> None:
    """The entry of the menu that needs no Python."""
    entry = page.locator('#you-screen [data-opens="dlg-version"]')
    entry.evaluate("entry => entry.click()")  # only one place of the home shows it


def form(value: str) -> Step:
    """Choose a form on the start screen."""

    def choose(page: Page) -> None:
        unfold(page)
        page.locator(f'#setup [name="form"][value="{value}"]').check()

    return choose


def nothing(page: Page) -> None:
    """Look at the screen as it opens."""


# On the start screen one after the other; each is closed with Escape.
FROM_THE_START: dict[str, Step] = {
    "start, and the notice of an address that is wrong": nothing,
    "rules": opened("rules"),
    "settings": opened("settings"),
    "about": opened("about"),
    "packs": opened("packs"),
    "version and repair": open_version,
    "gallery": opened("gallery"),
    "start, melee": form("melee"),  # the last: on a phone the form hides the places of the home
    "start, duel": form("duel"),
}
ALL_FORMS = "phone, light"
LOOKS: dict[str, dict[str, Any]] = {
    "desktop, dark": {"size": "desktop", "color_scheme": "dark"},
    "phone, light": {"size": "phone", "color_scheme": "light"},
}


def assert_no_violations(page: Page, name: str = "") -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    violations: list[str] = page.evaluate(RUN)
    assert not violations, "\n".join([name, *violations])


@pytest.mark.parametrize(
    "looks", ["desktop, dark", pytest.param("phone, light", marks=pytest.mark.long)]
)
def test_start_screen_and_dialogs(open_app: OpenApp, new_page: NewPage, looks: str) -> None:
    page = open_app("?form=chess", page=new_page(**LOOKS[looks]))
    left_out = () if looks == ALL_FORMS else ("start, melee", "start, duel")
    for name, step in FROM_THE_START.items():
        if name in left_out:
            continue
        step(page)
        assert_no_violations(page, name)
        page.keyboard.press("Escape")


def tables() -> dict[str, Game]:
    """A table of every kind, and games that are in the middle of something."""
    four = ["northern", "highland", "everfrost", "nethervoid"]
    allied = ["northern", "highland", "etherweave", "nethervoid"]
    return {
        "duel": new_game("duel", ["northern", "sylvan"], seed="axe"),
        "high form": new_game("high-form", ["northern", "southern"], seed="axe"),
        "melee": new_game("melee", four, seed="axe"),
        "teams": new_game("high-form", allied, teams=True, seed="axe"),
        "an effect in the high form": in_effect("high-form"),
        "an effect in a duel": in_effect("duel"),
        "the middle of a duel": played("duel", 29),
    }


def played(name: str, decisions: int) -> Game:
    """The beginning of a golden game."""
    game = golden.load(name).start()
    for code in golden.load(name).game.codes[:decisions]:
        game.play(code)
    return game


class Looks:
    """The looks to check: small and light, large and dark; both, or usually one after the other."""

    def __init__(self, page: Page, *, both: bool) -> None:
        self._page, self._both = page, both
        self._small = True

    def __call__(self, what: str) -> None:
        for _ in range(1 + self._both):
            size, scheme = ("phone", "light") if self._small else ("desktop", "dark")
            self._page.set_viewport_size(SIZES[size])
            self._page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert_no_violations(self._page, f"{what}, {size}, {scheme}")
            self._small = not self._small


@pytest.mark.parametrize("both", [False, pytest.param(True, marks=pytest.mark.long)])
def test_tables(open_app: OpenApp, new_page: NewPage, both: bool) -> None:
    """Open saved games one after the other; play the last one to its result."""
    games = tables()
    page = open_app(page=new_page(storage=shelved(*games.values())))
    look = Looks(page, both=both)
    # Log, tally and every kind of mark on the board, after some turns.
    middle = games.pop("the middle of a duel")
    do(page, middle, golden.load("duel").game.codes[29])
    if page.locator("#curtain-open").is_visible():
        page.locator("#curtain-open").click()
    look("the middle of a duel")
    page.locator("#hand [data-card]").first.click()
    assert_no_violations(page, "a card taken up")
    page.keyboard.press("Escape")
    menu(page, "settings")
    page.locator('[data-setting="contrast"][value="more"]').check()
    page.keyboard.press("Escape")
    for number, name in enumerate(reversed(games), 1):
        menu(page, "you")
        page.locator('#saves-list [data-save-action="continue"]').nth(number).click()
        expect(page.locator("body")).to_have_attribute("data-screen", "game")
        look(name)
        if number == 1:
            menu(page, "settings")
            page.locator('[data-setting="contrast"][value="normal"]').check()
            page.keyboard.press("Escape")
    menu(page, "save")
    look("the name of the game")
    page.keyboard.press("Escape")
    page.locator('[data-square="c5"]').click()
    look("the curtain")
    page.locator("#curtain-open").click()
    menu(page, "resign")
    page.locator("#confirm-ok").click()
    look("the result")
    menu(page, "new-game")
    look("the saved games")
