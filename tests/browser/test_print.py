"""Tests of complete prints: a chapter of the rules, all rules, a card, all cards, a board."""

from __future__ import annotations

import re
import zlib

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenApp
from tests.browser.play import shelved
from tests.support import arrange

_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)


def printed(page: Page) -> tuple[int, int, set[bytes]]:
    """Return the pages, the glyphs and the colors of drawings of what the browser prints."""
    data = page.pdf(format="A4")
    glyphs, colors = 0, set()
    for match in _STREAM.finditer(data):
        try:
            content = zlib.decompress(match[1])
        except zlib.error:
            continue
        if b" Tf" in content:
            glyphs += sum(len(text) // 4 for text in re.findall(rb"<([0-9A-Fa-f]+)>", content))
        colors |= set(re.findall(rb"(?m)^([.\d]+ [.\d]+ [.\d]+) (?:rg|RG)$", content))
    return len(re.findall(rb"/Type\s*/Page\b", data)), glyphs, colors


def characters(page: Page, selector: str) -> int:
    """Return how many characters of an element can be seen, without blanks."""
    page.emulate_media(media="print")
    text = page.locator(selector).inner_text()
    page.emulate_media(media="screen")
    return len("".join(text.split()))


@pytest.mark.parametrize(
    ("address", "dialog", "fewest_pages"),
    [
        ("#rules/moves", "#dlg-rules", 5),
        ("#card/knight", "#dlg-card", 1),
        pytest.param("gallery", "#dlg-gallery", 8, marks=pytest.mark.long),
    ],
)
def test_dialogs_are_printed_whole(
    open_app: OpenApp, address: str, dialog: str, fewest_pages: int
) -> None:
    page = open_app(address if address.startswith("#") else "")
    if address == "gallery":
        page.evaluate("document.querySelector('#menu [data-action=gallery]').click()")
        page.locator("#gallery-deck").select_option("all")
    page.wait_for_selector(f"{dialog}[open]")
    pages, glyphs, _ = printed(page)
    expected = characters(page, dialog)
    assert expected > 100
    assert glyphs >= 0.95 * expected, f"{glyphs} of {expected} characters"
    assert pages >= fewest_pages


def test_the_board_is_printed_without_color(open_app: OpenApp) -> None:
    board = {"e5": "1 heroic", "e6": "2 common", "d4": "1 common"}
    page = open_app(storage=shelved(arrange(board, hand=["knight"])))
    pages, _, colors = printed(page)
    assert pages == 1
    assert all(len(set(color.split())) == 1 for color in colors), colors
    page.emulate_media(media="print")
    assert page.locator("#board-grid").is_visible()
    assert not page.locator("#hand").is_visible()


@pytest.mark.long
def test_screens_of_words_are_printed_whole(open_app: OpenApp) -> None:
    """Before, an empty board was printed in their place, and no opponent of the tour."""
    page = open_app()
    for action, selector in (
        ("", "#start"),
        ("company", "#dlg-company"),
        ("statistics", "#dlg-statistics"),
        ("lessons", "#learn"),
        ("workshop", ".workshop"),
    ):
        if action:
            page.evaluate(
                "(action) => document.querySelector(`[data-action=${action}]`).click()", action
            )
        expect(page.locator(f"{selector}:is([open], :not(dialog))")).to_be_visible()
        expect(
            page.locator(f"{selector} :is(li, tbody, .offer, .workshop-body)").first
        ).to_be_visible()
        _, glyphs, _ = printed(page)
        expected = characters(page, selector)
        assert expected > 100, selector
        assert glyphs >= 0.95 * expected, f"{selector}: {glyphs} of {expected} characters"
        page.evaluate("document.querySelector('dialog[open]')?.close()")
