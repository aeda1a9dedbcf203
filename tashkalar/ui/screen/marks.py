"""The marks over the board: the effects of a choice, missing pieces, the trail of the others.

Solid marks are certain, open marks are possible. The labels of the squares say the same in words
(`mark_messages`), so no information depends on a color or a dash alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import hypot, sqrt

from tashkalar import cards
from tashkalar.cards import TASKS
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.board import BIT, FILES, RANKS, SQUARE_OF
from tashkalar.position.ids import SeatNumber, colour_number, seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.history.timeline import (
    LOSS_KINDS,
    Timeline,
    TimelineEvent,
    build_trail,
    build_turn_timelines,
    entries_since_last_turn,
    latest_turn_entries,
)
from tashkalar.ui.screen.drawing_cache import OthersTrail, drawing_cache
from tashkalar.ui.screen.pattern_orientation import needed_squares
from tashkalar.ui.screen.turn_summary import summarize_turn, summarize_turns
from tashkalar.ui.session.dry_run import PossibleEffect, Preview, is_own_loss
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import shown_missing_pieces
from tashkalar.ui.text import phrases
from tashkalar.ui.views import LastTurnView, MarkView


def mark_views(session: Session) -> tuple[MarkView, ...]:
    """Return the marks of the choice being considered and of missing pieces, lowest layer first."""
    marks = [
        *_remark_marks(session),
        *_hint_marks(session),
        *_missing_marks(session),
        *_stand_in_marks(session),
        *_placement_marks(session),
        *_rank_marks(session),
    ]
    preview = session.partial_preview
    if preview is not None:
        marks += _outcome_marks(session, preview)
        marks += _gain_marks(session, preview)
    mark_by_place = {
        (mark.kind, mark.square, mark.origin, mark.number): mark for mark in reversed(marks)
    }
    return tuple(
        sorted(reversed(mark_by_place.values()), key=lambda mark: mark.kind not in _ARROW_KINDS)
    )


_ARROW_KINDS = frozenset({"moving", "taking"})  # they lie below all other marks


# -- a study ------------------------------------------------------------------------------------


def _remark_marks(session: Session) -> list[MarkView]:
    """Return the arrows and marked squares of a study on the position that is shown."""
    shown_move_number = session.selection.shown_move_number
    if session.seating.is_covered or shown_move_number != session.remarked_move_number:
        return []
    arrows = [
        MarkView("moving", target, origin=origin) for origin, target in session.remarks.arrows
    ]
    return arrows + [MarkView("asked", square) for square in session.remarks.marks]


# -- the hint ------------------------------------------------------------------------------------


def _hint_marks(session: Session) -> list[MarkView]:
    """Return the marks of the hint: pieces, arrows, losses, and the numbers of its decisions."""
    line = session.hint_line
    if line is None:
        return []
    marks: list[MarkView] = []
    run_over_squares = _run_over_squares(line.events)
    for event in line.events:
        if event.kind == "summon" and event.square:
            being_mark = MarkView("come", event.square, school=event.school, rank=event.rank)
            marks.append(being_mark._replace(card=event.card))
        else:
            marks += _event_marks(session, event, run_over_squares, is_possible=False)
    hint = session.hints.hint
    is_played = hint is not None and hint.is_played
    kind = "played" if is_played else "plan"
    return marks + [
        MarkView(kind, step.square, step.follows, number=step.number) for step in line.steps
    ]


# -- the being to come ---------------------------------------------------------------------------


def _placement_marks(session: Session) -> list[MarkView]:
    """Return the being or piece on the target square, and the piece that gives way to it."""
    square, state = session.targets.target_square, session.game.state
    if square is None or session.selection.pointed_code:
        return []
    card = session.selection.card if session.targets.shown_match else None
    if card is None:
        return _move_arrows(session)
    being = cards.BEINGS[card]
    school = phrases.school_of_stones(session.game.setup, session.seating.viewer)
    marks = [MarkView("come", square, school=school, rank=being.rank, card=card)]
    owner = state.owner_at(BIT[SQUARE_OF[square]])
    if owner >= 0:
        kind = "way" if owner == state.colour else "taken"
        marks.append(_piece_mark(session, kind, square))
    return marks


def _move_arrows(session: Session) -> list[MarkView]:
    """Return the arrow of a move between two squares, until the preview draws one."""
    move, preview = session.targets.candidate_move, session.preview
    if move is None or not move.origin or not move.square or move.origin == move.square:
        return []
    if preview and any(
        event.kind == "move" and event.origin == move.origin for event in preview.certain_events
    ):
        return []
    occupied = session.game.state.occupied & BIT[SQUARE_OF[move.square]]
    return [MarkView("taking" if occupied else "moving", move.square, origin=move.origin)]


def _rank_marks(session: Session) -> list[MarkView]:
    """Return the frame of the square for which a rank is chosen: the last answer."""
    entry = session.game.open_move
    if entry is None or not session.moves or session.game.prompt.kind != "rank":
        return []
    return [MarkView("asked", answer) for answer in entry.answers[-1:] if answer in SQUARE_OF]


def _piece_mark(session: Session, kind: str, square: str) -> MarkView:
    """Return a mark that shows the piece on a square."""
    state, bit = session.game.state, BIT[SQUARE_OF[square]]
    school = phrases.school_of_color(session.game.setup, colour_number(state.owner_at(bit)))
    return MarkView(kind, square, school=school, rank=RANKS[state.rank_at(bit)])


def _stand_in_marks(session: Session) -> list[MarkView]:
    match = session.targets.shown_match
    return [MarkView("foreign", name) for name in sorted(match.foreign)] if match else []


# -- effects -------------------------------------------------------------------------------------

_CHANGE_MARK_KINDS = {
    "upgrade": "rise",
    "downgrade": "fall",
    "convert": "swap",
    "change-sides": "swap",
}
_ARRIVAL_KINDS = frozenset({"place", "release"})
_MOVEMENT_KINDS = frozenset({"move", "leap", "swap"})


MAX_TAKING_ARROWS = 4  # more arrows would overlap; their targets are marked anyway


def _outcome_marks(session: Session, preview: Preview) -> list[MarkView]:
    """Return the marks of the certain effects, then those of further possible effects."""
    marks: list[MarkView] = []
    run_over_squares = _run_over_squares(preview.certain_events)
    for event in preview.certain_events:
        marks += _event_marks(session, event, run_over_squares, is_possible=False)
    certain = {(mark.kind, mark.square) for mark in marks}
    run_over_squares = _run_over_squares(effect.event for effect in preview.possible_effects)
    possible = [
        mark
        for effect in preview.possible_effects
        if not effect.is_avoidable
        for mark in _event_marks(session, effect.event, run_over_squares, is_possible=True)
        if effect.is_next or mark.kind not in _ARROW_KINDS
    ]
    taking_arrows = {(mark.origin, mark.square) for mark in possible if mark.kind == "taking"}
    omitted_kinds = {"moving"} if len(taking_arrows) <= MAX_TAKING_ARROWS else {"moving", "taking"}
    new_marks = (m for m in possible if (m.kind, m.square) not in certain)
    return marks + [mark for mark in new_marks if mark.kind not in omitted_kinds]


def _run_over_squares(events: Iterable[TimelineEvent]) -> set[str | None]:
    """Return the squares of the pieces that a move destroys."""
    return {event.square for event in events if event.kind == "run-over"}


def _event_marks(
    session: Session,
    event: TimelineEvent,
    run_over_squares: Container[str | None],
    *,
    is_possible: bool,
) -> list[MarkView]:
    """Return the marks of an event; on the squares in `taken` a move destroys a piece."""
    square = event.square
    if square is None:
        return []
    if event.kind == "pick-up":
        return [MarkView("leave", square, is_possible)]
    if event.kind == "summon" or (event.kind == "replace" and session.targets.shown_match):
        return []  # drawn as soon as there is a target square
    if event.kind == "replace":
        is_own = is_own_loss(session.game.setup, session.game.state.seat, event)
        return [
            MarkView("way" if is_own else "taken", square, school=event.school, rank=event.rank)
        ]
    if event.kind in LOSS_KINDS:
        is_own = is_own_loss(session.game.setup, session.game.state.seat, event)
        return [MarkView("lose" if is_own else "doom", square, is_possible)]
    if kind := _CHANGE_MARK_KINDS.get(event.kind):
        rank = event.rank or "common"
        return [MarkView(kind, square, is_possible, school=event.school, rank=rank)]
    if event.kind in _ARRIVAL_KINDS and not is_possible:
        return [MarkView("come", square, school=event.school, rank=event.rank)]
    if event.kind in _MOVEMENT_KINDS and event.origin:
        kind = "taking" if square in run_over_squares else "moving"
        return [MarkView(kind, square, is_possible, origin=event.origin)]
    return []


def _gain_marks(session: Session, preview: Preview) -> list[MarkView]:
    """Return the mark with the points of a choice, over the square that brings them."""
    text = gain_message(preview.points, preview.tasks)
    gain_square = session.targets.target_square or _first_square(preview.certain_events)
    if text and gain_square:
        return [MarkView("gain", gain_square, text=text)]
    best = max(preview.possible_effects, key=_effect_value, default=None)
    if best is None or not best.event.square:
        return []
    text = gain_message(best.points, best.tasks)
    return [MarkView("gain", best.event.square, True, text=text)] if text else []


def _effect_value(effect: PossibleEffect) -> int:
    return effect.points + sum(TASKS[task].points for task in effect.tasks)


def _first_square(events: Iterable[TimelineEvent]) -> str | None:
    return next((event.square for event in events if event.square), None)


def gain_message(points: int, tasks: tuple[str, ...]) -> Message | None:
    """Return the gain of a choice: a claimable task, else points; None without a gain."""
    if tasks:
        task = TASKS[tasks[0]]
        return Message("preview.task", {"task": Message(task.name_id), "n": task.points})
    return Message("preview.points", {"n": points}) if points > 0 else None


# -- missing pieces ------------------------------------------------------------------------------


def _missing_marks(session: Session) -> list[MarkView]:
    """Return the pieces that a card lacks for the target square.

    Without an explanation for the target square, return the places where one piece is missing.
    """
    placeable = session.targets.placeable_piece
    explanation = session.targets.explanation if placeable is None else None
    if explanation and explanation.nearest and session.targets.target_square:
        rank_by_square = {lack.square: lack.needs for lack in explanation.nearest[0]}
        target_marks = [MarkView("asked", session.targets.target_square)]
        needed = needed_squares(*session.targets.nearest_fit) if session.targets.nearest_fit else ()
        filled_marks = [
            MarkView("right", square) for square in needed if square not in rank_by_square
        ]
        return (
            target_marks
            + filled_marks
            + [_missing_mark(session, square, rank_by_square[square]) for square in rank_by_square]
        )
    options = session.targets.summon_options
    missing_pieces = shown_missing_pieces(options) if options else ()
    return [
        *(MarkView("asked", square) for square in (placeable.summon_squares if placeable else ())),
        *(
            _missing_mark(session, piece.square, piece.rank)
            for piece in missing_pieces
            if piece != placeable
        ),
    ]


def _missing_mark(session: Session, square: str, rank: str) -> MarkView:
    """Return the mark of a missing piece; over another piece it is only an outline."""
    free = session.game.state.empty & BIT[SQUARE_OF[square]]
    school = phrases.school_of_stones(session.game.setup, session.seating.viewer) if free else None
    return MarkView("missing", square, school=school, rank=rank)


# -- geometry (a square is 100 wide) -------------------------------------------------------------

GAIN_SIGN_HEIGHT = 40  # the height of a sign with points
PHONE_SIGN_SCALE = 1.36  # the scale on phones in the style sheet of the marks
_STONE_CLEARANCE = 40  # the least distance of a line from the middle of a stone
_NUMBER_RADIUS = 24  # of the number of a step, on a phone
Point = tuple[float, float]


def square_center(square: str) -> tuple[int, int]:
    """Return the middle of a square in the drawing."""
    return 100 * FILES.index(square[0]) + 50, 100 * (9 - int(square[1])) + 50


def free_segments(start: str, end: str, occupied: Iterable[str]) -> tuple[tuple[Point, Point], ...]:
    """Return the parts of the line between two squares that lie over no stone.

    The line goes from the ring around the piece at the start to the frame around the end.
    """
    (x1, y1), (x2, y2) = square_center(start), square_center(end)
    span = hypot(x2 - x1, y2 - y1)
    if not span:
        return ()
    dx, dy = (x2 - x1) / span, (y2 - y1) / span
    gaps: list[tuple[float, float]] = []
    for square in occupied:
        x, y = square_center(square)
        along_line, distance = (x - x1) * dx + (y - y1) * dy, abs((x - x1) * dy - (y - y1) * dx)
        if distance < _STONE_CLEARANCE and square not in (start, end):
            half = sqrt(_STONE_CLEARANCE**2 - distance**2)
            gaps.append((along_line - half, along_line + half))
    segments: list[tuple[float, float]] = []
    position, line_end = 46.0, span - 49
    for begin, stop in sorted(gaps):
        if begin > position:
            segments.append((position, min(begin, line_end)))
        position = max(position, stop)
    segments.append((position, line_end))

    def at(along_line: float) -> Point:
        return round(x1 + dx * along_line, 1), round(y1 + dy * along_line, 1)

    return tuple((at(begin), at(stop)) for begin, stop in segments if stop - begin > 4)


def gain_sign_position(square: str, width: float, kept_free: Iterable[Point]) -> Point:
    """Return the middle of a sign with points: above its square, moved sideways off these points.

    They are the middles of pieces and of numbers; phones draw the sign and the numbers larger.
    """
    x, y = square_center(square)
    above = y - 84 if y > 100 else y + 84
    edge = width * PHONE_SIGN_SCALE / 2
    candidates = [float(x + sign * step) for step in range(0, 260, 20) for sign in (1, -1)]
    inside = [candidate for candidate in candidates if edge <= candidate <= 900 - edge] or [450.0]
    kept_x = [px for px, py in kept_free if abs(py - above) < _STONE_CLEARANCE]
    near = edge + _NUMBER_RADIUS

    def covered(candidate: float) -> int:
        return sum(abs(px - candidate) < near for px in kept_x)

    return min(inside, key=covered), above


# -- the trail -----------------------------------------------------------------------------------


def trail_marks(session: Session, history: list[PlayedMove]) -> tuple[MarkView, ...]:
    """Return the steps of the others since the viewer's last turn.

    While an earlier position is shown: the steps of its turn. A square that has changed since has
    no mark.
    """
    if not history:
        return ()
    trail, shown_state = _others_trail(session, history), session.shown_state
    return tuple(
        mark
        for mark in trail.marks
        if _contents(trail.state, mark.square) == _contents(shown_state, mark.square)
    )


def _contents(state: GameState, square: str) -> tuple[int, int]:
    """Return the owner and the rank of the piece on a square."""
    bit = BIT[SQUARE_OF[square]]
    return state.owner_at(bit), state.rank_at(bit)


def trail_steps(session: Session, history: list[PlayedMove]) -> Mapping[int, tuple[int, ...]]:
    """Return the steps of the events of each move, by the move's number; 0 for no step."""
    return _others_trail(session, history).steps_by_move


