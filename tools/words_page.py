"""Write a page for translators that shows each text where it stands on the screen.

    python -m tools.words_page dist/words                       in Spanish
    python -m tools.words_page -l el -l it dist/words           in Greek and Italian
    python -m tools.words_page --state game --state result dist/words      these states anew

The tool opens the states of the page in Chromium, on a phone and on a wide screen, with the texts
of a language; an invisible number at the end of each text says which key it has. The page has all
texts beside all pictures: a frame around a text leads to its key, English and translation, and each
key leads to its frames. A text in no picture says where it stands, and is listed below a picture
of that screen or of one like it.

All states take some forty minutes a language. A run that was stopped goes on where it was: a state
is opened again only if a text in its pictures has changed, or if it is named.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from fnmatch import fnmatchcase
from hashlib import sha256
from html import escape
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from playwright.sync_api import Browser, Error, Page, Route

from tashkalar.far.message import write_text
from tashkalar.site.paths import PLAIN_FOLDERS
from tashkalar.site.reference_pages.site_pages import SitePages
from tashkalar.ui.text.catalogue import NOUN_FORM, SOURCE_LANGUAGE
from tests.far.peers import MELEE, begun, invitation
from tools import words_entries
from tools.served_browser import start_browser
from tools.translated import ROOT, TRANSLATIONS, read_texts
from tools.words_places import LinePlace, lesson_places

_LONG_SIZE = 412, 1800  # a phone without an end
_WALK_PAUSE_MS = 250
_WAITS = 6
_CLICK_MS, _CLICK_PAUSE_MS = 500, 150
_THINKS_MS = 20_000  # a computer player
_PAGE_MS = 1500  # until the boards in a page of another site are there
_CAPTION = """#announcer:not(:empty) { position: fixed !important; inset: auto 0 0 0 !important;
  width: auto !important; height: auto !important; clip-path: none !important;
  clip: auto !important; white-space: normal !important; margin: 0 !important; z-index: 9999;
  padding: .6rem 1rem !important; background: #000; color: #fff; font: 16px/1.4 sans-serif; }"""
_MOST_PRESSES = 50  # of one step of a walk
SIZES = {"phone": (390, 844), "wide": (1366, 768)}
_DIGITS = "\N{FUNCTION APPLICATION}\N{INVISIBLE TIMES}\N{INVISIBLE SEPARATOR}\N{INVISIBLE PLUS}"
_SIGN = "\N{ZERO WIDTH NON-JOINER}"  # before the digits
_LENGTH = 7  # digits to the base of 4, for some 16,000 keys
_PLAIN_PAGE = rf"/({'|'.join(PLAIN_FOLDERS)})/[a-z]+/[^/]*\.html"
_READY = "['ready', 'error'].includes(document.documentElement?.dataset.app)"
_TIMEOUT_MS = 120_000
_PAUSE_MS = 700  # until an animation is over
# Texts that go into the names of a game, where no invisible signs are allowed.
_UNMARKED = ("bots.", "player.teammate", "school.", "page.school.")
_FIND = """() => {
  const found = [];
  const keys = (text) => [...text.matchAll(/\\u200c([\\u2061-\\u2064]{7})/g)].map((one) => one[1]);
  const add = (element, text, isLabel) => {
    const numbers = keys(text);
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isInside = left < innerWidth && top < innerHeight && right > 0 && bottom > 0;
    const isSeen = isInside && width > 1 && height > 1;
    if (numbers.length && isSeen && element.checkVisibility({ visibilityProperty: true }))
      found.push({ numbers, isLabel, box: [left, top, width, height].map(Math.round) });
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const drawing = texts.currentNode.parentElement.closest("svg title, svg desc")?.parentElement;
    add(drawing ?? texts.currentNode.parentElement, texts.currentNode.data, Boolean(drawing));
  }
  const about = document.querySelector("meta[name=description]")?.content ?? "";
  for (const [line, text] of [document.title, about].entries()) {  // of the tab, of a search engine
    const box = [0, 10 * line, innerWidth, 10].map(Math.round);
    if (keys(text).length) found.push({ numbers: keys(text), isLabel: true, box });
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      add(element, element.getAttribute(name) ?? "", true);
  return found;
}"""


_OVERFLOW = """() => Math.max(0, ...[...document.querySelectorAll("*")]
  .filter((node) => node === document.scrollingElement
    || /auto|scroll/.test(getComputedStyle(node).overflowY))
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.clientHeight > 99)
  .map((node) => node.scrollHeight - node.clientHeight))"""
