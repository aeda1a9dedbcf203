"""Animations: the events of a timeline as groups of timed movements on the board.

When an animation begins, the board on the screen already shows the final position. An animation
says where the board has to look different for now (`overrides`) and what moves there (`tweens`).
Times are milliseconds at the normal speed, scaled by `time_scale`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tashkalar.cards import TASKS
from tashkalar.position.move import Message
from tashkalar.position.state import Setup
from tashkalar.ui.history.summoned_pieces import SummonedPieces
from tashkalar.ui.history.timeline import Board, TimelineEvent, board_of, build_timeline
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases

QUICK, FADE_MS = 120, 260
# The pattern, the being, a move, a destroyed piece.
RING_MS, RISE_MS, SLIDE_MS, CRACK_MS = 200, 390, 260, 300
DROP_MS = 90  # from the beginning until a placed stone lies on its square
POINTS_MS, BANNER_MS, STAMP_MS = 560, 1100, 900
LEGEND_MS, LAST_ROUND_MS = 1600, 1500
STAGGER_MS = 110  # between pieces of one group

_TIME_SCALES = {"off": 0.0, "fast": 0.55, "slow": 1.8}


class Look(NamedTuple):
    """A stone: its school and rank, and the being as which it was summoned.

    The being's emblem is shown large in the turn of the summoning, later `is_engraved`.
    """

    school: str
    rank: str
    card: str | None = None
    is_engraved: bool = False


class BoardPicture(NamedTuple):
    """The pieces of a position as the board shows them in a turn."""

    board: Board
    summoned: SummonedPieces  # the pieces that came as beings
    turn: int

    def look(self, square: str, setup: Setup) -> Look | None:
        """Return the look of the stone on a square; None if the square is empty."""
        piece = self.board.get(square)
        if piece is None:
            return None
        school = phrases.school_of_color(setup, piece.owner)
        being = self.summoned.get(square)
        if being is None or (being.owner, being.rank) != piece:
            return Look(school, piece.rank)
        return Look(school, piece.rank, being.card, being.turn != self.turn)


class Tween(NamedTuple):
    """One movement: `kind` happens to the stone (`school`, `rank`) shown on `square`.

    The kinds are ``come arrive rise crack fade crack-aside fade-aside slide leap turn tint ring
    line gate points stamp banner shine last-round verdict won lost``, and ``mark``, ``stand`` (a
    being with its emblem) and ``number`` (of a step), which stay until the animation ends.
    """

    kind: str
    start_ms: int
    duration_ms: int
    square: str | None = None
    origin: str | None = None
    school: str | None = None
    rank: str | None = None
    old_look: Look | None = None
    card: str | None = None
    is_engraved: bool = False  # the stone has the emblem of the card as an engraving
    amount: int = 0
    text: Message | None = None


class Animation(NamedTuple):
    """Movements that are shown together: their step, and where the board looks different."""

    step: int
    overrides: Mapping[str, Look | None]  # by square; None: only the tweens draw a piece
    tweens: tuple[Tween, ...]
    duration_ms: int


def time_scale(motion: str, *, reduced: bool) -> float:
    """Return the factor for all times by the motion setting; 0 for no motion.

    `reduced`: the system asks for reduced motion, which counts for the setting ``auto`` only.
    """
    if motion == "auto":
        return 0.0 if reduced else 1.0
    return _TIME_SCALES.get(motion, 1.0)


def animations_since(
    session: Session, seen: tuple[int, int], *, was_previewed: bool = False
) -> tuple[Animation, ...]:
    """Return the animations of the events after those seen.

    `seen` is the number of the last move seen, and the number of its events that were seen.
    `was_previewed`: a summoned being was on its square before, as a preview.
    """
    number, events = seen
    history = session.history
    entries = [entry for entry in history if entry.number >= max(1, number)]
    if not entries:
        return ()
    skipped = events if entries[0].number == number else 0
    summoned = drawing_cache(session).summoned_pieces.after(history, len(history) - len(entries))
    timeline = build_timeline(entries, session.game.state, summoned)
    return _build_animations(
        timeline.events[skipped:],
        session.game.setup,
        present_picture(session),
        was_previewed=was_previewed,
    )


def present_picture(session: Session) -> BoardPicture:
    """Return the present position of the session's game as the board shows it."""
    state, summoned = session.game.state, drawing_cache(session).summoned_pieces
    return BoardPicture(board_of(state), summoned.after(session.history), state.turn)


