"""Pairing codes: all that a browser needs to find another one, in about a hundred characters.

A browser describes its end of a connection in the Session Description Protocol (RFC 8866). A code
holds what differs from browser to browser: the two secrets of ICE (RFC 8445), the fingerprint of
the certificate (RFC 8122) and the addresses. Each side shows its code and makes the description of
the other end from the other's code (``docs/far.md``).
"""

from __future__ import annotations

import base64
import binascii
import re
from hashlib import sha256
from typing import Literal, NamedTuple

from tashkalar.pasted_text import link_readings

PREFIX = "live-"  # no message of a log begins so: its first bits would name no kind of deflate
LONGEST_CODE = 400  # characters
LONGEST_TEXT = 100_000  # characters of a pasted text with a code in it
MOST_ADDRESSES = 8
VERSION = 1
_FINGERPRINT_BYTES = 32  # SHA-256
_CHECK_BYTES = 2
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"  # of ICE's secrets
_NAME_LENGTHS = range(4, 65)  # characters of ICE's user name
_PASSWORD_LENGTHS = range(22, 65)
_UUID = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local")
_PREFIX = re.compile(PREFIX)
_CODE_PART = re.compile(r"[A-Za-z0-9_-]+")
_MOST_CODES = 20  # of a text
_HOST, _SERVER_SEEN = 2_122_260_223, 1_686_052_607  # priorities (RFC 8445, 5.1.2)

AddressKind = Literal["name", "ipv4", "ipv6"]
_KINDS: tuple[AddressKind, ...] = ("name", "ipv4", "ipv6")
_SIZES = {"name": 16, "ipv4": 4, "ipv6": 16}  # bytes
_SEEN_BY_SERVER = 4  # the bit of an address that a server has seen


class PairingError(ValueError):
    """A text is no pairing code.

    `fault` is "code" for a damaged or incomplete one, "version" for one of another version, "own"
    for the code of this device, and "browser" for a description that this browser cannot give.
    """

    def __init__(self, fault: Literal["code", "version", "own", "browser"], reason: str) -> None:
        super().__init__(reason)
        self.fault = fault


class Address(NamedTuple):
    """An address at which a browser can be reached: a name of multicast DNS, or a number."""

    kind: AddressKind
    host: bytes  # the 16 bytes of the name ``<UUID>.local``, or the address in network order
    port: int
    is_seen_by_server: bool = False  # the address outside of the network, which a server has told

    @property
    def text(self) -> str:
        """The host as descriptions have it."""
        if self.kind == "ipv4":
            return ".".join(map(str, self.host))
        digits = self.host.hex()
        if self.kind == "ipv6":
            return ":".join(digits[start : start + 4] for start in range(0, 32, 4))
        groups = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
        return "-".join(groups) + ".local"


class Pairing(NamedTuple):
    """One end of a connection."""

    user_name: str
    password: str
    fingerprint: bytes
    addresses: tuple[Address, ...]


# -- descriptions ----------------------------------------------------------------------------------


def read_description(text: str) -> Pairing:
    """Return what a browser says of its end; raise PairingError ("browser") if parts are missing.

    Only UDP is read. Of too many addresses, those that come first are kept.
    """
    values: dict[str, str] = {}
    addresses: list[Address] = []
    for line in text.splitlines():
        name, _, value = line.removeprefix("a=").partition(":")
        if name == "candidate":
            address = _read_candidate(value.split())
            if address is not None and address not in addresses:
                addresses.append(address)
        elif line.startswith("a="):
            values.setdefault(name, value.strip())
    hash_name, _, digits = values.get("fingerprint", "").partition(" ")
    try:
        fingerprint = bytes.fromhex(digits.replace(":", ""))
    except ValueError:
        fingerprint = b""
    pairing = Pairing(
        values.get("ice-ufrag", ""),
        values.get("ice-pwd", ""),
        fingerprint,
        tuple(addresses[:MOST_ADDRESSES]),
    )
    if hash_name.lower() != "sha-256" or not _is_valid(pairing):
        raise PairingError("browser", "the description of the browser lacks something")
    return pairing


