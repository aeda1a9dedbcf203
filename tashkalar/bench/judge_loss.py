"""The loss of a judge's choices, in turns whose ends were labeled by rollouts.

A judge chooses the end of a turn that it likes best. Its loss is the difference between the labels
of the best end and of the chosen one: 0 for a judge that always finds the best. The turns lie in
`labeled-turns.jsonl`, which was made of a file of `tashkalar.bench.rollouts`:

    python -m tashkalar.bench.judge_loss labels.jsonl
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from tashkalar import new_game
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.levels import LEVELS
from tashkalar.bots.search import SilentEffect, replay
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS

LABELED_TURNS = Path(__file__).with_name("labeled-turns.jsonl")


class LabeledTurn(NamedTuple):
    """The start of a turn, the positions at some of its ends, and their labels."""

    form: str
    start: GameState
    ends: list[GameState]
    labels: list[int]  # thousandths of a point; only their differences mean anything


def shorten(games: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return games with labels as `label_turns` reads them: means in place of single worlds."""
    short = []
    for game in games:
        turns = [
            {
                "at": turn["at"],
                "ends": turn["ends"],
                "labels": [round(mean(column)) for column in zip(*turn["worlds"], strict=True)],
            }
            for turn in game["turns"]
        ]
        last = max(turn["at"] for turn in turns)
        codes = " ".join(game["codes"].split()[:last])
        short.append({**{key: game[key] for key in ("form", "schools", "seed")}, "codes": codes})
        short[-1]["turns"] = turns
    return short


def read_turns(games: Sequence[Mapping[str, Any]]) -> Iterator[LabeledTurn]:
    """Yield the labeled turns of games as `shorten` returns them."""
    for line in games:
        game = new_game(line["form"], line["schools"], seed=line["seed"])
        codes, played = line["codes"].split(), 0
        for turn in line["turns"]:
            for code in codes[played : turn["at"]]:
                game.play(code)
            played = turn["at"]
            ends = [end_position(game.state, end.split()) for end in turn["ends"]]
            yield LabeledTurn(line["form"], game.state, ends, turn["labels"])


def end_position(state: GameState, codes: Sequence[str]) -> GameState:
    """Return the position at the end of a turn, before cards are drawn."""
    *before, last = codes
    state = replay(state, before)
    if last.startswith("="):
        state = state.copy()
        FORMS[state.setup.form].claim(SilentEffect(state), last[1:])
    return state


def judge_loss(turns: Sequence[LabeledTurn], weights: Weights) -> float:
    """Return the mean loss of a judge with these weights, in points."""
    losses = []
    for turn in turns:
        judge = Evaluator(turn.start, turn.start.seat, weights)
        worths = judge.evaluate(turn.ends, is_turn_over=True)
        chosen = max(range(len(worths)), key=worths.__getitem__)
        losses.append(max(turn.labels) - turn.labels[chosen])
    return mean(losses) / 1000


def report() -> str:
    """Return the losses of *adept* and *master* as text, beside that of a choice by chance."""
    if not LABELED_TURNS.exists():
        return "judges: the labeled turns are not part of this installation"
    lines = LABELED_TURNS.read_text(encoding="utf-8").splitlines()
    turns = list(read_turns([json.loads(line) for line in lines]))
    told = []
    for form in sorted({turn.form for turn in turns}):
        some = [turn for turn in turns if turn.form == form]
        losses = {
            level: judge_loss(some, LEVELS[level].resolve_for_form(form).weights)
            for level in ("adept", "expert", "master")
        }
        losses["chance"] = mean(max(t.labels) - mean(t.labels) for t in some) / 1000
        figures = ", ".join(f"{name} {loss:.2f}" for name, loss in losses.items())
        told.append(f"judges, points lost a turn in {len(some)} of {form}: {figures}")
    return "\n".join(told)


def main(argv: Sequence[str]) -> int:
    """Write the turns of a file of labels in short; return 0, or 2 if the file cannot be read."""
    try:
        lines = Path(argv[0]).read_text(encoding="utf-8").splitlines()
        games = shorten([json.loads(line) for line in lines])
    except (IndexError, OSError, KeyError, ValueError) as error:
        print(f"tashkalar.bench.judge_loss: a file of labels is needed: {error}", file=sys.stderr)
        return 2
    text = "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games)
    LABELED_TURNS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
