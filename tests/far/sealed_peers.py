"""Two devices that play with sealed hands, for the tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tashkalar.far.far_game import FarGame
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.game import Game
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.deal import make_setup
from tests.far.peers import sent

Devices = dict[int, FarGame]  # by the seat of their player


def hand(seat: int, secret: int) -> SealedHand:
    """Return the hand of a seat; the same number gives the same deck."""
    return SealedHand(SeatNumber(seat), f"{secret:064x}")


def accepted(
    form: str = "high-form",
    schools: Sequence[str] = ("northern", "sylvan"),
    *,
    inviter: int = 1,
    secrets: tuple[int, int] = (1, 2),
) -> Devices:
    """Return the devices after the invitation has been accepted; no deck is shuffled."""
    setup = make_setup(form, schools, seed="7")
    ann = FarGame.invite(setup, inviter, hand=hand(inviter, secrets[0]), is_sealed=True)
    bea = sent(ann)
    bea.accept(3 - inviter, "Bea", hand=hand(3 - inviter, secrets[1]))
    ann.receive(bea.log)
    return {inviter: ann, 3 - inviter: bea}


def begun(
    form: str = "high-form",
    schools: Sequence[str] = ("northern", "sylvan"),
    *,
    inviter: int = 1,
    secrets: tuple[int, int] = (1, 2),
) -> Devices:
    """Return the devices after both decks have been shuffled."""
    devices = accepted(form, schools, inviter=inviter, secrets=secrets)
    for seat in (inviter, 3 - inviter):
        devices[seat].add_due()
        pass_on(devices, seat)
    return devices


def pass_on(devices: Devices, seat: int) -> None:
    """Send the log of a seat to the other device."""
    devices[3 - seat].receive(devices[seat].log)


def the_game(far: FarGame) -> Game:
    """Return the game as the log tells it."""
    assert far.game is not None
    return far.game


def play(devices: Devices, *codes: str) -> None:
    """Make decisions of the seat that is due, and send them."""
    (seat,) = devices[1].due_seats
    devices[seat].add_decisions(seat, codes)
    pass_on(devices, seat)


def play_at_random(devices: Devices, choice: random.Random) -> None:
    """Make random decisions until another seat is due, seldom placements, and send them."""
    (seat,) = devices[1].due_seats
    game = devices[seat].game_to_show()
    before = len(game.codes)
    while game.player == seat:
        moves = game.legal_moves()
        rare = [move for move in moves if move.kind != "place"]
        game.play(choice.choice(rare if rare and choice.random() < 0.8 else moves))
    play(devices, *game.codes[before:])


def resign_and_open(devices: Devices) -> None:
    """End the game, and open both decks."""
    (seat,) = devices[1].due_seats
    devices[seat].add(seat, "resign")
    for opener in (seat, 3 - seat):
        devices[opener].add_due()
        pass_on(devices, opener)
