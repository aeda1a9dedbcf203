"""Tests of saved games: reloads, moves to another browser, and storage that fails."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tashkalar import Game
from tests import golden
from tests.browser.conftest import NewPage, OpenApp, Watch, wait_until_ready
from tests.browser.play import (
    EMPTY_STORAGE,
    FILL_STORAGE,
    compare,
    do,
    do_all,
    look,
    menu,
    settled,
    shelved,
    stored,
    unfold,
)
from tests.engine.playing import endless
from tests.limits import attempts

QUESTIONS = ("turn", "end", "marks")  # prompts that are no questions of effects


def in_an_effect(name: str = "high-form") -> Game:
    """A golden game in the middle of an effect that has been answered once already."""
    for before, _ in golden.decisions(golden.load(name).game):
        last = before.last_move
        if before.prompt.kind not in QUESTIONS and last and last.answers:
            return before
    raise AssertionError("no effect asks twice")


def rest(name: str, game: Game) -> tuple[str, ...]:
    """The decisions that are still to come in a golden game."""
    return golden.load(name).game.codes[len(game.codes) :]


def banner(page: Page) -> str:
    """The notice that stays until it is closed; empty when there is none."""
    return page.inner_text("#banner-text") if page.locator("#banner").is_visible() else ""


def go_on(button: Locator) -> None:
    """Continue a saved game; opening it takes a moment."""
    button.click()
    table = re.compile("game|curtain|result")
    expect(button.page.locator("body")).to_have_attribute("data-screen", table)


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
    for _ in attempts("the turn ends behind a curtain"):
        if look(page).screen == "curtain":
            break
        do(page, game, next(codes))
    open_app(page=page)  # behind the curtain: no hand may be seen
    compare(page, game, covered=True, can_undo=False)
    page.locator("#curtain-open").click()
    open_app(page=page)
    compare(page, game, covered=False, can_undo=False)
    do(page, game, next(codes))
    assert len(stored(page)) == 1


def test_moving_a_game_to_another_browser(open_app: OpenApp, tmp_path: Path) -> None:
    game = in_an_effect("duel")
    page = open_app(storage=shelved(game))
    with page.expect_download() as download:
        menu(page, "export")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    other = open_app(size="phone")
    assert not stored(other)
    with other.expect_file_chooser() as chooser:
        menu(other, "import")
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
            "document.querySelector('#you-screen [data-action=\"import\"]').click()"
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
    menu(page, "you")
    rows = page.locator("#saves-list [data-save]")
    expect(rows).to_have_count(2)
    expect(rows.nth(0).locator(".save-name")).to_have_text("The <b>big</b> one")
    expect(rows.nth(1)).to_contain_text("Duel")
    go_on(rows.nth(1).locator('[data-save-action="continue"]'))
    compare(page, duel, covered=False, can_undo=True)
    do(page, duel, rest("duel", duel)[0])
    menu(page, "you")
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
    menu(page, "new-game")
    settled(page)
    assert set(look(page).pieces) == set(Game.standing(high.to_json()).board), "the game to go on"
    expect(page.locator("#film-plane > *")).to_have_count(0)
    go_on(page.locator("#continue-game"))
    compare(page, high, covered=False, can_undo=True)
    menu(page, "new-game")
    settled(page)
    seen = look(page)
    assert set(seen.pieces) == set(high.board) and not seen.legal, "as it was left"
    menu(page, "you")
    rows.nth(0).locator('[data-save-action="delete"]').click()
    page.locator("#confirm-ok").click()
    expect(rows).to_have_count(0)
    menu(page, "new-game")
    settled(page)
    assert not look(page).pieces, "nothing is left of a game that is gone"
    expect(page.locator("#film-plane > [data-emblem]")).to_have_count(2)  # the end of a turn
    expect(page.locator("#film")).to_have_attribute("aria-hidden", "true")  # for eyes alone


def test_mangled_saves_at_the_start(open_app: OpenApp) -> None:
    """The page starts and says what is wrong, and the storage keeps every byte."""
    ((_, whole),) = shelved(in_an_effect()).items()
    record = json.loads(whole)
    mangled = {
        "tashkalar.game.v1.1": whole[: whole.index('"game"')],
        "tashkalar.game.v1.2": '{"hello": ["world", null]}',
        "tashkalar.game.v1.3": "\x00\ufffd[[[[",
        "tashkalar.game.v2.4": '{"v": 2}',
        # It looks whole from outside, so it is the one that the page opens with.
        "tashkalar.game.v1.5": json.dumps(record | {"game": record["game"][-50:]}),
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
    for left in reversed(range(tries.count())):
        menu(page, "you")
        tries.first.click()
        expect(tries).to_have_count(left)
        assert banner(page) == english("saves.error.damaged")
    expect(rows).to_have_count(5)
    _nothing_lost(page, mangled)
    page.locator("#banner-close").click()
    unfold(page)
    page.locator("#setup-start").click()
    page.locator("#curtain-open").click()
    page.locator('[data-square][data-legal="place"]').first.click()
    assert len(look(page).pieces) == 1
    _nothing_lost(page, mangled)


def test_a_damaged_save_is_opened_as_far_as_it_can_be_read(open_app: OpenApp) -> None:
    """The game opens like any other; the page says what is missing and offers the old text."""
    game = in_an_effect("duel")
    ((key, whole),) = shelved(game).items()
    record = json.loads(whole)
    cut = record["game"].index(game.codes[4])
    damaged = json.dumps(record | {"game": record["game"][:cut]})
    page = open_app(storage={key: damaged})
    assert look(page).screen != "start"
    banner_text = banner(page)
    assert "damaged" in banner_text and "{" not in banner_text
    _nothing_lost(page, {key: damaged})
    before = look(page)
    open_app(page=page)
    assert look(page)._replace(stops=before.stops) == before
    assert not banner(page), "it is said once"


def _nothing_lost(page: Page, texts: dict[str, str]) -> None:
    """Check that every text is still in the storage, perhaps under another name."""
    there = list(stored(page, "").values())
    for key, text in texts.items():
        assert text in there, f"the text of {key} is gone"


def downloaded(page: Page, button: str, folder: Path) -> tuple[Game, str]:
    """The game in the file that a button downloads, and the whole text."""
    with page.expect_download() as download:
        page.locator(button).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    return Game.from_json(json.loads(text)["game"]), text


def test_storage_full(open_app: OpenApp, tmp_path: Path) -> None:
    """The page offers an unsaved game as a file and stores the game as soon as there is room.

    Until then the browser asks before the page is left. A reload goes on at the same decision.
    """
    stored_game = golden.load("duel")
    page = open_app(stored_game.query)
    game, codes = stored_game.start(), stored_game.game.codes
    do_all(page, game, codes[:3])
    assert not page.evaluate(LEAVING)
    page.evaluate(FILL_STORAGE)
    do_all(page, game, codes[3:10])
    assert banner(page) == english("storage.full")
    assert page.evaluate(LEAVING), "what is only in memory would be lost"
    # The file that is offered has what is only in memory.
    assert downloaded(page, "#banner-action", tmp_path)[0].codes == game.codes
    (record,) = map(json.loads, stored(page).values())
    kept = Game.from_json(record["game"])  # the last save that had room is whole
    assert 3 <= len(kept.codes) < len(game.codes)
    assert kept.codes == game.codes[: len(kept.codes)]
    page.evaluate(EMPTY_STORAGE)
    do(page, game, codes[10])
    assert stored_codes(page) == game.codes
    assert not banner(page), "the trouble is over"
    expect(page.locator("#toasts")).to_contain_text(english("storage.again"))
    # Coming back to the page is enough, without a decision.
    page.evaluate(FILL_STORAGE)
    do_all(page, game, codes[11:17])
    assert stored_codes(page) != game.codes
    assert page.evaluate(LEAVING)
    page.evaluate(EMPTY_STORAGE)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert stored_codes(page) == game.codes
    assert not banner(page)
    assert not page.evaluate(LEAVING)
    # A reload finds the game as it is; it does not begin the address's game again.
    before = look(page)
    page.reload()
    wait_until_ready(page)
    assert look(page)._replace(stops=before.stops) == before
    assert len(stored(page)) == 1


LEAVING = """() => { const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event); return event.defaultPrevented; }"""


def stored_codes(page: Page) -> tuple[str, ...]:
    """The decisions of the one game that is stored."""
    (record,) = map(json.loads, stored(page).values())
    return Game.from_json(record["game"]).codes


@pytest.mark.long  # tests/ui/storage/test_saved_games.py has a clock that jumps, without a page
@pytest.mark.parametrize("jump", ["8e18", "real() - 366 * 864e5", "Date.UTC(9999, 11, 31)", "-1"])
def test_the_clock_jumps(open_app: OpenApp, new_page: NewPage, jump: str) -> None:
    """Before a reload, or in the middle of a game: the game last played is the one that opens."""
    duel, high = golden.load("duel"), golden.load("high-form")
    page = new_page()
    page.add_init_script(
        f"""const real = Date.now.bind(Date);
        Date.now = () => localStorage.getItem('jump') ? {jump} : real();"""
    )
    open_app(duel.query, page=page)
    first, second = duel.start(), high.start()
    do(page, first, duel.game.codes[0])
    page.evaluate("localStorage.setItem('jump', '1')")
    do(page, first, duel.game.codes[1])
    open_app(high.query, page=page)
    do(page, second, high.game.codes[0])
    page.evaluate("localStorage.removeItem('jump')")
    open_app(page=page)
    compare(page, second, covered=look(page).screen == "curtain", can_undo=None)
    page.evaluate("Date.now = () => NaN")
    do(page, second, high.game.codes[1])
    open_app(page=page)
    compare(page, second, covered=look(page).screen == "curtain", can_undo=None)
    if look(page).screen == "curtain":
        page.locator("#curtain-open").click()
    menu(page, "you")
    rows = page.locator("#saves-list [data-save]")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("High Form")
    expect(page.locator("#saves-list")).not_to_contain_text("Invalid")
    go_on(rows.nth(1).locator('[data-save-action="continue"]'))
    compare(page, first, covered=look(page).screen == "curtain", can_undo=None)


def test_a_game_of_a_newer_version(open_app: OpenApp, tmp_path: Path) -> None:
    """The page neither opens nor changes the game, and offers it as a download."""
    ((_, whole),) = shelved(in_an_effect()).items()
    record = json.loads(whole)
    engine = json.dumps(json.loads(record["game"]) | {"v": 99})
    newer = json.dumps(record | {"game": engine})
    page = open_app(storage={"tashkalar.game.v1.5": newer, "tashkalar.game.v2.4": "who knows"})
    assert look(page).screen == "start"
    assert banner(page) == english("saves.error.newer")
    with page.expect_download() as download:
        page.locator("#banner-action").click()
    download.value.save_as(tmp_path / "game")
    text = (tmp_path / "game").read_text(encoding="utf-8")
    assert json.loads(text)["game"] == engine
    row = page.locator("#saves-list [data-save]").filter(has_text="A game of a newer version")
    expect(row.locator('[data-save-action="continue"]')).to_be_disabled()
    menu(page, "you")
    with page.expect_download() as download:
        row.locator('[data-save-action="export"]').click()
    download.value.save_as(tmp_path / "raw")
    assert (tmp_path / "raw").read_text(encoding="utf-8") == "who knows"
    _nothing_lost(page, {"1": newer, "2": "who knows"})


@pytest.mark.long
def test_asking_the_browser_to_keep_the_games(open_app: OpenApp, new_page: NewPage) -> None:
    """After the first decision, once ever, and not where the person has refused."""
    page = new_page()
    page.add_init_script(
        """StorageManager.prototype.persisted = async () => false;
        StorageManager.prototype.persist = async () => {
          localStorage.setItem('asks', 1 + Number(localStorage.getItem('asks') ?? 0)); };
        const query = Permissions.prototype.query;
        Permissions.prototype.query = function (what) {
          const state = localStorage.getItem('state') ?? 'denied';
          return what.name === 'persistent-storage' ? Promise.resolve({ state })
            : query.call(this, what); };"""
    )
    played = golden.load("duel")
    open_app(played.query, page=page)
    game, codes = played.start(), played.game.codes
    asks = "localStorage.getItem('asks')"
    do_all(page, game, codes[:2])
    assert page.evaluate(asks) is None
    page.evaluate("localStorage.setItem('state', 'granted')")
    for played_before in (2, 4):
        open_app(page=page)
        assert page.evaluate(asks) == (None if played_before == 2 else "1")
        do_all(page, game, codes[played_before : played_before + 2])
        assert page.evaluate(asks) == "1"


@pytest.mark.long
def test_a_storage_that_was_emptied(open_app: OpenApp) -> None:
    """The second copy gives back what the first one has lost, but not what a person deleted."""
    played = golden.load("duel")
    page = open_app(played.query)
    game = played.start()
    do_all(page, game, played.game.codes[:5])
    before, kept = look(page), stored(page)
    page.evaluate("localStorage.clear()")
    open_app(page=page)
    assert look(page)._replace(stops=before.stops) == before
    assert stored(page) == kept
    if before.screen == "curtain":
        page.locator("#curtain-open").click()
    menu(page, "you")
    page.locator('[data-save-action="delete"]').click()
    page.locator("#confirm-ok").click()
    expect(page.locator("#saves-list [data-save]")).to_have_count(0)
    open_app(page=page, storage=kept)  # as if the browser had not yet written that down
    assert look(page).screen == "start"
    assert not stored(page)


@pytest.mark.slow
def test_a_long_game_does_not_freeze_the_page(open_app: OpenApp) -> None:
    """The game opens at once, and its history a little later."""
    page = open_app()
    game = endless(802)
    page.evaluate("(texts) => Object.assign(localStorage, texts)", shelved(game))
    page.reload()
    wait_until_ready(page)
    assert look(page).screen != "start"
    do(page, game, game.legal_moves()[0].code)
    expect(page.locator("#log [data-log]").nth(330)).to_be_attached(timeout=60_000)
    compare(page, game, covered=False, can_undo=True)
    ((_, text),) = stored(page).items()
    assert json.loads(text)["game"] == game.to_json()


@pytest.mark.long
@pytest.mark.slow
def test_a_long_record_shows_how_far_it_is_read(open_app: OpenApp) -> None:
    page = open_app(storage=shelved(golden.load("duel").start()))
    texts = stored(page)
    file = {"name": "a.txt", "mimeType": "text/plain", "buffer": endless(9000).record().encode()}
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
          const dialog = document.querySelector('#dlg-confirm[open]');
          if (!dialog) return;
          watch.disconnect();
          window.shownText = document.getElementById('confirm-text').textContent;
          dialog.querySelector('#confirm-cancel').click();
        }).observe(document.body, {attributes: true, subtree: true, attributeFilter: ['open']})"""
    )
    with page.expect_file_chooser() as chooser:
        menu(page, "import")
    slow_down = {"rate": 10}  # so that reading takes long enough to be shown on any machine
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", slow_down)
    chooser.value.set_files(file)  # type: ignore[arg-type]
    question = page.wait_for_function("window.shownText", timeout=60_000).json_value()
    assert re.fullmatch(r"Step \d+ of \d+", question)
    expect(page.locator("#dlg-confirm")).to_be_hidden()
    assert stored(page) == texts


