"""Keys that sign the logs of the command ``far``: ECDSA by the library `cryptography`.

The library is an extra of the package (``pip install tashkalar[far]``), and imported when a
signature is made or checked.
"""

from __future__ import annotations

import base64
from importlib import import_module
from typing import Any, NamedTuple

from tashkalar.far.log import FarError

_NUMBER_BYTES = 32  # of r and s


class SigningKey:
    """The private key of a player for one game."""

    def __init__(self, key: Any) -> None:
        self._key = key

    @classmethod
    def new(cls) -> SigningKey:
        """Return a new random key; raise FarError ("act") without the library."""
        ec = _library().ec
        return cls(ec.generate_private_key(ec.SECP256R1()))

    @classmethod
    def read(cls, text: str) -> SigningKey:
        """Return the key of a text that `write` has made; raise FarError ("act") otherwise."""
        serialization = _library().serialization
        try:
            return cls(serialization.load_der_private_key(_decode(text), None))
        except (ValueError, TypeError):
            raise FarError("act", "--secret: the file holds no key that can be read") from None

    def write(self) -> str:
        """Return the key as a text of one line: base64url of PKCS #8 (RFC 5958)."""
        serialization = _library().serialization
        content = self._key.private_bytes(
            serialization.Encoding.DER,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        return _encode(content)

    @property
    def public(self) -> str:
        """The public key, as logs hold it."""
        serialization = _library().serialization
        return _encode(
            self._key.public_key().public_bytes(
                serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
            )
        )

    def sign(self, content: bytes) -> str:
        """Return the signature over a content, as messages hold it."""
        lib = _library()
        signature = self._key.sign(content, lib.ec.ECDSA(lib.hashes.SHA256()))
        numbers = lib.utils.decode_dss_signature(signature)
        return _encode(b"".join(number.to_bytes(_NUMBER_BYTES, "big") for number in numbers))


def verify(key: str, signature: str, content: bytes) -> bool:
    """Tell whether a signature fits a public key; raise FarError ("act") without the library."""
    lib = _library()
    try:
        point, numbers = _decode(key), _decode(signature)
        public = lib.ec.EllipticCurvePublicKey.from_encoded_point(lib.ec.SECP256R1(), point)
        r, s = numbers[:_NUMBER_BYTES], numbers[_NUMBER_BYTES:]
        der = lib.utils.encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
        public.verify(der, content, lib.ec.ECDSA(lib.hashes.SHA256()))
    except (ValueError, lib.exceptions.InvalidSignature):
        return False
    return True


class _Library(NamedTuple):
    ec: Any
    utils: Any
    hashes: Any
    serialization: Any
    exceptions: Any


def _library() -> _Library:
    names = ("asymmetric.ec", "asymmetric.utils", "hashes", "serialization")
    try:
        ec, utils, hashes, serialization = (
            import_module(f"cryptography.hazmat.primitives.{name}") for name in names
        )
        exceptions = import_module("cryptography.exceptions")
        return _Library(ec, utils, hashes, serialization, exceptions)
    except ImportError:
        raise FarError(
            "act", "signatures need the library cryptography: pip install tashkalar[far]"
        ) from None


def _encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    """Return the bytes of base64url; raise ValueError for other texts."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
