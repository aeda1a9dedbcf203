"""What the tests of several decks need: a card ready on a board, and the board afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tashkalar import Game, cards
from tashkalar.position.board import SQUARE_OF
from tests.support import arrange, assert_idle, optional, pattern_at, pieces, play

Board = Mapping[str, str]


def ready(card: str, square: str, more: Board | None = None, **rest: object) -> Game:
    """A game in which the card, the only one in hand, can be summoned on the square."""
    position = pattern_at(card, square) | dict(more or {})
    school = cards.BEINGS[card].deck
    return arrange(position, hand=[card], school=school, other="northern", **rest)  # type: ignore[arg-type]


def summon(card: str, square: str, more: Board | None = None, **rest: object) -> Game:
    """The same with the card summoned."""
    return play(ready(card, square, more, **rest), f"{card}@{square}")


def board(card: str, square: str, more: Board | None = None, /, **changes: str | None) -> Board:
    """The board after that summoning and these changes; None takes a piece away."""
    rank = cards.BEINGS[card].rank
    return changed(pattern_at(card, square) | dict(more or {}) | {square: f"1 {rank}"}, **changes)


def changed(before: Board, /, **changes: str | None) -> dict[str, str]:
    """A board with these changes; None takes a piece away."""
    new: dict[str, str | None] = {**before, **changes}
    return {square: piece for square, piece in new.items() if piece is not None}


def filled(number: int, taken: Iterable[str], piece: str = "1 common") -> dict[str, str]:
    """That many pieces on the first free squares from a3 upwards."""
    avoided = set(taken)
    free = [s for s in SQUARE_OF if s not in avoided and not s.endswith(("1", "2"))]
    return {square: piece for square in free[:number]}


def steps(origin: str, targets: Iterable[str]) -> set[str]:
    """The codes of the steps from a square."""
    return {f"{origin}-{target}" for target in targets}


def movers(game: Game) -> set[str]:
    """The squares of the pieces that may move now."""
    return {move.origin for move in game.legal_moves() if move.origin is not None}


def destroyed(game: Game, owner: int = 2) -> tuple[int, ...]:
    """How many common, heroic and legendary pieces of an owner were destroyed this turn."""
    return game.state.destroyed[3 * owner - 3 : 3 * owner]


def assert_declined(game: Game, after: Board) -> None:
    """The open question may be declined; that ends the effect with this board."""
    assert optional(game)
    play(game, "-")
    assert_idle(game)
    assert pieces(game) == after
