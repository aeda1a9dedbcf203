"""The advice of the coach of a whole game where nothing is new.

In a turn it is a step and an aim, inside an effect the question and a good answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tashkalar import Game, Move, cards
from tashkalar.cards.tasks import Way
from tashkalar.features.lessons.selection_lines import square_to_fill
from tashkalar.position.board import BIT, RANK_OF, SQUARE_OF
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.bots.hint import Hint, describe_answer, describe_reasons, describe_steps
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import find_threats
from tashkalar.ui.text import phrases


def turn_advice(session: Session, hint: Hint | None = None) -> Message | None:
    """Return what to do and why, and the task to aim for or what threatens; None without a move.

    `hint` is what a good player would do now. Without one, the advice is what a look at the hand
    shows, and nothing that costs the learner pieces of an own plan.
    """
    if not session.moves:
        return None
    if session.game.prompt.kind == "end":
        return _end_advice(session, hint)
    if session.game.prompt.kind != "turn":
        return _answer_advice(session, hint)
    state = session.game.state
    aim = _aimed_task(state)
    threat = _threat_advice(session)
    named = aim[0] if aim and not threat else None  # the task that the second part names
    reason = _reason(session, hint, named) if hint else None
    first = _hint_advice(session, hint, reason) if hint else None
    if reason and reason["card"] == named:  # the step fulfills it
        aim = None
    first = first or _card_advice(session, aim)
    second = threat or (_task_advice(*aim) if aim else None)
    parts = [part for part in (first, second) if part is not None]
    if len(parts) == 2:
        return Message("learn.aim.both", {"first": parts[0], "second": parts[1]})
    return parts[0] if parts else None


def _end_advice(session: Session, hint: Hint | None) -> Message:
    """Return which task to claim at the end of the turn, or that the turn can end."""
    tasks = [move.card for move in session.moves if move.kind == "claim" and move.card]
    if not tasks:
        return Message("learn.aim.end")
    advised = next((id for id in tasks if hint and f"={id}" == hint.codes[0]), None)
    best = advised or max(tasks, key=lambda id: cards.TASKS[id].points)
    return Message("learn.aim.claim", {"task": phrases.card_name(best)})


def _answer_advice(session: Session, hint: Hint | None) -> Message:
    """Return what an effect asks, and what a good player would choose."""
    params: dict[str, object] = {"question": session.game.prompt.message}
    answer = describe_answer(session.game, hint) if hint else ""
    if not answer:
        return Message("learn.aim.asked", params)
    return Message("learn.aim.answer", params | {"answer": answer})


def _hint_advice(session: Session, hint: Hint, reason: Mapping[str, Any] | None) -> Message | None:
    """Return the next step of a good player's plan, with a reason for the plan."""
    steps = describe_steps(session.game, hint.codes)
    if not steps:
        return None
    if reason is None:
        return Message("learn.aim.step", {"step": steps[0]})
    (why,) = describe_reasons(hint._replace(reasons=(reason,)))
    return Message("learn.aim.because", {"step": steps[0], "why": why})


def _reason(session: Session, hint: Hint, named: str | None) -> Mapping[str, Any] | None:
    """Return the weightiest reason for a plan that is worth saying; None without one.

    A task that is fulfilled already is no reason, nor is it that a step leads closer to the task
    that is `named` as the aim beside it.
    """
    state = session.game.state
    open_tasks, colour = state.current_tasks, state.colour
    done = {id for id in open_tasks if cards.TASKS[id].is_fulfilled(state, colour)}
    for one in hint.reasons:
        is_closer = one["what"] == "task" and bool(one["n"])
        if one["card"] in done and one["what"] == "task":
            continue
        if not (is_closer and one["card"] == named) and describe_reasons(
            hint._replace(reasons=(one,))
        ):
            return one
    return None


def _card_advice(session: Session, aim: tuple[str, Way] | None) -> Message | None:
    """Name the highest being that can be summoned, or else one that a placed piece completes."""
    state = session.game.state
    hand = sorted(
        state.hands[state.seat] + state.legends[state.seat],
        key=lambda card: -RANK_OF[cards.BEINGS[card].rank],
    )
    options = [
        card_options for card in hand if (card_options := session.choices.summon_options(card))
    ]
    costly: Message | None = None
    for card_options in options:
        name: dict[str, object] = {"card": phrases.card_name(card_options.card)}
        summonings = [
            move
            for move in session.moves
            if (move.kind, move.card) == ("summon", card_options.card)
        ]
        for move in summonings:
            if not _hurts_own_plan(session.game, move, aim):
                return Message("learn.aim.summon", name | {"square": move.square})
        if summonings and costly is None:
            costly = Message("learn.aim.costs", name)
    for card_options in options:
        if not card_options.summon_squares and (square := square_to_fill(card_options)):
            params: dict[str, object] = {
                "card": phrases.card_name(card_options.card),
                "square": square,
            }
            return Message("learn.aim.lack", params)
    return costly


def _hurts_own_plan(game: Game, move: Move, aim: tuple[str, Way] | None) -> bool:
    """Tell whether a summoning certainly destroys own pieces or leads away from the task."""
    trial = game.copy()
    trial.play(move)
    before, after, colour = game.state, trial.state, game.state.colour
    gives_way = bool(before.colours[colour] & BIT[SQUARE_OF[str(move.square)]])
    if after.colours[colour].bit_count() <= before.colours[colour].bit_count() - gives_way:
        return True
    if aim is None:
        return False
    task, way = aim
    return _progress(cards.TASKS[task].closest_way(after, colour)) < _progress(way)


def _threat_advice(session: Session) -> Message | None:
    """Name the highest upgraded piece of the learner onto which an opponent could summon now."""
    state = session.game.state
    threatened = [
        (state.rank_at(bit), threat.square, threat.cards[0][1])
        for threat in find_threats(state, session.seating.viewer)
        if (bit := BIT[SQUARE_OF[threat.square]]) & state.colours[state.colour]
        and state.rank_at(bit) > RANK_OF["common"]
    ]
    if not threatened:
        return None
    _, square, card = max(threatened)
    return Message("learn.aim.threat", {"square": square, "card": phrases.card_name(card)})


def _aimed_task(state: GameState) -> tuple[str, Way] | None:
    """Return the open task of which the most is done, and the way to it of which least lacks."""
    ways = [(id, cards.TASKS[id].closest_way(state, state.colour)) for id in state.current_tasks]
    return max(ways, key=lambda entry: _progress(entry[1]), default=None)


def _task_advice(id: str, way: Way) -> Message:
    """Name a task, and what its conditions have."""
    needs = tuple(
        Message(f"need.{need.what}", {"have": need.have, "need": need.need})
        for need in way
        if need.missing
    )
    if not needs:
        return Message("learn.aim.fulfilled", {"task": phrases.card_name(id)})
    return Message("learn.aim.task", {"task": phrases.card_name(id), "needs": needs})


def _progress(way: Way) -> tuple[float, int]:
    """Return the share of a task's conditions that is met, and minus the number that is missing.

    By the number alone a task for one turn, with nothing done yet, would come first in every turn.
    """
    missing = sum(need.missing for need in way)
    return 1 - missing / sum(need.need for need in way), -missing
