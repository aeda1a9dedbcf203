"""The game that is on the table, as the parts of the table see it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from tashkalar.ui.lessons.lesson_runner import LessonRunner
from tashkalar.ui.session.session import Session


class GameOnTable(Protocol):
    """The part of `Table` that rendering, pointing and watching read; only `Table` changes it."""

    session: Session | None
    other_tab_state: str | None  # another tab plays the game: "open" or "taken"
    lesson_runner: LessonRunner | None


class HasSession(Protocol):
    """An object that knows the session on the table."""

    @property
    def session(self) -> Session | None:
        """Return the session on the table, or None without a game."""


OwnerT = TypeVar("OwnerT", bound=HasSession)
Params = ParamSpec("Params")


def with_session(
    act: Callable[Concatenate[OwnerT, Session, Params], None],
) -> Callable[Concatenate[OwnerT, Params], None]:
    """Decorate an input that gets the session on the table: without a game, it does nothing."""

    @wraps(act)
    def act_on_session(owner: OwnerT, /, *args: Params.args, **named: Params.kwargs) -> None:
        session = owner.session
        if session is not None:
            act(owner, session, *args, **named)

    return act_on_session
