"""A lesson of the workshop that its author tries."""

from __future__ import annotations

from tashkalar.features.lessons.lesson_file import Lesson
from tashkalar.features.lessons.page.lesson_screen import LessonOnTable, LessonScreen
from tashkalar.features.workshop.page.door import TRIAL, WORKSHOP, WorkshopDoor


class LessonTrial(LessonOnTable):
    """A lesson of the workshop that its author tries, with a way back."""

    def __init__(self, door: WorkshopDoor, screen: LessonScreen, lesson: Lesson) -> None:
        made = screen.lesson_on_table(lesson)
        super().__init__(screen, made.runner, made.course, None, made.keeper)
        self.address, self.place = WORKSHOP, TRIAL.place
        self._door = door

    async def go_back(self) -> None:
        """Show the workshop."""
        await self._door.show()

    def enter(self) -> None:
        """Put the lesson on the table, and offer the way back."""
        self._door.offer_return("")
        super().enter()

    def leave(self) -> None:
        """Take the way back away."""
        super().leave()
        self._door.hide_return()
