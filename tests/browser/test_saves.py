"""Games survive: reloading, moving to another browser, and storage that fails in every way."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tashkalar import Game
from tests import golden
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import compare, do, do_all, look, menu, shelved, stored

QUESTIONS = ("turn", "end", "marks")  # prompts that are no questions of effects


def in_an_effect(name: str = "high-form") -> Game:
    """A golden game in the middle of an effect that has been answered once already."""
    for before, _ in golden.decisions(golden.load(name).game):
        last = before.last
        if before.prompt.kind not in QUESTIONS and last and last.answers:
            return before
    raise AssertionError("no effect asks twice")


def rest(name: str, game: Game) -> tuple[str, ...]:
    """The decisions that are still to come in a golden game."""
    return golden.load(name).game.codes[len(game.codes) :]


def banner(page: Page) -> str:
    """The notice that stays until it is closed; empty when there is none."""
    return page.inner_text("#banner-text") if page.locator("#banner").is_visible() else ""


def english(id: str) -> str:
    """A text of the catalogue of saved games."""
    path = Path(__file__).parents[2] / "static/locale/en/saves.json"
    text: str = json.loads(path.read_text(encoding="utf-8"))[id]
    return text


def test_reload_goes_on_exactly_there(open_app: OpenApp) -> None:
    game = in_an_effect()
    page = open_app(storage=shelved(game))
    compare(page, game, covered=False, can_undo=True)
    codes = iter(rest("high-form", game))
    do(page, game, next(codes))
    before = look(page)
    open_app(page=page)  # in the middle of the turn, perhaps of the effect
    assert look(page)._replace(stops=before.stops) == before
    while look(page).screen != "curtain":
        do(page, game, next(codes))
    open_app(page=page)  # behind the curtain: no hand may be seen
    compare(page, game, covered=True, can_undo=False)
    page.locator("#curtain-open").click()
    open_app(page=page)
    compare(page, game, covered=False, can_undo=False)
    do(page, game, next(codes))
    assert len(stored(page)) == 1


def test_reload_of_a_game_from_the_address(open_app: OpenApp) -> None:
    """A reload goes on with the game; it does not begin the address's game again."""
    golden_game = golden.load("duel")
    page = open_app(golden_game.query)
    game = golden_game.start()
    do_all(page, game, golden_game.game.codes[:4])
    before = look(page)
    page.reload()
    page.wait_for_selector('html[data-app="ready"]', timeout=60_000)
    assert look(page)._replace(stops=before.stops) == before
    assert len(stored(page)) == 1


def test_moving_a_game_to_another_browser(
    open_app: OpenApp, new_page: NewPage, tmp_path: Path
) -> None:
    game = in_an_effect("duel")
    page = open_app(storage=shelved(game))
    with page.expect_download() as download:
        menu(page, "export")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    other = open_app()
    assert not stored(other)
    with other.expect_file_chooser() as chooser:
        other.locator('#saves [data-action="import"]').click()
    chooser.value.set_files(file)
    other.wait_for_selector('body:is([data-screen="game"], [data-screen="curtain"])')
    if look(other).screen == "curtain":
        other.locator("#curtain-open").click()
    compare(other, game, covered=False, can_undo=True)
    codes = rest("duel", game)
    turn = game.state.turn
    while game.state.turn < turn + 2:
        do(other, game, codes[0])
        codes = codes[1:]
    # A file that is no game changes nothing.
    file.write_text(file.read_text(encoding="utf-8")[:300], encoding="utf-8")
    before = look(other)
    with other.expect_file_chooser() as chooser:
        menu(other, "import") if before.screen == "game" else other.evaluate(
            "document.querySelector('#menu [data-action=\"import\"]').click()"
        )
    chooser.value.set_files(file)
    other.wait_for_selector("#banner:not([hidden])")
    assert banner(other) == english("saves.error.file")
    assert look(other) == before


def test_several_games(open_app: OpenApp) -> None:
    duel, high = in_an_effect("duel"), in_an_effect("high-form")
    page = open_app(storage=shelved(duel, high))
    compare(page, high, covered=False, can_undo=True)
    menu(page, "save")
    page.fill("#confirm-input", "The  <b>big</b> one")
    page.locator("#confirm-ok").click()
    expect(page.locator("#toasts")).to_contain_text("The <b>big</b> one")
    menu(page, "load")
    rows = page.locator("#saves-list [data-save]")
    expect(rows).to_have_count(2)
    expect(rows.nth(0).locator(".save-name")).to_have_text("The <b>big</b> one")
    expect(rows.nth(1)).to_contain_text("Duel")
    rows.nth(1).locator('[data-save-action="continue"]').click()
    compare(page, duel, covered=False, can_undo=True)
    do(page, duel, rest("duel", duel)[0])
    menu(page, "load")
    expect(rows.nth(1).locator(".save-name")).to_have_text("The <b>big</b> one")
    with page.expect_download() as download:
        rows.nth(0).locator('[data-save-action="export"]').click()
    assert download.value.suggested_filename
    rows.nth(0).locator('[data-save-action="delete"]').click()
    page.locator("#confirm-cancel").click()
    expect(rows).to_have_count(2)
    rows.nth(0).locator('[data-save-action="delete"]').click()
    page.locator("#confirm-ok").click()
    expect(rows).to_have_count(1)
    assert len(stored(page)) == 1
    rows.nth(0).locator('[data-save-action="continue"]').click()
    compare(page, high, covered=False, can_undo=True)


