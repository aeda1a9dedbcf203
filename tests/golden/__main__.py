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

from tashkalar import Game, Move, new_game
from tashkalar.bots.simple import GreedyPlayer, RandomPlayer, View
from tashkalar.errors import RecordError
from tashkalar.formats.checkpoint import state_hash
from tashkalar.position import rng
from tashkalar.position.move import Prompt
from tests import golden

CROWDED = 13  # pieces on the board, from which on a shortage is aimed at
# How often in a hundred a possible move of these kinds is made.
RARE = {"flare": 80, "claim": 80, "thaw": 60, "warp": 60, "pass-control": 4}
Found = tuple[int, int, int]  # missing, decisions, number


def _pieces(view: View) -> int:
    """Return the number of pieces that the player has on the board."""
    me = view["seats"][view["seat"] - 1]["colour"]
    return sum(int(piece.split()[0]) == me for piece in view["board"].values())


class LivelyPlayer:
    """A keen player with whims: now and then any kind of move, with a bent for rare ones."""

    def __init__(self, seed: object) -> None:
        self._keen, self._random = GreedyPlayer(seed), RandomPlayer(seed)
        self._rng = rng.state_from_seed(f"whims {seed}")

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """A good move, a rare one, or any."""
        self._rng, whim = rng.random_below(self._rng, 100)
        for kind, share in RARE.items():
            if whim < share and (rare := [move for move in moves if move.kind == kind]):
                return rare[0]
        improvised = [m for m in moves if m.match is not None and m.match.improvised]
        if improvised and whim < 60:
            return improvised[-1]
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


def play(table: golden.Table, number: int) -> Game | None:
    """The lively game of a number; None when it does not end soon enough."""
    seatings = tuple(itertools.permutations(table.schools, table.seats))
    schools = seatings[number % len(seatings)]
    game = new_game(table.form, schools, teams=table.teams, seed=number)
    player = LivelyPlayer(number)
    for _ in range(table.longest):
        if game.player is None:
            return game
        game.play(player.choose(game.view(game.player), game.prompt, game.legal_moves()))
    return game if game.is_over else None


def judge(work: tuple[golden.Table, int]) -> Found | None:
    """Play the game of a number; how much it lacks and how long it is."""
    table, number = work
    game = play(table, number)
    if game is None:
        return None
    return len(table.wanted - golden.contents(game)), len(game.codes), number


def search(table: golden.Table, games: int, processes: int) -> Game:
    """The best game: nothing is missing if possible, then the shortest."""
    with Pool(processes) as pool:
        judged = pool.imap_unordered(judge, ((table, n) for n in range(games)), chunksize=20)
        best = min(one for one in judged if one is not None)
    game = play(table, best[-1])
    assert game is not None
    return game


def check() -> bool:
    """Tell about the stored games; whether they replay."""
    good = True
    for name in golden.NAMES:
        stored = golden.load(name)
        try:
            game = stored.game
        except RecordError as error:
            print(f"{name}: {error}")
            good = False
            continue
        same = state_hash(game.state) == stored.hash
        print(f"{name}: {len(game.codes)} decisions, {'same' if same else 'ANOTHER'} position")
        print(f"  contains {sorted(golden.contents(game))}")
        good = good and same
    return good


def main(argv: Sequence[str] | None = None) -> int:
    """Check or write; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden")
    parser.add_argument(
        "--write",
        nargs="*",
        metavar="NAME",
        choices=golden.NAMES,
        help="look for new games and store them: those named, or all",
    )
    parser.add_argument("--games", type=int, default=1000, help="games to look at, for each")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args(argv)
    if arguments.write is not None:
        for name in arguments.write or golden.NAMES:
            begin = time.monotonic()
            table = golden.TABLES[name]
            game = search(table, arguments.games, arguments.processes)
            (golden.FOLDER / f"{name}.txt").write_text(golden.text_of(game), encoding="utf-8")
            missing = sorted(table.wanted - golden.contents(game))
            print(f"{name}: {len(game.codes)} decisions, without {missing}", end=", ")
            print(f"{time.monotonic() - begin:.0f} s")
    return 0 if check() else 1


if __name__ == "__main__":
    sys.exit(main())
