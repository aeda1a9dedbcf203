"""The panel beside the board that shows a study, as plain values."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.move import Message


class LineButton(NamedTuple):
    """A button that shows a line on the board."""

    end: int  # the last position of the line
    label: Message
    is_pressed: bool


class LossBar(NamedTuple):
    """A turn of the review, as a bar that shows the turn."""

    start: int  # the position before the turn
    label: Message
    height: int  # percent; 0 for a turn without a loss
    is_reviewed: bool
    is_current: bool


class StudyPanelView(NamedTuple):
    """The panel beside the board.

    `mode` is "look", "retry" while a person plays a turn again, "judge" while the computer player
    looks at that turn, "try" while a person plays freely for all sides, or "write" while a person
    writes and draws.
    """

    mode: str
    title: Message
    place: Message | None  # which of the turns it is
    status: Message | None  # what to do, or how good a turn was that was played again
    progress: Message | None  # of the review
    comment: str
    drawn: Message | None  # the marked squares and the arrows
    lines: tuple[LineButton, ...]
    steps: Message | None  # of the line that is shown
    line_comment: str
    can_go_back: bool
    can_go_forward: bool
    can_retry: bool
    can_improve: bool  # something better waits to be found, which makes playing again come first
    can_try: bool
    can_write: bool
    can_remove: bool  # the line that is shown
    can_reveal: bool  # lines are hidden
    bars: tuple[LossBar, ...]  # of the review
    can_stop: bool  # the review is in progress
    can_resume: bool
