"""What happened, as a film: every event with the board before and after it.

The board of a decision is right at once; this is how eyes may follow what led to it, and how the
other side's whole turn is told. Nothing is taken from the rules but their events (`Event`), so a
film of a saved game is the film that was seen live.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tashkalar.game import Piece, PlayedMove
from tashkalar.position.board import BIT, NAMES, RANKS, SQUARE_OF, squares
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.move import Event, Message
from tashkalar.position.state import GameState, Setup
from tashkalar.ui.text import phrases

Board = Mapping[str, Piece]


class TimelineEvent(NamedTuple):
    """One thing that happened.

    `kind` is the event's, but ``"leap"`` for a move to a square that is not adjacent,
    ``"run-over"`` for the piece that such a move destroys, and ``"replace"`` for the one that a
    summoned being destroys on its square. `step` counts what is told of a turn, from 1; it is 0 for
    what only belongs to another step. `source_card` is the card that is played, or whose effect
    this is.
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
    board_before: Board
    board_after: Board
    source_card: str | None = None


class Timeline(NamedTuple):
    """A turn, or a part of one: whose it was, and its beats in order."""

    seat: int
    turn: int
    events: tuple[TimelineEvent, ...]

    @property
    def step_count(self) -> int:
        """How many steps are told."""
        return max((beat.step for beat in self.events), default=0)

    @property
    def captions(self) -> tuple[Message, ...]:
        """What it was in sentences: its steps, and the pieces that were lost in them."""
        return tuple(beat.caption for beat in self._captioned_events if beat.caption)

    def brief_captions(self, own: str) -> tuple[Message, ...]:
        """The same in a few words, for beside the board; `own` is the school whose turn it was.

        A piece of its own that makes way is left out.
        """
        return tuple(
            Message(f"brief.{_BRIEF_KINDS[b.kind]}", b.caption.params)
            if b.kind in _BRIEF_KINDS
            else b.caption
            for b in self._captioned_events
            if b.caption and (b.step or b.school != own)
        )

    @property
    def _captioned_events(self) -> list[TimelineEvent]:
        """What is told of it, in the order in which it is: its steps, and what was lost in them."""
        beats = (
            self.events[place] for place in narration_order([beat.kind for beat in self.events])
        )
        return [beat for beat in beats if beat.caption and (beat.step or beat.kind in LOSS_KINDS)]


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


def build_timeline(entries: Sequence[PlayedMove], now: GameState) -> Timeline:
    """The film of moves that follow each other, all of one turn; ValueError without any.

    `now` is the position after the last of them, half-done if that one is open.
    """
    if not entries:
        raise ValueError("there is nothing to show")
    before = entries[0].state_before
    ends = [entry.state_before for entry in entries[1:]] + [now]
    beats: list[TimelineEvent] = []
    step = 0
    for entry, end in zip(entries, ends, strict=True):
        for beat in _build_events(entry, end):
            told = beat.caption is not None and beat.kind not in _SUBORDINATE_KINDS
            step += told
            beats.append(beat._replace(step=step if told else 0))
    return Timeline(seat_number(before.seat), before.turn, tuple(beats))


_BRIEF_KINDS = {
    **{kind: kind for kind in ("place", "pick-up", "summon", "convert", "upgrade", "downgrade")},
    **{kind: kind for kind in ("destroy", "move", "swap", "claim")},
    **{"leap": "move", "run-over": "destroy", "replace": "destroy"},
}
# The kinds of beats with which a piece is gone from the board.
LOSS_KINDS = frozenset({"destroy", "run-over", "replace", "remove", "capture"})
_SUBORDINATE_KINDS = frozenset({"replace", "run-over", "points", "points-in", "draw", "remove"})


def narration_order(kinds: Sequence[str]) -> list[int]:
    """The places of beats in the order in which they are told: a move, then whom it ran over.

    On the board it is the other way round, since the square must be free.
    """
    places = list(range(len(kinds)))
    for place, kind in enumerate(kinds[:-1]):
        if kind == "run-over":
            places[place], places[place + 1] = place + 1, place
    return places


def event_sentences(entry: PlayedMove) -> list[tuple[int, Message]]:
    """What a move did, in the order in which it is told: the place of each event, what it says."""
    setup, events, way = entry.state_before.setup, entry.events, _displaced_piece_index(entry)
    following = (*events[1:], None)
    kinds = [_timeline_kind(one, None, then) for one, then in zip(events, following, strict=False)]
    lines = (
        (place, phrases.event_sentence(setup, events[place], is_replaced=place == way))
        for place in narration_order(kinds)
    )
    return [(place, line) for place, line in lines if line]


def _displaced_piece_index(entry: PlayedMove) -> int | None:
    """The place of the event that takes an own piece off the square of a being that is summoned."""
    coming: Event | None = None
    for place, event in enumerate(entry.events):
        if event.kind == "summon":
            coming = event
        elif coming is not None and event.kind != "pick-up":  # of a shortage: it comes in between
            gone = ("destroy", coming.square, coming.owner)
            if not coming.square or (event.kind, event.square, event.owner) != gone:
                return None
            return place if entry.state_before.occupied & BIT[SQUARE_OF[coming.square]] else None
    return None


