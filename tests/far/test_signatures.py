"""Signatures of a log: each player signs the own last entry, and others can tell."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tashkalar.far.far_game import FarGame
from tashkalar.far.log import FarError
from tashkalar.far.message import (
    read_message,
    read_signed_message,
    write_file,
    write_text,
)
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.far.signatures import (
    SignedLog,
    needs_signature,
    public_keys,
    signature_states,
    signed_content,
)
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.deal import make_setup
from tests.far.peers import play_turn, sent
from tests.far.test_far_command import Shell, shell

__all__ = ["shell"]
ONE, TWO = SeatNumber(1), SeatNumber(2)
KEYS = {ONE: "B" + "a" * 86, TWO: "B" + "b" * 86}


def fake_signature(key: str, content: bytes) -> str:
    """Return a stand-in for a signature, which tells the key and what was signed."""
    return (key[1:9] + content[-32:].decode()).ljust(86, "_")


def verify(key: str, signature: str, content: bytes) -> bool:
    return signature == fake_signature(key, content)


def accepted() -> FarGame:
    """Return a game in which both players have public keys, and Bea has accepted."""
    hand = SealedHand(ONE, "1" * 64)
    far = FarGame.invite(make_setup("duel", ("northern", "sylvan")), 1, hand=hand, key=KEYS[ONE])
    bea = sent(far)
    bea.accept(2, "Bea", key=KEYS[TWO])
    far.receive(bea.log)
    return far


def sign(far: FarGame, seat: SeatNumber) -> None:
    content = signed_content(far.log, seat)
    assert content is not None
    far.signatures = {**far.signatures, seat: fake_signature(KEYS[seat], content)}


def states(far: FarGame) -> dict[SeatNumber, str]:
    return dict(signature_states(SignedLog(far.log, far.signatures), far.keys, verify))


def test_one_signature_of_a_seat_covers_all_that_it_has_done() -> None:
    far = accepted()
    assert far.keys == KEYS and states(far) == {ONE: "unsigned", TWO: "unsigned"}
    sign(far, ONE)
    sign(far, TWO)
    assert states(far) == {ONE: "signed", TWO: "signed"}
    far.add_due()  # Ann deals, so her signature is too old, and Bea's is not
    assert states(far) == {ONE: "unsigned", TWO: "signed"}
    sign(far, ONE)
    # Somebody resigns in Bea's name, and puts her old signature to it.
    forged, old = far.copy(), far.signatures
    forged.add(2, "resign")
    forged.signatures = old
    assert states(forged) == {ONE: "signed", TWO: "false"}
    # An earlier entry of hers is changed, and all hashes with it.
    other = FarGame.read(far.log[:1])
    other.add(2, "accept", {**far.log[1].data, "name": "Boris"})
    other.signatures = old
    assert states(other)[TWO] == "false"


def test_a_log_that_grows_keeps_the_signatures_that_still_fit() -> None:
    far = accepted()
    far.add_due()
    sign(far, ONE)
    bea = sent(far)
    bea.own_seat = TWO
    sign(bea, TWO)
    assert far.receive(bea.log, signatures=bea.signatures).kind == "same"
    assert states(far) == {ONE: "signed", TWO: "signed"}, "from a message without other news"
    play_turn(bea, random.Random(1))
    sign(bea, TWO)
    before = far.signatures
    assert far.receive(bea.log, signatures=bea.signatures).kind == "newer"
    assert far.signatures == {ONE: before[ONE], TWO: bea.signatures[TWO]}
    assert states(far) == {ONE: "signed", TWO: "signed"}
    play_turn(far, random.Random(2))
    assert states(far) == {ONE: "unsigned", TWO: "signed"}, "an own signature is never too old"
    bare = far.copy()
    bare.signatures = {}
    bea.receive(bare.log, signatures={})
    assert states(bea) == {ONE: "unsigned", TWO: "signed"}


def test_public_keys_are_found_before_the_rules_are_checked() -> None:
    far = accepted()
    assert public_keys(far.log) == KEYS
    assert needs_signature(SignedLog(far.log, {}), TWO)
    sign(far, TWO)
    assert not needs_signature(SignedLog(far.log, far.signatures), TWO)
    wrong = far.log[0]._replace(data={**far.log[0].data, "key": 5})
    assert public_keys((wrong, *far.log[1:])) == {TWO: KEYS[TWO]}


def test_messages_carry_signatures_and_work_without_them() -> None:
    far = accepted()
    sign(far, ONE)
    for text in (write_text(far.log, far.signatures), write_file(far.log, far.signatures)):
        assert read_signed_message(text) == (far.log, far.signatures)
        assert read_message(text) == far.log
    for text in (write_text(far.log), write_file(far.log)):
        assert read_signed_message(text) == (far.log, {})
    content = json.loads(write_file(far.log, far.signatures))
    wrong: tuple[object, ...] = ({"5": "a" * 86}, {"1": "a" * 85}, {"1": "!" * 86}, [])
    for signed in wrong:
        with pytest.raises(FarError, match="signed"):
            read_message(json.dumps({**content, "signed": signed}))


def test_keys_are_for_two_players_and_for_the_second_form() -> None:
    far = accepted()
    bea = FarGame.read(far.log[:1])
    for key in (KEYS[ONE], "a" * 86):
        with pytest.raises(FarError, match="key"):
            bea.accept(2, key=key)
    data = far.log[0].data
    first_form = {"setup": data["setup"], "key": KEYS[ONE]}
    with pytest.raises(FarError, match="no such key"):
        FarGame().add(1, "invite", first_form)


# -- with real keys, on the command line -----------------------------------------------------------


@pytest.fixture
def signed(shell: Shell, tmp_path: Path) -> tuple[str, dict[int, tuple[str, str]]]:
    """Return a signed game in which Ann has dealt, and the options of both players."""
    pytest.importorskip("cryptography", reason="an extra of the package")
    secrets = {seat: ("--secret", str(tmp_path / f"{seat}.key")) for seat in (1, 2)}
    log = shell.far("new", "--form", "duel", "--sign", *secrets[1])
    log = shell.far("accept", "--log", log, "--sign", *secrets[2], "--name", "Bea")
    return shell.far("begin", "--log", log, *secrets[1]), secrets


def test_a_signed_game_is_shown_as_signed_and_a_forged_one_is_refused(
    shell: Shell, signed: tuple[str, dict[int, tuple[str, str]]]
) -> None:
    log, secrets = signed
    assert shell.far("show", "--log", log).splitlines()[-3:-1] == [
        "seat 1: signed",
        "seat 2: signed",
    ]
    log = shell.far("turn", "--log", log, *secrets[2], "--player", "random")
    log = shell.far("turn", "--log", log, *secrets[1], "--player", "random")
    far, signatures = FarGame.read(read_message(log)), read_signed_message(log).signatures
    assert len(signatures) == 2
    # Ann resigns in Bea's name: without a signature, with the old one, with her own.
    far.add(2, "resign")
    unsigned = write_text(far.log, {ONE: signatures[ONE]})
    assert "seat 2: unsigned" in shell.far("show", "--log", unsigned)
    assert "lack the signature of this player" in shell.refusal(
        "greet", "hello", "--log", unsigned, *secrets[2]
    )
    for forged in (signatures[TWO], signatures[ONE], "a" * 86):
        text = write_text(far.log, {**signatures, TWO: forged})
        assert "the signature of seat 2 is not that of its player" in shell.refusal(
            "show", "--log", text
        )
    # A page has left the signatures out: Bea gives the log that she wrote last.
    bare = write_text(read_message(log))
    assert "seat 1: unsigned" in shell.far("show", "--log", bare)
    own = ("--own", log, "--seat", "2")
    again = shell.far("turn", "--log", bare, *secrets[2], *own, "--player", "random")
    assert "seat 2: signed" in shell.far("show", "--log", again)


def test_a_signature_lengthens_a_link_by_some_hundred_characters(
    signed: tuple[str, dict[int, tuple[str, str]]],
) -> None:
    message = read_signed_message(signed[0])
    both, none = write_text(message.log, message.signatures), write_text(message.log)
    assert 150 < len(both) - len(none) < 300
