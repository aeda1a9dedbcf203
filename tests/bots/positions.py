"""Recorded positions for program players: turns that can be enumerated, and very large ones.

``python -m tests.bots.positions`` looks for them anew, in some minutes, and writes
``positions.json`` with the plans that every platform must find. A position is named by what
`tests.ui.table.crowded` makes it of; a hash tells when that has changed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.bots.determinize import determinize
from tashkalar.bots.evaluation import Evaluator
from tashkalar.bots.levels import LEVELS, player
from tashkalar.bots.position_key import position_key
from tashkalar.bots.search import SilentEffect, carry_out
from tashkalar.formats.checkpoint import state_hash
from tashkalar.position import rng
from tashkalar.position.move import Move
from tashkalar.position.state import GameState
from tashkalar.rules import turn
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.duel import Duel
from tashkalar.rules.forms.high_form import HighForm
from tests.ui.table import PAIRS, TABLES, crowded

FILE = Path(__file__).with_name("positions.json")
TURNS, WIDEST, PLANS = 200, 50, 12  # how many are kept
MASTER_PLANS = 2  # of each form, with the whole budget: learned terms, rollouts or replies
MOST_NODES = 4000  # of a turn that is enumerated
NODES = 300  # of the plans that are the same everywhere


class Place(NamedTuple):
    """A position, by the form's table, the pair of schools and a seed."""

    table: str
    pair: int
    seed: int

    @property
    def game(self) -> Game:
        """The game there, to be left as it is."""
        return _crowded(self)

    @property
    def hash(self) -> str:
        """A hash of the position, which changes when the recorded position does."""
        return state_hash(self.game.state)[:8]


@cache
def _crowded(place: Place) -> Game:
    return crowded(place.table, PAIRS[place.pair], place.seed)


def places(seeds: Sequence[int]) -> Iterator[Place]:
    """Yield positions of every form, also in teams, and of all schools."""
    for seed, table, pair in product(seeds, TABLES, range(len(PAIRS))):
        yield Place(table, pair, seed)


def view(game: Game) -> dict[str, Any]:
    """Return the view of the seat that decides, as a worker gets it."""
    assert game.player is not None
    found: dict[str, Any] = json.loads(json.dumps(game.view(game.player)))
    return found


def dealt(game: Game) -> tuple[GameState, Evaluator]:
    """A position as adept deals it for its plan, and its judge."""
    seen = view(game)
    random_state = rng.state_from_seed(f"1/{seen['turn']['number']}")
    state = determinize(seen, random_state)[1]
    return state, Evaluator(
        state, seen["seat"] - 1, LEVELS["adept"].resolve_for_form(state.setup.form).weights
    )


def ends(root: GameState, judge: Evaluator) -> list[int] | None:
    """Return the values of all ends of the turn, best first; None if there are too many."""
    found: dict[object, GameState] = {}
    waiting, seen, nodes = [root], {position_key(root)}, 0
    while waiting:
        state = waiting.pop()
        for after in _after_one_more(state, found):
            nodes += 1
            if nodes > MOST_NODES:
                return None
            if after is not None and position_key(after) not in seen:
                seen.add(position_key(after))
                waiting.append(after)
    worths = judge.evaluate(list(found.values()), is_turn_over=True)
    return sorted(worths, reverse=True)


def _after_one_more(state: GameState, found: dict[object, GameState]) -> Iterator[GameState | None]:
    """The positions after one more move, None for a question; the turn's ends go to `found`."""
    for move in turn.legal_moves(state):
        if move.kind == "end":
            found[position_key(state)] = state
        elif move.kind == "claim":
            claimed = state.copy()
            FORMS[state.setup.form].claim(SilentEffect(claimed), str(move.card))
            found[position_key(claimed), move.code] = claimed
        elif move.kind != "pass-control":
            yield from _outcomes(state, move)


def _outcomes(state: GameState, move: Move) -> Iterator[GameState | None]:
    trials = [carry_out(state, move)]
    while trials:
        trial = trials.pop()
        if trial.question is None:
            yield trial.state
            continue
        yield None
        for answer in trial.question.moves:
            if answer.kind != "pass-control":
                answers, forced = (*trial.answers, answer.code), (*trial.forced, False)
                trials.append(carry_out(state, move, answers, forced))


def width(game: Game) -> int:
    """The most answers to a first question of any move."""
    root, _ = dealt(game)
    questions = (carry_out(root, move).question for move in turn.legal_moves(root))
    return max((len(question.moves) for question in questions if question), default=0)


def planned(place: Place, level: str = "adept", nodes: int | None = NODES) -> list[str]:
    """The plan of a level with the budget of all platforms; None for the level's own."""
    return player(level, 1, nodes=nodes).plan(view(place.game))


def last_action(place: Place) -> Game:
    """The game there with one action left, so that the turn may be enumerated."""
    state = place.game.state.copy()
    state.actions = 1
    return Game(state)


def record() -> dict[str, Any]:
    """Look for the positions."""
    turns: list[list[object]] = []
    for place in places(range(200)):
        if len(turns) == TURNS:
            break
        game = last_action(place)
        values = ends(*dealt(game)) if width(game) <= 40 else None
        if values:
            turns.append([*place, place.hash, len(values)])
            print(len(turns), place, len(values), file=sys.stderr, flush=True)
    widths = sorted(((width(p.game), p) for p in places(range(8))), reverse=True)
    widest = [[*place, place.hash, wide] for wide, place in widths[:WIDEST]]
    some = list(places([1, 2]))[:: 60 // PLANS]
    plans, easy_plans, learner_plans = (
        [[*place, place.hash, planned(place, level)] for place in some]
        for level in ("adept", "firststeps", "learner")
    )
    master_plans = [
        [*place, place.hash, planned(place, "master", None)]
        for form in (Duel.id, HighForm.id)
        for place in [p for p in places([1]) if p.table == form][:: 60 // PLANS][:MASTER_PLANS]
    ]
    return {
        "turns": turns,
        "widest": widest,
        "plans": plans,
        "easy-plans": easy_plans,
        "learner-plans": learner_plans,
        "master-plans": master_plans,
    }


def main() -> None:
    """Write the record, one position a line."""
    recorded = record()
    parts = [
        f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]"
        for name, rows in recorded.items()
    ]
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def recorded(name: str) -> list[tuple[Place, Any]]:
    """The positions on record, each with its number or its plan."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))[name]
    recorded_places = []
    for table, pair, seed, fingerprint, what in rows:
        place = Place(table, pair, seed)
        assert place.hash == fingerprint, f"{place} has changed: python -m tests.bots.positions"
        recorded_places.append((place, what))
    return recorded_places


if __name__ == "__main__":
    main()
