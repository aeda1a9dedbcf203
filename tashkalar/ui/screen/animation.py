"""How what happened is shown: a film becomes scenes of small movements, each with its time.

The board on the screen is right already when a scene begins; a scene says where it still has to
look otherwise (`overrides`) and what moves there meanwhile (`tweens`). Times are milliseconds at
the normal speed, scaled by a tempo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tashkalar.cards import TASKS
from tashkalar.game import Piece, PlayedMove
from tashkalar.position.move import Message
from tashkalar.position.state import Setup
from tashkalar.ui.history.timeline import Board, TimelineEvent, board_of, build_timeline
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases

QUICK, FADE_MS = 120, 260
RING_MS, RISE_MS, SLIDE_MS, CRACK_MS = (
    200,
    390,
    260,
    420,
)  # the pattern, the being, a move, a piece destroyed
POINTS_MS, BANNER_MS, STAMP_MS = 420, 1100, 900
STAGGER_MS = 110  # between pieces that share a fate

_TIME_SCALES = {"off": 0.0, "fast": 0.55, "slow": 1.8}

Look = tuple[str, str]  # school and rank of a stone


class Tween(NamedTuple):
    """One movement: `kind` happens to the stone (`active_school`, `rank`) that is shown on
    `square`.

    `come rise crack fade slide leap turn tint ring line gate points stamp banner shine`, and, which
    stay as long as their scene, `mark`, `stand` (a being with its emblem) and `number` (of a step).
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
    amount: int = 0
    text: Message | None = None


class Animation(NamedTuple):
    """What is shown at once: the step it belongs to, where the board looks otherwise, the acts."""

    step: int
    overrides: Mapping[str, Look | None]  # None: nothing stands there but what the acts show
    tweens: tuple[Tween, ...]
    duration_ms: int


def time_scale(motion: str, *, reduced: bool) -> float:
    """By how much all times are stretched; 0 for no motion. `reduced`: the system wants less."""
    if motion == "auto":
        return 0.0 if reduced else 1.0
    return _TIME_SCALES.get(motion, 1.0)


def animations_since(session: Session, seen: tuple[int, int]) -> tuple[Animation, ...]:
    """The scenes of what happened since: after so many moves, and so many events in the last."""
    number, events = seen
    entries = [entry for entry in session.history if entry.number >= max(1, number)]
    if not entries:
        return ()
    skipped = events if entries[0].number == number else 0
    return build_animations(
        _timeline_events(entries, session)[skipped:], session.game.setup, session=session
    )


def replay_animations(session: Session) -> tuple[Animation, ...]:
    """The scenes of the move after which the board is looked at, or of the last one."""
    entries = session.history
    number = session.selection.shown_move_number
    at = len(entries) if number is None else number
    state = session.shown_state
    beats = build_timeline(entries[at - 1 : at], state).events if 0 < at <= len(entries) else ()
    return _build_animations(beats, session.game.setup, board_of(state))


def _timeline_events(entries: Sequence[PlayedMove], session: Session) -> tuple[TimelineEvent, ...]:
    return build_timeline(entries, session.game.state).events


def build_animations(
    beats: Sequence[TimelineEvent], setup: Setup, *, session: Session
) -> tuple[Animation, ...]:
    """The scenes of beats that lead to the board of the session, those of a kind together."""
    return _build_animations(beats, setup, board_of(session.game.state))


def _build_animations(
    beats: Sequence[TimelineEvent], setup: Setup, truth: Board
) -> tuple[Animation, ...]:
    made = (build_animation(group, setup, truth) for group in group_events(beats))
    return tuple(found for found in made if found.tweens)


def group_events(
    beats: Sequence[TimelineEvent], *, merges_similar: bool = True
) -> list[list[TimelineEvent]]:
    """Beats that are shown in one scene; with `merges_similar` also those that share a fate."""
    groups: list[list[TimelineEvent]] = []
    for beat in beats:
        if groups and _belongs_to_group(groups[-1], beat, merges_similar=merges_similar):
            groups[-1].append(beat)
        else:
            groups.append([beat])
    return groups


