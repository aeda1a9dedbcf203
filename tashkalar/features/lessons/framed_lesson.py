"""A lesson in a board inside another page: its state, and the place where it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.features.embeds.resting_board import FramedPlace, read_count
from tashkalar.features.lessons.lesson_runner import LessonPlace, LessonRunner


class FramedLesson(NamedTuple):
    """A lesson that a board inside another page shows."""

    runner: LessonRunner

    @property
    def is_finished(self) -> bool:
        """True at its end."""
        return self.runner.view.is_finished

    @property
    def is_board_borrowed(self) -> bool:
        """True while the coach shows something that is taken back soon."""
        return self.runner.is_board_borrowed

    @property
    def place(self) -> FramedPlace:
        """The decision at which the lesson is."""
        return FramedPlace("lesson", self.runner.place._asdict())


def read_place(data: Mapping[str, object]) -> LessonPlace:
    """Return the place of a lesson in its plain values; raise ValueError if it is wrong."""
    said, game = data.get("said"), data.get("game")
    if not isinstance(said, list | tuple) or not isinstance(game, str):
        raise ValueError("resting.lesson: a game and the lines said are needed")
    return LessonPlace(
        read_count(data, "part"),
        game,
        tuple(map(str, said)),
        read_count(data, "earlier_decision_count"),
        read_count(data, "earlier_move_count"),
    )
