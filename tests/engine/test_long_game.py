"""Games of thousands of moves; `tests/pyodide` runs this module in a browser's small stack."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from tashkalar import Game
from tashkalar.formats import save
from tashkalar.ui.session.session import Session
from tests.engine.playing import endless

SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType)  # what no game owns


def reference_depth(root: object) -> int:
    """Return the number of references to the most deeply nested object."""
    depth, level, seen = 0, [root], {id(root)}
    while level:
        following = []
        for referent in gc.get_referents(*level):
            if id(referent) not in seen and not isinstance(referent, SHARED):
                seen.add(id(referent))
                following.append(referent)
        depth, level = depth + 1, following
    return depth


def opened(text: str) -> Game:
    """The game of a long save, with the moves attached that were made again later."""
    game, history_steps = save.run_to_end(Game.open_in_steps(text))
    assert history_steps is not None
    game.attach_history(save.run_to_end(history_steps))
    return game


def pending(text: str) -> Game:
    """The game of a long save before its moves are made again."""
    return save.run_to_end(Game.open_in_steps(text)).game


def undone(text: str) -> Game:
    """A game with many decisions to redo."""
    game = Game.from_json(text)
    while game.can_undo:
        game.undo()
    return game


def renamed(text: str) -> Game:
    game = Game.from_json(text)
    game.rename(["Ada", "Bo"])
    return game


def shown(text: str) -> Session:
    """A game at the table, played move by move."""
    game = Game.from_json(text)
    codes = game.codes
    session = Session(undone(text), curtain=False)
    for code in codes:
        assert session.play_code(code)
        assert session.history
    return session


@pytest.mark.parametrize("make", [Game.from_json, opened, pending, undone, renamed, shown])
def test_no_move_refers_to_another(
    make: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The more objects hang on each other, the more stack Python needs to free them."""
    monkeypatch.setattr(save, "LONG_GAME_MOVES", 10)
    short, long = (reference_depth(make(endless(moves).to_json())) for moves in (150, 450))
    assert long <= short + 5, f"{short} references in a short game, {long} in a long one"


@pytest.mark.parametrize("moves", [4_000, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.skipif(sys.platform != "emscripten", reason="only a browser's stack is so small")
def test_a_long_game_is_let_go(moves: int) -> None:
    """Played, copied, renamed, saved and loaded; an overflow would end the interpreter."""
    game = endless(5 * moves // 3)
    assert len(game.history()) > moves
    text, copy = game.to_json(), game.copy()
    game.rename(["Ada", "Bo"])
    del game
    for _ in range(100):
        copy.undo()
    copy.play(copy.legal_moves()[-1])
    del copy
    game = opened(text)
    assert game.to_json() == text
    del game
