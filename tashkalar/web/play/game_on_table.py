"""The game that is on the table, as the parts of the table see it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from tashkalar.ui.activity import Activity
from tashkalar.ui.session.session import Session


class GameOnTable(Protocol):
    """The part of `Table` that rendering, pointing and watching read; only `Table` changes it."""

    session: Session | None

    @property
    def activity(self) -> Activity:
        """The activity on the table."""

    @property
    def other_tab_state(self) -> str | None:
        """The state of a game that another tab plays: "open" there or "taken" from here."""


class HasSession(Protocol):
    """An object that knows the session on the table."""

    @property
    def session(self) -> Session | None:
        """Return the session on the table, or None without a game."""


OwnerT = TypeVar("OwnerT", bound=HasSession)
ResultT = TypeVar("ResultT")
Params = ParamSpec("Params")


def with_session(
    action: Callable[Concatenate[OwnerT, Session, Params], ResultT],
) -> Callable[Concatenate[OwnerT, Params], ResultT | None]:
    """Decorate a method that gets the session on the table.

    Without a game the method does nothing and returns None.
    """

    @wraps(action)
    def act_on_session(
        owner: OwnerT, /, *args: Params.args, **named: Params.kwargs
    ) -> ResultT | None:
        session = owner.session
        return None if session is None else action(owner, session, *args, **named)

    return act_on_session
