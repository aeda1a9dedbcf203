"""The first lessons by keys alone, heard and not seen: nothing is lost, and all is said once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tashkalar.features.lessons.lesson_runner import LessonRunner
from tests.browser.conftest import OpenApp
from tests.browser.play import Keyboard, act
from tests.browser.test_course import choose_code
from tests.browser.test_spoken import LISTEN, focused, heard
from tests.ui.lessons.files import THE_COURSE, load
from tests.ui.table import said

LESSONS = THE_COURSE.chapters[0].lesson_ids[:-1]  # without the whole game


def play_part(page: Page, runner: LessonRunner) -> None:
    """Play the first way of a part with keys; what the coach says is heard."""
    keys = Keyboard(page)
    for step in runner.part.ways[0]:
        if runner.view.coach.kind == "done":
            break
        code = choose_code(page, runner, step)
        before = runner.view.coach.text
        heard(page)
        act(page, runner.session.game, code, keys)
        runner.session.play_code(code)
        assert runner.check_decision()
        coach = runner.view.coach.text
        assert coach is not None
        expect(page.locator("#coach-text")).to_have_text(said(coach))
        assert focused(page), f"{runner.lesson.id}: the focus is lost after {code}"
        if coach != before:
            assert heard(page).count(said(coach)) == 1
    assert focused(page).startswith('button "Next')


@pytest.mark.long
@pytest.mark.parametrize("id", LESSONS)
def test_a_first_lesson_by_keys_and_by_what_is_said(open_app: OpenApp, id: str) -> None:
    page = open_app(f"?lesson={id}", size="phone")
    page.evaluate(LISTEN)
    runner = LessonRunner(load(id))
    play_part(page, runner)
    while runner.start_next_part():
        heard(page)
        page.keyboard.press("Enter")
        coach = runner.view.coach.text
        assert coach is not None
        expect(page.locator("#coach-text")).to_have_text(said(coach))
        assert focused(page).startswith("gridcell")
        assert said(coach) in heard(page)
        play_part(page, runner)