def replay_animations(session: Session) -> tuple[Animation, ...]:
    """Return the animations of the move after which the board is shown, or of the last move."""
    entries = session.history
    number = session.selection.shown_move_number
    move_number = len(entries) if number is None else number
    if not 0 < move_number <= len(entries):
        return ()
    state, memo = session.shown_state, drawing_cache(session).summoned_pieces
    summoned = memo.after(entries, move_number - 1)
    events = build_timeline(entries[move_number - 1 : move_number], state, summoned).events
    truth = BoardPicture(board_of(state), memo.after(entries, move_number), state.turn)
    return _build_animations(events, session.game.setup, truth)


def _build_animations(
    events: Sequence[TimelineEvent],
    setup: Setup,
    truth: BoardPicture,
    *,
    was_previewed: bool = False,
) -> tuple[Animation, ...]:
    """Return the animations of events that lead to a board; similar events share an animation."""
    animations = (
        build_animation(group, setup, truth, was_previewed=was_previewed)
        for group in group_events(events)
    )
    return tuple(animation for animation in animations if animation.tweens)


def group_events(
    events: Sequence[TimelineEvent], *, merges_similar: bool = True
) -> list[list[TimelineEvent]]:
    """Group the events that are shown in one animation.

    `merges_similar`: consecutive events of the same kind on different squares share a group.
    """
    groups: list[list[TimelineEvent]] = []
    for event in events:
        if groups and _belongs_to_group(groups[-1], event, merges_similar=merges_similar):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


_FOLLOW_UP_KINDS = frozenset({"points", "points-in", "remove", "draw"})
_MERGEABLE_KINDS = frozenset({"destroy", "upgrade", "downgrade", "convert", "place"})


def _belongs_to_group(
    group: Sequence[TimelineEvent], event: TimelineEvent, *, merges_similar: bool
) -> bool:
    last_event = group[-1]
    if event.kind in _FOLLOW_UP_KINDS or last_event.kind == "run-over":
        return True
    if event.kind == "replace":
        return group[0].kind == "summon"
    is_new_square = event.square not in {earlier.square for earlier in group}
    return (
        merges_similar
        and event.kind == last_event.kind
        and event.kind in _MERGEABLE_KINDS
        and is_new_square
    )


def build_animation(
    group: Sequence[TimelineEvent],
    setup: Setup,
    truth: BoardPicture,
    *,
    was_previewed: bool = False,
) -> Animation:
    """Return the animation of a group of events, over a board that already shows `truth`.

    `was_previewed`: a summoned being was on its square before, as a preview, and stays there.
    """
    arrival = _arrival_square(group) if was_previewed else None
    tweens: list[Tween] = []
    clock = 0
    for number, event in enumerate(group):
        previous = group[number - 1] if number else None
        if previous and previous.kind == event.kind and event.kind in _MERGEABLE_KINDS:
            clock = max(tween.start_ms for tween in tweens) + STAGGER_MS
        elif previous and previous.kind != "run-over":
            clock = max((tween.start_ms + tween.duration_ms for tween in tweens), default=0)
        if event.kind == "replace":
            clock = 0 if arrival else RING_MS
            tweens = [tween for tween in tweens if tween.kind != "rise"]
        tweens += _event_tweens(event, setup, clock, group)
    if arrival:
        tweens = _previewed_arrival(tweens, group[0])
    touched = {tween.square for tween in tweens if tween.kind in _STONE_TWEEN_KINDS}
    touched |= {tween.origin for tween in tweens if tween.kind in ("slide", "leap")}
    bare = {square for square in touched if square}
    overrides = look_differences(picture_before(group[0]), truth, setup, bare)
    if arrival:
        being = picture_after(group[-1]).look(arrival, setup)
        overrides.pop(arrival, None)
        if being != truth.look(arrival, setup):
            overrides[arrival] = being
    return Animation(
        step=max(event.step for event in group),
        overrides=overrides,
        tweens=tuple(tweens),
        duration_ms=max((tween.start_ms + tween.duration_ms for tween in tweens), default=0),
    )