_FOLLOW_UP_KINDS = frozenset({"points", "points-in", "remove", "draw"})
_MERGEABLE_KINDS = frozenset({"destroy", "upgrade", "downgrade", "convert", "place"})


def _belongs_to_group(
    group: Sequence[TimelineEvent], beat: TimelineEvent, *, merges_similar: bool
) -> bool:
    last = group[-1]
    if beat.kind in _FOLLOW_UP_KINDS or last.kind == "run-over":
        return True
    if beat.kind == "replace":
        return group[0].kind == "summon"
    fresh = beat.square not in {earlier.square for earlier in group}
    return merges_similar and beat.kind == last.kind and beat.kind in _MERGEABLE_KINDS and fresh


def build_animation(group: Sequence[TimelineEvent], setup: Setup, truth: Board) -> Animation:
    """The scene of beats that are shown together, over a board that is `truth` already."""
    acts: list[Tween] = []
    clock = 0
    for number, beat in enumerate(group):
        before = group[number - 1] if number else None
        if before and before.kind == beat.kind and beat.kind in _MERGEABLE_KINDS:
            clock = max(act.start_ms for act in acts) + STAGGER_MS
        elif before and before.kind != "run-over":
            clock = max((act.start_ms + act.duration_ms for act in acts), default=0)
        if beat.kind == "replace":
            clock = RING_MS
            acts = [act for act in acts if act.kind != "rise"]
        acts += _event_tweens(beat, setup, clock, group)
    touched = {act.square for act in acts if act.kind in _STONE_TWEEN_KINDS}
    touched |= {act.origin for act in acts if act.kind in ("slide", "leap")}
    bare = {square for square in touched if square}
    return Animation(
        step=max(beat.step for beat in group),
        overrides=look_differences(group[0].board_before, truth, setup, bare),
        tweens=tuple(acts),
        duration_ms=max((act.start_ms + act.duration_ms for act in acts), default=0),
    )


_STONE_TWEEN_KINDS = frozenset({"come", "rise", "crack", "fade", "slide", "leap", "turn", "tint"})


def look_differences(
    board: Board, truth: Board, setup: Setup, bare: Iterable[str] = ()
) -> dict[str, Look | None]:
    """Where a board looks other than the truth; None where nothing stands, as on `bare` squares."""
    found: dict[str, Look | None] = {}
    for square in board.keys() | truth.keys():
        piece = board.get(square)
        if piece != truth.get(square):
            found[square] = _piece_look(piece, setup) if piece else None
    return {**dict(sorted(found.items())), **dict.fromkeys(sorted(bare))}


def _piece_look(piece: Piece, setup: Setup) -> Look:
    return phrases.school_of_color(setup, piece.owner), piece.rank


def _event_tweens(
    beat: TimelineEvent, setup: Setup, clock: int, group: Sequence[TimelineEvent]
) -> list[Tween]:
    """The acts of one beat; `clock` is when it begins."""
    if beat.kind == "summon":
        return _summon_tweens(beat, clock)
    if beat.kind in _REMOVAL_TWEEN_KINDS:
        return _removal_tweens(beat, setup, clock, group)
    if beat.kind in ("move", "leap", "swap"):
        return _move_tweens(beat, setup, clock)
    if beat.kind in _CHANGE_TWEEN_KINDS:
        assert beat.square is not None
        was = beat.board_before.get(beat.square)
        old = _piece_look(was, setup) if was else None
        return [
            _own_stone_tween(beat, _CHANGE_TWEEN_KINDS[beat.kind], clock, SLIDE_MS)._replace(
                old_look=old
            )
        ]
    return _side_tweens(beat, clock)


