"""What is marked over the board: the outcome of a choice, missing pieces, the other side's trail.

Solid is certain, open is possible. A square's label says the same in words (`spoken`), so nothing
is told by a colour or a dash alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import hypot, sqrt

from tashkalar import cards
from tashkalar.cards import TASKS
from tashkalar.game import Entry
from tashkalar.position.board import BIT, FILES, RANKS, SQUARE_OF
from tashkalar.position.ids import SeatNumber, colour_number, seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.history.timeline import LOST, Beat, Film, films, newest_turn, trail, turn_entries
from tashkalar.ui.screen.pattern_orientation import needs
from tashkalar.ui.session.dry_run import Chance, Foresight
from tashkalar.ui.session.session import Session, Trail
from tashkalar.ui.session.summon_finder import shown_ghosts
from tashkalar.ui.text import phrases
from tashkalar.ui.views import LastTurnView, MarkView


def mark_views(session: Session) -> tuple[MarkView, ...]:
    """What the choice looked at would do, and what the card looked at lacks, from below upwards."""
    found = [*_advised(session), *_missing(session), *_stand_ins(session), *_coming(session)]
    foreseen = session.certain
    if foreseen is not None:
        found += _outcome(session, foreseen)
        found += _gains(session, foreseen)
    once = {(mark.kind, mark.square, mark.origin): mark for mark in reversed(found)}
    return tuple(sorted(reversed(once.values()), key=lambda mark: mark.kind not in _WAYS))


_WAYS = frozenset({"moving", "taking"})  # arrows, which lie below all other marks


# -- what is advised -----------------------------------------------------------------------------


def _advised(session: Session) -> list[MarkView]:
    """The pieces, ways and losses of the whole line, and the numbers of its decisions."""
    line = session.advised
    if line is None:
        return []
    found: list[MarkView] = []
    taken = _run_over(line.beats)
    for beat in line.beats:
        if beat.kind == "summon" and beat.square:
            coming = MarkView("come", beat.square, school=beat.school, rank=beat.rank)
            found.append(coming._replace(card=beat.card))
        else:
            found += _of_beat(session, beat, taken, maybe=False)
    return found + [MarkView("plan", square, number=n) for square, n in line.places.items()]


# -- the being to come ---------------------------------------------------------------------------


def _coming(session: Session) -> list[MarkView]:
    """The being, or the plain piece, on the square looked at; what stands there gives way."""
    square, state = session.square, session.game.state
    if square is None or session.pointed:
        return []
    card = session.card if session.shown_match else None
    if card is None:
        return _moving(session)
    being = cards.BEINGS[card]
    school = phrases.stones(session.game.setup, session.viewer)
    found = [MarkView("come", square, school=school, rank=being.rank, card=card)]
    owner = state.owner_at(BIT[SQUARE_OF[square]])
    if owner >= 0:
        kind = "way" if owner == state.colour else "taken"
        found.append(_piece(session, kind, square))
    return found


def _moving(session: Session) -> list[MarkView]:
    """The arrow of a move from one square to another, until it is known where it leads."""
    move, foreseen = session.considered, session.foreseen
    if move is None or not move.origin or not move.square or move.origin == move.square:
        return []
    if foreseen and any(b.kind == "move" and b.origin == move.origin for b in foreseen.certain):
        return []
    occupied = session.game.state.occupied & BIT[SQUARE_OF[move.square]]
    return [MarkView("taking" if occupied else "moving", move.square, origin=move.origin)]


def _piece(session: Session, kind: str, square: str) -> MarkView:
    """A mark that shows the piece on a square."""
    state, bit = session.game.state, BIT[SQUARE_OF[square]]
    school = phrases.school_of(session.game.setup, colour_number(state.owner_at(bit)))
    return MarkView(kind, square, school=school, rank=RANKS[state.rank_at(bit)])


def _stand_ins(session: Session) -> list[MarkView]:
    match = session.shown_match
    return [MarkView("foreign", name) for name in sorted(match.foreign)] if match else []


# -- what follows --------------------------------------------------------------------------------

_KINDS = {"upgrade": "rise", "downgrade": "fall", "convert": "swap", "change-sides": "swap"}
_COMES = frozenset({"place", "release"})
_GOES = frozenset({"move", "leap", "swap"})


MANY_WAYS = 4  # of more, arrows would lie over each other: what they point at is marked anyway


def _outcome(session: Session, foreseen: Foresight) -> list[MarkView]:
    """The marks of everything that is certain, then of what is possible besides."""
    found: list[MarkView] = []
    taken = _run_over(foreseen.certain)
    for beat in foreseen.certain:
        found += _of_beat(session, beat, taken, maybe=False)
    settled = {(mark.kind, mark.square) for mark in found}
    beats = [chance.beat for chance in foreseen.offered]
    taken = _run_over(beats)
    possible = [m for beat in beats for m in _of_beat(session, beat, taken, maybe=True)]
    ways = {(mark.origin, mark.square) for mark in possible if mark.kind == "taking"}
    left_out = {"moving"} if len(ways) <= MANY_WAYS else {"moving", "taking"}
    fresh = (m for m in possible if (m.kind, m.square) not in settled)
    return found + [mark for mark in fresh if mark.kind not in left_out]


def _run_over(beats: Iterable[Beat]) -> set[str | None]:
    """The squares of the pieces that a move destroys."""
    return {beat.square for beat in beats if beat.kind == "run-over"}


def _of_beat(
    session: Session, beat: Beat, taken: Container[str | None], *, maybe: bool
) -> list[MarkView]:
    """The marks of a beat; on the squares in `taken` a move destroys a piece."""
    square = beat.square
    if square is None:
        return []
    if beat.kind == "pick-up":
        return [MarkView("leave", square, maybe)]
    if beat.kind == "summon" or (beat.kind == "replace" and session.shown_match):
        return []  # drawn as soon as the square is looked at
    if beat.kind == "replace":
        setup, colour = session.game.setup, session.game.state.colour
        own = beat.school == phrases.school_of(setup, colour_number(colour))
        return [MarkView("way" if own else "taken", square, school=beat.school, rank=beat.rank)]
    if beat.kind in LOST:
        return [MarkView("doom", square, maybe)]
    if kind := _KINDS.get(beat.kind):
        rank = beat.rank or "common"
        return [MarkView(kind, square, maybe, school=beat.school, rank=rank)]
    if beat.kind in _COMES and not maybe:
        return [MarkView("come", square, school=beat.school, rank=beat.rank)]
    if beat.kind in _GOES and beat.origin:
        kind = "taking" if square in taken else "moving"
        return [MarkView(kind, square, maybe, origin=beat.origin)]
    return []


def _gains(session: Session, foreseen: Foresight) -> list[MarkView]:
    """The points that a choice earns, above the square that earns them."""
    text = gain(foreseen.points, foreseen.tasks)
    here = session.square or _where(foreseen.certain)
    if text and here:
        return [MarkView("gain", here, text=text)]
    best = max(foreseen.possible, key=_value, default=None)
    if best is None or not best.beat.square:
        return []
    text = gain(best.points, best.tasks)
    return [MarkView("gain", best.beat.square, True, text=text)] if text else []


def _value(chance: Chance) -> int:
    return chance.points + sum(TASKS[task].points for task in chance.tasks)


def _where(beats: Iterable[Beat]) -> str | None:
    return next((beat.square for beat in beats if beat.square), None)


def gain(points: int, tasks: tuple[str, ...]) -> Message | None:
    """What a choice earns: a task that could then be claimed, else points; None for nothing."""
    if tasks:
        task = TASKS[tasks[0]]
        return Message("preview.task", {"task": Message(task.name_id), "n": task.points})
    return Message("preview.points", {"n": points}) if points > 0 else None


# -- what is missing -----------------------------------------------------------------------------


def _missing(session: Session) -> list[MarkView]:
    """Ghosts of the pieces that a card lacks: for the square looked at, else one piece away."""
    chosen = session.ghost
    found = session.explanation if chosen is None else None
    if found and found.nearest and session.square:
        lacks = {lack.square: lack.needs for lack in found.nearest[0]}
        asked = [MarkView("asked", session.square)]
        needed = needs(*session.nearly) if session.nearly else ()
        right = [MarkView("right", square) for square in needed if square not in lacks]
        return asked + right + [_ghost(session, square, lacks[square]) for square in lacks]
    lens = session.lens_view
    ghosts = shown_ghosts(lens) if lens else ()
    return [
        *(MarkView("asked", square) for square in (chosen.summons if chosen else ())),
        *(_ghost(session, g.square, g.rank) for g in ghosts if g != chosen),
    ]


def _ghost(session: Session, square: str, rank: str) -> MarkView:
    """A missing piece; over another piece only its outline."""
    free = session.game.state.empty & BIT[SQUARE_OF[square]]
    school = phrases.stones(session.game.setup, session.viewer) if free else None
    return MarkView("missing", square, school=school, rank=rank)


# -- where it is drawn (a square is 100 wide) ----------------------------------------------------

PILL = 40  # how high a sign with points is
ON_A_PHONE = 1.36  # by how much it is larger there: the style sheet of the marks says so
_STONE = 40  # how far from the middle of a stone a line stays
Point = tuple[float, float]


def middle(square: str) -> tuple[int, int]:
    """The middle of a square in the drawing."""
    return 100 * FILES.index(square[0]) + 50, 100 * (9 - int(square[1])) + 50


def stretches(start: str, end: str, occupied: Iterable[str]) -> tuple[tuple[Point, Point], ...]:
    """The parts of the way from one square to another that lie over no stone.

    From the ring round the piece at the start to the frame round the end.
    """
    (x1, y1), (x2, y2) = middle(start), middle(end)
    span = hypot(x2 - x1, y2 - y1)
    if not span:
        return ()
    dx, dy = (x2 - x1) / span, (y2 - y1) / span
    gaps: list[tuple[float, float]] = []
    for square in occupied:
        x, y = middle(square)
        along, off = (x - x1) * dx + (y - y1) * dy, abs((x - x1) * dy - (y - y1) * dx)
        if off < _STONE and square not in (start, end):
            half = sqrt(_STONE**2 - off**2)
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


def pill_place(square: str, width: float, occupied: Iterable[str]) -> Point:
    """The middle of a sign with points: above its square, slid sideways off the pieces."""
    x, y = middle(square)
    above = y - 84 if y > 100 else y + 84
    taken = [middle(name) for name in occupied if name != square]
    tried = [float(x + way * step) for step in range(0, 260, 20) for way in (1, -1)]
    edge = width * ON_A_PHONE / 2
    inside = [at for at in tried if edge <= at <= 900 - edge] or [450.0]

    def covered(at: float) -> int:
        near = (width + 2 * _STONE) / 2
        return sum(abs(px - at) < near and abs(py - above) < _STONE for px, py in taken)

    return min(inside, key=covered), above


# -- the trail -----------------------------------------------------------------------------------


def trail_views(session: Session, history: list[Entry]) -> tuple[MarkView, ...]:
    """The steps of the others since one's own last turn, or of the turn that is looked back at."""
    if not history:
        return ()
    last, seen = history[-1], (session.viewer, session.looking_at)
    known = session.trail
    if known is None or known.last is not last or known.seen != seen:
        known = session.trail = _trail(session, history)
    return known.marks


