"""The errors of the public interface. Each message is one line that a person can act on."""

from __future__ import annotations

from collections.abc import Mapping


class IllegalMove(ValueError):
    """The move is not legal now; the game is unchanged."""


class SaveError(ValueError):
    """A text is not a saved game that can be loaded."""


class PackNeeded(SaveError):
    """A save uses packs that are not there; `packs` has their ids and versions."""

    def __init__(self, message: str, packs: Mapping[str, str]) -> None:
        super().__init__(message)
        self.packs = dict(packs)


class PackError(Exception):
    """A pack of cards is wrong or has failed; the game is unchanged.

    `pack` is its id, or what else it is called if that is not known; `reason` is what went wrong.
    Not a `ValueError`: it says nothing about what was asked for.
    """

    def __init__(self, pack: str, message: str) -> None:
        super().__init__(f"pack {pack!r}: {message}" if pack else f"pack: {message}")
        self.pack = pack
        self.reason = message


class PackStopped(PackError):
    """A pack did not come to an end and was stopped; `card` is the one that was carried out."""

    def __init__(self, pack: str, message: str, card: str = "") -> None:
        super().__init__(pack, message)
        self.card = card


class RecordError(ValueError):
    """A text is not a game record; `line` is the 1-based line at fault."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class ScenarioError(ValueError):
    """A scenario is wrong; `path` names the place, for example ``seats[1].hand[0]``."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
