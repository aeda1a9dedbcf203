"""The timeline of a turn: every event with the board before and after the event.

The board shows the position of the next decision at once; the timeline lets the page replay the
events that led to that position, and show the whole turn of another side. The timeline depends only
on the events of the rules (`Event`), so a saved game has the same timeline as the live game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tashkalar.game import Piece
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.board import BIT, NAMES, RANKS, SQUARE_OF, squares
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.move import Event, Message
from tashkalar.position.state import GameState, Setup
from tashkalar.ui.history.summoned_pieces import (
    NO_BEINGS,
    SummonedPieces,
    SummonedPiecesTracker,
)
from tashkalar.ui.text import phrases

Board = Mapping[str, Piece]


class TimelineEvent(NamedTuple):
    """One event of a turn, with the board before and after it.

    `kind` is the kind of the `Event`, except ``"leap"`` for a move to a square that is not
    adjacent, ``"run-over"`` for the piece that such a move destroys, and ``"replace"`` for the
    piece that a summoned being destroys on its square. `step` numbers the steps of a turn from 1;
    it is 0 for an event that belongs to another step. `source_card` is the card that is played, or
    whose effect causes the event. `summoned_before` and `summoned_after` say which pieces
    of the two boards came as beings.
    """

    kind: str
    step: int
    square: str | None
    origin: str | None
    school: str | None  # of the piece's owner after the event
    rank: str | None
    card: str | None
    used: tuple[str, ...]  # the squares of the pattern's pieces
    amount: int
    caption: Message | None
    board_before: Board
    board_after: Board
    source_card: str | None = None
    summoned_before: SummonedPieces = NO_BEINGS
    summoned_after: SummonedPieces = NO_BEINGS
    turn: int = 0


class Timeline(NamedTuple):
    """A turn, or a part of one: the seat that played, and the events in order."""

    seat: int
    turn: int
    events: tuple[TimelineEvent, ...]

    @property
    def step_count(self) -> int:
        """The number of steps of the timeline."""
        return max((event.step for event in self.events), default=0)

    @property
    def captions(self) -> tuple[Message, ...]:
        """The sentences of the timeline: its steps, and the pieces that were lost in them."""
        return tuple(event.caption for event in self._captioned_events if event.caption)

    def brief_captions(self, own: str) -> tuple[Message, ...]:
        """Return the captions in a few words, for a place beside the board.

        `own` is the school of the side that played; a piece of that school that makes way is left
        out.
        """
        return tuple(
            Message(f"brief.{_BRIEF_KINDS[event.kind]}", event.caption.params)
            if event.kind in _BRIEF_KINDS
            else event.caption
            for event in self._captioned_events
            if event.caption and (event.step or event.school != own)
        )

    @property
    def _captioned_events(self) -> list[TimelineEvent]:
        """The steps and the losses of pieces within them, in the order of narration."""
        narrated = (
            self.events[index] for index in narration_order([event.kind for event in self.events])
        )
        return [
            event
            for event in narrated
            if event.caption and (event.step or event.kind in LOSS_KINDS)
        ]


class TrailMark(NamedTuple):
    """The number of a step, on the square where the step happened."""

    square: str
    step: int
    school: str


def board_of(state: GameState) -> dict[str, Piece]:
    """Return the pieces of a position by the names of their squares."""
    return {
        NAMES[s]: Piece(colour_number(state.owner_at(1 << s)), RANKS[state.rank_at(1 << s)])
        for s in squares(state.occupied)
    }


def build_timeline(
    entries: Sequence[PlayedMove], now: GameState, summoned: SummonedPieces = NO_BEINGS
) -> Timeline:
    """Return the timeline of consecutive moves of one turn; ValueError without moves.

    `now` is the position after the last move, or within that move if it is still open; `summoned`
    are the pieces before the moves that came as beings.
    """
    if not entries:
        raise ValueError("there is nothing to show")
    before = entries[0].state_before
    ends = [entry.state_before for entry in entries[1:]] + [now]
    timeline_events: list[TimelineEvent] = []
    step = 0
    for entry, end in zip(entries, ends, strict=True):
        tracker = SummonedPiecesTracker(summoned, entry)
        for event in _build_events(entry, end, tracker):
            is_step = event.caption is not None and event.kind not in _SUBORDINATE_KINDS
            step += is_step
            timeline_events.append(event._replace(step=step if is_step else 0))
        summoned = tracker.pieces
    return Timeline(seat_number(before.seat), before.turn, tuple(timeline_events))


_BRIEF_KINDS = {
    **{kind: kind for kind in ("place", "pick-up", "summon", "convert", "upgrade", "downgrade")},
    **{kind: kind for kind in ("destroy", "move", "swap", "claim")},
    **{"leap": "move", "run-over": "destroy", "replace": "destroy"},
}
# Kinds of events that take a piece off the board.
LOSS_KINDS = frozenset({"destroy", "run-over", "replace", "remove", "capture"})
_SUBORDINATE_KINDS = frozenset({"replace", "run-over", "points", "points-in", "draw", "remove"})


def narration_order(kinds: Sequence[str]) -> list[int]:
    """Return the indices of events in the order of narration: a move, then the piece it ran over.

    On the board the order is reversed, since the square must be free before the move.
    """
    order = list(range(len(kinds)))
    for index, kind in enumerate(kinds[:-1]):
        if kind == "run-over":
            order[index], order[index + 1] = index + 1, index
    return order


def event_sentences(entry: PlayedMove) -> list[tuple[int, Message]]:
    """Return the index and the sentence of each event of a move, in the order of narration."""
    setup, events, displaced = entry.state_before.setup, entry.events, _displaced_piece_index(entry)
    following = (*events[1:], None)
    kinds = [
        _timeline_kind(event, None, next_event)
        for event, next_event in zip(events, following, strict=False)
    ]
    lines = (
        (index, phrases.event_sentence(setup, events[index], is_replaced=index == displaced))
        for index in narration_order(kinds)
    )
    return [(index, line) for index, line in lines if line]


def _displaced_piece_index(entry: PlayedMove) -> int | None:
    """Return the index of the event that destroys the own piece on a summoned being's square.

    None if the move summons no being, or summons it on a square without such a piece.
    """
    summoning: Event | None = None
    for index, event in enumerate(entry.events):
        if event.kind == "summon":
            summoning = event
        # The pick-up of a shortage may come in between.
        elif summoning is not None and event.kind != "pick-up":
            displaced = ("destroy", summoning.square, summoning.owner)
            if not summoning.square or (event.kind, event.square, event.owner) != displaced:
                return None
            return index if entry.state_before.occupied & BIT[SQUARE_OF[summoning.square]] else None
    return None


def entries_since_last_turn(history: Sequence[PlayedMove], seat: int) -> list[PlayedMove]:
    """Return the moves since the last turn of the side of `seat` (from 1) ended.

    They are what a player who returns to the board wants to see: all that others have done. In a
    team game the partner's turn is among them. The choice of marks (R2.5) belongs to no turn.
    """
    found_entries: list[PlayedMove] = []
    for entry in reversed(history):
        phase, is_own = entry.state_before.phase, seat_number(entry.state_before.seat) == seat
        if phase == "marks" or (is_own and phase == "play"):
            break
        found_entries.append(entry)
    found_entries.reverse()
    return found_entries


def latest_turn_entries(history: Sequence[PlayedMove]) -> list[PlayedMove]:
    """Return the moves of the latest turn, finished or not, of any seat."""
    played = [entry for entry in history if entry.state_before.phase == "play"]
    return [entry for entry in played if entry.state_before.turn == played[-1].state_before.turn]


def build_turn_timelines(
    entries: Sequence[PlayedMove], now: GameState, summoned: SummonedPieces = NO_BEINGS
) -> tuple[Timeline, ...]:
    """Return one timeline for each turn of consecutive moves, in order.

    `summoned` are the pieces before the moves that came as beings.
    """
    turns = [list(moves) for _, moves in groupby(entries, lambda entry: entry.state_before.turn)]
    ends = [moves[0].state_before for moves in turns[1:]] + [now]
    timelines: list[Timeline] = []
    for moves, end in zip(turns, ends, strict=True):
        timelines.append(build_timeline(moves, end, summoned))
        if timelines[-1].events:
            summoned = timelines[-1].events[-1].summoned_after
    return tuple(timelines)


def build_trail(timeline: Timeline) -> tuple[TrailMark, ...]:
    """Return a mark for each square with steps: the last step of the square."""
    marks: dict[str, TrailMark] = {}
    for event in timeline.events:
        if event.step and event.square and event.school:
            marks.pop(event.square, None)
            marks[event.square] = TrailMark(event.square, event.step, event.school)
    return tuple(marks.values())


def _build_events(
    entry: PlayedMove, end: GameState, tracker: SummonedPiecesTracker
) -> list[TimelineEvent]:
    """Return the events of one move, each with the boards around it.

    `end` is the position after the move; `tracker` follows the events.
    """
    setup, events = end.setup, entry.events
    source_card = entry.move.card if entry.move.kind in CARD_PLAY_KINDS else None
    timeline_events: list[TimelineEvent] = []
    board, displaced = board_of(entry.state_before), _displaced_piece_index(entry)
    summoning: Event | None = None  # the being that is summoned but not on its square yet
    for number, event in enumerate(events):
        if summoning is not None and event.kind != "pick-up" and summoning.square not in board:
            board, summoning = _place_being(timeline_events, board, summoning), None
        after = apply_event(board, event)
        following = events[number + 1] if number + 1 < len(events) else None
        caption = phrases.event_sentence(setup, event, is_replaced=number == displaced)
        timeline_event = _event_without_boards(
            setup, event, _timeline_kind(event, summoning, following)
        )
        summoned_before = tracker.pieces
        tracker.follow(event)
        timeline_events.append(
            timeline_event._replace(
                caption=caption,
                board_before=board,
                board_after=after,
                summoned_before=summoned_before,
                summoned_after=tracker.pieces,
                turn=entry.state_before.turn,
            )
        )
        board = after
        if event.kind == "summon":
            summoning = event
    # While a shortage asks which piece to pick up, the being does not stand yet.
    if (
        summoning is not None
        and summoning.square in board_of(end)
        and summoning.square not in board
    ):
        _place_being(timeline_events, board, summoning)
    return [timed_event._replace(source_card=source_card) for timed_event in timeline_events]


def events_since(before: GameState, events: Sequence[Event], seen: int) -> list[TimelineEvent]:
    """Return the events of a move after the first `seen`, without boards and captions.

    `before` is the position before the move.
    """
    replaced = _replaced_piece_index(before, events)
    following: Sequence[Event | None] = (*events[seen + 1 :], None)
    return [
        _event_without_boards(
            before.setup,
            event,
            "replace" if number == replaced else _timeline_kind(event, None, after),
        )
        for number, (event, after) in enumerate(zip(events[seen:], following, strict=False), seen)
    ]


def _replaced_piece_index(before: GameState, events: Sequence[Event]) -> int | None:
    """Return the index of the event that destroys the piece on a summoned being's square."""
    summoning, lifted = None, None
    for index, event in enumerate(events):
        if event.kind == "summon":
            summoning = event
        elif event.kind == "pick-up":  # a shortage asks for it before the being stands
            lifted = event.square
        elif summoning is not None:
            square = summoning.square
            if event.kind != "destroy" or square is None or event.square != square:
                return None
            is_occupied = before.occupied & BIT[SQUARE_OF[square]] and lifted != square
            return index if is_occupied else None
    return None


def _place_being(events: list[TimelineEvent], board: Board, summoning: Event) -> dict[str, Piece]:
    """Put a summoned being on its square, which is free now (R7.20), and return the board.

    The last of `events` gets that board as its `board_after`.
    """
    assert summoning.square is not None and summoning.rank is not None
    placed = {**board, summoning.square: Piece(summoning.owner, summoning.rank)}
    events[-1] = events[-1]._replace(board_after=placed)
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


# Kinds of moves that show their card to all players.
CARD_PLAY_KINDS = frozenset({"summon", "flare", "thaw", "warp"})
_SECRET_CARD_KINDS = frozenset({"discard", "return", "put-on-deck"})  # R25.3


def apply_event(board: Board, event: Event) -> dict[str, Piece]:
    """Return the board after an event.

    A summoned being is not placed by its event: `_build_events` places it when its square is free.
    """
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
