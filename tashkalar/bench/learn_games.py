"""Learn a judge from whole games: ``python -m tashkalar.bench.learn_games games.jsonl duel``.

The games are those of `tashkalar selfplay --learn`. At each end of a turn the judge's worth should
tell the lead at the end of the game. Where today's judge is wrong, the terms of
`bots/board_terms.py` make up for it: ridge regression finds their weights.

One final lead is mostly luck. So the value that an end of a turn should have is a mean of the
judge's own worths at the later ends of turns, the nearest counting most, and of the final lead, as
temporal differences do with a trace of 0.9 (R. S. Sutton, "Learning to predict by the methods of
temporal differences", Machine Learning 3, 1988). The fit is repeated with the worths that it found.

What all ends of a turn share, such as the schools and the turn's number, is worth nothing for a
choice: it is fitted with the terms, so that they do not have to tell it, and then left out.

The yardstick is how far the final lead follows what judges say of the ends of the same turn: of the
one that was played by chance, against the mean of those that it was chosen from. It is printed
for the judge and for mixes with the terms: a share of the points that they differ by, its standard
error, and the correlation.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from tashkalar import new_game, terminal
from tashkalar.bench.json_command import print_json_result
from tashkalar.bench.judge_loss import end_position
from tashkalar.bench.learn import group_by_card
from tashkalar.bench.ridge import (
    SparseRow,
    Triangle,
    factorize,
    make_row,
    products,
    solve,
    weighted_sums,
)
from tashkalar.bench.whole_games import read_games
from tashkalar.bots.board_terms import unpack_terms
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.pool import process_pool, run_in_order
from tashkalar.bots.variants import find_weights
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.duel import Duel
from tashkalar.rules.forms.high_form import HighForm

LEAST_ENDS = 100  # ends of turns in which a term must differ from 0
MIXES = (0, 25, 50, 75, 100, 150, 200)  # per cent of the terms, beside the judge
PARTS = 5  # of the games; each is judged by weights that were fitted to the others
_ROUNDS = 8  # of the fit, each with the worths that the one before found
_SHARED = "given"  # begins the names of what all ends of a turn share
_SHARED_RIDGE = 1.0
_RARE = 1e12  # the ridge of a term that is too rare to learn anything of it

Row = dict[str, float]


class TurnEnd(NamedTuple):
    """The end of a turn, for the side that played it."""

    color: int
    worth: float  # by the judge that the terms add to, in points
    terms: Row


class ChosenTurn(NamedTuple):
    """A turn whose end was chosen by chance."""

    played: int  # the number of its end among those of the game
    choices: list[TurnEnd]  # the ends that it was chosen from, also the played one


class LearnedGame(NamedTuple):
    """The ends of a game's turns in order, and what the first color was ahead at its end."""

    lead: int
    ends: list[TurnEnd]
    noted: list[ChosenTurn]


def read_game(weights: Weights, line: Mapping[str, Any]) -> LearnedGame:
    """Return what can be learned from a game of `tashkalar selfplay --learn`.

    Turns after the end was triggered are left out, since the terms do not count there.
    """
    game = new_game(line["form"], line["schools"], seed=line["seed"])
    # The first end is the one that the player liked best: it was not among those to choose from.
    others = {one["at"]: [end.split() for end in one["ends"][1:]] for one in line["noted"]}
    ends: list[TurnEnd] = []
    noted: list[ChosenTurn] = []
    codes, start = line["codes"].split(), 0
    for number, code in enumerate(codes):
        if game.prompt.kind == "turn" and game.state.phase == "play" and number >= start:
            start = number + 1
            while codes[start - 1] != "." and not codes[start - 1].startswith("="):
                start += 1
            if game.state.last_turns < 0:
                turns = [codes[number:start], *others.get(number, [])]
                played, *choices = _turn_ends(game.state, turns, weights, ends[-1:])
                if choices:
                    noted.append(ChosenTurn(len(ends), choices))
                ends.append(played)
        game.play(code)
    first, second = line["points"]
    return LearnedGame(first - second, ends, noted)


