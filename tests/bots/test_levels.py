"""The planning players: legal everywhere, deterministic, blind to what is hidden."""

from __future__ import annotations

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.levels import PLAYERS
from tashkalar.bots.simple import KeenPlayer, take_decision
from tests.games.invariants import with_other_secrets

TABLES = [
    ("high-form", ["nethervoid", "everfrost"], False),
    ("duel", ["etherweave", "highland", "sylvan", "northern"], True),
    ("melee", ["everfrost", "etherweave", "nethervoid"], False),
]


def opened(form: str, schools: list[str], teams: bool, decisions: int) -> Game:
    """A game some way on, played by keen players, at the beginning of a turn."""
    game = new_game(form, schools, teams=teams, seed=7)
    players = [KeenPlayer(n) for n in range(len(schools))]
    while len(game.codes) < decisions or game.view(1)["open"] or game.state.actions != 2:
        assert game.player is not None
        take_decision(game, players[game.player - 1])
    return game


@pytest.mark.parametrize(("form", "schools", "teams"), TABLES)
def test_adept_plays_on_from_anywhere(form: str, schools: list[str], teams: bool) -> None:
    game = opened(form, schools, teams, 60)
    twin = game.copy()
    for table in (game, twin):
        players = [PLAYERS["adept"](n) for n in range(len(schools))]
        turn = table.state.turn
        while table.player is not None and table.state.turn < turn + 4:
            take_decision(table, players[table.player - 1])
    assert game.codes == twin.codes


def test_what_is_hidden_changes_no_choice() -> None:
    game = opened("duel", ["sylvan", "everfrost"], False, 60)
    assert game.player is not None
    state, seat = game.state, game.player
    choices = set()
    for secret in range(3):
        other = Game(with_other_secrets(state, seat - 1, secret))
        player = PLAYERS["adept"](1)
        choices.add(player.choose(other.view(seat), other.prompt, other.legal_moves()).code)
    assert len(choices) == 1
