"""Two players who exchange messages, for the tests of logs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from tashkalar.far.far_game import FarGame
from tashkalar.far.log import Entry, Log
from tashkalar.far.message import read_message, write_text
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.rules.deal import make_setup

FIRST_FORM = dict[str, str](
    line.split() for line in (Path(__file__).parent / "first_form.txt").read_text().splitlines()
)
"""Logs of the first form, whose promises are weaker, as the version before wrote them."""

EXTRA_TURN = (Path(__file__).parent / "extra_turn.txt").read_text().strip()
"""The log of a duel whose last entry holds a turn and the extra turn that it has gained."""

MELEE = ("melee", ("northern", "sylvan", "highland"))


def invitation(
    form: str = "duel",
    schools: Sequence[str] = ("northern", "sylvan"),
    *,
    seat: int = 1,
    seed: str = "7",
    teams: bool = False,
) -> FarGame:
    """Return a game with an invitation by Ann, whose seed lies open."""
    names = ["Ann" if number == seat else "" for number in range(1, len(schools) + 1)]
    return FarGame.invite(make_setup(form, schools, seed=seed, names=names, teams=teams), seat)


def fair_devices(
    form: str = "high-form",
    schools: Sequence[str] = ("northern", "sylvan"),
    *,
    teams: bool = False,
) -> dict[int, FarGame]:
    """Return the devices of a game whose seed all players decide, by seat; Ann has invited."""
    hand = SealedHand(SeatNumber(1), f"{7:064x}")
    ann = FarGame.invite(make_setup(form, schools, teams=teams), 1, hand=hand)
    devices = {1: ann}
    for other, name in zip(ann.free_seats, ("Bea", "Cleo", "Dan"), strict=False):
        devices[other] = FarGame.read(ann.log[:1])
        devices[other].accept(other, name)
        ann.receive(devices[other].log)
    ann.add_due()
    for seat in devices.keys() - {1}:
        devices[seat].receive(ann.log)
    return devices


def begun(
    form: str = "duel", schools: Sequence[str] = ("northern", "sylvan"), *, teams: bool = False
) -> FarGame:
    """Return a game in which all seats are taken, by players of one device."""
    far = invitation(form, schools, teams=teams)
    for seat, name in zip(far.free_seats, ("Bea", "Cleo", "Dan"), strict=False):
        far.accept(seat, name)
    far.own_seat = NO_SEAT
    return far


def play_turn(far: FarGame, choice: random.Random) -> None:
    """Make random decisions for the seat that is due, until another seat is."""
    assert far.game is not None
    seat = far.game.player
    assert seat is not None
    game, before = far.game.copy(), len(far.game.codes)
    while game.player == seat:
        game.play(choice.choice(game.legal_moves()))
    far.add_decisions(seat, game.codes[before:])


def sent(far: FarGame) -> FarGame:
    """Return the game as another device reads it from a message."""
    return FarGame.read(read_message(write_text(far.log)))


def filled_with_greetings(log: Log, count: int) -> Log:
    """Return a log with so many greetings of seat 1 at its end, as older versions allowed."""
    for _ in range(count):
        last = log[-1]
        data = {"word": "hello"}
        entry = Entry(last.n + 1, SeatNumber(1), last.hash, "greeting", data, last.state)
        log = (*log, entry)
    return log
