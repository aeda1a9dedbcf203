"""The log of a game between devices: entries tied together by hashes, and how two logs compare.

The log only grows. Each entry holds the hash of the entry before it, so two logs with the same
last hash are the same from the beginning.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Literal, NamedTuple

from tashkalar.json_reader import Node
from tashkalar.position.ids import SeatNumber

KINDS = (
    "invite",
    "accept",
    "deck",
    "begin",
    "turn",
    "take-back-asked",
    "take-back-granted",
    "resign",
    "open",
    "greeting",
)
MOST_SEATS = 4
MOST_ENTRIES = 2_000
HASH_DIGITS = 32  # hexadecimal digits of the hash of an entry
MARK_DIGITS = 8  # hexadecimal digits of `Entry.state`

FaultKind = Literal["text", "log", "act", "update", "packs", "other", "sealed", "own", "signed"]


class FarError(ValueError):
    """A message or an entry cannot be taken; the log and the game are unchanged.

    `fault` is "text" for a text that is no message, "log" for an entry against the rules, "act" for
    something that cannot be done now, "update" for devices with different versions of the game,
    "packs" for packs that differ, "other" for the log of another game, "sealed" for sealed hands
    whose player does not keep a promise, "signed" for a false signature, and "own" for `entries` in
    the name of this device's player that this device has not made.
    """

    def __init__(self, fault: FaultKind, message: str, entries: Sequence[Entry] = ()) -> None:
        super().__init__(message)
        self.fault: FaultKind = fault
        self.entries = tuple(entries)


class Entry(NamedTuple):
    """One entry of a log.

    `prev` is the hash of the entry before, "" for the first. `state` is the mark of the position
    after the entry, "" before the game begins.
    """

    n: int  # from 0
    by: SeatNumber
    prev: str
    kind: str
    data: Mapping[str, object]
    state: str

    @property
    def hash(self) -> str:
        """The fingerprint of the entry, and so of the log up to this entry."""
        text = json.dumps(list(self), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()[:HASH_DIGITS]


Log = tuple[Entry, ...]


def last_hash(log: Sequence[Entry]) -> str:
    """Return the hash of the last entry; "" for an empty log."""
    return log[-1].hash if log else ""


class Comparison(NamedTuple):
    """The relation of the log of another device to the own one.

    "newer": the other log has all entries of the own one and more; a greeting of the own log that
    the other one lacks does not count, so that nobody forks a game by one. "older": the own log has
    more.
    "fork": both go on differently after `common` entries. "other": the logs of two games.
    """

    kind: Literal["same", "newer", "older", "fork", "other"]
    common: int


def compare(own: Sequence[Entry], other: Sequence[Entry]) -> Comparison:
    """Return how the log of another device relates to the own one, and how many entries agree."""
    common = 0
    for mine, theirs in zip(own, other, strict=False):
        if mine != theirs:
            break
        common += 1
    if not common:
        return Comparison("other", 0)
    if common == len(own):
        return Comparison("same" if common == len(other) else "newer", common)
    if common == len(other):
        return Comparison("older", common)
    if _has_acceptances(other, own) or _has_only_greetings(own[common:]):
        return Comparison("newer", common)
    is_older = _has_acceptances(own, other) or _has_only_greetings(other[common:])
    return Comparison("older" if is_older else "fork", common)


def _has_only_greetings(entries: Sequence[Entry]) -> bool:
    """Tell whether entries may be dropped: greetings that came too late for the other side."""
    return all(entry.kind == "greeting" for entry in entries)


def join_acceptances(own: Log, other: Log) -> Log | None:
    """Return the invitation with the acceptances of two forked logs, in the order of the seats.

    None if the logs have other entries too, or if two players have accepted for one seat.
    """
    ours, theirs = _acceptances(own), _acceptances(other)
    if len(ours) + 1 < len(own) or len(theirs) + 1 < len(other):
        return None
    by_seat = ours | theirs
    if any(by_seat[seat] != data for seat, data in ours.items()):
        return None
    joined = [own[0]]
    for seat in sorted(by_seat):
        prev = joined[-1].hash
        joined.append(Entry(len(joined), seat, prev, "accept", by_seat[seat], ""))
    return tuple(joined)


def entries_in_name(seat: SeatNumber, own: Log, other: Log) -> Log:
    """Return the entries of another log in the name of a seat that the own log lacks.

    An acceptance may stand at another place. A `begin` without data is nobody's act: it follows
    from the entries before it.
    """
    accepted = _acceptances(own)
    return tuple(
        entry
        for entry in other
        if entry.by == seat
        and (entry.kind != "begin" or entry.data)
        and own[entry.n : entry.n + 1] != (entry,)
        and not (entry.kind == "accept" and accepted.get(seat) == entry.data)
    )


def has_two_for_a_seat(own: Log, other: Log) -> bool:
    """Tell whether two players have accepted for one seat, whatever stands before."""
    ours, theirs = (
        {entry.by: entry.data for entry in log if entry.kind == "accept"} for log in (own, other)
    )
    return any(ours[seat] != theirs[seat] for seat in ours.keys() & theirs.keys())


def _acceptances(log: Sequence[Entry]) -> dict[SeatNumber, Mapping[str, object]]:
    """Return the data of the acceptances that follow an invitation at once, by seat."""
    accepted = {}
    for entry in log[1:]:
        if entry.kind != "accept":
            break
        accepted[entry.by] = entry.data
    return accepted


def _has_acceptances(log: Sequence[Entry], start: Sequence[Entry]) -> bool:
    """Tell whether a log has all of `start`, which is an invitation with some acceptances."""
    wanted, had = _acceptances(start), _acceptances(log)
    is_start = len(wanted) + 1 == len(start)
    return is_start and all(seat in had and had[seat] == wanted[seat] for seat in wanted)


def read_entry(node: Node) -> Entry:
    """Return the entry of plain data; raise ScenarioError that names the faulty value.

    What `data` holds is checked when the entry is carried out.
    """
    fields = node.fields(*Entry._fields, needed=Entry._fields)
    data = fields["data"]
    return Entry(
        n=fields["n"].number(highest=MOST_ENTRIES),
        by=read_seat(fields["by"]),
        prev=fields["prev"].text(HASH_DIGITS),
        kind=fields["kind"].choice(KINDS),
        data={key: child.value for key, child in data.entries()},
        state=fields["state"].text(MARK_DIGITS),
    )


def read_seat(node: Node) -> SeatNumber:
    """Return the seat that a value names; raise ScenarioError otherwise."""
    return SeatNumber(node.number(1, MOST_SEATS))
