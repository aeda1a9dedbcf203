"""What a lesson or puzzle says beside the board: the author's text, the goal, how far one is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar import Game
from tashkalar.formats import goal
from tashkalar.formats.goal import Condition, Goal, GoalProgress
from tashkalar.json_reader import Node
from tashkalar.position.ids import ColourNumber
from tashkalar.position.move import Message
from tashkalar.position.state import Setup
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE


class GoalPartView(NamedTuple):
    """One thing to bring about, and whether it has been."""

    text: Message | str
    is_met: bool


class GoalPanelView(NamedTuple):
    """The panel of a lesson. `state` is ``none`` (nothing to reach), ``open`` or how it ended."""

    text: str
    state: str
    title: Message | None
    parts: tuple[GoalPartView, ...]
    status: Message | None
    has_moves: bool  # there is something to begin again


def is_lesson(game: Game) -> bool:
    """Whether the game began with a scenario that has something to say."""
    return bool(game.scenario and ("text" in game.scenario or "goal" in game.scenario))


def goal_panel_view(game: Game, language: str) -> GoalPanelView | None:
    """The panel for a game in a language; None when the game is no lesson."""
    if game.scenario is None or not is_lesson(game):
        return None
    text = _text_in_language(game.scenario.get("text", ""), language)
    wanted = game.scenario.get("goal")
    if isinstance(wanted, Mapping):
        return _view_with_goal(game, text)
    parts = (GoalPartView(wanted, is_met=False),) if isinstance(wanted, str) else ()
    title = Message("goal.title.plain") if parts else None
    return GoalPanelView(text, "none", title, parts, None, game.last_move is not None)


def goal_progress(game: Game) -> GoalProgress | None:
    """How far the seat has come that has a goal; None without one."""
    found = _goal_with_progress(game)
    return found and found[1]


def _goal_with_progress(game: Game) -> tuple[Goal, GoalProgress] | None:
    wanted = game.scenario.get("goal") if game.scenario else None
    if not isinstance(wanted, Mapping):
        return None
    steps = [entry for entry in game.history() if entry is not game.open_move]
    start = steps[0].state_before if steps else game.settled_state
    found = goal.read(Node(wanted, "goal"), start)
    return found, goal.progress(found, steps, game.settled_state)


def _view_with_goal(game: Game, text: str) -> GoalPanelView:
    found = _goal_with_progress(game)
    assert found is not None
    wish, so_far = found
    setup = game.setup
    conditions = wish.condition.parts or (wish.condition,)
    parts = tuple(
        GoalPartView(_condition_message(setup, condition), met)
        for condition, met in zip(conditions, so_far.parts_met, strict=True)
    )
    kind = f"goal.title.{wish.condition.kind}" if wish.condition.parts else "goal.title"
    title = Message(kind, {"who": phrases.player_name(setup, wish.seat)})
    status = None
    if so_far.state != "open":
        status = Message(f"goal.{so_far.state}")
    elif wish.limit is not None:
        status = Message(f"goal.{wish.limit}-left", {"n": so_far.remaining})
    return GoalPanelView(text, so_far.state, title, parts, status, game.last_move is not None)


def _condition_message(setup: Setup, condition: Condition) -> Message:
    """A condition as a sentence without a full stop."""
    kind = condition.kind
    if kind in ("all", "any"):
        parts = tuple(_condition_message(setup, part) for part in condition.parts)
        return Message(f"goal.{kind}", {"parts": parts})
    if kind == "summon":
        params: dict[str, object] = {"card": phrases.card_name(condition.card)}
        if condition.squares:
            return Message("goal.summon.at", params | {"square": condition.squares[0]})
        return Message("goal.summon", params)
    if kind == "score":
        return Message("goal.score", {"n": condition.number})
    if kind == "destroy":
        if condition.squares:
            return Message("goal.destroy.on", {"squares": condition.squares})
        return Message(f"goal.destroy.{condition.rank or 'any'}", {"n": condition.number})
    if kind == "piece":
        return Message(
            "goal.pieces", {"pieces": tuple(_piece_message(setup, *p) for p in condition.pieces)}
        )
    if kind == "claim":
        return Message("goal.claim", {"task": phrases.card_name(condition.card)})
    return Message("goal.win")


def _piece_message(setup: Setup, square: str, owner: ColourNumber, rank: str) -> Message:
    if not owner:
        return Message("goal.empty", {"square": square})
    return Message(
        "goal.piece", {"square": square, "piece": phrases.piece_name(setup, owner, rank)}
    )


def _text_in_language(text: object, language: str) -> str:
    """A text, or of several the one in the language, or in English, or the first."""
    if isinstance(text, Mapping):
        found = text.get(language, text.get(SOURCE_LANGUAGE))
        return str(next(iter(text.values())) if found is None else found)
    return str(text)