_COUNT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).length"""
_PRESS_ONE = """([selector, number]) => {
  const node = [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))[number];
  node?.focus();
  node?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}"""
_DECISIONS = (
    "[data-square][data-legal], #choices button:enabled, #hand [data-card], #curtain-open,"
    ' [data-action="hint"]:enabled, [data-action="last-turn"]:enabled'
)
_PARTS = ("button:enabled", "summary", "input:is([type=radio], [type=checkbox])")
_EVERYTHING = ", ".join(
    f"{part}:not([data-action='language'], [data-reload], [data-action='home'])" for part in _PARTS
)
_GROWTHS = 4  # at most: a dialog may be lower than the screen by a share of it


class State(NamedTuple):
    """A state of the page: its address after the language, and what is pressed there.

    A walk goes on from there, with a picture for each step that shows texts which are in no picture
    yet. Its steps: a fragment of the address such as ``#lesson=rank``; ``each`` and a selector, to
    press one element after another; ``again`` and a selector, to press the first one as long as
    there is one; ``roam`` and a selector, to press by chance; ``click`` and a selector, to click as
    a mouse does; ``open`` and the address of another page; ``store`` and a name of
    `words_entries.entries`, to
    begin anew with that in the storage; ``file``, a selector and a name of `words_entries.file`, to
    choose that file, or ``drop`` and the name; ``fill``, a selector and a text; ``type`` and a key;
    ``wait`` and a selector; ``hear``, to show from now on what is said; ``reload``;
    ``refuse`` and the name of an error of the storage; or a selector.
    """

    name: str
    address: str = ""
    presses: tuple[str, ...] = ()  # selectors; a press on what is not there is left out
    grows: bool = False  # the screen is as high as its list is long
    walk: tuple[str, ...] = ()


_HIGHEST = 12_000  # pixels of a screen that grows
_GAME = "&form=high-form&seed=7"
_BEGIN = "#curtain-open"
_RESIGN = _BEGIN, '[data-action="resign"]'
_CONFIRM = "#confirm-ok, #dlg-confirm .primary"
_TURNS_APART = 9
_CHOICES = "#choices button:enabled:not([data-primary])"
_MOST_PAGES, _SOME_PAGES = 40, 20
_IN_A_WALK = 10  # lessons, so that a run that was stopped has not far to go again


def _dialog(name: str) -> str:
    return f'[data-action="{name}"]'


STATES: tuple[State, ...] = (
    State("start", grows=True),
    *(
        State(f"dialog-{name}", "", (f'[data-action="{name}"]',), grows=True)
        for name in (
            *("you", "library", "settings", "rules", "gallery", "lessons", "puzzles", "packs"),
            *("stored", "statistics", "rating", "moments", "company"),
            *("far", "workshop", "about", "new-game"),
        )
    ),
    *(
        State(name, "", ('[data-action="puzzles"]', f'[data-action="{name}"]'), grows=True)
        for name in ("daily-duel", "drill")
    ),
    State("curtain", _GAME),
    State("game", _GAME, (_BEGIN,)),
    State("game-card", _GAME, (_BEGIN, "#hand [data-card]")),
    State("game-placed", _GAME, (_BEGIN, '[data-square="e5"]', '[data-square="e5"]')),
    State("hint", _GAME, (_BEGIN, '[data-action="hint"]')),
    State("duel", "&form=duel&seed=3", (_BEGIN,)),
    State("melee", "&form=melee&seed=3", (_BEGIN,)),
    State("resign", _GAME, _RESIGN),
    State("result", _GAME, (*_RESIGN, _CONFIRM), grows=True),
    State("review", _GAME, (*_RESIGN, _CONFIRM, '[data-action="review"]')),
    State("puzzle", "&puzzle=a-stone-in-the-way"),
    State("lesson", "&lesson=placing"),
    State("lesson-mistake", "&lesson=placing", ('[data-square="a4"]', '[data-square="a4"]')),
    State("lesson-rank", "&lesson=rank"),
    State("error", "&form=nothing"),
)


def _golden_records() -> Iterator[tuple[str, str]]:
    """Yield whole games with all kinds of questions, with the names of their files."""
    for path in sorted((ROOT / "tests" / "golden").glob("*.txt")):
        yield path.stem, path.read_text(encoding="utf-8")


def states() -> tuple[State, ...]:
    """Return all states, those with a walk last."""
    return *STATES, *_walks()


def _walks() -> Iterator[State]:
    """Yield the states with walks: through lessons, puzzles, cards, rules and games."""
    lessons = sorted(path.stem for path in (ROOT / "static" / "lessons").glob("*.json"))
    lessons = [name for name in lessons if name not in ("course", "pictures")]
    for number in range(0, len(lessons), _IN_A_WALK):
        walk = tuple(
            step
            for lesson in lessons[number : number + _IN_A_WALK]
            for step in _lesson_steps(lesson)
        )
        yield State(f"walk-lessons-{number}", "&lesson=placing", walk=walk)
    index = json.loads((ROOT / "static" / "puzzles" / "index.json").read_text(encoding="utf-8"))
    by_theme = {
        puzzle["theme"]: puzzle["id"] for file in index["files"] for puzzle in file["puzzles"]
    }
    hint = '[data-action="hint"]'
    puzzles = tuple(step for id in by_theme.values() for step in (f"#puzzle={id}", hint))
    yield State("walk-puzzles", "&puzzle=a-stone-in-the-way", walk=puzzles)
    cards = (_dialog("gallery"), "each #dlg-gallery [data-detail]")
    yield State("walk-cards", "", grows=True, walk=cards)
    yield State(
        "walk-rules",
        "",
        grows=True,
        walk=(_dialog("rules"), "each #dlg-rules button, #dlg-rules a"),
    )
    setup = (_dialog("new-game"), "each #setup input[type=radio], #setup input[type=checkbox]")
    yield State("walk-setup", "", grows=True, walk=setup)
    for name in ("far", "workshop", "packs", "stored", "settings", "you", "company", "statistics"):
        yield State(f"walk-{name}", "", (_dialog(name),), grows=True, walk=(f"roam {_EVERYTHING}",))
    for name in ("daily-duel", "drill"):
        way = (_dialog("puzzles"), _dialog(name))
        yield State(f"walk-{name}", "", way, walk=(f"roam {_EVERYTHING}",))
    for form, record in _golden_records():
        lines = record.splitlines(keepends=True)
        begun_lines = [line for line in lines if not line.startswith("Result:")]
        turns = [n for n, line in enumerate(begun_lines) if re.match(r"\d+\. ", line)]
        steps: list[str] = []
        for end in turns[_TURNS_APART::_TURNS_APART]:
            steps += [f"#record={quote(''.join(begun_lines[:end]))}", hint, f"each {_CHOICES}"]
            steps.append(f"roam {_DECISIONS}")
        yield State(f"walk-turns-{form}", "&form=duel", walk=tuple(steps))
        text = "".join(begun_lines)
        asked = tuple(
            f"#record={quote(text[: found.start()])}"  # the question that is answered in brackets
            for found in re.finditer(r" \(", text)
            if found.start() > text.index("1. ")
        )
        yield State(f"walk-asks-{form}", "&form=duel", walk=asked)
        back, review = '[data-walk="back"]:enabled', '[data-action="review"]'
        whole = (f"#record={quote(record)}", f"again {back}", review, f"roam {_EVERYTHING}")
        yield State(f"walk-end-{form}", "&form=duel", walk=whole)
    far = [f"#far={write_text(game.log)}" for game in (invitation(), begun(), invitation(*MELEE))]
    walk = tuple(step for one in far for step in (one, "#far-join-ok", f"roam {_EVERYTHING}"))
    yield State("walk-messages", "", walk=walk)
    yield from _stored_walks()
    yield from _plain_walks()
    bad = ("lesson=none", "puzzle=none", "far=none", "study=none", "record=none", "scenario=none")
    yield State("walk-errors", "", walk=tuple(f"#{one}" for one in bad))


def _stored_walks() -> Iterator[State]:
    """Yield the states that begin with something in the storage, or that open files."""
    click = "click {}".format
    attempt = ("i5", "h5")
    end = '#prompt [data-move="."]'
    waste = (*(click(_square(name)) for name in attempt), f"wait {end}", click(end))
    judged = "wait #lesson:is([data-state=failed], [data-state=reached])"
    claim = '[data-move^="=red"]'
    better = (*(click(_square(name)) for name in ("e5", "g1")), f"wait {claim}", click(claim))
    buttons = ("#mistake-plan", "#mistake-again")
    puzzles = _dialog("puzzles")
    yield State(
        "walk-mistakes",
        walk=(
            *("store mistakes", puzzles, "#due", click(_square("i5")), click("#mistake-play")),
            *(*better, judged, click("#mistake-next")),
            *(*waste, judged, *map(click, buttons), *better, judged, click("#mistake-remove")),
            *(click(_CONFIRM), "store mistakes", puzzles, "#due", click("#mistake-remove")),
            *(click(_CONFIRM), "store damaged-mistake", puzzles, "#due"),
        ),
    )
    said = tuple(
        step
        for card in ("knight", "champion", "swordmaster", "flare-08")
        for step in (f"focus {_card(card)}", *(f"type {key}" for key in "ookkl"))
    )
    first = ("hear", "type l", "type o", "type k", "store ready-hand", "hear")
    yield State("walk-spoken", walk=(*first, *said, "store going", "hear", "type o", "type o"))
    you, stored, packs = _dialog("you"), _dialog("stored"), _dialog("packs")
    drops = tuple(f"drop {name}" for name in ("empty", "damaged", "huge", "newer", "record"))
    place = (_BEGIN, '[data-square="i5"]', '[data-square="i5"]', "wait #banner")
    yield State(
        "walk-saves",
        grows=True,
        walk=(
            *("store damaged-saves", you, "store newer-save", you, "store cut-save"),
            *("store finished", you, *drops, "reload", "store going"),
            *("refuse QuotaExceededError", *place, "store going", "refuse UnknownError", *place),
            *("store everything", stored, click("#stored-export"), "file #stored-import damaged"),
            *("file #stored-import huge", click("[data-stored-delete]"), click(_CONFIRM)),
            *(click("#stored-forget"), click(_CONFIRM)),
        ),
    )
    wheels = ("no-wheel", "depends", "entry", "shadow", "content", "path", "run", "good", "good")
    packed = (
        step
        for name in ("no-zip", *(f"pack-{one}" for one in wheels))
        for step in (
            f"file #pack-choose {name}",
            click("#pack-ask-ok"),
            "wait #pack-status:not(:empty)",
        )
    )
    address = '[name="address"]'
    addresses = ("nonsense", "https://example.org/a.whl", "packs/a.whl", "packs/a.whl#sha256=1")
    yield State(
        "walk-adding-packs",
        grows=True,
        walk=(
            *(packs, *(f"fill {address} {one}" for one in addresses), *packed),
            *(click("#packs-list input"), click("#packs-list button"), click(_CONFIRM)),
        ),
    )


def _plain_walks() -> Iterator[State]:
    """Yield the states of the pages beside the game: those without scripts, those for authors."""
    pages = SitePages(ROOT)
    for folder in PLAIN_FOLDERS:
        names = [name for name in pages.names() if name.startswith(f"{folder}/{SOURCE_LANGUAGE}/")]
        if len(names) > _MOST_PAGES:  # cards: one of each kind says what is on the others
            names = names[:: len(names) // _SOME_PAGES]
        walk = tuple(
            f"open {name.replace(f'/{SOURCE_LANGUAGE}/', '/{language}/')}" for name in names
        )
        yield State(f"walk-pages-{folder}", walk=walk)
    yield State("walk-embedding", walk=("open static/demo/embedding.html?lang={language}",))


def _lesson_steps(lesson: str) -> Iterator[str]:
    """Yield the steps through a lesson: each part with its mistakes, its hints and its way."""
    show, on = '[data-action="show-me"]:enabled', '[data-action="go-on"]:enabled'
    yield f"#lesson={lesson}"
    for part in _lesson_parts(lesson):
        ways = part.get("ways") or [[]]
        mistakes = [one for one in part.get("mistakes", ()) if "after" not in one]
        for done, code in enumerate((*ways[0], "")):
            for mistake in mistakes:
                if mistake.get("when", {}).get("done", 0) == done:
                    yield from _mistake_steps(mistake)
                    yield "type Escape"
            if not done:
                yield from (f"click {show}",) * 3
                yield "click #coach [data-action='restart-part']"
            if code:
                yield from (f"click {selector}" for selector in code_presses(code))
        yield f"again {on}"


def _lesson_parts(lesson: str) -> list[dict[str, Any]]:
    path = ROOT / "static" / "lessons" / f"{lesson}.json"
    parts: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["parts"]
    return parts


def _mistake_steps(mistake: Mapping[str, Any]) -> Iterator[str]:
    """Yield the presses that a lesson answers as a mistake."""
    if "move" in mistake:
        presses = code_presses(mistake["move"])
    else:
        cards = [_card(mistake["card"])] if "card" in mistake else []
        square = mistake["square"]
        wrong = "[data-square]:not([data-legal])" if square == "*" else _square(square)
        presses = (*cards, wrong)
    yield from (f"click {selector}" for selector in presses)


_LEGAL = "[data-square][data-legal]"
_SQUARE = "[a-i][1-9]"


def _square(name: str) -> str:
    return f'[data-square="{name}"]' if re.fullmatch(_SQUARE, name) else _LEGAL


def _card(id: str) -> str:
    return "#hand [data-card]" if id == "*" else f'#hand [data-card="{id}"]'


def code_presses(code: str) -> tuple[str, ...]:
    """Return what is pressed for the code of a move in a lesson; * stands for anything."""
    if found := re.fullmatch(rf"\+({_SQUARE}|\*)", code):
        return (_square(found[1]) if found[1] != "*" else '[data-square][data-legal="place"]',)
    if found := re.fullmatch(r"([a-z-]+\d*)@(.*)", code):
        return _card(found[1]), _square(found[2])
    if found := re.fullmatch(rf"({_SQUARE}|\*)-({_SQUARE}|\*)", code):
        return _square(found[1]), _square(found[2])
    if re.fullmatch(rf"{_SQUARE}|\*", code):
        return (_square(code),)
    if found := re.fullmatch(r"~(.*)", code):
        return _card(found[1]), '#prompt [data-move^="~"], #choices [data-move^="~"]'
    name = f'[data-move^="{code[0]}"]' if code.endswith("*") else f'[data-move="{code}"]'
    return (f"#board-overlay {name}, #prompt {name}",)


class Place(NamedTuple):
    """Texts of one element on a picture."""

    keys: tuple[str, ...]
    is_label: bool  # a name for the pointer or for screen readers
    box: tuple[int, int, int, int]  # left, top, width, height in pixels


class Picture(NamedTuple):
    """A state on a screen of some size."""

    name: str
    size: tuple[int, int]
    file: str
    places: tuple[Place, ...]


# --- numbers in texts -----------------------------------------------------------------------------


def mark_number(number: int) -> str:
    """Return a number as invisible signs."""
    digits = (_DIGITS[number // 4**place % 4] for place in reversed(range(_LENGTH)))
    return _SIGN + "".join(digits)


def read_number(digits: str) -> int:
    """Return the number that invisible signs, without the first one, stand for."""
    number = 0
    for digit in digits:
        number = 4 * number + _DIGITS.index(digit)
    return number


def mark_texts(texts: Mapping[str, str], numbers: Mapping[str, int]) -> dict[str, str]:
    """Return texts with the numbers of their keys at the end."""
    return {
        key: text if key.startswith(_UNMARKED) else text + mark_number(numbers[key])
        for key, text in texts.items()
    }


# --- pictures -------------------------------------------------------------------------------------


def take_pictures(
    browser: Browser,
    address: str,
    language: str,
    folder: Path,
    state: State,
    known: AbstractSet[str] = frozenset(),
) -> tuple[Picture, ...]:
    """Return the pictures of a state in all sizes, whose files are written into the folder.

    A walk has a picture for each step with texts that are not `known` and in no earlier picture.
    """
    keys = list(read_texts(language))
    numbers = {key: number for number, key in enumerate(keys)}
    pictures = []
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(_TIMEOUT_MS)
    page = context.new_page()
    try:
        page.route("**/static/locale/*/*.json", _marker_of(numbers))
        page.route(re.compile(_PLAIN_PAGE), _plain_pages_of(language, numbers))
        walk_size = _LONG_SIZE if state.grows else SIZES["phone"]
        _set_size(page, walk_size if state.walk else SIZES["phone"])
        page.goto(f"{address}?lang={language}{state.address}")
        page.wait_for_function(_READY)
        page.wait_for_timeout(_PAUSE_MS)
        for selector in state.presses:
            _press(page, selector)
        seen = set(known)
        with suppress(Error):  # such as a press that leaves the page: what was found is kept
            for number, _ in enumerate(_walk(page, state.walk)):
                places = tuple(_places(page.evaluate(_FIND), keys))
                new = {key for place in places for key in place.keys} - seen
                if not new:
                    continue
                seen |= new
                name = f"{language}-{state.name}-{number}.jpg"
                page.screenshot(path=folder / name, type="jpeg", quality=60)
                port = page.viewport_size
                shown = (port["width"], port["height"]) if port else walk_size
                pictures.append(Picture(f"{state.name}, {number}", shown, name, places))
        for size_name, size in () if state.walk else SIZES.items():
            _set_size(page, size)
            page.wait_for_timeout(_PAUSE_MS)
            if state.grows:
                size = _grow(page, size)
            name = f"{language}-{state.name}-{size_name}.jpg"
            page.screenshot(path=folder / name, type="jpeg", quality=70)
            places = tuple(_places(page.evaluate(_FIND), keys))
            pictures.append(Picture(f"{state.name}, {size_name}", size, name, places))
    finally:
        context.close()
    return tuple(pictures)


def _walk(page: Page, steps: Sequence[str]) -> Iterator[None]:
    """Yield after each press of a walk."""
    chance = Random(" ".join(steps))
    for step in steps:
        kind, _, selector = step.partition(" ")
        if kind in _OTHER_STEPS:
            with suppress(Error):  # such as a click on what is not there
                _OTHER_STEPS[kind](page, selector)
            page.wait_for_timeout(_CLICK_PAUSE_MS)
            yield
        elif kind == "each":
            for number in range(_count(page, selector)):
                page.evaluate(_PRESS_ONE, [selector, number])
                page.wait_for_timeout(_WALK_PAUSE_MS)
                yield
        elif kind in ("again", "roam"):
            for _ in range(_MOST_PRESSES):
                if not (count := _count(page, selector)):
                    break
                number = chance.randrange(count) if kind == "roam" else 0
                page.evaluate(_PRESS_ONE, [selector, number])
                page.wait_for_timeout(_WALK_PAUSE_MS)
                yield
        else:
            if step.startswith("#") and "=" in step:
                page.evaluate("(fragment) => { location.hash = fragment; }", step)
                page.wait_for_timeout(_PAUSE_MS)
            else:
                _press(page, step)
            yield


def _click(page: Page, selector: str) -> None:
    page.locator(selector).filter(visible=True).first.click(timeout=_CLICK_MS)


def _open(page: Page, address: str) -> None:
    language = page.evaluate("document.documentElement.lang")
    page.goto(urljoin(page.url, f"/{address.format(language=language)}"))
    _set_size(page, _LONG_SIZE)
    page.wait_for_timeout(_PAGE_MS)
    _grow(page, _LONG_SIZE)


def _store(page: Page, name: str) -> None:
    """Begin anew with other entries in the storage."""
    address = page.url
    page.goto(urljoin(address, "/LICENSE"))  # where nothing is written at the end
    page.evaluate(
        "(texts) => { localStorage.clear(); Object.assign(localStorage, texts); }",
        words_entries.entries(name),
    )
    _begin(page, address.partition("#")[0])


def _begin(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_function(_READY)
    page.wait_for_timeout(_PAUSE_MS)


def _choose_file(page: Page, words: str) -> None:
    selector, _, name = words.partition(" ")
    file, data = words_entries.file(name)
    kind = "application/octet-stream"
    with page.expect_file_chooser(timeout=_PAGE_MS) as chooser:
        page.locator(selector).click(timeout=_CLICK_MS)
    chooser.value.set_files({"name": file, "mimeType": kind, "buffer": data})
    page.wait_for_timeout(_PAGE_MS)


def _drop(page: Page, name: str) -> None:
    file, data = words_entries.file(name)
    page.evaluate(
        """([name, text]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], name));
          const options = { dataTransfer, bubbles: true, cancelable: true };
          document.querySelector("#app, main").dispatchEvent(new DragEvent("drop", options));
        }""",
        [file, data.decode()],
    )
    page.wait_for_timeout(_PAUSE_MS)


def _fail_to_store(page: Page, name: str) -> None:
    """Let the storage refuse from now on whatever is written."""
    page.evaluate(
        "(name) => { Storage.prototype.setItem = () => { throw new DOMException('', name); }; }",
        name,
    )


def _fill(page: Page, words: str) -> None:
    selector, _, text = words.partition(" ")
    page.locator(selector).fill(text, timeout=_CLICK_MS)
    page.keyboard.press("Enter")
    page.wait_for_timeout(_PAGE_MS)


def _hear(page: Page, _: str) -> None:
    """Show as a caption what the hidden live regions say."""
    page.evaluate(
        """(style) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(style);
          document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        }""",
        _CAPTION,
    )


_OTHER_STEPS: dict[str, Callable[[Page, str], None]] = {
    "click": _click,
    "open": _open,
    "store": _store,
    "file": _choose_file,
    "type": lambda page, key: page.keyboard.press(key),
    "hear": _hear,
    "drop": _drop,
    "fill": _fill,
    "focus": lambda page, selector: page.locator(selector).first.focus(timeout=_CLICK_MS),
    "wait": lambda page, selector: page.locator(selector).first.wait_for(timeout=_THINKS_MS),
    "reload": lambda page, _: _begin(page, page.url),
    "refuse": _fail_to_store,
}


def _count(page: Page, selector: str) -> int:
    """Return how many elements can be seen, after a while if there is none yet."""
    for _ in range(_WAITS):
        if count := int(page.evaluate(_COUNT, selector)):
            return count
        page.wait_for_timeout(_WALK_PAUSE_MS)
    return 0


def _set_size(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def _grow(page: Page, size: tuple[int, int]) -> tuple[int, int]:
    """Make the screen as high as the longest list in it; return its size."""
    for _ in range(_GROWTHS):
        longer = int(page.evaluate(_OVERFLOW))
        if longer <= 1 or size[1] >= _HIGHEST:
            break
        size = size[0], min(size[1] + longer, _HIGHEST)
        _set_size(page, size)
        page.wait_for_timeout(_PAUSE_MS)
    return size


def keep_state(
    folder: Path, language: str, state: State, pictures: Sequence[Picture], stamp: str
) -> None:
    """Write what was found in the pictures of a state beside them."""
    content = {"stamp": stamp, "pictures": pictures}
    text = json.dumps(content, ensure_ascii=False)
    (folder / f"{language}-{state.name}.json").write_text(text, encoding="utf-8")


def kept_state(folder: Path, language: str, state: State) -> tuple[str, tuple[Picture, ...]]:
    """Return the stamp and the pictures of a state in the folder; without them "" and none."""
    path = folder / f"{language}-{state.name}.json"
    if not path.exists():
        return "", ()
    content = json.loads(path.read_text(encoding="utf-8"))
    return content["stamp"], tuple(
        Picture(
            name, tuple(size), file, tuple(Place(tuple(k), own, tuple(b)) for k, own, b in places)
        )
        for name, size, file, places in content["pictures"]
    )


def stamp_of(state: State, pictures: Sequence[Picture], texts: Mapping[str, str]) -> str:
    """Return what changes with the way to a state and with the texts in its pictures."""
    shown = [(key, texts.get(key)) for key in sorted(frames_by_key(pictures))]
    return sha256(repr((state, shown)).encode()).hexdigest()[:16]


def _marker_of(numbers: Mapping[str, int]) -> Callable[[Route], None]:
    """Return what answers a request for a catalogue: the texts with their numbers."""

    def answer(route: Route) -> None:
        path = ROOT / "static" / route.request.url.partition("/static/")[2].partition("?")[0]
        texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        known = {key: text for key, text in texts.items() if key in numbers}
        body = json.dumps({**texts, **mark_texts(known, numbers)}, ensure_ascii=False)
        route.fulfill(body=body, content_type="application/json")

    return answer


class _MarkedPages(SitePages):
    """The plain pages, whose texts in one language have their numbers."""

    def __init__(self, language: str, numbers: Mapping[str, int]) -> None:
        super().__init__(ROOT)
        self._language, self._numbers = language, numbers

    def _read_texts(self, language: str) -> dict[str, str]:
        texts = super()._read_texts(language)
        return mark_texts(texts, self._numbers) if language == self._language else texts


def _plain_pages_of(language: str, numbers: Mapping[str, int]) -> Callable[[Route], None]:
    """Return what answers a request for a plain page."""
    pages = _MarkedPages(language, numbers)

    def answer(route: Route) -> None:
        name = urlsplit(route.request.url).path.lstrip("/")
        route.fulfill(body=pages.read(name) or "", content_type="text/html; charset=utf-8")

    return answer


def _press(page: Page, selector: str) -> None:
    """Press the first element with a selector, seen or not; nothing if there is none."""
    page.evaluate("(selector) => document.querySelector(selector)?.focus()", selector)
    page.evaluate("(selector) => document.querySelector(selector)?.click?.()", selector)
    page.evaluate(
        """(selector) => {
          const node = document.querySelector(selector);
          if (node && !node.click) node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }""",
        selector,
    )
    page.wait_for_timeout(_PAUSE_MS)


def _places(found: Sequence[Mapping[str, object]], keys: Sequence[str]) -> Iterator[Place]:
    for one in found:
        numbers, box = one["numbers"], one["box"]
        assert isinstance(numbers, list) and isinstance(box, list)
        named = tuple(keys[read_number(digits)] for digits in numbers)
        yield Place(named, bool(one["isLabel"]), (box[0], box[1], box[2], box[3]))


# --- the page -------------------------------------------------------------------------------------

_STYLE = """
* { box-sizing: border-box; }
body { font: 15px/1.4 sans-serif; margin: 0; display: grid; height: 100vh;
  grid-template-columns: minmax(26rem, 2fr) 3fr; }
