"""Simple program players. They decide from what their seat may see, and nothing else.

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
    """Somebody who can play."""

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """One of the legal moves."""


def take_decision(game: Game, player: Player) -> Move:
    """Let a player make the decision that is due; the move made."""
    assert game.player is not None
    move = player.choose(game.view(game.player), game.prompt, game.legal_moves())
    game.play(move)
    return move


class RandomPlayer:
    """Chooses a kind of move at random, then a move of that kind."""

    def __init__(self, seed: object = 0) -> None:
        self._rng = rng.seeded(seed)

    def _pick(self, moves: Sequence[Move]) -> Move:
        self._rng, number = rng.below(self._rng, len(moves))
        return moves[number]

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """A move of any kind with equal chances."""
        kinds = list(dict.fromkeys(move.kind for move in moves))
        self._rng, number = rng.below(self._rng, len(kinds))
        return self._pick([move for move in moves if move.kind == kinds[number]])


class KeenPlayer(RandomPlayer):
    """Chooses the move that looks best by itself, without looking ahead.

    It claims tasks, summons the highest being, puts pieces where a hand card lacks them most, and
    turns the harm of an effect against the enemy.
    """

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """One of the best moves by their worth."""
        table = _Table(view)
        worths = [table.worth(prompt, move) for move in moves]
        best = max(worths)
        return self._pick([m for m, worth in zip(moves, worths, strict=True) if worth == best])


class _Table:
    """What a player sees, with a worth for every move."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._me = view["seats"][seat_of(view["seat"])]
        me = self._me["colour"]
        self.ranks: dict[str, int] = {}
        self.mine: set[str] = set()
        own = [0, 0, 0]  # pieces of at least that rank
        for square, piece in view["board"].items():
            owner, rank = piece.split()
            self.ranks[square] = RANK_OF[rank]
            if int(owner) == me:
                self.mine.add(square)
                for lower in range(RANK_OF[rank] + 1):
                    own[lower] |= BIT[SQUARE_OF[square]]
        self.own = tuple(own)
        self._wanted: dict[int, float] | None = None

    def worth(self, prompt: Prompt, move: Move) -> float:
        """How good a move looks."""
        if move.kind == "skip":
            return 0
        if move.kind == "pass-control":
            return -1000
        if move.kind == "choose":
            return self._answer(prompt.kind, move)
        if move.kind == "claim":
            return 1000 + cards.TASKS[str(move.card)].points
        if move.kind == "summon":
            return self._summoning(move)
        if move.kind == "flare":
            return -1 if FORMS[self.view["form"]].flares_score else 150
        if move.kind == "thaw":
            return 150
        if move.kind == "warp":  # a pending being costs points at the end
            return 20 if self.view["turn"]["last_turns"] is None else -1
        if move.kind == "place":
            return 10 + self._placing(move.square) - self._piece(move.origin)
        return 0  # discard or end the turn

    def _piece(self, square: str | None) -> int:
        """The worth of the piece on a square: positive when it is one's own."""
        if square not in self.ranks:
            return 0
        worth = (1, 3, 6)[self.ranks[square]]
        return worth if square in self.mine else -worth

    def _summoning(self, move: Move) -> float:
        rank = RANK_OF[cards.BEINGS[str(move.card)].rank]
        improvised = move.match is not None and move.match.improvised is not None
        return 200 + 100 * rank - 10 * self._piece(move.square) - 5 * improvised

    def _placing(self, square: str | None) -> float:
        """How much the hand wants a piece of one's own on a square."""
        if square is None:
            return 0
        if self._wanted is None:
            hand = self.view["hand"]
            self._wanted = {}
            for card in hand["beings"] + hand["legends"]:
                for target, weight in self._lacks(card).items():
                    self._wanted[target] = self._wanted.get(target, 0) + weight
        return self._wanted.get(SQUARE_OF[square], 0)

    def _lacks(self, card: str) -> dict[int, float]:
        """Squares where a piece helps to summon a card, more so the less is missing."""
        being = cards.BEINGS[card]
        value = (2, 3, 5)[RANK_OF[being.rank]]
        enemies = sum(BIT[SQUARE_OF[s]] for s in self.ranks if s not in self.mine)
        found: dict[int, float] = {}
        for orientation in being.shape.orientations:
            for anchor in SQUARE_OF.values():
                if not orientation.fits & BIT[anchor]:
                    continue
                lacking: list[int] = []
                for shift, rank in orientation.shifts:
                    bit: Mask = BIT[anchor + shift]
                    if self.own[rank] & bit:
                        continue
                    if rank or bit & enemies or len(lacking) == 3:
                        break  # not to be had by placing
                    lacking.append(anchor + shift)
                else:
                    for square in lacking:
                        weight = value / 4 ** len(lacking)
                        found[square] = max(found.get(square, 0), weight)
        return found

    def _answer(self, kind: str, move: Move) -> float:
        """An answer inside an effect, compared with 0 for "no"."""
        piece = self._piece(move.square)
        if kind in ("legend-colour", "odd-commons"):  # the lowest colour counts (R15.8)
            return -self._me["scores"][str(move.option)]  # type: ignore[no-any-return]
        if move.origin is not None:  # a step, perhaps over a piece
            return 0.5 - piece if self._piece(move.origin) > 0 else -0.5 - piece
        if kind in ("destroy", "leap-onto", "downgrade", "convert"):
            return -piece
        if kind == "upgrade":
            legend = move.square in self.ranks and self.ranks[move.square] + 1 == LEGENDARY
            return (3 if legend else 2) * (1 if piece > 0 else -1)
        if kind == "place":
            return 1 + self._placing(move.square)
        if kind == "pick-up":
            return -piece - self._company(move.square)
        if kind == "return":
            return -1
        return 0.5

    def _company(self, square: str | None) -> float:
        """How many pieces of one's own stand around a square."""
        near = NEAR[SQUARE_OF[square]] if square is not None else 0
        return (near & self.own[0]).bit_count() / 10
