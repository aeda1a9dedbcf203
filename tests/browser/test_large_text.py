"""Large text: the browser's own font size, as a person has set it; and text with more space."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import SIZES, OpenApp
from tests.browser.play import settled, unfold
from tests.support import pattern_at

WINDOWS: list[ViewportSize] = [*SIZES.values(), {"width": 1366, "height": 768}]
FONT_SIZES = [20, 24, 32]  # of the browser's settings, in px; 16 if a person has set nothing

SCENARIO = quote(
    json.dumps(
        {
            "form": "duel",
            "seats": [
                {"school": "northern", "hand": ["swordmaster", "bomb", "knight"], "score": 4},
                {"school": "sylvan", "score": 2},
            ],
            "board": pattern_at("knight", "e5") | {"e6": "2 common"},
        }
    )
)

# What is wrong on the screen: a word on two lines, a word that its box cuts off, a page that is
# wider than the window. Words of a card in the gallery may be cut: a button opens the card.
FAULTS = """() => {
  const found = [];
  // In a bar, words of the tools and of the game wrap to where they are not seen.
  const isLying = innerWidth > 1.1 * innerHeight;
  const unread = `svg, .vh, template${isLying ? ', .bar .btn, .game-line' : ''}`;
  const seen = (node) => !node.closest(unread)
    && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const [text, node] = [texts.currentNode, texts.currentNode.parentElement];
    if (!text.data.trim() || !seen(node)) continue;
    let box = node, unseen = false;
    const boxes = [];
    for (; box && !unseen; box = box.parentElement) {
      const style = getComputedStyle(box);
      unseen = style.clipPath.startsWith('inset(50%');
      if (style.display !== 'contents') boxes.push([box, style]);
    }
    if (unseen) continue;
    for (const word of text.data.matchAll(/[^\\s–—/-]+/g)) {
      if (word[0].includes('\\xad')) continue; // may be hyphenated
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter((part) => part.width);
      if (!parts.length) continue;
      const where = `${word[0]} in ${node.id || node.className || node.tagName}`;
      const lines = new Set(parts.map((line) => Math.round(line.top)));
      if (lines.size > 1) found.push(`broken: ${where}`);
      const [part] = parts, slack = 3 + part.height * .15;
      for (const [outer, style] of boxes) {
        const room = outer.getBoundingClientRect();
        const cut = (way) => ['hidden', 'clip'].includes(style[way]);
        if (outer === document.body || style.position === 'fixed') break;
        if (['auto', 'scroll'].includes(style.overflowY)) break;
        const aside = part.right > room.right + 2 || part.left < room.left - 2;
        const above = part.bottom > room.bottom + slack || part.top < room.top - slack;
        if (cut('overflowX') && aside || cut('overflowY') && above) {
          found.push(`cut: ${where}`);
          break;
        }
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('wider than the window');
  return found;
}"""

# What people who read better with space between letters, words and lines give to every page: the
# values of WCAG 2.2, 1.4.12.
GIVE_SPACE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""

# Lines of these texts that nobody sees: off the window, or covered.
COVERED = """(selectors) => selectors.flatMap((selector) => {
  const node = document.querySelector(selector);
  const range = document.createRange();
  range.selectNodeContents(node);
  const lines = [...range.getClientRects()].filter((line) => line.width);
  if (!lines.length) return [`${selector} has no line`];
  return lines.filter((line) => {
    const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
    const at = document.elementFromPoint(x, y);
    return !(at && (node.contains(at) || at.contains(node) && !at.contains(board)));
  }).map((line) => `${selector} at ${Math.round(line.top)}`);
})"""

# In px; the smallest text that is shown at 16 px has 12.
SMALLEST_NAME = """() => Math.min(...[...document.querySelectorAll('#players .seat-name')]
  .map((name) => parseFloat(getComputedStyle(name).fontSize)))"""


def test_screens_without_a_game(open_app: OpenApp) -> None:
    """The start screen, the form of a new game, the list of lessons and the reference."""
    page = open_app()
    unfold(page)
    _check(page, [])
    for action in ("rules", "settings"):
        page.evaluate("(name) => document.querySelector(`[data-action=${name}]`).click()", action)
        _check(page, [], FONT_SIZES[2:])
        page.keyboard.press("Escape")
    page.evaluate("document.querySelector('[data-action=lessons]').click()")
    _check(page, [], FONT_SIZES[2:])


@pytest.mark.parametrize("address", ["#drill", "#duel-of-the-day"])
def test_screens_of_practice(address: str, open_app: OpenApp) -> None:
    page = open_app(address)
    _check(page, [], FONT_SIZES[1:])


@pytest.mark.long
def test_game(open_app: OpenApp) -> None:
    """The prompt, then a selected card, whose name takes the place of the prompt on a phone."""
    page = open_app(f"?scenario={SCENARIO}")
    page.locator("#curtain-open").click()
    settled(page)
    _check(page, ["#prompt-text"])
    page.evaluate("document.querySelector('#hand [data-card=knight]').click()")
    settled(page)
    _check(page, ["#stage-title"])


@pytest.mark.parametrize("language", ["el", pytest.param("en", marks=pytest.mark.long)])
def test_long_prompt(open_app: OpenApp, language: str) -> None:
    """The prompt of a duel's set-up, behind the curtain at first."""
    page = open_app(f"?form=duel&schools=northern,sylvan&seed=7&lang={language}")
    _check(page, ["#curtain-title"])
    page.set_viewport_size(SIZES["desktop"])
    page.locator("#curtain-open").click()
    settled(page)
    _check(page, ["#prompt-text"])


def test_text_with_more_space(open_app: OpenApp) -> None:
    """No text is cut: on the start screen, in the settings, in the list of lessons, at the table.

    A long word of a card in the hand may be on two lines."""
    page = open_app()
    page.evaluate(GIVE_SPACE)
    unfold(page)
    _check_spaced(page, [])
    page.evaluate("document.querySelector('[data-action=settings]').click()")
    _check_spaced(page, [])
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('[data-action=lessons]').click()")
    _check_spaced(page, [])
    open_app(f"?scenario={SCENARIO}", page=page)
    page.evaluate(GIVE_SPACE)
    page.locator("#curtain-open").click()
    settled(page)
    _check_spaced(page, ["#prompt-text"])
    page.evaluate("document.querySelector('#hand [data-card=knight]').click()")
    settled(page)
    _check_spaced(page, ["#stage-title", "#choices .btn"])


@pytest.mark.long
def test_lessons(open_app: OpenApp) -> None:
    """The words of the coach, and in the first game the prompt as well."""
    page = open_app("?lesson=pattern")
    _check(page, ["#coach-text"])
    open_app("?lesson=first-game", page=page)
    _check(page, ["#coach-text", "#prompt-text"])


def test_prompt_stays_while_the_page_scrolls(open_app: OpenApp) -> None:
    """On a narrow page; so do the buttons, and the game is played."""
    page = open_app(f"?scenario={SCENARIO}", size="small")
    page.locator("#curtain-open").click()
    settled(page)
    _set_font_size(page, 32)
    page.evaluate("scrollTo(0, 2000)")
    assert page.evaluate("scrollY") > 50
    assert page.evaluate(COVERED, ["#prompt-text"]) == []
    page.locator("#hand [data-card=knight]").click()
    settled(page)
    page.evaluate("scrollTo(0, 2000)")
    assert page.evaluate(COVERED, ["#stage-title", "#choices .btn"]) == []
    page.locator('[data-square="e5"] .tile').click()
    page.locator('[data-square="e5"] [data-rank="heroic"]').wait_for()


def test_nothing_changes_at_the_usual_size(open_app: OpenApp) -> None:
    """The rules for large text apply to none of the windows with text of 16 px."""
    page = open_app()
    for window in WINDOWS:
        page.set_viewport_size(window)
        assert not page.evaluate("matchMedia('(max-width: 19.75em)').matches"), window


def _check(page: Page, seen: list[str], fonts: list[int] = FONT_SIZES) -> None:
    for font in fonts:
        _set_font_size(page, font)
        for window in WINDOWS:
            page.set_viewport_size(window)
            page.evaluate("scrollTo(0, 0)")
            where = f"{window['width']}x{window['height']} at {font} px"
            assert page.evaluate(FAULTS) == [], where
            assert page.evaluate(COVERED, seen) == [], where
            if page.locator("#players .seat-name").first.is_visible():
                assert page.evaluate(SMALLEST_NAME) >= 12, where


def _check_spaced(page: Page, seen: list[str]) -> None:
    for size in ("phone", "desktop"):
        page.set_viewport_size(SIZES[size])
        page.evaluate("scrollTo(0, 0)")
        faults = [fault for fault in page.evaluate(FAULTS) if not fault.startswith("broken")]
        assert faults == [], size
        assert page.evaluate(COVERED, seen) == [], size


def _set_font_size(page: Page, pixels: int) -> None:
    """Set the font size as a person does in the settings of the browser."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})
    page.wait_for_function(
        "(size) => getComputedStyle(document.documentElement).fontSize === `${size}px`", arg=pixels
    )


def test_another_typeface_is_fetched_when_it_is_chosen(open_app: OpenApp) -> None:
    page = open_app(f"?scenario={SCENARIO}")
    assert page.evaluate(LOADED) == 0
    for language in ("en", "el"):
        page.evaluate(CHOOSE, {"set-language": language, "set-font": "readable"})
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.evaluate("document.fonts.ready.then(() => true)")
        expect(page.locator("#stage-title")).to_have_css("font-family", re.compile("^Readable"))
        for size in ("phone", "desktop"):
            page.set_viewport_size(SIZES[size])
            settled(page)
            assert page.evaluate(FAULTS) == [], f"{language}, {size}"
        assert page.evaluate(LOADED) >= {"en": 1, "el": 2}[language]  # a file for Greek letters


# How many faces of the typeface are there; the browser fetches a face with the first letter of it.
LOADED = """() => [...document.fonts]
  .filter(({ family, status }) => family.includes("Readable") && status === "loaded").length"""
CHOOSE = """(chosen) => { for (const [id, value] of Object.entries(chosen)) {
  const list = document.getElementById(id);
  list.value = value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
} }"""
