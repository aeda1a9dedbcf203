"""The save format: a game as JSON that can be stored and loaded again (``docs/formats.md``).

A save stores the game twice. The agreement and the decisions give the whole game, so undo works in
a loaded game; the checkpoint is the position after the last finished move. If the decisions no
longer lead to the checkpoint, because a card has been corrected since, the game continues from the
checkpoint and its history begins there. The hash of the checkpoint tells the two cases apart.
Replaying thousands of moves takes a while: `open_in_steps` opens a long game at once from its
checkpoint, and leaves the replay for later.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

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
from tashkalar.history import kept_moves
from tashkalar.history.game_history import GameHistory, decide_in_steps
from tashkalar.history.kept_moves import LONGEST_MOVE, PendingHistory, SavedGame, first_kept_move
from tashkalar.json_reader import LONGEST_TEXT, Node, parse_json
from tashkalar.pasted_text import replace_spaces
from tashkalar.position.state import GameState, Setup
from tashkalar.rules.execution import PackResultPending

FORMAT = "tashkalar-save"
VERSION = 1
MOST_MOVES = 100_000
LONG_GAME_MOVES = 400  # a game with more moves is opened before they are replayed

# The migration from each version to the next, which changes the data in place. Every released
# version has a sample in tests/engine/data that must stay loadable.
MIGRATIONS: dict[int, Callable[[JsonObject], None]] = {}


class ReplayProgress(NamedTuple):
    """The number of moves of a save that have been replayed."""

    moves_done: int
    moves_total: int


T = TypeVar("T")
G = TypeVar("G", bound=GameHistory)
ReplayStep = ReplayProgress | PackResultPending
"""The progress, or the executions that a remote pack must answer before the next step."""

ReplaySteps = Generator[ReplayStep, None, G]


class OpenedGame(NamedTuple, Generic[G]):
    """A saved game, with `history_steps` if it begins at its checkpoint.

    `history_steps` replays the moves before the checkpoint. Its value is the game as it was at the
    checkpoint, with its history. It raises IllegalMove or PackError if the moves do not lead there.
    """

    game: G
    history_steps: ReplaySteps[G] | None = None


# Creates a game from an agreement or a scenario; it may begin later, at a saved position.
GameFactory = Callable[[Setup | Mapping[str, object], GameState | None], G]


# -- writing -------------------------------------------------------------------------------------


def write(saved_game: SavedGame) -> str:
    """Return the text of a save."""
    setup, state = setup_data(saved_game.setup), state_data(saved_game.state)
    data: JsonObject = {"format": FORMAT, "v": VERSION, "engine": _engine()}
    if saved_game.scenario is None:
        data["setup"] = setup
    else:
        data["scenario"] = saved_game.scenario
    if used := packs.registered_versions(saved_game.setup.schools):
        data["packs"] = used
    if saved_game.start is not None:
        data["start"] = state_data(saved_game.start)
    data["moves"] = [" ".join(move) for move in saved_game.moves]
    data["open"] = " ".join(saved_game.open_move) or None
    data["redo"] = list(saved_game.redo)
    data["checkpoint"] = state
    data["hash"] = digest(setup, state)
    return json.dumps(data, separators=(",", ":"))


def _engine() -> str:
    """Return the package's version; looked up late, because the package imports this module."""
    package = sys.modules[__name__.partition(".")[0]]
    return str(getattr(package, "__version__", ""))


# -- reading -------------------------------------------------------------------------------------


def read(text: object, begin: GameFactory[G]) -> G:
    """Return the game of a save; raise SaveError with one line for any fault of the text."""
    return run_to_end(read_in_steps(text, begin))


def run_to_end(steps: Generator[ReplayStep, None, T]) -> T:
    """Return the value of the steps; raise PackResultPending if a pack must answer first."""
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            value: T = stop.value
            return value
        if isinstance(step, PackResultPending):
            raise step


def read_in_steps(text: object, begin: GameFactory[G]) -> ReplaySteps[G]:
    """Do the work of `read` in steps of a move, so that the caller can do other work between."""
    return _read_checked(text, lambda data: _restore(_read_content(data, begin), begin))


def open_in_steps(
    text: object, begin: GameFactory[G]
) -> Generator[ReplayStep, None, OpenedGame[G]]:
    """Do the work of `read_in_steps`, but return a long game before its moves are replayed.

    A game is long if it has more than `LONG_GAME_MOVES` moves.
    """
    return _read_checked(text, lambda data: _open(_read_content(data, begin), begin))


def read_position(text: object, begin: GameFactory[G]) -> G:
    """Return the game of a save after its last finished move, at once and without history."""
    return run_to_end(
        _read_checked(text, lambda data: _begin_at_checkpoint(_read_content(data, begin), begin))
    )


def _read_checked(
    text: object, read: Callable[[JsonObject], Generator[ReplayStep, None, T]]
) -> Generator[ReplayStep, None, T]:
    """Return what `read` gives for a save; raise SaveError with one line for any fault."""
    try:
        data = _migrate(parse_json(text))
        needed = _needed_packs(data)
        try:
            return (yield from read(data))
        except ValueError as error:
            registered = packs.registered_versions(needed)
            if registered == needed:
                raise
            other = ", ".join(
                f"{id!r} is registered as {version}" for id, version in registered.items()
            )
            raise PackNeeded(
                f"{packs.missing_packs_message(needed)}; {other} ({error})", needed
            ) from None
    except SaveError:
        raise
    except ValueError as error:
        raise SaveError(str(error)) from None


