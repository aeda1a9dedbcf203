"""The levels of program players: how far each looks, and what it knows of the game.

`player` is the way in, for the page and everybody else; `docs/bots.md` tells how it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.dealing import View, deal
from tashkalar.bots.evaluation import Judge, Weights
from tashkalar.bots.search import Limits, Search, Trial, opened
from tashkalar.bots.simple import KeenPlayer, Player, RandomPlayer
from tashkalar.position import rng
from tashkalar.position.move import Move, Prompt
from tashkalar.position.numbers import seat_of
from tashkalar.position.state import GameState
from tashkalar.rules import turn


class Level(NamedTuple):
    """How a planning player thinks."""

    limits: Limits
    weights: Weights


LEVELS: dict[str, Level] = {
    "adept": Level(Limits(nodes=2500, lines=3, answers=3), Weights()),
}


class Thinking:
    """A plan in the making: iterate to think, a few milliseconds a step; stop whenever you like.

    Gives the nodes spent so far. `codes` is the best plan at any time; closing is not needed.
    """

    def __init__(self, level: Level, chance: int, view: View) -> None:
        self.budget = level.limits.nodes
        self._codes: tuple[str, ...] = ()
        self._search: Search | None = None
        chance, state = deal((view["open"] or {"before": view})["before"], chance)
        if not view["open"] and view["phase"] == "play":
            judge = Judge(state, seat_of(view["seat"]), level.weights)
            self._search = Search(state, judge, level.limits)
            return
        trial = None
        if view["open"]:
            move, trial = opened(state, view["open"]["move"], view["open"]["answers"])
            if view["phase"] == "play" and move.kind not in ("end", "claim"):
                judge = Judge(state, seat_of(view["seat"]), level.weights)
                self._search = Search(state, judge, level.limits, (move, trial))
                return
        self._codes = (_beside_the_turn(view, state, trial, chance),)

    def __iter__(self) -> Iterator[int]:
        if self._search is not None:
            yield from self._search.run()

    @property
    def nodes(self) -> int:
        """The nodes spent so far."""
        return self._search.nodes if self._search is not None else 0

    def codes(self) -> list[str]:
        """The best decisions found so far, from now to the end of the turn."""
        return list(self._search.best() if self._search is not None else self._codes)


def _beside_the_turn(view: View, state: GameState, trial: Trial | None, chance: int) -> str:
    """Setting up the first pieces, by chance; the point for odd commons, in the lowest colour."""
    question = trial.question if trial is not None else None
    moves = question.moves if question is not None else turn.legal(state)
    if question is not None and question.kind == "odd-commons":
        scores = view["seats"][seat_of(view["seat"])]["scores"]
        return min(moves, key=lambda move: scores[str(move.option)]).code
    return moves[rng.below(chance, len(moves))[1]].code


class Planner:
    """Plans its whole turn when it is first asked in it, then keeps to the plan.

    The same seed and view give the same plan: nothing else is remembered from turn to turn.
    """

    def __init__(self, level: Level, seed: object = 0) -> None:
        self._level = level
        self._seed = seed
        self._plan: list[str] = []
        self._turn: object = None
        self.spent: list[int] = []  # the nodes of each plan, for who measures
        self._simple = KeenPlayer(seed)

    def think(self, view: View) -> Thinking:
        """Begin to plan the rest of the turn for a seat that must decide now."""
        chance = rng.seeded(f"{self._seed}/{view['turn']['number']}")
        return Thinking(self._level, chance, view)

    def plan(self, view: View) -> list[str]:
        """The codes of the decisions from now to the end of the turn."""
        thinking = self.think(view)
        for _ in thinking:
            pass
        self.spent.append(thinking.nodes)
        return thinking.codes()

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """The next move of the plan; a new plan in a new turn, or when the old one does not fit."""
        known = {move.code: move for move in moves}
        if view["turn"]["number"] != self._turn or not self._plan or self._plan[0] not in known:
            self._turn = view["turn"]["number"]
            self._plan = self.plan(view)
        if self._plan and self._plan[0] in known:
            return known[self._plan.pop(0)]
        self._plan = []
        return self._simple.choose(view, prompt, moves)


def player(level: str, seed: object = 0, *, nodes: int | None = None) -> Planner:
    """A planning player of a level, with a budget of nodes other than its own if one is given.

    ValueError for an unknown level, or a budget that is not positive.
    """
    if level not in LEVELS:
        raise ValueError(f"level: unknown level {level!r}; known are {', '.join(LEVELS)}")
    found = LEVELS[level]
    if nodes is not None:
        if nodes < 1:
            raise ValueError("nodes: at least 1 is needed")
        found = found._replace(limits=found.limits._replace(nodes=nodes))
    return Planner(found, seed)


def _planner(name: str) -> Callable[[object], Player]:
    return lambda seed: player(name, seed)


PLAYERS: dict[str, Callable[[object], Player]] = {
    "random": RandomPlayer,
    "keen": KeenPlayer,
    **{name: _planner(name) for name in LEVELS},
}
