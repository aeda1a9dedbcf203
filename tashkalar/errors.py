"""The errors of the public interface. Each message is one line that a person can act on."""


class IllegalMove(ValueError):
    """The move is not legal now; the game is unchanged."""


class SaveError(ValueError):
    """A text is not a saved game that can be loaded."""


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