_REMOVAL_TWEEN_KINDS = {
    "destroy": "crack",
    "run-over": "crack",
    "replace": "crack",
    "remove": "fade",
}
_REMOVAL_TWEEN_KINDS |= {"pick-up": "fade", "capture": "fade"}
_CHANGE_TWEEN_KINDS = {"place": "come", "release": "come", "upgrade": "turn", "downgrade": "turn"}
_CHANGE_TWEEN_KINDS |= {"convert": "tint", "change-sides": "tint"}


def _own_stone_tween(beat: TimelineEvent, what: str, at: int, lasts: int) -> Tween:
    """An act of the beat's own stone on its own square."""
    return Tween(what, at, lasts, beat.square, school=beat.school, rank=beat.rank)


def _summon_tweens(beat: TimelineEvent, clock: int) -> list[Tween]:
    whole = RING_MS + RISE_MS
    acts = [Tween("ring", clock, whole, square, school=beat.school) for square in beat.used]
    acts += [
        Tween("line", clock, whole, beat.square, square)
        for square in beat.used
        if square != beat.square
    ]
    acts.append(_own_stone_tween(beat, "rise", clock + RING_MS, RISE_MS)._replace(card=beat.card))
    if beat.rank == "legendary":
        name = phrases.card_name(beat.card) if beat.card else None
        acts.append(
            _own_stone_tween(beat, "banner", clock, BANNER_MS)._replace(card=beat.card, text=name)
        )
    if (
        beat.square in beat.board_before or beat.square not in beat.board_after
    ):  # it does not stand yet
        acts = [act for act in acts if act.kind != "rise"]
    return acts


def _removal_tweens(
    beat: TimelineEvent, setup: Setup, clock: int, group: Sequence[TimelineEvent]
) -> list[Tween]:
    """A piece goes; where a being waited for its square, that comes (R7.20)."""
    what = _REMOVAL_TWEEN_KINDS[beat.kind]
    acts: list[Tween] = []
    if beat.kind == "remove":
        return acts
    was = beat.board_before.get(beat.square or "")
    if beat.kind == "replace" and was and _piece_look(was, setup)[0] == group[0].school:
        what = "fade"
    acts.append(_own_stone_tween(beat, what, clock, FADE_MS if what == "fade" else CRACK_MS))
    for square, piece in beat.board_after.items():
        if square == beat.square or square not in beat.board_before:
            school, rank = _piece_look(piece, setup)
            card = group[0].card if group[0].kind == "summon" else None
            later = clock + FADE_MS
            acts.append(Tween("rise", later, RISE_MS, square, school=school, rank=rank, card=card))
    return acts


def _move_tweens(beat: TimelineEvent, setup: Setup, clock: int) -> list[Tween]:
    what = "leap" if beat.kind == "leap" else "slide"
    lasts = round(SLIDE_MS * 1.5) if what == "leap" else SLIDE_MS
    acts = [_own_stone_tween(beat, what, clock, lasts)._replace(origin=beat.origin)]
    if beat.kind == "swap" and beat.square and beat.origin:
        other = beat.board_before.get(beat.square)
        if other:
            school, rank = _piece_look(other, setup)
            acts.append(Tween(what, clock, lasts, beat.origin, beat.square, school, rank))
    return acts


def _side_tweens(beat: TimelineEvent, clock: int) -> list[Tween]:
    """What happens beside the pieces: points, tasks, cards, the Gateway."""
    if beat.kind in ("points", "points-in"):
        return [_own_stone_tween(beat, "points", clock, POINTS_MS)._replace(amount=beat.amount)]
    if beat.kind == "claim" and beat.card:
        text = Message(TASKS[beat.card].name_id)
        act = _own_stone_tween(beat, "stamp", clock, STAMP_MS)
        return [act._replace(card=beat.card, amount=beat.amount, text=text)]
    if beat.kind == "gateway":
        return [_own_stone_tween(beat, "gate", clock, RISE_MS)]
    if beat.kind in ("flare", "thaw", "warp", "freeze") and beat.card:
        shine = _own_stone_tween(beat, "shine", clock, BANNER_MS)
        return [shine._replace(card=beat.card, text=phrases.card_name(beat.card))]
    return []
