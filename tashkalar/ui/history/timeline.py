"""What happened, as a film: every event with the board before and after it.

The board of a decision is right at once; this is how eyes may follow what led to it, and how the
other side's whole turn is told. Nothing is taken from the rules but their events (`Event`), so a
film of a saved game is the film that was seen live.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tashkalar.game import Entry, Piece
from tashkalar.position.board import BIT, NAMES, RANKS, SQUARE_OF, squares
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.move import Event, Message
from tashkalar.position.state import GameState, Setup
from tashkalar.ui.text import phrases

Board = Mapping[str, Piece]


class Beat(NamedTuple):
    """One thing that happened.

    `kind` is the event's, but ``"leap"`` for a move to a square that is not adjacent,
    ``"run-over"`` for the piece that such a move destroys, and ``"replace"`` for the one that a
    summoned being destroys on its square. `step` counts what is told of a turn, from 1; it is 0 for
    what only belongs to another step. `doing` is the card that is played, or whose effect this is.
    """

    kind: str
    step: int
    square: str | None
    origin: str | None
    school: str | None  # whose piece it is now
    rank: str | None
    card: str | None
    used: tuple[str, ...]  # the pieces of the pattern
    amount: int
    caption: Message | None
    before: Board
    after: Board
    doing: str | None = None


class Film(NamedTuple):
    """A turn, or a part of one: whose it was, and its beats in order."""

    seat: int
    turn: int
    beats: tuple[Beat, ...]

    @property
    def steps(self) -> int:
        """How many steps are told."""
        return max((beat.step for beat in self.beats), default=0)

    @property
    def told(self) -> tuple[Message, ...]:
        """What it was in sentences: its steps, and the pieces that were lost in them."""
        return tuple(beat.caption for beat in self._telling if beat.caption)

    def in_brief(self, own: str) -> tuple[Message, ...]:
        """The same in a few words, for beside the board; `own` is the school whose turn it was.

        A piece of its own that makes way is left out.
        """
        return tuple(
            Message(f"brief.{_BRIEF[b.kind]}", b.caption.params) if b.kind in _BRIEF else b.caption
            for b in self._telling
            if b.caption and (b.step or b.school != own)
        )

    @property
    def _telling(self) -> list[Beat]:
        """What is told of it, in the order in which it is: its steps, and what was lost in them."""
        beats = (self.beats[place] for place in telling([beat.kind for beat in self.beats]))
        return [beat for beat in beats if beat.caption and (beat.step or beat.kind in LOST)]


class TrailMark(NamedTuple):
    """The number of a step, on the square where it happened."""

    square: str
    step: int
    school: str


def board_of(state: GameState) -> dict[str, Piece]:
    """The pieces of a position by the names of their squares."""
    return {
        NAMES[s]: Piece(colour_number(state.owner_at(1 << s)), RANKS[state.rank_at(1 << s)])
        for s in squares(state.occupied)
    }


def film(entries: Sequence[Entry], now: GameState) -> Film:
    """The film of moves that follow each other, all of one turn; ValueError without any.

    `now` is the position after the last of them, half-done if that one is open.
    """
    if not entries:
        raise ValueError("there is nothing to show")
    before = entries[0].before
    ends = [entry.before for entry in entries[1:]] + [now]
    beats: list[Beat] = []
    step = 0
    for entry, end in zip(entries, ends, strict=True):
        for beat in _beats(entry, end):
            told = beat.caption is not None and beat.kind not in _BELONG
            step += told
            beats.append(beat._replace(step=step if told else 0))
    return Film(seat_number(before.seat), before.turn, tuple(beats))


_BRIEF = {
    **{kind: kind for kind in ("place", "pick-up", "summon", "convert", "upgrade", "downgrade")},
    **{kind: kind for kind in ("destroy", "move", "swap", "claim")},
    **{"leap": "move", "run-over": "destroy", "replace": "destroy"},
}
# The kinds of beats with which a piece is gone from the board.
LOST = frozenset({"destroy", "run-over", "replace", "remove", "capture"})
_BELONG = frozenset({"replace", "run-over", "points", "points-in", "draw", "remove"})


def telling(kinds: Sequence[str]) -> list[int]:
    """The places of beats in the order in which they are told: a move, then whom it ran over.

    On the board it is the other way round, since the square must be free.
    """
    places = list(range(len(kinds)))
    for place, kind in enumerate(kinds[:-1]):
        if kind == "run-over":
            places[place], places[place + 1] = place + 1, place
    return places


def sentences(entry: Entry) -> list[tuple[int, Message]]:
    """What a move did, in the order in which it is told: the place of each event, what it says."""
    setup, events, way = entry.before.setup, entry.events, _making_way(entry)
    following = (*events[1:], None)
    kinds = [_kind(one, None, then) for one, then in zip(events, following, strict=False)]
    lines = (
        (place, phrases.event_line(setup, events[place], makes_way=place == way))
        for place in telling(kinds)
    )
    return [(place, line) for place, line in lines if line]


def _making_way(entry: Entry) -> int | None:
    """The place of the event that takes an own piece off the square of a being that is summoned."""
    coming: Event | None = None
    for place, event in enumerate(entry.events):
        if event.kind == "summon":
            coming = event
        elif coming is not None and event.kind != "pick-up":  # of a shortage: it comes in between
            gone = ("destroy", coming.square, coming.owner)
            if not coming.square or (event.kind, event.square, event.owner) != gone:
                return None
            return place if entry.before.occupied & BIT[SQUARE_OF[coming.square]] else None
    return None


def turn_entries(history: Sequence[Entry], seat: int) -> list[Entry]:
    """The moves since the last turn of the side to which `seat` (from 1) belongs ended.

    What a player wants to see who comes back to the board: everything that others have done. In a
    team game the partner's turn is among it. The choice of marks (R2.5) is nobody's turn.
    """
    found: list[Entry] = []
    for entry in reversed(history):
        phase, own = entry.before.phase, seat_number(entry.before.seat) == seat
        if phase == "marks" or (own and phase == "play"):
            break
        found.append(entry)
    found.reverse()
    return found


def newest_turn(history: Sequence[Entry]) -> list[Entry]:
    """The moves of the turn that was played last, or is being played; whoever's it is."""
    played = [entry for entry in history if entry.before.phase == "play"]
    return [entry for entry in played if entry.before.turn == played[-1].before.turn]


