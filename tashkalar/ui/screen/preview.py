"""The preview of a choice in words: the lines under the card's text.

The log says what has happened (``log.<kind>``). The preview is about what has not happened yet, so
events that change the board have texts of their own.
"""

from __future__ import annotations

from tashkalar.cards import TASKS
from tashkalar.position.ids import colour_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.history.timeline import CARD_PLAY_KINDS, LOSS_KINDS, TimelineEvent
from tashkalar.ui.screen.prompt import improvising_message
from tashkalar.ui.session.dry_run import Preview, is_own_loss
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ActionPanelLine

_MOST_NAMED_SQUARES = 12  # of more, a line says how many there are

# The button or the square shows these, or a line of their own does.
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
"""Message ids by kind of event; for all other kinds the sentence of the log fits."""

_SIGN_BY_KIND = {"convert": "swap", "upgrade": "rise", "downgrade": "fall", "place": "come"}


def preview_lines(session: Session, preview: Preview) -> tuple[ActionPanelLine, ...]:
    """Return the lines of a preview: certain effects first, then possible ones."""
    improvised = improvising_message(session)
    lines = [ActionPanelLine("lose", improvised)] if improvised else []
    lines += _certain_lines(session, preview)
    lines += gain_lines(preview)
    move = session.targets.candidate_move
    if idle_move_code(session):
        lines.append(ActionPanelLine("note", Message("preview.no-change")))
    elif preview.is_harmless and move is not None and move.kind in CARD_PLAY_KINDS:
        lines.append(ActionPanelLine("note", Message("preview.nothing")))
    lines += _possible_lines(preview)
    if preview.is_open_ended:
        lines.append(ActionPanelLine("note", Message("preview.more")))
    if preview.next_question is not None and not _is_next_question_clear(session, preview):
        follows = Message("preview.asks", {"question": preview.next_question})
        lines.append(ActionPanelLine("note", follows))
    return tuple(lines)


def idle_move_code(session: Session) -> str | None:
    """Return the code of the flare or answer looked at if it is certain to change nothing."""
    move, preview = session.targets.candidate_move, session.preview
    if preview is None or move is None or move.kind not in ("flare", "choose"):
        return None
    if preview.is_open_ended or preview.possible_effects or preview.next_question is not None:
        return None
    changes = [e for e in preview.certain_events if e.kind not in _UNCHANGING_KINDS]
    return None if changes or preview.points or preview.tasks else move.code


_UNCHANGING_KINDS = frozenset({"flare", "points", "points-in", "draw", "turn"})


def _is_next_question_clear(session: Session, preview: Preview) -> bool:
    """Tell whether the next question is the one that is asked now, or one to the next player.

    What follows the set-up of a piece is a question to the next player.
    """
    prompt = session.game.prompt
    return prompt.kind == "marks" or preview.next_question == prompt.message


def gain_lines(preview: Preview) -> list[ActionPanelLine]:
    """Return the lines about gains; for a claim only its task."""
    claimed_tasks = [
        event.card for event in preview.certain_events if event.kind == "claim" and event.card
    ]
    lines = [ActionPanelLine("gain", task_message(task)) for task in claimed_tasks or preview.tasks]
    if preview.points > 0 and not claimed_tasks:
        points = Message("preview.points", {"n": preview.points})
        return [ActionPanelLine("gain", points), *lines]
    return lines


def _certain_lines(session: Session, preview: Preview) -> list[ActionPanelLine]:
    state = session.game.state
    lines: list[ActionPanelLine] = []
    for event in preview.certain_events:
        caption = event.caption
        if caption is None:
            continue
        if caption.id == "log.makes-way":
            text = Message("preview.makes-way", {"square": event.square})
            lines.append(ActionPanelLine("way", text))
        elif event.kind not in OMITTED_KINDS or _scores_for_others(state, event):
            sign = "doom" if event.kind in LOSS_KINDS else _SIGN_BY_KIND.get(event.kind, "note")
            if is_own_loss(state.setup, state.seat, event):
                sign = "lose"
            lines.append(ActionPanelLine(sign, _event_text(state, event, caption)))
    return lines


def _event_text(state: GameState, event: TimelineEvent, caption: Message) -> Message:
    """Return the text of an event; a being that destroys itself is called by its name.

    Another piece may have made way to it on its square.
    """
    being = event.summoned_before.get(event.square or "")
    if event.kind == "destroy" and being is not None and being.card == event.source_card:
        if being.owner == colour_number(state.colour):  # not the same being of another player
            named = {"square": event.square, "card": phrases.card_name(being.card)}
            return Message("preview.destroy.being", named)
    return Message(PREVIEW_MESSAGE_IDS.get(event.kind, caption.id), caption.params)


def _scores_for_others(state: GameState, event: TimelineEvent) -> bool:
    """Tell whether another side gets the points of an event, as for a flare (R9.10).

    `points-in` names the color in which points are scored, which is never the scorer's own.
    """
    is_own_color = event.school == phrases.school_of_color(state.setup, colour_number(state.colour))
    return (
        is_own_color if event.kind == "points-in" else event.kind == "points" and not is_own_color
    )


def _possible_lines(preview: Preview) -> list[ActionPanelLine]:
    """Return the lines about what some answers would cause, grouped by kind."""
    groups: dict[str, set[str]] = {}
    for effect in preview.possible_effects:
        event = effect.event
        kind = "destroy" if event.kind in LOSS_KINDS else event.kind
        kind = "lose" if effect.is_own_loss else kind
        if kind in _SIGN_AND_MESSAGE_BY_KIND and event.square and not effect.is_avoidable:
            groups.setdefault(kind, set()).add(event.square)
    lines = [
        ActionPanelLine(
            sign, Message(key, {"squares": _squares_in_words(groups[kind])}), is_possible=True
        )
        for kind, (sign, key) in _SIGN_AND_MESSAGE_BY_KIND.items()
        if kind in groups
    ]
    return lines + [
        ActionPanelLine("gain", task_message(task), is_possible=True)
        for task in preview.possible_tasks
    ]


def _squares_in_words(squares: set[str]) -> tuple[str, ...] | Message:
    """Return the names of the squares, or how many there are; the board marks all of them."""
    if len(squares) > _MOST_NAMED_SQUARES:
        return Message("card.squares", {"n": len(squares)})
    return tuple(sorted(squares))


_SIGN_AND_MESSAGE_BY_KIND = {
    "lose": ("lose", "preview.may.lose"),  # first: a small stage shows the first lines
    "destroy": ("doom", "preview.may.destroy"),
    "convert": ("swap", "preview.may.convert"),
    "upgrade": ("rise", "preview.may.upgrade"),
    "downgrade": ("fall", "preview.may.downgrade"),
}


def task_message(id: str) -> Message:
    """Return a message about a task that could be claimed after the choice."""
    task = TASKS[id]
    return Message("preview.task", {"task": Message(task.name_id), "n": task.points})
