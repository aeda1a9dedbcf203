"""Messages of two connected devices, by which both get the longer log of a game.

The connection keeps the order of messages and loses none while it lasts. It may end at any moment,
and the next one begins without a memory of what was sent: so each side first says how far its log
goes, and then sends what the other one lacks. What comes is only read here; the rules are checked
where logs are taken over (`FarGame.receive`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from tashkalar.errors import ScenarioError
from tashkalar.far.far_game import game_id
from tashkalar.far.log import (
    HASH_DIGITS,
    MOST_ENTRIES,
    MOST_SEATS,
    Entry,
    FarError,
    Log,
    last_hash,
)
from tashkalar.far.message import LONGEST_JSON, read_row, read_signatures, write_row
from tashkalar.far.signatures import Signatures
from tashkalar.json_reader import Node, parse_json
from tashkalar.position.ids import NO_SEAT, SeatNumber

VERSION = 2
_FIRST_VERSION = 1  # without signatures; written as long as no signed game is known
LONGEST_MESSAGE = 60_000  # characters; browsers send at least 64 KiB in one piece
MOST_IDLE_MESSAGES = 200  # in a row that bring no entry
_PART_SIZE = 16_000  # characters of entries in one message, unless one entry alone is longer
_DEEPEST_NESTING = 8

_LONGEST_CODE = 400  # characters

Kind = Literal["position", "entries", "spare"]
_KINDS: tuple[Kind, ...] = ("position", "entries", "spare")


class Heard(NamedTuple):
    """The result of a message of the other device.

    `log` is a log to take over, None if the message brought none, with its `signatures`. `answers`
    are messages to send. `spare` is the code with which the other device connects again, "" if the
    message brought none.
    """

    log: Log | None = None
    answers: tuple[str, ...] = ()
    signatures: Mapping[SeatNumber, str] = {}
    spare: str = ""


class LogExchange:
    """One device's side of a connection.

    The caller passes the own log to each method: the log of the game that both devices play, ()
    as long as this device has none.
    """

    def __init__(
        self,
        seats: Callable[[], tuple[SeatNumber, tuple[SeatNumber, ...]]],
        signatures: Callable[[], Signatures] = dict,
    ) -> None:
        """`seats` returns the seat of this device, and those of other devices connected to it.

        `signatures` returns those of the own log.
        """
        self._seats = seats
        self._signatures = signatures
        self.seat = NO_SEAT  # of the other device; `NO_SEAT` while unknown, and if it watches
        self.passed_on_to: tuple[SeatNumber, ...] = ()  # seats that the other device reaches
        self.other_version = _FIRST_VERSION
        self.confirmed_count = 0  # entries of the own log that the other device has said to have
        self._known: Log = ()  # the log that the other device has, as far as known
        self._forked_hash = ""  # the end of the own log when it was last sent in spite of a fork
        self._incoming: Log = ()  # a log whose other parts are to come
        self._incoming_size = 0  # characters
        self._idle_count = 0
        self._longest_count = 0  # entries of the longest log that came as a whole

    # -- speaking --------------------------------------------------------------------------------

    def say_position(self, own: Log) -> str:
        """Return the message that says how far the own log goes."""
        return self._write("position", own, n=len(own), hash=last_hash(own))

    def send_missing(self, own: Log) -> tuple[str, ...]:
        """Return messages with the entries that the other device lacks; none if it has all.

        If its log goes on differently, that is done only once: then a person decides.
        """
        first = _common_count(own, self._known)
        if first < len(self._known):
            if self._forked_hash == last_hash(own):
                return ()
            self._forked_hash = last_hash(own)
        if first == len(own):
            return ()
        self._known = own
        signed = {str(seat): signature for seat, signature in self._signatures().items()}
        return tuple(
            self._write(
                "entries",
                own,
                first=rows[0].n,
                prev=rows[0].prev,
                rows=[write_row(entry) for entry in rows],
                end=last_hash(own),
                **({"signed": signed} if signed else {}),
            )
            for rows in _split(own[first:])
        )

    def say_spare(self, own: Log, code: str) -> str:
        """Return the message with a code for the next connection, should this one be lost.

        Only the second version knows it.
        """
        return self._write("spare", own, code=code)

    def _write(self, kind: Kind, own: Log, **fields: object) -> str:
        seat, others = self._seats()
        is_second = bool(self._signatures()) or self.other_version == VERSION
        version = VERSION if is_second else _FIRST_VERSION
        head = {"v": version, "kind": kind, "game": _id(own), "seat": seat, "others": list(others)}
        return json.dumps({**head, **fields}, sort_keys=True, separators=(",", ":"))

    # -- hearing ---------------------------------------------------------------------------------

    def hear(self, text: str, own: Log) -> Heard:
        """Return what a message has brought; raise FarError if the connection is to be ended.

        FarError is "text" for a message against the protocol, "update" for one of a newer version,
        and "other" if the devices play different games.
        """
        self._idle_count += 1
        if self._idle_count > MOST_IDLE_MESSAGES:
            raise FarError("text", "the other device sends messages without end")
        try:
            node = Node(parse_json(text, longest=LONGEST_MESSAGE, deepest=_DEEPEST_NESTING), "live")
            head = dict(node.entries())
            version = head.pop("v", Node(None, "live.v")).number(1, 10**9)
            if version > VERSION:
                raise FarError("update", "a newer version of the program has sent this")
            kind = head.pop("kind", Node(None, "live.kind")).choice(_KINDS)
            game = head.pop("game", Node(None, "live.game")).text(HASH_DIGITS)
            if own and game not in ("", _id(own)):
                raise FarError("other", "the other device has another game open")
            self._hear_seats(head)
            self.other_version = max(self.other_version, version)
            body = Node({key: child.value for key, child in head.items()}, "live")
            if kind == "position":
                return self._hear_position(body, own)
            if kind == "spare":
                code = body.fields("code", needed=("code",))["code"]
                return Heard(spare=code.text(_LONGEST_CODE))
            return self._hear_entries(body, own, game)
        except FarError:
            raise
        except (ScenarioError, ValueError) as error:
            raise FarError("text", str(error)) from None

    def _hear_seats(self, head: dict[str, Node]) -> None:
        """Note who plays on the other device, and on those that are connected to it."""
        seat, others = head.pop("seat", Node(None, "live.seat")), head.pop("others", Node(()))
        self.seat = SeatNumber(seat.number(0, MOST_SEATS))
        items = others.items(MOST_SEATS)
        self.passed_on_to = tuple(SeatNumber(item.number(1, MOST_SEATS)) for item in items)

    def _hear_position(self, body: Node, own: Log) -> Heard:
        fields = body.fields("n", "hash", needed=("n", "hash"))
        count, end = fields["n"].number(0, MOST_ENTRIES), fields["hash"].text(HASH_DIGITS)
        if count > len(own):
            return Heard()  # its entries come: it hears the own position too
        if last_hash(own[:count]) == end:
            self._known, self.confirmed_count = own[:count], count
        elif self._forked_hash == last_hash(own):
            return Heard()
        else:
            self._known, self._forked_hash = (), last_hash(own)
        return Heard(answers=self.send_missing(own))

    def _hear_entries(self, body: Node, own: Log, game: str) -> Heard:
        names = ("first", "prev", "rows", "end")
        fields = body.fields(*names, "signed", needed=names)
        first, prev = fields["first"].number(0, MOST_ENTRIES), fields["prev"].text(HASH_DIGITS)
        before = self._find_before(first, prev, own)
        if before is None:
            return Heard(answers=(self.say_position(own),))
        log = list(before)
        for row in fields["rows"].items(MOST_ENTRIES):
            log.append(read_row(row, len(log), last_hash(log[-1:])))
            self._incoming_size += len(json.dumps(row.value))
        if not log or _id(tuple(log)) != game or (own and game != _id(own)):
            raise FarError("text", "the entries are those of another game than the message says")
        if len(log) > MOST_ENTRIES or self._incoming_size > LONGEST_JSON:
            raise FarError("text", "the log is too long")
        if fields["end"].text(HASH_DIGITS) != last_hash(log):
            self._incoming = tuple(log)
            return Heard()
        self._incoming, self._incoming_size = (), 0
        self._known = tuple(log)
        if len(log) > max(len(own), self._longest_count):  # parts alone bring nothing
            self._idle_count, self._longest_count = 0, len(log)
        return Heard(self._known or None, signatures=read_signatures(fields))

    def _find_before(self, first: int, prev: str, own: Log) -> Log | None:
        """Return the log that the entries of a message follow; None if it is not here."""
        for log in (self._incoming, own):
            if first <= len(log) and last_hash(log[:first]) == prev:
                if log is own or not first:
                    self._incoming_size = 0
                return log[:first]
        return None


def _id(log: Log) -> str:
    return game_id(log) if log else ""


def _common_count(log: Log, other: Log) -> int:
    """Return the number of entries that two logs begin with alike."""
    pairs = enumerate(zip(log, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(log), len(other)))


def _split(log: Log) -> list[Log]:
    """Return the parts of a log that are sent in one message each."""
    parts: list[list[Entry]] = []
    size = 0
    for entry in log:
        length = len(json.dumps(write_row(entry)))
        if not parts or size + length > _PART_SIZE:
            parts.append([])
            size = 0
        parts[-1].append(entry)
        size += length
    return [tuple(part) for part in parts]
