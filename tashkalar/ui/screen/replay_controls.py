"""The controls of a replay: the shown move, and the moves that the buttons lead to."""

from __future__ import annotations

from tashkalar.ui.session.session import Session

# Seconds between two moves of a replay that plays by itself, by the motion setting.
_PAUSES_S = {"fast": 0.6, "slow": 2.2}
_DEFAULT_PAUSE_S = 1.2


def start_replay(session: Session, at: str) -> int:
    """Make a session read-only for a replay; return the number of moves to show at first.

    `at` is a number of moves or ``"end"``; anything else is the start.
    """
    session.is_read_only = True
    if at.isascii() and at.isdigit() and len(at) < 7:
        return int(at)
    return move_count(session) if at == "end" else 0


def move_count(session: Session) -> int:
    """Return the number of moves of the game."""
    return len(session.history)


def shown_move_count(session: Session) -> int:
    """Return the number of moves after which the position is shown."""
    number = session.selection.shown_move_number
    return move_count(session) if number is None else number


def show_move(session: Session, number: int) -> None:
    """Show the position after `number` moves, or the nearest possible number."""
    session.show_position_after(max(0, min(number, move_count(session))))


def press_button(session: Session, button: str) -> None:
    """Show the position that a button leads to: ``first``, ``back``, ``forward`` or ``final``."""
    shown = shown_move_count(session)
    steps = {"first": 0, "back": shown - 1, "forward": shown + 1, "final": move_count(session)}
    show_move(session, steps[button])


def enabled_buttons(session: Session) -> dict[str, bool]:
    """Return for each button whether it leads to another position."""
    back, forward = shown_move_count(session) > 0, shown_move_count(session) < move_count(session)
    return {"first": back, "back": back, "forward": forward, "final": forward}


def pause_s(motion: str) -> float:
    """Return the seconds between two moves, by the motion setting."""
    return _PAUSES_S.get(motion, _DEFAULT_PAUSE_S)
