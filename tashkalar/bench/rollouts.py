"""Label ends of turns by rollouts: ``python -m tashkalar.bench.rollouts labels.jsonl``.

The computer plays games against itself. In some turns it takes a few ends: those that some
judges like best, and others. The hidden cards are dealt in many ways (worlds). In each world every
end is played on: the rival plans a short turn, then the player does, and the position after that is
judged. An end's label is the mean over the worlds, which are the same for all ends of a turn: so
luck that all ends share cancels out in their differences. Only the differences mean anything.

Each line of the file is a game: how it was dealt, all its decisions, and its labeled turns. A
later run with the same seed goes on after the games in the file.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tashkalar import Game, new_game, terminal
from tashkalar.bots import arena
from tashkalar.bots.determinize import determinize
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.levels import player
from tashkalar.bots.pool import process_pool
from tashkalar.bots.prove import run_search
from tashkalar.bots.rollouts import SHORT_TURN, roll_out
from tashkalar.bots.search import Search, SearchLimits, SearchLine, without_missed_claims
from tashkalar.bots.variants import find_weights
from tashkalar.position import rng
from tashkalar.position.ids import seat_of
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.duel import Duel
from tashkalar.rules.forms.high_form import HighForm

_SEARCHED_ENDS = 40  # ends of a turn that labeled ones are chosen from
_FRONT_ENDS = 8  # half of the ends chosen by chance come from so many of the best
_PLANNED = SearchLimits(
    nodes=800, lines=5, answers=3, tried_answers=16, evaluated_ends=_SEARCHED_ENDS
)


class LabelSettings(NamedTuple):
    """The number of worlds, ends and nodes, and the share of labeled turns."""

    worlds: int = 8  # deals of the hidden cards
    ends: int = 6  # ends of each labeled turn
    nodes: int = 40  # of each turn in a rollout
    percent: int = 40  # of the turns that are labeled
    judge: str = "expert"  # the level, or variant of one, that plays and judges the last positions


class LabelJob(NamedTuple):
    """A game to play and label until a time (`time.time()`)."""

    form: str
    schools: tuple[str, ...]
    seed: str
    settings: LabelSettings
    deadline: float


class Random:
    """Seeded chance."""

    def __init__(self, seed: object) -> None:
        self.state = rng.state_from_seed(seed)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        self.state, number = rng.random_below(self.state, bound)
        return number


def play_and_label(job: LabelJob) -> dict[str, Any]:
    """Return a game as a line of the file, with its labeled turns so far as time allows."""
    game = new_game(job.form, job.schools, seed=job.seed)
    chance = Random(f"rollouts {job.seed}")
    turns: list[dict[str, Any]] = []
    codes: list[str] = []
    others = [player("novice", f"{job.seed}/{seat}") for seat in range(len(job.schools))]
    for _ in range(arena.MAX_DECISIONS):
        if game.player is None or time.time() > job.deadline:
            break
        if game.prompt.kind != "turn" or game.state.phase != "play":
            todo = others[seat_of(game.player)].plan(game.view(game.player))[:1]
        else:
            todo, labels = _take_turn(game, chance, job)
            if labels is not None:
                turns.append({"at": len(codes), **labels})
        for code in todo:
            game.play(code)
            codes.append(code)
    return {
        "form": job.form,
        "schools": job.schools,
        "seed": job.seed,
        "settings": job.settings._asdict(),
        "codes": " ".join(codes),
        "turns": turns,
    }


def _take_turn(
    game: Game, chance: Random, job: LabelJob
) -> tuple[list[str], dict[str, Any] | None]:
    """Return the decisions of a turn; for a turn to be labeled, also the labels of its ends."""
    settings = job.settings
    assert game.player is not None
    view, seat = game.view(game.player), seat_of(game.player)
    chance.state, state = determinize(view, chance.state)
    weights = find_weights(settings.judge, state.setup.form)
    search = Search(state, Evaluator(state, seat, weights), _PLANNED)
    for _ in search.run():
        pass
    ends = without_missed_claims(search.ranked_ends())
    # One turn of five is not the best: games come to other positions.
    chosen = ends[0 if chance.below(5) else chance.below(min(_FRONT_ENDS, len(ends)))]
    is_labeled = chance.below(100) < settings.percent
    if not is_labeled or game.state.last_turns >= 0 or len(ends) < 2:
        return list(chosen.codes), None
    candidates = _choose_ends(ends, state, weights, chance, settings.ends)
    worlds = []
    for _ in range(settings.worlds):
        if time.time() > job.deadline:
            return list(chosen.codes), None
        chance.state, world = determinize(view, chance.state)
        worlds.append([label_end(world, end.codes, seat, settings) for end in candidates])
    labels = {
        "ends": [" ".join(end.codes) for end in candidates],
        "judged": [end.worth for end in candidates],
        "worlds": worlds,
    }
    return list(chosen.codes), labels


def _choose_ends(
    ends: Sequence[SearchLine], state: GameState, weights: Weights, chance: Random, number: int
) -> list[SearchLine]:
    """Return the best ends by several judges, then others by chance, half of them good ones."""
    states = [end.state for end in ends]
    chosen = [0]
    for other in (weights._replace(center=60), weights._replace(threat=0)):
        worths = Evaluator(state, state.seat, other).evaluate(states, is_turn_over=True)
        chosen.append(max(range(len(ends)), key=worths.__getitem__))
    left = list(range(len(ends)))
    chosen = sorted(set(chosen))
    for taken in chosen:
        left.remove(taken)
    while left and len(chosen) < number:
        front = len(chosen) % 2 and sum(1 for i in left if i < _FRONT_ENDS)
        chosen.append(left.pop(chance.below(front or len(left))))
    return [ends[i] for i in chosen]


def label_end(world: GameState, codes: Sequence[str], seat: int, settings: LabelSettings) -> int:
    """Return the worth of an end to a seat in a world, in thousandths of a point."""
    limits = SHORT_TURN._replace(nodes=settings.nodes)
    weights = find_weights(settings.judge, world.setup.form)
    return run_search(roll_out(world, codes, seat, weights, limits))


def generate_jobs(forms: Sequence[str], seed: str, settings: LabelSettings) -> Iterator[LabelJob]:
    """Yield games of all schools without end, the forms in turn."""
    deals = [arena.generate_deals(arena.MatchSettings(form, seed=seed)) for form in forms]
    while True:
        for bouts in deals:
            bout = next(bouts)
            yield LabelJob(bout.form, bout.schools, bout.seed, settings, 0.0)


def label(options: argparse.Namespace) -> int:
    """Play and label games until the time or the number of games is up; return the turns."""
    path = Path(options.file)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    done = {(line["form"], line["seed"]) for line in map(json.loads, lines)}
    settings = LabelSettings(
        options.worlds, options.ends, options.nodes, options.percent, options.judge
    )
    deadline = time.time() + options.seconds
    jobs = itertools.islice(
        generate_jobs(options.forms, options.seed, settings), options.games * len(options.forms)
    )
    todo = (job._replace(deadline=deadline) for job in jobs if (job.form, job.seed) not in done)
    turns = 0
    with process_pool(options.workers) as executor, path.open("a", encoding="utf-8") as file:
        pending: set[Future[dict[str, Any]]] = set()
        while True:
            if time.time() < deadline:
                for job in itertools.islice(todo, 2 * options.workers - len(pending)):
                    pending.add(executor.submit(play_and_label, job))
            if not pending:
                return turns
            ended, pending = wait(pending, return_when=FIRST_COMPLETED)
            for line in map(Future.result, ended):
                if line["turns"]:
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                    file.flush()
                    turns += len(line["turns"])


def main(argv: Sequence[str] | None = None) -> int:
    """Label turns; return 0, or 2 after wrong options."""
    parser = terminal.Parser(prog="python -m tashkalar.bench.rollouts", description="Label turns.")
    parser.add_argument("file", help="the file to write, or to go on with")
    two_sides = tuple(form for form in FORMS if not FORMS[form].scores_by_colour)
    number = partial(parser.add_argument, type=int)
    parser.add_argument("--forms", nargs="+", choices=two_sides, default=[HighForm.id, Duel.id])
    parser.add_argument("--seed", default="rollouts", help="the first game's")
    number("--games", default=10_000, help="games of each form at most (10,000)")
    number("--seconds", default=3600, help="time after which no turn is begun (3,600)")
    number("--worlds", default=LabelSettings().worlds, help="deals of the hidden cards (8)")
    number("--ends", default=LabelSettings().ends, help="ends of a turn (6)")
    number("--nodes", default=LabelSettings().nodes, help="nodes of a turn in a rollout (40)")
    number("--percent", default=LabelSettings().percent, help="of the turns are labeled (40)")
    number("--workers", default=os.cpu_count() or 1)
    parser.add_argument(
        "--judge", default=LabelSettings().judge, help="such as expert+center=60 (expert)"
    )
    try:
        options = parser.parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    if min(options.worlds, options.nodes, options.workers, options.games) < 1 or options.ends < 2:
        print("rollouts: at least one world, node, worker and game, and two ends", file=sys.stderr)
        return 2
    try:
        find_weights(options.judge, Duel.id)
        turns = label(options)
    except (OSError, ValueError, KeyError) as error:
        print(f"tashkalar.bench.rollouts: {error}", file=sys.stderr)
        return 2
    print(f"{turns} turns labeled")
    return 0


if __name__ == "__main__":
    sys.exit(main())
