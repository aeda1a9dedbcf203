"""The panel with the outline of a course: its name, its chapters and their lessons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar.features.workshop import courses, lessons
from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.courses import ChapterRow, CourseContent
from tashkalar.features.workshop.documents import Document
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.page.parts import fill_select
from tashkalar.features.workshop.position import new_position
from tashkalar.features.workshop.position_faults import PositionFault
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import ClonedTemplate, DomNode, KeyedList, by_id, clone_template
from tashkalar.web.browser.listeners import PageEvent, listen

_CHOOSE, _NEW = "", "new"  # entries of the menu that adds a lesson, beside the ids of works


class CoursePanel:
    """Changes the outline of the draft; `open_lesson` shows one of its lessons."""

    def __init__(
        self,
        words: Catalogue,
        draft: Draft,
        works: WorkshopCollection,
        open_lesson: Callable[[str], None],
    ) -> None:
        self._words, self._draft, self._works = words, draft, works
        self._open_lesson = open_lesson
        self._saved_lessons: list[tuple[str, str]] = []  # of the collection: id and title
        self._chapters: KeyedList[tuple[int, ChapterRow]] = KeyedList(
            by_id("workshop-chapters"),
            lambda _: clone_template("tpl-workshop-chapter"),
            self._update,
            key=lambda view: view[1].id,
        )
        panel = by_id("workshop-course")
        listen(panel, "click", self._on_click)
        listen(panel, "change", self._on_change)
        listen(panel, "input", self._on_input)

    @property
    def _course(self) -> CourseContent:
        return self._draft.document.content

    def show(self, faults: Sequence[PositionFault]) -> None:
        """Draw the panel."""
        self._show_text(by_id("workshop-course-name"), "title")
        self._show_text(by_id("workshop-course-topic"), "about")
        untitled = self._words.text("workshop.untitled")
        self._saved_lessons = [
            (work.id, work.document.title(self._words.language) or untitled)
            for work in self._works.works()
            if work.document.kind == "lesson"
        ]
        rows = list(enumerate(courses.chapters(self._course)))
        self._chapters.show(rows, rewrite_all=True)
        is_full = not courses.can_add_chapter(self._course)
        by_id("workshop-chapter-add").toggleAttribute("disabled", is_full)

    def _show_text(self, field: DomNode, line: str) -> None:
        said = lessons.text(self._course, self._words.language, line)
        if str(field.value).strip() != said:  # else the cursor would jump
            field.value = said

    def _update(self, parts: ClonedTemplate, view: tuple[int, ChapterRow]) -> None:
        (number, row), say, root = view, self._words.text, parts.root.node
        root.setAttribute("data-workshop-chapter", str(number))
        parts.set_text("label", say("workshop.chapter", n=number + 1))
        self._show_text(root.querySelector("[data-workshop-chapter-name]"), row.id)
        remove = root.querySelector("[data-workshop-chapter-remove]")
        remove.toggleAttribute("hidden", len(courses.chapters(self._course)) < 2)
        remove.setAttribute("aria-label", say("workshop.chapter.remove", n=number + 1))
        parts.field("lessons").node.replaceChildren(*map(self._make_lesson, row.lesson_ids))
        options = [(_CHOOSE, say("workshop.goal.choose")), (_NEW, say("workshop.new-lesson"))]
        menu = root.querySelector("[data-workshop-add-lesson]")
        fill_select(menu, [*options, *self._saved_lessons], _CHOOSE)
        menu.toggleAttribute("disabled", not courses.can_add_lesson(self._course))

    def _make_lesson(self, id: str) -> DomNode:
        node, say = clone_template("tpl-workshop-course-lesson"), self._words.text
        lesson = Document("lesson", courses.lesson(self._course, id))
        title = lesson.title(self._words.language) or say("workshop.untitled")
        node.setAttribute("data-workshop-lesson", id)
        parts = ClonedTemplate(node)
        parts.set_text("title", title)
        parts.set_text("detail", say("workshop.part.count", n=len(lessons.parts(lesson.content))))
        for step, name in ((-1, "up"), (1, "down")):
            button = node.querySelector(f'[data-workshop-move="{step}"]')
            button.setAttribute("aria-label", say(f"workshop.course.{name}", title=title))
            button.disabled = not courses.can_move(self._course, id, step)
        remove = node.querySelector("[data-workshop-lesson-remove]")
        remove.setAttribute("aria-label", say("workshop.course.remove", title=title))
        return node

    # -- input ---------------------------------------------------------------------------

    def _on_click(self, event: PageEvent) -> None:
        chapter = event.closest("[data-workshop-chapter]")
        row = event.closest("[data-workshop-lesson]")
        id = str(row.dataset.workshopLesson) if row else ""
        if event.closest("#workshop-chapter-add"):
            self._draft.change_content(courses.add_chapter(self._course))
            names = by_id("workshop-chapters").querySelectorAll("[data-workshop-chapter-name]")
            names[names.length - 1].focus()
        elif chapter and event.closest("[data-workshop-chapter-remove]"):
            number = int(chapter.dataset.workshopChapter)
            self._draft.change_content(courses.remove_chapter(self._course, number))
            by_id("workshop-chapter-add").focus()
        elif event.closest("[data-workshop-open-lesson]"):
            self._open_lesson(id)
        elif button := event.closest("[data-workshop-move]"):
            step = int(button.dataset.workshopMove)
            self._draft.change_content(courses.move_lesson(self._course, id, step))
            self._focus_lesson(id, step)
        elif event.closest("[data-workshop-lesson-remove]"):
            self._draft.change_content(courses.remove_lesson(self._course, id))
            by_id("workshop-chapter-add").focus()

    def _focus_lesson(self, id: str, step: int) -> None:
        """Focus the button that moves a lesson on, or back at the end of the course."""
        row = by_id("workshop-chapters").querySelector(f'[data-workshop-lesson="{id}"]')
        button = row.querySelector(f'[data-workshop-move="{step}"]')
        (
            row.querySelector(f'[data-workshop-move="{-step}"]') if button.disabled else button
        ).focus()

    def _on_change(self, event: PageEvent) -> None:
        node = event.target
        chapter = event.closest("[data-workshop-chapter]")
        if chapter and event.closest("[data-workshop-add-lesson]"):
            self._add_lesson(int(chapter.dataset.workshopChapter), str(node.value))
        else:
            self._draft.end_line()

    def _on_input(self, event: PageEvent) -> None:
        """Keep a title while it is typed."""
        node = event.target
        lines = {"workshop-course-name": "title", "workshop-course-topic": "about"}
        line = lines.get(str(node.id), "")
        chapter = event.closest("[data-workshop-chapter]")
        if chapter and event.closest("[data-workshop-chapter-name]"):
            line = courses.chapters(self._course)[int(chapter.dataset.workshopChapter)].id
        if line:
            said = str(node.value).strip()[: node.maxLength]
            self._draft.change_content(
                courses.set_text(self._course, self._words.language, line, said),
                f"{self._words.language} {line}",
            )

    def _add_lesson(self, number: int, chosen: str) -> None:
        """Add a new lesson and show it, or a copy of a lesson of the collection."""
        if chosen == _NEW:
            added = lessons.new_lesson(new_position())
        elif work := self._works.work(chosen):
            added = work.document.content
        else:
            return
        self._draft.change_content(courses.add_lesson(self._course, number, added))
        if chosen == _NEW:
            self._open_lesson(courses.chapters(self._course)[number].lesson_ids[-1])