_STONE_TWEEN_KINDS = frozenset({"come", "rise", "crack", "fade", "slide", "leap", "turn", "tint"})


def _arrival_square(group: Sequence[TimelineEvent]) -> str | None:
    """Return the square of the being that is summoned and stands after the group of events."""
    first, last = group[0], group[-1]
    if first.kind != "summon" or first.square not in last.board_after:
        return None
    is_free = first.square not in first.board_before
    return first.square if is_free or any(e.kind == "replace" for e in group) else None


def _previewed_arrival(tweens: Sequence[Tween], summoning: TimelineEvent) -> list[Tween]:
    """Return the movements of a summoning whose being stands from the beginning.

    The piece that makes way is in the corner of the square, as in the preview.
    """
    arrival = _own_stone_tween(summoning, "arrive", 0, RISE_MS)._replace(card=summoning.card)
    kept = [
        tween._replace(kind=f"{tween.kind}-aside")
        if tween.square == summoning.square and tween.kind in ("crack", "fade")
        else tween
        for tween in tweens
        if tween.kind != "rise"
    ]
    return [arrival, *kept]


def picture_before(event: TimelineEvent) -> BoardPicture:
    """Return the board before an event."""
    return BoardPicture(event.board_before, event.summoned_before, event.turn)


def picture_after(event: TimelineEvent) -> BoardPicture:
    """Return the board after an event."""
    return BoardPicture(event.board_after, event.summoned_after, event.turn)


def look_differences(
    shown: BoardPicture, truth: BoardPicture, setup: Setup, bare: Iterable[str] = ()
) -> dict[str, Look | None]:
    """Return the looks of the squares where `shown` differs from `truth`.

    None for a square without a piece, and for all `bare` squares.
    """
    looks: dict[str, Look | None] = {}
    for square in sorted(shown.board.keys() | truth.board.keys()):
        look = shown.look(square, setup)
        if look != truth.look(square, setup):
            looks[square] = look
    return {**looks, **dict.fromkeys(sorted(bare))}


def _event_tweens(
    event: TimelineEvent, setup: Setup, clock: int, group: Sequence[TimelineEvent]
) -> list[Tween]:
    """Return the movements of one event; `clock` is its start in milliseconds."""
    if event.kind == "summon":
        return _summon_tweens(event, clock)
    if event.kind in _REMOVAL_TWEEN_KINDS:
        return _removal_tweens(event, setup, clock, group)
    if event.kind in ("move", "leap", "swap"):
        return _move_tweens(event, setup, clock)
    if event.kind in _CHANGE_TWEEN_KINDS:
        assert event.square is not None
        old_look = picture_before(event).look(event.square, setup)
        new_look = picture_after(event).look(event.square, setup)
        tween = _own_stone_tween(event, _CHANGE_TWEEN_KINDS[event.kind], clock, SLIDE_MS)
        if new_look:
            tween = tween._replace(card=new_look.card, is_engraved=new_look.is_engraved)
        return [tween._replace(old_look=old_look)]
    return _side_tweens(event, clock)


# Movements of a stone that stood on the board before.
_MOVED_STONE_KINDS = frozenset({"crack", "fade", "slide", "leap"})
_REMOVAL_TWEEN_KINDS = {
    "destroy": "crack",
    "run-over": "crack",
    "replace": "crack",
    "remove": "fade",
}
_REMOVAL_TWEEN_KINDS |= {"pick-up": "fade", "capture": "fade"}
_CHANGE_TWEEN_KINDS = {"place": "come", "release": "come", "upgrade": "turn", "downgrade": "turn"}
_CHANGE_TWEEN_KINDS |= {"convert": "tint", "change-sides": "tint"}


def _own_stone_tween(event: TimelineEvent, what: str, at: int, lasts: int) -> Tween:
    """Return a movement of the event's own stone on its square; times in milliseconds."""
    tween = Tween(what, at, lasts, event.square, school=event.school, rank=event.rank)
    place = event.origin if event.origin and what in ("slide", "leap") else event.square
    being = event.summoned_before.get(place or "") if what in _MOVED_STONE_KINDS else None
    if being is None:
        return tween
    return tween._replace(card=being.card, is_engraved=being.turn != event.turn)


