"""How what happened is shown: a film becomes scenes of small movements, each with its time.

The board on the screen is right already when a scene begins; a scene says where it still has to
look otherwise (`differs`) and what moves there meanwhile (`acts`). Times are milliseconds at the
normal speed, scaled by a tempo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tashkalar.cards import TASKS
from tashkalar.game import Entry, Piece
from tashkalar.position.move import Message
from tashkalar.position.state import Setup
from tashkalar.ui.history.timeline import Beat, Board, board_of, film
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases

QUICK, CALM = 120, 260
LIGHT, RISE, SLIDE, BREAK = 200, 390, 260, 420  # the pattern, the being, a move, a piece destroyed
FLIGHT, BANNER, STAMP = 420, 1100, 900
STAGGER = 110  # between pieces that share a fate

_TEMPI = {"off": 0.0, "fast": 0.55, "slow": 1.8}

Look = tuple[str, str]  # school and rank of a stone


class Act(NamedTuple):
    """One movement: `what` happens to the stone (`school`, `rank`) that is shown on `square`.

    `come rise crack fade slide leap turn tint ring line gate points stamp banner shine`, and, which
    stay as long as their scene, `mark`, `stand` (a being with its emblem) and `number` (of a step).
    """

    what: str
    at: int
    lasts: int
    square: str | None = None
    origin: str | None = None
    school: str | None = None
    rank: str | None = None
    was: Look | None = None
    card: str | None = None
    amount: int = 0
    text: Message | None = None


class Scene(NamedTuple):
    """What is shown at once: the step it belongs to, where the board looks otherwise, the acts."""

    step: int
    differs: Mapping[str, Look | None]  # None: nothing stands there but what the acts show
    acts: tuple[Act, ...]
    lasts: int


def tempo(motion: str, *, reduced: bool) -> float:
    """By how much all times are stretched; 0 for no motion. `reduced`: the system wants less."""
    if motion == "auto":
        return 0.0 if reduced else 1.0
    return _TEMPI.get(motion, 1.0)


def since(session: Session, seen: tuple[int, int]) -> tuple[Scene, ...]:
    """The scenes of what happened since: after so many moves, and so many events in the last."""
    number, events = seen
    entries = [entry for entry in session.history if entry.number >= max(1, number)]
    if not entries:
        return ()
    skipped = events if entries[0].number == number else 0
    return scenes(_beats(entries, session)[skipped:], session.game.setup, now=session)


def replayed(session: Session) -> tuple[Scene, ...]:
    """The scenes of the move after which the board is looked at, or of the last one."""
    entries = session.history
    at = len(entries) if session.looking_at is None else session.looking_at
    state = session.shown_state
    beats = film(entries[at - 1 : at], state).beats if 0 < at <= len(entries) else ()
    return _scenes(beats, session.game.setup, board_of(state))


def _beats(entries: Sequence[Entry], session: Session) -> tuple[Beat, ...]:
    return film(entries, session.game.state).beats


def scenes(beats: Sequence[Beat], setup: Setup, *, now: Session) -> tuple[Scene, ...]:
    """The scenes of beats that lead to the board of the session, those of a kind together."""
    return _scenes(beats, setup, board_of(now.game.state))


def _scenes(beats: Sequence[Beat], setup: Setup, truth: Board) -> tuple[Scene, ...]:
    made = (scene(group, setup, truth) for group in grouped(beats))
    return tuple(found for found in made if found.acts)


def grouped(beats: Sequence[Beat], *, together: bool = True) -> list[list[Beat]]:
    """Beats that are shown in one scene; with `together` also those that share a fate."""
    groups: list[list[Beat]] = []
    for beat in beats:
        if groups and _joins(groups[-1], beat, together=together):
            groups[-1].append(beat)
        else:
            groups.append([beat])
    return groups


_FOLLOW = frozenset({"points", "points-in", "remove", "draw"})
_ALIKE = frozenset({"destroy", "upgrade", "downgrade", "convert", "place"})


def _joins(group: Sequence[Beat], beat: Beat, *, together: bool) -> bool:
    last = group[-1]
    if beat.kind in _FOLLOW or last.kind == "run-over":
        return True
    if beat.kind == "replace":
        return group[0].kind == "summon"
    fresh = beat.square not in {earlier.square for earlier in group}
    return together and beat.kind == last.kind and beat.kind in _ALIKE and fresh


def scene(group: Sequence[Beat], setup: Setup, truth: Board) -> Scene:
    """The scene of beats that are shown together, over a board that is `truth` already."""
    acts: list[Act] = []
    clock = 0
    for number, beat in enumerate(group):
        before = group[number - 1] if number else None
        if before and before.kind == beat.kind and beat.kind in _ALIKE:
            clock = max(act.at for act in acts) + STAGGER
        elif before and before.kind != "run-over":
            clock = max((act.at + act.lasts for act in acts), default=0)
        if beat.kind == "replace":
            clock = LIGHT
            acts = [act for act in acts if act.what != "rise"]
        acts += _acts(beat, setup, clock, group)
    touched = {act.square for act in acts if act.what in _ON_STONES}
    touched |= {act.origin for act in acts if act.what in ("slide", "leap")}
    bare = {square for square in touched if square}
    return Scene(
        step=max(beat.step for beat in group),
        differs=differences(group[0].before, truth, setup, bare),
        acts=tuple(acts),
        lasts=max((act.at + act.lasts for act in acts), default=0),
    )


_ON_STONES = frozenset({"come", "rise", "crack", "fade", "slide", "leap", "turn", "tint"})


def differences(
    board: Board, truth: Board, setup: Setup, bare: Iterable[str] = ()
) -> dict[str, Look | None]:
    """Where a board looks other than the truth; None where nothing stands, as on `bare` squares."""
    found: dict[str, Look | None] = {}
    for square in board.keys() | truth.keys():
        piece = board.get(square)
        if piece != truth.get(square):
            found[square] = _look(piece, setup) if piece else None
    return {**dict(sorted(found.items())), **dict.fromkeys(sorted(bare))}


def _look(piece: Piece, setup: Setup) -> Look:
    return phrases.school_of(setup, piece.owner), piece.rank


def _acts(beat: Beat, setup: Setup, clock: int, group: Sequence[Beat]) -> list[Act]:
    """The acts of one beat; `clock` is when it begins."""
    if beat.kind == "summon":
        return _summoning(beat, clock)
    if beat.kind in _BREAKING:
        return _leaving(beat, setup, clock, group)
    if beat.kind in ("move", "leap", "swap"):
        return _moving(beat, setup, clock)
    if beat.kind in _CHANGES:
        assert beat.square is not None
        was = beat.before.get(beat.square)
        old = _look(was, setup) if was else None
        return [_on(beat, _CHANGES[beat.kind], clock, SLIDE)._replace(was=old)]
    return _words(beat, clock)


_BREAKING = {"destroy": "crack", "run-over": "crack", "replace": "crack", "remove": "fade"}
_BREAKING |= {"pick-up": "fade", "capture": "fade"}
_CHANGES = {"place": "come", "release": "come", "upgrade": "turn", "downgrade": "turn"}
_CHANGES |= {"convert": "tint", "change-sides": "tint"}


def _on(beat: Beat, what: str, at: int, lasts: int) -> Act:
    """An act of the beat's own stone on its own square."""
    return Act(what, at, lasts, beat.square, school=beat.school, rank=beat.rank)


