"""What has happened, in sentences: the log, and the news for people who do not see the board."""

from __future__ import annotations

from tashkalar.game import Entry
from tashkalar.position.ids import seat_number
from tashkalar.position.move import Message
from tashkalar.ui.history.timeline import sentences
from tashkalar.ui.screen.marks import trail_steps
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import LogTurnView, LogView


def log_views(session: Session, history: list[Entry]) -> tuple[LogTurnView | LogView, ...]:
    """The whole log, with a heading for every turn."""
    setup = session.game.setup
    found: list[LogTurnView | LogView] = []
    turn = 0
    steps = trail_steps(session, history)
    for entry in history:
        view = _told(session, entry)
        if not view.lines:
            continue
        if entry.number in steps:
            numbers = steps[entry.number]
            view = view._replace(steps=tuple(numbers[place] for place, _ in sentences(entry)))
        if entry.before.turn != turn and entry.before.phase == "play":
            turn = entry.before.turn
            who = phrases.player(setup, seat_number(entry.before.seat))
            heading = Message("log.turn", {"n": turn, "who": who})
            found.append(LogTurnView(turn, heading, view.school))
        found.append(view._replace(shown=True) if session.looking_at == entry.number else view)
    return tuple(found)


def _told(session: Session, entry: Entry) -> LogView:
    """What a move did; worked out once, for a long log is shown at every look around."""
    known = session.told.get(entry.number)
    if known is None or known[0] is not entry:
        setup = session.game.setup
        said = tuple(line for _, line in sentences(entry))
        places = (name for event in entry.events for name in (event.origin, event.square))
        squares = tuple(dict.fromkeys(name for name in places if name))
        seat = seat_number(entry.before.seat)
        view = LogView(
            entry.number,
            phrases.stones(setup, seat),
            said,
            shown=False,
            who=phrases.player(setup, seat) if entry.before.phase == "play" else "",
            squares=squares,
        )
        known = session.told[entry.number] = entry, view
    return known[1]


def news(session: Session, history: list[Entry]) -> tuple[Message, ...]:
    """What the last move did, for people who do not see it."""
    return _told(session, history[-1]).lines if history else ()
