"""The part of a saved game that is played with someone far away."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import NO_SEAT, SeatNumber

_LONGEST_LOG = 100_000  # characters
_MOST_DECISIONS = 100_000
_LONGEST_SECRET = 64  # hexadecimal digits
_LONGEST_KEY = 400  # characters of a private key
_HIGHEST_DATE_MS = 8_640_000_000_000_000  # the last date of JavaScript


class FarRecord(NamedTuple):
    """The log of a game, and what the page must know of it without reading the log."""

    seat: SeatNumber  # that this device plays; 0 if it only watches
    game_id: str  # the same on every device
    log: str  # the short text of the log
    has_begun: bool  # all seats are taken
    decision_count: int  # of the game in the log
    due_seat: SeatNumber  # that must act next; 0 for nobody
    since_ms: int  # the time of the last entry on this device, in milliseconds since 1970
    secret: str = ""  # of the player of this device, if there is one; never sent
    dealer: SeatNumber = NO_SEAT  # that has to deal the cards, once all seats are taken
    is_asked: bool = False  # others ask this player whether a turn may be taken back
    key: str = ""  # private, by which the player of this device signs, if there is one; never sent
    allows_hints: bool = True  # players may ask a computer player for advice

    @property
    def holds_secret(self) -> bool:
        """True if a file of the game lets others see more, or play in the player's name."""
        return bool(self.secret or self.key)


def is_far_file(text: str) -> bool:
    """Tell whether a file is meant as the log of a game with someone far away."""
    return '"tashkalar-far"' in text[:100]


def far_record_data(record: FarRecord) -> dict[str, object]:
    """Return a record as plain data."""
    return {
        "seat": record.seat,
        "game": record.game_id,
        "log": record.log,
        "begun": record.has_begun,
        "decisions": record.decision_count,
        "due": record.due_seat,
        "since": record.since_ms,
        **({"secret": record.secret} if record.secret else {}),
        **({"dealer": record.dealer} if record.dealer else {}),
        **({"asked": True} if record.is_asked else {}),
        **({"key": record.key} if record.key else {}),
        **({} if record.allows_hints else {"hints": False}),
    }


def read_far_record(data: object, seats: int) -> FarRecord | None:
    """Return the record of plain data; None if there is none, or if it is damaged."""
    if not isinstance(data, dict):
        return None
    seat, due = _number(data, "seat", seats), _number(data, "due", seats)
    count, since = (
        _number(data, "decisions", _MOST_DECISIONS),
        _number(data, "since", _HIGHEST_DATE_MS),
    )
    dealer = _number({"dealer": NO_SEAT, **data}, "dealer", seats)
    game_id, log, has_begun = data.get("game"), data.get("log"), data.get("begun")
    secret, key = data.get("secret", ""), data.get("key", "")
    if (
        seat is None
        or due is None
        or dealer is None
        or count is None
        or since is None
        or not (isinstance(game_id, str) and isinstance(log, str) and isinstance(has_begun, bool))
        or len(log) > _LONGEST_LOG
        or not isinstance(secret, str)
        or len(secret) > _LONGEST_SECRET
        or not isinstance(key, str)
        or len(key) > _LONGEST_KEY
    ):
        return None
    seat, due, dealer = SeatNumber(seat), SeatNumber(due), SeatNumber(dealer)
    return FarRecord(
        seat,
        game_id,
        log,
        has_begun,
        count,
        due,
        since,
        secret,
        dealer,
        data.get("asked") is True,
        key,
        data.get("hints") is not False,
    )


def _number(data: dict[str, object], key: str, highest: int) -> int | None:
    value = data.get(key)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and isinstance(value, int) and 0 <= value <= highest else None
