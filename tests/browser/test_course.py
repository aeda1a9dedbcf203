"""The chapters after the first steps, played from lesson to lesson by touch as their ways say."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tashkalar.features.lessons.course import PROGRESS_KEY, Chapter
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.text import phrases
from tests.browser.conftest import OpenApp
from tests.browser.play import Finger, act, settled
from tests.ui.lessons.files import THE_COURSE, load
from tests.ui.table import said


class FingerByNames(Finger):
    """A finger that finds squares, cards and buttons by their names alone."""

    def __init__(self, page: Page, tutor: LessonRunner) -> None:
        super().__init__(page)
        self._tutor = tutor

    def square(self, name: str) -> None:
        """Tap the square whose name begins with its coordinates."""
        self._tap_named("gridcell", f"^{name}: ")

    def card(self, id: str) -> None:
        """Tap a card of the hand."""
        self._tap_named("button", f"^{re.escape(said(phrases.card_name(id)))},")

    def press(self, code: str) -> None:
        """Tap the button of a move."""
        buttons = build_screen(self._tutor.session).action_panel.buttons
        label = next(said(button.label) for button in buttons if button.code == code)
        self._tap_named("button", f"^{re.escape(label)}")

    def go_on(self) -> None:
        """Tap the button for the next part, or for the next lesson."""
        self._tap_named("button", "^Next")

    def _tap_named(self, role: Literal["button", "gridcell"], name: str) -> None:
        settled(self._page)
        self._tap(self._page.get_by_role(role, name=re.compile(name)).first)


def choose_code(page: Page, runner: LessonRunner, step: str) -> str:
    """Return a legal decision of a step whose square the part of the board shows."""
    for move in runner.session.game.legal_moves():
        square = move.square if move.kind == "place" else None
        if fnmatchcase(move.code, step) and (
            square is None or page.locator(f'[data-square="{square}"]').is_visible()
        ):
            return move.code
    raise AssertionError(f"nothing to choose for {step}")


def play_part(page: Page, tutor: LessonRunner, finger: Finger | None = None) -> None:
    """Play the first way of a part; `tutor` is the same lesson without a page."""
    finger = finger or Finger(page)
    for step in tutor.part.ways[0]:
        if tutor.view.coach.kind == "done":
            break
        game = tutor.session.game
        code = choose_code(page, tutor, step)
        is_opponent, text = tutor.is_opponent_due, tutor.view.coach.text
        if not is_opponent:  # its decisions follow by themselves
            expect(page.locator("#coach-text")).to_have_text(said(text) if text else "")
            act(page, game, code, finger)
        tutor.session.play_code(code)
        assert tutor.check_decision()
    text = tutor.view.coach.text
    assert tutor.view.coach.kind == "done" and text is not None
    expect(page.locator("#coach-text")).to_have_text(said(text))


# Every run plays them without a browser, in tests/ui/lessons.
CHAPTERS = [
    pytest.param(chapter, id=chapter.id, marks=pytest.mark.long)
    for chapter in THE_COURSE.chapters[1:]
]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_played_by_touch(open_app: OpenApp, chapter: Chapter) -> None:
    page = open_app(f"?lesson={chapter.lesson_ids[0]}", size="phone")
    for id in chapter.lesson_ids:
        tutor = LessonRunner(load(id))
        expect(page.locator("#coach-title")).to_have_text(said(tutor.view.title))
        play_part(page, tutor)
        while tutor.start_next_part():
            page.locator("#coach-next").tap()
            play_part(page, tutor)
        page.locator("#coach-next").tap()
    page.goto(f"{page.url.partition('?')[0].partition('#')[0]}#learn")
    expect(page.locator("#lessons [data-state=done]")).to_have_count(len(chapter.lesson_ids))
    assert page.locator("#lessons .lesson-chapter:visible").count() == len(THE_COURSE.chapters)
    expect(page.locator('[data-lesson="rank"] .mini .stone')).to_have_count(3)
    assert page.locator('[data-lesson="rank"] .mini').get_attribute("viewBox") == "200 200 500 500"


@pytest.mark.long
def test_the_first_steps_by_touch_and_by_names(open_app: OpenApp) -> None:
    """All first lessons, one after another, until the game of the last one has begun."""
    *ids, game = THE_COURSE.chapters[0].lesson_ids
    page = open_app(size="phone")
    page.get_by_role("button", name="Lesson 1").tap()
    for id in ids:
        tutor = LessonRunner(load(id))
        title = said(tutor.view.title)
        expect(page.get_by_role("region", name=title, exact=True)).to_be_visible()
        finger = FingerByNames(page, tutor)
        play_part(page, tutor, finger)
        while tutor.start_next_part():
            finger.go_on()
            play_part(page, tutor, finger)
        finger.go_on()
    tutor = LessonRunner(load(game))
    expect(page.locator("#coach-text")).to_contain_text("You are Blue")
    finger = FingerByNames(page, tutor)
    for code in ("+e5", "."):
        act(page, tutor.session.game, code, finger)
        tutor.session.play_code(code)
        tutor.check_decision()
    expect(page.locator("#coach-text")).to_contain_text("From now on a turn has two actions")


@pytest.mark.long
@pytest.mark.slow
def test_what_is_only_shown_is_left_alone_by_the_opponent(open_app: OpenApp) -> None:
    """The opponent of a part with ways waits until the learner has really ended the turn."""
    page = open_app("?lesson=one-short", size="phone", storage={PROGRESS_KEY: '{"one-short": 1}'})
    text, enemies = page.locator("#coach-text"), page.locator('#board [data-piece][data-owner="2"]')
    expect(text).to_contain_text("two pieces are missing")
    page.locator('[data-square="d3"]').tap()  # a mistake, with what follows it
    expect(text).to_contain_text("See what your opponent does now")
    expect(page.locator('[data-square="d3"] [data-owner="2"]')).to_be_visible()
    expect(page.locator('[data-square="d3"] [data-piece]')).to_have_count(0)
    expect(text).to_contain_text("Your opponent summoned the Messenger on d3")
    page.locator('[data-square="d5"]').tap()
    expect(text).to_contain_text("No action is left")
    for kind in ("hint", "hint", "hint", "show"):
        page.locator("#coach-show").tap()
        expect(page.locator("#coach")).to_have_attribute("data-kind", kind)
    expect(page.locator("#coach")).to_have_attribute("data-kind", "hint")  # it was taken back
    expect(enemies).to_have_count(4)
    page.locator('#choices [data-move="."]').tap()
    expect(text).to_contain_text("A being of your opponent is on d3")
    expect(enemies).to_have_count(6)
