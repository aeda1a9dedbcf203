"""Print what a lead is worth: how many games the side that is ahead wins, by form.

    python -m tools.opinion_chances FILE...

The files are those of `tools.opinion_games`. Printed are a table for the documentation, and the
numbers of `tashkalar.features.studies.chances`: by maximum likelihood, the chance of a side is
1 / (1 + exp(-(offset + slope * lead))), without an offset where there are two sides. A game counts
once for each of its turns, so that the turns of one game do not add much to each other.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tashkalar import terminal
from tashkalar.features.studies.chances import chance_percent

_STEPS = 50
_WIDTH = 500  # thousandths of a point around a lead that the table names
_LEADS = (1000, 3000, 5000)

Kind = tuple[str, int]  # the form, and how many sides play


class LeadCase(NamedTuple):
    """The lead of a side after a turn, in points, and whether it won; a shared win is no win."""

    lead: float
    won: bool


def read_cases(names: Sequence[str]) -> tuple[dict[Kind, list[LeadCase]], dict[Kind, int]]:
    """Return the cases and the number of games of each kind."""
    cases, games = defaultdict[Kind, list[LeadCase]](list), defaultdict[Kind, int](int)
    for name in names:
        for line in Path(name).read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            sides = 2 if game["teams"] else game["seats"]
            kind = (game["form"], sides)
            games[kind] += 1
            for leads in game["leads"][:-1]:  # the last one is the result
                cases[kind] += [
                    LeadCase(lead / 1000, game["winner"] == n) for n, lead in enumerate(leads)
                ]
    return cases, games


def fit(cases: Sequence[LeadCase], *, has_offset: bool) -> tuple[float, float]:
    """Return the offset and the slope that make what happened most likely, by Newton's method."""
    offset = slope = 0.0
    for _ in range(_STEPS):
        a = b = aa = ab = bb = 0.0  # gradient and curvature
        for lead, won in cases:
            chance = 1 / (1 + math.exp(-(offset + slope * lead)))
            miss, weight = won - chance, chance * (1 - chance)
            a, b = a + miss, b + miss * lead
            aa, ab, bb = aa + weight, ab + weight * lead, bb + weight * lead * lead
        if has_offset:
            determinant = aa * bb - ab * ab
            offset += (bb * a - ab * b) / determinant
            slope += (aa * b - ab * a) / determinant
        else:
            slope += b / bb
    return offset, slope


def share_near(cases: Iterable[LeadCase], lead: float) -> tuple[float, int]:
    """Return the share of games won at about this lead in points, and how many turns had it."""
    near = [case.won for case in cases if abs(case.lead - lead) <= _WIDTH / 1000]
    return (sum(near) / len(near) if near else math.nan), len(near)


def main(names: Sequence[str]) -> None:
    """Print the table and the numbers."""
    cases, games = read_cases(names)
    print("| form | sides | games | " + " | ".join(f"+{n // 1000}" for n in _LEADS) + " |")
    print("| --- | --- | --- |" + " --- |" * len(_LEADS))
    for kind in sorted(cases):
        cells = []
        for lead in _LEADS:
            share, turns = share_near(cases[kind], lead / 1000)
            cells.append(f"{share:.0%} of {turns}, shown {chance_percent(*kind, lead)} %")
        print(f"| {kind[0]} | {kind[1]} | {games[kind]} | " + " | ".join(cells) + " |")
    for kind in sorted(cases):
        offset, slope = fit(cases[kind], has_offset=kind[1] > 2)
        print(f"    {kind}: Fitted({round(offset * 1000)}, {round(slope * 1000)}),")


if __name__ == "__main__":
    main(terminal.read_file_names("python -m tools.opinion_chances", __doc__, "FILE"))
