"""The form of what features show in boards inside other pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from tashkalar import Game
from tashkalar.features.embeds.resting_board import FramedPlace
from tashkalar.formats.goal import Goal
from tashkalar.ui.session.session import Session


class LineReplay(Protocol):
    """A line of a replay in another page."""

    game: Game

    @property
    def branch(self) -> int | None:
        """The position that begins the line; None for the main line."""

    def choose(self, position: int | None) -> int:
        """Show the line through a position; return the number of moves to show of it."""


class ReplayLines(Protocol):
    """The remarks and the lines of a replay in another page."""

    @property
    def replay(self) -> LineReplay:
        """The line that is replayed."""

    def prepare(self, session: Session) -> None:
        """Give a session the remarks on the move that it shows."""

    def show_lines(self, session: Session) -> None:
        """Show the ways to other lines from the move that a session shows."""


class FramedContent(Protocol):
    """The content of a feature in a board inside another page, instead of a game."""

    @property
    def is_finished(self) -> bool:
        """True at its end."""

    @property
    def is_board_borrowed(self) -> bool:
        """True while the board shows something that is taken back soon."""

    @property
    def place(self) -> FramedPlace:
        """The place where it goes on."""


class FramedFeature(Protocol):
    """A feature with a parameter of the address that is framed."""

    async def open_framed(
        self, text: str, place: Mapping[str, object] | None, begin: Callable[[], None]
    ) -> None:
        """Show the text of the parameter in a board inside another page, or go on at a place.

        Raise `Refusal` for a wrong text, ValueError for a wrong place; else call `begin` first.
        """

    @property
    def framed_content(self) -> FramedContent | None:
        """The content that the board shows; None if it is of something else."""


@runtime_checkable
class ReplyFeature(Protocol):
    """A feature that plays for the other side in a position to survive."""

    async def reply_if_due(self, session: Session, goal: Goal) -> None:
        """Let the other side play its turn, if it is due."""


@runtime_checkable
class ReplayFeature(Protocol):
    """A feature that knows lines of games which are replayed."""

    async def load_replay_lines(
        self, text: str, show: Callable[[LineReplay, int], None]
    ) -> ReplayLines | None:
        """Return the lines of a record that is replayed in another page, None if it has none."""