@pytest.mark.slow
@pytest.mark.parametrize(
    "ways",
    [
        pytest.param(["never answers"], id="one"),
        pytest.param(["throws", "fails later", "never answers"], marks=pytest.mark.long, id="all"),
    ],
)
def test_indexeddb_blocked(open_app: OpenApp, new_page: NewPage, ways: list[str]) -> None:
    """PyScript opens it before anything else; games are not kept there."""
    page = new_page()
    page.add_init_script(
        """IDBFactory.prototype.open = function () {
          const how = localStorage.getItem('how') ?? 'FIRST';
          if (how === 'throws') throw new DOMException('No.', 'SecurityError');
          const asked = new EventTarget();
          if (how === 'fails later') setTimeout(() => {
            asked.error = new DOMException('No.', 'InvalidStateError');
            asked.onerror?.(new Event('error', { cancelable: true })); }, 300);
          return asked;
        };""".replace("FIRST", ways[0])
    )
    played = golden.load("duel")
    open_app(played.query, page=page)
    game, codes = played.start(), iter(played.game.codes)
    for way in [*ways[1:], None]:
        do_all(page, game, itertools.islice(codes, 3))
        assert banner(page) == english("storage.single")
        assert stored(page)
        if way is None:
            break
        page.evaluate("(how) => localStorage.setItem('how', how)", way)
        open_app(page=page)
        compare(page, game, covered=look(page).screen == "curtain", can_undo=None)


