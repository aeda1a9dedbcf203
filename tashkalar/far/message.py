"""The two text forms of a log: a file that people can read, and a short text for links.

The short text is base64url of raw deflate of JSON. It leaves out what can be computed, the numbers
and the hashes, and ends with the hash of the last entry, so a damaged text is noticed. Deflate says
where it ends, so a text is found whatever stands behind it.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

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
    compare,
    last_hash,
    read_entry,
    read_seat,
)
from tashkalar.far.signatures import SIGNATURE_LENGTH, Signatures, SignedLog, read_signs
from tashkalar.json_reader import Node, parse_json
from tashkalar.pasted_text import link_readings, replace_spaces, undo_encodings
from tashkalar.position.ids import NO_SEAT, SeatNumber

FORMAT = "tashkalar-far"
VERSION = 1
LINK_PARAMETER = "far"
LONGEST_MESSAGE = 100_000  # characters of a text, and of a pasted text with words around it
LONGEST_JSON = 1_000_000  # characters of a log as JSON, however small its deflated form is
_DEEPEST_NESTING = 8
_MESSAGE = re.compile(r"[A-Za-z0-9_-]+")
# The sign before the name and the one behind it may be encoded, also several times.
_LINK = re.compile(
    rf"(?:[?#&;*/]|%(?:25)*(?:23|26|3F)){LINK_PARAMETER}(?:=3D|=|%(?:25)*3D)", re.IGNORECASE
)
_FILE = re.compile(rf"\{{\W{{0,9}}format\W{{1,9}}{FORMAT}")
_PAIRING_CODE = re.compile(  # see `live.pairing`
    r"(?:(?<![A-Za-z0-9-])|%(?:25)*3[Dd]|=3D)live-[A-Za-z0-9_-]{20}"
)
# It gives nothing back, so that many blanks behind a link do not take minutes.
_SEAT = re.compile(r"(?:=?\s++[> ]*+)?\.(?:=?\r?\n[> ]*)?([1-4])(?![A-Za-z0-9]|\.[0-9])")
_MOST_FILES = 5  # in a text
_LONG_PART = 20  # characters; a word of this length is hardly one of a language
_MOST_STARTS = 60  # places in a text where a message may begin


class FoundLog(NamedTuple):
    """A log that was found in a text, and the seat that its link is meant for, 0 for none."""

    log: Log
    seat: SeatNumber
    signatures: Mapping[SeatNumber, str] = {}


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


def read_signatures(fields: Mapping[str, Node]) -> Signatures:
    """Return the signatures of a message, given its fields; they are not checked yet."""
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


# -- reading ---------------------------------------------------------------------------------------


def read_message(text: str, own: Log = ()) -> Log:
    """Return the log of a file, a short text, a link, or a pasted text with links in it.

    Of several logs, such as those of an earlier mail, it is the longest that continues `own`; see
    `choose_log`. Only the form is checked, not the rules. Raise FarError ("text").
    """
    return read_signed_message(text, own).log


def read_signed_message(text: str, own: Log = ()) -> SignedLog:
    """Do the work of `read_message`, but return the signatures too."""
    found = choose_log(read_messages(text), own)
    return SignedLog(found.log, found.signatures)


def read_wanted_seat(text: str) -> SeatNumber:
    """Return the seat that a link is meant for, as in ``#far=TEXT.3``; 0 for none."""
    try:
        return choose_log(read_messages(text)).seat
    except FarError:
        return NO_SEAT


def choose_log(found: Sequence[FoundLog], own: Log = ()) -> FoundLog:
    """Return the log with the most news for `own`: the longest that continues it, else a fork.

    Without an own log it is the longest of the game that the text names first.
    """
    known = own or found[0].log

    def news(one: FoundLog) -> tuple[int, int]:
        return _MOST_NEWS_FIRST.index(compare(known, one.log).kind), -len(one.log)

    return min(found, key=news)


_MOST_NEWS_FIRST = ("newer", "fork", "same", "older", "other")


def read_messages(text: str) -> list[FoundLog]:
    """Return all logs in a text, each once, in their order; FarError ("text") if there is none."""
    if len(text) > LONGEST_JSON:
        raise FarError("text", f"the file is longer than {LONGEST_JSON} characters")
    if found := _read_files(text):
        return found
    if len(text) > LONGEST_MESSAGE:
        raise FarError("text", f"the text is longer than {LONGEST_MESSAGE} characters")
    found = []
    faults: list[FarError] = []
    for source, start in _starts(text):
        try:
            one = _read_packed_at(source, start)
        except FarError as error:
            faults.append(error)
            continue
        if one.log not in (other.log for other in found):
            found.append(one)
    if found:
        return found
    if not faults:
        raise FarError("text", "no message is in the text")
    raise next((fault for fault in faults if fault.fault == "update"), faults[0])


