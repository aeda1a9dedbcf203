"""A player that is another program: `cmd:./mybot` is started and talked to line by line.

`docs/protocol.md` describes the lines. Such a player is only named by the person who starts a
match; no name from a file or a message starts a program.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread, Timer
from typing import IO

from tashkalar.bots.installed import PlayerError
from tashkalar.bots.simple import View
from tashkalar.json_reader import quote_for_error
from tashkalar.position.move import Move, Prompt

START_TIMEOUT_S = 30.0  # until a program says who it is
ANSWER_TIMEOUT_S = 60.0  # until a program without a limit in milliseconds is told to stop
MARGIN_S = 1.0  # after its milliseconds, until it is told to stop
STOP_TIMEOUT_S = 10.0  # after that, until it is given up
_QUIT_TIMEOUT_S = 2.0  # until it is ended by force
_PROTOCOL_VERSION = "1"
_MOST_LINE_BYTES = 100_000
_MOST_WAITING_LINES = 1000
_LONGEST_QUOTE = 100  # characters of a line that is shown in an error
_NAME = re.compile(r"cmd(?:@([1-9][0-9]{0,8})(ms)?)?:(.*\S.*)", re.DOTALL)

_NODES = re.compile(r"nodes ([0-9]{1,9})(?![^ ])")


def is_command(name: str) -> bool:
    """Return whether a player's name is that of a program; ValueError if it only looks like it."""
    if not name.startswith(("cmd:", "cmd@")):
        return False
    try:
        if not (parts := _NAME.fullmatch(name)) or not _split(parts[3]):
            raise ValueError("a command is needed, as in cmd:./mybot or cmd@500ms:./mybot")
    except ValueError as error:  # quotes that are not closed too
        raise ValueError(f"players: {name}: {error}") from None
    return True


def _split(command: str) -> list[str]:
    if os.name == "posix":
        return shlex.split(command)
    # Elsewhere a backslash divides the folders of a path.
    return [word.strip('"') for word in shlex.split(command, posix=False)]


