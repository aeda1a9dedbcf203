"""The levels of program players that plan whole turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar.bots.dealing import View, deal
from tashkalar.bots.evaluation import Judge, Weights
from tashkalar.bots.search import Limits, Search
from tashkalar.bots.simple import KeenPlayer, Player, RandomPlayer
from tashkalar.position import rng
from tashkalar.position.move import Move, Prompt


class Adept:
    """Plans its whole turn when it is first asked in it, then keeps to the plan."""

    limits = Limits(nodes=4000, lines=3, answers=3)

    def __init__(self, seed: object = 0) -> None:
        self._chance = rng.seeded(seed)
        self._plan: list[str] = []
        self._turn: object = None

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """The next move of the plan."""
        known = {move.code: move for move in moves}
        if view["turn"]["number"] != self._turn or not self._plan or self._plan[0] not in known:
            self._turn = view["turn"]["number"]
            self._plan = self._planned(view)
        if self._plan and self._plan[0] in known:
            return known[self._plan.pop(0)]
        self._plan = []
        self._chance, number = rng.below(self._chance, len(moves))
        return moves[number]

    def _planned(self, view: View) -> list[str]:
        if view["phase"] != "play" or view["open"]:
            return []
        self._chance, state = deal(view, self._chance)
        search = Search(state, Judge(state, state.seat, Weights()), self.limits)
        for _ in search.run():
            pass
        return list(search.best())


PLAYERS: dict[str, Callable[[object], Player]] = {
    "random": RandomPlayer,
    "keen": KeenPlayer,
    "adept": Adept,
}