def _is_valid(pairing: Pairing) -> bool:
    secrets = pairing.user_name + pairing.password
    return (
        len(pairing.user_name) in _NAME_LENGTHS
        and len(pairing.password) in _PASSWORD_LENGTHS
        and all(sign in _SIGNS for sign in secrets)
        and len(pairing.fingerprint) == _FINGERPRINT_BYTES
        and all(0 < address.port < 1 << 16 for address in pairing.addresses)
    )


def _read_candidate(fields: list[str]) -> Address | None:
    """Return the address of a candidate (RFC 8839, 5.1); None if it is of no use here."""
    if len(fields) < 8 or fields[2].lower() != "udp" or not fields[5].isdecimal():
        return None
    kind = fields[7]
    host = _read_host(fields[4].lower())
    if host is None or kind not in ("host", "srflx"):
        return None
    return Address(*host, int(fields[5]), kind == "srflx")


def _read_host(text: str) -> tuple[AddressKind, bytes] | None:
    if match := _UUID.fullmatch(text):
        return "name", bytes.fromhex("".join(match.groups()))
    if ":" in text:
        address = _read_ipv6(text)
        return ("ipv6", address) if address else None
    numbers = text.split(".")
    if len(numbers) != 4 or not all(n.isdecimal() and len(n) < 4 and int(n) < 256 for n in numbers):
        return None
    return "ipv4", bytes(map(int, numbers))


def _read_ipv6(text: str) -> bytes | None:
    """Return the 16 bytes of an address (RFC 4291, 2.2); None for other texts."""
    head, gap, tail = text.partition("::")
    before, after = (part.split(":") if part else [] for part in (head, tail))
    missing = 8 - len(before) - len(after)
    if (gap and missing < 1) or (not gap and missing):
        return None
    groups = [*before, *["0"] * missing, *after]
    if not all(re.fullmatch(r"[0-9a-f]{1,4}", group) for group in groups):
        return None
    return b"".join(int(group, 16).to_bytes(2, "big") for group in groups)


def other_description(own: Pairing, other: Pairing) -> str:
    """Return the description of the other end, as if that browser had answered this one.

    Both ends have made an offer. So that one of them opens the encrypted channel, the end with the
    smaller fingerprint is the active one (RFC 8842); who controls ICE is settled by ICE itself.
    Raise PairingError ("own") for the code of this device.
    """
    if own.fingerprint == other.fingerprint:
        raise PairingError("own", "this is the code of this device")
    digits = other.fingerprint.hex(":").upper()
    role = "active" if other.fingerprint < own.fingerprint else "passive"
    lines = [
        "v=0",
        "o=- 1 1 IN IP4 0.0.0.0",
        "s=-",
        "t=0 0",
        "a=group:BUNDLE 0",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        "a=mid:0",
        f"a=ice-ufrag:{other.user_name}",
        f"a=ice-pwd:{other.password}",
        f"a=fingerprint:sha-256 {digits}",
        f"a=setup:{role}",
        "a=sctp-port:5000",
        "a=max-message-size:262144",
        *(_candidate(address, n) for n, address in enumerate(other.addresses)),
        "a=end-of-candidates",
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _candidate(address: Address, number: int) -> str:
    priority = (_SERVER_SEEN if address.is_seen_by_server else _HOST) - number
    kind = "srflx raddr 0.0.0.0 rport 0" if address.is_seen_by_server else "host"
    return f"a=candidate:{number + 1} 1 udp {priority} {address.text} {address.port} typ {kind}"


# -- codes -----------------------------------------------------------------------------------------


def write_code(pairing: Pairing) -> str:
    """Return the code of one end."""
    secrets = _pack_signs(pairing.user_name + pairing.password)
    head = bytes((VERSION, len(pairing.user_name), len(pairing.password)))
    content = head + secrets + pairing.fingerprint
    for address in pairing.addresses:
        seen = _SEEN_BY_SERVER if address.is_seen_by_server else 0
        content += bytes((_KINDS.index(address.kind) | seen,))
        content += address.host + address.port.to_bytes(2, "big")
    content += sha256(content).digest()[:_CHECK_BYTES]
    return PREFIX + base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def read_code(text: str) -> Pairing:
    """Return the end of a code, which may stand in a link or among words.

    Raise PairingError ("code" or "version").
    """
    error = PairingError("code", "no code is in the text")
    for reading in link_readings(text[:LONGEST_TEXT]):
        for found in reversed(list(_PREFIX.finditer(reading))[-_MOST_CODES:]):
            # Words may follow a code, and a mail program breaks a long one.
            parts = _CODE_PART.findall(reading, found.end())
            for code in dict.fromkeys((*parts[:1], "".join(parts)[:LONGEST_CODE])):
                try:
                    return _unpack(code[:LONGEST_CODE])
                except PairingError as fault:
                    error = fault
    raise error


def _unpack(code: str) -> Pairing:
    """Return the end of a code, whatever follows the code."""
    whole = code[: len(code) - (len(code) % 4 == 1)]
    try:
        content = base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))
    except binascii.Error:
        raise PairingError("code", "the code is cut off or damaged") from None
    if content[:1] != bytes((VERSION,)) and _is_checked(content, len(content) - _CHECK_BYTES):
        raise PairingError("version", "another version of the program has written the code")
    pairing = _read_content(content)
    if not _is_valid(pairing):
        raise PairingError("code", "the code holds something that no browser says")
    return pairing


