"""Tests of packs on the page: added after a question, played like any school, kept apart."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game
from tashkalar.cards import packs
from tests import packmaking
from tests.browser.conftest import OpenApp, Watch
from tests.browser.play import (
    compare,
    do,
    look,
    menu,
    stored,
    unfold,
)

LOCALE = Path(__file__).parents[2] / "static/locale/en/packs.json"
WORDS: dict[str, str] = json.loads(LOCALE.read_text(encoding="utf-8"))
MOTH = "x-emberfall-cinder-moth"
SPARK = "x-sparks-spark"
LONG = 30_000  # the first pack of a page fetches and compiles the installer


@pytest.fixture
def template(
    template_wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[packs.Pack]:
    """The same pack in the test's own Python, for the game to compare with."""
    with zipfile.ZipFile(template_wheel) as archive:
        archive.extractall(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    import tashkalar_emberfall  # type: ignore[import-not-found]

    yield packs.register(tashkalar_emberfall.pack)
    packs.unregister("x-emberfall")
    del sys.modules["tashkalar_emberfall"]


def choose(page: Page, file: Path | dict[str, object]) -> None:
    """Choose a file in the dialog of packs, which is opened if need be."""
    if not page.locator("#dlg-packs").is_visible():
        menu(page, "packs")
    with page.expect_file_chooser() as chooser:
        page.locator("#pack-choose").click()
    chooser.value.set_files(file)  # type: ignore[arg-type]


def add(page: Page, file: Path) -> None:
    """Add a pack: the file, and yes to the question."""
    choose(page, file)
    page.locator("#pack-ask-ok").click(timeout=LONG)
    expect(page.locator("#pack-status")).to_contain_text("has been added", timeout=LONG)


def add_from_address(page: Page, file: Path) -> None:
    """Add a pack from an address on the site, with its hash; one elsewhere is refused."""
    data = file.read_bytes()
    page.context.route(
        "**/packs/*.whl",
        lambda route: route.fulfill(body=data, content_type="application/octet-stream"),
    )
    if not page.locator("#dlg-packs").is_visible():
        menu(page, "packs")
    digest = hashlib.sha256(data).hexdigest()
    for base in ("https://example.org/", ""):
        field = page.locator('#pack-address [name="address"]')
        field.fill(f"{base}packs/{file.name}#sha256={digest}")
        page.locator("#pack-address [type=submit]").click()
        if base:
            refused(page, "origin")
    expect(page.locator("#pack-facts")).to_contain_text(WORDS["packs.ask.checked"], timeout=LONG)
    page.locator("#pack-ask-ok").click()
    # The row is there as soon as the pack runs; the list is written when its wheel is kept.
    expect(page.locator("#pack-status")).to_contain_text("has been added", timeout=LONG)
    expect(page.locator(".pack-row")).to_have_count(1)
    assert [entry["sha256"] for entry in kept(page)] == [digest]


def leave_dialog(page: Page) -> None:
    page.locator("#dlg-packs [data-closes]").click()


def refused(page: Page, reason: str) -> None:
    """The dialog says why, asks nothing, and the list is as it was."""
    status = page.locator("#pack-status[data-trouble]")
    expect(status).to_contain_text(WORDS[f"packs.refused.{reason}"].split("{")[0], timeout=LONG)
    expect(page.locator("#dlg-pack-ask")).to_be_hidden()
    assert page.locator(".pack-row").count() == 0
    assert kept(page) == []


def kept(page: Page) -> list[dict[str, object]]:
    """The list of packs in the storage."""
    text = page.evaluate("localStorage.getItem('tashkalar.packs.v1')")
    found: list[dict[str, object]] = json.loads(text) if text else []
    return found


def scenario(card: str, school: str) -> dict[str, object]:
    """A position in which the card can be summoned on e5, and answers are asked for on e4."""
    return {
        "form": "duel",
        "seats": [{"school": school, "hand": [card]}, {"school": "sylvan"}],
        "board": {"d6": "1 common", "f5": "1 common", "e4": "2 common", "d5": "1 common"},
    }


# What else can happen is tested without a browser, in tests/ui/packs/test_install_flow.py.


@pytest.mark.slow
def test_the_template_is_added_played_kept_and_removed(
    open_app: OpenApp, watch: Watch, template_wheel: Path, template: packs.Pack
) -> None:
    wheel, page = template_wheel, open_app()
    assert not [url for url in watch.requests if "micropip" in url or "python_rest" in url]
    # The question comes first: nothing has been run, and "no" leaves nothing behind.
    choose(page, wheel)
    facts = page.locator("#pack-facts")
    expect(facts).to_contain_text(wheel.name, timeout=LONG)
    expect(facts).to_contain_text(hashlib.sha256(wheel.read_bytes()).hexdigest())
    assert not page.workers
    page.locator("#dlg-pack-ask .primary").click()
    expect(page.locator("#dlg-pack-ask")).to_be_hidden()
    assert page.locator(".pack-row").count() == 0
    add(page, wheel)
    assert len(page.workers) == 1
    row = page.locator('.pack-row[data-pack="x-emberfall"]')
    expect(row).to_contain_text("Emberfall")
    expect(row).to_contain_text(WORDS["packs.unofficial"])
    leave_dialog(page)
    # It is a school like any other, and says what it is.
    unfold(page)
    page.locator('#setup [name="form"][value="duel"]').check()
    label = page.locator('#setup [data-seat="1"] .school[data-school="x-emberfall"]')
    expect(label).to_have_text("Emberfall (unofficial)")
    label.click()
    page.locator("#setup-start").click()
    page.locator("#curtain-open").click()
    expect(page.locator('#players [data-school="x-emberfall"]').first).to_be_visible()
    # A game in which its being is in the first hand.
    mapping = scenario(MOTH, "x-emberfall")
    open_app(f"?scenario={quote(json.dumps(mapping))}", page=page)
    game = Game.from_scenario(mapping)
    do(page, game, f"{MOTH}@e5")
    open_app(page=page)  # in the middle of its effect
    compare(page, game, covered=False, can_undo=True)
    do(page, game, "e4")
    assert "e5" not in game.board  # the Moth has burned with its victim
    saves = [json.loads(json.loads(text)["game"]) for text in stored(page).values()]
    assert [save["packs"] for save in saves] == [{"x-emberfall": "1.0"}] * 2
    # Its cards can be read, too.
    menu(page, "gallery")
    page.locator("#gallery-deck").select_option("x-emberfall")
    expect(page.locator(f'#gallery-list [data-card="{MOTH}"]')).to_contain_text("Cinder Moth")
    page.locator("#dlg-gallery [data-closes]").click()
    # A pack that is being played cannot be taken away.
    menu(page, "packs")
    page.locator('[data-pack-action="remove"]').click()
    expect(page.locator("#pack-status")).to_have_text(WORDS["packs.in-use"])
    leave_dialog(page)
    menu(page, "you")
    # Without it the game stays, and says what it needs; with it, it goes on.
    menu(page, "packs")
    page.locator('[data-pack-action="remove"]').click()
    page.locator("#confirm-ok").click()
    expect(page.locator(".pack-row")).to_have_count(0)
    assert kept(page) == []
    leave_dialog(page)
    assert page.locator('.school[data-school="x-emberfall"]').count() == 0
    games = len(stored(page))
    menu(page, "you")
    page.locator('#saves-list [data-save-action="continue"]').first.click()
    expect(page.locator("#banner-text")).to_contain_text("Emberfall 1.0")
    assert len(stored(page)) == games
    page.locator("#banner-close").click()
    add_from_address(page, wheel)
    leave_dialog(page)
    menu(page, "you")
    page.locator('#saves-list [data-save-action="continue"]').first.click()
    page.locator("body:is([data-screen='game'], [data-screen='curtain'])").wait_for()
    compare(page, game, covered=False, can_undo=True)
    # It needs no network any more: neither its game nor a new one.
    expect(page.locator("html")).to_have_attribute("data-offline", "ready", timeout=2 * LONG)
    watch.allow("net::ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    open_app(page=page)
    compare(page, game, covered=False, can_undo=True)
    menu(page, "new-game")
    unfold(page)
    page.locator('#setup [data-seat="2"] .school[data-school="x-emberfall"]').click()
    page.locator("#setup-start").click()
    expect(page.locator('#players [data-school="x-emberfall"]').first).to_be_visible()


# What the pack can reach of what is stored, of the network and of other programs is told.
REACHED = """
    import js
    from tashkalar.authoring import SQUARE_OF
    names = "indexedDB caches localStorage fetch XMLHttpRequest WebSocket Worker BroadcastChannel"
    names += " importScripts postMessage FontFace fonts"
    reached = [name for name in names.split() if hasattr(js, name)]
    reached += compiling(js)
    reached += [name for name in ("storage", "locks") if getattr(js.navigator, name, None)]
    piece = e.may_destroy(e.common & e.being.near)
    if piece and piece.square == SQUARE_OF["d5"]:
        import re
        re.match("(a+)+$", "a" * 60 + "b")  # no step of Python, and no end
    if piece:
        raise KeyError(f"boom {reached}")
"""


# Every way to make a script, which could say `import()`, of a text.
COMPILING = """
def compiling(js):
    import pyodide
    from pyodide.code import run_js
    from pyodide.ffi.wrappers import set_timeout
    text = "globalThis.found = import('./static/app/main.py?secret')"
    reached = []
    for name, compile in {
        "eval": lambda: js.eval(text),
        "Function": lambda: js.Function.new(text)(),
        "its constructor": lambda: js.Math.max.constructor.new(text)(),
        "that of a promise's function": lambda: js.console.log.constructor.new(text)(),
        "Reflect": lambda: js.Reflect.construct(js.Reflect.apply.constructor, js.Array.of(text))(),
        "setTimeout": lambda: js.setTimeout(text, 0),
        "setInterval": lambda: js.setInterval(text, 0),
        "run_js": lambda: run_js(text),
        "an event": lambda: js.self.setAttribute("onmessage", text),
    }.items():
        try:
            compile()
        except Exception:
            continue
        reached.append(name)
    return reached
"""


@pytest.mark.long
def test_an_effect_that_fails(open_app: OpenApp, tmp_path: Path) -> None:
    """An endless effect is stopped, and the game goes on from before that move.

    An effect that raises an error switches its pack off; the game is kept and can go on later.
    """
    page = open_app()
    broken = packmaking.files("raise RuntimeError('boom on import')")
    choose(page, packmaking.write_wheel(tmp_path, broken))
    page.locator("#pack-ask-ok").click(timeout=LONG)
    expect(page.locator("#pack-status[data-trouble]")).to_contain_text("import", timeout=LONG)
    assert kept(page) == []
    source = packmaking.source(REACHED) + COMPILING
    add(page, packmaking.write_wheel(tmp_path, packmaking.files(source)))
    leave_dialog(page)
    mapping = scenario(SPARK, "x-sparks")
    open_app(f"?scenario={quote(json.dumps(mapping))}", page=page)
    page.locator("#curtain-open").click()
    page.locator(f'#hand [data-card="{SPARK}"]').click()
    page.locator('[data-square="e5"]').click()
    expect(page.locator('[data-square="d5"]')).to_have_attribute("data-legal", "answer")
    games = stored(page)
    page.locator('[data-square="d5"]').click()
    stopped = WORDS["packs.stopped"].format(card="Spark", name="Sparks")
    expect(page.locator("#banner-text")).to_have_text(stopped, timeout=LONG)
    assert stored(page) == games
    assert [entry["enabled"] for entry in kept(page)] == [True]
    # The next decision has a new worker.
    expect(page.locator('[data-square="e4"]')).to_have_attribute("data-legal", "answer")
    page.locator('[data-square="e4"]').click()
    expect(page.locator("#banner-text")).to_contain_text("boom []", timeout=LONG)
    expect(page.locator("#banner-text")).to_contain_text("Sparks")
    assert look(page).screen == "start"
    assert [entry["enabled"] for entry in kept(page)] == [False]
    expect(page.locator("#saves-list [data-save]")).to_have_count(1)
    assert len(stored(page)) == 1
    assert page.locator('.school[data-school="x-sparks"]').count() == 0
    menu(page, "you")
    page.locator('#saves-list [data-save-action="continue"]').click()
    expect(page.locator("#banner-text")).to_contain_text("Sparks 0.1")
    assert len(stored(page)) == 1
    # Switched on again, the game stands where the effect asked.
    menu(page, "packs")
    page.locator('[data-pack-action="toggle"]').check()
    leave_dialog(page)
    menu(page, "you")
    page.locator('#saves-list [data-save-action="continue"]').click()
    page.locator("body:is([data-screen='game'], [data-screen='curtain'])").wait_for()
    if look(page).screen == "curtain":
        page.locator("#curtain-open").click()
    expect(page.locator('[data-square="e4"]')).to_have_attribute("data-legal", "answer")
    page.locator('#prompt [data-move="-"]').click()
    expect(page.locator('[data-square="e5"] [data-piece]')).to_have_count(1)


# Modules of packs that attack the page, with the reason that it tells. The worker's code is theirs
# to change, so they answer what they like.
ANSWER = """
from tashkalar.features.packs.pack_worker import execution_json
execution_json.write_result = lambda result: """
MONSTERS = {
    "128 MB": (packmaking.source() + ANSWER + "'x' * 2**27", "characters"),
    "brackets": (packmaking.source() + ANSWER + "'[' * 200_000 + ']' * 200_000", "32 lists"),
    "numbers": (
        packmaking.source()
        + "\nimport re\nfrom tashkalar.formats.execution_json import write_result"
        + ANSWER
        + "re.sub('[0-9]+', '9' * 19, write_result(result))",
        "has failed",
    ),
    "memory": (
        packmaking.source("held = []\n    while True: held.append(bytes(10**7))"),
        "MemoryError",
    ),
    "messages": (
        packmaking.source("import js\n    while True: js.postMessage('x')"),
        "postMessage",
    ),
    "console": (
        packmaking.source("import js\n    while True: js.console.log('x'); print('x')"),
        WORDS["packs.stopped"].format(card="Spark", name="Sparks"),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "names", [("messages",), pytest.param(tuple(MONSTERS), marks=pytest.mark.long)]
)
def test_packs_that_attack(open_app: OpenApp, tmp_path: Path, names: tuple[str, ...]) -> None:
    """The pack is stopped or switched off, and the game is as it was before that move."""
    page = open_app()
    lines: list[str] = []
    stopped = WORDS["packs.stopped"].format(card="Spark", name="Sparks")
    page.context.on("console", lambda message: lines.append(message.text))
    for name in names:
        source, reason = MONSTERS[name]
        add(page, packmaking.write_wheel(tmp_path, packmaking.files(source)))
        leave_dialog(page)
        lines.clear()
        open_app(f"?scenario={quote(json.dumps(scenario(SPARK, 'x-sparks')))}", page=page)
        page.locator("#curtain-open").click()
        page.locator(f'#hand [data-card="{SPARK}"]').click()
        page.locator('[data-square="e5"]').click()
        # A slow machine may stop the card before it is done.
        ends = re.compile(f"{re.escape(reason)}|{re.escape(stopped)}")
        expect(page.locator("#banner-text")).to_contain_text(ends, timeout=LONG)
        assert len(lines) < 300, name
        assert stored(page) == {}, name  # the move was not made
        page.locator("#banner-close").click()
        if look(page).screen != "start":
            menu(page, "you")
        menu(page, "packs")
        page.locator('[data-pack-action="remove"]').click()
        page.locator("#confirm-ok").click()
        expect(page.locator(".pack-row")).to_have_count(0)
    leave_dialog(page)
    unfold(page)
    page.locator("#setup-start").click()
    page.locator("body:is([data-screen=game], [data-screen=curtain])").wait_for()


# What packs cannot make of their worker, because it has no `postMessage` for them, and what the
# page survives nevertheless.
FLOODS = {
    "small messages": "for (let n = 0; n < 20_000; n++) postMessage([2, 'x', '']);",
    "large messages": "for (let n = 0; n < 50; n++) postMessage([1, 'x'.repeat(1_000_000), '']);",
    "an answer of 128 MB": "postMessage([0, 'x'.repeat(2 ** 27), '']);",
    "an answer of no text": "postMessage([0, new Uint8Array(2 ** 27), '']);",
    "an answer of the wrong shape": "postMessage({ length: 3 });",
    "an answer that comes twice": "for (let n = 0; n < 2; n++) postMessage([0, 'engine', '']);",
    "errors": "setInterval(() => { throw new Error('boom'); }, 0);",
}


@pytest.mark.long
def test_a_worker_that_floods_the_page(open_app: OpenApp, watch: Watch) -> None:
    """A worker ends at the first message that nobody waits for; the page is none the worse."""
    watch.allow("boom|ERR_ABORTED")
    page = open_app()
    page.context.route(
        "**/flood/*.js",
        lambda route: route.fulfill(
            body=list(FLOODS.values())[int(route.request.url[-4])], content_type="text/javascript"
        ),
    )
    for number, kind in enumerate(FLOODS):
        reasons = page.evaluate(
            """async (url) => {
              const worker = tashkalar.startPackWorker(new URL(url, document.baseURI).href);
              const failed = (promise) => promise.then(() => "", ({ message }) => message);
              const first = await failed(worker.engine);
              // The second answer of a worker comes after the first.
              return [first, await failed(worker.ask("more"))];
            }""",
            f"./flood/{number}.js",
        )
        expected = ["", "it sends"] if "twice" in kind else ["it", "it"]
        if kind == "errors":
            expected = ["boom", "boom"]
        assert all(want in text for want, text in zip(expected, reasons, strict=True)), (
            kind,
            reasons,
        )
        assert (reasons[0] == "") == ("twice" in kind), (kind, reasons)
    unfold(page)
    page.locator("#setup-start").click()
    page.locator("body:is([data-screen=game], [data-screen=curtain])").wait_for()
