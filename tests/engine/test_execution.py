"""A deed and what has come of it go there and back as text: in whole games, for every school."""

from __future__ import annotations

import random

import pytest

from tashkalar import Game, cards, new_game
from tashkalar.cards.schools import built_in_schools
from tashkalar.errors import IllegalMove
from tashkalar.formats import execution_json as texts
from tashkalar.history import game_history
from tashkalar.position.board import LEGENDARY, RANK_OF
from tashkalar.position.state import GameState
from tashkalar.rules.execution import Execution, ExecutionResult, carry_out


def fields(state: GameState) -> dict[str, object]:
    return {name: getattr(state, name) for name in GameState.__slots__}


def through_text(execution: Execution) -> ExecutionResult:
    """Return the answer of a pack's worker, for the beings that could be those of a pack."""
    card = cards.BEINGS.get(execution.move.card or "")
    if execution.move.kind != "summon" or card is None or RANK_OF[card.rank] == LEGENDARY:
        return carry_out(execution)
    there = texts.read_execution(texts.write_execution(execution))
    assert (there[1:], fields(there.state_before)) == (
        execution[1:],
        fields(execution.state_before),
    )
    done = carry_out(there)
    back = texts.read_result(texts.write_result(done), execution)
    assert (back[1:], fields(back.state)) == (done[1:], fields(done.state))
    return back


def some_game(seed: int) -> Game:
    rng = random.Random(seed)
    form, seats, teams = (("duel", 2, False), ("melee", 3, False), ("high-form", 4, True))[seed % 3]
    return new_game(form, rng.sample(built_in_schools(), seats), teams=teams, seed=seed)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, rng = some_game(seed), random.Random(seed)
    for _ in range(150):
        moves = plain.legal_moves()
        acts = [move for move in moves if move.kind in ("summon", "choose")]
        if not moves:
            break
        plain.play(rng.choice(acts or moves))
    monkeypatch.setattr(game_history, "carry_out", through_text)
    asked = some_game(seed)
    for code in plain.codes:
        asked.play(code)
    assert any(entry.move.kind == "summon" for entry in plain.history())
    assert asked.to_json() == plain.to_json()
    assert [entry.events for entry in asked.history()] == [e.events for e in plain.history()]


def test_a_move_that_is_not_legal_there() -> None:
    one = some_game(0)
    move = one.legal_moves()[0]
    execution = Execution(one.state, move._replace(code="+e5"), (), ())
    with pytest.raises(IllegalMove):
        texts.read_execution(texts.write_execution(execution))
