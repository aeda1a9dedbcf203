"""What a choice would do, in words: the lines under the card's text.

The log tells what has happened (``log.<kind>``). Here nothing has happened yet, so what would leave
another board behind is told as what the choice does, in words of its own.
"""

from __future__ import annotations

from tashkalar.cards import TASKS
from tashkalar.position.ids import colour_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.history.timeline import CARD_PLAY_KINDS, LOSS_KINDS, TimelineEvent
from tashkalar.ui.session.dry_run import Preview
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ActionPanelLine

# What the button or the square says itself, and what is told by a line of its own.
OMITTED_KINDS = frozenset(
    {"summon", "flare", "thaw", "claim", "points", "points-in", "draw", "turn"}
)

PREVIEW_MESSAGE_IDS = {
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

_SIGN_BY_KIND = {"convert": "swap", "upgrade": "rise", "downgrade": "fall", "place": "come"}


def preview_lines(session: Session, foreseen: Preview) -> tuple[ActionPanelLine, ...]:
    """What a choice would do in words: what is certain first, then what may follow."""
    lines = _certain_lines(session, foreseen)
    lines += gain_lines(foreseen)
    move = session.targets.candidate_move
    if foreseen.is_harmless and move is not None and move.kind in CARD_PLAY_KINDS:
        lines.append(ActionPanelLine("note", Message("preview.nothing")))
    lines += _possible_lines(foreseen)
    if foreseen.next_question is not None:
        lines.append(ActionPanelLine("note", foreseen.next_question))
    return tuple(lines)


def gain_lines(foreseen: Preview) -> list[ActionPanelLine]:
    """What is earned; of a claim the task, whatever else could have been claimed."""
    claimed = [beat.card for beat in foreseen.certain_events if beat.kind == "claim" and beat.card]
    lines = [ActionPanelLine("gain", task_message(task)) for task in claimed or foreseen.tasks]
    if foreseen.points > 0 and not claimed:
        points = Message("preview.points", {"n": foreseen.points})
        return [ActionPanelLine("gain", points), *lines]
    return lines


def _certain_lines(session: Session, foreseen: Preview) -> list[ActionPanelLine]:
    state = session.game.state
    lines: list[ActionPanelLine] = []
    for beat in foreseen.certain_events:
        told = beat.caption
        if told is None:
            continue
        if told.id == "log.makes-way":
            text = Message("preview.makes-way", {"square": beat.square})
            lines.append(ActionPanelLine("way", text))
        elif beat.kind not in OMITTED_KINDS or _scores_for_others(state, beat):
            sign = "doom" if beat.kind in LOSS_KINDS else _SIGN_BY_KIND.get(beat.kind, "note")
            lines.append(
                ActionPanelLine(
                    sign, Message(PREVIEW_MESSAGE_IDS.get(beat.kind, told.id), told.params)
                )
            )
    return lines


def _scores_for_others(state: GameState, beat: TimelineEvent) -> bool:
    """Whether another side gets these points, as for a flare (R9.10); one never has own colors."""
    own = beat.school == phrases.school_of_color(state.setup, colour_number(state.colour))
    return own if beat.kind == "points-in" else beat.kind == "points" and not own


def _possible_lines(foreseen: Preview) -> list[ActionPanelLine]:
    """What answers to the next question may bring about, put together by kind."""
    groups: dict[str, set[str]] = {}
    tasks: dict[str, None] = {}
    for chance in foreseen.shown_effects:
        beat = chance.event
        kind = "destroy" if beat.kind in LOSS_KINDS else beat.kind
        if kind in _SIGN_AND_MESSAGE_BY_KIND and beat.square:
            groups.setdefault(kind, set()).add(beat.square)
        tasks |= dict.fromkeys(chance.tasks)
    lines = [
        ActionPanelLine(
            sign, Message(key, {"squares": tuple(sorted(groups[kind]))}), is_possible=True
        )
        for kind, (sign, key) in _SIGN_AND_MESSAGE_BY_KIND.items()
        if kind in groups
    ]
    return lines + [ActionPanelLine("gain", task_message(task), is_possible=True) for task in tasks]


_SIGN_AND_MESSAGE_BY_KIND = {
    "destroy": ("doom", "preview.may.destroy"),
    "convert": ("swap", "preview.may.convert"),
    "upgrade": ("rise", "preview.may.upgrade"),
    "downgrade": ("fall", "preview.may.downgrade"),
}


def task_message(id: str) -> Message:
    """A task that could be claimed then."""
    task = TASKS[id]
    return Message("preview.task", {"task": Message(task.name_id), "n": task.points})