_KEEP_BESIDE = """(text) => new Promise((resolve) => {
  const request = indexedDB.open('tashkalar');
  request.onsuccess = () => {
    const transaction = request.result.transaction('saves', 'readwrite');
    transaction.objectStore('saves').put(text, ['tashkalar.lessons.v1', 5]);
    transaction.oncomplete = () => { request.result.close(); resolve(true); };
  };
})"""


@pytest.mark.slow
def test_a_copy_that_an_earlier_page_could_not_read_is_joined(open_app: OpenApp) -> None:
    page = open_app(storage={"tashkalar.lessons.v1": '{"placing": 1}'})
    page.evaluate(_KEEP_BESIDE, '{"moves": 2}')
    page = open_app(page=page)
    page.wait_for_function(
        """() => {
          const progress = JSON.parse(localStorage.getItem('tashkalar.lessons.v1'));
          return progress.placing === 1 && progress.moves === 2;
        }"""
    )


# The page is busy for longer than a database may be silent, from the moment that it is asked for.
_BUSY = """const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...given) {
  const request = open.apply(this, given);
  if (given[0] === 'tashkalar') queueMicrotask(() => {
    const end = Date.now() + 7000;
    while (Date.now() < end);
  });
  return request;
};"""


@pytest.mark.slow
def test_a_busy_page_does_not_take_its_database_for_a_silent_one(
    open_app: OpenApp, new_page: NewPage
) -> None:
    played = golden.load("duel")
    page = open_app(played.query)
    game = played.start()
    do_all(page, game, played.game.codes[:2])
    page.evaluate("localStorage.clear()")
    page.add_init_script(_BUSY)
    open_app(page=page)
    assert stored_codes(page) == game.codes
    assert not banner(page)