def _needed_packs(data: JsonObject) -> dict[str, str]:
    """Return the packs of a save with their versions; raise PackNeeded if one is missing."""
    needed = packs.read_versions(Node(data.get("packs", {}), "packs"))
    if lacking := packs.missing_packs(needed):
        raise PackNeeded(packs.missing_packs_message(lacking), lacking)
    return needed


def _migrate(data: object) -> JsonObject:
    """Return the data in the current version."""
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
    """The content of a save, checked except for the moves."""

    origin: Node  # the agreement or the scenario of the game
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
    if isinstance(scenario := data.get("scenario"), dict):
        add_turn_number(scenario)
    setup = _begin(top[origin], begin, None).saved_game().setup
    start = read_state(setup, top["start"]) if "start" in top else None
    checkpoint = read_state(setup, top["checkpoint"])
    expected = state_hash(checkpoint)
    if top["hash"].text(LONGEST_CODE) != expected:
        raise SaveError("hash: the saved position has been changed or damaged")
    return _SaveContent(
        top[origin], start, moves, opened, redo[: kept_moves.MOST_KEPT], checkpoint, expected
    )


def _restore(content: _SaveContent, begin: GameFactory[G]) -> ReplaySteps[G]:
    """Return the game with its history, or without if its moves lead elsewhere or are too many."""
    try:
        if len(content.moves) > kept_moves.MOST_KEPT:
            raise IllegalMove("more moves than are made again")
        game = yield from _replay(content, begin)
        yield from _reopen(game, content.open_move)
    except (IllegalMove, PackError):
        return (yield from _restore_at_checkpoint(content, begin))
    yield from game.keep_redo_in_steps(content.redo)
    return game


def _open(
    content: _SaveContent, begin: GameFactory[G]
) -> Generator[ReplayStep, None, OpenedGame[G]]:
    if len(content.moves) <= LONG_GAME_MOVES:
        return OpenedGame((yield from _restore(content, begin)))
    game = yield from _restore_at_checkpoint(content, begin)
    if sum(len(code) + 1 for move in content.moves for code in move) <= LONGEST_TEXT // 2:
        game.defer_history(PendingHistory(content.start, content.moves))
    return OpenedGame(game, _replay(content, begin))


def _begin_at_checkpoint(content: _SaveContent, begin: GameFactory[G]) -> ReplaySteps[G]:
    yield from ()  # no move is replayed
    return _begin(content.origin, begin, content.checkpoint)


def _restore_at_checkpoint(content: _SaveContent, begin: GameFactory[G]) -> ReplaySteps[G]:
    """Return the game without its history, with the open move if possible."""
    game = yield from _begin_at_checkpoint(content, begin)
    try:
        yield from _reopen(game, content.open_move)
    except (IllegalMove, PackError):
        game = _begin(content.origin, begin, content.checkpoint)
    yield from game.keep_redo_in_steps(content.redo)
    return game


def add_turn_number(scenario: JsonObject) -> None:
    """Add the number of the turn that older saves imply: one more than that of the seat."""
    turn = scenario.get("turn", {})
    seat = turn.get("seat", 1) if isinstance(turn, dict) else 1
    if isinstance(seat, int):
        with_turn_number(scenario, 1 + seat)


def _codes(node: Node) -> list[str]:
    codes = replace_spaces(node.text(LONGEST_MOVE)).split(" ")
    if not all(codes):
        raise node.fail("codes with one blank between them are needed")
    return codes


def _begin(node: Node, begin: GameFactory[G], start: GameState | None) -> G:
    """Return the game before its first move, from the agreement or the scenario."""
    if node.path == "setup":
        return begin(read_setup(node), start)
    if not isinstance(node.value, dict):
        raise node.fail("an object is needed")
    try:
        return begin(node.value, start)
    except ScenarioError as error:
        raise SaveError(f"scenario: {error}") from None


def _replay(content: _SaveContent, begin: GameFactory[G]) -> ReplaySteps[G]:
    """Replay the finished moves; raise IllegalMove if they do not lead to the checkpoint.

    If there are too many moves to keep, only the last ones become the history.
    """
    game = _begin(content.origin, begin, content.start)
    first = first_kept_move(content.moves)
    for number, move in enumerate(content.moves):
        yield ReplayProgress(number, len(content.moves))
        if number and (number == first or (number < first and number % LONG_GAME_MOVES == 0)):
            # Forget in pieces the moves that are not kept: all of them together need much memory.
            game = _begin(content.origin, begin, game.saved_game().state)
        for code in move:
            yield from decide_in_steps(game, code)
    saved = game.saved_game()
    if saved.open_move or state_hash(saved.state) != content.expected:
        raise IllegalMove("the moves lead to another position")
    return game


def _reopen(
    game: GameHistory, open_move_codes: Sequence[str] | None
) -> Generator[ReplayStep, None, None]:
    """Replay the open move; raise IllegalMove if it is not open after its answers."""
    if open_move_codes is None:
        return
    for code in open_move_codes:
        yield from decide_in_steps(game, code)
    if list(game.saved_game().open_move) != list(open_move_codes):
        raise IllegalMove("the open move is finished")
