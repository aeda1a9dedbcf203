"""The command line: play, look and replay without a browser.

Every command returns 0, 2 after one line that says what is wrong with the input, or 130 after an
interruption.
"""

from __future__ import annotations

import argparse
import importlib
import json
import locale
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tashkalar import (
    Game,
    Match,
    PackError,
    RecordError,
    SaveError,
    ScenarioError,
    __version__,
    card_command,
    cards,
    doctor,
    engine_command,
    far_command,
    new_game,
    puzzle_commands,
    terminal,
)
from tashkalar.bots import arena
from tashkalar.bots.installed import PlayerError
from tashkalar.bots.levels import PLAYERS
from tashkalar.bots.pool import (
    InlineExecutor,
    NoWorkersError,
    dask_cluster,
    process_pool,
    run_in_order,
)
from tashkalar.bots.variants import find_weights
from tashkalar.cards import packs
from tashkalar.cards.decks.highland import HIGHLAND
from tashkalar.cards.decks.imperial import NORTHERN, SOUTHERN
from tashkalar.cards.decks.sylvan import SYLVAN
from tashkalar.far.log import FarError
from tashkalar.formats.checkpoint import state_hash
from tashkalar.formats.puzzle import PuzzleError
from tashkalar.formats.record import result
from tashkalar.json_reader import LONGEST_TEXT, parse_json
from tashkalar.open_data import stats_command
from tashkalar.open_data.games_file import GamesOrder, RecordsFileError, write_games
from tashkalar.pasted_text import decode_file, is_json_object
from tashkalar.position.board import RANKS, SQUARE_OF, rows
from tashkalar.position.ids import colour_of, seat_number, seat_of
from tashkalar.rules.forms import FORMS
from tashkalar.terminal import CommandError

# The common, heroic and legendary pieces of the two colours.
LETTERS = ("chl", "CHL")
# The default schools; the first two have different decks.
DEFAULT_SCHOOLS = tuple(school.id for school in (NORTHERN, SYLVAN, SOUTHERN, HIGHLAND))

