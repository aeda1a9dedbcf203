"""The same story in Chromium, Firefox and WebKit, on a phone and at a desk.

One browser plays one story from its first visit to a game without a network, since starting a
browser is what takes the time. What goes wrong in the console fails the story too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from tashkalar import Game
from tashkalar.site.server import PageServer, make_server
from tests import golden
from tests.browser.conftest import SIZES
from tests.browser.engines.programs import chosen_browsers
from tests.browser.engines.tab import Tab, launch
from tests.browser.play import compare, do, look, shelved
from tests.conftest import SUB_PATH
from tests.limits import serve_in_thread

LOCALES = Path(__file__).parents[2] / "static/locale"
START = 120.0  # seconds; the first start of a browser compiles the interpreter
STORE = 90.0  # until the whole app is there for a start without a network

# On a slow machine Pyodide asks for its files later than a browser finds reasonable.
LATE = re.compile(r"preload.*not used within a few seconds")
# Said by an engine about what the others need.
HARMLESS = {
    "chromium": (LATE,),
    "firefox": (LATE,),
    "webkit": (
        LATE,
        # WebKitGTK is built without manifests; Safari has them.
        re.compile(r"Unrecognized Content-Security-Policy directive 'manifest-src'"),
    ),
}


class Unplugged:
    """A site behind a network that is gone."""

    def read(self, name: str) -> bytes | None:
        """Close the connection without an answer."""
        raise ConnectionAbortedError(name)


_DETAIL = "() => document.getElementById('app-error-detail').textContent"


class Visitor:
    """A person in front of one of the browsers."""

    def __init__(self, tab: Tab, *, touch: bool) -> None:
        self.tab = tab
        self._hit = tab.tap if touch else tab.click
        self.looks_first = touch and tab.plays_touch

    def wait_until_ready(self) -> None:
        """Wait until a move could be made; an app that gives up is not waited for."""
        state = self.tab.wait_for(
            "['ready', 'error'].find((s) => s === document.documentElement.dataset.app)", START
        )
        assert state == "ready", f"the app did not start: {self.tab.evaluate(_DETAIL)}"

    def hit(self, selector: str) -> None:
        """Click or tap."""
        self._hit(selector)

    def menu(self, action: str) -> None:
        """Choose an entry of the menu."""
        self._hit(".menu-button")
        shared = f'#menu-share [data-action="{action}"]'
        entry = f'#menu [data-action="{action}"]'
        shown = f"document.querySelector('{entry}')?.checkVisibility() ?? false"
        if self.tab.evaluate(f"() => {shown}"):
            self._hit(entry)
        else:
            self._hit('#menu [popovertarget="menu-share"]')
            self._hit(shared)

    def square(self, name: str) -> None:
        """Choose a square."""
        self._hit(f'[data-square="{name}"]')

    def card(self, id: str) -> None:
        """Choose a card of the hand."""
        self._hit(f'#hand [data-card="{id}"]', (40, 20))

    def press(self, code: str) -> None:
        """Press the button of a move; a finger sees first what an option would do."""
        asked = self.tab.evaluate(
            '(code) => !!document.querySelector(`#options [data-move="${code}"]`)', code
        )
        if self.looks_first and asked:
            self._hit(f'#options [data-move="{code}"]')
            self._hit(f'#choices [data-move="{code}"]')
        else:
            self._hit(f'#prompt [data-move="{code}"]')

    def press_id(self, id: str) -> None:
        """Press the button with this id."""
        self._hit(f"#{id}")

    def lift_curtain(self) -> None:
        """Confirm that the player to act is in front of the screen; skip the others' turn."""
        self._hit("#curtain-open")
        if self.tab.evaluate("() => document.body.hasAttribute('data-meanwhile')"):
            self._hit('[data-meanwhile-action="skip"]')


@contextmanager
def serving(folder: Path) -> Iterator[PageServer]:
    """Serve a build from a sub-path, at an origin of its own."""
    with serve_in_thread(make_server(folder, prefix=SUB_PATH, quiet=True)) as server:
        yield server


class Turn(NamedTuple):
    """A turn with a summoning whose effect asks at least twice."""

    game: Game  # before the summoning
    codes: list[str]  # the summoning and the rest of the turn
    next_codes: list[str]  # the beginning of the next player's turn


def a_turn_that_asks() -> Turn:
    """Find one in a golden game."""
    decisions = list(golden.decisions(golden.load("high-form").game))
    for at, (before, move) in enumerate(decisions):
        rest = decisions[at:]
        own = next((n for n, d in enumerate(rest) if d.before.player != before.player), 0)
        asks = sum(d.before.prompt.kind not in ("turn", "end") for d in rest[1:3])
        if move.kind == "summon" and move.match is None and asks == 2 and own > 3:
            codes = [d.move.code for d in rest]
            return Turn(before, codes[:own], codes[own : own + 2])
    raise AssertionError("no golden game has such a turn")


# In the place of whatever was saved, and of its second copies.
ONLY_THESE_GAMES = """async (texts) => {
  localStorage.clear();
  Object.assign(localStorage, texts);
  const heard = (request) =>
    new Promise((done, failed) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  const copies = await heard(indexedDB.open("tashkalar"));
  const stores = [...copies.objectStoreNames];
  const change = copies.transaction(stores, "readwrite");
  await Promise.all(stores.map((name) => heard(change.objectStore(name).clear())));
  copies.close();
}"""


