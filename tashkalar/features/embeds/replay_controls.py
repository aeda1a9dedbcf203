"""The controls of a replay: the shown move, and the moves that the buttons lead to."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.ui.session.session import Session


class ReplaySpan(NamedTuple):
    """The part of a game that is replayed: numbers of moves, after which the board is shown."""

    first: int
    last: int


# Seconds between two moves of a replay that plays by itself, by the motion setting.
_PAUSES_S = {"fast": 0.6, "slow": 2.2}
_DEFAULT_PAUSE_S = 1.2


def replay_span(session: Session, first_turn: str = "", last_turn: str = "") -> ReplaySpan:
    """Return the part of a game from one turn to another, both included.

    The numbers are those of the record; without a number, or with one that the game does not
    reach, the part begins or ends with the game.
    """
    turns = [entry.state_before.turn for entry in session.history]
    first, last = 0, len(turns)
    if (start := _number(first_turn)) is not None and start in turns:
        first = turns.index(start)
    if (end := _number(last_turn)) is not None:
        last = sum(turn <= end for turn in turns)
    return ReplaySpan(first, last) if first < last else ReplaySpan(0, len(turns))


def start_replay(session: Session, at: str, span: ReplaySpan) -> int:
    """Make a session read-only for a replay; return the number of moves to show at first.

    `at` is a number of moves or ``"end"``; anything else is the start.
    """
    session.is_read_only = True
    number = _number(at)
    if number is None:
        number = span.last if at == "end" else span.first
    return min(max(number, span.first), span.last)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


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


def press_button(session: Session, button: str, span: ReplaySpan) -> None:
    """Show the position that a button leads to: ``first``, ``back``, ``forward`` or ``final``."""
    shown = shown_move_count(session)
    steps = {
        "first": span.first,
        "back": max(shown - 1, span.first),
        "forward": min(shown + 1, span.last),
        "final": span.last,
    }
    show_move(session, steps[button])


def enabled_buttons(session: Session, span: ReplaySpan) -> dict[str, bool]:
    """Return for each button whether it leads to another position."""
    back, forward = shown_move_count(session) > span.first, shown_move_count(session) < span.last
    return {"first": back, "back": back, "forward": forward, "final": forward}


def pause_s(motion: str) -> float:
    """Return the seconds between two moves, by the motion setting."""
    return _PAUSES_S.get(motion, _DEFAULT_PAUSE_S)
