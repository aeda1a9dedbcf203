"""The sources of points: the open tasks, and the pieces destroyed this turn."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar import cards
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.board import RANKS, Colour
from tashkalar.position.ids import colour_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.form import Form
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import NeedView, TallyView, TaskView


def task_views(session: Session, state: GameState) -> tuple[TaskView, ...]:
    """Return the open tasks and the next one, for the player on turn; none before the deal."""
    if session.seating.is_undealt:
        return ()
    claimable = {m.card: m.code for m in session.moves if m.kind == "claim"}
    next_tasks = state.task_deck[:1]
    tapped = session.selection.tapped_code
    preview = session.preview
    fulfilled = {
        id
        for id in state.current_tasks + next_tasks
        if id in claimable or cards.TASKS[id].is_fulfilled(state, state.colour)
    }
    previewed = {*preview.tasks, *preview.possible_tasks} - fulfilled if preview else set()
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
            is_next=id in next_tasks,
            code=claimable.get(id),
            need_views=()
            if id in next_tasks
            else _need_views(state, id, is_previewed=id in previewed),
            is_previewed=id in previewed,
            is_tapped=tapped is not None and tapped == claimable.get(id),
        )
        for id in state.current_tasks + next_tasks
    )


MOST_SIGNS = 9  # a longer row would be hard to count: a number is shown instead


def _need_views(state: GameState, id: str, *, is_previewed: bool) -> tuple[NeedView, ...]:
    """Return the conditions of a task as rows of signs, in the order of the card.

    Empty if a row would be longer than `MOST_SIGNS`.
    """
    needs = cards.TASKS[id].closest_way(state, state.colour)
    if any(need.need > MOST_SIGNS for need in needs):
        return ()
    return tuple(
        NeedView(_sign_shape(need.what), min(need.have, need.need), need.need, is_previewed)
        for need in needs
    )


def _sign_shape(what: str) -> str:
    """Return the shape of the signs of a condition."""
    if "destroyed" in what:
        return "doom"
    if "upgraded" in what or "legend" in what:
        return "rise"
    return next((colour for colour in ("red", "green") if what.endswith(colour)), "dot")


def tally_views(state: GameState) -> tuple[TallyView, ...]:
    """Return the pieces destroyed this turn, by color, the highest rank first."""
    tallies: list[TallyView] = []
    for colour in range(len(state.colours)):
        for rank in (2, 1, 0):
            count = state.destroyed[3 * colour + rank]
            if count:
                label = phrases.piece_name(state.setup, colour_number(colour), RANKS[rank])
                school = phrases.school_of_color(state.setup, colour_number(colour))
                tallies.append(TallyView(colour_number(colour), school, RANKS[rank], label, count))
    return tuple(tallies)


def earned_message(state: GameState, history: Sequence[PlayedMove]) -> Message | None:
    """Return what the turn of a position has earned so far, by color in a melee.

    `history` has the moves of the turn. None in a form with tasks (R13).
    """
    form = FORMS[state.setup.form]
    if form.has_tasks:
        return None
    turn = (state.turn, state.seat, "play")
    positions = (entry.state_before for entry in history)
    start = next((s for s in positions if (s.turn, s.seat, s.phase) == turn), state)
    before, now = _points_by_colour(form, start), _points_by_colour(form, state)
    gains = {colour: now[colour] - before[colour] for colour in now}
    texts = tuple(
        _describe_gain(state, colour, n, names_colour=form.scores_by_colour)
        for colour, n in gains.items()
        if n
    )
    return Message("tally.earned", {"points": texts}) if texts else Message("tally.nothing")


def _describe_gain(
    state: GameState, colour: Colour, n: int, *, names_colour: bool
) -> Message | str:
    """Return points with their sign; a pending being costs points (R22.12)."""
    points = f"{n:+}".replace("-", "\N{MINUS SIGN}")
    if not names_colour:
        return points
    name = phrases.color_name(state.setup, colour_number(colour))
    return Message("tally.in", {"n": points, "color": name})


def _points_by_colour(form: Form, state: GameState) -> dict[Colour, int]:
    """Return the points of the side on turn, with those that the turn's end will bring.

    They are counted by enemy color in a melee, and otherwise under the side's own color.
    """
    if not form.scores_by_colour:
        return {state.colour: form.tally(state, state.colour)}
    earned = form.earned_points(state)
    scores = form.colour_scores(state, state.seat)
    return {colour: points + earned.get(colour, 0) for colour, points in scores.items()}