def films(entries: Sequence[Entry], now: GameState) -> tuple[Film, ...]:
    """A film for every turn among moves that follow each other, in order."""
    turns = [list(part) for _, part in groupby(entries, lambda entry: entry.before.turn)]
    ends = [part[0].before for part in turns[1:]] + [now]
    return tuple(film(part, end) for part, end in zip(turns, ends, strict=True))


def trail(made: Film) -> tuple[TrailMark, ...]:
    """Where the steps of a turn happened; of several on one square the last."""
    marks: dict[str, TrailMark] = {}
    for beat in made.beats:
        if beat.step and beat.square and beat.school:
            marks.pop(beat.square, None)
            marks[beat.square] = TrailMark(beat.square, beat.step, beat.school)
    return tuple(marks.values())


def _beats(entry: Entry, end: GameState) -> list[Beat]:
    """The beats of one move, each with the boards around it; it leads to the position `end`."""
    setup, events = end.setup, entry.events
    doing = entry.move.card if entry.move.kind in PLAYED else None
    found: list[Beat] = []
    board, way = board_of(entry.before), _making_way(entry)
    coming: Event | None = None  # the being that is summoned but not on its square yet
    for number, event in enumerate(events):
        if coming is not None and event.kind != "pick-up" and coming.square not in board:
            board, coming = _put_being(found, board, coming), None
        after = applied(board, event)
        following = events[number + 1] if number + 1 < len(events) else None
        caption = phrases.event_line(setup, event, makes_way=number == way)
        bare = _bare(setup, event, _kind(event, coming, following))
        found.append(bare._replace(caption=caption, before=board, after=after))
        board = after
        if event.kind == "summon":
            coming = event
    # While a shortage asks which piece to pick up, the being does not stand yet.
    if coming is not None and coming.square in board_of(end) and coming.square not in board:
        _put_being(found, board, coming)
    return [beat._replace(doing=doing) for beat in found]


def told_since(setup: Setup, events: Sequence[Event], seen: int) -> list[Beat]:
    """The beats of a move's events behind the first `seen`, bare of boards and words.

    A being that is summoned stands by then.
    """
    following: Sequence[Event | None] = (*events[seen + 1 :], None)
    return [
        _bare(setup, event, _kind(event, None, after))
        for event, after in zip(events[seen:], following, strict=False)
    ]


def _put_being(found: list[Beat], board: Board, summoning: Event) -> dict[str, Piece]:
    """The being takes its square, which is free now (R7.20): the last beat ends with it there."""
    assert summoning.square is not None and summoning.rank is not None
    placed = {**board, summoning.square: Piece(summoning.owner, summoning.rank)}
    found[-1] = found[-1]._replace(after=placed)
    return placed


def _kind(event: Event, coming: Event | None, following: Event | None) -> str:
    if event.kind == "destroy":
        if coming is not None and event.square == coming.square:
            return "replace"
        if following is not None and following.kind == "move":
            if following.square == event.square:
                return "run-over"
    if event.kind == "move" and event.origin and event.square:
        files = abs(ord(event.origin[0]) - ord(event.square[0]))
        ranks = abs(int(event.origin[1]) - int(event.square[1]))
        return "leap" if max(files, ranks) > 1 else "move"
    return event.kind


def _bare(setup: Setup, event: Event, kind: str) -> Beat:
    return Beat(
        kind=kind,
        step=0,
        square=event.square,
        origin=event.origin,
        school=phrases.school_of(setup, event.owner) if event.owner else None,
        rank=event.rank,
        card=None if kind in _SECRET else event.card,
        used=tuple(sorted(event.match.used)) if event.match else (),
        amount=event.amount,
        caption=None,
        before={},
        after={},
    )


PLAYED = frozenset({"summon", "flare", "thaw", "warp"})  # moves that show their card to all
_SECRET = frozenset({"discard", "return", "put-on-deck"})  # R25.3


def applied(board: Board, event: Event) -> dict[str, Piece]:
    """The board after an event; a summoned being only comes when its square is free."""
    pieces = dict(board)
    square, rank = event.square, event.rank
    if event.kind in _LEAVING and square:
        pieces.pop(square, None)
    elif event.kind in _STANDING and square and rank:
        pieces[square] = Piece(event.owner, rank)
    elif event.kind == "move" and square and event.origin:
        pieces[square] = pieces.pop(event.origin)
    elif event.kind == "swap" and square and event.origin:
        pieces[square], pieces[event.origin] = pieces[event.origin], pieces[square]
    return pieces


_LEAVING = frozenset({"destroy", "pick-up", "capture"})
_STANDING = frozenset({"place", "convert", "upgrade", "downgrade", "change-sides", "release"})
