"""Play thousands of random games with all invariants checked, and tell what was in them.

    python -m tools.soak --games 20000 --jobs 2 --seed 7

A failure prints a line that plays that one game again. The exit status is 1 after any failure.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import NamedTuple

from tashkalar.cards import BEINGS, SCHOOLS
from tashkalar.rules.forms import FORMS
from tests.games.play import POLICIES, Plan, plans, play

FEATURES = (
    "legend summoned",
    "flare",
    "claim",
    "shortage pick-up",
    "shortage pick-up (summon)",
    "own piece destroyed",
    "convert",
    "borrow",
    "borrowed piece used",
    "extra-turn",
    "draw-extra",
    "card returned",
    *("thaw", "warp", "gateway", "improvised", "pass-control", "linked"),
    *("remove", "capture", "swap", "lose-action"),
    "deck reshuffled",
)


class Summary(NamedTuple):
    """The numbers of one game."""

    plan: Plan
    decisions: int
    deep: int
    undone: int
    features: Counter[str]
    summoned: Counter[str]
    ended_by: str
    failure: str


def one(plan: Plan, deep_every: float, back: bool) -> Summary:
    """Play one game; a failure is told, not raised."""
    try:
        report = play(plan, deep_every=deep_every, back=back)
    except Exception as error:
        text = "".join(traceback.format_exception(error)[-3:])
        return Summary(plan, 0, 0, 0, Counter(), Counter(), "failure", text)
    state, outcome = report.game.state, report.game.outcome
    by_points = outcome is not None and FORMS[plan.form].is_end_reached(state)
    ended = "both" if by_points and state.deck_out else "points" if by_points else "deck"
    return Summary(
        plan,
        report.decisions,
        report.deep,
        report.undone,
        report.features,
        report.summoned,
        ended,
        "",
    )


def some(work: tuple[list[tuple[Plan, bool]], float]) -> list[Summary]:
    """Play a batch of games, for a worker process."""
    batch, deep_every = work
    return [one(plan, deep_every, back) for plan, back in batch]


def batches(
    chosen: Iterable[Plan], deep_every: float, size: int
) -> Iterable[tuple[list[tuple[Plan, bool]], float]]:
    """Play the games in batches; undo every sixth to its beginning."""
    numbered = enumerate(chosen)
    while batch := [(plan, n % 6 == 0) for n, plan in islice(numbered, size)]:
        yield batch, deep_every


def tell(found: Sequence[Summary], seconds: float) -> None:
    """Print the figures."""
    good = [one for one in found if not one.failure]
    decisions = sum(one.decisions for one in good)
    print(f"games        {len(good):>9,}   in {seconds:.0f} s")
    print(
        f"decisions    {decisions:>9,}   longest game {max((o.decisions for o in good), default=0)}"
    )
    print(f"deep checks  {sum(one.deep for one in good):>9,}   (re-run, copy, undo, texts, view)")
    undone = [one.undone for one in good if one.undone]
    print(
        f"undo checks  {len(undone):>9,}   games taken back to the start, {sum(undone):,} decisions"
    )
    for form in FORMS:
        of_form = [one for one in good if one.plan.form == form]
        ends = Counter(one.ended_by for one in of_form)
        listed_ends = ", ".join(f"{n:,} by {how}" for how, n in sorted(ends.items()))
        print(f"{form:<12} {len(of_form):>9,}   ended: {listed_ends}")
    print("games with:")
    for feature in FEATURES:
        with_it = [one.features[feature] for one in good if one.features[feature]]
        print(f"  {feature:<26} {len(with_it):>8,}   ({sum(with_it):,} times)")
    counts = sum((one.summoned for one in good), Counter[str]())
    never = [card for card in BEINGS if not counts[card]]
    rarest = sorted(BEINGS, key=lambda card: counts[card])[:5]
    print(f"summonings   {counts.total():>9,}   cards never summoned: {len(never)}")
    print("  rarest: " + ", ".join(f"{card} {counts[card]:,}" for card in rarest))
    if never:
        print("  never:  " + ", ".join(never))
    failures = [one for one in found if one.failure]
    print(f"failures     {len(failures):>9,}")
    for one in failures[:10]:
        print(f"--- {one.plan}\n{one.failure}")


def parser() -> argparse.ArgumentParser:
    """Read the options of the command line."""
    result = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    result.formatter_class = argparse.RawDescriptionHelpFormatter
    result.add_argument("--games", type=int, default=1000, help="how many (1000)")
    result.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    result.add_argument("--seed", default="0", help="another text plays other games (0)")
    result.add_argument(
        "--deep-every",
        type=float,
        default=40,
        help="deep checks after about so many decisions (40)",
    )
    again = result.add_argument_group("playing one game again")
    again.add_argument("--game-seed", help="the seed of the failed game")
    again.add_argument("--form", choices=list(FORMS), default="duel")
    again.add_argument("--schools", default="northern,sylvan", help="some of " + " ".join(SCHOOLS))
    again.add_argument("--policy", choices=list(POLICIES), default="kinds")
    again.add_argument("--no-legends", action="store_true")
    again.add_argument("--teams", action="store_true")
    again.add_argument("--points", type=int, default=0)
    return result


def main(argv: Sequence[str] | None = None) -> int:
    """Run the soak; 1 after any failure."""
    options = parser().parse_args(argv)
    start = time.perf_counter()
    found: list[Summary] = []
    if options.game_seed is not None:
        plan = Plan(
            options.form,
            tuple(options.schools.split(",")),
            options.policy,
            options.game_seed,
            not options.no_legends,
            options.points,
            options.teams,
        )
        found.append(one(plan, options.deep_every, True))
    elif options.jobs <= 1:
        for batch in batches(islice(plans(options.seed), options.games), options.deep_every, 10):
            found += some(batch)
    else:
        work = batches(islice(plans(options.seed), options.games), options.deep_every, 10)
        with ProcessPoolExecutor(options.jobs) as pool:
            for done in pool.map(some, work):
                found += done
                if sys.stderr.isatty():
                    print(f"\r{len(found):,} games", end="", file=sys.stderr, flush=True)
    tell(found, time.perf_counter() - start)
    return int(any(one.failure for one in found))


if __name__ == "__main__":
    sys.exit(main())
