"""The stage and the hand: nothing is cut, and nothing moves while a game is played."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tashkalar import cards
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.screen.action_panel import text_length_class
from tashkalar.ui.screen.hand import card_name_length_class
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tests import golden
from tests.browser.conftest import READY_TIMEOUT, NewPage, OpenApp
from tests.browser.conftest import SIZES as VIEWS
from tests.browser.play import LOCALE, Mouse, act, inside, menu, settled, shelved
from tests.browser.stage_fit import measure, positions
from tests.support import arrange, pattern_at

SIZES = [(360, 640), (390, 844), (768, 1024), (844, 390), (1024, 768), (1366, 768), (1600, 1000)]
SIZES += [(2560, 1440)]
TIGHT = [SIZES[0], SIZES[1], SIZES[4]]  # each of its kind: here are all the languages
# At 200 % a window of 1600 by 1000, 1366 by 768 and 1024 by 768 has half as many pixels.
ZOOMED = [(800, 500), (683, 384), (512, 384), (320, 640)]

# WCAG 2.2, 1.4.12
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important; } p { margin-block-end: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""

# Stages like the one that is shown, all at once: laid out and measured in one pass. Where a text
# may be scrolled (`scrolls`), it counts as cut when nothing of it can be seen to begin with.
CUT = """([shown, scrolls]) => {
  const stage = document.getElementById('prompt');
  const { width, height } = stage.getBoundingClientRect();
  const place = document.createElement('div');
  const model = stage.cloneNode(true);
  for (const drawing of model.querySelectorAll('svg')) drawing.replaceChildren();
  const copies = shown.map(({ name, title, kind, words, length, both, row }) => {
    const copy = model.cloneNode(true);
    const say = (id, text) => { copy.querySelector(id).textContent = text; };
    Object.assign(copy.style, { position: 'fixed', inset: '0 auto auto 0', visibility: 'hidden',
      width: `${width}px`, height: `${height}px` });
    say('#stage-title', title);
    say('#stage-kind', kind);
    copy.querySelectorAll('#choices [data-field="label"]').forEach((label, n) => {
      label.textContent = row[n];
    });
    copy.querySelector('#preview-lines').replaceChildren();
    copy.querySelector('#stage-more-lines').hidden = true;
    if (both) {
      const halves = copy.querySelectorAll('.onstage-half [data-field="text"]');
      halves.forEach((half, n) => { half.textContent = both[n]; });
    } else {
      say('#stage-text', words);
    }
    copy.dataset.length = length;
    place.append(copy);
    return [name, copy];
  });
  stage.parentNode.append(place);
  const over = (node) => node.scrollHeight - node.clientHeight > 1
    || node.scrollWidth - node.clientWidth > 1;
  const found = [];
  for (const [name, copy] of copies) {
    const body = copy.querySelector('.onstage-body');
    if (scrolls ? body.clientHeight < 48 || body.scrollWidth > body.clientWidth + 1 : over(body)) {
      found.push([name, 'text', body.scrollHeight, body.clientHeight, body.scrollWidth]);
    }
    const cut = [...copy.querySelectorAll('.btn')].filter((part) => part.clientWidth && over(part));
    const [head, title] = ['head', 'title'].map((part) => copy.querySelector(`.onstage-${part}`));
    const [room, box] = [head.getBoundingClientRect(), title.getBoundingClientRect()];
    const wide = title.scrollWidth > title.clientWidth + 1;
    if (wide || box.bottom > room.bottom || box.top < room.top) cut.push(title);
    found.push(...cut.map((part) => [name, part.className, part.textContent]));
  }
  place.remove();
  return found;
}"""

# The cards of the hand with every name there is.
CUT_NAMES = """([classes, spaced]) => {
  const slot = document.querySelector('#hand [data-card="knight"]').parentNode;
  const { width, height } = slot.getBoundingClientRect();
  const place = document.createElement('div');
  const copies = Object.keys(classes).map((name) => {
    const copy = slot.cloneNode(true);
    Object.assign(copy.style, { position: 'fixed', visibility: 'hidden',
      width: `${width}px`, height: `${height}px` });
    copy.querySelector('.hcard-name').textContent = name;
    copy.querySelector('.hcard').setAttribute('data-name', classes[name]);
    place.append(copy);
    return [name, copy.querySelector('.hcard'), copy.querySelector('.hcard-name')];
  });
  slot.parentNode.append(place);
  const found = [];
  for (const [name, card, words] of copies) {
    const [box, text] = [card.getBoundingClientRect(), words.getBoundingClientRect()];
    const line = document.createRange();
    const lines = name.split(' ').map((word) => {
      const start = name.indexOf(word);
      line.setStart(words.firstChild, start);
      line.setEnd(words.firstChild, start + word.length);
      return new Set([...line.getClientRects()].map((part) => Math.round(part.top))).size;
    });
    const cut = words.scrollWidth > words.clientWidth + 1 || text.bottom > box.bottom
      || !spaced && Math.max(...lines) > 1;
    if (getComputedStyle(words).position === 'static' && cut) found.push(name);
  }
  place.remove();
  return found;
}"""

# Of each number on a flare in the hand: is it in the card, is a word beside it, is a sign?
FLARE = """() => [...document.querySelectorAll('#hand .hcard-half')].map((half) => {
  const seen = (node) => { const box = node.getBoundingClientRect(); return box.width > 2; };
  const [card, box] = [half.closest('.hcard'), half].map((node) => node.getBoundingClientRect());
  const words = [...half.querySelectorAll('small, .half-short')].filter(seen);
  const cut = words.some((word) => word.scrollWidth > word.clientWidth + 1);
  return [box.bottom <= card.bottom && !cut, words.length, Number(seen(half.querySelector('svg')))];
})"""

# The parts of an element that hide what they have no room for.
HIDDEN = """(selector) => [...document.querySelectorAll(`${selector} *`)].filter((node) => {
  const style = getComputedStyle(node);
  if (node.matches('.vh, svg *') || style.clipPath !== 'none' || !node.clientWidth) return false;
  const hides = (way) => ['hidden', 'clip'].includes(style[way]);
  return (hides('overflowY') && node.scrollHeight > node.clientHeight + 1)
    || (hides('overflowX') && node.scrollWidth > node.clientWidth + 1);
}).map((node) => `${node.className} ${node.textContent.slice(0, 30)}`)"""


def catalogue(language: str) -> Catalogue:
    """The words of a language."""
    words = Catalogue(language=language)
    for folder in {"en", language}:
        for path in (LOCALE.parent / folder).glob("*.json"):
            words.load(folder, path.read_text(encoding="utf-8"))
    return words


def shown(words: Catalogue, id: str) -> dict[str, Any]:
    """A card as the stage shows it, with the act and the way out."""
    card = card_view(id, "northern")
    texts: dict[str, Any] = {
        "name": f"{words.language} {id}",
        "title": words.translate(card.name),
        "row": [words.text("choice.summon", square="d4"), words.text("choice.cancel")],
    }
    if card.rank is None:
        halves = [words.translate(half.text) for half in card.halves]
        row = [words.text("choice.cancel")]  # it cannot be invoked here
        room = {"both": halves, "length": text_length_class(" ".join(halves))}
        return texts | room | {"kind": words.text("card.kind.flare"), "row": row}
    text = " ".join(words.translate(part) for part in card.texts)
    rank = words.text("card.kind.being", rank=Message(f"rank.{card.rank}"))
    alias = f"card.{id}.alias"
    kind = words.text(alias) if words.has_text(alias) else rank
    return texts | {"kind": kind, "words": text, "length": text_length_class(text)}


def longest(shown_texts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the two longest texts of each card."""
    by_card: dict[str, list[dict[str, Any]]] = {}
    for text in sorted(shown_texts, key=lambda text: -len(str(text.get("words") or text["both"]))):
        by_card.setdefault(text["name"].partition(" ")[2], []).append(text)
    return [text for texts in by_card.values() for text in texts[:2]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "sizes",
    [
        [SIZES[0]],
        pytest.param([*SIZES, *ZOOMED], marks=pytest.mark.long),
    ],
    ids=["tight", "all"],
)
def test_no_text_of_a_card_is_cut(open_app: OpenApp, sizes: list[tuple[int, int]]) -> None:
    """All beings, legends and flares in five languages in the stage, their names in the hand.

    Whole at every size; at 200 % and with more space between letters and lines they may have to
    be scrolled, but nothing is hidden. The same goes for the list of all cards.
    """
    board = pattern_at("knight", "e5") | {"i4": "2 common"}
    game = arrange(board, hand=["knight"], flare="flare-01")
    page = open_app(size="phone", storage=shelved(game))
    spoken = [catalogue(language) for language in LANGUAGES]
    kinds: dict[str, list[str]] = {"knight": [*cards.BEINGS], "flare-01": [*cards.FLARES]}
    texts_by_card = {
        card: [shown(w, id) for w in spoken for id in ids] for card, ids in kinds.items()
    }
    titles = [str(card["title"]) for card in texts_by_card["knight"][: len(cards.BEINGS)]]
    names = {title: card_name_length_class(title) or "" for title in titles}
    for spaced in (False, True):
        if spaced:
            page.evaluate(SPACED)
        for width, height in TIGHT[: len(sizes)] if spaced else sizes:
            page.set_viewport_size({"width": width, "height": height})
            scrolls = spaced or (width, height) in ZOOMED
            where = f"{width}x{height}{' spaced' * spaced}"
            assert page.evaluate(CUT_NAMES, [names, spaced]) == [], where
            numbers = page.evaluate(FLARE)
            wide = (width, height) in SIZES and min(width / 1280, height / 720) >= 1
            assert numbers in ([[True, 1, 0]] * 2, [[True, 0, 1]] * 2), where
            assert numbers[0][1] or not wide, f"{where}: there is room for words"
            for card, every in texts_by_card.items():
                whole = (width, height) in TIGHT and not spaced
                texts = every if whole else longest(every)
                page.evaluate(
                    "(card) => document.querySelector(`#hand [data-card=${card}]`).click()", card
                )
                settled(page)
                over = page.evaluate(CUT, [texts, scrolls])
                assert over == [], f"{where}: {over[:9]}"
                assert inside(page, "#prompt"), f"{where}: the stage is not in view"
                page.keyboard.press("Escape")
    menu(page, "gallery")
    for width, height in (SIZES[0], ZOOMED[0]):  # test_reference.py looks at wide ones
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIDDEN, "#dlg-gallery") == []


