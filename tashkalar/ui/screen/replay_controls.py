"""A replay that nobody plays on: where it stands, and where its buttons lead."""

from __future__ import annotations

from tashkalar.ui.session.session import Session

# Seconds between two moves of a replay that plays by itself, by the motion setting.
_PAUSES_S = {"fast": 0.6, "slow": 2.2}
_DEFAULT_PAUSE_S = 1.2


def start_replay(session: Session, at: str) -> int:
    """Make a session a replay; the number of moves shown at first.

    `at` is a number of moves or ``"end"``; anything else is the start.
    """
    session.is_read_only = True
    if at.isascii() and at.isdigit() and len(at) < 7:
        return int(at)
    return move_count(session) if at == "end" else 0


def move_count(session: Session) -> int:
    """How many moves there are to show."""
    return len(session.history)


def shown_move_count(session: Session) -> int:
    """How many moves of the game are shown as made."""
    number = session.selection.shown_move_number
    return move_count(session) if number is None else number


def show_move(session: Session, number: int) -> None:
    """Show the position after so many moves, or the nearest there is."""
    session.show_position_after(max(0, min(number, move_count(session))))


def press_button(session: Session, button: str) -> None:
    """Go where a button leads: ``first``, ``back``, ``forward`` or ``final``."""
    here = shown_move_count(session)
    steps = {"first": 0, "back": here - 1, "forward": here + 1, "final": move_count(session)}
    show_move(session, steps[button])


def enabled_buttons(session: Session) -> dict[str, bool]:
    """Whether each of these buttons leads anywhere."""
    back, forward = shown_move_count(session) > 0, shown_move_count(session) < move_count(session)
    return {"first": back, "back": back, "forward": forward, "final": forward}


def pause_s(motion: str) -> float:
    """Seconds between two moves, by the motion setting."""
    return _PAUSES_S.get(motion, _DEFAULT_PAUSE_S)
