"""What no message of another device can do: every row is an attack, made with a legal log.

The attacker has the whole log and can compute; it lacks the secrets of the others. It sends its log
as any device does, and the attacked device takes it over as any device does.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tashkalar.far.far_game import FarGame
from tashkalar.far.log import FarError, Log
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tests.far import peers
from tests.far.peers import MELEE, play_turn, sent

TEAMS = ("high-form", ("northern", "sylvan", "highland", "everfrost"))
Forgery = Callable[[FarGame, int], None]


def device(far: FarGame, seat: int) -> FarGame:
    """Return the game on the device of the player of a seat."""
    own = sent(far)
    own.own_seat = SeatNumber(seat)
    return own


def refused(own: FarGame, forged: Log) -> FarError:
    """Return why a device does not take a log over; nothing has changed there."""
    log, game, turns = own.log, own.game, own.turn_to_take_back(own.own_seat)
    with pytest.raises(FarError) as error:
        own.receive(forged)
    assert (own.log, own.game, own.turn_to_take_back(own.own_seat)) == (log, game, turns)
    return error.value


# -- entries in the name of another player: each kind, each seat against each ---------------------


def plays(far: FarGame, seat: int) -> None:
    """Play the turn of a seat that is due."""
    assert far.due_seats == (seat,)
    play_turn(far, random.Random(seat))


def discards(far: FarGame, seat: int) -> None:
    """Let a seat that is due discard a being."""
    assert far.game is not None
    game = far.game.copy()
    move = next(move for move in game.legal_moves() if move.code.startswith("~"))
    game.play(move)
    while game.player == seat:
        game.play(game.legal_moves()[0])
    far.add_decisions(seat, game.codes[len(far.game.codes) :])


def resigns(far: FarGame, seat: int) -> None:
    far.add(seat, "resign")


def greets(far: FarGame, seat: int) -> None:
    far.add(seat, "greeting", {"word": "thanks"})


def asks_back(far: FarGame, seat: int) -> None:
    turn = far.turn_to_take_back(SeatNumber(seat))
    assert turn is not None
    far.add(seat, "take-back-asked", {"turn": turn.n})


def grants_back(far: FarGame, seat: int) -> None:
    far.add(seat, "take-back-granted")


def asks_and_grants(far: FarGame, seat: int) -> None:
    """Ask in the attacker's own name, and agree in the name of the other one."""
    other = next(entry.by for entry in reversed(far.log) if entry.by != seat)
    asks_back(far, other)
    grants_back(far, seat)


def played(form: str, schools: tuple[str, ...], due: int, *, teams: bool = False) -> FarGame:
    """Return a game in which every seat has played and `due` is to play."""
    far, choice = peers.begun(form, schools, teams=teams), random.Random(5)
    for _ in range(2 * len(schools)):
        play_turn(far, choice)
    while far.due_seats != (due,):
        play_turn(far, choice)
    return far


GAMES: dict[str, Callable[[int], FarGame]] = {
    "duel": lambda due: played("duel", ("northern", "sylvan"), due),
    "high-form": lambda due: played("high-form", ("northern", "sylvan"), due),
    "melee": lambda due: played(*MELEE, due),
    "teams": lambda due: played(*TEAMS, due, teams=True),
}
FORGERIES: tuple[tuple[str, Forgery], ...] = (
    ("turn", plays),
    ("turn", discards),
    ("resign", resigns),
    ("greeting", greets),
    ("take-back-asked", asks_back),
    ("take-back-granted", asks_and_grants),
)
ROWS = [
    pytest.param(name, victim, kind, act, id=f"{name}-{act.__name__}-as-{victim}")
    for name, seats in (("duel", 2), ("high-form", 2), ("melee", 3), ("teams", 4))
    for victim in range(1, seats + 1)
    for kind, act in FORGERIES
    if not (name in ("melee", "teams") and act in (resigns, discards))
]


@pytest.fixture(scope="module")
def games() -> dict[tuple[str, int], FarGame]:
    return {}


@pytest.mark.parametrize(("name", "victim", "kind", "forge"), ROWS)
def test_nobody_plays_in_my_name(
    name: str, victim: int, kind: str, forge: Forgery, games: dict[tuple[str, int], FarGame]
) -> None:
    if (name, victim) not in games:
        games[name, victim] = GAMES[name](victim)
    before = games[name, victim]
    attacker = sent(before)
    forge(attacker, victim)
    own = device(before, victim)
    error = refused(own, attacker.log)
    assert error.fault == "own" and [entry.kind for entry in error.entries] == [kind]
    # The attacker's next own entry does not hide it.
    for other in attacker.seat_names:
        if other != victim:
            attacker.add(other, "greeting", {"word": "hello"})
    assert refused(own, attacker.log).fault == "own"
    # On a device that only watches nothing is known, and the same player may use two devices.
    watching = device(before, NO_SEAT)
    assert watching.receive(attacker.log).kind == "newer"
    assert own.receive(attacker.log, is_own_confirmed=True).kind == "newer"
    assert own.log == attacker.log
