"""A speech server that writes down what it is told to say, in the place of speech-dispatcher.

Orca speaks through the protocol SSIP (the documentation of speech-dispatcher describes it). This
server answers what Orca sends, takes time for each utterance as a voice does, and keeps a list.
"""

from __future__ import annotations

import html
import re
import socketserver
import threading
from pathlib import Path
from time import monotonic
from typing import NamedTuple

ANSWERS = {
    "SET": "225 OK SET",
    "HISTORY": "225 OK HISTORY",
    "BLOCK": "260 OK INSIDE BLOCK",
    "PAUSE": "211 OK PAUSED",
    "RESUME": "212 OK RESUMED",
}
LISTS = {
    "OUTPUT_MODULES": ("250-listener", "250 OK MODULE LIST SENT"),
    "VOICES": ("249-MALE1", "249 OK VOICE LIST SENT"),
    "SYNTHESIS_VOICES": ("249-Listener\ten\tnone", "249 OK VOICE LIST SENT"),
}


WORDS_A_SECOND = 30  # a practiced listener has 6 to 8: whole games would take hours


class Utterance(NamedTuple):
    """A text for the voice."""

    text: str
    at: float  # when Orca sent it, in seconds of `monotonic()`
    begins: float  # when the voice comes to it
    ends: float

    @property
    def is_cut(self) -> bool:
        """Tell whether the voice was stopped before the last word."""
        return self.ends - self.begins < len(self.text.split()) / WORDS_A_SECOND - 0.001


class Voice:
    """The voice: it says one utterance after the other, each as long as its words take."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.said: list[Utterance] = []
        self.stops: list[float] = []

    def speak(self, text: str) -> None:
        """Take a text; it begins when the one before has ended."""
        now = monotonic()
        with self._lock:
            begins = max(now, self._quiet_at())
            self.said.append(
                Utterance(text, now, begins, begins + len(text.split()) / WORDS_A_SECOND)
            )

    def stop(self) -> None:
        """Be quiet at once: what is not said yet is lost."""
        now = monotonic()
        with self._lock:
            self.stops.append(now)
            self.said = [
                each if each.ends <= now else each._replace(begins=min(each.begins, now), ends=now)
                for each in self.said
            ]

    def is_speaking(self) -> bool:
        """Tell whether something is being said."""
        return monotonic() < self._quiet_at()

    def _quiet_at(self) -> float:
        return self.said[-1].ends if self.said else 0.0


class Connection(socketserver.StreamRequestHandler):
    """One program that speaks."""

    server: SpeechServer

    def handle(self) -> None:
        while line := self.rfile.readline():
            words = line.decode().split()
            if not words:
                continue
            command = words[0].upper()
            self.server.log.append((monotonic(), line.decode().strip()))
            if command == "SPEAK":
                self._answer("230 OK RECEIVING DATA")
                self._answer(f"225-{len(self.server.voice.said)}", "225 OK MESSAGE QUEUED")
                self.server.voice.speak(plain(self._data()))
            elif command in ("CHAR", "KEY", "SOUND_ICON"):
                self.server.voice.speak(" ".join(words[1:]))
                self._answer(f"225-{len(self.server.voice.said)}", "225 OK MESSAGE QUEUED")
            elif command in ("STOP", "CANCEL"):
                self.server.voice.stop()
                self._answer("210 OK STOPPED")
            elif command == "LIST":
                self._answer(*LISTS[words[1].upper()])
            elif command == "GET":
                self._answer("251-0", "251 OK GET RETURNED")
            elif command == "QUIT":
                self._answer("231 HAPPY HACKING")
                return
            elif command == "HISTORY":
                self._answer("245-1", "245 OK CLIENT ID SENT")
            else:
                self._answer(ANSWERS.get(command, "225 OK"))

    def _data(self) -> str:
        lines = []
        while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
            lines.append(line[1:] if line.startswith("..") else line)
        return "\n".join(lines)

    def _answer(self, *lines: str) -> None:
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())


class SpeechServer(socketserver.ThreadingUnixStreamServer):
    """The server at a socket of the file system."""

    daemon_threads = True

    def __init__(self, path: Path, voice: Voice) -> None:
        super().__init__(str(path), Connection)
        self.voice = voice
        self.log: list[tuple[float, str]] = []


def plain(ssml: str) -> str:
    """Return the words of a text with marks for the voice."""
    return html.unescape(re.sub(r"<[^>]*>", "", ssml)).strip()
