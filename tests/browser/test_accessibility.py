"""axe-core, the accessibility checker of the field, finds nothing on any screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tashkalar import Game
from tashkalar.site.checkout import ROOT
from tests import golden
from tests.browser.conftest import SIZES, NewPage, OpenApp
from tests.browser.play import do_all, look, menu, shelved, unfold

AXE = ROOT / "node_modules/axe-core/axe.min.js"
# Evaluated by the debugger, not by the page, whose policy lets no foreign script in.
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  (found) => `${found.id} (${found.impact}): ${found.help}\\n` + found.nodes.slice(0, 5).map(
    (node) => `      ${node.target.join(" ")}: ${node.any.concat(node.all, node.none)
      .map((check) => check.message).join("; ")}`).join("\\n"))"""

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
    page.locator(".menu-button").click()
    page.locator('#menu [data-opens="dlg-version"]').click()


def finish(page: Page) -> None:
    """Resign after the curtain, to see the result."""
    page.locator("#curtain-open").click()
    menu(page, "resign")
    page.locator("#confirm-ok").click()


def next_player(page: Page) -> None:
    """Play to the curtain."""
    page.locator('[data-square="c5"]').click()


def form(value: str) -> Step:
    """Choose a form on the start screen."""

    def choose(page: Page) -> None:
        unfold(page)
        page.locator(f'#setup [name="form"][value="{value}"]').check()

    return choose


def nothing(page: Page) -> None:
    """Look at the screen as it opens."""


DUEL = "?form=duel&schools=northern,sylvan&seed=axe"
# On the start screen one after the other; each is closed with Escape.
FROM_THE_START: dict[str, Step] = {
    "start": nothing,
    "start, melee": form("melee"),
    "start, duel": form("duel"),
    "rules": opened("rules"),
    "settings": opened("settings"),
    "about": opened("about"),
    "packs": opened("packs"),
    "version and repair": open_version,
    "gallery": opened("gallery"),
}
# One after the other in one page; a dialog is closed with Escape.
SCREENS: dict[str, tuple[str, dict[str, Step]]] = {
    "duel": (
        DUEL,
        {
            "marks to choose": nothing,
            "name of the game": opened("save"),
            "curtain": next_player,
            "result": finish,
            "saves": opened("load"),
        },
    ),
    "high form": ("?form=high-form&schools=northern,southern&seed=axe", {"table": nothing}),
    "melee": (
        "?form=melee&schools=northern,highland,everfrost,nethervoid&seed=axe",
        {"table": nothing},
    ),
    "teams": (
        "?form=high-form&teams=1&schools=northern,highland,etherweave,nethervoid&seed=axe",
        {"table": nothing},
    ),
    "an address that is wrong": ("?form=chess", {"start": nothing}),
}
LOOKS: dict[str, dict[str, Any]] = {
    "desktop, dark": {"size": "desktop", "color_scheme": "dark"},
    "phone, light": {"size": "phone", "color_scheme": "light"},
}


def assert_no_violations(page: Page, name: str = "") -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    violations: list[str] = page.evaluate(RUN)
    assert not violations, "\n".join([name, *violations])


@pytest.mark.parametrize("looks", LOOKS)
def test_start_screen_and_dialogs(open_app: OpenApp, new_page: NewPage, looks: str) -> None:
    page = open_app(page=new_page(**LOOKS[looks]))
    for name, step in FROM_THE_START.items():
        step(page)
        assert_no_violations(page, name)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("name", SCREENS)
def test_screen(open_app: OpenApp, new_page: NewPage, name: str) -> None:
    query, steps = SCREENS[name]
    page = open_app(query, page=new_page(color_scheme="dark"))
    for what, step in steps.items():
        page.set_viewport_size(SIZES["desktop"])
        page.emulate_media(color_scheme="dark")
        step(page)
        assert_no_violations(page, f"{what}, desktop, dark")
        page.set_viewport_size(SIZES["phone"])
        page.emulate_media(color_scheme="light")
        assert_no_violations(page, f"{what}, as narrow as a phone, light")
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("golden_name", "contrast"),
    [
        ("duel", "more"),
        ("high-form", "normal"),
        *(
            pytest.param(*both, marks=pytest.mark.long)
            for both in (("duel", "normal"), ("high-form", "more"))
        ),
    ],
)
def test_in_an_effect(open_app: OpenApp, golden_name: str, contrast: str) -> None:
    settings = {"tashkalar.settings.v1": f'{{"contrast": "{contrast}", "motion": "off"}}'}
    page = open_app(storage=shelved(in_effect(golden_name)) | settings)
    assert_no_violations(page)


def test_in_the_middle_of_a_game(open_app: OpenApp) -> None:
    """Log, tally and every kind of mark on the board, after some turns."""
    played = golden.load("duel")
    page = open_app(played.query)
    do_all(page, played.start(), played.game.codes[:30])
    if look(page).screen == "curtain":
        page.locator("#curtain-open").click()
    assert_no_violations(page)
    page.locator("#hand [data-card]").first.click()
    assert_no_violations(page)
