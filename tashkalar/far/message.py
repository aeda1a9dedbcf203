"""The two text forms of a log: a file that people can read, and a short text for links.

The short text is base64url of raw deflate of JSON. It leaves out what can be computed, the numbers
and the hashes, and ends with the hash of the last entry, so a damaged text is noticed.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping, Sequence

from tashkalar.errors import ScenarioError
from tashkalar.far.log import (
    HASH_DIGITS,
    KINDS,
    MARK_DIGITS,
    MOST_ENTRIES,
    MOST_SEATS,
    Entry,
    FarError,
    Log,
    last_hash,
    read_entry,
    read_seat,
)
from tashkalar.far.signatures import SIGNATURE_LENGTH, Signatures, SignedLog, read_signs
from tashkalar.json_reader import Node, parse_json
from tashkalar.position.ids import NO_SEAT, SeatNumber

FORMAT = "tashkalar-far"
VERSION = 1
LINK_PARAMETER = "far"
LONGEST_MESSAGE = 100_000  # characters of a text, and of a pasted text with words around it
LONGEST_JSON = 1_000_000  # characters of a log as JSON, however small its deflated form is
_DEEPEST_NESTING = 8
_MESSAGE = re.compile(r"[A-Za-z0-9_-]+")
_WANTED_SEAT = re.compile(r"[A-Za-z0-9_-]{40}\.([1-4])$")
_LINK = re.compile(rf"[?#&]{LINK_PARAMETER}=")


def write_text(log: Sequence[Entry], signatures: Signatures | None = None) -> str:
    """Return the short text of a log."""
    rows = [write_row(entry) for entry in log]
    data = {"v": VERSION, "log": rows, "end": last_hash(log), **_signed_data(signatures)}
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    bytes_ = packed.compress(_to_json(data).encode()) + packed.flush()
    return base64.urlsafe_b64encode(bytes_).rstrip(b"=").decode()


def write_file(log: Sequence[Entry], signatures: Signatures | None = None) -> str:
    """Return the JSON text of a log, with an entry in each line."""
    lines = ",\n".join(_to_json(entry._asdict()) for entry in log)
    head = _to_json({"format": FORMAT, "v": VERSION, **_signed_data(signatures)})[:-1]
    return f'{head},"entries":[\n{lines}\n]}}\n'


def _signed_data(signatures: Signatures | None) -> dict[str, object]:
    written = {str(seat): signature for seat, signature in (signatures or {}).items()}
    return {"signed": written} if written else {}


def _read_signatures(fields: Mapping[str, Node]) -> Signatures:
    if "signed" not in fields:
        return {}
    return {
        _seat_of_key(key, node): read_signs(node, SIGNATURE_LENGTH)
        for key, node in fields["signed"].entries()
    }


def _seat_of_key(key: str, node: Node) -> SeatNumber:
    if key not in map(str, range(1, MOST_SEATS + 1)):
        raise node.fail("no seat that can sign")
    return SeatNumber(int(key))


def _to_json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def read_wanted_seat(text: str) -> SeatNumber:
    """Return the seat that a link is meant for, as in ``#far=TEXT.3``; 0 for none."""
    found = _WANTED_SEAT.search("".join(text.split()))
    return SeatNumber(int(found[1])) if found else NO_SEAT


def read_message(text: str) -> Log:
    """Return the log of a file, a short text, a link, or a pasted text that contains a link.

    Only the form is checked, not the rules. Raise FarError ("text").
    """
    return read_signed_message(text).log


def read_signed_message(text: str) -> SignedLog:
    """Do the work of `read_message`, but return the signatures too."""
    signed = _read_any(text)
    if not signed.log:
        raise FarError("text", "the log is empty")
    return signed


def _read_any(text: str) -> SignedLog:
    if len(text) > LONGEST_JSON:
        raise FarError("text", f"longer than {LONGEST_JSON} characters")
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return _read_file(text)
    if len(text) > LONGEST_MESSAGE:
        raise FarError("text", f"longer than {LONGEST_MESSAGE} characters")
    if links := list(_LINK.finditer(text)):
        text = text[links[-1].end() :]
    parts = _MESSAGE.findall(text)
    if not parts:
        raise FarError("text", "no message is in the text")
    # Mail programs break long links; words may follow a whole one.
    failed = None
    longest = max(parts, key=len)
    joined = "".join(text.split()).partition(".")[0]  # a seat may follow, see `read_wanted_seat`
    for candidate in dict.fromkeys((parts[0], longest, joined, "".join(parts))):
        try:
            return _read_packed(candidate)
        except FarError as error:
            failed = failed or error
    assert failed is not None
    raise failed


def _read_file(text: str) -> SignedLog:
    try:
        node = Node(parse_json(text, longest=LONGEST_JSON, deepest=_DEEPEST_NESTING), "message")
        needed = ("format", "v", "entries")
        fields = node.fields(*needed, "signed", needed=needed)
        if fields["format"].value != FORMAT:
            raise fields["format"].fail(f"{FORMAT} is needed")
        _check_version(fields["v"])
        log = tuple(read_entry(item) for item in fields["entries"].items(MOST_ENTRIES))
        return SignedLog(log, _read_signatures(fields))
    except (ScenarioError, ValueError) as error:
        raise _as_far_error(error) from None


def _read_packed(text: str) -> SignedLog:
    try:
        node = Node(
            parse_json(_unpack(text), longest=LONGEST_JSON, deepest=_DEEPEST_NESTING), "message"
        )
        needed = ("v", "log", "end")
        fields = node.fields(*needed, "signed", needed=needed)
        _check_version(fields["v"])
        log: list[Entry] = []
        for row in fields["log"].items(MOST_ENTRIES):
            log.append(read_row(row, len(log), last_hash(log[-1:])))
        if fields["end"].text(HASH_DIGITS) != last_hash(log):
            raise FarError("text", "the text is damaged: its entries do not fit its end")
        return SignedLog(tuple(log), _read_signatures(fields))
    except ValueError as error:
        raise _as_far_error(error) from None


def _check_version(node: Node) -> None:
    if node.number(1, 10**9) != VERSION:
        raise FarError("update", "a newer version of the program has written the message")


def _as_far_error(error: ValueError) -> FarError:
    return error if isinstance(error, FarError) else FarError("text", str(error))


def write_row(entry: Entry) -> list[object]:
    """Return what cannot be computed of an entry."""
    return [entry.by, entry.kind, entry.data, entry.state]


def read_row(row: Node, n: int, prev: str) -> Entry:
    """Return the entry of a row, given its number and the hash of the entry before."""
    values = row.items(most=4)
    if len(values) < 4:
        raise row.fail("four values are needed")
    by, kind, data, state = values
    return Entry(
        n=n,
        by=read_seat(by),
        prev=prev,
        kind=kind.choice(KINDS),
        data={key: child.value for key, child in data.entries()},
        state=state.text(MARK_DIGITS),
    )


def _unpack(text: str) -> str:
    """Return the JSON text of a short text; never unpack more than `LONGEST_JSON` bytes."""
    if not _MESSAGE.fullmatch(text):
        raise FarError("text", "the text holds signs that no message has")
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj(-15)
        unpacked = unpacker.decompress(packed, LONGEST_JSON)
        if unpacker.unconsumed_tail:
            raise FarError("text", f"more than {LONGEST_JSON} bytes when unpacked")
        if not unpacker.eof or unpacker.unused_data:
            raise FarError("text", "the text is cut off or damaged")
        return unpacked.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise FarError("text", "the text is cut off or damaged") from None