def last_turn_view(session: Session, history: list[PlayedMove]) -> LastTurnView | None:
    """Return the trail in sentences; None before anybody else has played."""
    return _others_trail(session, history).last_turn


def _others_trail(session: Session, history: list[PlayedMove]) -> OthersTrail:
    if not history:
        return OthersTrail((), session.game.state, {}, None)
    trails = drawing_cache(session).trails
    view = session.seating.viewer, session.selection.shown_move_number
    trail = trails.find(view, history[-1])
    if trail is None:
        trail = _build_trail(session, history)
        trails.set(view, history[-1], trail)
    return trail


def _build_trail(session: Session, history: list[PlayedMove]) -> OthersTrail:
    entries, state = _trail_entries(session, history)
    marks: dict[str, MarkView] = {}
    timelines = build_turn_timelines(entries, state) if entries else ()
    # The numbers continue from turn to turn, as in the replay of the turns.
    step_offsets = [
        sum(timeline.step_count for timeline in timelines[:index])
        for index in range(len(timelines))
    ]
    steps = iter(
        [
            offset + event.step if event.step else 0
            for offset, timeline in zip(step_offsets, timelines, strict=True)
            for event in timeline.events
        ]
    )
    by_move = {e.number: tuple(next(steps) for _ in e.events) for e in entries}
    for offset, timeline in zip(step_offsets, timelines, strict=True):
        school = phrases.school_of_stones(session.game.setup, SeatNumber(timeline.seat))
        for step in build_trail(timeline):
            marks.pop(step.square, None)
            marks[step.square] = MarkView(
                "trail", step.square, school=school, number=offset + step.step
            )
    last_turn = _build_last_turn_view(session, timelines)
    return OthersTrail(tuple(marks.values()), state, by_move, last_turn)


