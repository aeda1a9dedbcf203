"""What a good player would do now: the hint, asked of the computer player and put in words.

The advice is a whole plan. It stays as long as the person follows it, decision by decision, and is
gone with the first that is another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tashkalar import Game, cards
from tashkalar.position.ids import ColourNumber
from tashkalar.position.move import Message, Move
from tashkalar.ui.bots.hint_line import play_on_copy
from tashkalar.ui.text import phrases

HINT_LEVEL = "adept"  # who is asked
HINT_BOT_NAME = Message(f"bots.{HINT_LEVEL}")
_MAX_REASONS = 3


class Hint(NamedTuple):
    """The decisions that are advised from now on, and why, as `bots.reasons` tells it."""

    codes: tuple[str, ...]
    reasons: tuple[Mapping[str, Any], ...]

    def advance(self, code: str) -> Hint | None:
        """What is left of it when a person has decided; None when that was something else."""
        followed = self.codes[:1] == (code,) and len(self.codes) > 1
        return self._replace(codes=self.codes[1:]) if followed else None


def read_hint(found: Mapping[str, Any]) -> Hint:
    """The advice in a computer player's answer; KeyError or TypeError when it is none."""
    reasons = tuple(
        {"what": r["what"], "card": r["card"], "n": r["amount"]} for r in found["reasons"]
    )
    return Hint(tuple(str(code) for code in found["codes"]), reasons)


def describe_hint(game: Game, advice: Hint) -> tuple[Message, ...]:
    """The advice in two sentences: what to do, and why."""
    return (_describe_plan(game, advice), *describe_reasons(advice))


def describe_reasons(advice: Hint) -> tuple[Message, ...]:
    """Why, in a sentence of the weightiest reasons; nothing when there is none."""
    reasons = tuple(describe_reason(reason) for reason in advice.reasons[:_MAX_REASONS])
    return (Message("advice.why", {"reasons": reasons}),) if reasons else ()


def _describe_plan(game: Game, advice: Hint) -> Message:
    if game.open_move is not None:
        return Message(
            "advice.answer", {"who": HINT_BOT_NAME, "answer": _describe_answer(game, advice)}
        )
    steps = describe_steps(game, advice.codes)
    return Message("advice.plan" if steps else "advice.end", {"who": HINT_BOT_NAME, "steps": steps})


def _describe_answer(game: Game, advice: Hint) -> Message | str:
    """The answer to an effect's question, as its button or square says it."""
    move = _next_move(game, advice)
    if move is None:
        return ""
    if move.square:  # written as the log does it
        return f"{move.origin}–{move.square}" if move.origin else move.code
    if move.card:
        return phrases.card_name(move.card)
    if move.kind in ("skip", "pass-control"):
        return Message("choice.no" if move.kind == "skip" else "advice.pass-control")
    if move.option and move.option.isdigit():
        return phrases.color_name(game.setup, ColourNumber(int(move.option)))
    return Message(f"option.{move.option}")


def describe_steps(game: Game, codes: tuple[str, ...]) -> tuple[Message, ...]:
    """The moves of a turn as things to do; ending it without a claim goes without saying."""
    return tuple(
        _describe_step(move) for move in play_on_copy(game, codes).turn_moves if move.kind != "end"
    )


def _describe_step(move: Move) -> Message:
    """A move, as something to do."""
    kind = "pick-up" if move.kind == "place" and move.origin else move.kind
    params: dict[str, object] = {"square": move.square or move.origin or ""}
    if move.card and move.kind == "claim":
        params["card"] = Message(cards.TASKS[move.card].name_id)
    elif move.card:
        params["card"] = phrases.card_name(move.card)
    return Message(f"advice.{kind}", params)


def describe_reason(reason: Mapping[str, Any]) -> Message:
    """A reason of `bots.reasons` in words."""
    what, params = reason["what"], {"n": reason["n"]}
    if reason["card"] in cards.TASKS:
        params["card"] = Message(cards.TASKS[reason["card"]].name_id)
    elif reason["card"]:
        params["card"] = phrases.card_name(reason["card"])
    return Message(f"advice.why.{what}", params)


def next_squares(game: Game, advice: Hint) -> frozenset[str]:
    """The squares of the next decision."""
    move = _next_move(game, advice)
    if move is None:
        return frozenset()
    return frozenset(square for square in (move.square, move.origin) if square)


def _next_move(game: Game, advice: Hint) -> Move | None:
    return next((move for move in game.legal_moves() if move.code == advice.codes[0]), None)
