"""Helpers for the tests of several decks: a card ready on a board, and the board afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tashkalar import Game, cards
from tashkalar.position.board import SQUARE_OF
from tests.support import around, arrange, assert_idle, optional, pattern_at, pieces, play

Board = Mapping[str, str]
BORDER = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1 g1 c9 d9 e9 f9 g9 b2 b8 h2 h8"


def ready(card: str, square: str, more: Board | None = None, **rest: object) -> Game:
    """A game in which the card, the only one in hand, can be summoned on the square."""
    position = pattern_at(card, square) | dict(more or {})
    being = cards.BEINGS[card]
    if being.rank == "legendary":
        return arrange(position, legends=[card], **rest)  # type: ignore[arg-type]
    school = "northern" if being.deck == "imperial" else being.deck
    other = "sylvan" if school == "northern" else "northern"
    return arrange(position, hand=[card], school=school, other=other, **rest)  # type: ignore[arg-type]


def summon(card: str, square: str, more: Board | None = None, **rest: object) -> Game:
    """Return the game of `ready` with the card summoned on a square."""
    return play(ready(card, square, more, **rest), f"{card}@{square}")


def summoned(card: str, more: Board | None = None, *answers: str, **rest: object) -> Game:
    """Return the game with the card summoned on e5 and its questions answered."""
    return play(summon(card, "e5", more, **rest), *answers)


def board(card: str, square: str, more: Board | None = None, /, **changes: str | None) -> Board:
    """The board after that summoning and these changes; None takes a piece away."""
    rank = cards.BEINGS[card].rank
    return changed(pattern_at(card, square) | dict(more or {}) | {square: f"1 {rank}"}, **changes)


def board_after(card: str, more: Board | None = None, /, **changes: str | None) -> Board:
    """Return the board after the card was summoned on e5, with these changes."""
    return board(card, "e5", more, **changes)


def changed(before: Board, /, **changes: str | None) -> dict[str, str]:
    """A board with these changes; None takes a piece away."""
    new: dict[str, str | None] = {**before, **changes}
    return {square: piece for square, piece in new.items() if piece is not None}


def filled(number: int, taken: Iterable[str], piece: str = "1 common") -> dict[str, str]:
    """Return a board with so many pieces on the first free squares from a3 upwards."""
    avoided = set(taken)
    free = [s for s in SQUARE_OF if s not in avoided and not s.endswith(("1", "2"))]
    return {square: piece for square in free[:number]}


def crowd(card: str, piece: str, number: int, more: Board | None = None) -> dict[str, str]:
    """Pieces at the border until their owner has so many common and heroic ones."""
    found = dict(more or {})
    taken = pattern_at(card, "e5") | found
    have = sum(there[0] == piece[0] and "legendary" not in there for there in taken.values())
    free = [square for square in BORDER.split() if square not in taken]
    return found | dict.fromkeys(free[: number - have], piece)


def seated(
    on: Board,
    first: Mapping[str, object],
    *schools: str,
    improvised: Mapping[int, list[int]] | None = None,
    turn: Mapping[str, object] | None = None,
    **more: object,
) -> Game:
    """A melee, or with teams=True a duel in teams; seat 1 acts, nobody improvises unless said."""
    seats: list[dict[str, object]] = [{"legends": [], "flare": [], **first}]
    seats += [{"school": school} for school in schools]
    form = "duel" if more.get("teams") else "melee"
    if form == "melee":
        for number, seat in enumerate(seats, 1):
            seat["improvised"] = (improvised or {}).get(number, [])
    whose = {"seat": 1, "actions": 2, **(turn or {})}
    return Game.from_scenario(
        {"form": form, "seats": seats, "board": dict(on), "turn": whose, **more}
    )


def steps(origin: str, targets: Iterable[str]) -> set[str]:
    """The codes of the steps from a square."""
    return {f"{origin}-{target}" for target in targets}


def steps_over(on: Board, *origins: str, over: tuple[str, ...] = ()) -> set[str]:
    """The codes of the steps from some squares onto empty ones and pieces of the given ranks."""
    return {
        code
        for origin in origins
        for target in around(origin)
        if on.get(target, "0 empty").split()[1] in ("empty", *over)
        for code in steps(origin, [target])
    }


def empty(game: Game) -> set[str]:
    """The empty squares."""
    return set(SQUARE_OF) - set(game.board)


def placements(game: Game, card: str, square: str) -> dict[frozenset[str], str]:
    """The codes to summon the card on a square, by their marked squares or their arrows."""
    return {
        move.match.marked or frozenset(move.match.directions): move.code
        for move in game.legal_moves()
        if move.card == card and move.square == square and move.match
    }


def movers(game: Game) -> set[str]:
    """The squares of the pieces that may move now."""
    return {move.origin for move in game.legal_moves() if move.origin is not None}


def destroyed(game: Game, owner: int = 2) -> tuple[int, ...]:
    """Return an owner's common, heroic and legendary pieces destroyed this turn, as numbers."""
    return game.state.destroyed[3 * owner - 3 : 3 * owner]


def assert_declined(game: Game, after: Board) -> None:
    """The open question may be declined; that ends the effect with this board."""
    assert optional(game)
    play(game, "-")
    assert_idle(game)
    assert pieces(game) == after
