"""Hints: the plan that a strong computer player advises, and its description in words.

The plan stays valid as long as the person follows it, decision by decision; the first different
decision ends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tashkalar import Game, cards
from tashkalar.position.ids import ColourNumber, seat_number
from tashkalar.position.move import PASS_CONTROL, Message, Move
from tashkalar.position.state import GameState
from tashkalar.ui.bots.hint_line import play_on_copy
from tashkalar.ui.text import phrases

HINT_LEVEL = "adept"  # the level of the computer player that gives the hints
HINT_BOT_NAME = Message(f"bots.{HINT_LEVEL}")
_MAX_REASONS = 3
_GAINS = ("points", "rival-points", "destroy")  # the reasons that count what the plan brings


class Hint(NamedTuple):
    """The advised decisions from the current one on, and the reasons (`bots.reasons`)."""

    codes: tuple[str, ...]
    reasons: tuple[Mapping[str, Any], ...]
    reaches_goal: bool = False  # it is a way to the goal of a puzzle, and no player's opinion
    is_played: bool = False  # a person has played these decisions, and nobody advises them

    def advance(self, code: str, *, has_gained: bool = False) -> Hint | None:
        """Return the hint after a decision; None at its end or after a different decision.

        `has_gained`: the decision has brought some of what the reasons count, so that what is left
        of the plan brings less.
        """
        followed = self.codes[:1] == (code,) and len(self.codes) > 1
        if not followed:
            return None
        reasons = (r for r in self.reasons if not has_gained or r["what"] not in _GAINS)
        return self._replace(codes=self.codes[1:], reasons=tuple(reasons))


def gains_of(state: GameState) -> tuple[object, ...]:
    """Return what a decision changes that brings points or destroys pieces."""
    return state.points, state.destroyed, state.legendary


def read_hint(answer: Mapping[str, Any]) -> Hint:
    """Return the hint in a computer player's answer; KeyError or TypeError if it is malformed."""
    reasons = tuple(
        {"what": r["what"], "card": r["card"], "n": r["amount"]} for r in answer["reasons"]
    )
    return Hint(tuple(str(code) for code in answer["codes"]), reasons)


def describe_hint(game: Game, hint: Hint) -> tuple[Message, ...]:
    """Return the hint line by line: the plan, its steps, then the reasons if there are any."""
    return (*_describe_plan(game, hint), *_describe_passing(game, hint), *_reason_lines(hint))


def _describe_passing(game: Game, hint: Hint) -> tuple[Message, ...]:
    """Return why control should be passed (`bots.passing`); nothing if the plan keeps control."""
    if PASS_CONTROL.code not in hint.codes:
        return ()
    mate = game.state.teammate(game.state.control)
    who = phrases.player_name(game.setup, seat_number(mate))
    return (Message("advice.why.pass", {"who": who}),)


def _reason_lines(hint: Hint) -> tuple[Message, ...]:
    """Return the weightiest reasons under a heading, a line each; nothing without reasons."""
    reasons = _weightiest_reasons(hint)
    lines = (Message("advice.reason", {"reason": reason}) for reason in reasons)
    return (Message("advice.why"), *lines) if reasons else ()


def describe_reasons(hint: Hint) -> tuple[Message, ...]:
    """Return one sentence with the weightiest reasons, or an empty tuple without reasons."""
    reasons = _weightiest_reasons(hint)
    return (Message("advice.reasons", {"reasons": tuple(reasons)}),) if reasons else ()


def _weightiest_reasons(hint: Hint) -> list[Message]:
    weightiest = [r for r in hint.reasons if not _is_fulfilled_and_claimed(r, hint)][:_MAX_REASONS]
    prepared = [reason for reason in weightiest if reason["what"] == "ready"]
    reasons = [describe_reason(r) for r in weightiest if len(prepared) < 2 or r not in prepared]
    if len(prepared) > 1:
        names = tuple(phrases.card_name(reason["card"]) for reason in prepared)
        reasons.append(Message("advice.why.ready.several", {"cards": names}))
    return reasons