def trail_steps(session: Session, history: list[Entry]) -> Mapping[int, tuple[int, ...]]:
    """By the number of a move: the step in the trail of each of its events, 0 for none."""
    trail_views(session, history)
    return session.trail.steps if session.trail else {}


def last_turn(session: Session, history: list[Entry]) -> LastTurnView | None:
    """What those steps were, in sentences; None before anybody else has played."""
    trail_views(session, history)
    return session.trail.told if session.trail else None


def _trail(session: Session, history: list[Entry]) -> Trail:
    entries, now = _told(session, history)
    marks: dict[str, MarkView] = {}
    made_of = films(entries, now) if entries else ()
    # The numbers run on from turn to turn, as they do where the turns are told.
    begins = [sum(made.steps for made in made_of[:place]) for place in range(len(made_of))]
    steps = iter(
        [
            begin + beat.step if beat.step else 0
            for begin, made in zip(begins, made_of, strict=True)
            for beat in made.beats
        ]
    )
    by_move = {e.number: tuple(next(steps) for _ in e.events) for e in entries}
    for begin, made in zip(begins, made_of, strict=True):
        school = phrases.stones(session.game.setup, SeatNumber(made.seat))
        for step in trail(made):
            marks.pop(step.square, None)
            marks[step.square] = MarkView(
                "trail", step.square, school=school, number=begin + step.step
            )
    seen = session.viewer, session.looking_at
    told = _last_turn(session, made_of)
    return Trail(history[-1], seen, tuple(marks.values()), by_move, told)


