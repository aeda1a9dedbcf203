"""Tests of a stored site in a browser: addresses, installing."""

from __future__ import annotations

import json
import struct

from playwright.sync_api import Page

from tashkalar.site.paths import ROOT
from tests.browser.conftest import Watch
from tests.browser.test_offline import visit
from tests.ui.address_form import FORM


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


def test_manifest_says_what_the_page_says() -> None:
    manifest = json.loads((ROOT / "manifest.webmanifest").read_text(encoding="utf-8"))
    words = json.loads((ROOT / "static/locale/en/page.json").read_text(encoding="utf-8"))
    assert manifest["name"] == words["page.title"]
    assert manifest["description"] == words["page.description"]
    # An id would be resolved against the origin, and two copies on one host be taken for one app.
    assert "id" not in manifest
    for name in ("start_url", "scope"):
        assert manifest[name] == "./"
    for shortcut in manifest["shortcuts"]:
        assert shortcut["url"] in ("./#games", "./#puzzles"), "lists that have addresses"
    assert manifest["share_target"]["action"] == "./" == manifest["file_handlers"][0]["action"]
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