# Chromium on a full disk: `localStorage` accepts everything, and each strict write is given up.
_FULL_DISK = """const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...given) {
  const request = put.apply(this, given);
  if (localStorage.getItem('disk') === 'full') this.transaction.abort();
  return request;
};"""


@pytest.mark.long
def test_a_full_disk(open_app: OpenApp, new_page: NewPage, tmp_path: Path) -> None:
    """A write that fails is told although the browser seems to store the game."""
    page = new_page()
    page.add_init_script(_FULL_DISK)
    played = golden.load("duel")
    open_app(played.query, page=page)
    game, codes = played.start(), iter(played.game.codes)
    do_all(page, game, itertools.islice(codes, 2))
    assert not banner(page)
    page.evaluate("localStorage.setItem('disk', 'full')")
    do_all(page, game, itertools.islice(codes, 2))
    expect(page.locator("#banner-text")).to_have_text(english("storage.unsafe"))
    with page.expect_download() as download:
        page.locator("#banner-action").click()
    download.value.save_as(tmp_path / "game")
    kept = json.loads((tmp_path / "game").read_text(encoding="utf-8"))["game"]
    assert Game.from_json(kept).codes == game.codes
    page.evaluate("localStorage.removeItem('disk')")
    do_all(page, game, itertools.islice(codes, 1))
    # The database may be damaged: only the next start shows what it holds.
    assert banner(page) == english("storage.unsafe")
    page.on("dialog", lambda dialog: dialog.accept())
    open_app(page=page)
    do_all(page, game, itertools.islice(codes, 1))
    assert not banner(page)
    page.evaluate("localStorage.clear()")
    open_app(page=page)
    compare(page, game, covered=look(page).screen == "curtain", can_undo=None)


