"""The panel beside a lesson or puzzle: the author's text, the goal, the progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tashkalar import Game
from tashkalar.formats import goal
from tashkalar.formats.goal import UPGRADED, Condition, Goal, GoalProgress
from tashkalar.history.played_moves import PlayedMove
from tashkalar.json_reader import Node
from tashkalar.position.ids import ColourNumber
from tashkalar.position.move import Message
from tashkalar.position.state import Setup
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE


class GoalPartView(NamedTuple):
    """One condition of a goal, and whether the condition is met."""

    text: Message | str
    is_met: bool


class GoalPanelView(NamedTuple):
    """The panel of a lesson. `state` is ``none`` (no goal), ``open``, or how the goal ended."""

    text: str
    state: str
    title: Message | None
    parts: tuple[GoalPartView, ...]
    status: Message | None
    has_moves: bool  # a move has been made, so the lesson can be restarted
    has_offers: bool = True  # features may offer something at the end, such as the review


def is_lesson(game: Game) -> bool:
    """Tell whether the game began with a scenario that has a text or a goal."""
    return bool(game.scenario and ("text" in game.scenario or "goal" in game.scenario))


def goal_panel_view(game: Game, language: str) -> GoalPanelView | None:
    """Return the panel for a game in a language; None when the game is no lesson."""
    if game.scenario is None or not is_lesson(game):
        return None
    text = text_in_language(game.scenario.get("text", ""), language)
    goal_with_progress = _goal_with_progress(game)
    if goal_with_progress:
        parsed_goal, current = goal_with_progress
        current = with_open_move(game, parsed_goal, finished_moves(game), current)
        return goal_view(game, parsed_goal, current, text)
    source = game.scenario.get("goal")
    parts = (GoalPartView(source, is_met=False),) if isinstance(source, str) else ()
    title = Message("goal.title.plain") if parts else None
    return GoalPanelView(text, "none", title, parts, None, game.last_move is not None)


def read_goal(game: Game) -> Goal | None:
    """Return the goal that the game's scenario sets; None without one."""
    goal_with_progress = _goal_with_progress(game)
    return goal_with_progress and goal_with_progress[0]


def goal_progress(game: Game) -> GoalProgress | None:
    """Return the progress of the seat that has a goal; None without a goal."""
    goal_with_progress = _goal_with_progress(game)
    return goal_with_progress and goal_with_progress[1]


def goal_state(game: Game) -> str:
    """Return ``open``, ``reached`` or ``failed``; ``""`` without a goal."""
    progress = goal_progress(game)
    return progress.state if progress else ""


def finished_moves(game: Game) -> list[PlayedMove]:
    """Return the moves that are finished."""
    return [entry for entry in game.history() if entry is not game.open_move]


def _goal_with_progress(game: Game) -> tuple[Goal, GoalProgress] | None:
    source = game.scenario.get("goal") if game.scenario else None
    if not isinstance(source, Mapping):
        return None
    steps = finished_moves(game)
    start = steps[0].state_before if steps else game.settled_state
    parsed_goal = goal.read(Node(source, "goal"), start)
    return parsed_goal, goal.progress(parsed_goal, steps, game.settled_state)


def with_open_move(
    game: Game, parsed_goal: Goal, steps: Sequence[PlayedMove], current: GoalProgress
) -> GoalProgress:
    """Return the progress with the conditions that the open move meets already.

    `steps` are the finished moves that `current` counts. Whether the goal is reached or missed
    stays as it was until the move is finished.
    """
    if game.open_move is None or current.state != "open":
        return current
    soon = goal.progress(parsed_goal, [*steps, game.open_move], game.state)
    met = (a or b for a, b in zip(current.parts_met, soon.parts_met, strict=True))
    return current._replace(parts_met=tuple(met))


def goal_view(
    game: Game, parsed_goal: Goal, current: GoalProgress, text: str = ""
) -> GoalPanelView:
    """Return the panel for a goal and the progress towards the goal."""
    setup = game.setup
    conditions = goal.conditions_to_show(parsed_goal)
    parts = tuple(
        GoalPartView(_condition_message(setup, condition), met)
        for condition, met in zip(conditions, current.parts_met, strict=True)
    )
    is_one_turn = (parsed_goal.limit, parsed_goal.amount) == ("turns", 1)
    kind = "goal.title.turn" if is_one_turn else "goal.title"
    if len(conditions) > 1:
        kind += f".{parsed_goal.condition.kind}"
    title = Message(kind, {"who": phrases.player_name(setup, parsed_goal.seat)})
    status = None
    if current.state != "open":
        status = Message(f"goal.{current.state}")
    elif parsed_goal.limit is not None and not is_one_turn:
        status = Message(f"goal.{parsed_goal.limit}-left", {"n": current.remaining})
    return GoalPanelView(text, current.state, title, parts, status, game.last_move is not None)


def _condition_message(setup: Setup, condition: Condition) -> Message:
    """Return a condition as a sentence without a full stop."""
    kind = condition.kind
    if kind in ("all", "any"):
        parts = tuple(_condition_message(setup, part) for part in condition.parts)
        return Message(f"goal.{kind}", {"parts": parts})
    if kind == "summon":
        params: dict[str, object] = {"card": phrases.card_name(condition.card)}
        if condition.squares:
            return Message("goal.summon.at", params | {"square": condition.squares[0]})
        return Message("goal.summon", params)
    if kind in ("beings", "legend", "score", "gain"):
        return Message(f"goal.{kind}", {"n": condition.number})
    if kind == "destroy":
        if condition.squares:
            return Message("goal.destroy.on", {"squares": condition.squares})
        return Message(f"goal.destroy.{_rank_name(condition)}", {"n": condition.number})
    if kind == "piece":
        return Message(
            "goal.pieces", {"pieces": tuple(_piece_message(setup, *p) for p in condition.pieces)}
        )
    if kind == "claim":
        return Message("goal.claim", {"task": phrases.card_name(condition.card)})
    if kind == "survive":
        return Message(
            "goal.survive", {"what": _feared(_condition_message(setup, *condition.parts))}
        )
    return Message("goal.win")


def _feared(message: Message) -> Message:
    """Return a condition as what the opponent must not be able to do: "summon a legend"."""
    params = dict(message.params)
    if isinstance(parts := params.get("parts"), tuple):
        params["parts"] = tuple(map(_feared, parts))
    return Message(message.id.replace("goal.", "goal.feared.", 1), params)


def _rank_name(condition: Condition) -> str:
    """Return the last part of the message id for the ranks of the pieces to destroy."""
    if len(condition.ranks) == 1:
        return condition.ranks[0]
    return "upgraded" if condition.ranks == UPGRADED else "any"


def _piece_message(setup: Setup, square: str, owner: ColourNumber, rank: str) -> Message:
    if not owner:
        return Message("goal.empty", {"square": square})
    return Message(
        "goal.piece", {"square": square, "piece": phrases.piece_name(setup, owner, rank)}
    )


def text_in_language(text: object, language: str) -> str:
    """Return the text in a language, else in English, else the first; a plain text as it is."""
    if isinstance(text, Mapping):
        translation = text.get(language, text.get(SOURCE_LANGUAGE))
        return str(next(iter(text.values())) if translation is None else translation)
    return str(text)
