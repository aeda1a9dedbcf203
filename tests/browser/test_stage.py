"""The stage and the hand: nothing is cut, and nothing moves while a game is played."""

from __future__ import annotations

from typing import Any

import pytest

from tashkalar import cards
from tashkalar.ui.faces import face
from tashkalar.ui.i18n import LANGUAGES, Catalogue
from tashkalar.ui.stage import length_class
from tests import golden
from tests.browser.conftest import OpenApp
from tests.browser.play import LOCALE, Mouse, act, shelved
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


def test_no_text_of_a_card_is_cut(open_app: OpenApp) -> None:
    """All beings, legends and flares in five languages fit into the stage of every size."""
    board = pattern_at("knight", "e5") | {"i4": "2 common"}
    game = arrange(board, hand=["knight"], flare="flare-01")
    page = open_app(size="phone", storage=shelved(game))
    kinds: dict[str, list[Any]] = {"knight": [*beings()], "flare-01": [*flares()]}
    for card, shown in kinds.items():
        page.locator(f'#hand [data-card="{card}"]').click(position={"x": 20, "y": 20})
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            over = page.evaluate(TOO_LONG, shown)
            assert over == [], f"{width}x{height}: {over[:9]}"
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 390, "height": 844})


WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({ node }) => node?.id || node?.className);
      window.shifts.push([entry.value, moved]);
    }
  }).observe({ type: 'layout-shift' });
}"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_jumps_while_a_game_is_played(open_app: OpenApp, size: str) -> None:
    """Also what a click makes jump counts here, which browsers leave out of their own sum."""
    stored = golden.load("high-form")
    page = open_app(stored.query, size=size)
    game, hands = stored.start(), Mouse(page)
    page.evaluate(WATCH_SHIFTS)
    for code in stored.game.codes[:14]:
        act(page, game, code, hands)
        game.play(code)
    shifts: list[Any] = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.01, shifts
