"""The game that is on the table, as the parts of the table see it."""

from __future__ import annotations

from typing import Protocol

from tashkalar.ui.lessons.lesson_runner import LessonRunner
from tashkalar.ui.session.session import Session


class GameOnTable(Protocol):
    """The part of `Table` that rendering, pointing and watching read; only `Table` changes it."""

    session: Session | None
    other_tab_state: str | None  # another tab plays the game: "open" or "taken"
    lesson_runner: LessonRunner | None
