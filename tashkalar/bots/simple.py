"""Simple computer players. They decide only from what their seat may see.

A player gets `game.view(seat)`, the prompt and the legal moves. The same seed and the same
questions give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tashkalar import Game, Move, Prompt, cards
from tashkalar.position import rng
from tashkalar.position.board import BIT, LEGENDARY, NEAR, RANK_OF, SQUARE_OF, Mask
from tashkalar.position.ids import seat_of
from tashkalar.rules.forms import FORMS

View = Mapping[str, Any]


class Player(Protocol):
    """The interface of a player."""

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """Return one of the legal moves."""


def take_decision(game: Game, player: Player) -> Move:
    """Let a player make the decision that is due; return the move."""
    assert game.player is not None
    move = player.choose(game.view(game.player), game.prompt, game.legal_moves())
    game.play(move)
    return move


class RandomPlayer:
    """Chooses a kind of move at random, then a move of that kind."""

    def __init__(self, seed: object = 0) -> None:
        self._rng = rng.state_from_seed(seed)

    def _pick(self, moves: Sequence[Move]) -> Move:
        self._rng, number = rng.random_below(self._rng, len(moves))
        return moves[number]

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """Return a move of any kind, each kind with equal probability."""
        kinds = list(dict.fromkeys(move.kind for move in moves))
        self._rng, number = rng.random_below(self._rng, len(kinds))
        return self._pick([move for move in moves if move.kind == kinds[number]])


class GoalessPlayer(RandomPlayer):
    """Plays without a goal, as a person does who has just read the rules.

    The player places pieces beside its own ones, summons whatever first becomes possible, and takes
    the first answer to every question; it stands for a first-time person in measurements.
    """

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """Return the first summoning, otherwise a placing, otherwise the first move."""
        for move in moves:
            if move.kind == "summon":
                return move
        places = [move for move in moves if move.kind == "place"]
        if not places:
            return moves[0]
        colour = view["seats"][seat_of(view["seat"])]["colour"]
        beside: Mask = 0
        for square, piece in view["board"].items():
            if int(piece.split()[0]) == colour:
                beside |= NEAR[SQUARE_OF[square]]
        near = [m for m in places if m.square and beside & BIT[SQUARE_OF[m.square]]]
        return self._pick(near or places)


class GreedyPlayer(RandomPlayer):
    """Chooses the move that looks best by itself, without looking ahead.

    The player claims tasks, summons the highest being, places pieces where a hand card needs them
    most, and directs harmful effects at the enemy.
    """

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """Return one of the moves with the highest worth."""
        table = _MoveEvaluator(view)
        worths = [table.worth(prompt, move) for move in moves]
        best = max(worths)
        return self._pick([m for m, worth in zip(moves, worths, strict=True) if worth == best])


class _MoveEvaluator:
    """The view of a player, with a worth for every move."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._own_seat = view["seats"][seat_of(view["seat"])]
        me = self._own_seat["colour"]
        self.rank_by_square: dict[str, int] = {}
        self.own_squares: set[str] = set()
        own = [0, 0, 0]  # pieces of at least that rank
        for square, piece in view["board"].items():
            owner, rank = piece.split()
            self.rank_by_square[square] = RANK_OF[rank]
            if int(owner) == me:
                self.own_squares.add(square)
                for lower in range(RANK_OF[rank] + 1):
                    own[lower] |= BIT[SQUARE_OF[square]]
        self.own_by_min_rank = tuple(own)
        self._square_weights: dict[int, float] | None = None

    def worth(self, prompt: Prompt, move: Move) -> float:
        """Return how good a move looks."""
        if move.kind == "skip":
            return 0
        if move.kind == "pass-control":
            return -1000
        if move.kind == "choose":
            return self._answer_worth(prompt.kind, move)
        if move.kind == "claim":
            return 1000 + cards.TASKS[str(move.card)].points
        if move.kind == "summon":
            return self._summon_worth(move)
        if move.kind == "flare":
            return -1 if FORMS[self.view["form"]].rewards_flares else 150
        if move.kind == "thaw":
            return 150
        if move.kind == "warp":  # a pending being costs points at the end
            return 20 if self.view["turn"]["last_turns"] is None else -1
        if move.kind == "place":
            return 10 + self._placement_worth(move.square) - self._piece_worth(move.origin)
        return 0  # discard or end the turn

    def _piece_worth(self, square: str | None) -> int:
        """Return the worth of the piece on a square: positive for an own piece."""
        if square not in self.rank_by_square:
            return 0
        worth = (1, 3, 6)[self.rank_by_square[square]]
        return worth if square in self.own_squares else -worth

    def _summon_worth(self, move: Move) -> float:
        rank = RANK_OF[cards.BEINGS[str(move.card)].rank]
        improvised = move.match is not None and move.match.improvised is not None
        return 200 + 100 * rank - 10 * self._piece_worth(move.square) - 5 * improvised

    def _placement_worth(self, square: str | None) -> float:
        """Return how much the hand needs an own piece on a square."""
        if square is None:
            return 0
        if self._square_weights is None:
            hand = self.view["hand"]
            self._square_weights = {}
            for card in hand["beings"] + hand["legends"]:
                for target, weight in self._missing_squares(card).items():
                    self._square_weights[target] = self._square_weights.get(target, 0) + weight
        return self._square_weights.get(SQUARE_OF[square], 0)

    def _missing_squares(self, card: str) -> dict[int, float]:
        """Return the squares where a piece helps to summon a card, weighted by progress."""
        being = cards.BEINGS[card]
        value = (2, 3, 5)[RANK_OF[being.rank]]
        enemies = sum(BIT[SQUARE_OF[s]] for s in self.rank_by_square if s not in self.own_squares)
        weights: dict[int, float] = {}
        for orientation in being.shape.orientations:
            for anchor in SQUARE_OF.values():
                if not orientation.anchors & BIT[anchor]:
                    continue
                lacking: list[int] = []
                for shift, rank in orientation.shifts:
                    bit: Mask = BIT[anchor + shift]
                    if self.own_by_min_rank[rank] & bit:
                        continue
                    if rank or bit & enemies or len(lacking) == 3:
                        break  # placing cannot complete this pattern
                    lacking.append(anchor + shift)
                else:
                    for square in lacking:
                        weight = value / 4 ** len(lacking)
                        weights[square] = max(weights.get(square, 0), weight)
        return weights

    def _answer_worth(self, kind: str, move: Move) -> float:
        """Return the worth of an answer inside an effect, compared with 0 for "no"."""
        piece = self._piece_worth(move.square)
        if kind in ("legend-colour", "odd-commons"):  # the lowest colour counts (R15.8)
            return -self._own_seat["scores"][str(move.option)]  # type: ignore[no-any-return]
        if move.origin is not None:  # a step, perhaps over a piece
            return 0.5 - piece if self._piece_worth(move.origin) > 0 else -0.5 - piece
        if kind in ("destroy", "leap-onto", "downgrade", "convert"):
            return -piece
        if kind == "upgrade":
            legend = (
                move.square in self.rank_by_square
                and self.rank_by_square[move.square] + 1 == LEGENDARY
            )
            return (3 if legend else 2) * (1 if piece > 0 else -1)
        if kind == "place":
            return 1 + self._placement_worth(move.square)
        if kind == "pick-up":
            return -piece - self._neighbor_worth(move.square)
        if kind == "return":
            return -1
        return 0.5

    def _neighbor_worth(self, square: str | None) -> float:
        """Return a small worth for the own pieces around a square."""
        near = NEAR[SQUARE_OF[square]] if square is not None else 0
        return (near & self.own_by_min_rank[0]).bit_count() / 10


# Deprecated: the name of this class up to version 0.1, which other people's programs import.
KeenPlayer = GreedyPlayer