def _build_last_turn_view(session: Session, made_of: Sequence[Timeline]) -> LastTurnView | None:
    if not any(timeline.captions for timeline in made_of):
        return None
    if len({timeline.seat for timeline in made_of}) > 1:
        lines = summarize_turns(session.game.setup, made_of, session.seating.viewer)
        return LastTurnView(Message("meanwhile.others"), "", lines)
    setup, seat = session.game.setup, SeatNumber(made_of[0].seat)
    name, viewer = phrases.player_name(setup, seat), session.seating.viewer
    lines = tuple(line for turn in made_of for line in summarize_turn(setup, turn, viewer))
    if session.seating.is_spectated:  # the turn may be unfinished
        return LastTurnView(Message("log.turn", {"who": name, "n": made_of[0].turn}), name, lines)
    return LastTurnView(Message("stage.last-turn", {"who": name}), name, lines)


def _trail_entries(
    session: Session, history: list[PlayedMove]
) -> tuple[list[PlayedMove], GameState]:
    """Return the moves whose steps are shown on the board, and the position after them."""
    shown_number, state = session.selection.shown_move_number, session.game.state
    if shown_number is not None and shown_number <= len(history):
        turn = history[shown_number - 1].state_before.turn
        return [
            e for e in history[:shown_number] if e.state_before.turn == turn
        ], session.shown_state
    if session.seating.is_spectated:
        return latest_turn_entries(history), state
    viewer, earlier = session.seating.viewer, list(history)
    while earlier and seat_number(earlier[-1].state_before.seat) == viewer:
        if earlier[-1].state_before.turn != state.turn or earlier[-1].state_before.phase != "play":
            break
        state = earlier.pop().state_before
    return entries_since_last_turn(earlier, viewer), state