def _summoning(beat: Beat, clock: int) -> list[Act]:
    whole = LIGHT + RISE
    acts = [Act("ring", clock, whole, square, school=beat.school) for square in beat.used]
    acts += [
        Act("line", clock, whole, beat.square, square)
        for square in beat.used
        if square != beat.square
    ]
    acts.append(_on(beat, "rise", clock + LIGHT, RISE)._replace(card=beat.card))
    if beat.rank == "legendary":
        name = phrases.card_name(beat.card) if beat.card else None
        acts.append(_on(beat, "banner", clock, BANNER)._replace(card=beat.card, text=name))
    if beat.square in beat.before or beat.square not in beat.after:  # it does not stand yet
        acts = [act for act in acts if act.what != "rise"]
    return acts


def _leaving(beat: Beat, setup: Setup, clock: int, group: Sequence[Beat]) -> list[Act]:
    """A piece goes; where a being waited for its square, that comes (R7.20)."""
    what = _BREAKING[beat.kind]
    acts: list[Act] = []
    if beat.kind == "remove":
        return acts
    was = beat.before.get(beat.square or "")
    if beat.kind == "replace" and was and _look(was, setup)[0] == group[0].school:
        what = "fade"
    acts.append(_on(beat, what, clock, CALM if what == "fade" else BREAK))
    for square, piece in beat.after.items():
        if square == beat.square or square not in beat.before:
            school, rank = _look(piece, setup)
            card = group[0].card if group[0].kind == "summon" else None
            later = clock + CALM
            acts.append(Act("rise", later, RISE, square, school=school, rank=rank, card=card))
    return acts


def _moving(beat: Beat, setup: Setup, clock: int) -> list[Act]:
    what = "leap" if beat.kind == "leap" else "slide"
    lasts = round(SLIDE * 1.5) if what == "leap" else SLIDE
    acts = [_on(beat, what, clock, lasts)._replace(origin=beat.origin)]
    if beat.kind == "swap" and beat.square and beat.origin:
        other = beat.before.get(beat.square)
        if other:
            school, rank = _look(other, setup)
            acts.append(Act(what, clock, lasts, beat.origin, beat.square, school, rank))
    return acts


def _words(beat: Beat, clock: int) -> list[Act]:
    """What happens beside the pieces: points, tasks, cards, the Gateway."""
    if beat.kind in ("points", "points-in"):
        return [_on(beat, "points", clock, FLIGHT)._replace(amount=beat.amount)]
    if beat.kind == "claim" and beat.card:
        text = Message(TASKS[beat.card].name_id)
        act = _on(beat, "stamp", clock, STAMP)
        return [act._replace(card=beat.card, amount=beat.amount, text=text)]
    if beat.kind == "gateway":
        return [_on(beat, "gate", clock, RISE)]
    if beat.kind in ("flare", "thaw", "warp", "freeze") and beat.card:
        shine = _on(beat, "shine", clock, BANNER)
        return [shine._replace(card=beat.card, text=phrases.card_name(beat.card))]
    return []