def _last_turn(session: Session, made_of: Sequence[Film]) -> LastTurnView | None:
    if not any(made.told for made in made_of):
        return None
    if len({made.seat for made in made_of}) > 1:
        lines = tuple(line for made in made_of for line in made.told)
        return LastTurnView(Message("meanwhile.others"), "", lines)
    setup, seat = session.game.setup, SeatNumber(made_of[0].seat)
    who, school = phrases.player(setup, seat), phrases.stones(setup, seat)
    lines = tuple(line for made in made_of for line in made.in_brief(school))
    if session.watched:  # it may be going on
        return LastTurnView(Message("log.turn", {"who": who, "n": made_of[0].turn}), who, lines)
    return LastTurnView(Message("stage.last-turn", {"who": who}), who, lines)


def _told(session: Session, history: list[Entry]) -> tuple[list[Entry], GameState]:
    """The moves whose steps are on the board, and the position after them."""
    shown, state = session.looking_at, session.game.state
    if shown is not None and shown <= len(history):
        turn = history[shown - 1].before.turn
        return [e for e in history[:shown] if e.before.turn == turn], session.shown_state
    if session.watched:
        return newest_turn(history), state
    viewer, rest = session.viewer, list(history)
    while rest and seat_number(rest[-1].before.seat) == viewer:
        if rest[-1].before.turn != state.turn or rest[-1].before.phase != "play":
            break
        state = rest.pop().before
    return turn_entries(rest, viewer), state


# -- in words ------------------------------------------------------------------------------------

_WORDS = {
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


def spoken(marks: Iterable[MarkView]) -> Mapping[str, tuple[Message, ...]]:
    """What the labels of the squares say of these marks, by square."""
    found: dict[str, dict[str, Message]] = {}
    for mark in marks:
        if keys := _WORDS.get(mark.kind):
            params: dict[str, object] = {}
            if mark.kind == "missing":
                params["rank"] = Message(f"rank.{mark.rank}")
            elif mark.kind == "threat":
                params["threats"] = mark.text
            elif mark.kind == "trail":
                params = {"n": mark.number, "who": Message(f"school.{mark.school}.colour")}
            elif mark.kind == "plan":
                params = {"n": mark.number}
            key = keys[mark.open]
            found.setdefault(mark.square, {})[key] = Message(key, params)
    return {square: tuple(said.values()) for square, said in found.items()}
