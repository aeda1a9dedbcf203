"""Measure which mistakes of a person come back: games of a level, their exercises, their attempts.

    python -m tools.remembered --games 20 --form high-form --keep games.jsonl

A player of the level `--person` plays a game a day against the opponent that fits, as the page
offers it. Its turns are rated as the page does it after a game, exercises are made of them, and a
player of the level `--solver` attempts each day all that is due. After the last game the days go
on without games. Printed are the turning points, which are the turns that the review shows, those
whose better plan stays better in a search that is four times as long, how many of these came back
and after how many days, how many were solved, and how many exercises were false: there the longer
search finds nothing better in the plan.

`--keep` adds each game with its ratings to a file; the same command goes on after these games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tashkalar import Game, new_game
from tashkalar.bots import PLANNING_LEVELS, worker
from tashkalar.bots.levels import budget, player
from tashkalar.cards import SCHOOLS
from tashkalar.features.mistakes.attempt import Attempt
from tashkalar.features.mistakes.exercises import (
    Exercise,
    add_exercises,
    change_repetition,
    due_exercises,
    read_exercises,
    save_exercises,
)
from tashkalar.features.mistakes.mistake_finder import find_exercises
from tashkalar.features.puzzles.repetition import after_failure, after_success
from tashkalar.features.rating.rating import RATED_FORMS, compute_strengths, matched_player
from tashkalar.features.stored.game_results import note_result
from tashkalar.features.stored.results_record import RESULTS_KEY, read_results
from tashkalar.features.studies.review import Review, TurnLoss
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.hint import HINT_LEVEL
from tashkalar.ui.storage.key_value_store import MemoryStore

FIRST_DAY = 20_000
_LONGER = 4  # times the nodes that a review has
_PERSON_SEATS = (SeatNumber(1), SeatNumber(2))


class Point(NamedTuple):
    """A turning point of a game: its day, its exercise, and whether its better plan is proved."""

    day: int
    id: str  # of its exercise
    loss: int
    is_better: bool


class Attempts(NamedTuple):
    """The attempts at an exercise: their days, and whether one was right."""

    days: tuple[int, ...] = ()
    is_solved: bool = False


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, rate and solve, and print the figures."""
    options = _read_options(arguments)
    rows = _read_rows(options.keep)
    store, points, found, attempts = MemoryStore(), list[Point](), set[str](), dict[str, Attempts]()
    for number in range(options.games + options.days):
        day = FIRST_DAY + number
        _attempt_due(store, day, options.solver, attempts)
        if number >= options.games:
            continue
        if number >= len(rows):
            rows.append(_play_game(store, number, options))
            _keep(options.keep, rows[-1])
        row = rows[number]
        game, bots = Game.from_record(row["record"]), {SeatNumber(row["bot"]): row["opponent"]}
        note_result(store, game, f"save-{number}", number, bots)
        review = Review(game, bots)
        for answer in row["answers"]:
            review.accept_answer(answer)
        for before, is_better in row["proved"]:
            (loss,) = (one for one in review.losses if one.reviewed_turn.moves_before == before)
            for exercise in find_exercises([loss], [loss.reviewed_turn.seat], day):
                points.append(Point(day, exercise.id, loss.loss, is_better))
        exercises = tuple(find_exercises(review.losses, _own(bots), day))
        found |= {exercise.id for exercise in exercises}
        save_exercises(store, add_exercises(read_exercises(store), exercises))
        won = f"{row['opponent']}: {game.outcome.winners if game.outcome else ()}"
        print(number + 1, won, f"{len(row['proved'])} turning points", flush=True)
    _print(rows, points, found, attempts)


def _read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--days", type=int, default=40, help="days without games after them")
    parser.add_argument("--form", choices=RATED_FORMS, default="high-form")
    parser.add_argument("--person", choices=PLANNING_LEVELS, default="learner")
    parser.add_argument("--solver", choices=PLANNING_LEVELS, default="adept")
    parser.add_argument("--seed", default="remembered")
    parser.add_argument("--keep", type=Path)
    return parser.parse_args(arguments)


def _read_rows(path: Path | None) -> list[dict[str, Any]]:
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _keep(path: Path | None, row: Mapping[str, Any]) -> None:
    if path:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(row)}\n")


def _own(bots: Mapping[SeatNumber, str]) -> list[SeatNumber]:
    return [seat for seat in _PERSON_SEATS if seat not in bots]


# -- a game ------------------------------------------------------------------------------------