# With --long each engine at both sizes. All the other tests run in Chromium.
USUAL_SIZE = {"firefox": "desktop", "webkit": "phone"}
SLOWEST = {"webkit": "phone"}  # leaves the game against the computer to the other size
STORIES = [
    pytest.param(engine, size, marks=[] if size == USUAL_SIZE.get(engine) else [pytest.mark.long])
    for engine in chosen_browsers()
    for size in ("phone", "desktop")
]


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "size"), STORIES)
def test_story(engine: str, size: str, built_folder: Path, tmp_path: Path) -> None:
    touch = size == "phone"
    width, height = SIZES[size]["width"], SIZES[size]["height"]
    browser = partial(launch, engine, tmp_path, width=width, height=height, touch=touch)
    game, codes, next_codes = a_turn_that_asks()
    languages = sorted(folder.name for folder in LOCALES.iterdir() if folder.name != "en")
    with serving(built_folder) as server:
        with browser() as tab:
            visitor = Visitor(tab, touch=touch)
            first_visit(visitor, server.url)
            tab.wait_for("document.documentElement.dataset.offline === 'ready'", STORE)
            tab.evaluate(ONLY_THESE_GAMES, shelved(game))
            check(engine, tab, server.url)

        # The same person's browser, another day, and perhaps with another language in the address.
        with browser() as tab:
            visitor = Visitor(tab, touch=touch)
            tab.open(f"{server.url}?lang={languages[0]}")
            visitor.wait_until_ready()
            spoken = tab.evaluate("() => document.documentElement.lang")
            assert spoken == languages[0]
            play_into_an_effect(visitor, game, codes)
            other_languages(visitor, languages)
            check(engine, tab, server.url)

            # In the middle of the effect.
            server.site = Unplugged()
            tab.reload()
            visitor.wait_until_ready()
            compare(tab, game, covered=False, can_undo=True, after="a reload without a network")
            for code in codes[3:]:
                do(tab, game, code, visitor)
            assert look(tab).screen == "curtain"
            for code in next_codes:
                do(tab, game, code, visitor)
            if size != SLOWEST.get(engine):
                play_against_the_computer(visitor)
            # The look for a newer version meets a server that hangs up. PyScript says of any worker
            # what it could not do.
            allowed_problem = (
                r"ERR_|connection|Failed to load resource|Unable to use `window` or `document`"
            )
            check(engine, tab, server.url, allowed=allowed_problem)


def first_visit(visitor: Visitor, url: str) -> None:
    """Begin a game on the start screen."""
    tab = visitor.tab
    tab.open(url)
    visitor.wait_until_ready()
    assert look(tab).screen == "start"
    visitor.hit('[data-opens="dlg-friend"]')
    visitor.hit("#device-open")
    visitor.hit('#setup label:has(> [name="form"][value="duel"])')
    visitor.hit("#setup-start")
    visitor.lift_curtain()
    seen = look(tab)
    assert (seen.screen, set(seen.legal)) == ("game", {"c5", "g5"})
    visitor.square("c5")
    if visitor.looks_first:  # a finger sees first what the choice does
        visitor.square("c5")
    visitor.lift_curtain()
    assert set(look(tab).pieces) == {"c5", "g5"}


def play_against_the_computer(visitor: Visitor) -> None:
    """Begin a game against the computer, whose worker plays without a network too."""
    tab = visitor.tab
    visitor.menu("new-game")
    visitor.hit("#arena-start")
    tab.wait_for("document.body.dataset.screen === 'game'")
    visitor.square("e5")
    visitor.press(".")
    pieces = "document.querySelectorAll('#board-grid [data-piece]').length"
    tab.wait_for(f"!document.getElementById('meanwhile').hidden || {pieces} > 1", START)
    workers = "() => document.querySelectorAll('script[name^=\"opponent-\"]').length"
    assert tab.evaluate(workers) == 1
    assert "a simple way" not in tab.text("body")


def play_into_an_effect(visitor: Visitor, game: Game, codes: list[str]) -> None:
    """Summon, answer, take the answer back and give it again; then answer once more."""
    tab = visitor.tab
    compare(tab, game, covered=False, can_undo=None)
    do(tab, game, codes[0], visitor)
    do(tab, game, codes[1], visitor)
    visitor.hit('.bar [data-action="undo"]')
    game.undo()
    compare(tab, game, covered=False, can_undo=True, after="undo")
    do(tab, game, codes[1], visitor)
    do(tab, game, codes[2], visitor)


def other_languages(visitor: Visitor, languages: list[str]) -> None:
    """Choose every language, each without a reload."""
    tab = visitor.tab
    tab.evaluate("() => { window.stillHere = true; }")
    visitor.menu("settings")
    title = tab.evaluate("() => document.getElementById('settings-title').dataset.i18n")
    offered: list[str] = tab.evaluate(
        "() => [...document.querySelectorAll('#set-language option')].map((o) => o.value)"
    )
    assert {*languages, "en"} == set(offered)
    for language in (*languages, "en"):
        tab.choose("#set-language", language)
        tab.wait_for(f"document.documentElement.lang === '{language}'")
        texts = json.loads((LOCALES / language / "page.json").read_text(encoding="utf-8"))
        shown = "document.getElementById('settings-title').textContent"
        tab.wait_for(f"{shown} === {json.dumps(texts[title])}")
    visitor.hit("#dlg-settings [data-closes]")
    assert tab.evaluate("() => window.stillHere")


def check(engine: str, tab: Tab, base: str, allowed: str = "(?!)") -> None:
    """Check that the page reported no error and requested nothing outside the site's folder."""
    patterns = (*HARMLESS[engine], re.compile(allowed))
    problems = [p for p in tab.problems() if not any(pattern.search(p) for pattern in patterns)]
    assert not problems, "the page reported:\n  " + "\n  ".join(problems)
    requests = tab.requests()
    ours = (base, "blob:", "data:", "about:")
    elsewhere = [url for url in requests if not url.startswith(ours)]
    assert requests and not elsewhere, f"asked for {elsewhere}"
