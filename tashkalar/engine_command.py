"""The command ``engine``: a computer player that other programs talk to, line by line.

`docs/protocol.md` describes the lines. The player thinks in a thread of its own, so that `stop` is
read meanwhile; all other commands wait for its answer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from threading import Event, Thread, Timer
from typing import Any, NamedTuple

from tashkalar import terminal
from tashkalar.bots.levels import player
from tashkalar.errors import PackError
from tashkalar.json_reader import parse_json, quote_for_error

PROTOCOL_VERSION = 1
MOST_LINE_BYTES = 1_000_000
_LONGEST_ERROR = 300  # characters
_MOST = 1_000_000_000  # nodes, or milliseconds: about eleven days

Write = Callable[[str], None]


def add_parser(commands: argparse._SubParsersAction[terminal.Parser]) -> argparse.ArgumentParser:
    """Add the command and return its parser."""
    engine = commands.add_parser("engine", help="be a player for other programs, line by line")
    engine.add_argument("--level", default="adept", help="as the players of the arena (adept)")
    engine.set_defaults(run=_run)
    return engine


def _run(arguments: argparse.Namespace) -> None:
    """Answer the lines of the standard input until `quit` or its end."""
    try:
        engine = _Engine(arguments.level, _write_line)
    except ValueError as error:
        raise terminal.CommandError(f"--{error}") from None
    try:
        for line in terminal.read_lines(MOST_LINE_BYTES):
            if not engine.handle(line):
                break
    except BaseException:
        engine.stop()
        raise
    finally:
        engine.finish()


def _write_line(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class _CommandRefused(ValueError):
    """A command that cannot be done; the message is the text of the `error` line."""


class _GoLimit(NamedTuple):
    """The limit of a `go`: the level's own budget unless `nodes` replaces it."""

    nodes: int | None = None
    milliseconds: int | None = None


class _Engine:
    """The player's side of the protocol."""

    def __init__(self, level: str, write: Write) -> None:
        """Raise ValueError for an unknown level."""
        player(level)
        self._level = level
        self._write = write
        self._seed = ""
        self._position: Mapping[str, Any] | None = None
        self._stopped = Event()
        self._thread: Thread | None = None
        self._failure: OSError | None = None  # of writing in the thread
        self._commands: dict[str, Callable[[str], None]] = {
            "id": self._identify,
            "newgame": self._begin_game,
            "position": self._set_position,
            "go": self._go,
        }

    def handle(self, line: bytes | None) -> bool:
        """Carry out the command of a line, None for one that is too long; False after `quit`."""
        text = "" if line is None else line.decode("utf-8", "replace").strip("\ufeff \t\r\n")
        word, _, rest = text.partition(" ")
        if line is not None and not word:
            return True
        if word in ("stop", "quit"):
            self.stop()
            return word == "stop"
        self.finish()
        try:
            if line is None:
                raise _CommandRefused(f"a line is longer than {MOST_LINE_BYTES} bytes")
            if word not in self._commands:
                raise _CommandRefused(f"{quote_for_error(word)}: unknown command")
            self._commands[word](rest.strip())
        except _CommandRefused as error:
            self._write(f"error {error}")
        return True

    def stop(self) -> None:
        """End the search in progress, which then answers with its best plan so far."""
        self._stopped.set()

    def finish(self) -> None:
        """Wait until the search in progress has answered; raise OSError if nobody reads it."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure

    def _identify(self, rest: str) -> None:
        self._write(f"id {PROTOCOL_VERSION} Tash-Kalar {self._level}")

    def _begin_game(self, rest: str) -> None:
        self._seed, self._position = rest, None

    def _set_position(self, rest: str) -> None:
        self._position = None
        try:
            position = parse_json(rest, longest=MOST_LINE_BYTES)
        except ValueError as error:
            raise _CommandRefused(f"position: {error}") from None
        if not isinstance(position, dict) or not isinstance(position.get("view"), dict):
            raise _CommandRefused("position: an object with a view is needed")
        moves = position.get("moves", [])
        if not isinstance(moves, list) or not all(isinstance(code, str) for code in moves):
            raise _CommandRefused("position: moves: a list of codes is needed")
        self._position = position

    def _go(self, rest: str) -> None:
        limit = _read_limit(rest.split())
        if self._position is None:
            raise _CommandRefused("go: there is no position")
        self._stopped.clear()
        self._thread = Thread(target=self._answer, args=(self._position, limit), name="search")
        self._thread.start()

    def _answer(self, position: Mapping[str, Any], limit: _GoLimit) -> None:
        """Think and write the answer."""
        timer = None
        if limit.milliseconds is not None:
            timer = Timer(limit.milliseconds / 1000, self._stopped.set)
            timer.start()
        try:
            lines = self._think(position, limit)
        except PackError as error:
            lines = [f"error {_in_one_line(str(error))}"]
        except Exception as error:  # a view that no game shows can fail in any way
            why = _in_one_line(f"{type(error).__name__}: {error}")
            lines = [f"error position: the view is not one of this game ({why})"]
        finally:
            if timer is not None:
                timer.cancel()
        try:
            for line in lines:
                self._write(line)
        except OSError as error:
            self._failure = error

    def _think(self, position: Mapping[str, Any], limit: _GoLimit) -> list[str]:
        """Return the lines of the best plan found within the limit, or until it is stopped."""
        thinking = player(self._level, self._seed, nodes=limit.nodes).think(position["view"])
        for _ in thinking:
            if self._stopped.is_set():
                break
        codes = thinking.codes()
        moves = position.get("moves")
        if moves and codes[0] not in moves:
            codes = moves[:1]
        return [
            f"info nodes {thinking.nodes} worth {thinking.worth}",
            f"bestplan {' '.join(codes)}",
        ]


def _read_limit(words: list[str]) -> _GoLimit:
    """Return the limit that the words after `go` name."""
    if not words:
        return _GoLimit()
    if len(words) == 2 and words[1].isascii() and words[1].isdigit() and len(words[1]) < 11:
        number = int(words[1])
        if words[0] == "nodes" and 1 <= number <= _MOST:
            return _GoLimit(nodes=number)
        if words[0] == "ms" and 1 <= number <= _MOST:
            return _GoLimit(milliseconds=number)
    raise _CommandRefused("go: nodes N, ms N or nothing is needed")


def _in_one_line(text: str) -> str:
    return terminal.escape_unprintable(" ".join(text.split()))[:_LONGEST_ERROR]
