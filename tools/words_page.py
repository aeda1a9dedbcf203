"""Write a page for translators that shows each text where it stands on the screen.

    python -m tools.words_page dist/words                       in Spanish
    python -m tools.words_page -l el -l it dist/words           in Greek and Italian
    python -m tools.words_page --state game --state result dist/words

The tool opens the states of the page in Chromium, on a phone and on a wide screen, with the texts
of a language; an invisible number at the end of each text says which key it has. The pictures are
put on a page with a frame around each text, which leads to its key and to all translations. Texts
that are in no picture are listed too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Route

from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE
from tools.served_browser import start_browser
from tools.translated import ROOT, TRANSLATIONS, read_texts

SIZES = {"phone": (390, 844), "wide": (1366, 768)}
_DIGITS = "\N{FUNCTION APPLICATION}\N{INVISIBLE TIMES}\N{INVISIBLE SEPARATOR}\N{INVISIBLE PLUS}"
_SIGN = "\N{ZERO WIDTH NON-JOINER}"  # before the digits
_LENGTH = 7  # digits to the base of 4, for some 16,000 keys
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
  while (texts.nextNode()) add(texts.currentNode.parentElement, texts.currentNode.data, false);
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      add(element, element.getAttribute(name) ?? "", true);
  return found;
}"""


class State(NamedTuple):
    """A state of the page: its address after the language, and what is pressed there."""

    name: str
    address: str = ""
    presses: tuple[str, ...] = ()  # selectors; a press on what is not there is left out
    height: int = 0  # of the screen in pixels, for long lists; 0 for the usual one


_LONG = 3000  # pixels
_GAME = "&form=high-form&seed=7"
_BEGIN = "#curtain-open"
STATES = (
    State("start", height=_LONG),
    *(
        State(f"dialog-{name}", "", (f'[data-action="{name}"]',), _LONG)
        for name in (
            *("settings", "rules", "gallery", "lessons", "puzzles", "packs", "stored"),
            *("statistics", "company", "far", "workshop", "about"),
        )
    ),
    State("curtain", _GAME),
    State("game", _GAME, (_BEGIN,)),
    State("game-card", _GAME, (_BEGIN, "#hand [data-card]")),
    State("game-placed", _GAME, (_BEGIN, '[data-square="e5"]', '[data-square="e5"]')),
    State("duel", "&form=duel&seed=3", (_BEGIN,)),
    State("melee", "&form=melee&seed=3", (_BEGIN,)),
    State("resign", _GAME, (_BEGIN, '[data-action="resign"]')),
    State(
        "result", _GAME, (_BEGIN, '[data-action="resign"]', "#confirm-ok, #dlg-confirm .primary")
    ),
    State("lesson", "&lesson=placing"),
    State("lesson-mistake", "&lesson=placing", ('[data-square="a4"]', '[data-square="a4"]')),
    State("lesson-rank", "&lesson=rank"),
    State("error", "&form=nothing"),
)


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
    browser: Browser, address: str, language: str, folder: Path, states: Sequence[State]
) -> Iterator[Picture]:
    """Yield the picture of each state and size, whose file is written into the folder."""
    keys = list(read_texts(language))
    numbers = {key: number for number, key in enumerate(keys)}
    for size_name, (width, usual_height) in SIZES.items():
        for state in states:
            size = width, state.height or usual_height
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                reduced_motion="reduce",
                service_workers="block",
            )
            page = context.new_page()
            page.route("**/static/locale/*/*.json", _marker_of(numbers))
            page.goto(f"{address}?lang={language}{state.address}")
            page.wait_for_function(_READY, timeout=_TIMEOUT_MS)
            page.wait_for_timeout(_PAUSE_MS)
            for selector in state.presses:
                _press(page, selector)
            name = f"{language}-{state.name}-{size_name}"
            page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=70)
            places = tuple(_places(page.evaluate(_FIND), keys))
            context.close()
            yield Picture(f"{state.name}, {size_name}", size, f"{name}.jpg", places)


