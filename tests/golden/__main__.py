"""Look for golden games: short ones in which much happens.

python -m tests.golden            check the stored games and tell what they contain
python -m tests.golden --write    look for new ones and store them
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Sequence
from multiprocessing import Pool

from tashkalar import Game, Move, new_game, rng
from tashkalar.errors import RecordError
from tashkalar.move import Prompt
from tashkalar.players import KeenPlayer, RandomPlayer, View
from tashkalar.save import state_hash
from tests import golden

SCHOOLS = ("northern", "southern", "highland", "sylvan")
PAIRS = tuple(itertools.permutations(SCHOOLS, 2))
LONGEST = 240  # decisions
CROWDED = 13  # pieces on the board, from which on a shortage is aimed at
Found = tuple[int, int, str, tuple[str, str], int]  # missing, decisions, form, schools, seed


def _pieces(view: View) -> int:
    """How many pieces the player has on the board."""
    me = view["seats"][view["seat"] - 1]["colour"]
    return sum(int(piece.split()[0]) == me for piece in view["board"].values())


class LivelyPlayer:
    """A keen player with whims: now and then any kind of move, with a bent for rare ones."""

    def __init__(self, seed: object) -> None:
        self._keen, self._random = KeenPlayer(seed), RandomPlayer(seed)
        self._rng = rng.seeded(f"whims {seed}")

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """A good move, a rare one, or any."""
        self._rng, whim = rng.below(self._rng, 100)
        for kind in ("flare", "claim"):
            if whim < 80 and (rare := [move for move in moves if move.kind == kind]):
                return rare[0]
        numbered = [m for m in moves if m.kind == "summon" and m.option not in (None, "1")]
        if numbered and whim < 50:
            return numbered[-1]
        if prompt.kind == "return":
            return moves[0] if whim < 40 else moves[-1]
        placements = [move for move in moves if move.kind == "place"]
        if placements and whim < 75 and _pieces(view) >= CROWDED:
            return self._keen.choose(view, prompt, placements)  # towards a shortage
        if whim < 85:
            return self._keen.choose(view, prompt, moves)
        return self._random.choose(view, prompt, moves)


def play(form: str, schools: tuple[str, str], seed: int) -> Game | None:
    """A lively game; None when it does not end soon enough."""
    game = new_game(form, schools, seed=seed)
    player = LivelyPlayer(seed)
    for _ in range(LONGEST):
        if game.player is None:
            return game
        game.play(player.choose(game.view(game.player), game.prompt, game.legal_moves()))
    return game if game.is_over else None


def judge(work: tuple[str, int]) -> Found | None:
    """Play the game of a number; how much it lacks and how long it is."""
    form, number = work
    schools = PAIRS[number % len(PAIRS)]
    game = play(form, schools, number)
    if game is None:
        return None
    lacks = set(golden.WANTED) - golden.contents(game)
    if form == "duel":
        lacks.discard("claim")
    return len(lacks), len(game.codes), form, schools, number


def search(form: str, games: int, processes: int) -> Game:
    """The best game: nothing is missing if possible, then the shortest."""
    with Pool(processes) as pool:
        found = pool.imap_unordered(judge, ((form, n) for n in range(games)), chunksize=20)
        best = min(one for one in found if one is not None)
    game = play(best[2], best[3], best[4])
    assert game is not None
    return game


def check() -> bool:
    """Tell about the stored games; whether they replay."""
    good = True
    for form in golden.FORMS:
        stored = golden.load(form)
        try:
            game = stored.game
        except RecordError as error:
            print(f"{form}: {error}")
            good = False
            continue
        same = state_hash(game.state) == stored.hash
        print(f"{form}: {len(game.codes)} decisions, {'same' if same else 'ANOTHER'} position")
        print(f"  contains {sorted(golden.contents(game))}")
        good = good and same
    return good


def main(argv: Sequence[str] | None = None) -> int:
    """Check or write; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden")
    parser.add_argument("--write", action="store_true", help="look for new games and store them")
    parser.add_argument("--games", type=int, default=1000, help="games to look at, a form")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args(argv)
    if arguments.write:
        for form in golden.FORMS:
            begin = time.monotonic()
            game = search(form, arguments.games, arguments.processes)
            (golden.FOLDER / f"{form}.txt").write_text(golden.text_of(game), encoding="utf-8")
            missing = sorted(set(golden.WANTED) - golden.contents(game))
            print(f"{form}: {len(game.codes)} decisions, without {missing}", end=", ")
            print(f"{time.monotonic() - begin:.0f} s")
    return 0 if check() else 1


if __name__ == "__main__":
    sys.exit(main())
