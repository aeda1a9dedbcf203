"""Helpers to arrange a position once and then act through the public flow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from tashkalar import Game, cards
from tashkalar.position.board import DIRECTION_OF, DIRECTIONS, NAMES, RAYS, SQUARE_OF

LETTERS = {
    "c": "1 common",
    "h": "1 heroic",
    "l": "1 legendary",
    "C": "2 common",
    "H": "2 heroic",
    "L": "2 legendary",
}


Result = TypeVar("Result")


def finish(
    coroutine: Coroutine[Any, Any, Result],
    run: Callable[[Coroutine[Any, Any, Result]], Result] = asyncio.run,
) -> Result:
    """Run a coroutine to its end, as `asyncio.run` does, or by `run`.

    Once a browser test has run in a process, Playwright's own loop is running in its main thread
    until the end; then the coroutine gets a thread to itself.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return run(coroutine)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run, coroutine).result()


def run_out(steps: Iterable[object]) -> None:
    """Run a generator to its end and drop what it yields."""
    for _ in steps:
        pass


@contextmanager
def about(what: object) -> Iterator[None]:
    """Add to an error what it is about, in tests that check many things of one kind."""
    try:
        yield
    except Exception as error:
        error.add_note(f"This was about {what!s}.")
        raise


def drawn(picture: str) -> dict[str, str]:
    """A board drawn as nine lines from rank 9 down: ``c h l`` are yours, ``C H L`` the enemy's.

    Each line has nine letters, blanks between them do not matter, cut corners are ``.`` too.
    """
    lines = [line.replace(" ", "") for line in picture.strip().splitlines()]
    assert [len(line) for line in lines] == [9] * 9, "nine lines of nine letters are needed"
    return {
        "abcdefghi"[x] + str(9 - y): LETTERS[letter]
        for y, line in enumerate(lines)
        for x, letter in enumerate(line)
        if letter != "."
    }


def pattern_at(card: str, square: str, owner: int = 1) -> dict[str, str]:
    """The pieces a card needs to be summoned on a square, in its printed orientation."""
    s = SQUARE_OF[square]
    return {
        NAMES[s + dx - 9 * dy]: f"{owner} {rank}" for dx, dy, rank in cards.BEINGS[card].pattern
    }


def arrange(
    board: str | Mapping[str, str],
    *,
    hand: Sequence[str] = (),
    legends: Sequence[str] = (),
    flare: str | None = None,
    school: str = "northern",
    other: str = "sylvan",
    form: str = "duel",
    actions: int = 2,
    mine: Mapping[str, object] | None = None,
    theirs: Mapping[str, object] | None = None,
    turn: Mapping[str, object] | None = None,
    **more: object,
) -> Game:
    """A game with seat 1 to act: its hand, the board (drawn or by square), anything more."""
    return Game.from_scenario(
        {
            "form": form,
            "seats": [
                {
                    "school": school,
                    "hand": list(hand),
                    "legends": list(legends),
                    "flare": [flare] if flare else [],
                    **(mine or {}),
                },
                {"school": other, **(theirs or {})},
            ],
            "board": drawn(board) if isinstance(board, str) else dict(board),
            "turn": {"seat": 1, "actions": actions, **(turn or {})},
            **more,
        }
    )


def play(game: Game, *codes: str) -> Game:
    """Play codes one after another."""
    for code in codes:
        game.play(code)
    return game


def finish_turn(game: Game) -> None:
    """Place with all actions left, then end the turn without a claim."""
    while "." not in (codes := [move.code for move in game.legal_moves()]):
        game.play(codes[0])  # places come first
    game.play(".")


def turns_to_come(game: Game) -> list[int]:
    """Play the game to its end and return the players of the turns that follow."""
    found: list[int] = []
    while game.player is not None:
        found.append(game.player)
        finish_turn(game)
        assert len(found) < 30
    return found


def offered(game: Game) -> set[str]:
    """The codes that may be answered now, without the one for "no"."""
    return {move.code for move in game.legal_moves() if move.kind != "skip"}


def counted(game: Game) -> tuple[int, int]:
    """Return the number of a question among those like it, and their count; zeros if alone."""
    return game.prompt.number, game.prompt.of


def optional(game: Game) -> bool:
    """Tell whether the player may decline the open question (R10.2)."""
    return any(move.kind == "skip" for move in game.legal_moves())


def pieces(game: Game) -> dict[str, str]:
    """The board as a scenario writes it."""
    return {square: f"{piece.owner} {piece.rank}" for square, piece in game.board.items()}


def assert_idle(game: Game) -> None:
    """Check that no effect waits for an answer."""
    assert game.prompt.kind in ("turn", "end"), f"still asking: {game.prompt}"


def around(square: str, *directions: str) -> set[str]:
    """The squares next to a square, in the named directions (all eight without names)."""
    rays = RAYS[SQUARE_OF[square]]
    chosen = [DIRECTION_OF[name] for name in directions or DIRECTIONS]
    return {NAMES[rays[d][0]] for d in chosen if rays[d]}
