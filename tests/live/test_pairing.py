"""Pairing codes: what comes back, and what damaged and hostile codes are answered."""

from __future__ import annotations

import base64
from hashlib import sha256
from string import ascii_letters, digits

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar.far.message import holds_pairing_code
from tashkalar.live.pairing import (
    LONGEST_CODE,
    MOST_ADDRESSES,
    PREFIX,
    Address,
    Pairing,
    PairingError,
    other_description,
    read_code,
    read_description,
    write_code,
)
from tests.manglings import EVERY_TEXT, LINKS

DIGITS = ":".join(f"{number:02X}" for number in range(32))
CHROMIUM = f"""v=0\r
o=- 7408370021793240988 2 IN IP4 127.0.0.1\r
m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r
a=candidate:40 1 udp 2113937151 21e13608-4cce-43d4-b7df-55f593563568.local 54027 typ host\r
a=ice-ufrag:rZ53\r
a=ice-pwd:qa9YoBS67v7jSGcze7qh1ZnG\r
a=fingerprint:sha-256 {DIGITS}\r
a=setup:actpass\r
"""
FIREFOX = f"""v=0\r
a=fingerprint:sha-256 {DIGITS}\r
a=candidate:0 1 UDP 2122187007 f528b3e8-3be1-4202-a475-48bfd94a6de2.local 53323 typ host\r
a=candidate:1 1 UDP 2122252543 192.168.1.20 39594 typ host\r
a=candidate:2 1 TCP 2105458943 192.168.1.20 9 typ host tcptype active\r
a=candidate:3 1 UDP 1686052607 2001:db8::7 40000 typ srflx raddr 0.0.0.0 rport 0\r
a=ice-pwd:829a7157d4314f110fe02146250513b4\r
a=ice-ufrag:77ea7476\r
"""

NINE = tuple(Address("ipv4", bytes((10, 0, 0, number)), 5000) for number in range(9))
SIGNS = st.sampled_from("ABCXYZabcxyz0189+/")
URL_SIGNS = f"{ascii_letters}{digits}-_"  # of a code
PORTS = st.integers(1, 65535)
ADDRESSES = st.one_of(
    st.builds(Address, st.just("name"), st.binary(min_size=16, max_size=16), PORTS),
    st.builds(Address, st.just("ipv4"), st.binary(min_size=4, max_size=4), PORTS, st.booleans()),
    st.builds(Address, st.just("ipv6"), st.binary(min_size=16, max_size=16), PORTS, st.booleans()),
)
PAIRINGS = st.builds(
    Pairing,
    st.text(SIGNS, min_size=4, max_size=64),
    st.text(SIGNS, min_size=22, max_size=64),
    st.binary(min_size=32, max_size=32),
    st.lists(ADDRESSES, max_size=MOST_ADDRESSES, unique=True).map(tuple),
)


def fault(text: str) -> str:
    with pytest.raises(PairingError) as error:
        read_code(text)
    return error.value.fault


def signed(content: bytes) -> str:
    """Return the code of any bytes, with the check that belongs to them."""
    whole = content + sha256(content).digest()[:2]
    return PREFIX + base64.urlsafe_b64encode(whole).rstrip(b"=").decode()


def test_a_description_is_read_and_a_code_is_short() -> None:
    pairing = read_description(CHROMIUM)
    assert pairing.fingerprint == bytes(range(32))
    assert [address.text for address in pairing.addresses] == [
        "21e13608-4cce-43d4-b7df-55f593563568.local"
    ]
    code = write_code(pairing)
    assert len(code) == 108
    assert read_code(f"https://example.org/game/#far={code}") == pairing
    assert read_code(f"My code:\n{code[:50]}\r\n{code[50:]}\n") == pairing
    assert read_code(f"Scan or paste {code} please") == pairing


@pytest.mark.parametrize("mangling", EVERY_TEXT | LINKS)
@pytest.mark.parametrize("description", [CHROMIUM, FIREFOX], ids=["one address", "three"])
def test_a_mangled_code_is_read_as_it_was(mangling: str, description: str) -> None:
    pairing = read_description(description)
    mangle = (EVERY_TEXT | LINKS)[mangling]
    link = mangle(f"https://example.org/game/#far={write_code(pairing)}")
    assert read_code(link) == pairing and holds_pairing_code(link)
    if mangling in EVERY_TEXT:
        code = mangle(write_code(pairing))
        assert read_code(code) == pairing and holds_pairing_code(code)