main, aside { overflow: auto; padding: 0 1rem 50vh; }
main { border-right: 1px solid #999; }
header { position: sticky; top: 0; background: #fff; padding: .7rem 0; z-index: 1; }
h1 { font-size: 1.2rem; margin: 0; }
input { font: inherit; width: 100%; padding: .3rem .5rem; }
dl { margin: 0; }
div.text { border-top: 1px solid #ccc; padding: .4rem 0; scroll-margin-top: 8rem; }
div.text:target { background: #fff3b0; }
div.text[hidden] { display: none; }
dt { font: 13px/1.4 monospace; color: #444; }
dd { margin: 0; }
dd.own { font-weight: bold; }
dd.where { color: #555; font-size: 13px; }
figure { margin: 0 0 2rem; }
details { margin: -1.5rem 0 2rem; max-width: 40rem; font-size: 14px; }
figcaption { padding: .3rem 0; font-weight: bold; }
.shot { position: relative; }
.shot img { width: 100%; height: auto; display: block; }
.shot a { position: absolute; outline: 1px solid rgb(0 90 200 / 45%); scroll-margin: 20vh; }
.shot a.label { outline-style: dotted; }
.shot a:is(:hover, :focus) { outline: 3px solid #c00; background: rgb(255 220 0 / 25%); }
.shot a:target { outline: 4px solid #c00; background: rgb(255 220 0 / 30%); }
@media (width < 60rem) { body { display: block; height: auto; } }
"""
_SCRIPT = """
const field = document.querySelector("input"), rows = [...document.querySelectorAll("div.text")];
const search = () => {
  const words = field.value.toLowerCase().split(" ");
  for (const row of rows)
    row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
};
field.addEventListener("input", search);
addEventListener("hashchange", () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.hidden) { field.value = ""; search(); }
  target?.scrollIntoView({ block: "center" });
});
"""
_NOTES = ROOT / "docs" / "translations.md"
_NOTE = re.compile(r"^\| (`.*?) \| (.*?) \|(.*)\|$", re.MULTILINE)


def page_html(language: str, pictures: Sequence[Picture]) -> str:
    """Return the page of a language: all its texts, and its pictures."""
    english, own = read_texts(SOURCE_LANGUAGE), read_texts(language)
    frames = frames_by_key(pictures)
    notes = read_notes(_NOTES.read_text(encoding="utf-8"))
    lines = lesson_places()
    hosts = host_pictures(own, frames, lines)
    below: dict[int, list[str]] = {}
    for key, number in hosts.items():
        below.setdefault(number, []).append(key)
    places = {key: place_of(key, notes, lines) for key in own}
    rows = "\n".join(
        _row_html(
            key, english.get(key, ""), text, places[key], frames, hosts.get(key), pictures, language
        )
        for key, text in own.items()
    )
    figures = "\n".join(
        _figure_html(number, one, own) + _below_html(below.get(number, ()), own, places, language)
        for number, one in enumerate(pictures)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Words: {language}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<main>\n<header>"
        f"<h1>Where the words stand: {language}</h1>\n"
        f"<p>{count_texts(frames)} of {count_texts(own)} texts are in a picture, where"
        " forms of nouns and other words for the search are not counted. A frame leads to its text,"
        " a text to its frames; what has a dotted frame is read by screen readers or shown under"
        ' the pointer.</p><input type="search" aria-label="Search" placeholder="Words or parts of a'
        f' key"></header>\n<dl>\n{rows}\n</dl>\n</main>\n<aside>\n{figures}\n</aside>\n'
        f"<script>{_SCRIPT}</script>\n</body>\n</html>\n"
    )


def count_texts(texts: Iterable[str]) -> int:
    """Return how many of the keys are of texts that can stand on the screen by themselves."""
    return sum(not NOUN_FORM.fullmatch(key) and not key.endswith(".words") for key in texts)


def count_shown(pictures: Sequence[Picture]) -> int:
    """Return how many texts that can stand by themselves are in a picture."""
    return count_texts(frames_by_key(pictures))


def count_lost(texts: Mapping[str, str], pictures: Sequence[Picture]) -> int:
    """Return how many texts are in no picture, and nothing says where they stand."""
    notes = read_notes(_NOTES.read_text(encoding="utf-8"))
    lost = texts.keys() - frames_by_key(pictures).keys()
    lines = lesson_places()
    return count_texts(key for key in lost if not place_of(key, notes, lines))


def frames_by_key(pictures: Sequence[Picture]) -> dict[str, dict[int, int]]:
    """Return for each key its pictures by number, each with the number of the first frame there."""
    frames: dict[str, dict[int, int]] = {}
    for number, picture in enumerate(pictures):
        for frame, place in enumerate(picture.places):
            for key in place.keys:
                frames.setdefault(key, {}).setdefault(number, frame)
    return frames


def read_notes(notes: str) -> list[tuple[str, str]]:
    """Return from the notes for translators which keys stand where, as patterns with their note."""
    return [
        (pattern, f"{where}: {column.strip()}" if column.strip() else where)
        for patterns, where, column in _NOTE.findall(notes)
        for pattern in re.findall("`([^`]+)`", patterns)
    ]


def note_of(key: str, notes: Sequence[tuple[str, str]]) -> str:
    """Return the note of the longest pattern that a key has, or ""."""
    fitting = [one for one in notes if fnmatchcase(key, one[0])]
    return max(fitting, key=lambda one: len(one[0]))[1].replace("`", "") if fitting else ""


def like(key: str, shown: Mapping[str, object]) -> str:
    """Return the key in a picture that has the most parts in common with another, or ""."""
    parts = key.split(".")
    for length in range(len(parts) - 1, 0, -1):
        beginning = ".".join(parts[:length]) + "."
        if found := next((one for one in shown if one.startswith(beginning)), ""):
            return found
    return ""


def place_of(key: str, notes: Sequence[tuple[str, str]], lines: Mapping[str, LinePlace]) -> str:
    """Return in words where a text stands: its note, and of a line of a lesson when it comes."""
    line = lines.get(key)
    said = "the coach, above the board"
    return (
        f"{said}: lesson {line.lesson}, part {line.part}, {line.when}"
        if line
        else note_of(key, notes)
    )


def host_pictures(
    keys: Iterable[str],
    frames: Mapping[str, Mapping[int, int]],
    lines: Mapping[str, LinePlace],
) -> dict[str, int]:
    """Return for each text in no picture the number of the one below which it is listed.

    A line of a lesson is below a picture of its part, if there is one; another text below a picture
    of the text that is most like it.
    """
    of_parts: dict[tuple[str, int], int] = {}
    for key, line in lines.items():
        if key in frames and not key.startswith("learn.common."):
            of_parts.setdefault((line.lesson, line.part), min(frames[key]))
    hosts = {}
    for key in keys:
        if key in frames or not count_texts([key]):
            continue
        place = lines.get(key)
        if place and (place.lesson, place.part) in of_parts:
            hosts[key] = of_parts[place.lesson, place.part]
        elif sibling := like(key, frames):
            hosts[key] = min(frames[sibling])
    return hosts


def _below_html(
    keys: Sequence[str], texts: Mapping[str, str], places: Mapping[str, str], language: str
) -> str:
    """Return the list of the texts that stand on the same screen at other times."""
    entries = "".join(
        f'<li><a href="#{escape(key)}">{escape(key)}</a>: <span lang="{language}">'
        f"{escape(texts[key])}</span> <em>({escape(places[key])})</em></li>"
        for key in keys
    )
    summary = f"{len(keys)} other texts stand here, or on a screen like this"
    return f"<details><summary>{summary}</summary><ul>{entries}</ul></details>" if keys else ""


def _figure_html(number: int, picture: Picture, texts: Mapping[str, str]) -> str:
    width, height = picture.size
    links = []
    for frame, place in enumerate(picture.places):
        left, top, wide, high = place.box
        style = (
            f"left:{100 * left / width:.2f}%;top:{100 * top / height:.2f}%;"
            f"width:{100 * wide / width:.2f}%;height:{100 * high / height:.2f}%"
        )
        title = "\n".join(f"{key}: {texts.get(key, '')}" for key in place.keys)
        kind = ' class="label"' if place.is_label else ""
        links.append(
            f'<a id="at-{number}-{frame}"{kind} href="#{escape(place.keys[-1])}" style="{style}"'
            f' title="{escape(title)}"></a>'
        )
    return (
        f'<figure id="picture-{number}" style="max-width:{width}px"><figcaption>'
        f'{escape(picture.name)}</figcaption><div class="shot"><img src="{escape(picture.file)}" '
        f'alt="" loading="lazy" width="{width}" height="{height}">{"".join(links)}</div></figure>'
    )


def _row_html(
    key: str,
    english: str,
    own: str,
    place: str,
    frames: Mapping[str, Mapping[int, int]],
    host: int | None,
    pictures: Sequence[Picture],
    language: str,
) -> str:
    links = " · ".join(
        f'<a href="#at-{number}-{frame}">{escape(pictures[number].name)}</a>'
        for number, frame in list(frames.get(key, {}).items())[:6]
    )
    if host is not None:
        name = escape(pictures[host].name)
        links = f'in no picture; listed below <a href="#picture-{host}">{name}</a>'
    where = " | ".join(filter(None, (escape(place), links)))
    return (
        f'<div class="text" id="{escape(key)}"><dt>{escape(key)}</dt>'
        f'<dd lang="en">{escape(english)}</dd>'
        f'<dd class="own" lang="{language}">{escape(own)}</dd><dd class="where">{where}</dd></div>'
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages and their pictures; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.words_page", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, help="of the built site, or any other")
    parser.add_argument("-l", "--language", choices=TRANSLATIONS, action="append")
    names = [state.name for state in states()]
    parser.add_argument("--state", choices=names, action="append", help="only these states")
    options = parser.parse_args(arguments)
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    wanted = options.state or names
    with start_browser(ROOT) as (browser, address):
        for language in options.language or TRANSLATIONS[:1]:
            texts, path = read_texts(language), folder / f"{language}.html"
            known: set[str] = set()
            for state in states():
                stamp, pictures = kept_state(folder, language, state)
                is_kept = stamp == stamp_of(state, pictures, texts) and not options.state
                if state.name not in wanted or is_kept:
                    known |= frames_by_key(pictures).keys()
                    continue
                began = time.monotonic()
                try:
                    pictures = take_pictures(browser, address, language, folder, state, known)
                except Error as error:  # such as a page that is too slow: go on with the others
                    print(f"left out: {state.name}: {error.message.splitlines()[0]}")
                    continue
                keep_state(folder, language, state, pictures, stamp_of(state, pictures, texts))
                known |= frames_by_key(pictures).keys()
                seconds = time.monotonic() - began
                print(f"{language} {state.name}: {seconds:.0f} s, {len(known)} texts", flush=True)
            found = [one for state in states() for one in kept_state(folder, language, state)[1]]
            path.write_text(page_html(language, found), encoding="utf-8")
            print(
                f"{path}: {len(found)} pictures, {count_shown(found)} of {count_texts(texts)}"
                f" texts; {count_lost(texts, found)} have neither a picture nor a place"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
