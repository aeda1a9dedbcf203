"""The errors of the public interface. Each message is one line that a person can act on."""

from __future__ import annotations

from collections.abc import Mapping


class IllegalMove(ValueError):
    """The move is not legal now; the game is unchanged."""


class SaveError(ValueError):
    """A text is not a saved game that can be loaded."""


class PackNeeded(SaveError):
    """A save uses packs that are not registered; `packs` maps their ids to versions."""

    def __init__(self, message: str, packs: Mapping[str, str]) -> None:
        super().__init__(message)
        self.packs = dict(packs)


class PackError(Exception):
    """A pack of cards is wrong or has failed; the game is unchanged.

    `pack` is the id of the pack, or another name for the pack if the id is not known. `reason` says
    what went wrong. `PackError` is no `ValueError`, because the caller's arguments are not at
    fault.
    """

    def __init__(self, pack: str, message: str) -> None:
        super().__init__(f"pack {pack!r}: {message}" if pack else f"pack: {message}")
        self.pack = pack
        self.reason = message

    def __reduce__(self) -> tuple[type[PackError], tuple[str, str], dict[str, object]]:
        """Let the error come back from another process as it is."""
        return type(self), (self.pack, self.reason), self.__dict__


class PackStopped(PackError):
    """A pack was stopped because its code did not end; `card` is the card being executed."""

    def __init__(self, pack: str, message: str, card: str = "") -> None:
        super().__init__(pack, message)
        self.card = card


class RecordError(ValueError):
    """A text is not a game record; `line` is the number of the faulty line, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class ScenarioError(ValueError):
    """A scenario is wrong; `path` names the faulty entry, for example ``seats[1].hand[0]``."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
