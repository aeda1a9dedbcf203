"""Signatures by the browser (Web Crypto), in the form that ``far.signatures`` describes.

Browsers have them on pages with a secure connection only (https, or this machine). The private key
is kept as a text beside the secret of the game: only so can it go into a file, for another device
of the same player. A key that cannot be read out would have to stay in this browser's database.
"""

from __future__ import annotations

import base64
from typing import Any, NamedTuple

from pyodide.ffi import to_js
from pyscript import window

from tashkalar.far.far_game import FarGame
from tashkalar.far.log import FarError
from tashkalar.far.signatures import (
    SignatureState,
    SignedLog,
    needs_signature,
    public_keys,
    signature_checks,
    signed_content,
)
from tashkalar.position.ids import SeatNumber
from tashkalar.web.browser.optional_features import UNAVAILABLE

_KEY = {"name": "ECDSA", "namedCurve": "P-256"}
_SIGNATURE = {"name": "ECDSA", "hash": "SHA-256"}


class KeyPair(NamedTuple):
    """The key of a player for one game, as texts; both are empty where the browser has none."""

    private: str = ""
    public: str = ""


def can_sign() -> bool:
    """Tell whether the browser can sign and check signatures."""
    return _subtle() is not None


async def new_key() -> KeyPair:
    """Return a new random key."""
    try:
        pair = await _subtle().generateKey(_as_object(_KEY), True, to_js(["sign", "verify"]))
        private = await _subtle().exportKey("pkcs8", pair.privateKey)
        public = await _subtle().exportKey("raw", pair.publicKey)
    except UNAVAILABLE:
        return KeyPair()
    return KeyPair(_encode(private.to_bytes()), _encode(public.to_bytes()))


async def sign_own(far: FarGame) -> None:
    """Sign what the player of this device has written, if there is a key for it.

    A signature that does not fit the public key is left out, as with a damaged save.
    """
    seat, log = far.own_seat, far.log
    content = signed_content(log, seat)
    if not far.signing_key or content is None or not needs_signature(_signed(far), seat):
        return
    try:
        signature = await _sign(far.signing_key, content)
    except (*UNAVAILABLE, ValueError):
        return
    fits = await _verify(public_keys(log)[seat], signature, content)
    if fits and far.log == log:
        far.signatures = {**far.signatures, seat: signature}


async def check_private_key(far: FarGame, seat: SeatNumber, private: str) -> None:
    """Raise FarError ("signed") if a private key is not that of a seat's public key."""
    content = b"tashkalar"
    try:
        is_own = await _verify(far.keys[seat], await _sign(private, content), content)
    except (*UNAVAILABLE, KeyError, ValueError):
        is_own = False
    if not is_own:
        raise FarError("signed", f"the key is not that of seat {seat}")


async def states(signed: SignedLog) -> dict[SeatNumber, SignatureState]:
    """Return, for each seat with a public key, whether what it has written is signed."""
    keys = public_keys(signed.log)
    found: dict[SeatNumber, SignatureState] = dict.fromkeys(keys, "unsigned")
    for seat, check in signature_checks(signed, keys).items():
        try:
            found[seat] = "signed" if await _verify(*check) else "false"
        except UNAVAILABLE:
            found[seat] = "unchecked"
    return found


async def states_of(far: FarGame) -> dict[SeatNumber, SignatureState]:
    """Return the states of the seats of a game."""
    return await states(_signed(far))


async def check(signed: SignedLog) -> dict[SeatNumber, SignatureState]:
    """Return the states of the seats; raise FarError ("signed") if a signature is false."""
    found = await states(signed)
    for seat, state in found.items():
        if state == "false":
            raise FarError("signed", f"the signature of seat {seat} is not that of its player")
    return found


def _signed(far: FarGame) -> SignedLog:
    return SignedLog(far.log, far.signatures)


async def _sign(private: str, content: bytes) -> str:
    key = await _subtle().importKey(
        "pkcs8", to_js(_decode(private)), _as_object(_KEY), False, to_js(["sign"])
    )
    signature = await _subtle().sign(_as_object(_SIGNATURE), key, to_js(content))
    return _encode(signature.to_bytes())


async def _verify(public: str, signature: str, content: bytes) -> bool:
    try:
        point, numbers = to_js(_decode(public)), to_js(_decode(signature))
        key = await _subtle().importKey("raw", point, _as_object(_KEY), False, to_js(["verify"]))
    except (*UNAVAILABLE, ValueError):
        if can_sign():  # the point does not lie on the curve
            return False
        raise
    return bool(await _subtle().verify(_as_object(_SIGNATURE), key, numbers, to_js(content)))


def _subtle() -> Any:
    """Return the browser's cryptography; None without a secure connection."""
    return getattr(window.crypto, "subtle", None)


def _as_object(values: dict[str, str]) -> Any:
    return to_js(values, dict_converter=window.Object.fromEntries)


def _encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    """Return the bytes of base64url; raise ValueError for other texts."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
