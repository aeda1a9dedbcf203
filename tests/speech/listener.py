"""A listener at the desk: presses a key, and has what was said until it was quiet again."""

from __future__ import annotations

from pathlib import Path

from tests.speech.desk import Desk
from tests.speech.ssip import Utterance


class Listener:
    """The ears and the fingers; each line that is heard is in the transcript."""

    def __init__(self, desk: Desk, path: Path) -> None:
        """The transcript is written to a file as it grows."""
        self._desk, self._path = desk, path
        self._heard = 0
        self.transcript: list[str] = []
        self.presses = 0

    def listen(self) -> list[str]:
        """Return what has been said since the last key, without what was cut off."""
        self._desk.wait()
        said = self._desk.voice.said[self._heard :]
        self._heard += len(said)
        self.transcript += [written(each) for each in said]
        self._path.write_text("\n".join(self.transcript) + "\n", encoding="utf-8")
        return [each.text for each in said if not each.is_cut]

    def press(self, key: str) -> list[str]:
        """Press a key, and return what is then said."""
        self.transcript.append(f"[{key}]")
        self.presses += 1
        self._desk.press(key)
        return self.listen()


def written(utterance: Utterance) -> str:
    """Return a line of the transcript."""
    return f"    {utterance.text}" + (" -- (cut off)" if utterance.is_cut else "")