class CommandPlayer:
    """A running program that decides for a seat; close it after the game."""

    def __init__(self, name: str, seed: object) -> None:
        """Start the program; raise PlayerError if that fails or the program does not answer."""
        parts = _NAME.fullmatch(name)
        assert parts is not None
        amount, unit, command = parts.groups()
        self._name = name
        self._where = "at its start"
        self._go = " ".join(("go", *([unit or "nodes", amount] if amount else [])))
        self._answer_timeout_s = int(amount) / 1000 + MARGIN_S if unit else ANSWER_TIMEOUT_S
        self.nodes_per_plan: list[int] = []  # as the program says, for measurements
        self._nodes: int | None = None
        self._plan: list[str] = []
        self._planned_turn: object = None
        self._process = self._start(_split(command))
        self._end = weakref.finalize(self, _kill, self._process)
        assert self._process.stdout is not None
        # Bounded, so that a program that never stops writing waits instead of filling the memory.
        self._lines: Queue[bytes] = Queue(_MOST_WAITING_LINES)
        streams = (self._process.stdout, self._lines)
        self._reader = Thread(target=_read_lines, args=streams, daemon=True)
        self._reader.start()
        self._greet(seed)

    def _start(self, words: list[str]) -> subprocess.Popen[bytes]:
        try:
            # A session of its own: an interrupt of the match does not reach the program, and what
            # the program has started can be ended with it.
            return subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise self._error(f"cannot be started: {why}") from None

    def _greet(self, seed: object) -> None:
        """Ask the program who it is, and begin the game."""
        self._send("id")
        answer = self._await_answer("id", START_TIMEOUT_S)
        if answer is None:
            raise self._error(f"gives no answer to id within {START_TIMEOUT_S:g} s")
        version = answer.partition(" ")[0]
        if version != _PROTOCOL_VERSION:
            spoken = quote_for_error(version, _LONGEST_QUOTE)
            raise self._error(f"speaks version {spoken} of the protocol, not {_PROTOCOL_VERSION}")
        # The seed of the game decides what is dealt, so a player gets another one.
        digest = hashlib.sha256(f"player {seed}".encode()).hexdigest()[:16]
        self._send(f"newgame {digest}")

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """Return the next move of the program's plan; ask again where the plan does not go on.

        Raise PlayerError if the program hangs, dies, or answers what is no plan or not legal.
        """
        known = {move.code: move for move in moves}
        turn = view["turn"]["number"]
        if turn != self._planned_turn or not self._plan or self._plan[0] not in known:
            self._where = f"in turn {turn} as seat {view['seat']}"
            self._plan = self._ask(view, prompt, list(known))
            self._planned_turn = turn
        if self._plan[0] not in known:
            code = quote_for_error(self._plan[0], _LONGEST_QUOTE)
            question = f"the question is {prompt.kind}"
            raise self._error(f"plays {code}, which is not legal ({question})")
        return known[self._plan.pop(0)]

    def _ask(self, view: View, prompt: Prompt, codes: list[str]) -> list[str]:
        """Return the program's plan for a position."""
        question = {
            "kind": prompt.kind,
            "card": prompt.card,
            "optional": prompt.optional,
            "way": prompt.way,
        }
        position = {"view": view, "question": question, "moves": codes}
        self._send(f"position {json.dumps(position)}")
        self._send(self._go)
        answer = self._await_answer("bestplan", self._answer_timeout_s)
        if answer is None:
            self._send("stop")
            answer = self._await_answer("bestplan", STOP_TIMEOUT_S)
        if answer is None:
            seconds = self._answer_timeout_s + STOP_TIMEOUT_S
            raise self._error(f"gives no plan within {seconds:g} s, though told to stop")
        if self._nodes is not None:
            self.nodes_per_plan.append(self._nodes)
            self._nodes = None
        if not answer.split():
            raise self._error("answers an empty plan")
        return answer.split()

    def close(self) -> None:
        """End the program: it is asked to quit, and soon after that it is ended by force."""
        with suppress(PlayerError):
            self._send("quit")
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_QUIT_TIMEOUT_S)
        self._end()
        with suppress(Empty):
            while self._reader.is_alive():  # it may wait for room
                self._lines.get(timeout=_QUIT_TIMEOUT_S)

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):  # the pipe is closed
            raise self._ended() from None

    def _await_answer(self, wanted: str, limit_s: float) -> str | None:
        """Return what follows the wanted word on its line; None if the time is over."""
        expired = Event()
        timer = Timer(limit_s, expired.set)  # for all lines together
        timer.daemon = True
        timer.start()
        try:
            while True:
                line = self._lines.get(timeout=limit_s)
                if (answer := self._read_answer(line, wanted)) is not None:
                    return answer
                if expired.is_set():
                    return None
        except Empty:
            return None
        finally:
            timer.cancel()

    def _read_answer(self, line: bytes, wanted: str) -> str | None:
        """Return what follows the wanted word; None if the line is to be passed over."""
        if not line:
            raise self._ended()
        text = line.decode("utf-8", "backslashreplace").strip()
        word, _, rest = text.partition(" ")
        if len(line) > _MOST_LINE_BYTES:
            raise self._error(f"writes a line of more than {_MOST_LINE_BYTES} bytes")
        if word == wanted:
            return rest.strip()
        if word == "error":
            raise self._error(f"reports: {quote_for_error(rest, _LONGEST_QUOTE)}")
        if word == "info" and (parts := _NODES.match(rest)):
            self._nodes = int(parts[1])
        if word and word != "info":
            said = quote_for_error(text, _LONGEST_QUOTE)
            raise self._error(f"answers {said} where {wanted} is awaited")
        return None

    def _ended(self) -> PlayerError:
        try:
            status = self._process.wait(_QUIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return self._error("has closed its output")
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        return self._error(f"has ended {how}")

    def _error(self, what: str) -> PlayerError:
        return PlayerError(f"players: {self._name}: {self._where} it {what}")


def _read_lines(stream: IO[bytes], lines: Queue[bytes]) -> None:
    """Put the lines of a stream into a queue, and an empty one at its end."""
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(_MOST_LINE_BYTES + 1):
            lines.put(line)
    lines.put(b"")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started, if it still runs."""
    if process.poll() is None:
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
