"""Learn the weights of terms: ``python -m tashkalar.bench.learn labels.jsonl duel``.

The labels are those of `tashkalar.bench.rollouts`. A judge's worth of an end of a turn should
differ from that of another end as their labels do. Where *expert*'s judge is wrong, the terms of
`bots/board_terms.py` make up for it: ridge regression finds their weights. Only the differences
within a turn count, so what all ends share cannot disturb.

The command prints the weights in thousandths of a point, with the data of the training. A match
decides whether they are kept (`bots/learned_terms.py`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from tashkalar import terminal
from tashkalar.bench import judge_loss
from tashkalar.bench.json_command import print_json_result
from tashkalar.bench.judge_loss import LabeledTurn
from tashkalar.bench.ridge import factorize, make_row, products, solve, weighted_sums
from tashkalar.bots.board_terms import card_term_names, unpack_terms
from tashkalar.bots.evaluation import Evaluator
from tashkalar.bots.variants import find_weights
from tashkalar.rules.forms.duel import Duel
from tashkalar.rules.forms.high_form import HighForm

LEAST_ENDS = 100  # ends of turns in which a term must differ from that of other ends

Row = dict[str, float]


def turn_rows(turn: LabeledTurn, judge_name: str = "expert") -> list[tuple[Row, float]]:
    """Return the terms of a turn's ends, and how much a judge is wrong that does without them.

    Both are relative to the mean of the turn's ends.
    """
    weights = find_weights(judge_name, turn.form)._replace(learned=0)
    judge = Evaluator(turn.start, turn.start.seat, weights)
    worths = judge.evaluate(turn.ends, is_turn_over=True)
    errors = [label - worth for label, worth in zip(turn.labels, worths, strict=True)]
    rows = unpack_terms(judge.term_blocks(turn.ends), len(turn.ends))
    means = {name: mean(row.get(name, 0) for row in rows) for row in rows for name in row}
    rows = [{name: row.get(name, 0) - means[name] for name in means} for row in rows]
    return [(row, error - mean(errors)) for row, error in zip(rows, errors, strict=True)]


def learn_weights(rows: Sequence[tuple[Row, float]], ridge: float) -> dict[str, int]:
    """Return the weights of the terms by ridge regression, in thousandths of a point.

    Every term is divided by its standard deviation first; terms that rarely differ get none.
    """
    squares: dict[str, float] = {}
    counts: dict[str, int] = {}
    for row, _ in rows:
        for name, value in row.items():
            if abs(value) > 1e-9:
                squares[name] = squares.get(name, 0) + value * value
                counts[name] = counts.get(name, 0) + 1
    names = sorted(name for name, count in counts.items() if count >= LEAST_ENDS)
    places = {name: place for place, name in enumerate(names)}
    sparse = [
        make_row((places[n], value) for n, value in row.items() if n in places) for row, _ in rows
    ]
    penalties = [ridge * squares[name] / len(rows) for name in names]
    factor = factorize(products(sparse, len(names)), penalties)
    solution = solve(factor, weighted_sums(sparse, (error for _, error in rows), len(names)))
    return {name: round(one) for name, one in zip(names, solution, strict=True) if round(one)}


def group_by_card(weights: Mapping[str, int]) -> dict[str, list[int]]:
    """Return the weights of the terms of each card, in the order of `CARD_TERMS`."""
    cards: dict[str, list[int]] = {}
    for name in weights:
        if name.startswith("card-"):
            card = name.removeprefix("card-").rpartition("-")[0]
            cards[card] = [weights.get(term, 0) for term in card_term_names(card)]
    return cards


def learn(options: argparse.Namespace) -> dict[str, Any]:
    """Return the learned weights with the data of the training."""
    lines = Path(options.file).read_text(encoding="utf-8").splitlines()
    games = [game for game in map(json.loads, lines) if game["form"] == options.form]
    if not games:
        raise ValueError(f"the file has no games of {options.form}")
    turns = list(judge_loss.read_turns(judge_loss.shorten(games)))
    rows = [row for turn in turns for row in turn_rows(turn, options.judge)]
    if options.leave_out:
        rows = [
            ({name: n for name, n in row.items() if options.leave_out not in name}, error)
            for row, error in rows
        ]
    weights = learn_weights(rows, options.ridge)
    return {
        "form": options.form,
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "turns": len(turns),
        "worlds": games[0]["settings"]["worlds"],
        "judge": options.judge,
        "ridge": options.ridge,
        "left out": options.leave_out,
        "weights": {name: w for name, w in weights.items() if not name.startswith("card-")},
        "cards": group_by_card(weights),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Print the learned weights as JSON; return 0, or 2 after wrong options."""
    parser = terminal.Parser(prog="python -m tashkalar.bench.learn", description="Learn weights.")
    parser.add_argument("file", help="labels of tashkalar.bench.rollouts")
    parser.add_argument("form", choices=(Duel.id, HighForm.id))
    parser.add_argument("--ridge", type=float, default=10_000, help="larger: smaller weights")
    parser.add_argument("--judge", default="expert", help="that the terms add to (expert)")
    parser.add_argument("--leave-out", default="", help="terms with this text in their names")
    return print_json_result(parser, argv, learn)


if __name__ == "__main__":
    sys.exit(main())
