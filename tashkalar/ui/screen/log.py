"""The log in sentences, and the last move for people who do not see the board."""

from __future__ import annotations

from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import seat_number
from tashkalar.position.move import Message
from tashkalar.ui.history.timeline import event_sentences
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.screen.marks import trail_steps
from tashkalar.ui.session.memo import KeyedMemo
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import LogTurnView, LogView


def log_views(session: Session, history: list[PlayedMove]) -> tuple[LogTurnView | LogView, ...]:
    """Return the whole log, with a heading for every turn."""
    setup = session.game.setup
    views: list[LogTurnView | LogView] = []
    turn = 0
    steps, reader = trail_steps(session, history), session.seating.only_reader
    composed_views, shown_number = (
        drawing_cache(session).log_views,
        session.selection.shown_move_number,
    )
    for entry in history:
        view = composed_views.find(entry.number, entry)
        if view is None:
            view = _compose_log_view(session, entry, composed_views)
        if not view.lines:
            continue
        if seat_number(entry.state_before.seat) == reader:
            view = _name_own_cards(session, entry, view)
        if entry.number in steps:
            numbers = steps[entry.number]
            view = view._replace(
                line_steps=tuple(numbers[index] for index, _ in event_sentences(entry))
            )
        if entry.state_before.turn != turn and entry.state_before.phase == "play":
            turn = entry.state_before.turn
            name = phrases.player_name(setup, seat_number(entry.state_before.seat))
            heading = Message("log.turn", {"n": turn, "who": name})
            views.append(LogTurnView(turn, heading, view.school))
        views.append(view._replace(is_shown=True) if shown_number == entry.number else view)
    return tuple(views)


def _compose_log_view(
    session: Session, entry: PlayedMove, composed_views: KeyedMemo[int, LogView]
) -> LogView:
    """Return the log view of a move and keep it for the next redraw: a long log is drawn often."""
    setup = session.game.setup
    squares = (name for event in entry.events for name in (event.origin, event.square))
    seat = seat_number(entry.state_before.seat)
    is_in_play = entry.state_before.phase == "play"
    view = LogView(
        entry.number,
        phrases.school_of_stones(setup, seat),
        tuple(line for _, line in event_sentences(entry)),
        is_shown=False,
        named_player=phrases.player_name(setup, seat) if is_in_play else "",
        squares=tuple(dict.fromkeys(name for name in squares if name)),
    )
    composed_views.set(entry.number, entry, view)
    return view


def _name_own_cards(session: Session, entry: PlayedMove, view: LogView) -> LogView:
    """Return the log view with the names of cards that only the reader may know (R25.3)."""
    setup = session.game.setup
    lines = tuple(
        phrases.own_card_sentence(setup, entry.events[index]) or line
        for index, line in event_sentences(entry)
    )
    return view._replace(lines=lines)


def last_move_lines(session: Session, history: list[PlayedMove]) -> tuple[Message, ...]:
    """Return the sentences about the last move, for people who do not see the board."""
    if not history:
        return ()
    entry, composed_views = history[-1], drawing_cache(session).log_views
    view = composed_views.find(entry.number, entry)
    return (view or _compose_log_view(session, entry, composed_views)).lines