def _turn_ends(
    start: GameState,
    turns: Sequence[Sequence[str]],
    weights: Weights,
    before: Sequence[TurnEnd],
) -> list[TurnEnd]:
    """Return the ends of some ways to play a turn; `before` has the end of the turn before."""
    states = [end_position(start, turn) for turn in turns]
    judge = Evaluator(start, start.seat, weights)
    worths = judge.evaluate(states, is_turn_over=True)
    rows = unpack_terms(judge.term_blocks(states), len(states))
    color, shared = start.setup.colours[start.seat], _shared_terms(start)
    for end in before:
        shared[f"{_SHARED}-before"] = end.worth if end.color == color else -end.worth
    return [
        TurnEnd(color, worth / 1000, {name: value for name, value in row.items() if value} | shared)
        for worth, row in zip(worths, rows, strict=True)
    ]


def _shared_terms(start: GameState) -> Row:
    """Return terms that all ends of a turn share."""
    rules = FORMS[start.setup.form]
    terms: Row = {f"{_SHARED}-constant": 1.0, f"{_SHARED}-turn": start.turn / 10}
    for side, seat in (("own", start.seat), ("rival", 1 - start.seat)):
        terms[f"{_SHARED}-{side}-school-{start.setup.schools[seat]}"] = 1.0
        terms[f"{_SHARED}-{side}-deck"] = len(start.decks[seat]) / 10
        terms[f"{_SHARED}-{side}-score"] = rules.score(start, start.setup.colours[seat]) / 10
    return terms


class EndRow(NamedTuple):
    """The end of a turn as a row of numbered terms."""

    sign: int  # 1 for the first color, -1 for the second
    worth: float  # by the judge that the terms add to, in points
    row: SparseRow


class GameRows(NamedTuple):
    """A game as rows."""

    lead: int
    ends: list[EndRow]
    noted: list[tuple[EndRow, list[EndRow]]]  # what was played, and what it was chosen from


class GameTable:
    """All games, with the terms of their ends as numbered columns."""

    def __init__(self, games: Iterable[LearnedGame]) -> None:
        self._places: dict[str, int] = {}
        self.games = [self._encode_game(game) for game in games]

    def _encode_game(self, game: LearnedGame) -> GameRows:
        ends = [self._encode(end) for end in game.ends]
        noted = [
            (ends[turn.played], [self._encode(end) for end in turn.choices]) for turn in game.noted
        ]
        return GameRows(game.lead, ends, noted)

    def _encode(self, end: TurnEnd) -> EndRow:
        places = self._places
        row = make_row(
            (places.setdefault(name, len(places)), value) for name, value in end.terms.items()
        )
        return EndRow(1 if end.color == 0 else -1, end.worth, row)

    @property
    def names(self) -> list[str]:
        """The names of the terms, by column."""
        return list(self._places)

    def ends(self) -> Iterator[SparseRow]:
        """Yield the rows of all ends that were played."""
        return (end.row for game in self.games for end in game.ends)

    def penalties(self, ridge: float) -> list[float]:
        """Return what each column is held back by: as if all had the same standard deviation.

        What all ends of a turn share is hardly held back. Nothing is left of a term that is rare.
        """
        size, number = len(self._places), 0
        sums, squares, counts = [0.0] * size, [0.0] * size, [0] * size
        for places, values in self.ends():
            number += 1
            for i, value in zip(places, values, strict=True):
                sums[i] += value
                squares[i] += value * value
                counts[i] += 1
        penalties: list[float] = []
        for name, total, square, count in zip(self.names, sums, squares, counts, strict=True):
            variance = (square - total * total / number) / number
            if name.startswith(_SHARED):
                penalties.append(_SHARED_RIDGE)
            else:
                penalties.append(ridge * variance if count >= LEAST_ENDS else _RARE)
        return penalties