def _marker_of(numbers: Mapping[str, int]) -> Callable[[Route], None]:
    """Return what answers a request for a catalogue: the texts with their numbers."""

    def answer(route: Route) -> None:
        path = ROOT / "static" / route.request.url.partition("/static/")[2].partition("?")[0]
        texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        known = {key: text for key, text in texts.items() if key in numbers}
        body = json.dumps({**texts, **mark_texts(known, numbers)}, ensure_ascii=False)
        route.fulfill(body=body, content_type="application/json")

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
body { font: 1rem/1.4 sans-serif; margin: 1rem; }
figure { display: inline-block; margin: 0 1rem 1.5rem 0; vertical-align: top; }
.shot { position: relative; }
.shot img { width: 100%; height: auto; display: block; }
.shot a { position: absolute; outline: 1px solid rgb(0 90 200 / 45%); }
.shot a.label { outline-style: dotted; }
.shot a:is(:hover, :focus) { outline: 3px solid #c00; background: rgb(255 220 0 / 25%); }
table { border-collapse: collapse; }
td, th { border: 1px solid #999; padding: .2rem .4rem; vertical-align: top; text-align: left; }
tr:target { background: #fff3b0; }
"""


def page_html(language: str, pictures: Sequence[Picture]) -> str:
    """Return the page of a language: its pictures, and a table of all texts."""
    texts = {name: read_texts(name) for name in LANGUAGES}
    shown: dict[str, list[int]] = {}
    for number, picture in enumerate(pictures):
        for place in picture.places:
            for key in place.keys:
                if number not in shown.setdefault(key, []):
                    shown[key].append(number)
    figures = "\n".join(
        _figure_html(number, one, texts[language]) for number, one in enumerate(pictures)
    )
    heads = "".join(f"<th>{name}</th>" for name in ("key", *LANGUAGES, "pictures"))
    rows = "\n".join(
        _row_html(key, texts, shown.get(key, ()), pictures) for key in texts[SOURCE_LANGUAGE]
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Words: {language}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>Where the words stand: {language}</h1>\n"
        f"<p>{len(shown)} of {len(texts[language])} texts are in a picture. A frame leads to its"
        " text; dotted ones are read by screen readers or shown under the pointer.</p>\n"
        f"{figures}\n<table>\n<tr>{heads}</tr>\n{rows}\n</table>\n</body>\n</html>\n"
    )


def _figure_html(number: int, picture: Picture, texts: Mapping[str, str]) -> str:
    width, height = picture.size
    links = []
    for place in picture.places:
        left, top, wide, high = place.box
        style = (
            f"left:{100 * left / width:.2f}%;top:{100 * top / height:.2f}%;"
            f"width:{100 * wide / width:.2f}%;height:{100 * high / height:.2f}%"
        )
        title = "\n".join(f"{key}: {texts[key]}" for key in place.keys)
        kind = ' class="label"' if place.is_label else ""
        links.append(
            f'<a{kind} href="#{escape(place.keys[-1])}" style="{style}"'
            f' title="{escape(title)}"></a>'
        )
    return (
        f'<figure id="picture-{number}" style="width:{width}px"><figcaption>'
        f'{escape(picture.name)}</figcaption><div class="shot"><img src="{escape(picture.file)}" '
        f'alt="" loading="lazy" width="{width}" height="{height}">{"".join(links)}</div></figure>'
    )


def _row_html(
    key: str,
    texts: Mapping[str, Mapping[str, str]],
    shown: Sequence[int],
    pictures: Sequence[Picture],
) -> str:
    cells = "".join(
        f'<td lang="{language}">{escape(texts[language].get(key, ""))}</td>'
        for language in LANGUAGES
    )
    links = " ".join(
        f'<a href="#picture-{number}">{escape(pictures[number].name)}</a>' for number in shown
    )
    return f'<tr id="{escape(key)}"><th>{escape(key)}</th>{cells}<td>{links}</td></tr>'


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages and their pictures; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.words_page", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, help="of the built site, or any other")
    parser.add_argument("-l", "--language", choices=TRANSLATIONS, action="append")
    names = [state.name for state in STATES]
    parser.add_argument("--state", choices=names, action="append", help="only these states")
    options = parser.parse_args(arguments)
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    states = [state for state in STATES if not options.state or state.name in options.state]
    with start_browser(ROOT) as (browser, address):
        for language in options.language or TRANSLATIONS[:1]:
            pictures = list(take_pictures(browser, address, language, folder, states))
            path = folder / f"{language}.html"
            path.write_text(page_html(language, pictures), encoding="utf-8")
            print(f"{path}: {len(pictures)} pictures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