def entries_since_last_turn(history: Sequence[PlayedMove], seat: int) -> list[PlayedMove]:
    """The moves since the last turn of the side to which `seat` (from 1) belongs ended.

    What a player wants to see who comes back to the board: everything that others have done. In a
    team game the partner's turn is among it. The choice of marks (R2.5) is nobody's turn.
    """
    found: list[PlayedMove] = []
    for entry in reversed(history):
        phase, own = entry.state_before.phase, seat_number(entry.state_before.seat) == seat
        if phase == "marks" or (own and phase == "play"):
            break
        found.append(entry)
    found.reverse()
    return found


def latest_turn_entries(history: Sequence[PlayedMove]) -> list[PlayedMove]:
    """The moves of the turn that was played last, or is being played; whoever's it is."""
    played = [entry for entry in history if entry.state_before.phase == "play"]
    return [entry for entry in played if entry.state_before.turn == played[-1].state_before.turn]


def build_turn_timelines(entries: Sequence[PlayedMove], now: GameState) -> tuple[Timeline, ...]:
    """A film for every turn among moves that follow each other, in order."""
    turns = [list(part) for _, part in groupby(entries, lambda entry: entry.state_before.turn)]
    ends = [part[0].state_before for part in turns[1:]] + [now]
    return tuple(build_timeline(part, end) for part, end in zip(turns, ends, strict=True))


def build_trail(made: Timeline) -> tuple[TrailMark, ...]:
    """Where the steps of a turn happened; of several on one square the last."""
    marks: dict[str, TrailMark] = {}
    for beat in made.events:
        if beat.step and beat.square and beat.school:
            marks.pop(beat.square, None)
            marks[beat.square] = TrailMark(beat.square, beat.step, beat.school)
    return tuple(marks.values())


def _build_events(entry: PlayedMove, end: GameState) -> list[TimelineEvent]:
    """The beats of one move, each with the boards around it; it leads to the position `end`."""
    setup, events = end.setup, entry.events
    doing = entry.move.card if entry.move.kind in CARD_PLAY_KINDS else None
    found: list[TimelineEvent] = []
    board, way = board_of(entry.state_before), _displaced_piece_index(entry)
    coming: Event | None = None  # the being that is summoned but not on its square yet
    for number, event in enumerate(events):
        if coming is not None and event.kind != "pick-up" and coming.square not in board:
            board, coming = _place_being(found, board, coming), None
        after = apply_event(board, event)
        following = events[number + 1] if number + 1 < len(events) else None
        caption = phrases.event_sentence(setup, event, is_replaced=number == way)
        bare = _event_without_boards(setup, event, _timeline_kind(event, coming, following))
        found.append(bare._replace(caption=caption, board_before=board, board_after=after))
        board = after
        if event.kind == "summon":
            coming = event
    # While a shortage asks which piece to pick up, the being does not stand yet.
    if coming is not None and coming.square in board_of(end) and coming.square not in board:
        _place_being(found, board, coming)
    return [beat._replace(source_card=doing) for beat in found]


def events_since(setup: Setup, events: Sequence[Event], seen: int) -> list[TimelineEvent]:
    """The beats of a move's events behind the first `seen`, bare of boards and words.

    A being that is summoned stands by then.
    """
    following: Sequence[Event | None] = (*events[seen + 1 :], None)
    return [
        _event_without_boards(setup, event, _timeline_kind(event, None, after))
        for event, after in zip(events[seen:], following, strict=False)
    ]


def _place_being(found: list[TimelineEvent], board: Board, summoning: Event) -> dict[str, Piece]:
    """The being takes its square, which is free now (R7.20): the last beat ends with it there."""
    assert summoning.square is not None and summoning.rank is not None
    placed = {**board, summoning.square: Piece(summoning.owner, summoning.rank)}
    found[-1] = found[-1]._replace(board_after=placed)
    return placed


def _timeline_kind(event: Event, coming: Event | None, following: Event | None) -> str:
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


def _event_without_boards(setup: Setup, event: Event, kind: str) -> TimelineEvent:
    return TimelineEvent(
        kind=kind,
        step=0,
        square=event.square,
        origin=event.origin,
        school=phrases.school_of_color(setup, event.owner) if event.owner else None,
        rank=event.rank,
        card=None if kind in _SECRET_CARD_KINDS else event.card,
        used=tuple(sorted(event.match.used)) if event.match else (),
        amount=event.amount,
        caption=None,
        board_before={},
        board_after={},
    )


CARD_PLAY_KINDS = frozenset(
    {"summon", "flare", "thaw", "warp"}
)  # moves that show their card to all
_SECRET_CARD_KINDS = frozenset({"discard", "return", "put-on-deck"})  # R25.3


def apply_event(board: Board, event: Event) -> dict[str, Piece]:
    """The board after an event; a summoned being only comes when its square is free."""
    pieces = dict(board)
    square, rank = event.square, event.rank
    if event.kind in _REMOVING_KINDS and square:
        pieces.pop(square, None)
    elif event.kind in _PLACING_KINDS and square and rank:
        pieces[square] = Piece(event.owner, rank)
    elif event.kind == "move" and square and event.origin:
        pieces[square] = pieces.pop(event.origin)
    elif event.kind == "swap" and square and event.origin:
        pieces[square], pieces[event.origin] = pieces[event.origin], pieces[square]
    return pieces


_REMOVING_KINDS = frozenset({"destroy", "pick-up", "capture"})
_PLACING_KINDS = frozenset({"place", "convert", "upgrade", "downgrade", "change-sides", "release"})