def _summon_tweens(event: TimelineEvent, clock: int) -> list[Tween]:
    ring_duration = RING_MS + RISE_MS
    tweens = [
        Tween("ring", clock, ring_duration, square, school=event.school) for square in event.used
    ]
    tweens += [
        Tween("line", clock, ring_duration, event.square, square)
        for square in event.used
        if square != event.square
    ]
    tweens.append(
        _own_stone_tween(event, "rise", clock + RING_MS, RISE_MS)._replace(card=event.card)
    )
    if event.rank == "legendary":
        name = phrases.card_name(event.card) if event.card else None
        tweens.append(
            _own_stone_tween(event, "banner", clock, LEGEND_MS)._replace(card=event.card, text=name)
        )
    # The square is not free yet: the being rises later.
    if event.square in event.board_before or event.square not in event.board_after:
        tweens = [tween for tween in tweens if tween.kind != "rise"]
    return tweens


def _removal_tweens(
    event: TimelineEvent, setup: Setup, clock: int, group: Sequence[TimelineEvent]
) -> list[Tween]:
    """Return the movements of an event that removes a piece.

    They include the rise of a being that waited for the square (R7.20).
    """
    tween_kind = _REMOVAL_TWEEN_KINDS[event.kind]
    tweens: list[Tween] = []
    if event.kind == "remove":
        return tweens
    lost = picture_before(event).look(event.square or "", setup)
    if event.kind == "replace" and lost and lost.school == group[0].school:
        tween_kind = "fade"
    tweens.append(
        _own_stone_tween(event, tween_kind, clock, FADE_MS if tween_kind == "fade" else CRACK_MS)
    )
    for square in event.board_after:
        if square == event.square or square not in event.board_before:
            being = picture_after(event).look(square, setup)
            assert being is not None
            card = group[0].card if group[0].kind == "summon" else None
            rise_start = clock + FADE_MS
            tweens.append(
                Tween(
                    "rise",
                    rise_start,
                    RISE_MS,
                    square,
                    school=being.school,
                    rank=being.rank,
                    card=card,
                )
            )
    return tweens


def _move_tweens(event: TimelineEvent, setup: Setup, clock: int) -> list[Tween]:
    tween_kind = "leap" if event.kind == "leap" else "slide"
    duration = round(SLIDE_MS * 1.5) if tween_kind == "leap" else SLIDE_MS
    tweens = [_own_stone_tween(event, tween_kind, clock, duration)._replace(origin=event.origin)]
    if event.kind == "swap" and event.square and event.origin:
        other = picture_before(event).look(event.square, setup)
        if other:
            tweens.append(
                Tween(
                    tween_kind,
                    clock,
                    duration,
                    event.origin,
                    event.square,
                    other.school,
                    other.rank,
                    card=other.card,
                    is_engraved=other.is_engraved,
                )
            )
    return tweens


def _side_tweens(event: TimelineEvent, clock: int) -> list[Tween]:
    """Return the movements for events beside the pieces: points, tasks, cards, the Gateway."""
    if event.kind in ("points", "points-in"):
        return [_own_stone_tween(event, "points", clock, POINTS_MS)._replace(amount=event.amount)]
    if event.kind == "claim" and event.card:
        text = Message(TASKS[event.card].name_id)
        stamp = _own_stone_tween(event, "stamp", clock, STAMP_MS)
        return [stamp._replace(card=event.card, amount=event.amount, text=text)]
    if event.kind == "end-triggered":
        text = Message("moment.last-round")
        return [_own_stone_tween(event, "last-round", clock, LAST_ROUND_MS)._replace(text=text)]
    if event.kind == "gateway":
        return [_own_stone_tween(event, "gate", clock, RISE_MS)]
    if event.kind in ("flare", "thaw", "warp", "freeze") and event.card:
        shine = _own_stone_tween(event, "shine", clock, BANNER_MS)
        return [shine._replace(card=event.card, text=phrases.card_name(event.card))]
    return []
