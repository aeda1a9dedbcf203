"""A replay that nobody plays on: where it stands, and where its buttons lead."""

from __future__ import annotations

from tashkalar.ui.session.session import Session

# Seconds between two moves of a replay that plays by itself, by the motion setting.
_PAUSES = {"fast": 0.6, "slow": 2.2}
_PAUSE = 1.2


def begin(session: Session, at: str) -> int:
    """Make a session a replay; the number of moves shown at first.

    `at` is a number of moves or ``"end"``; anything else is the start.
    """
    session.read_only = True
    if at.isascii() and at.isdigit() and len(at) < 7:
        return int(at)
    return last(session) if at == "end" else 0


def last(session: Session) -> int:
    """How many moves there are to show."""
    return len(session.history)


def step(session: Session) -> int:
    """How many moves of the game are shown as made."""
    return last(session) if session.looking_at is None else session.looking_at


def go(session: Session, number: int) -> None:
    """Show the position after so many moves, or the nearest there is."""
    session.look_back(max(0, min(number, last(session))))


def press(session: Session, button: str) -> None:
    """Go where a button leads: ``first``, ``back``, ``forward`` or ``final``."""
    here = step(session)
    steps = {"first": 0, "back": here - 1, "forward": here + 1, "final": last(session)}
    go(session, steps[button])


def possible(session: Session) -> dict[str, bool]:
    """Whether each of these buttons leads anywhere."""
    back, forward = step(session) > 0, step(session) < last(session)
    return {"first": back, "back": back, "forward": forward, "final": forward}


def pause(motion: str) -> float:
    """Seconds between two moves, by the motion setting."""
    return _PAUSES.get(motion, _PAUSE)
