"""What is marked over the board: the outcome of a choice, missing pieces, the other side's trail.

Solid is certain, open is possible. A square's label says the same in words (`mark_messages`), so
nothing is told by a colour or a dash alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import hypot, sqrt

from tashkalar import cards
from tashkalar.cards import TASKS
from tashkalar.game import PlayedMove
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
from tashkalar.ui.session.dry_run import PossibleEffect, Preview
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import shown_missing_pieces
from tashkalar.ui.text import phrases
from tashkalar.ui.views import LastTurnView, MarkView


def mark_views(session: Session) -> tuple[MarkView, ...]:
    """What the choice looked at would do, and what the card looked at lacks, from below upwards."""
    found = [
        *_hint_marks(session),
        *_missing_marks(session),
        *_stand_in_marks(session),
        *_placement_marks(session),
    ]
    foreseen = session.partial_preview
    if foreseen is not None:
        found += _outcome_marks(session, foreseen)
        found += _gain_marks(session, foreseen)
    once = {(mark.kind, mark.square, mark.origin): mark for mark in reversed(found)}
    return tuple(sorted(reversed(once.values()), key=lambda mark: mark.kind not in _ARROW_KINDS))


_ARROW_KINDS = frozenset({"moving", "taking"})  # arrows, which lie below all other marks


# -- what is advised -----------------------------------------------------------------------------


def _hint_marks(session: Session) -> list[MarkView]:
    """The pieces, ways and losses of the whole line, and the numbers of its decisions."""
    line = session.hint_line
    if line is None:
        return []
    found: list[MarkView] = []
    taken = _run_over_squares(line.events)
    for beat in line.events:
        if beat.kind == "summon" and beat.square:
            coming = MarkView("come", beat.square, school=beat.school, rank=beat.rank)
            found.append(coming._replace(card=beat.card))
        else:
            found += _event_marks(session, beat, taken, is_possible=False)
    return found + [
        MarkView("plan", square, number=n) for square, n in line.number_by_square.items()
    ]


# -- the being to come ---------------------------------------------------------------------------


def _placement_marks(session: Session) -> list[MarkView]:
    """The being, or the plain piece, on the square looked at; what stands there gives way."""
    square, state = session.targets.target_square, session.game.state
    if square is None or session.selection.pointed_code:
        return []
    card = session.selection.card if session.targets.shown_match else None
    if card is None:
        return _move_arrows(session)
    being = cards.BEINGS[card]
    school = phrases.school_of_stones(session.game.setup, session.seating.viewer)
    found = [MarkView("come", square, school=school, rank=being.rank, card=card)]
    owner = state.owner_at(BIT[SQUARE_OF[square]])
    if owner >= 0:
        kind = "way" if owner == state.colour else "taken"
        found.append(_piece_mark(session, kind, square))
    return found


def _move_arrows(session: Session) -> list[MarkView]:
    """The arrow of a move from one square to another, until it is known where it leads."""
    move, foreseen = session.targets.candidate_move, session.preview
    if move is None or not move.origin or not move.square or move.origin == move.square:
        return []
    if foreseen and any(
        b.kind == "move" and b.origin == move.origin for b in foreseen.certain_events
    ):
        return []
    occupied = session.game.state.occupied & BIT[SQUARE_OF[move.square]]
    return [MarkView("taking" if occupied else "moving", move.square, origin=move.origin)]


def _piece_mark(session: Session, kind: str, square: str) -> MarkView:
    """A mark that shows the piece on a square."""
    state, bit = session.game.state, BIT[SQUARE_OF[square]]
    school = phrases.school_of_color(session.game.setup, colour_number(state.owner_at(bit)))
    return MarkView(kind, square, school=school, rank=RANKS[state.rank_at(bit)])


def _stand_in_marks(session: Session) -> list[MarkView]:
    match = session.targets.shown_match
    return [MarkView("foreign", name) for name in sorted(match.foreign)] if match else []


# -- what follows --------------------------------------------------------------------------------

_CHANGE_MARK_KINDS = {
    "upgrade": "rise",
    "downgrade": "fall",
    "convert": "swap",
    "change-sides": "swap",
}
_ARRIVAL_KINDS = frozenset({"place", "release"})
_MOVEMENT_KINDS = frozenset({"move", "leap", "swap"})


MAX_TAKING_ARROWS = (
    4  # of more, arrows would lie over each other: what they point at is marked anyway
)


def _outcome_marks(session: Session, foreseen: Preview) -> list[MarkView]:
    """The marks of everything that is certain, then of what is possible besides."""
    found: list[MarkView] = []
    taken = _run_over_squares(foreseen.certain_events)
    for beat in foreseen.certain_events:
        found += _event_marks(session, beat, taken, is_possible=False)
    settled = {(mark.kind, mark.square) for mark in found}
    beats = [chance.event for chance in foreseen.shown_effects]
    taken = _run_over_squares(beats)
    possible = [m for beat in beats for m in _event_marks(session, beat, taken, is_possible=True)]
    ways = {(mark.origin, mark.square) for mark in possible if mark.kind == "taking"}
    left_out = {"moving"} if len(ways) <= MAX_TAKING_ARROWS else {"moving", "taking"}
    fresh = (m for m in possible if (m.kind, m.square) not in settled)
    return found + [mark for mark in fresh if mark.kind not in left_out]


def _run_over_squares(beats: Iterable[TimelineEvent]) -> set[str | None]:
    """The squares of the pieces that a move destroys."""
    return {beat.square for beat in beats if beat.kind == "run-over"}


def _event_marks(
    session: Session, beat: TimelineEvent, taken: Container[str | None], *, is_possible: bool
) -> list[MarkView]:
    """The marks of a beat; on the squares in `taken` a move destroys a piece."""
    square = beat.square
    if square is None:
        return []
    if beat.kind == "pick-up":
        return [MarkView("leave", square, is_possible)]
    if beat.kind == "summon" or (beat.kind == "replace" and session.targets.shown_match):
        return []  # drawn as soon as the square is looked at
    if beat.kind == "replace":
        setup, colour = session.game.setup, session.game.state.colour
        own = beat.school == phrases.school_of_color(setup, colour_number(colour))
        return [MarkView("way" if own else "taken", square, school=beat.school, rank=beat.rank)]
    if beat.kind in LOSS_KINDS:
        return [MarkView("doom", square, is_possible)]
    if kind := _CHANGE_MARK_KINDS.get(beat.kind):
        rank = beat.rank or "common"
        return [MarkView(kind, square, is_possible, school=beat.school, rank=rank)]
    if beat.kind in _ARRIVAL_KINDS and not is_possible:
        return [MarkView("come", square, school=beat.school, rank=beat.rank)]
    if beat.kind in _MOVEMENT_KINDS and beat.origin:
        kind = "taking" if square in taken else "moving"
        return [MarkView(kind, square, is_possible, origin=beat.origin)]
    return []


def _gain_marks(session: Session, foreseen: Preview) -> list[MarkView]:
    """The points that a choice earns, above the square that earns them."""
    text = gain_message(foreseen.points, foreseen.tasks)
    here = session.targets.target_square or _first_square(foreseen.certain_events)
    if text and here:
        return [MarkView("gain", here, text=text)]
    best = max(foreseen.possible_effects, key=_effect_value, default=None)
    if best is None or not best.event.square:
        return []
    text = gain_message(best.points, best.tasks)
    return [MarkView("gain", best.event.square, True, text=text)] if text else []


def _effect_value(chance: PossibleEffect) -> int:
    return chance.points + sum(TASKS[task].points for task in chance.tasks)


def _first_square(beats: Iterable[TimelineEvent]) -> str | None:
    return next((beat.square for beat in beats if beat.square), None)


def gain_message(points: int, tasks: tuple[str, ...]) -> Message | None:
    """What a choice earns: a task that could then be claimed, else points; None for nothing."""
    if tasks:
        task = TASKS[tasks[0]]
        return Message("preview.task", {"task": Message(task.name_id), "n": task.points})
    return Message("preview.points", {"n": points}) if points > 0 else None


# -- what is missing -----------------------------------------------------------------------------


def _missing_marks(session: Session) -> list[MarkView]:
    """Ghosts of the pieces that a card lacks: for the square looked at, else one piece away."""
    chosen = session.targets.placeable_piece
    found = session.targets.explanation if chosen is None else None
    if found and found.nearest and session.targets.target_square:
        lacks = {lack.square: lack.needs for lack in found.nearest[0]}
        asked = [MarkView("asked", session.targets.target_square)]
        needed = needed_squares(*session.targets.nearest_fit) if session.targets.nearest_fit else ()
        right = [MarkView("right", square) for square in needed if square not in lacks]
        return asked + right + [_missing_mark(session, square, lacks[square]) for square in lacks]
    lens = session.targets.summon_options
    ghosts = shown_missing_pieces(lens) if lens else ()
    return [
        *(MarkView("asked", square) for square in (chosen.summon_squares if chosen else ())),
        *(_missing_mark(session, g.square, g.rank) for g in ghosts if g != chosen),
    ]


def _missing_mark(session: Session, square: str, rank: str) -> MarkView:
    """A missing piece; over another piece only its outline."""
    free = session.game.state.empty & BIT[SQUARE_OF[square]]
    school = phrases.school_of_stones(session.game.setup, session.seating.viewer) if free else None
    return MarkView("missing", square, school=school, rank=rank)


# -- where it is drawn (a square is 100 wide) ----------------------------------------------------

GAIN_SIGN_HEIGHT = 40  # how high a sign with points is
PHONE_SIGN_SCALE = 1.36  # by how much it is larger there: the style sheet of the marks says so
_STONE_CLEARANCE = 40  # how far from the middle of a stone a line stays
Point = tuple[float, float]


def square_center(square: str) -> tuple[int, int]:
    """The middle of a square in the drawing."""
    return 100 * FILES.index(square[0]) + 50, 100 * (9 - int(square[1])) + 50


def free_segments(start: str, end: str, occupied: Iterable[str]) -> tuple[tuple[Point, Point], ...]:
    """The parts of the way from one square to another that lie over no stone.

    From the ring round the piece at the start to the frame round the end.
    """
    (x1, y1), (x2, y2) = square_center(start), square_center(end)
    span = hypot(x2 - x1, y2 - y1)
    if not span:
        return ()
    dx, dy = (x2 - x1) / span, (y2 - y1) / span
    gaps: list[tuple[float, float]] = []
    for square in occupied:
        x, y = square_center(square)
        along, off = (x - x1) * dx + (y - y1) * dy, abs((x - x1) * dy - (y - y1) * dx)
        if off < _STONE_CLEARANCE and square not in (start, end):
            half = sqrt(_STONE_CLEARANCE**2 - off**2)
            gaps.append((along - half, along + half))
    found: list[tuple[float, float]] = []
    here, last = 46.0, span - 49
    for begin, stop in sorted(gaps):
        if begin > here:
            found.append((here, min(begin, last)))
        here = max(here, stop)
    found.append((here, last))

    def at(along: float) -> Point:
        return round(x1 + dx * along, 1), round(y1 + dy * along, 1)

    return tuple((at(begin), at(stop)) for begin, stop in found if stop - begin > 4)


def gain_sign_position(square: str, width: float, occupied: Iterable[str]) -> Point:
    """The middle of a sign with points: above its square, slid sideways off the pieces."""
    x, y = square_center(square)
    above = y - 84 if y > 100 else y + 84
    taken = [square_center(name) for name in occupied if name != square]
    tried = [float(x + way * step) for step in range(0, 260, 20) for way in (1, -1)]
    edge = width * PHONE_SIGN_SCALE / 2
    inside = [at for at in tried if edge <= at <= 900 - edge] or [450.0]

    def covered(at: float) -> int:
        near = (width + 2 * _STONE_CLEARANCE) / 2
        return sum(abs(px - at) < near and abs(py - above) < _STONE_CLEARANCE for px, py in taken)

    return min(inside, key=covered), above


# -- the trail -----------------------------------------------------------------------------------


def trail_marks(session: Session, history: list[PlayedMove]) -> tuple[MarkView, ...]:
    """Return the steps of the others since the viewer's last turn.

    Looking back: the steps of the turn that is looked back at.
    """
    return _others_trail(session, history).marks


def trail_steps(session: Session, history: list[PlayedMove]) -> Mapping[int, tuple[int, ...]]:
    """Return the step in the trail of each event of a move, 0 for none, by the move's number."""
    return _others_trail(session, history).steps_by_move


