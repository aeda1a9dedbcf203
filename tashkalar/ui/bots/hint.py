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
from tashkalar.ui.bots.hint_line import play_on_copy
from tashkalar.ui.text import phrases

HINT_LEVEL = "adept"  # the level of the computer player that gives the hints
HINT_BOT_NAME = Message(f"bots.{HINT_LEVEL}")
_MAX_REASONS = 3


class Hint(NamedTuple):
    """The advised decisions from the current one on, and the reasons (`bots.reasons`)."""

    codes: tuple[str, ...]
    reasons: tuple[Mapping[str, Any], ...]

    def advance(self, code: str) -> Hint | None:
        """Return the hint after a decision; None at its end or after a different decision."""
        followed = self.codes[:1] == (code,) and len(self.codes) > 1
        return self._replace(codes=self.codes[1:]) if followed else None


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
        answer = _describe_answer(game, hint)
        return (Message("advice.answer", {"who": HINT_BOT_NAME, "answer": answer}),)
    steps = describe_steps(game, hint.codes)
    if not steps:
        return (Message("advice.end", {"who": HINT_BOT_NAME}),)
    numbered = (Message("advice.step", {"n": n, "step": step}) for n, step in enumerate(steps, 1))
    return (Message("advice.plan", {"who": HINT_BOT_NAME}), *numbered)


def _describe_answer(game: Game, hint: Hint) -> Message | str:
    """Return the answer to a question, worded as on its button or square."""
    move = _next_move(game, hint)
    if move is None:
        return ""
    if move.square:  # in the notation of the log
        return f"{move.origin}–{move.square}" if move.origin else move.code
    if move.card:
        return phrases.card_name(move.card)
    if move.kind in ("skip", "pass-control"):
        return Message("choice.no" if move.kind == "skip" else "advice.pass-control")
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
