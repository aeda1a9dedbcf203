"""The save format: a game as JSON that can be stored and loaded again (``docs/formats.md``).

A save tells the game twice. The agreement and the decisions tell all of it, so undo works in a
loaded game; the checkpoint is the position after the last finished move. Should the decisions no
longer lead there, because a card has been corrected since, the game goes on from the checkpoint
and its history begins there. The hash belongs to the checkpoint and tells the two cases apart.
Making thousands of moves again takes a while: `open_in_steps` has a long game at once, from its
checkpoint, and leaves them for later.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from tashkalar.cards import packs
from tashkalar.errors import IllegalMove, PackError, PackNeeded, SaveError, ScenarioError
from tashkalar.formats.checkpoint import (
    LONGEST_CODE,
    JsonObject,
    digest,
    read_setup,
    read_state,
    setup_data,
    state_data,
    state_hash,
)
from tashkalar.formats.scenario import with_turn_number
from tashkalar.json_reader import LONGEST_TEXT, Node, parse_json
from tashkalar.position.state import GameState, Setup
from tashkalar.rules.execution import PackResultPending

FORMAT = "tashkalar-save"
VERSION = 1
MOST_MOVES = 100_000
MOST_KEPT = 3000  # finished moves that are written, and made again when a save is read
LONGEST_HISTORY = 300_000  # characters of these moves
LONG_GAME_MOVES = 400  # moves of a game that is worth opening before they are made again
LONGEST_MOVE = 2000  # a move with its answers

# From a version to the next: each changes the data in place. Every version that was ever released
# has a sample in tests/engine/data that must stay loadable.
MIGRATIONS: dict[int, Callable[[JsonObject], None]] = {}


class SavedGame(NamedTuple):
    """What a text form tells of a game. A move is its code and its answers, without forced ones."""

    setup: Setup
    scenario: Mapping[str, object] | None
    start: GameState | None  # where the history begins, if not at the first decision
    moves: Sequence[Sequence[str]]
    open_move: Sequence[str]  # the move that is being carried out, or nothing
    redo: Sequence[str]  # the next one first
    state: GameState  # after the finished moves


class PendingHistory(NamedTuple):
    """What a save tells of the moves before a checkpoint."""

    start: GameState | None  # where they begin, if not at the first decision
    moves: Sequence[Sequence[str]]


class ReplayProgress(NamedTuple):
    """How many of the moves of a save have been made again."""

    moves_done: int
    moves_total: int


class DecisionTarget(Protocol):
    """Whatever makes decisions."""

    def decide(self, code: str) -> None:
        """Make a decision, resigning too."""


class RestorableGame(DecisionTarget, Protocol):
    """What replaying needs of a game."""

    def saved_game(self) -> SavedGame:
        """What has happened so far."""

    def keep_redo_in_steps(self, codes: Sequence[str]) -> Generator[PackResultPending, None, None]:
        """Offer these codes for redo, the next one first, as far as they can be played."""

    def defer_history(self, owed: PendingHistory | None) -> None:
        """Tell these moves in texts, before its own, though they have not been made again."""


T = TypeVar("T")
G = TypeVar("G", bound=RestorableGame)
ReplayStep = ReplayProgress | PackResultPending
"""How far it is; or what a pack that runs elsewhere has to answer before the next step."""

ReplaySteps = Generator[ReplayStep, None, G]


class OpenedGame(NamedTuple, Generic[G]):
    """A saved game; with `history_steps` it begins at its checkpoint and still owes the moves
    before it.

    `history_steps` makes these again. Its value is the game as it was at the checkpoint, with its
    history; IllegalMove or PackError when the moves do not lead there.
    """

    game: G
    history_steps: ReplaySteps[G] | None = None


# Makes a game of an agreement or a scenario, which may begin later at a saved position.
GameFactory = Callable[[Setup | Mapping[str, object], GameState | None], G]


# -- writing -------------------------------------------------------------------------------------


def write(story: SavedGame) -> str:
    """The text of a save."""
    setup, state = setup_data(story.setup), state_data(story.state)
    data: JsonObject = {"format": FORMAT, "v": VERSION, "engine": _engine()}
    if story.scenario is None:
        data["setup"] = setup
    else:
        data["scenario"] = story.scenario
    if used := packs.registered_versions(story.setup.schools):
        data["packs"] = used
    if story.start is not None:
        data["start"] = state_data(story.start)
    data["moves"] = [" ".join(move) for move in story.moves]
    data["open"] = " ".join(story.open_move) or None
    data["redo"] = list(story.redo)
    data["checkpoint"] = state
    data["hash"] = digest(setup, state)
    return json.dumps(data, separators=(",", ":"))


def first_kept_move(moves: Sequence[Sequence[str]]) -> int:
    """The first of the moves that a text tells; the history of an endless game begins later.

    So whatever is played, the text can be read again, and in bearable time.
    """
    length = 0
    for number in range(len(moves) - 1, -1, -1):
        length += sum(len(code) + 1 for code in moves[number])
        if length > LONGEST_HISTORY or len(moves) - number > MOST_KEPT:
            return number + 1
    return 0


def _engine() -> str:
    """The version of the package, which imports this module and so is looked up late."""
    package = sys.modules[__name__.partition(".")[0]]
    return str(getattr(package, "__version__", ""))


# -- reading -------------------------------------------------------------------------------------


def read(text: object, begin: GameFactory[G]) -> G:
    """The game that a save tells; SaveError in one line for whatever is wrong with the text."""
    return run_to_end(read_in_steps(text, begin))


def run_to_end(steps: Generator[ReplayStep, None, T]) -> T:
    """What comes at the end of the steps; Unanswered when there is more to it than that."""
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            found: T = stop.value
            return found
        if isinstance(step, PackResultPending):
            raise step


def decide_in_steps(game: DecisionTarget, code: str) -> Generator[PackResultPending, None, None]:
    """Make a decision; what a pack that runs elsewhere has to answer first comes as a step."""
    while True:
        try:
            game.decide(code)
            return
        except PackResultPending as wanted:
            yield wanted


def read_in_steps(text: object, begin: GameFactory[G]) -> ReplaySteps[G]:
    """`read` in steps of a move, for whoever has something else to do meanwhile."""
    return _read_checked(text, lambda data: _restore(_read_content(data, begin), begin))


def open_in_steps(
    text: object, begin: GameFactory[G]
) -> Generator[ReplayStep, None, OpenedGame[G]]:
    """`read_in_steps`, but a game of more than `LONG_GAME_MOVES` moves comes before they are made
    again."""
    return _read_checked(text, lambda data: _open(_read_content(data, begin), begin))


def read_position(text: object, begin: GameFactory[G]) -> G:
    """The game of a save as its last finished move left it, without a history, and so at once."""
    return run_to_end(
        _read_checked(text, lambda data: _begin_at_checkpoint(_read_content(data, begin), begin))
    )


def _read_checked(
    text: object, read: Callable[[JsonObject], Generator[ReplayStep, None, T]]
) -> Generator[ReplayStep, None, T]:
    """What is read of a save; SaveError in one line for whatever is wrong with it."""
    try:
        data = _migrate(parse_json(text))
        needed = _needed_packs(data)
        try:
            return (yield from read(data))
        except ValueError as error:
            here = packs.registered_versions(needed)
            if here == needed:
                raise
            other = ", ".join(f"{id!r} is {version} here" for id, version in here.items())
            raise PackNeeded(
                f"{packs.missing_packs_message(needed)}; {other} ({error})", needed
            ) from None
    except SaveError:
        raise
    except ValueError as error:
        raise SaveError(str(error)) from None


def _needed_packs(data: JsonObject) -> dict[str, str]:
    """The packs that a save names, with their versions; PackNeeded when one is not there."""
    needed = packs.read_versions(Node(data.get("packs", {}), "packs"))
    if lacking := packs.missing_packs(needed):
        raise PackNeeded(packs.missing_packs_message(lacking), lacking)
    return needed


def _migrate(data: object) -> JsonObject:
    """The data in the present version."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError("this is not a saved game of Tash-Kalar")
    version = Node(data.get("v"), "v").number(0, 10**9)
    if version > VERSION:
        raise SaveError(f"made by a newer version of the program (format {version})")
    for step in range(version, VERSION):
        if step not in MIGRATIONS:
            raise SaveError(f"v: there never was a format {version}")
        MIGRATIONS[step](data)
    return data