def holds_pairing_code(text: str) -> bool:
    """Return whether a text holds the code of a device to connect to, instead of a log."""
    return any(map(_PAIRING_CODE.search, link_readings(text)))


def _starts(text: str) -> list[tuple[str, int]]:
    """Return the places where a short text may begin, each with the reading of the text."""
    starts: list[tuple[str, int]] = []
    readings = link_readings(text)
    for reading in readings:
        for link in _LINK.finditer(reading):
            starts.append((reading, link.end()))
            if link[0].upper().endswith("=3D"):  # which may be the beginning of the message
                starts.append((reading, link.end() - 2))
    if not starts:
        for part in (part for reading in readings for part in _MESSAGE.finditer(reading)):
            starts.append((part.string, part.start()))
            if part[0].startswith("_"):  # in italics
                starts.append((part.string, part.start() + 1))
        long_part = re.compile(rf"[A-Za-z0-9_-]{{{_LONG_PART}}}")
        starts.sort(key=lambda start: long_part.match(*start) is None)
    return starts[:_MOST_STARTS]


def _read_packed_at(text: str, start: int) -> FoundLog:
    """Return the log whose short text begins at index `start`, whatever stands behind it.

    A link may be broken anywhere, so signs that no short text has are left out.
    """
    parts = list(_MESSAGE.finditer(text, start))
    unpacked, length = _unpack("".join(part[0] for part in parts))
    for part in parts:
        if length <= len(part[0]):
            break
        length -= len(part[0])
    seat = _SEAT.match(text, part.start() + length)
    log, signatures = _read_packed(unpacked)
    return FoundLog(log, SeatNumber(int(seat[1])) if seat else NO_SEAT, signatures)


def _read_files(text: str) -> list[FoundLog]:
    """Return the logs of the files in a text; none if there is no file."""
    decoded = replace_spaces(undo_encodings(text))  # names in a file are escaped
    begins = [
        max(decoded.rfind(end, 0, file.start()) for end in "\r\n")
        for file in _FILE.finditer(decoded)
    ]
    if not begins and not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return []
    found: list[FoundLog] = []
    faults: list[FarError] = []
    edges = [*(begins or [-1]), len(decoded)]
    for begin, end in pairwise(edges[: _MOST_FILES + 1]):
        try:
            log, signatures = _read_file(decoded[begin + 1 : end])
            found.append(FoundLog(log, NO_SEAT, signatures))
        except FarError as error:
            faults.append(error)
    if not found:
        raise faults[0]
    return found


def _read_file(text: str) -> SignedLog:
    try:
        node = Node(parse_json(text, longest=LONGEST_JSON, deepest=_DEEPEST_NESTING), "message")
        needed = ("format", "v", "entries")
        fields = node.fields(*needed, "signed", needed=needed)
        if fields["format"].value != FORMAT:
            raise fields["format"].fail(f"{FORMAT} is needed")
        _check_version(fields["v"])
        log = _checked_log([read_entry(item) for item in fields["entries"].items(MOST_ENTRIES)])
        return SignedLog(log, read_signatures(fields))
    except (ScenarioError, ValueError) as error:
        raise _as_far_error(error) from None


def _read_packed(unpacked: str) -> SignedLog:
    try:
        node = Node(parse_json(unpacked, longest=LONGEST_JSON, deepest=_DEEPEST_NESTING), "message")
        needed = ("v", "log", "end")
        fields = node.fields(*needed, "signed", needed=needed)
        _check_version(fields["v"])
        log: list[Entry] = []
        for row in fields["log"].items(MOST_ENTRIES):
            log.append(read_row(row, len(log), last_hash(log[-1:])))
        if fields["end"].text(HASH_DIGITS) != last_hash(log):
            raise FarError("text", "the text is damaged: its entries do not fit its end")
        return SignedLog(_checked_log(log), read_signatures(fields))
    except ValueError as error:
        raise _as_far_error(error) from None


def _checked_log(entries: list[Entry]) -> Log:
    if not entries:
        raise FarError("text", "the log is empty")
    return tuple(entries)


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


def _unpack(text: str) -> tuple[str, int]:
    """Return the JSON text of a short text, and how many characters the short text has.

    Never unpack more than `LONGEST_JSON` bytes.
    """
    whole = text[: len(text) - (len(text) % 4 == 1)]
    try:
        packed = base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))
        unpacker = zlib.decompressobj(-15)
        unpacked = unpacker.decompress(packed, LONGEST_JSON)
        if unpacker.unconsumed_tail:
            raise FarError("text", f"more than {LONGEST_JSON} bytes when unpacked")
        if not unpacker.eof:
            raise FarError("text", "the text is cut off or damaged")
        size = len(packed) - len(unpacker.unused_data)
        return unpacked.decode(), -(-size * 8 // 6)
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise FarError("text", "the text is cut off or damaged") from None