def target_gaps(game: GameRows, weights: Sequence[float], trace: float) -> list[float]:
    """Return what the judge of each end lacks to the worth that it should have, in points."""
    worths = [end.worth + end.row.times(weights) for end in game.ends]
    targets: list[float] = []
    lead = float(game.lead)  # what the first color is expected to be ahead in the end
    for end, worth in zip(reversed(game.ends), reversed(worths), strict=True):
        targets.append(end.sign * lead - end.worth)
        lead = (1 - trace) * end.sign * worth + trace * lead
    return targets[::-1]


def _fit(
    games: Sequence[GameRows], table: Triangle, penalties: Sequence[float], trace: float
) -> list[float]:
    """Return the weights of the terms, in points; the table has the products of the games' rows."""
    factor = factorize(table, penalties)
    rows = [end.row for game in games for end in game.ends]
    weights = [0.0] * len(penalties)
    for _ in range(_ROUNDS):
        targets = chain.from_iterable(target_gaps(game, weights, trace) for game in games)
        weights = solve(factor, weighted_sums(rows, targets, len(penalties)))
    return weights


def _fit_shared(all_games: GameTable, table: Triangle) -> list[float]:
    """Return weights that tell the final lead from what all ends of a turn share."""
    is_shared = [name.startswith(_SHARED) for name in all_games.names]
    factor = factorize(table, [_SHARED_RIDGE if one else _RARE for one in is_shared])
    leads = [float(end.sign * game.lead) for game in all_games.games for end in game.ends]
    return solve(factor, weighted_sums(all_games.ends(), leads, len(is_shared)))


class Slope(NamedTuple):
    """The share of a difference that the final lead follows, with its standard error."""

    share: float
    error: float
    correlation: float  # of the difference with the final lead


def slope(points: Sequence[tuple[int, float, float]]) -> Slope | None:
    """Return by how much y rises with x, None if x is always the same.

    `points` are groups, x and y. Points of a group may hang together: the error is that of the
    groups' sums (K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986).
    """
    if len({x for _, x, _ in points}) < 2:
        return None
    mean_x, mean_y = fmean(x for _, x, _ in points), fmean(y for _, _, y in points)
    square = sum((x - mean_x) ** 2 for _, x, _ in points)
    square_y = sum((y - mean_y) ** 2 for _, _, y in points)
    share = sum((x - mean_x) * (y - mean_y) for _, x, y in points) / square
    sums: dict[int, float] = {}
    for group, x, y in points:
        sums[group] = sums.get(group, 0) + (x - mean_x) * (y - mean_y - share * (x - mean_x))
    error = math.sqrt(sum(one * one for one in sums.values())) / square
    return Slope(share, error, share * math.sqrt(square / square_y) if square_y else 0.0)


class Yardstick(NamedTuple):
    """The shares that the final lead follows of what judges say of the ends of the same turn."""

    turns: int
    spread: tuple[float, float]  # standard deviation in points: of the judge, of the terms
    mixes: dict[int, Slope | None]  # of the judge with so many per cent of the terms
    disagreement: Slope | None  # of what the terms add


def learn(all_games: GameTable, ridge: float, trace: float) -> tuple[Row, Yardstick]:
    """Return the weights of the terms in points, and how good they are where they are not fitted.

    For that, every part of the games is judged by weights that were fitted to the other parts.
    """
    games, size = all_games.games, len(all_games.names)
    penalties = all_games.penalties(ridge)
    tables = [
        products((end.row for game in games[part::PARTS] for end in game.ends), size)
        for part in range(PARTS)
    ]
    table = [
        [sum(column) for column in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)
    ]
    shared = _fit_shared(all_games, table)
    choices: list[_Choice] = []
    for part, held_out in enumerate(tables):
        rest = [
            [a - b for a, b in zip(row, other, strict=True)]
            for row, other in zip(table, held_out, strict=True)
        ]
        others = [game for number, game in enumerate(games) if number % PARTS != part]
        weights = _fit(others, rest, penalties, trace)
        for number in range(part, len(games), PARTS):
            choices += _choices(number, games[number], weights, shared)
    weights = _fit(games, table, penalties, trace)
    by_name = dict(zip(all_games.names, weights, strict=True))
    terms = {name: weight for name, weight in by_name.items() if not name.startswith(_SHARED)}
    return terms, _measure(choices)


