"""A program player of one's own: it claims, summons, and fills the arena from the middle."""

from collections.abc import Sequence

from tashkalar import Move, Prompt
from tashkalar.bots.simple import View

FIRST = ("claim", "summon", "flare", "place", "end")


class CentreBot:
    """Made with a seed for each game; asked for every decision of its seat."""

    def __init__(self, seed: object) -> None:
        self.seed = seed

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """One of the legal moves, from what the seat sees."""
        kinds = [kind for kind in FIRST if any(move.kind == kind for move in moves)]
        wanted = [move for move in moves if not kinds or move.kind == kinds[0]]
        return min(wanted, key=lambda move: _distance(move.square))


def _distance(square: str | None) -> int:
    """Return the distance of a square from e5, the center of the board."""
    if square is None:
        return 0
    return abs(ord(square[0]) - ord("e")) + abs(int(square[1]) - 5)