@pytest.mark.long  # test_indexeddb_blocked and tests/ui/storage/test_backup.py see most of it
def test_a_database_that_refuses_transactions(open_app: OpenApp, new_page: NewPage) -> None:
    """A lost connection is opened again; without any transaction the page starts and says so."""
    page = new_page()
    page.add_init_script(
        """const { transaction } = IDBDatabase.prototype;
        window.loseConnections = () => { window.lostBefore = performance.now(); };
        const born = new WeakMap();
        IDBDatabase.prototype.transaction = function (...given) {
          if (!born.has(this)) born.set(this, performance.now());
          const always = localStorage.getItem('how') === 'throws';
          if (always || born.get(this) < (window.lostBefore ?? 0)) {
            throw new DOMException('The connection is lost.', 'InvalidStateError');
          }
          return transaction.apply(this, given);
        };"""
    )
    played = golden.load("duel")
    open_app(played.query, page=page)
    game, codes = played.start(), iter(played.game.codes)
    do_all(page, game, itertools.islice(codes, 2))
    page.evaluate("window.loseConnections()")
    do_all(page, game, itertools.islice(codes, 2))
    page.evaluate("localStorage.clear()")
    open_app(page=page)
    compare(page, game, covered=look(page).screen == "curtain", can_undo=None)
    assert not banner(page)
    page.evaluate("localStorage.setItem('how', 'throws')")
    open_app(page=page)
    assert banner(page) == english("storage.single")
    compare(page, game, covered=look(page).screen == "curtain", can_undo=None)


