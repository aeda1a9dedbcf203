"""Measure how long levels plan a turn: ``python -m tashkalar.bench.plan_times``.

*Adept* plays games against itself. All levels plan some of their turns; the table has the median
and the 95th percentile of the processor time by level and form.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from statistics import median
from typing import Any, NamedTuple

from tashkalar import Game, new_game, terminal
from tashkalar.bots.arena import MAX_DECISIONS
from tashkalar.bots.levels import LEVELS, player
from tashkalar.bots.simple import take_decision
from tashkalar.cards import SCHOOLS
from tashkalar.position.ids import seat_of
from tashkalar.rules.forms import FORMS

PLAYING_LEVEL = "adept"  # plays the games, so that all levels plan the same turns
MEASURED_LEVELS = ("adept", "expert", "master")

Clock = Callable[[], float]


class PlanTimes(NamedTuple):
    """The times in which a level planned turns of a form, in milliseconds."""

    level: str
    form: str
    times_ms: tuple[float, ...]

    @property
    def median_ms(self) -> float:
        """The median."""
        return median(self.times_ms)

    @property
    def high_ms(self) -> float:
        """The 95th percentile: the least time that is not below 95 per cent of all."""
        return sorted(self.times_ms)[(95 * len(self.times_ms) + 99) // 100 - 1]


def _games(form: str) -> Iterator[Game]:
    """Yield games at their beginning; in two games or three, all schools have played."""
    seats = max(FORMS[form].seat_counts())
    orders = list(permutations(SCHOOLS, seats))
    for number in range(len(orders)):
        # 89 has no common divisor with the 42 pairs and the 840 fours.
        schools = orders[89 * number % len(orders)]
        yield new_game(form, schools, seed=f"times-{number}")


def _turns(game: Game) -> Iterator[Any]:
    """Play a game to its end; yield the view at the start of each turn."""
    players = [player(PLAYING_LEVEL, seat) for seat in range(len(game.setup.schools))]
    turn = -1
    for _ in range(MAX_DECISIONS):
        if game.player is None:
            return
        if game.state.phase == "play" and game.state.turn != turn:
            turn = game.state.turn
            yield game.view(game.player)
        take_decision(game, players[seat_of(game.player)])


def _planning_ms(level: str, view: Any, clock: Clock) -> float:
    """Return the milliseconds in which a level plans a turn."""
    began = clock()
    for _ in player(level, 1).think(view):
        pass
    return 1000 * (clock() - began)


def measure(
    levels: Sequence[str], form: str, turns: int, clock: Clock = time.process_time
) -> list[PlanTimes]:
    """Return how long each level plans so many turns; every third turn of a game is planned.

    A turn before these is planned too: the first one prepares what all others use.
    """
    times: dict[str, list[float]] = {level: [] for level in levels}
    views = (view for game in _games(form) for n, view in enumerate(_turns(game)) if n % 3 == 1)
    first = next(views)
    for level in levels:
        _planning_ms(level, first, clock)
    for _, view in zip(range(turns), views, strict=False):
        for level in levels:
            times[level].append(_planning_ms(level, view, clock))
    return [PlanTimes(level, form, tuple(values)) for level, values in times.items()]


def report(figures: Sequence[PlanTimes]) -> str:
    """Return the times as a table: median and 95th percentile in milliseconds."""
    lines = [
        f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}, "
        "milliseconds a turn",
        f"{'level':<12}{'form':<12}{'turns':>6}{'median':>9}{'95 %':>9}{'longest':>9}",
    ]
    for row in figures:
        lines.append(
            f"{row.level:<12}{row.form:<12}{len(row.times_ms):>6}{row.median_ms:>9,.0f}"
            f"{row.high_ms:>9,.0f}{max(row.times_ms):>9,.0f}"
        )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None, clock: Clock = time.process_time) -> int:
    """Print the table; return 0, or 2 after wrong options."""
    parser = terminal.Parser(prog="python -m tashkalar.bench.plan_times", description=__doc__)
    parser.add_argument("--levels", default=",".join(MEASURED_LEVELS), help="with commas between")
    parser.add_argument("--forms", default=",".join(FORMS), help="with commas between (all)")
    parser.add_argument("--turns", type=int, default=60, help="turns of each form (60)")
    try:
        options = parser.parse_args(argv)
        levels, forms = options.levels.split(","), options.forms.split(",")
        for names, known in ((levels, LEVELS), (forms, FORMS)):
            for name in names:
                if name not in known:
                    parser.error(f"{name} is none of {', '.join(known)}")
        if options.turns < 1:
            parser.error("--turns: at least 1 is needed")
    except SystemExit as end:
        return int(end.code or 0)
    figures = [row for form in forms for row in measure(levels, form, options.turns, clock)]
    print(report(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