def test_of_several_codes_the_last_is_taken() -> None:
    first, second = read_description(CHROMIUM), read_description(FIREFOX)
    assert read_code(f"{write_code(first)}\nBetter this one: {write_code(second)}") == second
    assert read_code(f"{write_code(first)}\n{write_code(second)[:90]}...") == first


def test_what_other_protocols_and_servers_say() -> None:
    addresses = read_description(FIREFOX).addresses
    assert [(a.text, a.port, a.is_seen_by_server) for a in addresses] == [
        ("f528b3e8-3be1-4202-a475-48bfd94a6de2.local", 53323, False),
        ("192.168.1.20", 39594, False),
        ("2001:0db8:0000:0000:0000:0000:0000:0007", 40000, True),
    ]
    many = CHROMIUM + "".join(
        f"a=candidate:1 1 udp 1 10.0.0.{number} 5000 typ host\r\n" for number in range(20)
    )
    assert len(read_description(many).addresses) == MOST_ADDRESSES


@pytest.mark.parametrize("part", ["ice-ufrag", "ice-pwd", "fingerprint:sha-256"])
def test_a_description_without_a_needed_part(part: str) -> None:
    with pytest.raises(PairingError) as error:
        read_description(CHROMIUM.replace(part, "x"))
    assert error.value.fault == "browser"


@settings(deadline=None)
@given(PAIRINGS, PAIRINGS)
def test_both_ends_describe_each_other(one: Pairing, two: Pairing) -> None:
    """Exactly one of them opens the encrypted channel, and the other one waits for that."""
    assert read_code(write_code(one)) == one
    if one.fingerprint == two.fingerprint:
        return
    told = other_description(two, one), other_description(one, two)
    assert [read_description(text) for text in told] == [one, two]
    roles = [text.partition("a=setup:")[2].partition("\r\n")[0] for text in told]
    assert sorted(roles) == ["active", "passive"]


def test_the_own_code_is_named() -> None:
    pairing = read_description(CHROMIUM)
    with pytest.raises(PairingError) as error:
        other_description(pairing, pairing)
    assert error.value.fault == "own"


def test_a_code_that_was_cut_or_changed() -> None:
    pairing = read_description(FIREFOX)
    code = write_code(pairing)
    for cut in range(len(PREFIX) + 1, len(code)):
        assert fault(code[:cut]) == "code"
    unnoticed = []
    for place in range(len(PREFIX), len(code)):
        for sign in URL_SIGNS:
            changed = code[:place] + sign + code[place + 1 :]
            try:
                if read_code(changed) != pairing:
                    unnoticed.append(changed)
            except PairingError as error:
                assert error.fault == "code"
    # The check has 16 bits, so that one change in 65,536 passes, and the connection then fails.
    assert len(unnoticed) <= 2, unnoticed


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_give_an_end_or_a_reason(content: bytes) -> None:
    """No code can write a line of its own into a description."""
    for text in (signed(content), signed(b"\x01" + content)):
        try:
            pairing = read_code(text)
        except PairingError:
            continue
        other = pairing._replace(fingerprint=bytes(32))
        lines = other_description(other, pairing).splitlines()
        assert len(lines) == 15 + len(pairing.addresses)


def test_what_is_no_code() -> None:
    assert fault("") == fault("hello") == fault(PREFIX) == "code"
    assert fault(PREFIX + "A" * (LONGEST_CODE + 1)) == "code"
    assert fault(signed(b"\x02" + bytes(80))) == "version"
    assert fault(signed(b"\x01\x04\x16" + bytes(20 + 32) + b"\x03" + bytes(18))) == "code"
    many = write_code(read_description(CHROMIUM)._replace(addresses=NINE))
    assert fault(many) == "code"
    name = b"\x01\x04\x16" + bytes(20 + 32) + b"\x00" + bytes(16)
    assert fault(signed(name + b"\x00\x00")) == "code", "no browser has the port 0"
    assert read_code(signed(name + b"\x00\x01")).addresses[0].port == 1