class _Choice(NamedTuple):
    """A turn whose end was chosen by chance."""

    game: int
    judged: float  # by how much the judge likes the played end better than the others, in points
    learned: float  # by how much the terms do
    came: float  # by how much the final lead was more than after other such turns


def _choices(
    number: int, game: GameRows, weights: Sequence[float], shared: Sequence[float]
) -> Iterator[_Choice]:
    """Yield the turns of a game whose ends were chosen by chance.

    Chance is what makes the yardstick true. An end compared with the one that the judge liked best
    would be compared with the judge's errors too, which made that one the best.
    """
    for played, choices in game.noted:
        yield _Choice(
            number,
            played.worth - fmean(end.worth for end in choices),
            played.row.times(weights) - fmean(end.row.times(weights) for end in choices),
            played.sign * game.lead - played.row.times(shared),
        )


def _measure(choices: Sequence[_Choice]) -> Yardstick:
    def mix(percent: int) -> Slope | None:
        return slope([(c.game, c.judged + percent / 100 * c.learned, c.came) for c in choices])

    return Yardstick(
        len(choices),
        (pstdev(c.judged for c in choices), pstdev(c.learned for c in choices)),
        {percent: mix(percent) for percent in MIXES},
        slope([(c.game, c.learned, c.came - c.judged) for c in choices]),
    )


def _rounded(part: Slope | None) -> list[float] | None:
    return [round(number, 3) for number in part] if part is not None else None


def _learn_file(options: argparse.Namespace) -> dict[str, Any]:
    """Return the learned weights with the data of the training."""
    weights = find_weights(options.judge, options.form)
    lines = [line for line in read_games(Path(options.file)) if line["form"] == options.form]
    if not lines:
        raise ValueError(f"{options.file} has no games of {options.form}")
    with process_pool(options.workers) as executor:
        read = run_in_order(executor, partial(read_game, weights), lines, 4 * options.workers)
        all_games = GameTable(read)
    learned, yardstick = learn(all_games, options.ridge, options.trace)
    thousandths = {name: round(1000 * weight) for name, weight in sorted(learned.items())}
    thousandths = {name: weight for name, weight in thousandths.items() if weight}
    return {
        "form": options.form,
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "seed": lines[0]["seed"],
        "games": len(lines),
        "turns": sum(len(game.ends) for game in all_games.games),
        "judge": options.judge,
        "ridge": options.ridge,
        "trace": options.trace,
        "yardstick": {
            "turns": yardstick.turns,
            "spread": [round(one, 3) for one in yardstick.spread],
            "disagreement": _rounded(yardstick.disagreement),
            "mixes": {percent: _rounded(part) for percent, part in yardstick.mixes.items()},
        },
        "weights": {n: w for n, w in thousandths.items() if not n.startswith("card-")},
        "cards": group_by_card(thousandths),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Print the learned weights as JSON; return 0, or 2 after wrong options."""
    parser = terminal.Parser(prog="python -m tashkalar.bench.learn_games", description="Learn.")
    parser.add_argument("file", help="games of tashkalar selfplay --learn")
    parser.add_argument("form", choices=(Duel.id, HighForm.id))
    parser.add_argument("--ridge", type=float, default=3000, help="larger: smaller weights (3,000)")
    parser.add_argument("--trace", type=float, default=0.9, help="1: final leads alone (0.9)")
    parser.add_argument("--judge", default="master", help="that the terms add to (master)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    return print_json_result(parser, argv, _learn_file)


if __name__ == "__main__":
    sys.exit(main())