def last_turn_view(session: Session, history: list[PlayedMove]) -> LastTurnView | None:
    """Return those steps in sentences; None before anybody else has played."""
    return _others_trail(session, history).last_turn


def _others_trail(session: Session, history: list[PlayedMove]) -> OthersTrail:
    if not history:
        return OthersTrail((), {}, None)
    trails = drawing_cache(session).trails
    view = session.seating.viewer, session.selection.shown_move_number
    trail = trails.find(view, history[-1])
    if trail is None:
        trail = _build_trail(session, history)
        trails.set(view, history[-1], trail)
    return trail


def _build_trail(session: Session, history: list[PlayedMove]) -> OthersTrail:
    entries, now = _trail_entries(session, history)
    marks: dict[str, MarkView] = {}
    made_of = build_turn_timelines(entries, now) if entries else ()
    # The numbers run on from turn to turn, as they do where the turns are told.
    begins = [sum(made.step_count for made in made_of[:place]) for place in range(len(made_of))]
    steps = iter(
        [
            begin + beat.step if beat.step else 0
            for begin, made in zip(begins, made_of, strict=True)
            for beat in made.events
        ]
    )
    by_move = {e.number: tuple(next(steps) for _ in e.events) for e in entries}
    for begin, made in zip(begins, made_of, strict=True):
        school = phrases.school_of_stones(session.game.setup, SeatNumber(made.seat))
        for step in build_trail(made):
            marks.pop(step.square, None)
            marks[step.square] = MarkView(
                "trail", step.square, school=school, number=begin + step.step
            )
    last_turn = _build_last_turn_view(session, made_of)
    return OthersTrail(tuple(marks.values()), by_move, last_turn)