class _SaveContent(NamedTuple):
    """What stands in a save, checked but for the moves."""

    origin: Node  # the agreement or the scenario
    start: GameState | None
    moves: list[list[str]]
    open_move: list[str] | None
    redo: list[str]
    checkpoint: GameState
    expected: str  # the hash of the checkpoint


def _read_content(data: JsonObject, begin: GameFactory[G]) -> _SaveContent:
    keys = ("moves", "open", "redo", "checkpoint", "hash")
    origin = "scenario" if "scenario" in data else "setup"
    known = ("format", "v", "engine", "packs", "start", origin, *keys)
    top = Node(data).fields(*known, needed=(origin, *keys))
    if "engine" in top:
        top["engine"].text(LONGEST_CODE)
    moves = [_codes(node) for node in top["moves"].items(most=MOST_MOVES)]
    opened = None if top["open"].value is None else _codes(top["open"])
    redo = [node.text(LONGEST_CODE) for node in top["redo"].items(most=MOST_MOVES)]
    if isinstance(told := data.get("scenario"), dict):
        add_turn_number(told)
    setup = _begin(top[origin], begin, None).saved_game().setup
    start = read_state(setup, top["start"]) if "start" in top else None
    checkpoint = read_state(setup, top["checkpoint"])
    expected = state_hash(checkpoint)
    if top["hash"].text(LONGEST_CODE) != expected:
        raise SaveError("hash: the saved position has been changed or damaged")
    return _SaveContent(top[origin], start, moves, opened, redo[:MOST_KEPT], checkpoint, expected)