def _is_fulfilled_and_claimed(reason: Mapping[str, Any], hint: Hint) -> bool:
    """Tell whether a reason is that a task lacks nothing any more which the plan claims anyway."""
    return reason["what"] == "task" and not reason["n"] and f"={reason['card']}" in hint.codes


def _describe_plan(game: Game, hint: Hint) -> tuple[Message, ...]:
    """Return what the computer player would do, the steps of a turn with their numbers."""
    if game.prompt.kind not in ("turn", "end"):  # an effect asks, or the set-up
        answer = describe_answer(game, hint)
        if hint.reaches_goal:
            return (Message("advice.goal.answer", {"answer": answer}),)
        return (Message("advice.answer", {"who": HINT_BOT_NAME, "answer": answer}),)
    steps = describe_steps(game, hint.codes)
    if not steps and hint.reaches_goal:
        return (Message("advice.goal.end"),)
    if not steps:
        return (Message("advice.end", {"who": HINT_BOT_NAME}),)
    numbered = (Message("advice.step", {"n": n, "step": step}) for n, step in enumerate(steps, 1))
    if hint.reaches_goal:
        return (Message("advice.goal.plan"), *numbered)
    if hint.is_played:
        return (Message("advice.played"), *numbered)
    return (Message("advice.plan", {"who": HINT_BOT_NAME}), *numbered)


def brief_answer(game: Game, hint: Hint) -> Message:
    """Return the advised answer to a question in a few words."""
    return Message("advice.brief", {"who": HINT_BOT_NAME, "answer": describe_answer(game, hint)})


def describe_answer(game: Game, hint: Hint) -> Message | str:
    """Return the answer to a question, worded as on its button or square."""
    move = _next_move(game, hint)
    if move is None:
        return ""
    if move.square:  # in the notation of the log
        return f"{move.origin}–{move.square}" if move.origin else move.code
    if move.card:
        return phrases.card_name(move.card)
    if move.kind in ("skip", "pass-control"):
        if move.kind == "skip":
            return phrases.skip_label(game.prompt, game.last_move.events if game.last_move else ())
        return Message("advice.pass-control")
    if move.option and move.option.isdigit():
        return phrases.color_name(game.setup, ColourNumber(int(move.option)))
    return Message(f"option.{move.option}")


def describe_steps(game: Game, codes: tuple[str, ...]) -> tuple[Message, ...]:
    """Return the moves of a turn as instructions; ending the turn without a claim is left out."""
    return tuple(
        _describe_step(move) for move in play_on_copy(game, codes).turn_moves if move.kind != "end"
    )


def _describe_step(move: Move) -> Message:
    """Return a move as an instruction."""
    kind = "pick-up" if move.kind == "place" and move.origin else move.kind
    params: dict[str, object] = {"square": move.square or move.origin or ""}
    if move.card and move.kind == "claim":
        params["card"] = Message(cards.TASKS[move.card].name_id)
    elif move.card:
        params["card"] = phrases.card_name(move.card)
    return Message(f"advice.{kind}", params)


def describe_reason(reason: Mapping[str, Any]) -> Message:
    """Return a reason of `bots.reasons` in words."""
    kind, params = reason["what"], {"n": reason["n"]}
    if kind == "task" and not reason["n"]:
        kind = "claim"
    if reason["card"] in cards.TASKS:
        params["card"] = Message(cards.TASKS[reason["card"]].name_id)
    elif reason["card"]:
        params["card"] = phrases.card_name(reason["card"])
    return Message(f"advice.why.{kind}", params)


def next_squares(game: Game, hint: Hint) -> frozenset[str]:
    """Return the squares of the next decision."""
    move = _next_move(game, hint)
    if move is None:
        return frozenset()
    return frozenset(square for square in (move.square, move.origin) if square)


def _next_move(game: Game, hint: Hint) -> Move | None:
    return next((move for move in game.legal_moves() if move.code == hint.codes[0]), None)
