"""The advice of the coach of a whole game in a turn with nothing new: what to aim at."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.cards.tasks import Way
from tashkalar.position.board import RANK_OF
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import PLACEABLE, SummonOptions
from tashkalar.ui.text import phrases


def turn_advice(session: Session) -> Message | None:
    """Return the card to think of and the task to aim for; None inside effects."""
    if session.game.prompt.kind != "turn" or not session.moves:
        return None
    parts = [
        part
        for part in (_card_advice(session), _task_advice(session.game.state))
        if part is not None
    ]
    if len(parts) == 2:
        return Message("learn.aim.both", {"first": parts[0], "second": parts[1]})
    return parts[0] if parts else None


def _card_advice(session: Session) -> Message | None:
    """Name the highest being that can be summoned, or else one that a placed piece completes."""
    state = session.game.state
    hand = sorted(
        state.hands[state.seat] + state.legends[state.seat],
        key=lambda card: -RANK_OF[cards.BEINGS[card].rank],
    )
    options = [
        card_options for card in hand if (card_options := session.choices.summon_options(card))
    ]
    for card_options in options:
        if card_options.summon_squares:
            return Message("learn.aim.summon", {"card": phrases.card_name(card_options.card)})
    for card_options in options:
        if square := _square_to_fill(card_options):
            params: dict[str, object] = {
                "card": phrases.card_name(card_options.card),
                "square": square,
            }
            return Message("learn.aim.lack", params)
    return None


def _square_to_fill(options: SummonOptions) -> str | None:
    """Return a square where one action places the last piece of a pattern."""
    return next(
        (p.square for p in options.missing_pieces if (p.occupant, p.rank) == PLACEABLE), None
    )


def _task_advice(state: GameState) -> Message | None:
    """Name the open task of which the most is done, and what its conditions have."""
    ways = [(id, cards.TASKS[id].closest_way(state, state.colour)) for id in state.current_tasks]
    if not ways:
        return None
    id, way = max(ways, key=lambda entry: _progress(entry[1]))
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