@pytest.mark.long
def test_the_stage_cuts_nothing(open_app: OpenApp) -> None:
    """Take up each card and point at squares; `tools.measure_stage` measures many positions."""
    games = positions(6)
    stored = shelved(games[0], games[2], games[5])
    page = open_app("?lang=el", size="small", storage=stored)
    ids = [key.rpartition(".")[2] for key in stored if key.startswith("tashkalar.game.")]
    assert list(measure(page, ids, [(360, 640), (1366, 768)], squares=1)) == []


WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({ node }) => node?.id || node?.className);
      window.shifts.push([entry.value, moved, entry.hadRecentInput]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}"""


@pytest.mark.parametrize(
    ("form", "size", "decisions"),
    [
        pytest.param("melee", "desktop", 14, marks=pytest.mark.long),
        ("teams", "phone", 14),
        pytest.param("high-form", "tablet", None, marks=pytest.mark.long),
    ],
)
def test_nothing_jumps(open_app: OpenApp, form: str, size: str, decisions: int | None) -> None:
    """Neither while the page starts with a game nor while it is played.

    Also what a click makes jump counts here, which browsers leave out of their own sum.
    """
    stored = golden.load(form)
    page = open_app(stored.query, size="tablet" if size == "desktop" else size)
    page.evaluate(WATCH_SHIFTS)
    assert jumped(page) <= 0.02, page.evaluate("window.shifts")
    page.set_viewport_size(VIEWS[size])
    game, hands = stored.start(), Mouse(page)
    if form == "teams":
        hands.lift_curtain()
        assert_control_can_be_passed(page)
        page.set_viewport_size(VIEWS[size])
    jumped(page)
    page.evaluate("window.shifts = []")
    for code in stored.game.codes[:decisions]:
        if page.locator("#curtain-open").is_visible():
            hands.lift_curtain()
        act(page, game, code, hands)
        game.play(code)
    assert jumped(page) < (0.01 if decisions else 0.025), page.evaluate("window.shifts")
    if size == "phone":  # the players' details lie over the board, which stays
        stage = page.locator("#prompt")
        before = stage.bounding_box()
        page.locator(".seat-open").first.click(position={"x": 9, "y": 9})
        assert page.locator("#players[data-open]").is_visible()
        assert stage.bounding_box() == before
        assert_options_stay(open_app(f"?scenario={FLARE_POSITION}", page=page))


def assert_control_can_be_passed(page: Page) -> None:
    """R19.11: before any action, also where only the question has room on a small phone."""
    page.set_viewport_size(VIEWS["small"])
    button = page.locator('#choices [data-asks="pass-control"]')
    expect(button).to_be_visible()
    place, question = button.bounding_box(), page.locator("#prompt .ask").bounding_box()
    assert place and question and question["x"] + question["width"] <= place["x"]
    assert button.evaluate("button => button.scrollWidth <= button.clientWidth"), "it is cut"


FLARE_POSITION = quote(
    json.dumps(
        {
            "form": "duel",
            "seats": [
                {"school": "sylvan", "hand": ["unicorn"], "flare": ["flare-06"]},
                {"school": "northern"},
            ],
            "board": dict.fromkeys(("c3", "c4"), "1 common")
            | dict.fromkeys(("c2", "d2", "e2", "f2", "c9", "d9", "e9", "f9"), "2 common")
            | dict.fromkeys(("d7", "e7", "f7", "g7"), "2 heroic")
            | pattern_at("unicorn", "i5"),
        }
    )
)


def assert_options_stay(page: Page) -> None:
    """Let a being ask with options, then a flare whose text leaves no room for what one does."""
    page.locator("#curtain-open").click()
    page.locator('#hand [data-card="unicorn"]').click()
    expect(page.locator("#stage-pattern")).to_be_visible()
    text = page.locator("#stage-text")
    place = text.bounding_box()
    page.locator('[data-square="i5"]').click()
    expect(page.locator("#options .btn")).to_have_count(2)
    settled(page)
    assert text.bounding_box() == place, "a text runs away from the options"
    page.locator("#options .btn").last.hover()
    expect(page.locator("#preview-lines")).not_to_be_empty()
    settled(page)
    assert text.bounding_box() == place, "a text runs away from what an option does"
    page.locator('.bar [data-action="undo"]').click()
    page.locator('#hand [data-card="flare-06"]').click()
    page.locator('#choices [data-move="!flare-06"]').click()
    option = page.locator("#options .btn").first
    settled(page)
    before = option.bounding_box()
    option.hover()
    expect(page.locator("#preview-lines")).to_contain_text("Choose an empty square")
    expect(page.locator("#prompt[data-whole-lists]")).to_be_visible()
    settled(page)
    assert before and option.bounding_box() == before, "an option runs away"
    page.mouse.move(1, 1)
    expect(page.locator("#stage-halves")).to_be_visible()
    settled(page)
    assert option.bounding_box() == before, "an option comes back to another place"


PUZZLE = quote(
    json.dumps(
        {
            "form": "high-form",
            "seats": [{"school": "northern", "hand": ["knight"]}, {"school": "sylvan"}],
            "board": {"e5": "1 common", "e6": "1 common", "d5": "1 common"},
            "text": "Two lines of text, as they are on a phone: summon the Knight beside the wolf.",
            "goal": {"summon": "knight"},
        }
    )
)

ADDRESSES = [
    "",
    f"?scenario={PUZZLE}",
    f"#scenario={PUZZLE}",
    "#learn",
    "?lesson=placing&lang=el",  # in another language the words come later
    "?lesson=first-game",
    "?form=none",  # of which a notice says that there is no such form
    *(f"?form={form}" for form in (*PRESETS, *FORMS)),
    "?lang=fr",  # a game is going on by now
]


@pytest.mark.long
@pytest.mark.parametrize("size", ["tablet", "phone", "small"])
def test_nothing_jumps_at_the_start(open_app: OpenApp, new_page: NewPage, size: str) -> None:
    """No part moves, for any address."""
    page = new_page(size)
    shifts = {}
    for address in ADDRESSES:
        page.goto("about:blank")
        open_app(address, page=page, storage=None)
        page.evaluate(WATCH_SHIFTS)
        shifts[address] = jumped(page)
    assert max(shifts.values()) <= 0.02, shifts


@pytest.mark.long
@pytest.mark.parametrize("size", ["tablet", "phone", "small"])
def test_nothing_jumps_in_a_board_that_wakes(site: str, new_page: NewPage, size: str) -> None:
    """Neither before nor after the first touch; only a lesson's coach appears above the board."""
    shifts = {}
    for query in ("lesson=pattern", f"scenario={PUZZLE}", "mode=play&form=duel"):
        page = new_page(size)
        page.add_init_script(f"({WATCH_SHIFTS})()")
        page.goto(f"{site}?embed=1&{query}")
        page.locator("#embed-start").click()
        page.wait_for_selector("html[data-app=ready]", timeout=READY_TIMEOUT)
        shifts[query] = jumped(page, touched="lesson" in query)
    assert max(shifts.values()) <= 0.02, shifts