def _restore(told: _SaveContent, begin: GameFactory[G]) -> ReplaySteps[G]:
    """The game with its history, or without one when its moves lead elsewhere or are too many."""
    try:
        if len(told.moves) > MOST_KEPT:
            raise IllegalMove("more moves than are made again")
        game = yield from _replay(told, begin)
        yield from _reopen(game, told.open_move)
    except (IllegalMove, PackError):
        return (yield from _restore_at_checkpoint(told, begin))
    yield from game.keep_redo_in_steps(told.redo)
    return game


def _open(told: _SaveContent, begin: GameFactory[G]) -> Generator[ReplayStep, None, OpenedGame[G]]:
    if len(told.moves) <= LONG_GAME_MOVES:
        return OpenedGame((yield from _restore(told, begin)))
    game = yield from _restore_at_checkpoint(told, begin)
    if sum(len(code) + 1 for move in told.moves for code in move) <= LONGEST_TEXT // 2:
        game.defer_history(PendingHistory(told.start, told.moves))
    return OpenedGame(game, _replay(told, begin))


def _begin_at_checkpoint(told: _SaveContent, begin: GameFactory[G]) -> ReplaySteps[G]:
    yield from ()  # nothing is made again
    return _begin(told.origin, begin, told.checkpoint)


def _restore_at_checkpoint(told: _SaveContent, begin: GameFactory[G]) -> ReplaySteps[G]:
    """The game without its history, with the open move if that is possible."""
    game = yield from _begin_at_checkpoint(told, begin)
    try:
        yield from _reopen(game, told.open_move)
    except (IllegalMove, PackError):
        game = _begin(told.origin, begin, told.checkpoint)
    yield from game.keep_redo_in_steps(told.redo)
    return game


def add_turn_number(scenario: JsonObject) -> None:
    """Saves told no number of the turn when it was one more than that of the seat by default."""
    turn = scenario.get("turn", {})
    seat = turn.get("seat", 1) if isinstance(turn, dict) else 1
    if isinstance(seat, int):
        with_turn_number(scenario, 1 + seat)


def _codes(node: Node) -> list[str]:
    codes = node.text(LONGEST_MOVE).split(" ")
    if not all(codes):
        raise node.fail("codes with one blank between them are needed")
    return codes


def _begin(node: Node, begin: GameFactory[G], start: GameState | None) -> G:
    """The game before its first move, from the agreement or the scenario."""
    if node.path == "setup":
        return begin(read_setup(node), start)
    if not isinstance(node.value, dict):
        raise node.fail("an object is needed")
    try:
        return begin(node.value, start)
    except ScenarioError as error:
        raise SaveError(f"scenario: {error}") from None


def _replay(told: _SaveContent, begin: GameFactory[G]) -> ReplaySteps[G]:
    """Make the finished moves again; IllegalMove when they do not lead to the checkpoint.

    Of more moves than are kept only the last ones are the history.
    """
    game = _begin(told.origin, begin, told.start)
    first = first_kept_move(told.moves)
    for number, move in enumerate(told.moves):
        yield ReplayProgress(number, len(told.moves))
        if number == first or (number < first and number % LONG_GAME_MOVES == 0):
            # In pieces: a browser has not the depth to let go of a chain of many thousand moves.
            game = _begin(told.origin, begin, game.saved_game().state if number else told.start)
        for code in move:
            yield from decide_in_steps(game, code)
    story = game.saved_game()
    if story.open_move or state_hash(story.state) != told.expected:
        raise IllegalMove("the moves lead to another position")
    return game


def _reopen(
    game: RestorableGame, opened: Sequence[str] | None
) -> Generator[ReplayStep, None, None]:
    """Begin the open move again; IllegalMove when it is not open after its answers."""
    if opened is None:
        return
    for code in opened:
        yield from decide_in_steps(game, code)
    if list(game.saved_game().open_move) != list(opened):
        raise IllegalMove("the open move is finished")
