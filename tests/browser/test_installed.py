"""Tests of a stored site in a browser: addresses, installing."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tashkalar.site.features import checkout_without
from tashkalar.site.page_source.app_manifest import app_manifests, manifest_name
from tashkalar.site.paths import ROOT
from tashkalar.site.server import CONTENT_TYPES
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.browser.conftest import Watch
from tests.browser.play import menu
from tests.browser.test_offline import visit, wait_until_stored
from tests.ui.address_form import FORM

RECORD_TYPE = "text/vnd.tash-kalar.record"


def test_installing_and_addresses(page: Page, site: str, watch: Watch) -> None:
    """The browser offers to install it, and asks it for our own addresses only.

    Another project may lie below ours; it is none of our business.
    """
    visit(page, site)
    browser = page.context.new_cdp_session(page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    watch.allow("404")
    answer = page.goto(f"{site}other/?form=duel")
    assert answer is not None
    assert answer.status == 404
    answer = page.goto(f"{site}static/img/icon.svg?form=duel")
    assert answer is not None
    assert answer.from_service_worker


@pytest.mark.parametrize("language", LANGUAGES)
def test_manifest_says_what_the_page_says(language: str) -> None:
    manifests = app_manifests()
    assert len(manifests) == len(LANGUAGES)
    manifest = json.loads(manifests[manifest_name(language)])
    words = json.loads((ROOT / f"static/locale/{language}/page.json").read_text(encoding="utf-8"))
    assert manifest["lang"] == language
    assert manifest["name"] == words["page.title"]
    assert manifest["description"] == words["page.description"]
    names = [words["page.saves.title"], words["page.puzzles.title"]]
    assert [shortcut["name"] for shortcut in manifest["shortcuts"]] == names
    # An id would be resolved against the origin, and two copies on one host be taken for one app.
    assert "id" not in manifest
    for name in ("start_url", "scope"):
        assert manifest[name] == "./"
    for shortcut in manifest["shortcuts"]:
        assert shortcut["url"] in ("./#games", "./#puzzles"), "lists that have addresses"
    assert manifest["share_target"]["action"] == "./" == manifest["file_handlers"][0]["action"]
    kinds = manifest["file_handlers"][0]["accept"]
    assert kinds == {"application/json": [".json"], RECORD_TYPE: [".tkr"]}
    assert CONTENT_TYPES[".tkr"].startswith(f"{RECORD_TYPE};")
    assert f"`{RECORD_TYPE}`" in (ROOT / "docs/tkr.md").read_text(encoding="utf-8")
    for name in manifest["share_target"]["params"].values():
        assert FORM.read_parameters(f"?{name}=a+text", "") == {name: "a text"}
    assert manifest["launch_handler"]["client_mode"][0] == "navigate-existing"
    for icon in [*manifest["icons"], *(i for s in manifest["shortcuts"] for i in s["icons"])]:
        file = ROOT / icon["src"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", file.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert file.read_text(encoding="utf-8").startswith("<svg")


def test_every_language_is_the_same_app(page: Page, site: str, watch: Watch) -> None:
    """The page names the manifest of its language, and the browser sees one app in all."""
    # With each start the browser looks for a new sw.js, and some versions report that it fails.
    watch.allow(rf"(?:request failed: |Failed to load resource.*){re.escape(site)}sw\.js\b")
    visit(page, site)
    browser = page.context.new_cdp_session(page)

    def asked() -> tuple[str, str]:
        """Return the app's identity, which is its start, and the name of its first shortcut."""
        manifest = browser.send("Page.getAppManifest")
        content = json.loads(manifest["data"])
        identity = urljoin(manifest["url"], content["start_url"])
        return identity, content["shortcuts"][0]["name"]

    assert asked() == (site, "Saved games")
    wait_until_stored(page)
    page.context.set_offline(True)
    menu(page, "settings")
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        page.select_option("#set-language", language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        words = json.loads((ROOT / f"static/locale/{language}/page.json").read_text("utf-8"))
        assert asked() == (site, words["page.saves.title"])
    page.select_option("#set-language", "it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.reload()  # the script of the start writes the words
    expect(page.locator("html")).to_have_attribute("lang", "it")
    assert asked() == (site, "Partite salvate")


def test_a_site_without_a_feature_has_no_shortcut_to_it(tmp_path: Path) -> None:
    with checkout_without(["puzzles"]) as root:
        for text in app_manifests(root).values():
            shortcuts = json.loads(text)["shortcuts"]
            assert [shortcut["url"] for shortcut in shortcuts] == ["./#games"]
