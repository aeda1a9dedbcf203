"""The recovery text of a player, with which a game goes on when a device is lost."""

from __future__ import annotations

import random

import pytest

from tashkalar.far.deck_check import check_decks
from tashkalar.far.far_game import FarGame
from tashkalar.far.log import FarError
from tashkalar.far.message import write_text
from tashkalar.far.recovery_text import (
    Recovery,
    holds_recovery,
    read_recovery,
    recover,
    write_recovery,
)
from tashkalar.far.signatures import SignedLog
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tests.far.peers import fair_devices, play_turn
from tests.far.sealed_peers import accepted, begun, hand, play, resign_and_open

ONE, TWO = SeatNumber(1), SeatNumber(2)


def restored(text: str) -> FarGame:
    """Return the game on a device that has only the recovery text."""
    recovery = read_recovery(text)
    far = FarGame.read(recovery.signed.log)
    recover(far, recovery)
    return far


def test_a_sealed_game_goes_on_from_the_text_of_its_beginning() -> None:
    devices = accepted()
    texts = {seat: write_recovery(devices[seat]) for seat in (1, 2)}
    for seat in (1, 2):
        assert read_recovery(texts[seat]).secret == hand(seat, seat).secret
        assert hand(seat, seat).secret not in write_text(devices[seat].log)
    devices = begun()
    play(devices, "+e5", ".")
    bea = restored(texts[2])
    with pytest.raises(FarError, match="this device has made no such"):
        bea.receive(devices[1].log)
    assert bea.receive(devices[1].log, is_own_confirmed=True).kind == "newer"
    shown, known = bea.game_to_show().state, devices[2].game_to_show().state
    assert (shown.hands, shown.decks) == (known.hands, known.decks)
    devices[2] = bea
    resign_and_open(devices)
    assert [check.fault for check in check_decks(devices[1])] == ["", ""]


def test_the_text_survives_mail_and_says_when_it_is_damaged() -> None:
    ann = begun()[1]
    ann.signing_key = "MIGHAgEA-_"
    text = write_recovery(ann)
    parts = [text[n : n + 70] for n in range(0, len(text), 70)]
    for mangled in (
        "Keep this:\n> " + "\n> ".join(parts) + "\nBest, Ann",
        f" {text} ",
        f"*{text}*",
    ):
        assert holds_recovery(mangled)
        recovery = read_recovery(mangled)
        assert recovery == (1, hand(1, 1).secret, "MIGHAgEA-_", (ann.log, {}))
    for damaged in (text[:-9], text[:30] + "f" + text[31:], text.replace(".1.", ".2.", 1)):
        assert holds_recovery(damaged)
        with pytest.raises(FarError, match="recovery text"):
            read_recovery(damaged)
    assert not holds_recovery(write_text(ann.log))


def test_a_text_fits_its_own_game_and_player_only() -> None:
    devices = begun()
    recovery = read_recovery(write_recovery(devices[1]))
    other = accepted()[2]
    with pytest.raises(FarError, match="nobody has seat"):
        recover(FarGame.read(other.log[:1]), recovery._replace(seat=TWO))
    with pytest.raises(FarError, match="not that of seat 2"):
        recover(FarGame.read(devices[1].log), recovery._replace(seat=TWO))
    with pytest.raises(FarError, match="neither a secret nor a key"):
        recover(FarGame.read(devices[1].log), recovery._replace(secret=""))
    with pytest.raises(FarError, match="seat 1 has no key in this game"):
        recover(FarGame.read(devices[1].log), recovery._replace(secret="", key="AAAA"))


def test_a_made_up_text_moves_nobody_to_another_seat() -> None:
    """Anybody can write one for an open game: it holds neither a secret nor a key of the seat."""
    devices = fair_devices()
    bea = devices[2]
    for key in ("", "AAAA"):
        hostile = Recovery(ONE, "", key, SignedLog(devices[1].log, {}))
        with pytest.raises(FarError):
            recover(bea, hostile)
        assert (bea.own_seat, bea.signing_key) == (TWO, "")


def test_there_is_a_text_as_long_as_there_is_something_to_keep() -> None:
    devices = fair_devices()
    assert write_recovery(devices[1]) == "", "the cards are dealt, and nobody signs"
    devices[1].signing_key = "key"
    assert write_recovery(devices[1])
    devices[1].own_seat = NO_SEAT
    assert write_recovery(devices[1]) == "", "only watches"
    devices[1].own_seat = ONE
    play_turn(devices[1], random.Random(1))
    devices[1].add(1, "resign")
    assert write_recovery(devices[1]) == "", "the game is over"
