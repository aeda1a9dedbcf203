"""Tests that golden games replay to the same position everywhere; see `tests/golden`."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.formats.checkpoint import state_hash
from tashkalar.formats.record import result
from tests import golden


@pytest.fixture(params=golden.NAMES)
def stored(request: pytest.FixtureRequest) -> golden.Golden:
    """Return each golden game."""
    return golden.load(request.param)


def test_replays_to_the_same_position(stored: golden.Golden) -> None:
    game = stored.game
    assert game.is_over
    assert state_hash(game.state) == stored.hash
    # Played decision by decision, as the page does it.
    again = stored.start()
    for code in game.codes:
        again.play(code)
    assert state_hash(again.state) == stored.hash
    assert f"Result: {result(again.outcome)}\n" in stored.text
    assert again.record() == game.record()
    assert golden.text_of(again) == stored.text


def test_undone_to_the_start_and_redone(stored: golden.Golden) -> None:
    game = stored.game
    number = len(game.codes)
    for _ in range(number):
        game.undo()
    assert not game.can_undo
    assert state_hash(game.state) == state_hash(stored.start().state)
    for _ in range(number):
        game.redo()
    assert not game.can_redo
    assert state_hash(game.state) == stored.hash


def test_saved_in_the_middle_of_every_tenth_decision(stored: golden.Golden) -> None:
    codes = stored.game.codes
    for number in range(0, len(codes), 10):
        game = stored.start()
        for code in codes[:number]:
            game.play(code)
        loaded = Game.from_json(game.to_json())
        assert loaded.legal_moves() == game.legal_moves()
        assert loaded.prompt == game.prompt
        for code in codes[number:]:
            loaded.play(code)
        assert state_hash(loaded.state) == stored.hash


@pytest.mark.parametrize("name", golden.NAMES)
def test_hold_what_they_should(name: str) -> None:
    """Each game shows all that its kind should, and none is long."""
    table, game = golden.TABLES[name], golden.load(name).game
    assert table.wanted <= golden.contents(game)
    assert len(game.codes) <= table.longest
    setup = game.setup
    assert (setup.form, len(setup.schools), setup.teams) == (table.form, table.seats, table.teams)
    assert set(setup.schools) <= set(table.schools)


def test_together_hold_everything() -> None:
    kinds = set().union(*(golden.contents(golden.load(name).game) for name in golden.NAMES))
    assert kinds == set(golden.KINDS)
