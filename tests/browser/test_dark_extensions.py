"""An extension that darkens pages: colors that carry meaning stay apart, symbols stay visible."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Page

from tashkalar.site.paths import ROOT
from tests.browser.conftest import NewPage, OpenApp, Watch
from tests.browser.play import settled
from tests.limits import attempts

LIBRARY = ROOT / "node_modules/darkreader/darkreader.js"
ENABLE = "DarkReader.enable({ brightness: 100, contrast: 90, sepia: 10 })"  # as it comes
RED, GREEN = ("c2", "d8", "e5", "h4"), ("a5", "c7", "f2", "g7", "i6")


@pytest.mark.long
@pytest.mark.first_visit
def test_dark_extension(open_app: OpenApp, new_page: NewPage, watch: Watch) -> None:
    """The page is locked against the extension; without the lock, its colors stay apart."""
    # An extension is not bound by the policy of the page.
    watch.allow("Service Worker registration blocked")  # nothing need be stored
    page = new_page(bypass_csp=True, color_scheme="light", service_workers="block")
    page.add_init_script(path=LIBRARY)
    open_app("?form=duel&schools=northern,sylvan&seed=7", page=page)
    page.locator("#curtain-open").click()
    settled(page)
    before = _picture_of_squares(page)
    page.evaluate(ENABLE)
    assert page.locator("style.darkreader").count() == 0
    assert _picture_of_squares(page) == before

    page.evaluate("document.querySelector('meta[name=darkreader-lock]').remove()")
    page.evaluate(ENABLE)
    page.wait_for_function(
        """() => document.querySelectorAll("style.darkreader").length > 3
          && getComputedStyle(document.body).color.match(/\\d+/) > 150"""
    )
    squares = _settled_picture_of_squares(page)
    for part in (0, 1):
        reds, greens = ({squares[name][part] for name in color} for color in (RED, GREEN))
        assert reds.isdisjoint(greens), "red and green look alike"
    for name in (*RED, *GREEN):
        field, symbol = squares[name]
        assert field != symbol, f"the symbol on {name} has vanished"
    for emblem in page.locator("#hand .hcard .emblem").all():
        box = emblem.bounding_box()
        assert box is not None
        blank = _picture(page, box | {"width": 1.0, "height": 1.0})
        assert len(_picture(page, box)) > 6 * len(blank), "an emblem has vanished"


def _picture_of_squares(page: Page) -> dict[str, tuple[bytes, bytes]]:
    """Return the pictures of a place in the field and of one in the symbol, by square."""
    pictures = {}
    for name in (*RED, *GREEN):
        box = page.locator(f'[data-square="{name}"] .tile').bounding_box()
        assert box is not None
        spots = [_spot(box, 0.5, 0.125), _spot(box, 0.5, 0.5)]
        pictures[name] = (_picture(page, spots[0]), _picture(page, spots[1]))
    return pictures


def _settled_picture_of_squares(page: Page) -> dict[str, tuple[bytes, bytes]]:
    """Return the pictures when they no longer change: the extension works in steps."""
    pictures: dict[str, tuple[bytes, bytes]] = {}
    for _ in attempts("two equal pictures of the squares"):
        if (later := _picture_of_squares(page)) == pictures:
            break
        pictures = later
    return pictures


def _spot(box: FloatRect, across: float, down: float) -> FloatRect:
    """Return two pixels by two, at these parts of the width and height."""
    x, y = round(box["x"] + across * box["width"]), round(box["y"] + down * box["height"])
    return {"x": x, "y": y, "width": 2, "height": 2}


def _picture(page: Page, clip: FloatRect) -> bytes:
    return page.screenshot(clip=clip)