def jumped(page: Page, *, touched: bool = False) -> float:
    """Return how much has moved, as the browser reports it after a moment.

    With `touched`, leave out the moves that an input has caused.
    """
    page.wait_for_timeout(150)
    shifts: list[Any] = page.evaluate("window.shifts")
    return float(sum(value for value, _, by_touch in shifts if not (touched and by_touch)))


WATCH_FLIGHTS = """() => {
  window.flights = [];
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach((node) => {
      if (node.classList?.contains('flying')) {
        const properties = node.getAnimations()[0].effect.getKeyframes().flatMap(Object.keys);
        window.flights.push([...new Set(properties)]);
      }
    }))).observe(document.body, { childList: true });
}"""


def test_cards_are_all_in_sight_and_a_played_one_flies(
    open_app: OpenApp, new_page: NewPage
) -> None:
    """Seven cards were once more than the hand showed; nothing flies where motion is reduced."""
    hand, legends = ["knight", "champion", "high-priestess", "cannon"], ["fire-dragon", "leviathan"]
    board = pattern_at("knight", "e5") | {"i4": "2 common"}
    game = arrange(board, hand=hand, legends=legends, flare="flare-07")
    stored = shelved(game)
    page = open_app(page=new_page("desktop", storage=stored, reduced_motion="no-preference"))
    for size in ("desktop", "tablet", "large"):
        page.set_viewport_size(VIEWS[size])
        for card in (*hand, *legends, "flare-07"):
            assert inside(page, f'#hand [data-card="{card}"]'), f"{card} at {size}"
    page.evaluate(WATCH_FLIGHTS)
    for motion, flights in (("no-preference", 1), ("reduce", 1)):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        page.locator('#hand [data-card="knight"]').click()
        page.locator('#choices [data-move="knight@e5"]').click()
        settled(page)
        expect(page.locator(".flying")).to_have_count(0)
        assert len(page.evaluate("window.flights")) == flights, motion
        page.locator('.bar [data-action="undo"]').click()
        settled(page)
    moved = set(page.evaluate("window.flights")[0])
    assert moved - {"offset", "computedOffset", "easing", "composite"} == {"transform", "opacity"}


@pytest.mark.parametrize("size", ["small", "phone"])
def test_the_board_cannot_be_scrolled_in_its_place(size: str, open_app: OpenApp) -> None:
    """Its frame is cut at the edges of a phone: what is brought into view moves nothing."""
    page = open_app("?form=duel&schools=northern,sylvan&seed=7", size=size)
    board = page.locator("#board")
    before = board.bounding_box()
    for square in ("e1", "e9", "a5", "i5"):
        page.locator(f'[data-square="{square}"]').evaluate(
            "(node) => node.scrollIntoView({ block: 'center', inline: 'center' })"
        )
        assert board.bounding_box() == before, square