# The page has its texts in catalogs; these are the few that the command line needs.
REASON_TEXTS = {
    "why.detached": "the square must be empty and without a colour",
    "why.higher-rank": "a piece of a higher rank stands there",
    "why.missing": "the pattern is not there; at least these pieces are missing",
    "why.off-board": "the pattern would not lie on the board",
    "why.shortage.legendary": "no legendary piece is left, and none can be picked up",
    "why.shortage.two-sided": "no piece is left, and none can be picked up",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    argv = sys.argv[1:] if argv is None else list(argv)
    return terminal.run(" ".join(["tashkalar", *argv[:1]]), partial(_main, argv))


def _main(argv: Sequence[str]) -> int:
    if argv[:1] == ["bench"]:  # bench parses its own options
        return _bench(argv[1:])
    try:
        arguments = _parser().parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    try:
        if arguments.packs:
            _load_packs(argv[0])
        answer = arguments.run(arguments)
        if answer is not None:  # else the command has written its lines itself
            print(answer)
    except (
        CommandError,
        FarError,
        PackError,
        PlayerError,
        PuzzleError,
        RecordError,
        SaveError,
        ScenarioError,
    ) as error:
        terminal.report(f"tashkalar {argv[0]}", str(error))
        return 2
    return 0


def _load_packs(command: str) -> None:
    """Register the installed packs; report each failed pack in one line and continue."""
    for error in packs.load_installed()[1]:
        terminal.report(f"tashkalar {command}", str(error))


def _parser() -> argparse.ArgumentParser:
    parser = terminal.Parser(prog="tashkalar", description="Tash-Kalar on the command line.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    selfplay = _add_selfplay(commands)

    bench = commands.add_parser("bench", help="measure the engine", add_help=False)
    bench.set_defaults(run=None)

    summons = commands.add_parser("summons", help="show where a card can be summoned, or why not")
    summons.add_argument("scenario", help="a file, '-' for the standard input, or JSON")
    summons.add_argument("card", help="a card's id, such as knight")
    summons.add_argument("--seat", type=_count, help="seat whose pieces are used (the one on turn)")
    summons.add_argument("--square", help="explain this square")
    summons.set_defaults(run=_summons)

    replay = commands.add_parser("replay", help="show the position a record or save leads to")
    replay.add_argument("file", help="a record or a save, '-' for the standard input")
    replay.add_argument("--to", type=_number, metavar="N", help="stop after N decisions")
    replay.set_defaults(run=_replay)

    match = _add_arena(commands)

    ladder = commands.add_parser("ladder", help="draw a ladder from a log of the arena")
    ladder.add_argument("file", help="a log, '-' for the standard input")
    ladder.set_defaults(run=_ladder, packs=False)

    engine = engine_command.add_parser(commands)
    far_command.add_parser(commands, _read)
    doctor.add_parser(commands)
    card_command.add_parser(commands)

    puzzle_commands.add_parser(commands, _read)
    _add_feature_commands(commands)
    stats = stats_command.add_parser(commands, _add_worker_options, _executor)
    for command in (selfplay, summons, replay, match, engine, stats):
        text = "allow the schools of installed packs, which runs their code"
        command.add_argument("--packs", action="store_true", help=text)
    return parser


def _add_selfplay(
    commands: argparse._SubParsersAction[terminal.Parser],
) -> argparse.ArgumentParser:
    selfplay = commands.add_parser("selfplay", help="let programs play against each other")
    _add_game_options(selfplay)
    selfplay.add_argument("--games", type=_count, default=1, metavar="N")
    selfplay.add_argument(
        "--players", help=f"one per seat: {_list_names(PLAYERS)}, or installed ones (all random)"
    )
    selfplay.add_argument(
        "--records",
        nargs="?",
        const="-",
        metavar="FILE",
        help="print whole records; or write them into this compressed file, and resume from it "
        "(then the schools are all in turn)",
    )
    selfplay.add_argument(
        "--learn",
        metavar="FILE",
        help="add games that a judge can learn from to this file, and resume from its games",
    )
    selfplay.add_argument(
        "--judge", default="expert", help="with --learn: the level, or variant of one (expert)"
    )
    selfplay.add_argument(
        "--nodes", type=_count, default=120, help="with --learn: nodes of a turn (120)"
    )
    _add_worker_options(selfplay)
    selfplay.set_defaults(run=_selfplay)
    return selfplay


def _add_feature_commands(commands: argparse._SubParsersAction[terminal.Parser]) -> None:
    """Add the commands of the page's features, which only the repository has."""
    features = Path(__file__).resolve().parent / "features"
    for file in sorted(features.glob("*/commands.py")):
        name = f"tashkalar.features.{file.parent.name}.commands"
        importlib.import_module(name).add_parser(commands, _read)


def _add_arena(commands: argparse._SubParsersAction[terminal.Parser]) -> argparse.ArgumentParser:
    match = commands.add_parser("arena", help="compare two players in matches")
    _add_game_options(match, "one per seat: {known} (all in turn)")
    names = f"two of {_list_names(PLAYERS)}, installed ones, or programs such as cmd:./mybot"
    match.add_argument("players", nargs=2, help=names)
    match.add_argument("--games", type=_count, default=20, metavar="N")
    match.add_argument("--seats", type=_count, metavar="N", help="seats of a melee: 3 or 4")
    match.add_argument(
        "--alone", action="store_true", help="give the first player a single seat, each in turn"
    )
    _add_worker_options(match)
    match.add_argument(
        "--until",
        metavar="LOW,HIGH",
        help="stop when the share is shown to be nearer to one of them",
    )
    match.add_argument("--log", metavar="FILE", help="add the result to this file")
    match.add_argument(
        "--keep", metavar="FILE", help="append each game to this file, and resume from its games"
    )
    match.set_defaults(run=_arena)
    return match


def _add_game_options(
    parser: argparse.ArgumentParser, schools: str = "one per seat: {known}"
) -> None:
    parser.add_argument("--form", default=next(iter(FORMS)), help=f"one of {_list_names(FORMS)}")
    parser.add_argument("--schools", help=schools.format(known=_list_names(cards.SCHOOLS)))
    parser.add_argument("--teams", action="store_true", help="two teams: seats 1 and 3, 2 and 4")
    parser.add_argument("--seed", default="1", help="seed of the first game; later games number it")


def _add_worker_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=_count, default=1, metavar="N", help="processes (1)")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="a Dask scheduler (needs the extra 'arena')"
    )


