"""The command ``tashkalar puzzles``: find puzzles in games, prove them, grade and check them."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from tashkalar import Game, ScenarioError, terminal
from tashkalar.bots import puzzle_finder, puzzle_grade
from tashkalar.bots.prove import MOST_NODES, reaches
from tashkalar.formats import goal as goal_format
from tashkalar.formats import puzzle as puzzle_format
from tashkalar.formats import puzzle_boards, puzzle_index
from tashkalar.formats.puzzle import Puzzle, PuzzleError
from tashkalar.formats.puzzle_form import MOST_PUZZLES
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.board import RANKS
from tashkalar.position.ids import colour_of, seat_of

ReadFile = Callable[[str], str]


def add_parser(commands: argparse._SubParsersAction[terminal.Parser], read: ReadFile) -> None:
    """Add the command; `read` returns the text of a named file."""
    puzzles = commands.add_parser("puzzles", help="find, prove, grade and check puzzles")
    puzzles.set_defaults(read=read, packs=False)
    parts = puzzles.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
    find = parts.add_parser("find", help="find puzzles in the turns of games")
    find.add_argument("files", nargs="+", metavar="FILE", help="a record of a game")
    find.add_argument("--output", required=True, metavar="FILE", help="add the puzzles to this one")
    find.add_argument(
        "--nodes",
        type=int,
        default=MOST_NODES,
        metavar="N",
        help="skip turns whose proof needs more moves and answers than this",
    )
    find.add_argument(
        "--hands",
        type=int,
        default=0,
        metavar="N",
        help="look at each turn also with this many other hands",
    )
    find.set_defaults(run=_find)
    again = parts.add_parser(
        "prove", help="prove the puzzles of a file again, and write what is proved into it"
    )
    again.add_argument("file", metavar="FILE")
    again.set_defaults(run=_prove)
    judge = parts.add_parser("grade", help="grade puzzles, and write the grades into their files")
    judge.add_argument("files", nargs="+", metavar="FILE")
    judge.set_defaults(run=_grade)
    check = parts.add_parser("check", help="say where puzzle files tell what cannot be proved")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.set_defaults(run=_check)
    index = parts.add_parser("index", help="write the index and the boards of the page's puzzles")
    index.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, in their order")
    index.add_argument("--output", required=True, metavar="FILE")
    index.set_defaults(run=_index)


def _find(arguments: argparse.Namespace) -> str:
    output = Path(arguments.output)
    puzzles = list(puzzle_format.read(arguments.read(str(output)))) if output.exists() else []
    found, turns = 0, 0
    games = [
        (f"{Path(file).stem}, game {number}", Game.from_record(record))
        for file in arguments.files
        for number, record in enumerate(_records(arguments.read(file)), 1)
    ]
    for name, game in games:
        for state, hand in product(puzzle_finder.turn_starts(game), range(arguments.hands + 1)):
            turns += hand == 0
            source = f"{name}, turn {state.turn}"
            new = puzzle_finder.find_in_turn(state, source, arguments.nodes, hand=hand)
            if new is not None and new.id not in {puzzle.id for puzzle in puzzles}:
                found += 1
                puzzles.append(new)
                _write(output, puzzles)
                print(new.id, new.source, file=sys.stderr, flush=True)
    return f"puzzles found in {turns} turns: {found}"


def _records(text: str) -> list[str]:
    """Return the records in a text that may hold several, as ``selfplay --records`` writes them."""
    parts = re.split("^(?=Record:)", text, flags=re.MULTILINE)
    return [part for part in parts if part.startswith("Record:")] or [text]


def _write(file: Path, puzzles: list[Puzzle], since: str = "") -> None:
    if len(puzzles) > MOST_PUZZLES:
        raise PuzzleError(f"{file}: more than {MOST_PUZZLES} puzzles do not fit")
    _write_text(file, puzzle_format.write(puzzles, since))


def _write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PuzzleError(f"{file}: {error.strerror or error}") from None


def _prove(arguments: argparse.Namespace) -> str:
    puzzles = [
        puzzle_finder.proved_puzzle(
            old.id, old.theme, old.scenario, old.source, most_nodes=_most_nodes(old)
        )._replace(title=old.title, opinion=old.opinion, also=old.also)
        for old in puzzle_format.read(arguments.read(arguments.file))
    ]
    _write(Path(arguments.file), puzzles, _since(arguments))
    return f"puzzles proved: {len(puzzles)}"


def _since(arguments: argparse.Namespace) -> str:
    return puzzle_format.read_file(arguments.read(arguments.file)).since


def _grade(arguments: argparse.Namespace) -> str:
    """Grade each puzzle and write its file, so that the command goes on where it was stopped."""
    count = 0
    for file in arguments.files:
        content = puzzle_format.read_file(arguments.read(file))
        puzzles = list(content.puzzles)
        for number, puzzle in enumerate(puzzles):
            puzzles[number] = puzzle._replace(opinion=puzzle_grade.grade(puzzle))
            if puzzles[number] != puzzle:
                _write(Path(file), puzzles, content.since)
        count += len(puzzles)
    return f"puzzles graded by {puzzle_grade.JUDGE}: {count}"


def _check(arguments: argparse.Namespace) -> str:
    problems: list[str] = []
    number = 0
    for file in arguments.files:
        puzzles = puzzle_format.read(arguments.read(file))
        number += len(puzzles)
        problems += [f"{file}: {problem}" for p in puzzles for problem in puzzle_problems(p)]
    for problem in problems:
        terminal.report("tashkalar puzzles", problem)
    if problems:
        raise PuzzleError(f"problems found: {len(problems)}")
    return f"puzzles without problems: {number}"


def _index(arguments: argparse.Namespace) -> str:
    rows = [row for file in arguments.files for row in _list_file(arguments, file)]
    listed = [puzzle for puzzle, _ in rows]
    ids = [id for puzzle in listed for id in (puzzle.id, *puzzle.also)]
    for id in ids:
        if ids.count(id) > 1:
            raise PuzzleError(f"{id!r} is in two files")
    output = Path(arguments.output)
    _write_text(output, puzzle_index.write(listed))
    boards = {puzzle.id: _board_row(game) for puzzle, game in rows}
    _write_text(output.parent / "boards.json", puzzle_boards.write(boards))
    return f"puzzles in the index: {len(listed)}"


def _board_row(game: Game) -> list[str]:
    """Return the board of a game: for each color its school, then the squares of each rank."""
    row: list[str] = []
    setup, board = game.setup, game.board
    for owner in sorted({piece.owner for piece in board.values()}):
        row.append(setup.schools[setup.colours.index(colour_of(owner))])
        for rank in RANKS:
            here = (s for s, p in board.items() if (p.owner, p.rank) == (owner, rank))
            row.append("".join(sorted(here)))
    return row


def _list_file(arguments: argparse.Namespace, file: str) -> Iterator[tuple[ListedPuzzle, Game]]:
    """Yield the puzzles of a file, each with its game."""
    content = puzzle_format.read_file(arguments.read(file))
    for puzzle in content.puzzles:
        game = Game.from_scenario(puzzle.scenario)
        seat = seat_of(goal_format.read_from(puzzle.scenario, game.state).seat)
        school = game.setup.schools[seat]
        yield puzzle_index.list_puzzle(puzzle, school, Path(file).name, content.since), game


def _most_nodes(puzzle: Puzzle) -> int:
    """Return the nodes of a proof: more if the one before, such as the workshop's, had more."""
    return max(MOST_NODES, puzzle.proved.nodes)


def puzzle_problems(puzzle: Puzzle) -> Iterator[str]:
    """Yield what a puzzle tells that cannot be proved; nothing for a good puzzle."""
    try:
        game = Game.from_scenario(puzzle.scenario)
    except ScenarioError as error:
        yield f"{puzzle.id}: scenario.{error}"
        return
    try:
        goal = goal_format.read_from(puzzle.scenario, game.state)
        if not reaches(game.state, goal, puzzle.solution):
            yield f"{puzzle.id}: solution: does not reach the goal"
    except ValueError as error:
        yield f"{puzzle.id}: solution: {error}"
    try:
        again = puzzle_finder.proved_puzzle(
            puzzle.id,
            puzzle.theme,
            puzzle.scenario,
            puzzle.source,
            most_nodes=_most_nodes(puzzle),
        )
    except ValueError as error:
        yield f"{puzzle.id}: {error}"
        return
    for name, proved in again.proved._asdict().items():
        claimed = getattr(puzzle.proved, name)
        if claimed != proved:
            yield f"{puzzle.id}: proved.{name}: is {proved}, not {claimed}"
