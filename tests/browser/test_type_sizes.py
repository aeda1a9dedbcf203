"""No text is smaller than 14 px; all tasks are whole; actions are seen in a melee on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tashkalar import new_game
from tests import golden
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import settled, shelved

FLOOR_PX = 14

# The texts that are seen and smaller than a size, with their element and their size. Names that
# are too long for their place are smaller (`data-name`); drawings have units of their own.
_SMALL_TEXTS = """(floor) => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, node = text.parentElement;
    if (!text.textContent.trim() || node.closest("svg, [data-name]")) continue;
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { width, height } = range.getBoundingClientRect();
    const { fontSize, clipPath } = getComputedStyle(node);
    if (width < 2 || height < 2 || clipPath !== "none") continue;
    if (parseFloat(fontSize) < floor - 0.01)
      found.push(`${node.id || node.className || node.parentElement.className} ${fontSize}`);
  }
  return found;
}"""

# How far the rows of the tasks reach below the panel that holds them, in pixels.
_CUT_TASKS = """() => {
  const end = document.getElementById("tasks").parentElement.getBoundingClientRect().bottom;
  return [...document.querySelectorAll("#tasks > [data-task] > .task-text")]
    .map((text) => text.getBoundingClientRect())
    .filter(({ bottom, height }) => bottom > end || height < 10).length;
}"""

# Tasks that a choice would fulfill: the rows whose words are cut in half, not shown or hidden.
_HALF_WORDS = """() => [...document.querySelectorAll("#tasks > [data-task]:not([data-next])")]
  .filter((task) => {
    const row = task.querySelector(".task-row"), words = row.querySelector(".task-missing");
    task.setAttribute("data-then", "");
    words.textContent = "would then be fulfilled by this choice";
    const end = row.getBoundingClientRect().bottom, { top, bottom } = words.getBoundingClientRect();
    return top < end - 0.5 && bottom > end + 0.5;
  }).length"""


# What is cut or covered in a game of four: numbers of the colors, a score below its actions, the
# name of a card below its status, the way to the rules below the end of its panel.
_CUT_OR_COVERED = """() => {
  const box = (node) => node?.getBoundingClientRect() ?? new DOMRect();
  const words = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const meet = (a, b) => a.width * b.width > 0 && a.left < b.right - 0.5 && b.left < a.right - 0.5
    && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
  const found = [];
  for (const seat of document.querySelectorAll("#players .seat")) {
    const colors = seat.querySelector(".colours");
    if (colors.scrollWidth > colors.clientWidth) found.push("colors");
    const score = words(seat.querySelector('[data-field="score"]'));
    const pips = [...seat.querySelectorAll(".pip")];
    if (pips.some((pip) => meet(box(pip), score))) found.push("score");
  }
  for (const card of document.querySelectorAll("#hand .hcard")) {
    const [status, name] = ["status", "name"].map((part) => card.querySelector(`.hcard-${part}`));
    if (!status?.textContent || box(name).width < 2) continue;  // a phone hides the name
    if (meet(words(name), box(status))) found.push("name");
  }
  const rules = document.querySelector(".tally > .score-rules-button");
  if (rules.checkVisibility() && words(rules).bottom > box(rules.closest(".drawer")).bottom - 2)
    found.push("rules");
  return found;
}"""


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settled(page)


@pytest.mark.parametrize("form", ["high-form", "melee"])
def test_no_text_of_a_game_is_too_small(form: str, open_app: OpenApp, new_page: NewPage) -> None:
    schools = ("northern", "sylvan", "highland")[: 2 if form == "high-form" else 3]
    page = new_page("desktop", storage=shelved(new_game(form, schools, seed=3)))
    open_app(page=page)
    for size in ((1600, 1000), (1366, 768), (1024, 768), (390, 844), (360, 640)):
        resize(page, size)
        assert page.evaluate(_SMALL_TEXTS, FLOOR_PX) == [], size


@pytest.mark.parametrize("language", ["en", "fr", "es", "it", "el"])
def test_a_screen_for_fingers_shows_titles_whole_and_no_small_text(
    language: str, open_app: OpenApp, new_page: NewPage
) -> None:
    game = next(
        before
        for before, _ in golden.decisions(golden.load("high-form").game)
        if before.state.turn == 9  # with differences between the players
    )
    page = new_page("phone", storage=shelved(game))
    open_app(f"?lang={language}", page=page)
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    resize(page, (1024, 768))
    expect(page.locator(".seat-brief small:visible")).not_to_have_count(0)
    assert page.evaluate(_SMALL_TEXTS, FLOOR_PX) == []
    for size in ((1366, 768), (1280, 800), (1600, 1000)):
        resize(page, size)
        assert page.evaluate(_SMALL_TEXTS, FLOOR_PX) == [], size
        title = page.locator("#log-title")
        expect(title).to_be_visible()
        assert title.evaluate("title => title.scrollWidth - title.clientWidth") <= 0, size


@pytest.mark.parametrize("part", ["", "#learn", "#puzzles", "#library", "#you"])
def test_no_text_of_the_home_is_too_small(part: str, open_app: OpenApp) -> None:
    page = open_app(part, size="desktop")
    for size in ((1366, 768), (390, 844), (360, 640)):
        resize(page, size)
        assert page.evaluate(_SMALL_TEXTS, FLOOR_PX) == [], size


@pytest.mark.parametrize("language", ["en", "fr", "es", "it", "el"])
def test_all_tasks_are_whole_in_a_wide_window(
    language: str, open_app: OpenApp, new_page: NewPage
) -> None:
    game = new_game("high-form", ("northern", "sylvan"), seed=3)  # the tasks with long texts
    page = new_page("desktop", storage=shelved(game))
    open_app(f"?lang={language}", page=page)
    expect(page.locator("#tasks > [data-task]")).to_have_count(4)
    for size in ((1366, 768), (1280, 800), (1440, 900), (1600, 1000)):
        resize(page, size)
        assert page.evaluate(_CUT_TASKS) == 0, size
    assert page.evaluate(_HALF_WORDS) == 0


def test_the_actions_of_a_melee_are_seen_on_a_phone(open_app: OpenApp, new_page: NewPage) -> None:
    game = new_game("melee", ("northern", "sylvan", "highland", "southern"), seed=3)
    while game.state.phase == "marks":
        game.play(game.legal_moves()[0].code)
    page = new_page("phone", storage=shelved(game))
    open_app(page=page)
    pips = page.locator("#players [data-active] .pip")
    assert pips.count() > 0
    for pip in pips.all():
        expect(pip).to_be_in_viewport(ratio=1)
    expect(page.locator("#players .pip:visible")).to_have_count(pips.count())


def test_nothing_is_cut_or_covered_in_a_melee_with_minus_points(
    open_app: OpenApp, new_page: NewPage
) -> None:
    game = next(
        before
        for before, _ in golden.decisions(golden.load("melee").game)
        if before.state.turn == 10 and before.open_move is None
    )
    page = new_page("phone", storage=shelved(game))
    open_app(page=page)
    expect(page.locator("#players [data-active] .pip")).to_have_count(2)
    expect(page.locator("#players [data-active] [data-field=score]")).to_have_text("−2")
    expect(page.locator('#hand [data-status="pending"]')).to_have_count(1)
    for size in ((360, 640), (390, 844), (1024, 768), (1366, 768), (1600, 1000)):
        resize(page, size)
        assert page.evaluate(_CUT_OR_COVERED) == [], size


@pytest.mark.parametrize("language", ["en", "el"])
def test_a_long_difference_makes_no_panel_higher(language: str, open_app: OpenApp) -> None:
    page = open_app(f"?form=duel&schools=northern,sylvan&seed=7&lang={language}")
    page.locator("#curtain-open").click()
    settled(page)
    heights = "() => [...document.querySelectorAll('#players .seat')].map((s) => s.offsetHeight)"
    before = page.evaluate(heights)
    page.evaluate("""() => {
      for (const lead of document.querySelectorAll('.balance dd')) lead.textContent = '+11';
    }""")
    assert page.evaluate(heights) == before
