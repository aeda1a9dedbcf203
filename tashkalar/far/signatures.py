"""The signatures of a log: one of each player, over the player's last entry (``docs/far.md``).

Each entry holds the hash of the entry before, so the signature over the last entry of a player
covers all that the player has done, and all that came before it. The engine has no cryptography:
what makes and checks signatures is passed in. They are ECDSA with P-256 and SHA-256 (FIPS 186-5),
as Web Crypto and the library `cryptography` have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from tashkalar.far.log import Log
from tashkalar.json_reader import Node
from tashkalar.position.ids import SeatNumber

KEY_LENGTH = 87  # signs of base64url: an uncompressed point of 65 bytes (SEC 1, 2.3.3)
SIGNATURE_LENGTH = 86  # of r and s, 32 bytes each (IEEE P1363)
_SIGNS = re.compile(r"[A-Za-z0-9_-]+")

Signatures = Mapping[SeatNumber, str]
Verify = Callable[[str, str, bytes], bool]
"""Tells whether a signature (the second) fits a public key (the first) and what was signed."""
SignatureState = Literal["signed", "unsigned", "false", "unchecked"]
"""The state of a seat with a key; "unchecked" on a device that cannot check signatures."""


class SignedLog(NamedTuple):
    """A log with the signatures that came with it, which are not checked yet."""

    log: Log
    signatures: Signatures


def read_signs(node: Node, length: int) -> str:
    """Return a text of so many signs of base64url; raise ScenarioError otherwise."""
    text = node.text(length)
    if len(text) != length or not _SIGNS.fullmatch(text):
        raise node.fail(f"{length} signs of base64url are needed")
    return text


def signed_content(log: Log, seat: SeatNumber) -> bytes | None:
    """Return what the player of a seat signs; None if the player has written nothing."""
    last = next((entry for entry in reversed(log) if entry.by == seat), None)
    return None if last is None else f"tashkalar-far {last.hash}".encode()


def public_keys(log: Log) -> dict[SeatNumber, str]:
    """Return the public keys that a log holds, of which the rules have not been checked yet."""
    keys: dict[SeatNumber, str] = {}
    for entry in log:
        key = entry.data.get("key") if entry.kind in ("invite", "accept") else None
        if isinstance(key, str) and len(key) == KEY_LENGTH and _SIGNS.fullmatch(key):
            keys.setdefault(entry.by, key)
    return keys


def signature_checks(
    signed: SignedLog, keys: Mapping[SeatNumber, str]
) -> dict[SeatNumber, tuple[str, str, bytes]]:
    """Return what `Verify` has to be asked for each seat that has signed."""
    checks = {}
    for seat, key in keys.items():
        content, signature = signed_content(signed.log, seat), signed.signatures.get(seat)
        if content is not None and signature is not None:
            checks[seat] = key, signature, content
    return checks


def signature_states(
    signed: SignedLog, keys: Mapping[SeatNumber, str], verify: Verify
) -> dict[SeatNumber, SignatureState]:
    """Return, for each seat with a public key, whether what it has written is signed."""
    states: dict[SeatNumber, SignatureState] = dict.fromkeys(keys, "unsigned")
    for seat, check in signature_checks(signed, keys).items():
        states[seat] = "signed" if verify(*check) else "false"
    return states


def joined_signatures(log: Log, *sources: SignedLog) -> Signatures:
    """Return the signatures of other logs of a game that fit this one; later sources count more.

    A signature fits as long as the last entry of its player is the same.
    """
    joined = {}
    for source in sources:
        for seat, signature in source.signatures.items():
            if signed_content(source.log, seat) == signed_content(log, seat) is not None:
                joined[seat] = signature
    return joined


def needs_signature(signed: SignedLog, seat: SeatNumber) -> bool:
    """Tell whether a player with a key has written something that is not signed yet."""
    has_written = signed_content(signed.log, seat) is not None
    return has_written and seat in public_keys(signed.log) and seat not in signed.signatures
