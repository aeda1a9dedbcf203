"""Tests of the dialog of stored data: read, exported, deleted and imported again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tashkalar import new_game
from tests import golden
from tests.browser.conftest import NewPage, OpenApp, Watch
from tests.browser.play import menu, shelved, stored
from tests.browser.test_rating import results

LOCALE = Path(__file__).parents[2] / "static/locale/en/saves.json"
WORDS: dict[str, str] = json.loads(LOCALE.read_text(encoding="utf-8"))


def import_file(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.locator("#stored-import").click()
    chooser.value.set_files(file)


def test_everything_out_and_in_again(open_app: OpenApp, tmp_path: Path) -> None:
    """By keyboard: export, delete what is not open, import; the games are as they were."""
    finished = new_game("duel", ["northern", "sylvan"], seed=5)
    finished.resign(2)
    page = open_app(storage=shelved(finished, golden.load("duel").start()))
    menu(page, "stored")
    dialog = page.locator("#dlg-stored")
    expect(dialog).to_be_visible()
    row = dialog.locator('[data-stored="finished"]')
    expect(row).to_contain_text(WORDS["stored.kind.finished"])
    expect(row).to_contain_text("Entries: 1")
    kinds = [row.get_attribute("data-stored") for row in dialog.locator("[data-stored]").all()]
    assert kinds[:2] == ["going", "finished"]
    games = stored(page)
    assert len(games) == 2
    page.locator("#stored-export").focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    file = tmp_path / "all.json"
    download.value.save_as(file)
    expect(page.locator("#stored-status")).to_have_text(WORDS["stored.exported"])
    # The game on the table stays.
    going = dialog.locator('[data-stored="going"]')
    for line in (row, going):
        line.locator("[data-stored-delete]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#dlg-confirm")).to_be_visible()
        page.locator("#confirm-ok").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#dlg-confirm")).to_be_hidden()
        expect(page.locator("#stored-export")).to_be_focused()
    expect(row).to_have_count(0)
    expect(going).to_contain_text("Entries: 1")
    assert len(stored(page)) == 1
    import_file(page, file)
    expect(page.locator("#stored-status")).to_contain_text(WORDS["stored.imported.one"].format(n=1))
    expect(row).to_contain_text("Entries: 1")
    restored = {json.loads(text)["game"] for text in stored(page).values()}
    assert restored == {json.loads(text)["game"] for text in games.values()}
    other = tmp_path / "other.json"
    other.write_text('{"format": "tashkalar-game-file"}', encoding="utf-8")
    import_file(page, other)
    expect(page.locator("#stored-status[data-trouble]")).to_have_text(WORDS["stored.error.file"])
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # After a reload the list has both.
    open_app(page=page)
    assert len(stored(page)) == 2


@pytest.mark.first_visit
def test_a_file_waits_for_what_joins_it_with_what_is_here(
    open_app: OpenApp, new_page: NewPage, tmp_path: Path, watch: Watch
) -> None:
    """Without the code that merges two records, the file would take the place of one."""
    watch.allow("ERR_FAILED|Failed to load resource|Service Worker registration blocked")
    key, file = "tashkalar.drill.v1", tmp_path / "all.json"
    texts = {key: '{"answers": []}', "tashkalar.settings.v1": '{"theme": "dark"}'}
    page = open_app(page=new_page(service_workers="block", storage={key: "{}"}))
    page.route("**/static/app/drill.zip", lambda route: route.abort())
    whole = {"format": "tashkalar-stored-data", "v": 1, "texts": texts}
    file.write_text(json.dumps(whole), encoding="utf-8")
    menu(page, "stored")
    import_file(page, file)
    status = page.locator("#stored-status[data-trouble]")
    expect(status).to_contain_text("could not be loaded")
    assert page.evaluate("(key) => localStorage.getItem(key)", key) == "{}"


def test_everything_is_forgotten_but_the_game_on_the_table(open_app: OpenApp) -> None:
    finished = new_game("duel", ["northern", "sylvan"], seed=5)
    finished.resign(2)
    games = shelved(finished, golden.load("duel").start())
    page = open_app(storage={**games, **results("duel", [("novice", True)])})
    menu(page, "settings")
    page.locator('[data-setting="longer"]').evaluate("box => box.click()")
    page.keyboard.press("Escape")
    menu(page, "statistics")
    expect(page.locator("#statistics-summary")).to_contain_text("1")
    page.keyboard.press("Escape")
    menu(page, "stored")
    listed = page.locator("#stored-list [data-stored]")
    expect(page.locator('[data-stored="results"]')).to_be_visible()
    page.locator("#stored-forget").dblclick()  # asks once, and deletes once
    page.locator("#confirm-ok").click()
    expect(page.locator("#stored-status")).to_contain_text("deleted")
    expect(page.locator("#stored-status")).not_to_contain_text("0 entries")
    expect(listed).to_have_count(1)
    expect(listed).to_have_attribute("data-stored", "going")
    assert len(stored(page)) == 1
    page.keyboard.press("Escape")
    menu(page, "statistics")
    expect(page.locator("#statistics-summary")).not_to_contain_text("1")
