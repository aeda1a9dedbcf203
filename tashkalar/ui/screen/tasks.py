"""What points are to be had for: the open tasks, and what was destroyed this turn."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.position.board import RANKS
from tashkalar.position.ids import colour_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import NeedView, TallyView, TaskView


def task_views(session: Session, state: GameState) -> tuple[TaskView, ...]:
    """The open tasks and the next one, for the player on turn."""
    claimable = {m.card: m.code for m in session.moves if m.kind == "claim"}
    following = state.task_deck[:1]
    tapped = session.selection.tapped_code
    foreseen = session.preview
    chances = foreseen.possible_effects if foreseen else ()
    fulfilled = {
        id
        for id in state.current_tasks + following
        if id in claimable or cards.TASKS[id].is_fulfilled(state, state.colour)
    }
    coming = {*(foreseen.tasks if foreseen else ()), *(t for c in chances for t in c.tasks)}
    coming -= fulfilled
    return tuple(
        TaskView(
            id=id,
            name=Message(cards.TASKS[id].name_id),
            text=Message(f"task.{id}.short"),
            points=cards.TASKS[id].points,
            needs=tuple(
                Message(f"need.{need.what}", {"have": need.have, "need": need.need})
                for need in cards.TASKS[id].closest_way(state, state.colour)
                if need.missing
            ),
            is_fulfilled=id in fulfilled,
            is_next=id in following,
            code=claimable.get(id),
            need_views=() if id in following else _need_views(state, id, is_previewed=id in coming),
            is_previewed=id in coming,
            is_tapped=tapped is not None and tapped == claimable.get(id),
        )
        for id in state.current_tasks + following
    )


MOST_SIGNS = 9  # of more, nobody counts them: a number says it


def _need_views(state: GameState, id: str, *, is_previewed: bool) -> tuple[NeedView, ...]:
    """The conditions of a task that can be told by signs, in the order of the card."""
    needs = cards.TASKS[id].closest_way(state, state.colour)
    if any(need.need > MOST_SIGNS for need in needs):
        return ()
    return tuple(
        NeedView(_sign_shape(need.what), min(need.have, need.need), need.need, is_previewed)
        for need in needs
    )


def _sign_shape(what: str) -> str:
    """What the signs of a condition look like."""
    if "destroyed" in what:
        return "doom"
    if "upgraded" in what or "legend" in what:
        return "rise"
    return next((colour for colour in ("red", "green") if what.endswith(colour)), "dot")


def tally_views(state: GameState) -> tuple[TallyView, ...]:
    """What was destroyed this turn, highest rank first."""
    found: list[TallyView] = []
    for colour in range(len(state.colours)):
        for rank in (2, 1, 0):
            count = state.destroyed[3 * colour + rank]
            if count:
                label = phrases.piece_name(state.setup, colour_number(colour), RANKS[rank])
                school = phrases.school_of_color(state.setup, colour_number(colour))
                found.append(TallyView(colour_number(colour), school, RANKS[rank], label, count))
    return tuple(found)