def _build_last_turn_view(session: Session, made_of: Sequence[Timeline]) -> LastTurnView | None:
    if not any(made.captions for made in made_of):
        return None
    if len({made.seat for made in made_of}) > 1:
        lines = tuple(line for made in made_of for line in made.captions)
        return LastTurnView(Message("meanwhile.others"), "", lines)
    setup, seat = session.game.setup, SeatNumber(made_of[0].seat)
    who, school = phrases.player_name(setup, seat), phrases.school_of_stones(setup, seat)
    lines = tuple(line for made in made_of for line in made.brief_captions(school))
    if session.seating.is_spectated:  # it may be going on
        return LastTurnView(Message("log.turn", {"who": who, "n": made_of[0].turn}), who, lines)
    return LastTurnView(Message("stage.last-turn", {"who": who}), who, lines)


def _trail_entries(
    session: Session, history: list[PlayedMove]
) -> tuple[list[PlayedMove], GameState]:
    """The moves whose steps are on the board, and the position after them."""
    shown, state = session.selection.shown_move_number, session.game.state
    if shown is not None and shown <= len(history):
        turn = history[shown - 1].state_before.turn
        return [e for e in history[:shown] if e.state_before.turn == turn], session.shown_state
    if session.seating.is_spectated:
        return latest_turn_entries(history), state
    viewer, rest = session.seating.viewer, list(history)
    while rest and seat_number(rest[-1].state_before.seat) == viewer:
        if rest[-1].state_before.turn != state.turn or rest[-1].state_before.phase != "play":
            break
        state = rest.pop().state_before
    return entries_since_last_turn(rest, viewer), state


# -- in words ------------------------------------------------------------------------------------

_MARK_MESSAGE_IDS = {
    "doom": ("square.doomed", "square.mark.may-doom"),
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
    "threat": ("square.mark.threat", "square.mark.threat"),
}


def mark_messages(marks: Iterable[MarkView]) -> Mapping[str, tuple[Message, ...]]:
    """What the labels of the squares say of these marks, by square."""
    found: dict[str, dict[str, Message]] = {}
    for mark in marks:
        if keys := _MARK_MESSAGE_IDS.get(mark.kind):
            params: dict[str, object] = {}
            if mark.kind == "missing":
                params["rank"] = Message(f"rank.{mark.rank}")
            elif mark.kind == "threat":
                params["threats"] = mark.text
            elif mark.kind == "trail":
                params = {"n": mark.number, "who": Message(f"school.{mark.school}.colour")}
            elif mark.kind == "plan":
                params = {"n": mark.number}
            key = keys[mark.is_possible]
            found.setdefault(mark.square, {})[key] = Message(key, params)
    return {square: tuple(said.values()) for square, said in found.items()}