# -- scorches ------------------------------------------------------------------------------------


def scorched_squares(session: Session, history: list[PlayedMove]) -> tuple[str, ...]:
    """Return the empty squares on which pieces have been destroyed in the turn that is shown."""
    state, number = session.shown_state, session.selection.shown_move_number
    burnt: list[str] = []
    for entry in reversed(history if number is None else history[:number]):
        if entry.state_before.turn != state.turn:
            break
        burnt += [event.square or "" for event in entry.events if event.kind in _BURNING_KINDS]
    return tuple(
        square
        for square in dict.fromkeys(burnt)
        if square and not state.occupied & BIT[SQUARE_OF[square]]
    )


_BURNING_KINDS = frozenset({"destroy", "run-over"})


# -- in words ------------------------------------------------------------------------------------

_MARK_MESSAGE_IDS = {
    "doom": ("square.doomed", "square.mark.may-doom"),
    "lose": ("square.doomed", "square.mark.may-lose"),
    "taken": ("square.doomed", "square.mark.may-doom"),
    "rise": ("square.mark.rise", "square.mark.may-rise"),
    "fall": ("square.mark.fall", "square.mark.may-fall"),
    "swap": ("square.mark.swap", "square.mark.may-swap"),
    "way": ("square.mark.way", "square.mark.way"),
    "foreign": ("square.mark.foreign", "square.mark.foreign"),
    "missing": ("square.mark.missing", "square.mark.missing"),
    "right": ("square.mark.right", "square.mark.right"),
    "trail": ("square.mark.trail", "square.mark.trail"),
    "plan": ("square.mark.plan", "square.mark.plan"),
    "played": ("square.mark.played", "square.mark.played"),
    "threat": ("square.mark.threat", "square.mark.threat"),
}


def mark_messages(marks: Iterable[MarkView]) -> Mapping[str, tuple[Message, ...]]:
    """Return the messages about these marks for the labels of the squares, by square."""
    messages_by_square: dict[str, dict[str, Message]] = {}
    for mark in marks:
        if keys := _MARK_MESSAGE_IDS.get(mark.kind):
            params: dict[str, object] = {}
            if mark.kind == "missing":
                params["rank"] = Message(f"rank.{mark.rank}")
            elif mark.kind == "threat":
                params["threats"] = mark.text
            elif mark.kind == "trail":
                params = {"n": mark.number, "who": Message(f"school.{mark.school}.colour")}
            elif mark.kind in ("plan", "played"):
                params = {"n": mark.number}
            key = keys[mark.is_possible]
            place = f"{key} {mark.number}"  # a square may be in two steps of a hint
            messages_by_square.setdefault(mark.square, {})[place] = Message(key, params)
    return {square: tuple(messages.values()) for square, messages in messages_by_square.items()}