@pytest.mark.first_visit
def test_in_a_sandbox(site: str, page: Page, watch: Watch, tmp_path: Path) -> None:
    """An opaque origin has no storage at all: play goes on, and the file is offered."""

    def from_anywhere(route: Route) -> None:
        answer = route.fetch()
        headers = answer.headers | {"access-control-allow-origin": "*"}
        route.fulfill(response=answer, headers=headers)

    def host(route: Route) -> None:
        frame = f'<iframe sandbox="allow-scripts allow-downloads" src="{site}{played.query}"'
        style = 'style="width: 1500px; height: 900px; border: 0"'
        route.fulfill(content_type="text/html", body=f"<!doctype html>{frame} {style}></iframe>")

    played = golden.load("duel")
    page.route("**/*", from_anywhere)
    page.route("**/host", host)
    page.goto(site + "host")
    frame = page.frames[1]
    frame.wait_for_selector('html:is([data-app="ready"], [data-app="error"])', timeout=60_000)
    assert frame.locator("html").get_attribute("data-app") == "ready", frame.inner_text("body")
    assert frame.evaluate("window.origin") == "null"
    game = played.start()
    frame.locator("#curtain-open").click()
    first = frame.locator("[data-square][data-legal]").first
    game.play(first.get_attribute("data-square") or "")
    first.click()
    expect(frame.locator("#board-grid [data-piece]")).to_have_count(len(game.board))
    assert frame.inner_text("#banner-text") == english("storage.off")
    with page.expect_download() as download:
        frame.locator("#banner-action").click()
    download.value.save_as(tmp_path / "game")
    kept = json.loads((tmp_path / "game").read_text(encoding="utf-8"))["game"]
    assert Game.from_json(kept).codes == game.codes


@pytest.mark.long
def test_storage_off(open_app: OpenApp, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    page.add_init_script(
        """Object.defineProperty(window, 'localStorage', {
          get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });"""
    )
    stored_game = golden.load("duel")
    open_app(stored_game.query, page=page)
    game = stored_game.start()
    do_all(page, game, stored_game.game.codes[:6])
    assert banner(page) == english("storage.off")
    assert downloaded(page, "#banner-action", tmp_path)[0].codes == game.codes
    page.locator("#banner-close").click()
    do_all(page, game, stored_game.game.codes[6:7])
    assert not banner(page), "it is said once"
    if look(page).screen == "curtain":
        page.locator("#curtain-open").click()
    menu(page, "you")  # the game is on the shelf as long as the page lasts
    expect(page.locator("#saves-list [data-save]")).to_have_count(1)
    with page.expect_download():
        page.locator('[data-save-action="export"]').click()
    go_on(page.locator('[data-save-action="continue"]'))
    compare(page, game, covered=False, can_undo=None)
    page.locator(".menu-button").click()
    page.locator('#menu [data-action="settings"]').click()
    page.locator('[data-setting="theme"][value="light"]').check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert not banner(page)


def drop(page: Page, text: str, *, kind: str = "drop") -> bool:
    """Drop a file on the page; return whether the page keeps the browser from opening it."""
    prevented: bool = page.evaluate(
        """([text, kind]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "game.json"));
          const options = { dataTransfer, bubbles: true, cancelable: true };
          return !document.querySelector("#app, main").dispatchEvent(new DragEvent(kind, options));
        }""",
        [text, kind],
    )
    return prevented


def test_a_file_that_is_dropped_on_the_page_is_opened(open_app: OpenApp) -> None:
    game = golden.load("duel").start()
    page = open_app("#you")
    assert drop(page, "", kind="dragover")  # or the browser takes the file
    assert drop(page, '{"a": "mangled"}')
    expect(page.locator("#banner")).to_contain_text(english("saves.error.file"))
    menu(page, "stored")
    assert drop(page, game.to_json())
    expect(page.locator("#dlg-stored")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-screen", "curtain")
    assert len(stored(page)) == 1
