"""A teacher's way through the workshop: every control is visible and found by its name.

An act is a press, a choice in a list, or a text that is filled in.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tashkalar.features.lessons.course import read_course
from tests.browser.conftest import OpenApp
from tests.browser.play import menu, sideways_scroll
from tests.browser.test_accessibility import assert_no_violations


class Teacher:
    """A person who makes lessons; counts what the person does."""

    def __init__(self, page: Page) -> None:
        self.page, self.acts = page, 0

    def _act(self) -> None:
        self.acts += 1

    def press(self, name: str, *, number: int = 0) -> None:
        """Press a button whose name begins so; with a number a later one of several."""
        buttons = self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))
        buttons.locator("visible=true").nth(number).click()
        self._act()

    def open_tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()
        self._act()

    def take(self, piece: str) -> None:
        self.page.get_by_role("radio", name=re.compile(f"^{piece},")).click()
        self._act()

    def tap(self, *squares: str) -> None:
        for square in squares:
            self.page.get_by_role("gridcell", name=re.compile(f"^{square}:")).click()
            self._act()

    def choose(self, label: str, option: str) -> None:
        self._labelled(label).last.select_option(option)
        self._act()

    def write(self, label: str, said: str) -> None:
        self._labelled(label).last.fill(said)
        self._act()

    def say(self, line: str, english: str, italian: str) -> None:
        """Write a line of the coach in two languages."""
        self.write(f"{line} (English)", english)
        self.write(f"{line} (Italiano)", italian)

    def _labelled(self, label: str) -> Locator:
        return self.page.get_by_label(re.compile(f"^{re.escape(label)}")).locator("visible=true")

    def open_workshop(self) -> None:
        menu(self.page, "workshop")
        self.acts += 2

    # -- what every lesson here has --------------------------------------------------------

    def set_up(self) -> None:
        """Put up a pattern of the Swordmaster beside a piece of Green, and deal the card."""
        self.tap("e4", "e6")
        self.take("common piece of Green")
        self.tap("d6")
        self.press("Beings")
        self.press("Swordmaster")
        self.press("Close")

    def want_destroyed(self) -> None:
        self.open_tab("Goal")
        self.choose("Add to the goal", "Destroy certain pieces")

    def record(self, *squares: str, card: str = "") -> None:
        self.open_tab("Solutions")
        self.press("Record a solution")
        if card:
            self.press(card)
        self.tap(*squares)
        self.press("Keep this solution")
        expect(self.page.locator("#workshop-recorded")).to_contain_text("Solution 1")
        expect(self.page.locator("#workshop-recorded .workshop-fault")).to_be_empty()

    def check(self, name: str) -> None:
        self.page.get_by_role("checkbox", name=name).check()
        self._act()

    def say_italian_too(self) -> None:
        self.open_tab("Words")
        self.check("Italiano")


@pytest.mark.long
def test_a_lesson_of_three_parts_in_two_languages_in_60_acts(open_app: OpenApp) -> None:
    page = open_app(size="phone")
    teacher = Teacher(page)
    teacher.open_workshop()
    teacher.press("New lesson")
    teacher.set_up()
    teacher.want_destroyed()
    teacher.record("e5", "d6", card="Swordmaster")
    teacher.say_italian_too()
    teacher.say("Title of the lesson", "Sword lessons", "Lezioni di spada")
    teacher.say("What it is about", "Destroy with the Swordmaster", "Distruggi con lo Spadaccino")
    teacher.say("At the start", *SAID[0])
    assert_no_violations(page, "the words of the first part")
    teacher.press("Add a part")  # like the first one, with one more piece
    teacher.open_tab("Position")
    teacher.tap("f6")
    teacher.open_tab("Goal")
    teacher.choose("Add to the goal", "Destroy a number of pieces")
    teacher.record("e5", "f6", card="Swordmaster")
    teacher.open_tab("Words")
    teacher.say("At the start", *SAID[1])
    teacher.press("Add a part")
    teacher.open_tab("Position")
    teacher.check("Begins where part 2 ended")
    assert not sideways_scroll(page)
    teacher.open_tab("Goal")
    teacher.choose("Add to the goal", "Have certain pieces on the board")
    teacher.tap("d5")
    teacher.record("d5")
    teacher.open_tab("Words")
    teacher.say("At the start", *SAID[2])
    teacher.say("At the end of the part", "Well done.", "Ben fatto.")
    teacher.open_tab("Try")
    expect(page.locator("#workshop-problems > li")).to_have_count(0)
    teacher.press("Save")
    assert teacher.acts <= 60, teacher.acts
    teacher.press("Play it")
    coach = page.locator("#coach-text")
    for part, decisions in enumerate((("e5", "d6"), ("e5", "f6"), ("d5",))):
        expect(coach).to_have_text(SAID[part][0])
        if part < 2:
            teacher.press("Swordmaster")
        teacher.tap(*decisions)
        if part < 2:
            teacher.press("Next")
    expect(coach).to_have_text("Well done.")


@pytest.mark.long
def test_a_course_of_two_lessons_in_two_languages_in_90_acts(
    open_app: OpenApp, tmp_path: Path
) -> None:
    page = open_app(size="phone")
    teacher = Teacher(page)
    teacher.open_workshop()
    teacher.press("New course")
    teacher.write("Name in this language", "First blood")
    for number, title in enumerate((("One stroke", "Un colpo"), ("Once more", "Ancora"))):
        if number:
            teacher.press("Add a chapter")
            teacher.write("Chapter 2", "Practice")
        teacher.choose("Add a lesson", "New lesson")
        teacher.set_up()
        teacher.want_destroyed()
        teacher.record("e5", "d6", card="Swordmaster")
        if number:
            teacher.open_tab("Words")
        else:
            teacher.say_italian_too()
        teacher.say("Title of the lesson", *title)
        teacher.say("What it is about", "Destroy", "Distruggi")
        teacher.say("At the start", *SAID[number])
        teacher.press("To the course")
    assert_no_violations(page, "the outline of a course")
    assert not sideways_scroll(page)
    teacher.press("Move “Once more” up")  # there and back
    teacher.press("Move “Once more” down")
    teacher.open_tab("Words")
    teacher.write("Title of the course (Italiano)", "Il primo colpo")
    teacher.write("Chapter 2 (Italiano)", "Esercizio")
    teacher.open_tab("Try")
    expect(page.locator("#workshop-problems > li")).to_have_count(0)
    teacher.press("Save")
    teacher.open_tab("Share")
    with page.expect_download() as download:
        teacher.press("Download the file")
    assert teacher.acts <= 90, teacher.acts
    file = tmp_path / "course.json"
    download.value.save_as(file)
    course = read_course(file.read_text(encoding="utf-8"))
    assert course.words["it"] == {"title": "Il primo colpo", "chapter-2": "Esercizio"}
    teacher.press("Back to my work")
    learn(page, teacher, file)


def learn(page: Page, teacher: Teacher, file: Path) -> None:
    """Open the file of the course as another person would, and play it through."""
    with page.expect_file_chooser() as chooser:
        teacher.press("Open a file")
    chooser.value.set_files(file)
    teacher.open_tab("Try")
    teacher.press("Play it")
    expect(page.locator("#learn-title")).to_have_text("First blood")
    expect(page.locator("#lessons")).to_contain_text("Practice")
    assert_no_violations(page, "the lessons of a course")
    page.locator("#lessons").get_by_role("button", name=re.compile("One stroke")).click()
    for number in range(2):
        expect(page.locator("#coach-text")).to_have_text(SAID[number][0])
        teacher.press("Swordmaster")
        teacher.tap("e5", "d6")
        teacher.press("All lessons" if number else "Next lesson")
    expect(page.locator("#lessons .lesson-state").last).to_contain_text("Done")
    teacher.press("Back to the workshop")
    expect(page.get_by_role("tab", name="Try")).to_be_visible()
    # A link shows the same course, with the progress.
    teacher.open_tab("Share")
    link = page.get_by_label("Link").locator("visible=true").input_value()
    assert link.partition("#")[2].startswith("course=")
    page.evaluate("link => { location.hash = link.slice(link.indexOf('#')); }", link)
    expect(page.locator("#learn-title")).to_have_text("First blood")
    expect(page.locator("#lessons .lesson-state").first).to_contain_text("Done")
    page.get_by_role("button", name="To the start screen").locator("visible=true").click()
    page.get_by_role("button", name="All lessons").locator("visible=true").click()
    expect(page.locator("#learn-title")).to_have_text("Learn by playing")
    expect(page.locator("#lessons > li")).not_to_have_count(2)


SAID = (
    ("Summon the Swordmaster.", "Evoca lo Spadaccino."),
    ("Now there are two.", "Ora sono due."),
    ("Place one more piece.", "Metti ancora un pezzo."),
)
