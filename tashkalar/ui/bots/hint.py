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
from tashkalar.ui.bots.hint_line import played
from tashkalar.ui.text import phrases

LEVEL = "adept"  # who is asked
WHO = Message(f"bots.{LEVEL}")
_MOST_REASONS = 3


class Advice(NamedTuple):
    """The decisions that are advised from now on, and why, as `bots.reasons` tells it."""

    codes: tuple[str, ...]
    reasons: tuple[Mapping[str, Any], ...]

    def after(self, code: str) -> Advice | None:
        """What is left of it when a person has decided; None when that was something else."""
        followed = self.codes[:1] == (code,) and len(self.codes) > 1
        return self._replace(codes=self.codes[1:]) if followed else None


def read_advice(found: Mapping[str, Any]) -> Advice:
    """The advice in a computer player's answer; KeyError or TypeError when it is none."""
    reasons = tuple(
        {"what": r["what"], "card": r["card"], "n": r["amount"]} for r in found["reasons"]
    )
    return Advice(tuple(str(code) for code in found["codes"]), reasons)


def told(game: Game, advice: Advice) -> tuple[Message, ...]:
    """The advice in two sentences: what to do, and why."""
    return (_plan(game, advice), *reasons_told(advice))


def reasons_told(advice: Advice) -> tuple[Message, ...]:
    """Why, in a sentence of the weightiest reasons; nothing when there is none."""
    reasons = tuple(reason_told(reason) for reason in advice.reasons[:_MOST_REASONS])
    return (Message("advice.why", {"reasons": reasons}),) if reasons else ()


def _plan(game: Game, advice: Advice) -> Message:
    if game.open_move is not None:
        return Message("advice.answer", {"who": WHO, "answer": _answer(game, advice)})
    steps = steps_told(game, advice.codes)
    return Message("advice.plan" if steps else "advice.end", {"who": WHO, "steps": steps})


def _answer(game: Game, advice: Advice) -> Message | str:
    """The answer to an effect's question, as its button or square says it."""
    move = _next(game, advice)
    if move is None:
        return ""
    if move.square:  # written as the log does it
        return f"{move.origin}–{move.square}" if move.origin else move.code
    if move.card:
        return phrases.card_name(move.card)
    if move.kind in ("skip", "pass-control"):
        return Message("choice.no" if move.kind == "skip" else "advice.pass-control")
    if move.option and move.option.isdigit():
        return phrases.colour_name(game.setup, ColourNumber(int(move.option)))
    return Message(f"option.{move.option}")


def steps_told(game: Game, codes: tuple[str, ...]) -> tuple[Message, ...]:
    """The moves of a turn as things to do; ending it without a claim goes without saying."""
    return tuple(_step(move) for move in played(game, codes).turns if move.kind != "end")


def _step(move: Move) -> Message:
    """A move, as something to do."""
    kind = "pick-up" if move.kind == "place" and move.origin else move.kind
    params: dict[str, object] = {"square": move.square or move.origin or ""}
    if move.card and move.kind == "claim":
        params["card"] = Message(cards.TASKS[move.card].name_id)
    elif move.card:
        params["card"] = phrases.card_name(move.card)
    return Message(f"advice.{kind}", params)


def reason_told(reason: Mapping[str, Any]) -> Message:
    """A reason of `bots.reasons` in words."""
    what, params = reason["what"], {"n": reason["n"]}
    if reason["card"] in cards.TASKS:
        params["card"] = Message(cards.TASKS[reason["card"]].name_id)
    elif reason["card"]:
        params["card"] = phrases.card_name(reason["card"])
    return Message(f"advice.why.{what}", params)


def next_squares(game: Game, advice: Advice) -> frozenset[str]:
    """The squares of the next decision."""
    move = _next(game, advice)
    if move is None:
        return frozenset()
    return frozenset(square for square in (move.square, move.origin) if square)


def _next(game: Game, advice: Advice) -> Move | None:
    return next((move for move in game.legal_moves() if move.code == advice.codes[0]), None)
