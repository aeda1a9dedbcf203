"""The stage and the hand: nothing is cut, and nothing moves while a game is played."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tashkalar import cards
from tashkalar.ui.faces import face
from tashkalar.ui.i18n import LANGUAGES, Catalogue
from tashkalar.ui.stage import length_class
from tests.browser.conftest import OpenApp
from tests.browser.play import LOCALE, shelved
from tests.support import arrange, pattern_at

SIZES = [(360, 640), (390, 844), (768, 1024), (844, 390), (1024, 768), (1366, 768), (1600, 1000)]
SIZES += [(2560, 1440)]

# What is shown is what the page itself has drawn for one card; then only the words change.
TOO_LONG = """(shown) => {
  const stage = document.getElementById('prompt');
  const text = document.getElementById('stage-text');
  const body = stage.querySelector('.onstage-body');
  const halves = [...stage.querySelectorAll('.onstage-half [data-field="text"]')];
  const found = [];
  for (const { name, words, length, both } of shown) {
    if (both) halves.forEach((half, n) => { half.textContent = both[n]; });
    else { text.textContent = words; stage.dataset.length = length; }
    const over = [body.scrollHeight - body.clientHeight, body.scrollWidth - body.clientWidth];
    if (over[0] > 1 || over[1] > 1) found.push([name, over]);
  }
  return found;
}"""
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
  .map((e) => `${e.className}: ${e.textContent.trim().slice(0, 60)}`)"""


def catalogue(language: str) -> Catalogue:
    """The words of a language."""
    words = Catalogue(language=language)
    for folder in {"en", language}:
        for path in (LOCALE.parent / folder).glob("*.json"):
            words.load(folder, path.read_text(encoding="utf-8"))
    return words


def beings() -> list[dict[str, str]]:
    """The text of every being and legend in every language."""
    found = []
    for language in LANGUAGES:
        words = catalogue(language)
        for id in cards.BEINGS:
            text = " ".join(words.message(part) for part in face(id, "northern").texts)
            found.append({"name": f"{language} {id}", "words": text, "length": length_class(text)})
    return found


def flares() -> list[dict[str, object]]:
    """The two halves of every flare in every language."""
    found: list[dict[str, object]] = []
    for language in LANGUAGES:
        words = catalogue(language)
        for id in cards.FLARES:
            halves = [words.message(half.text) for half in face(id, "northern").halves]
            found.append({"name": f"{language} {id}", "both": halves})
    return found


def one_card_up(open_app: OpenApp, card: str) -> Page:
    """A page with this card taken up, at a square where it can be summoned if it can be."""
    board = pattern_at("knight", "e5") | {"i4": "2 common"}
    game = arrange(board, hand=["knight"], flare="flare-01")
    page = open_app(size="phone", storage=shelved(game))
    page.locator(f'#hand [data-card="{card}"]').click(position={"x": 20, "y": 20})
    return page


@pytest.mark.parametrize("card", ["knight", "flare-01"])
def test_no_text_of_a_card_is_cut(open_app: OpenApp, card: str) -> None:
    """All beings, legends and flares in five languages fit into the stage of every size."""
    page = one_card_up(open_app, card)
    shown: list[Any] = [*(flares() if card.startswith("flare") else beings())]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        over = page.evaluate(TOO_LONG, shown)
        assert over == [], f"{width}x{height}: {over[:9]}"
