"""The page takes hostile files, storages and addresses for what they are: text, or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from tests import golden, hostile
from tests.browser.conftest import OpenApp, Watch
from tests.browser.play import look, menu, shelved, stored, unfold

READY = 'html[data-app="ready"]'
# What no sentence of ours contains, so that it can only have come out of hostile data.
FOREIGN = """() => [
  ...document.querySelectorAll("img, iframe:not([data-ours]), object, embed, base"),
  ...[...document.querySelectorAll("script")].filter((s) => !s.src),
  ...[...document.querySelectorAll("*")].filter(
    (node) => node.getAttributeNames().some((name) => name.startsWith("on"))),
].map((node) => node.outerHTML.slice(0, 200))"""


def assert_unharmed(page: Page) -> None:
    """Check that no foreign program has run, no foreign markup is there, no prototype differs."""
    assert page.evaluate(FOREIGN) == []
    assert page.evaluate("[window.pwned, ({}).pwned, [].pwned, ''.pwned]") == [None] * 4
    assert page.locator("html").get_attribute("data-app") == "ready"


@pytest.fixture
def importing(open_app: OpenApp) -> Page:
    """The page with a game on the table that must come to no harm."""
    return open_app(storage=shelved(golden.load("duel").start()))


def imported(page: Page, name: str, text: str) -> None:
    """Import a file and wait for a notice or for a game on the table."""
    page.evaluate(
        """() => {
        document.getElementById("banner").hidden = true;
        for (const toast of document.querySelectorAll("#toasts > *")) toast.remove();
        }"""
    )
    with page.expect_file_chooser() as chooser:
        page.evaluate("document.querySelector('#you-screen [data-action=\"import\"]').click()")
    data = text.encode("utf-8", "surrogatepass")
    chooser.value.set_files({"name": f"{name}.json", "mimeType": "text/plain", "buffer": data})
    page.wait_for_function(
        """() => !document.getElementById("banner").hidden
        || document.querySelector("#toasts > *") !== null"""
    )


def some(files: dict[str, str], step: int) -> Iterator[tuple[str, str]]:
    """Yield all documents, and some of the saves: the engine's tests read all of them."""
    for number, (name, text) in enumerate(files.items()):
        if name.startswith("document") or number % step == 0:
            yield name, text


@pytest.mark.slow
@pytest.mark.parametrize("step", [144, pytest.param(36, marks=pytest.mark.long)])
def test_imports(importing: Page, step: int) -> None:
    page = importing
    before = stored(page)
    tried = 0
    for name, text in some(hostile.files(), step):
        imported(page, name.replace("/", "-").replace("\0", ""), text)
        tried += 1
        # What was there is there; a file that can be played after all comes as a game of its own.
        assert before.items() <= stored(page).items(), name
        if not page.locator("#banner").get_attribute("hidden"):
            banner_text = page.locator("#banner-text").text_content() or ""
            assert len(banner_text) < 600, name
    assert tried > 20
    assert_unharmed(page)


def test_a_storage_full_of_them(open_app: OpenApp) -> None:
    """All of them at once, under keys of ours: the list shows, good games open, none is gone."""
    good = shelved(golden.load("duel").start())
    bad = {
        f"tashkalar.game.v1.{number}": text.encode("utf-8", "replace").decode()
        for number, text in enumerate(hostile.files().values())
        if len(text) < 20_000
    }
    bad |= {
        f"tashkalar.{key}": text.encode("utf-8", "replace").decode()
        for key, text in hostile.TEXTS.items()
        if len(text) < 20_000
    }
    bad["tashkalar.settings.v1"] = hostile.DOCUMENTS["a prototype"]
    assert len(bad) > 200
    page = open_app(storage=good | bad)
    menu(page, "you")
    rows = page.locator("#saves-list [data-save]")
    assert rows.count() >= 1
    assert_unharmed(page)
    after = stored(page, "tashkalar.")
    kept = list(after.values())
    for key, text in (good | bad).items():
        assert key == "tashkalar.settings.v1" or text in kept, key
    page.locator('#saves-list [data-save-action="continue"]:enabled').first.click()
    page.wait_for_selector('body:is([data-screen="game"], [data-screen="curtain"])')
    assert_unharmed(page)


# tests/ui/start/test_url_parameters.py gives every hostile text to what reads an address. Here is
# what a page could do wrong with one that is refused, or is none.
_SCRIPT = hostile.MARKUP["a script"]
_IMAGE = hostile.MARKUP["an image, closing an attribute"]
ADDRESSES: list[dict[str, str]] = [
    {"form": _SCRIPT, "schools": f"northern,{_SCRIPT}", "seed": _IMAGE, "lang": "__proto__"},
    {"scenario": hostile.MARKUP["an address that is a program"], "lang": _SCRIPT},
    {"scenario": "//example.org/scenario.json"},
    {"scenario": "../../../../etc/passwd"},
    {"scenario": hostile.DOCUMENTS["objects, 100,000 deep"][:3_000]},
    {"scenario": json.dumps({**hostile.arranged(), "text": _SCRIPT})},
]


@pytest.mark.long
def test_addresses(open_app: OpenApp, watch: Watch) -> None:
    watch.allow("404|/etc/passwd")
    page = open_app(storage=shelved(golden.load("duel").start()))
    before = stored(page)
    for query in ADDRESSES:
        page = open_app("?" + urlencode(query), page=page)
        assert_unharmed(page)
        assert before.items() <= stored(page).items()
        assert look(page).screen in ("start", "game", "curtain")


def test_names_in_the_form(open_app: OpenApp) -> None:
    """Typed or pasted into the form for a new game: refused in a sentence, or shown as text."""
    page = open_app()
    # The engine's tests give it them all; here is what a page could do wrong with them.
    some_texts = {*hostile.MARKUP.values(), *[*hostile.TEXTS.values()][::24]}
    for text in sorted(some_texts):
        if look(page).screen != "start":
            menu(page, "new-game") if look(page).screen == "game" else page.evaluate(
                "document.querySelector('#menu [data-action=\"new-game\"]').click()"
            )
        unfold(page)
        page.locator('#setup [name="form"][value="duel"]').check()
        page.evaluate(
            """(text) => { document.querySelector('#setup [name="name-1"]').value = text; }""",
            text.encode("utf-8", "replace").decode(),
        )
        page.locator("#setup-start").click()
        refused = look(page).screen == "start"
        assert refused == bool(page.locator("#setup-error").text_content())
        assert_unharmed(page)
