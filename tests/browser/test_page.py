"""The page around the game: starting, languages, themes, sizes, what screen readers get."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tashkalar import Game, new_game
from tashkalar.position.board import NAMES, SQUARES
from tests import golden
from tests.browser.conftest import SIZES, OpenApp, Watch
from tests.browser.play import (
    Mouse,
    compare,
    do,
    inside,
    look,
    menu,
    shelved,
    sideways_scroll,
    stored,
    unfold,
)
from tests.browser.test_start import how

LOCALES = Path(__file__).parents[2] / "static/locale"
HOSTILE = "<img src=x onerror=x()>"  # as long as a name may be
ANYTHING = re.compile("")
WIDTHS = (320, 390, 1024, 1600)


def begin(page: Page, names: tuple[str, str]) -> None:
    """Start a duel from the start screen."""
    unfold(page)
    page.locator('#setup [name="form"][value="duel"]').check()
    for seat, name in enumerate(names, 1):
        page.fill(f'#setup [name="name-{seat}"]', name)
    page.locator('#setup [name="school-1"][value="sylvan"]').check()
    page.locator('#setup [name="school-2"][value="highland"]').check()
    page.locator("#setup-start").click()


def test_starting_a_game_and_hostile_names(open_app: OpenApp) -> None:
    """A name is text and nothing else, wherever it is shown."""
    page = open_app()
    assert look(page).screen == "start"
    begin(page, ("Ann", "two\u202eeman"))  # turns the rest of the line around
    if look(page).screen == "start":
        expect(page.locator("#setup-error")).not_to_be_empty()
        begin(page, ("שלום ابن", HOSTILE))
    assert look(page).screen == "curtain"
    expect(page.locator("#curtain-title")).to_contain_text(HOSTILE)  # the second one sets marks
    expect(page.locator("#players .seat-name").nth(1)).to_have_text(HOSTILE)
    expect(page.locator("#players .seat-name").nth(0)).to_contain_text("שלום")
    seats = page.locator("#players .seat")
    assert [seats.nth(n).get_attribute("data-school") for n in (0, 1)] == ["sylvan", "highland"]
    page.locator("#curtain-open").click()
    assert set(look(page).legal) == {"c5", "g5"}
    page.locator('[data-square="c5"]').click()
    page.locator("#curtain-open").click()
    page.locator('[data-square="e5"]').click()
    expect(page.locator("#log")).to_contain_text("שלום")
    menu(page, "resign")
    page.locator("#confirm-ok").click()
    expect(page.locator("#result-title")).to_contain_text(HOSTILE)
    menu(page, "you")
    expect(page.locator("#saves-list")).to_contain_text(HOSTILE)
    assert page.locator("img").count() == 0
    # The first game has its schools fixed; equal schools are refused with a word.
    unfold(page)
    page.locator('#setup [name="form"][value="first-game"]').check()
    assert page.locator('#setup [name="school-1"]:enabled').count() == 0
    page.locator('#setup [name="form"][value="duel"]').check()
    page.locator('#setup [name="school-2"][value="sylvan"]').check()
    page.locator("#setup-start").click()
    expect(page.locator("#setup-error")).not_to_be_empty()
    assert look(page).screen == "start"


def test_the_address(open_app: OpenApp) -> None:
    """One that describes no game is told; that of a game loses the game with the first decision."""
    page = open_app("?form=chess&schools=northern,northern")
    assert look(page).screen == "start"
    expect(page.locator("#banner-text")).to_contain_text("chess")
    assert not stored(page)
    open_app("?form=first-game&seed=7&lang=en", page=page)
    game = new_game("high-form", ["northern", "southern"], seed="7", options={"legends": False})
    compare(page, game, covered=True, can_undo=False)
    assert page.url.endswith("?form=first-game&seed=7&lang=en") and not stored(page)
    do(page, game, game.legal_moves()[0].code)
    assert page.url.endswith("?lang=en") and stored(page)


def test_a_start_that_fails_is_told(page: Page, site: str, watch: Watch) -> None:
    """Not only in the console: the page says so, with details to report."""
    watch.allow("on purpose")
    page.add_init_script(
        """Object.defineProperty(navigator, 'languages', {
          get() { throw new Error('on purpose'); } });"""
    )
    page.goto(site)
    page.wait_for_selector('html[data-app="error"]', timeout=60_000)
    expect(page.locator('#app-error [data-reason="python"]')).to_be_visible()
    assert "on purpose" in (page.locator("#app-error-detail").text_content() or "")
    expect(page.locator("#app-error [data-reload]")).to_be_visible()


@pytest.mark.slow
@pytest.mark.first_visit
def test_another_language(open_app: OpenApp, watch: Watch, checkout: str) -> None:
    """A language that cannot be fetched gives a notice; another one is shown at once.

    The checkout serves the page, because a build would refuse foreign texts.
    """
    watch.allow("404")
    game = golden.load("high-form").start()
    page = open_app(base=checkout, storage=shelved(game))
    assert how(page) == {"kind": "ordinary", "reason": "none made"}  # no snapshot in a checkout
    page.context.route("**/locale/el/*", lambda route: route.fulfill(status=404))
    page.context.route("**/locale/it/*", _shouting)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    menu(page, "settings")
    chooser = page.locator('[data-setting="language"]')
    chooser.select_option("el")
    expect(page.locator("#toasts .toast")).not_to_be_empty()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    chooser.select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("#settings-title")).to_have_text("SETTINGS")
    page.keyboard.press("Escape")
    expect(page.locator('.bar [data-action="undo"]')).to_have_text("UNDO")
    assert look(page).prompt.isupper()
    assert look(page).labels["a5"].removeprefix("a5").isupper()
    assert not look(page).markers
    do(page, game, game.legal_moves()[0].code)
    assert look(page).prompt.isupper()


def _shouting(route: Route) -> None:
    """A language that is English in capitals."""
    name = route.request.url.rpartition("/")[2]
    texts = json.loads((LOCALES / "en" / name).read_text(encoding="utf-8"))
    route.fulfill(json={id: _capitals(text) for id, text in texts.items()})


def _capitals(text: str) -> str:
    parts = text.replace("}", "{").split("{")
    return "".join(p.upper() if n % 2 == 0 else f"{{{p}}}" for n, p in enumerate(parts))


# Every tone has a gain of its own.
COUNT_TONES = """() => {
  const made = AudioContext.prototype.createGain;
  window.tones = 0;
  AudioContext.prototype.createGain = function () { window.tones += 1; return made.call(this); };
}"""


def test_settings(open_app: OpenApp) -> None:
    game = golden.load("high-form").start()
    settings = {"tashkalar.settings.v1": '{"theme": "light", "motion": "off", "legal": false}'}
    page = open_app(storage=settings | shelved(game))
    root = page.locator("html")
    for name, value in (("theme", "light"), ("motion", "off"), ("hints", "off")):
        expect(root).to_have_attribute(f"data-{name}", value)
    menu(page, "settings")
    assert page.locator('[data-setting="theme"][value="light"]').is_checked()
    assert not page.locator('[data-setting="legal"]').is_checked()
    page.locator('[data-setting="contrast"][value="more"]').check()
    expect(root).to_have_attribute("data-contrast", "more")
    ink = "getComputedStyle(document.body).color"
    inks = {}
    for theme in ("light", "dark"):
        page.locator(f'[data-setting="theme"][value="{theme}"]').check()
        expect(root).to_have_attribute("data-theme", theme)
        inks[theme] = page.evaluate(ink)
    assert inks["light"] != inks["dark"]
    page.locator('[data-setting="legal"]').check()
    expect(root).not_to_have_attribute("data-hints", ANYTHING)
    page.locator('[data-setting="theme"][value="auto"]').check()
    expect(root).not_to_have_attribute("data-theme", ANYTHING)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        # By the clock: a page that nobody sees may get no frames to poll at.
        page.wait_for_function(f"{ink} === '{inks[scheme]}'", polling=100)
    kept = json.loads(stored(page, "tashkalar.settings")["tashkalar.settings.v1"])
    assert (kept["motion"], kept["contrast"]) == ("off", "more")
    page.locator('[data-setting="sound"][value="full"]').check()
    page.locator("#dlg-settings [data-closes]").click()
    page.evaluate(COUNT_TONES)
    do(page, game, game.legal_moves()[0].code)
    page.wait_for_function("window.tones > 1", polling=100)  # the loudness, and a tone's


def in_the_middle() -> Game:
    """A golden game, in a turn in which a being is summoned."""
    return next(
        before
        for before, move in golden.decisions(golden.load("high-form").game)
        if move.kind == "summon" and before.state.turn > 8
    )


def test_sizes_and_what_a_screen_reader_gets(open_app: OpenApp) -> None:
    game = in_the_middle()
    page = open_app(storage=shelved(game, covered=True))

    def check(what: str) -> None:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            page.wait_for_timeout(50)
            for _ in range(40):  # a film ends when the page hears of its new size
                if not sideways_scroll(page):
                    break
                page.wait_for_timeout(50)
            assert not sideways_scroll(page), f"{what} is too wide for {width}"

    check("curtain")
    page.locator("#curtain-open").click()
    check("game")
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert inside(page, ".arena"), f"the board is not in view at {size}"
        assert inside(page, '[data-role="prompt"]'), f"the prompt is not in view at {size}"
    what_a_screen_reader_gets(page, game)
    Mouse(page).card(next(iter(look(page).hand)))
    check("game with a card taken up")
    menu(page, "new-game")
    check("start")


def what_a_screen_reader_gets(page: Page, game: Game) -> None:
    """Names, roles, one tab stop for the board, and what is announced."""
    seen = look(page)
    assert set(seen.labels) == {NAMES[square] for square in SQUARES}
    for square, label in seen.labels.items():
        assert label.startswith(square) and len(label) > 4, f"{square} is called {label!r}"
        piece = game.board.get(square)
        assert ("empty" in label) == (piece is None)
        assert piece is None or piece.rank in label
        assert ("can be chosen" in label.lower()) == (square in seen.legal)
    assert len(seen.stops) == 1
    assert page.locator("#board-grid[role=grid] [role=row]").count() == 9
    assert page.locator("[role=row] > [role=gridcell][data-square]").count() == 69
    for selector in ('[data-role="prompt"]', "#announcer"):
        assert page.locator(selector).get_attribute("aria-live") == "polite"
    assert page.locator("#toasts").get_attribute("role") == "status"
    assert page.locator("#banner").get_attribute("role") == "alert"
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, [role=img], dialog')]
        .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') ||
          e.getAttribute('aria-labelledby') || (e.labels && e.labels.length)))
        .filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert not nameless
    announced = page.inner_text("#prompt-said")
    place = next(m for m in game.legal_moves() if m.kind == "place")
    do(page, game, place.code)
    now = page.inner_text("#prompt-said")
    assert now != announced and str(place.square) in now


@pytest.mark.slow
def test_reference_dialogs(open_app: OpenApp) -> None:
    """Rules, gallery, about, a card; and the language of all, from the first question of a duel."""
    page = open_app(storage=shelved(new_game("duel", ["northern", "sylvan"], seed=1)))
    what_is_asked_leads_to_its_rule(page)
    contents_of_the_rules(page)
    for action in ("rules", "gallery", "about"):
        menu(page, action)
        dialog = page.locator(f"#dlg-{action}")
        expect(dialog).to_be_visible()
        assert len(dialog.inner_text()) > 200
        if action == "gallery":
            decks_of_the_gallery(page)
        assert not look(page).markers
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
    another_language_in_a_duel(page)
    page.keyboard.press("Escape")
    page.locator('[data-square="c5"]').click()
    expect(page.locator("#prompt-rule")).to_be_hidden()
    page.locator("#curtain-open").click()
    held = len(look(page).hand)
    assert held > 4
    for number in range(3):
        page.locator("#hand [data-card]").nth(number).click()
        page.locator("#stage-more").click()
        expect(page.locator("#dlg-card")).to_be_visible()
        assert page.inner_text("#card-text").strip()
        assert not look(page).markers
        page.locator("#dlg-card [data-closes]").click()


def decks_of_the_gallery(page: Page) -> None:
    """Each has its cards, and a card opens."""
    decks = page.locator("#gallery-deck option")
    shown_cards = set()
    for n in range(decks.count()):
        page.locator("#gallery-deck").select_option(index=n)
        cards = page.locator("#gallery-list [data-card]")
        ids = cards.evaluate_all("(all) => all.map((card) => card.dataset.card)")
        if decks.nth(n).get_attribute("value") == "tasks":  # they are no cards of a hand
            expect(page.locator("#gallery-tasks [data-task]")).to_have_count(24)
            assert ids == []
            continue
        assert ids, f"nothing in deck {n}"
        shown_cards |= set(ids)
        assert not look(page).markers
    assert len(shown_cards) >= 4 * 18 - 18 + 15
    page.locator("#gallery-list [data-card]").first.click()
    expect(page.locator("#dlg-card")).to_be_visible()
    assert not look(page).markers
    page.keyboard.press("Escape")


def another_language_in_a_duel(page: Page) -> None:
    """The panel of points keeps its name where two languages have the same word for it."""
    menu(page, "settings")
    for language in ("es", "fr", "en"):
        page.locator('[data-setting="language"]').select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        words = json.loads((LOCALES / language / "ui.json").read_text(encoding="utf-8"))
        expect(page.locator("#tasks-title")).to_have_text(words["panel.duel"])


def contents_of_the_rules(page: Page) -> None:
    """Every section has a link that takes the focus there; the address says which is read."""
    address = page.url
    menu(page, "rules")
    links, headings = page.locator("#rules-list a"), page.locator("#rules h3")
    assert links.count() > 10
    assert links.all_inner_texts() == headings.all_inner_texts()
    higher = page.locator('#rules [data-rule~="7.10"]')
    expect(higher.locator(".rule-numbers")).to_have_text("7.9 7.10 7.13")
    links.nth(11).focus()
    page.keyboard.press("Enter")
    expect(headings.nth(11)).to_be_focused()
    expect(headings.nth(11)).to_be_in_viewport()
    head = page.locator("#dlg-rules .dlg-head").bounding_box()
    heading = headings.nth(11).bounding_box()
    assert head and heading and head["y"] + head["height"] <= heading["y"] + 1, "it is covered"
    page.locator("#dlg-rules .to-contents").click()
    expect(page.locator("#rules-contents")).to_be_focused()
    page.keyboard.press("Tab")
    expect(links.first).to_be_focused()
    assert page.url.startswith(f"{address}#rules/")
    page.locator("#dlg-rules [data-closes]").first.click()
    page.wait_for_url(address)


def what_is_asked_leads_to_its_rule(page: Page) -> None:
    """From the question to its paragraph and back."""
    address = page.url
    page.locator("#prompt-rule").click()
    paragraph = page.locator('#rules [data-rule~="4.12"]')
    expect(paragraph).to_be_focused()
    expect(paragraph).to_be_in_viewport()
    head = page.locator("#dlg-rules .dlg-head").bounding_box()
    box = paragraph.bounding_box()
    assert head and box and head["y"] + head["height"] <= box["y"] + 1, "it is covered"
    page.keyboard.press("Escape")
    expect(page.locator("#prompt-rule")).to_be_focused()
    page.wait_for_url(address)