def _play_game(store: MemoryStore, number: int, options: argparse.Namespace) -> dict[str, Any]:
    """Play a game of the person against the opponent that fits, and rate its turns."""
    strength = compute_strengths(read_results(store.get(RESULTS_KEY)))[options.form]
    opponent = matched_player(strength) or PLANNING_LEVELS[0]
    names = sorted(SCHOOLS)
    schools = [names[number % len(names)], names[(number * 3 + 1) % len(names)]]
    if schools[0] == schools[1]:
        schools[1] = names[(number + 1) % len(names)]
    game = new_game(options.form, schools, seed=f"{options.seed} {number}")
    person, bot = _PERSON_SEATS[:: 1 if number % 2 else -1]
    levels = {person: options.person, bot: opponent}
    while not game.is_over:
        seat = game.player
        assert seat is not None  # somebody decides, because the game is not over
        _play_plan(game, seat, levels[seat])
    review, answers = Review(game, {bot: opponent}), list[dict[str, Any]]()
    while job := review.job:
        answers.append(_answer(job.json_text))
        review.accept_answer(answers[-1])
    proved = [(loss.reviewed_turn.moves_before, _is_proved(loss)) for loss in review.worst_turns]
    return {
        **{"record": game.record(), "bot": bot, "opponent": opponent},
        **{"answers": answers, "proved": proved},
    }


def _play_plan(game: Game, seat: SeatNumber, level: str) -> None:
    for code in player(level, f"{game.setup.seed}/{seat}").plan(game.view(seat)):
        if game.player != seat or all(move.code != code for move in game.legal_moves()):
            return
        game.play(code)


def _answer(job: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(asyncio.run(worker.plan(job)))
    return answer


def _is_proved(loss: TurnLoss) -> bool:
    """Return whether a longer search also likes the better plan better than what was played."""
    turn = loss.reviewed_turn
    nodes = _LONGER * budget(HINT_LEVEL, turn.game_before.setup.form, 2)
    seed = f"{turn.game_before.setup.seed}/{turn.seat}"
    thinking = player(HINT_LEVEL, seed, nodes=nodes).think(turn.game_before.view(turn.seat))
    for _ in thinking:
        pass
    return thinking.compute_loss(loss.better_plan.codes) < thinking.compute_loss(turn.codes)


# -- attempts ----------------------------------------------------------------------------------


def _attempt_due(store: MemoryStore, day: int, solver: str, attempts: dict[str, Attempts]) -> None:
    """Attempt all that is due on a day, once."""
    for exercise in due_exercises(read_exercises(store), day):
        is_right = _attempt(exercise, day, solver)
        again = (after_success if is_right else after_failure)(exercise.again, day)
        save_exercises(store, change_repetition(read_exercises(store), exercise.id, again))
        known = attempts.get(exercise.id, Attempts())
        attempts[exercise.id] = Attempts((*known.days, day), known.is_solved or is_right)


def _attempt(exercise: Exercise, day: int, solver: str) -> bool:
    attempt = Attempt(exercise)
    session = attempt.session
    while attempt.state == "open":
        game = session.game
        seat = game.player
        assert seat is not None  # an attempt that is open has a decision to make
        for code in player(solver, f"{exercise.id}/{day}").plan(game.view(seat)):
            if not session.play_code(code) or attempt.follow_decision() or game.player != seat:
                break
    job = attempt.job
    return bool(attempt.accept_answer(_answer(job.json_text) if job else None))


# -- figures -----------------------------------------------------------------------------------


def _print(
    rows: Sequence[Mapping[str, Any]],
    points: Sequence[Point],
    found: set[str],
    attempts: Mapping[str, Attempts],
) -> None:
    better = [point for point in points if point.is_better]
    back = [point for point in better if point.id in attempts]
    solved = [point for point in back if attempts[point.id].is_solved]
    waits = [attempts[point.id].days[0] - point.day for point in back]
    false = [point for point in points if not point.is_better and point.id in attempts]
    print(f"{len(rows)} games, {len(points)} turning points, {len(better)} with a better plan")
    print(f"{_share(back, better)} came back, after {median(waits) if waits else 0} days (median),")
    print(f"at most {max(waits, default=0)}; {_share(solved, back)} of them were solved")
    print(f"{_share(false, points)} of all turning points came back and are false")
    counts = [len(one.days) for one in attempts.values()]
    busiest = [day for one in attempts.values() for day in one.days]
    most = max((busiest.count(day) for day in set(busiest)), default=0)
    print(f"{len(found)} exercises found, {len(attempts)} attempted, {sum(counts)} attempts,")
    print(f"at most {most} on one day")


def _share(some: Sequence[object], all_of: Sequence[object]) -> str:
    return f"{len(some)} of {len(all_of)} ({len(some) / max(len(all_of), 1):.0%})"


if __name__ == "__main__":
    main()