def _list_names(names: Iterable[str]) -> str:
    return ", ".join(names)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 999999")
    return int(text)


def _count(text: str) -> int:
    if _number(text) == 0:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return _number(text)


def _read(name: str) -> str:
    """Return the text of a file or of the standard input, in UTF-8, UTF-16 or a code page."""
    most = 4 * LONGEST_TEXT + 4  # bytes
    try:
        if name == "-":
            content = terminal.read_input(most + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(most + 1)
        if len(content) > most:
            raise CommandError(f"{name}: longer than {LONGEST_TEXT} characters")
        return decode_file(content, locale.getpreferredencoding(False))
    except CommandError:
        raise
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
    except ValueError:  # no text, or a name that no file can have
        raise CommandError(f"{name}: not a text file") from None


# -- commands ------------------------------------------------------------------------------------


def _bench(argv: Sequence[str]) -> int:
    return int(importlib.import_module("tashkalar.bench").main(argv))


def _new_game(arguments: argparse.Namespace, number: int) -> Game:
    """Return the game with this number (from 0), which decides its seed."""
    seed = arguments.seed if number == 0 else f"{arguments.seed}-{number + 1}"
    teams = arguments.teams
    fewest = 4 if teams else FORMS[arguments.form].seats[0] if arguments.form in FORMS else 2
    schools = (
        arguments.schools.split(",") if arguments.schools is not None else DEFAULT_SCHOOLS[:fewest]
    )
    try:
        return new_game(arguments.form, schools, teams=teams, seed=seed)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _play(game: Game, names: Sequence[str]) -> None:
    """Let a player for each seat play the game to its end."""
    _check_players(names)
    if len(names) != game.setup.seats:
        raise CommandError(f"players: {game.setup.seats} are needed")
    with arena.seated_players(names, game.setup.seed) as players:
        arena.play_to_end(game, players)


def _check_players(names: Sequence[str]) -> None:
    for name in names:
        try:
            arena.find_arena_factory(name)
        except ValueError as error:
            raise CommandError(str(error)) from None


def _selfplay(arguments: argparse.Namespace) -> str:
    if arguments.learn is not None:
        return _play_to_learn(arguments)
    if arguments.records not in (None, "-"):
        return _write_records(arguments)
    began = time.perf_counter()
    with _executor(arguments) as (executor, workers):
        play = partial(_play_numbered, arguments)
        played = list(run_in_order(executor, play, range(arguments.games), 2 * workers - 1))
    lines = [line for _, line in played if arguments.records or arguments.games <= 20]
    if not arguments.records:
        seconds = time.perf_counter() - began
        ends = Counter(end for end, _ in played)
        summary = ", ".join(f"{end}: {count}" for end, count in sorted(ends.items()))
        lines.append(f"{arguments.games} games in {seconds:.1f} s; {summary}")
    return "\n".join(lines)


def _play_numbered(arguments: argparse.Namespace, number: int) -> tuple[str, str]:
    """Play the game with this number (from 0); return who won, and its record or its line."""
    game = _new_game(arguments, number)
    given = arguments.players
    _play(game, given.split(",") if given is not None else ["random"] * game.setup.seats)
    if arguments.records:
        return _winner(game), game.record()
    end, fingerprint = result(game.outcome), state_hash(game.settled_state)
    line = f"{end}; {game.state.turn} turns, {len(game.codes)} decisions, {fingerprint}"
    return _winner(game), f"{game.setup.seed}: {line}"


def _write_records(arguments: argparse.Namespace) -> str:
    """Write the games into a file, with the card that says how they were made."""
    form, path, games = arguments.form, Path(arguments.records), arguments.games
    agreed = arena.MatchSettings(
        form, arguments.teams, schools=_schools(arguments), seed=arguments.seed
    )
    _check_agreement(agreed)
    seats = len(next(arena.generate_deals(agreed)).schools)
    given = arguments.players
    players = tuple(given.split(",")) if given is not None else ("random",) * seats
    _check_players(players)
    if len(players) != seats:
        raise CommandError(f"players: {seats} are needed")
    order = GamesOrder(agreed, players, games, _records_command(arguments, players))
    number = 0
    try:
        with _executor(arguments) as (executor, workers):
            for number in write_games(path, order, executor, max_pending=2 * workers - 1):
                if sys.stderr.isatty() or number % 20 == 0:
                    print(f"{number} of {games} games", file=sys.stderr, flush=True)
    except OSError as error:
        reason = f"{path}: {error.strerror or error}"
        raise CommandError(f"{reason}{_written_games(number, games)}") from None
    except PlayerError as error:
        raise CommandError(f"{error}{_written_games(number, games)}") from error
    except RecordsFileError as error:
        raise CommandError(str(error)) from None
    return f"{games} games of {form} in {path}"


def _written_games(number: int, games: int) -> str:
    """Return what stands behind a failure about the games before it."""
    return f" ({number} of {games} games are in the file)" if number else ""


def _records_command(arguments: argparse.Namespace, players: Sequence[str]) -> str:
    """Return the command that makes the same games, with the options that decide them."""
    words = ["tashkalar", "selfplay", "--records", "FILE"]  # its name is no part of it
    words += ["--form", arguments.form, "--players", ",".join(players)]
    words += ["--schools", arguments.schools] if arguments.schools is not None else []
    words += ["--seed", arguments.seed, "--games", str(arguments.games)]
    words += [f"--{name}" for name in ("teams", "packs") if getattr(arguments, name)]
    return shlex.join(words)


def _play_to_learn(arguments: argparse.Namespace) -> str:
    """Add games to a file from which `tashkalar.bench.learn_games` fits weights."""
    # Imported here, because other commands start faster without what measures.
    from tashkalar.bench.whole_games import GamesFileError, PlaySettings, write_games

    if arguments.players is not None or arguments.records:
        raise CommandError("--learn: the judge plays all seats, and no records are printed")
    form, games, path = arguments.form, arguments.games, arguments.learn
    schools = _schools(arguments)
    agreed = arena.MatchSettings(form, arguments.teams, schools=schools, seed=arguments.seed)
    _check_agreement(agreed)
    if agreed.teams or FORMS[form].scores_by_colour:
        raise CommandError("--learn: only forms of two sides, and two seats")
    try:
        find_weights(arguments.judge, form)
    except ValueError as error:
        raise CommandError(f"--judge: {error}") from None
    settings = PlaySettings(arguments.judge, arguments.nodes)
    try:
        with _executor(arguments) as (executor, workers):
            numbers = write_games(
                Path(path), agreed, settings, games, executor, max_pending=2 * workers - 1
            )
            for number in numbers:
                if sys.stderr.isatty() or number % 20 == 0:
                    print(f"{number} of {games} games", file=sys.stderr, flush=True)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from None
    except GamesFileError as error:
        raise CommandError(str(error)) from None
    return f"{games} games of {form} in {path}"


def _winner(game: Game) -> str:
    if game.outcome is None:
        return "unfinished"
    winners = game.outcome.winners
    if len({game.setup.colours[seat_of(seat)] for seat in winners}) > 1:
        return "tied"
    word = "seat" if len(winners) == 1 else "seats"
    return f"{word} {' '.join(map(str, winners))} won"


def _schools(arguments: argparse.Namespace) -> tuple[str, ...] | None:
    return tuple(arguments.schools.split(",")) if arguments.schools is not None else None


def _check_agreement(agreed: arena.MatchSettings) -> None:
    """Check that there are games with these settings."""
    bout = next(arena.generate_deals(agreed))
    try:
        new_game(bout.form, bout.schools, teams=bout.teams, seed=bout.seed)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _arena(arguments: argparse.Namespace) -> str:
    _check_players(arguments.players)
    players = tuple(arguments.players)
    agreed = arena.MatchSettings(
        arguments.form,
        arguments.teams,
        arguments.seats,
        _schools(arguments),
        arguments.seed,
        arguments.alone,
    )
    _check_agreement(agreed)
    low, high = _bounds(arguments.until) if arguments.until is not None else (0.0, 1.0)

    def enough(tally: arena.Tally) -> bool:
        return arguments.until is not None and tally.run_sequential_test(low, high) is not None

    for name in (arguments.log, arguments.keep):
        if name is not None:
            _append(name)  # report a file that cannot be written before the match, not after it
    tally = before = _load_kept_games(arguments.keep, agreed, players)
    try:
        for counted in _play_match(arguments, agreed, players, before, enough):
            tally = counted
    except PlayerError as error:
        raise CommandError(f"{error}{_finished_games(tally, arguments.keep)}") from error
    if arguments.log is not None:
        _log(arguments.log, arena.log_entry(tally, agreed, players))
    return arena.report(tally, players)


def _finished_games(tally: arena.Tally, kept: str | None) -> str:
    """Return what stands behind the failure of a player about the games before it."""
    if not tally.game_count:
        return ""
    won, lost, tied = tally.won_lost_tied
    where = f"; they are in {kept}" if kept is not None else ""
    return f" (finished before: {won} won, {lost} lost, {tied} tied{where})"


def _play_match(
    arguments: argparse.Namespace,
    agreed: arena.MatchSettings,
    players: tuple[str, str],
    before: arena.Tally,
    enough: Callable[[arena.Tally], bool],
) -> Iterator[arena.Tally]:
    """Play the games of a match after those before, and keep each; yield the tally after each."""
    games = arguments.games
    with _executor(arguments) as (executor, workers):
        todo = arena.generate_bouts(agreed, players)
        clock = time.process_time
        max_pending = 1 if workers == 1 else 2 * workers
        for tally in arena.play_match(
            todo,
            games,
            executor,
            max_pending=max_pending,
            clock=clock,
            should_stop=enough,
            previous_tally=before,
        ):
            if arguments.keep is not None and tally.game_count > before.game_count:
                _append(arguments.keep, arena.resume_entry(tally.results[-1], agreed, players))
            if sys.stderr.isatty() or tally.game_count % 20 == 0:
                share = f"{players[0]} {tally.points / tally.game_count:.1%} against {players[1]}"
                print(f"{tally.game_count} of {games}: {share}", file=sys.stderr, flush=True)
            yield tally


def _bounds(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise CommandError("--until: two shares are needed, such as 0.5,0.6") from None
    if not 0 < low < high < 1:
        raise CommandError("--until: 0 < LOW < HIGH < 1 is needed")
    return low, high


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[tuple[Executor, int]]:
    """Provide the executor that plays the games, and the number of games at a time."""
    if arguments.scheduler is not None:
        try:
            with dask_cluster(arguments.scheduler) as executor_and_threads:
                yield executor_and_threads
        except NoWorkersError as error:
            raise CommandError(f"--scheduler: {error}") from None
    elif arguments.workers == 1:
        yield InlineExecutor(), 1
    else:
        prepare = partial(_load_packs, arguments.command) if arguments.packs else None
        try:
            with process_pool(arguments.workers, prepare) as executor:
                yield executor, arguments.workers
        except NoWorkersError as error:
            raise CommandError(f"--workers: {error}") from None


def _load_kept_games(
    name: str | None, agreed: arena.MatchSettings, players: tuple[str, str]
) -> arena.Tally:
    """Return the games of a match stored in a file; none if the file does not exist yet."""
    if name is None or not Path(name).exists():
        return arena.Tally()
    try:
        with Path(name).open(encoding="utf-8") as file:
            return arena.load_tally(map(json.loads, file), agreed, players)
    except (KeyError, OSError, TypeError, ValueError):
        raise CommandError(f"--keep: {name} holds no games of the arena") from None


def _log(name: str, entry: Mapping[str, object]) -> None:
    origin = {"date": time.strftime("%Y-%m-%d", time.gmtime()), "engine": __version__}
    _append(name, {**origin, **entry})


def _append(name: str, *entries: Mapping[str, object]) -> None:
    try:
        with Path(name).open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(entry) + "\n" for entry in entries)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None


def _ladder(arguments: argparse.Namespace) -> str:
    text = _read(arguments.file)
    try:
        lines: list[Any] = [parse_json(line) for line in text.splitlines()]
        return arena.format_ladder(lines)
    except (KeyError, TypeError, ValueError):
        raise CommandError(f"{arguments.file}: not a log of the arena") from None


def _summons(arguments: argparse.Namespace) -> str:
    source = arguments.scenario
    text = source if is_json_object(source) else _read(source)
    try:
        value = parse_json(text)
    except ValueError as error:
        raise CommandError(f"scenario: {error}") from None
    if not isinstance(value, dict):
        raise CommandError("scenario: an object is needed")
    game = Game.from_scenario(value)
    if arguments.card not in cards.BEINGS:
        raise CommandError(f"card: unknown card {arguments.card!r}")
    seat = arguments.seat or game.player or 1
    if seat > game.setup.seats:
        raise CommandError(f"--seat: there are {game.setup.seats} seats")
    if arguments.square:
        return _explain(game, arguments.card, arguments.square, seat)
    matches_by_square = game.summons(arguments.card, seat)
    if not matches_by_square:
        return f"{drawing(game)}\n\n{arguments.card} cannot be summoned anywhere"
    lines = [drawing(game)]
    for square, matches in matches_by_square.items():
        for number, match in enumerate(matches, 1):
            head = f"{square}, match {number} of {len(matches)}"
            if match.improvised is not None:
                head += f", improvised with colour {match.improvised}"
            lines += ["", f"{head}:", _match(square, match)]
    lines += ["", f"{arguments.card}: {' '.join(matches_by_square)}"]
    return "\n".join(lines)


def _match(square: str, match: Match) -> str:
    """Draw a match: ``@`` the square, ``x`` used pieces, ``*`` marked squares."""
    cells = {SQUARE_OF[s]: "*" for s in match.marked} | {SQUARE_OF[s]: "x" for s in match.used}
    return rows((cells | {SQUARE_OF[square]: "@"}).items())


def _explain(game: Game, card: str, square: str, seat: int) -> str:
    if square not in SQUARE_OF:
        raise CommandError(f"--square: {square!r} is not a square of the board")
    explanation = game.explain(card, square, seat)
    if explanation.reason is None:
        return f"{card} can be summoned on {square}"
    why = REASON_TEXTS.get(explanation.reason.id, explanation.reason.id)
    lines = [f"{card} cannot be summoned on {square}: {why}"]
    for way in explanation.nearest:
        lacks = (f"{lack.square} needs {lack.needs} (is {lack.content})" for lack in way)
        lines.append("  " + ", ".join(lacks))
    return "\n".join(lines)


def drawing(game: Game) -> str:
    """Draw the board as text: c h l are the first color's pieces, C H L the second's.

    With more colors each piece is shown by its rank's letter and its color's number.
    """
    two = len(game.state.colours) == 2
    cells = []
    for square, piece in game.board.items():
        rank = RANKS.index(piece.rank)
        shown = LETTERS[colour_of(piece.owner)][rank] if two else f"{LETTERS[0][rank]}{piece.owner}"
        cells.append((SQUARE_OF[square], shown))
    wide = "" if two else " "
    lines = rows(cells, "." + wide, " " + wide).splitlines()
    ranks = [f"{9 - number} {line}".rstrip() for number, line in enumerate(lines)]
    return "\n".join([*ranks, f"  {f' {wide}'.join('abcdefghi')}"])


def _replay(arguments: argparse.Namespace) -> str:
    text = _read(arguments.file)
    game = Game.from_json(text) if is_json_object(text) else Game.from_record(text)
    decision_count = len(game.codes)
    if arguments.to is not None:
        if arguments.to > decision_count:
            raise CommandError(f"--to: there are {decision_count} decisions")
        for _ in range(decision_count - arguments.to):
            game.undo()
    lines = [drawing(game), ""]
    if game.restored_from_checkpoint:
        lines.append("earlier moves are lost: they no longer lead to the saved position")
    lines.append(f"decisions: {len(game.codes)} of {decision_count}")
    if game.player is not None:
        lines.append(f"turn {game.state.turn} of seat {game.player}: {game.prompt.kind}")
    scores = "-".join(str(game.score(seat_number(seat))) for seat in range(game.setup.seats))
    lines += [f"score: {scores}", f"result: {result(game.outcome)}"]
    lines.append(f"hash: {state_hash(game.settled_state)}")
    return "\n".join(lines)
