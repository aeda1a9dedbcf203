"""Golden games: whole games that must replay to the same position on every platform, for ever.

Each is a record (`*.txt`) whose comments tell what it contains and the hash of its last position.
They are played in the engine's tests, in Pyodide, and through the page by mouse and by keyboard.
`python -m tests.golden --write` looks for new ones, should a rule or a card have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tashkalar import Game, new_game
from tashkalar.move import Move
from tashkalar.save import state_hash

FOLDER = Path(__file__).parent
FORMS = ("high-form", "duel")
HASH = "# hash: "

# What a golden game should contain. A duel knows no claims.
WANTED = (
    "legend",
    "flare",
    "claim",
    "discard",
    "shortage",
    "own piece destroyed",
    "step",
    "square",
    "direction",
    "option",
    "card return",
    "skip",
    "placement",
)


class Decision(NamedTuple):
    """A decision of a game: the game before it, and what is decided."""

    before: Game
    move: Move


class Golden(NamedTuple):
    """A golden game as it is stored."""

    name: str
    text: str

    @property
    def hash(self) -> str:
        """The hash of the last position."""
        lines = [line for line in self.text.splitlines() if line.startswith(HASH)]
        return lines[0].removeprefix(HASH)

    @property
    def game(self) -> Game:
        """The game at its end."""
        return Game.from_record(self.text)

    def start(self) -> Game:
        """The game before its first decision."""
        return begin(self.game)

    @property
    def query(self) -> str:
        """The page's address parameters that begin this game."""
        setup = self.game.setup
        return f"?form={setup.form}&schools={','.join(setup.schools)}&seed={setup.seed}"


def load(name: str) -> Golden:
    """A golden game by its name, which is that of its form."""
    return Golden(name, (FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def begin(game: Game) -> Game:
    """The same game before its first decision."""
    setup = game.setup
    return new_game(setup.form, setup.schools, seed=setup.seed)


def decisions(game: Game) -> Iterator[Decision]:
    """The decisions of a game one after another, each with the game before it."""
    replay = begin(game)
    for code in game.codes:
        move = replay.find_move(code)
        yield Decision(replay.copy(), move)
        replay.play(move)


def kind_of(before: Game, move: Move) -> str | None:
    """Which of the wanted things a decision is, if any."""
    prompt = before.prompt.kind
    if move.kind == "summon":
        return "placement" if move.option not in (None, "1") else None
    if move.kind == "place":
        return "shortage" if move.origin else None
    if move.kind in ("flare", "claim", "discard", "skip"):
        return move.kind
    if move.kind != "choose" or prompt == "marks":
        return None
    if prompt == "return":
        return "card return"
    if move.origin and move.square:
        return "step"
    if move.origin and move.option:
        return "direction"
    if move.option:
        return "option"
    return "square" if move.square else None


def contents(game: Game) -> set[str]:
    """Which of the wanted things a game contains."""
    found = {kind for before, move in decisions(game) if (kind := kind_of(before, move))}
    for entry in game.history():
        own = game.setup.colours[entry.before.seat] + 1
        for event in entry.events:
            if event.kind == "summon" and event.rank == "legendary":
                found.add("legend")
            if event.kind == "destroy" and event.owner == own:
                found.add("own piece destroyed")
    return found


def text_of(game: Game) -> str:
    """A golden game as a file."""
    found = contents(game)
    told = ", ".join(name for name in WANTED if name in found)
    about = f"# {len(game.codes)} decisions with: {told}\n{HASH}{state_hash(game.state)}\n"
    return about + game.record()
