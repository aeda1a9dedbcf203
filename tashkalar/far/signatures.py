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
SignatureState = Literal["signed", "unsigned", "false"]


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


def signature_states(
    signed: SignedLog, keys: Mapping[SeatNumber, str], verify: Verify
) -> dict[SeatNumber, SignatureState]:
    """Return, for each seat with a public key, whether what it has written is signed."""
    states: dict[SeatNumber, SignatureState] = {}
    for seat, key in keys.items():
        content, signature = signed_content(signed.log, seat), signed.signatures.get(seat)
        if content is None or signature is None:
            states[seat] = "unsigned"
        else:
            states[seat] = "signed" if verify(key, signature, content) else "false"
    return states
