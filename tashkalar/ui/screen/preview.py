"""What a choice would do, in words: the lines under the card's text.

The log tells what has happened (``log.<kind>``). Here nothing has happened yet, so what would leave
another board behind is told as what the choice does, in words of its own.
"""

from __future__ import annotations

from tashkalar.cards import TASKS
from tashkalar.position.ids import colour_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.history.timeline import LOST, PLAYED, Beat
from tashkalar.ui.session.dry_run import Foresight
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import StageLine

# What the button or the square says itself, and what is told by a line of its own.
QUIET = frozenset({"summon", "flare", "thaw", "claim", "points", "points-in", "draw", "turn"})

WORDS = {
    **dict.fromkeys(("destroy", "run-over", "replace"), "preview.destroy"),
    **dict.fromkeys(("upgrade", "downgrade"), "preview.rank"),
    **dict.fromkeys(("convert", "change-sides"), "preview.owner"),
    **dict.fromkeys(("discard-flare", "discard-legend", "discard-pending"), "preview.discard"),
    "place": "preview.place",
    "pick-up": "preview.pick-up",
    "move": "preview.move",
    "leap": "preview.leap",
    "swap": "preview.swap",
    "capture": "preview.capture",
    "release": "preview.release",
    "gateway": "preview.gateway",
    "gain-action": "preview.gain-action",
    "waste-action": "preview.waste-action",
    "warp": "preview.warp",
    "discard": "preview.discard-being",
    "return": "preview.return",
    "put-on-deck": "preview.put-on-deck",
    "return-pending": "preview.return-pending",
    "under-deck": "preview.under-deck",
}
"""By the kind of a beat; of all others the log's sentence tells no more than what will be."""

_SIGNS = {"convert": "swap", "upgrade": "rise", "downgrade": "fall", "place": "come"}


def preview_lines(session: Session, foreseen: Foresight) -> tuple[StageLine, ...]:
    """What a choice would do in words: what is certain first, then what may follow."""
    lines = _certain(session, foreseen)
    lines += gain_lines(foreseen)
    move = session.considered
    if foreseen.harmless and move is not None and move.kind in PLAYED:
        lines.append(StageLine("note", Message("preview.nothing")))
    lines += _possible(foreseen)
    if foreseen.then is not None:
        lines.append(StageLine("note", foreseen.then))
    return tuple(lines)


def gain_lines(foreseen: Foresight) -> list[StageLine]:
    """What is earned; of a claim the task, whatever else could have been claimed."""
    claimed = [beat.card for beat in foreseen.certain if beat.kind == "claim" and beat.card]
    lines = [StageLine("gain", task_line(task)) for task in claimed or foreseen.tasks]
    if foreseen.points > 0 and not claimed:
        points = Message("preview.points", {"n": foreseen.points})
        return [StageLine("gain", points), *lines]
    return lines


def _certain(session: Session, foreseen: Foresight) -> list[StageLine]:
    state = session.game.state
    lines: list[StageLine] = []
    for beat in foreseen.certain:
        told = beat.caption
        if told is None:
            continue
        if told.id == "log.makes-way":
            text = Message("preview.makes-way", {"square": beat.square})
            lines.append(StageLine("way", text))
        elif beat.kind not in QUIET or _for_others(state, beat):
            sign = "doom" if beat.kind in LOST else _SIGNS.get(beat.kind, "note")
            lines.append(StageLine(sign, Message(WORDS.get(beat.kind, told.id), told.params)))
    return lines


def _for_others(state: GameState, beat: Beat) -> bool:
    """Whether another side gets these points, as for a flare (R9.10); one never has own colors."""
    own = beat.school == phrases.school_of(state.setup, colour_number(state.colour))
    return own if beat.kind == "points-in" else beat.kind == "points" and not own


def _possible(foreseen: Foresight) -> list[StageLine]:
    """What answers to the next question may bring about, put together by kind."""
    groups: dict[str, set[str]] = {}
    tasks: dict[str, None] = {}
    for chance in foreseen.offered:
        beat = chance.beat
        kind = "destroy" if beat.kind in LOST else beat.kind
        if kind in _MAY and beat.square:
            groups.setdefault(kind, set()).add(beat.square)
        tasks |= dict.fromkeys(chance.tasks)
    lines = [
        StageLine(sign, Message(key, {"squares": tuple(sorted(groups[kind]))}), open=True)
        for kind, (sign, key) in _MAY.items()
        if kind in groups
    ]
    return lines + [StageLine("gain", task_line(task), open=True) for task in tasks]


_MAY = {
    "destroy": ("doom", "preview.may.destroy"),
    "convert": ("swap", "preview.may.convert"),
    "upgrade": ("rise", "preview.may.upgrade"),
    "downgrade": ("fall", "preview.may.downgrade"),
}


def task_line(id: str) -> Message:
    """A task that could be claimed then."""
    task = TASKS[id]
    return Message("preview.task", {"task": Message(task.name_id), "n": task.points})
