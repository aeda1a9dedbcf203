"""What has happened, in sentences: the log, and the news for people who do not see the board."""

from __future__ import annotations

from tashkalar.game import Done
from tashkalar.position.move import Message
from tashkalar.ui import words
from tashkalar.ui.session import Session
from tashkalar.ui.views import LogTurnView, LogView


def log_views(session: Session, history: list[Done]) -> tuple[LogTurnView | LogView, ...]:
    """The whole log, with a heading for every turn."""
    setup = session.game.setup
    found: list[LogTurnView | LogView] = []
    turn = 0
    for entry in history:
        lines = _sentences(session, entry)
        if not lines:
            continue
        seat = entry.before.seat + 1
        if entry.before.turn != turn and entry.before.phase == "play":
            turn = entry.before.turn
            params: dict[str, object] = {"n": turn, "who": words.player(setup, seat)}
            found.append(LogTurnView(turn, Message("log.turn", params)))
        shown = session.looking_at == entry.number
        found.append(LogView(entry.number, setup.schools[seat - 1], lines, shown))
    return tuple(found)


def _sentences(session: Session, entry: Done) -> tuple[Message, ...]:
    """What a move did; worked out once, for a long log is shown at every look around."""
    known = session.told.get(entry.number)
    if known is None or known[0] is not entry:
        lines = (words.event_line(session.game.setup, event) for event in entry.events)
        known = entry, tuple(message for message in lines if message)
        session.told[entry.number] = known
    return known[1]


def news(session: Session, history: list[Done]) -> tuple[Message, ...]:
    """What the last move did, for people who do not see it."""
    return _sentences(session, history[-1]) if history else ()