def _is_checked(content: bytes, end: int) -> bool:
    """Return whether the check of the bytes before index `end` follows there."""
    return sha256(content[:end]).digest()[:_CHECK_BYTES] == content[end : end + _CHECK_BYTES]


def _read_content(whole: bytes) -> Pairing:
    """Return the end that bytes describe: up to the first address behind which the check fits."""
    content = _ByteReader(whole[1:])
    name_length, password_length = content.take(2)
    count = name_length + password_length
    secrets = _unpack_signs(content.take(-(-count * 6 // 8)), count)
    fingerprint = content.take(_FINGERPRINT_BYTES)
    addresses: list[Address] = []
    while not _is_checked(whole, len(whole) - content.count_left):
        (kind_number,) = content.take(1)
        is_seen, number = bool(kind_number & _SEEN_BY_SERVER), kind_number & ~_SEEN_BY_SERVER
        if number >= len(_KINDS) or len(addresses) == MOST_ADDRESSES:
            raise PairingError("code", "the code is cut off or damaged")
        kind = _KINDS[number]
        host = content.take(_SIZES[kind])
        addresses.append(Address(kind, host, int.from_bytes(content.take(2), "big"), is_seen))
    return Pairing(secrets[:name_length], secrets[name_length:], fingerprint, tuple(addresses))


class _ByteReader:
    """Bytes that are read from the front."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    @property
    def count_left(self) -> int:
        """The number of bytes that are left."""
        return len(self._content)

    def take(self, count: int) -> bytes:
        """Return the next bytes; PairingError if there are fewer."""
        if len(self._content) < count:
            raise PairingError("code", "the code is cut off")
        taken, self._content = self._content[:count], self._content[count:]
        return taken


def _pack_signs(text: str) -> bytes:
    """Return characters of `_SIGNS` as 6 bits each."""
    number = 0
    for sign in text:
        number = number << 6 | _SIGNS.index(sign)
    size = -(-len(text) * 6 // 8)
    return (number << (size * 8 - len(text) * 6)).to_bytes(size, "big")


def _unpack_signs(packed: bytes, count: int) -> str:
    """Return as many characters of 6 bits each."""
    number = int.from_bytes(packed, "big") >> (len(packed) * 8 - count * 6)
    return "".join(_SIGNS[number >> 6 * place & 63] for place in reversed(range(count)))