def test_mangled_saves_at_the_start(open_app: OpenApp) -> None:
    """The page starts, says what is wrong, and every byte is still there."""
    ((_, whole),) = shelved(in_an_effect()).items()
    sheet = json.loads(whole)
    mangled = {
        "tashkalar.game.v1.1": whole[: len(whole) // 2],
        "tashkalar.game.v1.2": '{"hello": ["world", null]}',
        "tashkalar.game.v1.3": "\x00\ufffd[[[[",
        "tashkalar.game.v2.4": '{"v": 2}',
        # It looks whole from outside, so it is the one that the page opens with.
        "tashkalar.game.v1.5": json.dumps(sheet | {"game": sheet["game"][:-50]}),
        "tashkalar.settings.v1": "{broken",
        "another.program": "its own",
    }
    page = open_app(storage=mangled)
    assert look(page).screen == "start"
    assert not look(page).markers
    assert banner(page) == english("saves.error.damaged")
    rows = page.locator("#saves-list [data-save]")
    expect(rows).to_have_count(5)
    _nothing_lost(page, mangled)
    page.locator("#banner-close").click()
    expect(page.locator("#banner")).to_be_hidden()
    # Some may be worth a try; it changes nothing either.
    tries = page.locator('[data-save-action="continue"]:enabled')
    for _ in range(tries.count()):
        tries.first.click()
        assert banner(page) == english("saves.error.damaged")
    expect(tries).to_have_count(0)
    expect(rows).to_have_count(5)
    _nothing_lost(page, mangled)
    page.locator("#banner-close").click()
    page.locator("#setup-start").click()
    page.locator("#curtain-open").click()
    page.locator('[data-square][data-legal="place"]').first.click()
    assert len(look(page).pieces) == 1
    _nothing_lost(page, mangled)


def _nothing_lost(page: Page, texts: dict[str, str]) -> None:
    """Every text is still in the storage, if under another name."""
    there = list(stored(page, "").values())
    for key, text in texts.items():
        assert text in there, f"the text of {key} is gone"


def test_storage_full(open_app: OpenApp) -> None:
    stored_game = golden.load("duel")
    page = open_app(stored_game.query)
    game, codes = stored_game.start(), stored_game.game.codes
    do_all(page, game, codes[:3])
    page.evaluate(
        """() => {
          let text = 'x'.repeat(1 << 20), number = 0;
          while (text) {
            try { localStorage.setItem('filler' + number, text); number += 1; }
            catch (_) { text = text.slice(0, text.length >> 1); }
          }
        }"""
    )
    do_all(page, game, codes[3:10])
    assert banner(page) == english("storage.full")
    expect(page.locator("#banner-action")).to_be_visible()
    (sheet,) = map(json.loads, stored(page).values())
    kept = Game.from_json(sheet["game"])  # the last save that had room is whole
    assert 3 <= len(kept.codes) < len(game.codes)
    assert kept.codes == game.codes[: len(kept.codes)]
    page.evaluate(
        "Object.keys(localStorage).filter((k) => k.startsWith('filler'))"
        ".forEach((k) => localStorage.removeItem(k))"
    )
    do(page, game, codes[10])
    (sheet,) = map(json.loads, stored(page).values())
    assert Game.from_json(sheet["game"]).codes == game.codes
    page.locator("#banner-close").click()
    # A reload finds the game as it is.
    before = look(page)
    open_app(page=page)
    assert look(page)._replace(stops=before.stops) == before


def test_storage_off(open_app: OpenApp, new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(
        """Object.defineProperty(window, 'localStorage', {
          get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });"""
    )
    stored_game = golden.load("duel")
    open_app(stored_game.query, page=page)
    assert banner(page) == english("storage.off")
    page.locator("#banner-close").click()
    game = stored_game.start()
    do_all(page, game, stored_game.game.codes[:6])
    assert not banner(page), "it is said once"
    if look(page).screen == "curtain":
        page.locator("#curtain-open").click()
    menu(page, "load")  # the game is on the shelf as long as the page lasts
    expect(page.locator("#saves-list [data-save]")).to_have_count(1)
    with page.expect_download():
        page.locator('[data-save-action="export"]').click()
    page.locator('[data-save-action="continue"]').click()
    compare(page, game, covered=False, can_undo=None)
    page.locator(".menu-button").click()
    page.locator('#menu [data-action="settings"]').click()
    page.locator('[data-setting="theme"][value="light"]').check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert not banner(page)
