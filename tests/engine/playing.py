"""Random games for tests of the text forms."""

from __future__ import annotations

from collections.abc import Iterator

from tashkalar import Game, new_game
from tashkalar.bots.simple import RandomPlayer, take_decision
from tests.support import run_out


def random_game(
    form: str = "duel", seed: object = 1, decisions: int = 10_000, **more: object
) -> Game:
    """A game played at random, to its end or for so many decisions."""
    game = new_game(form, ["northern", "sylvan"], seed=str(seed), **more)  # type: ignore[arg-type]
    run_out(steps(game, seed, decisions))
    return game


def steps(game: Game, seed: object = 1, decisions: int = 10_000) -> Iterator[Game]:
    """The game again after each random decision."""
    player = RandomPlayer(seed)
    for _ in range(decisions):
        if game.is_over:
            return
        take_decision(game, player)
        yield game


def in_mid_effect(game: Game) -> bool:
    """Tell whether a move is being carried out."""
    return bool(game.saved_game().open_move)


def mid_effect_game(form: str = "duel", seed: object = 1) -> Game:
    """A random game at a question that came after an answer inside an effect."""
    game = random_game(form, seed, 40)
    for _ in steps(game, seed):
        if len(game.saved_game().open_move) > 1:
            return game
    raise AssertionError("no such question")


def assert_equal(game: Game, other: Game) -> None:
    """The same position, decisions and questions."""
    assert game.state.key() == other.state.key()
    assert game.settled_state.key() == other.settled_state.key()
    assert game.codes == other.codes
    assert game.saved_game().open_move == other.saved_game().open_move
    assert game.legal_moves() == other.legal_moves()
    assert game.prompt == other.prompt
    assert game.outcome == other.outcome


def endless(moves: int) -> Game:
    """A game in which nobody gets anywhere: a piece is placed, and the turn ended."""
    game = new_game("duel", ["northern", "sylvan"], seed=3)
    game.play(game.legal_moves()[0])
    game.play(game.legal_moves()[0])
    move_count = 0
    while move_count < moves or game.open_move:
        move_count += 1
        offered = game.legal_moves()
        quiet = [move for move in offered if move.kind == "end"]
        game.play(quiet[0] if quiet else next(m for m in offered if m.kind in ("place", "choose")))
    return game
