"""Rate the levels of computer players: play a round robin, then fit a rating for each level.

    python -m tools.ratings play --form duel --games 20
    python -m tools.ratings play --form duel --games 200 --pair novice learner
    python -m tools.ratings fit

`play` adds each game to `ratings.json` when the game ends, and goes on there the next time.
`fit` also counts the matches of `docs/ladder.jsonl` between two levels, and needs the packages of
`requirements.txt` in this folder. The table in `docs/measurements/bots.md` and the start screen
show the ratings of that file; `fit` writes them into the module from which the page rates persons.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tashkalar.bots import DEFAULT_LEVEL, PLANNING_LEVELS, arena
from tashkalar.bots.levels import LEVELS
from tashkalar.rules.forms import FORMS

ROOT = Path(__file__).resolve().parents[2]
DATA, LADDER = ROOT / "tools" / "ratings" / "ratings.json", ROOT / "docs" / "ladder.jsonl"
PAGE_RATINGS = ROOT / "tashkalar" / "features" / "rating" / "level_ratings.py"
_HALF_INTERVAL = 1.96  # deviations to each side of an interval at 95 %
_PAGE_RATINGS_HEAD = '''"""The ratings of the levels, by form.

`python -m tools.ratings fit` writes this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# By form and level, the easiest first: the rating on the scale of Elo, and its standard deviation.
'''
SEED = "ratings"
_ELO_PER_UNIT = 400 / math.log(10)  # a difference of 400 means ten wins to one loss
_SAMPLE_COUNT = 200  # resampled results, for the intervals
# Pulls ratings together a little: a level that has lost all its games would have none otherwise.
_REGULARIZATION = 0.05

Pair = tuple[str, str]


class Result(NamedTuple):
    """The games of two levels, seen from the first."""

    won: int = 0
    lost: int = 0
    tied: int = 0


def load_data() -> dict[str, Any]:
    """Return the games and the ratings by form."""
    if not DATA.exists():
        return {"games": {}, "ratings": {}}
    data: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return data


def save_data(data: Mapping[str, Any]) -> None:
    """Write the games and the ratings, a pair or a level on each line."""
    parts = []
    for name, forms in data.items():
        rows = [
            f'  "{form}": {{\n'
            + ",\n".join(f'   "{key}": {json.dumps(row)}' for key, row in rows.items())
            + "\n  }"
            for form, rows in sorted(forms.items())
        ]
        parts.append(f' "{name}": {{\n' + ",\n".join(rows) + "\n }")
    DATA.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def play(form: str, games: int, pairs: Sequence[Pair]) -> None:
    """Play games of each pair in turn, until each pair has so many."""
    agreed = arena.MatchSettings(form, seed=SEED)
    for number in range(games):
        for pair in pairs:
            if sum(_result(load_data(), form, pair)) != number:
                continue
            (bout,) = itertools.islice(arena.generate_bouts(agreed, pair), number, number + 1)
            share = arena.play_bout(bout).share
            data = load_data()  # another pair may have been played meanwhile
            before = _result(data, form, pair)
            after = Result(
                before.won + (share == 1), before.lost + (share == 0), before.tied + (share == 0.5)
            )
            data["games"].setdefault(form, {})[" ".join(pair)] = after
            save_data(data)
            print(form, *pair, *after, flush=True)


def _result(data: Mapping[str, Any], form: str, pair: Pair) -> Result:
    """Return the games of a pair so far."""
    return Result(*data["games"].get(form, {}).get(" ".join(pair), ()))


def all_results(form: str, data: Mapping[str, Any]) -> dict[Pair, Result]:
    """Return the games of every two levels, with those of the ladder."""
    results: dict[Pair, Result] = {}
    for names, row in data["games"].get(form, {}).items():
        first, second = names.split()
        results[first, second] = Result(*row)
    for line in map(json.loads, LADDER.read_text(encoding="utf-8").splitlines()):
        first, second = line["players"]
        is_between_levels = {first, second} <= set(PLANNING_LEVELS)
        if is_between_levels and line["form"] == form and not line["teams"] and not line["alone"]:
            known = results.get((first, second), Result())
            new = Result(line["won"], line["lost"], line["tied"])
            results[first, second] = Result(*map(sum, zip(known, new, strict=True)))
    return results


def fit(results: Mapping[Pair, Result]) -> dict[str, float]:
    """Return a rating for each level with games, by Bradley and Terry's model.

    The default level has 0.
    """
    choix, numpy = importlib.import_module("choix"), importlib.import_module("numpy")
    levels = [level for level in PLANNING_LEVELS if any(level in pair for pair in results)]
    wins = numpy.zeros((len(levels),) * 2)
    for (first, second), result in results.items():
        i, j = levels.index(first), levels.index(second)
        wins[i, j] += result.won + result.tied / 2
        wins[j, i] += result.lost + result.tied / 2
    worths = choix.ilsr_pairwise_dense(wins, alpha=_REGULARIZATION, max_iter=1000)
    zero = worths[levels.index(DEFAULT_LEVEL)]
    return {
        level: float(worth - zero) * _ELO_PER_UNIT
        for level, worth in zip(levels, worths, strict=True)
    }


def resample(results: Mapping[Pair, Result], chance: random.Random) -> dict[Pair, Result]:
    """Return results drawn anew, with as many games of each pair.

    Half a win and half a loss more let pairs vary too in which one has won all games.
    """
    drawn: dict[Pair, Result] = {}
    for pair, result in results.items():
        weights = (result.won + 0.5, result.lost + 0.5, result.tied)
        kinds = chance.choices(range(3), weights=weights, k=sum(result))
        drawn[pair] = Result(*(kinds.count(kind) for kind in range(3)))
    return drawn


def rate(form: str, data: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return, for each level, its rating, the ends of its interval at 95 % and its games."""
    results = all_results(form, data)
    ratings, chance = fit(results), random.Random(SEED)
    samples = [fit(resample(results, chance)) for _ in range(_SAMPLE_COUNT)]
    rows: dict[str, list[int]] = {}
    for level, rating in ratings.items():
        ordered = sorted(sample[level] for sample in samples)
        cut = _SAMPLE_COUNT // 40
        games = sum(sum(result) for pair, result in results.items() if level in pair)
        rows[level] = [round(rating), round(ordered[cut]), round(ordered[-1 - cut]), games]
    for level, below in zip(PLANNING_LEVELS[1:], PLANNING_LEVELS, strict=False):
        if level not in rows and below in rows and _plays_alike(level, below, form):
            rows[level] = rows[below]
    return rows


def _plays_alike(level: str, other: str, form: str) -> bool:
    """Return whether two levels are the same player in a form."""
    return LEVELS[level].resolve_for_form(form) == LEVELS[other].resolve_for_form(form)


def format_ratings(data: Mapping[str, Any]) -> str:
    """Return the ratings as a table in Markdown."""
    lines = ["| form | level | rating | 95 % | games |", "|---|---|---|---|---|"]
    for form, rows in sorted(data["ratings"].items()):
        for level, (rating, low, high, games) in rows.items():
            lines.append(f"| {form} | {level} | {rating} | {low} to {high} | {games} |")
    return "\n".join(lines)


def format_page_ratings(data: Mapping[str, Any]) -> str:
    """Return the module from which the page rates persons."""
    name = "LEVEL_RATINGS: Mapping[str, Mapping[str, tuple[float, float]]]"
    lines = [f"{name} = MappingProxyType(", "    {"]
    for form, rows in sorted(data["ratings"].items()):
        lines.append(f'        "{form}": {{')
        for level, (rating, low, high, _) in rows.items():
            deviation = round((high - low) / 2 / _HALF_INTERVAL)
            lines.append(f'            "{level}": ({rating}, {deviation}),')
        lines.append("        },")
    return _PAGE_RATINGS_HEAD + "\n".join([*lines, "    }", ")", ""])


def format_results(data: Mapping[str, Any]) -> str:
    """Return the games of each pair as a table in Markdown, the easier pairs first."""
    lines = ["| form | levels | games | share | 95 % |", "|---|---|---|---|---|"]
    for form in sorted(data["games"]):
        results = all_results(form, data)
        for pair in sorted(results, key=lambda pair: sorted(map(PLANNING_LEVELS.index, pair))):
            result = results[pair]
            won, games = result.won + result.tied / 2, sum(result)
            low, high = arena.wilson_interval(won, games)
            share = f"{won / games:.0%} | {low:.0%} to {high:.0%}"
            lines.append(f"| {form} | {pair[0]} - {pair[1]} | {games} | {share} |")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> None:
    """Play games, or fit and print the ratings."""
    parser = argparse.ArgumentParser(prog="tools.ratings", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="play until each pair has so many games")
    playing.add_argument("--form", choices=tuple(FORMS), required=True)
    playing.add_argument("--games", type=int, default=20)
    playing.add_argument("--pair", nargs=2, choices=PLANNING_LEVELS, help="only these two")
    commands.add_parser("fit", help="fit and print the ratings")
    arguments = parser.parse_args(words)
    if arguments.command == "play":
        every = itertools.combinations(reversed(PLANNING_LEVELS), 2)
        pairs = [tuple(arguments.pair)] if arguments.pair else list(every)
        play(arguments.form, arguments.games, pairs)
        return
    data = load_data()
    data["ratings"] = {form: rate(form, data) for form in data["games"]}
    save_data(data)
    PAGE_RATINGS.write_text(format_page_ratings(data), encoding="utf-8")
    print(format_ratings(data), format_results(data), sep="\n\n")


if __name__ == "__main__":
    main()
