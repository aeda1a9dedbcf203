"""One compressed file of games: ``tashkalar selfplay --records FILE`` (``docs/open-data.md``).

Its text is lines of JSON: a card that says how the games were made, the games in their order, and
a last line with a checksum. Each line is a gzip member of its own. So a file whose writing was
interrupted is whole but for the end of its last member, and the games go on from there.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import stat
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from tashkalar import __version__, new_game
from tashkalar.bots import arena
from tashkalar.bots.pool import run_in_order
from tashkalar.json_reader import LONGEST_TEXT, parse_json

FORMAT = "tashkalar games 1"
LICENSE = "CC0-1.0"
MOST_LINE_BYTES = 2 * LONGEST_TEXT

_LINES = (
    "Each further line is a game: its number, the seed and the schools that it was dealt from, its "
    "result (null if it did not end), and its record, which has all moves as text. The last line "
    "has the SHA-256 of all lines before it."
)
_CARD_START = f'{{"format":"{FORMAT}",'.encode()
_GAME_START = b'{"game":'
_END_START = b'{"end":'
_RECORD_START = b"Record:"
_CHUNK_BYTES, _MOST_PIECE_BYTES = 1 << 16, 1 << 20  # packed, and not
_GZIP_WINDOW = 31  # zlib's number for the gzip format
_GZIP_MAGIC = b"\x1f\x8b"
_MEMBER_HEAD_BYTES = 10


class RecordsFileError(ValueError):
    """A file holds something else than games, or other games; the message names the file."""


class GamesOrder(NamedTuple):
    """The games that a file shall hold."""

    agreed: arena.MatchSettings
    players: tuple[str, ...]  # one per seat
    games: int
    command: str  # that makes the file

    def make_card(self) -> dict[str, Any]:
        """Return the first line of the file."""
        agreed = self.agreed
        return {
            "format": FORMAT,
            "license": LICENSE,
            "form": agreed.form,
            "teams": agreed.teams,
            "schools": list(agreed.schools) if agreed.schools else "all in turn",
            "players": list(self.players),
            "seed": agreed.seed,
            "games": self.games,
            "engine": __version__,
            "made_by": self.command,
            "lines": _LINES,
        }


# -- writing -------------------------------------------------------------------------------------


class _Written(NamedTuple):
    """The whole lines of a file."""

    lines: int  # the card and the last line too
    end: int  # the byte after them
    text_hash: Any  # of hashlib: of the text of the card and the games


def write_games(
    path: Path, order: GamesOrder, executor: Executor, *, max_pending: int
) -> Iterator[int]:
    """Play the games that the file lacks and add each; yield the number of games in it after each.

    Raise RecordsFileError if the file holds something else or is damaged, and OSError if it cannot
    be used. Either leaves the games in it as they are.
    """
    with path.open("a+b", buffering=0) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise RecordsFileError(f"{path}: not a file that games can be added to")
        deals = islice(arena.generate_deals(order.agreed), order.games)
        jobs = enumerate(deals, 1)
        lines, end, text_hash = _find_written(file, path, order, jobs)
        file.truncate(end)

        def add(line: bytes) -> None:
            nonlocal end
            end = _append(file, path, end, _compress(line))
            text_hash.update(line)

        if not lines:
            add(_encode(order.make_card()))
        number = min(max(0, lines - 1), order.games)
        yield number
        with closing(
            run_in_order(executor, partial(_play, order.players), jobs, max_pending)
        ) as games:
            for game in games:
                add(_encode(game))
                number += 1
                yield number
        if lines < order.games + 2:
            add(_end_line(order.games, text_hash))


def _find_written(
    file: io.FileIO, path: Path, order: GamesOrder, jobs: Iterator[tuple[int, arena.Bout]]
) -> _Written:
    """Return what a file holds already, and take the games there from the jobs."""
    text_hash, lines, end, text = hashlib.sha256(), 0, 0, b""
    file.seek(0)
    try:
        for piece in _unpack(file):
            text += piece.content
            if len(text) > MOST_LINE_BYTES:
                raise zlib.error
            if not piece.ends_member:
                continue
            if lines == 0:
                _check_card(path, text, order)
            elif lines <= order.games:
                number, bout = next(jobs)
                if not text.startswith(_game_start(number, bout)) or not text.endswith(b"\n"):
                    raise RecordsFileError(f"{path}: line {lines + 1} is not game {number}")
            elif lines > order.games + 1 or text != _end_line(order.games, text_hash):
                raise RecordsFileError(f"{path}: line {lines + 1} is not the checksum of its games")
            text_hash.update(text)
            lines, end, text = lines + 1, piece.end, b""
        if _begins_member(file, end + 1):  # so the last member is not cut off, but damaged
            raise zlib.error
    except zlib.error:
        if not lines:
            raise _no_games(path) from None
        games = min(lines - 1, order.games)
        raise RecordsFileError(f"{path}: damaged after {games} games, at byte {end}") from None
    if not lines:
        # A card that was not written whole may go, but nothing else.
        card = _compress(_encode(order.make_card()))
        file.seek(0)
        if not card.startswith(file.read(len(card) + 1)):
            raise _no_games(path)
    return _Written(lines, end, text_hash)


def _begins_member(file: io.FileIO, start: int) -> bool:
    """Return whether a member of such a file begins at a byte or after it."""
    file.seek(start)
    return _compress(b"")[:_MEMBER_HEAD_BYTES] in file.read()


def _check_card(path: Path, text: bytes, order: GamesOrder) -> None:
    wanted = json.loads(json.dumps(order.make_card()))
    if not text.startswith(_CARD_START):
        raise _no_games(path)
    card = _parse(text, f"{path}, line 1")
    del wanted["made_by"]  # the same games may be asked for in other words
    for name, value in wanted.items():
        if card.get(name) != value:
            theirs, ours = json.dumps(card.get(name)), json.dumps(value)
            raise RecordsFileError(f"{path}: has other games: {name} {theirs}, not {ours}")


def _no_games(path: Path) -> RecordsFileError:
    return RecordsFileError(f"{path}: no games of selfplay --records")


def _append(file: io.FileIO, path: Path, end: int, content: bytes) -> int:
    """Add bytes to a file that has `end` bytes, or leave it as it is; return its new length."""
    if os.fstat(file.fileno()).st_size != end:
        raise RecordsFileError(f"{path}: another program writes into it too")
    try:
        rest = content
        while rest:
            rest = rest[file.write(rest) :]
    except BaseException:
        with suppress(OSError):
            file.truncate(end)
        raise
    return end + len(content)


def _play(players: Sequence[str], job: tuple[int, arena.Bout]) -> dict[str, Any]:
    """Return a game as a line of the file."""
    number, bout = job
    game = new_game(bout.form, bout.schools, teams=bout.teams, seed=bout.seed)
    with arena.seated_players(players, bout.seed) as seated:
        arena.play_to_end(game, seated)
    return {
        "game": number,
        "seed": bout.seed,
        "schools": bout.schools,
        "turns": game.state.turn,
        "result": game.outcome._asdict() if game.outcome else None,
        "record": game.record(),
    }


def _game_start(number: int, bout: arena.Bout) -> bytes:
    """Return the bytes that the line of a game begins with."""
    dealt = {"game": number, "seed": bout.seed, "schools": bout.schools}
    return _encode(dealt).rstrip(b"}\n") + b","


def _end_line(games: int, text_hash: Any) -> bytes:
    return _encode({"end": {"games": games, "sha256": text_hash.hexdigest()}})


def _encode(line: Mapping[str, Any]) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def _compress(line: bytes) -> bytes:
    return zlib.compress(line, wbits=_GZIP_WINDOW)  # without a date: same games, same file


class _Piece(NamedTuple):
    """A part of the content of a gzip member."""

    content: bytes
    end: int  # the byte of the file after it, if it ends the member
    ends_member: bool


def _unpack(file: BinaryIO) -> Iterator[_Piece]:
    """Yield the content of the gzip members of a file; raise zlib.error where it holds none."""
    read, data = 0, b""
    while True:
        unpacker = zlib.decompressobj(wbits=_GZIP_WINDOW)
        while not unpacker.eof:
            if not data:
                data = file.read(_CHUNK_BYTES)
                read += len(data)
            if not data:
                return
            content = unpacker.decompress(data, _MOST_PIECE_BYTES)
            data = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
            yield _Piece(content, read - len(data), unpacker.eof)


# -- reading -------------------------------------------------------------------------------------


class GamesReader:
    """The records of a file, one after the other, each with words that say which game it is.

    The file is one of `write_games`, compressed or not, or holds records one after the other.
    After the last record, `missing` says what the file lacks, if it does. In a file of
    `write_games`, `card` is then its card, `games` the number of its games, and `sha256` the hash
    of the text up to the last of them. Raise RecordsFileError if the file is something else or
    damaged.
    """

    def __init__(self, file: io.BufferedReader, name: str) -> None:
        self._file, self._name = file, name
        self.missing: str | None = None
        self.card: Mapping[str, Any] | None = None
        self.games, self.sha256 = 0, ""

    def __iter__(self) -> Iterator[tuple[str, str]]:
        lines = self._lines()
        first = next(lines, b"")
        if first.startswith(_CARD_START):
            yield from self._games(first, lines)
        elif first.startswith(_RECORD_START):
            yield from self._records(first, lines)
        else:
            raise RecordsFileError(f"{self._name}: neither games of selfplay --records nor records")

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines of the text; the last may lack its end."""
        number, rest = 1, b""
        try:
            for content in self._contents():
                *lines, rest = (rest + content).split(b"\n")
                if len(rest) > MOST_LINE_BYTES:
                    raise RecordsFileError(f"{self._name}: line {number + len(lines)} is too long")
                for line in lines:
                    yield line + b"\n"
                    number += 1
        except zlib.error:
            raise RecordsFileError(f"{self._name}: damaged at line {number}") from None
        if rest:
            yield rest

    def _contents(self) -> Iterator[bytes]:
        if not self._file.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC):
            while content := self._file.read(_CHUNK_BYTES):
                yield content
            return
        is_whole = True
        for piece in _unpack(self._file):
            yield piece.content
            is_whole = piece.ends_member
        if not is_whole:
            self.missing = "the file breaks off"

    def _games(self, first: bytes, lines: Iterator[bytes]) -> Iterator[tuple[str, str]]:
        card = _parse(first, f"{self._name}, line 1")
        text_hash, games, is_ended = hashlib.sha256(first), 0, False
        for line in lines:
            where = f"{self._name}, line {games + 2}"
            if is_ended:
                raise RecordsFileError(f"{where}: nothing may follow the checksum")
            if line.startswith(_END_START):
                is_ended = line == _end_line(games, text_hash)
                if not is_ended and line.endswith(b"\n"):
                    raise RecordsFileError(f"{where}: the checksum is not that of the games")
                continue
            if not line.endswith(b"\n"):
                break
            record = _parse(line, where).get("record") if line.startswith(_GAME_START) else None
            if not isinstance(record, str):
                raise RecordsFileError(f"{where}: not a game")
            text_hash.update(line)
            games += 1
            yield f"game {games}", record
        self.card, self.games, self.sha256 = card, games, text_hash.hexdigest()
        if not is_ended:
            self.missing = f"{games} of {card.get('games')} games: the rest is not there yet"

    def _records(self, first: bytes, lines: Iterator[bytes]) -> Iterator[tuple[str, str]]:
        number, parts, size = 1, [first], len(first)
        for line in lines:
            if line.startswith(_RECORD_START):
                yield f"game {number}", self._decode(number, parts)
                number, parts, size = number + 1, [], 0
            parts.append(line)
            size += len(line)
            if size > MOST_LINE_BYTES:
                raise RecordsFileError(f"{self._name}: game {number} is too long")
        yield f"game {number}", self._decode(number, parts)

    def _decode(self, number: int, parts: Sequence[bytes]) -> str:
        try:
            return b"".join(parts).decode()
        except ValueError:
            raise RecordsFileError(f"{self._name}: game {number} is not in UTF-8") from None


def _parse(line: bytes, where: str) -> dict[str, Any]:
    try:
        value = parse_json(line.decode(), longest=MOST_LINE_BYTES, is_own=True)
    except ValueError as error:
        raise RecordsFileError(f"{where}: {error}") from None
    if not isinstance(value, dict):
        raise RecordsFileError(f"{where}: an object is needed")
    return value
