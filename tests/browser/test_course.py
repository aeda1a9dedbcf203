"""The chapters after the first steps, played from lesson to lesson by touch as their ways say."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest
from playwright.sync_api import Page, expect

from tashkalar.ui.lessons.course import PROGRESS_KEY, Chapter
from tashkalar.ui.lessons.lesson_runner import LessonRunner
from tests.browser.conftest import OpenApp
from tests.browser.play import Finger, act
from tests.ui.lessons.files import THE_COURSE, load
from tests.ui.table import said


def play_part(page: Page, tutor: LessonRunner) -> None:
    """Play the first way of a part; `tutor` is the same lesson without a page."""
    finger = Finger(page)
    for step in tutor.part.ways[0]:
        if tutor.view.coach.kind == "done":
            break
        game = tutor.session.game
        code = next(move.code for move in game.legal_moves() if fnmatchcase(move.code, step))
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
