"""The command ``tashkalar stats``: tables of the games in a file (``docs/open-data.md``)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

from tashkalar import terminal
from tashkalar.bots.pool import run_in_order
from tashkalar.json_reader import parse_json
from tashkalar.open_data.game_figures import GameFigures, figures_of_record
from tashkalar.open_data.games_file import GamesReader, RecordsFileError
from tashkalar.open_data.tables import BANDS, make_tables

Workers = Callable[[argparse.Namespace], AbstractContextManager[tuple[Executor, int]]]

_PROGRESS_GAMES = 200
_DEALT_BY = ("form", "teams", "schools", "players", "seed")  # of a card: the same, the same games
_NO_TABLES: Mapping[str, Any] = {"tables": [], "sources": [], "cards": []}


def add_parser(
    commands: argparse._SubParsersAction[terminal.Parser],
    add_worker_options: Callable[[argparse.ArgumentParser], None],
    workers: Workers,
) -> argparse.ArgumentParser:
    """Add the command and return its parser; `workers` provides those that the options name."""
    stats = commands.add_parser("stats", help="print tables of the games in a file")
    stats.add_argument(
        "file",
        help="a file of 'selfplay --records FILE', or records; '-' for the standard input",
    )
    stats.add_argument("--json", action="store_true", help="print the tables as JSON")
    stats.add_argument(
        "--add",
        metavar="TABLES",
        help="a file that 'stats --json' has printed for other games; they are counted too",
    )
    add_worker_options(stats)
    stats.set_defaults(run=_run, executor=workers)
    return stats


def _run(arguments: argparse.Namespace) -> str:
    name = arguments.file
    earlier = _read_tables(arguments.add) if arguments.add else _NO_TABLES
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            reader = GamesReader(file, name)
            with arguments.executor(arguments) as (executor, workers):
                figures = _figures(reader, name, executor, 2 * workers - 1)
                tables = make_tables(figures, earlier["tables"])
    except OSError as error:
        raise terminal.CommandError(f"{name}: {error.strerror or error}") from None
    except RecordsFileError as error:
        raise terminal.CommandError(str(error)) from None
    if reader.missing is not None:
        terminal.report("tashkalar stats", f"{name}: {reader.missing}")
    if not tables:
        raise terminal.CommandError(f"{name}: holds no games yet")
    sources = _add_source(reader, earlier, arguments.add)
    if arguments.json:
        return json.dumps({"file": name, "sources": sources, "tables": tables}, indent=1)
    return "\n\n".join(format_tables(one) for one in tables)


def _read_tables(name: str) -> dict[str, Any]:
    """Return what ``stats --json`` has printed into a file."""
    try:
        content: Any = parse_json(Path(name).read_text(encoding="utf-8"))
        make_tables((), content["tables"])
        cards = [dict(source["card"]) for source in content["sources"]]
    except OSError as error:
        raise terminal.CommandError(f"{name}: {error.strerror or error}") from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise terminal.CommandError(f"{name}: not printed by 'tashkalar stats --json'") from None
    return {"tables": content["tables"], "sources": content["sources"], "cards": cards}


def _add_source(reader: GamesReader, earlier: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return how the games were made, and how many of them were counted, if the files say so.

    Raise CommandError if the added tables count games of this file already.
    """
    sources = list(earlier["sources"])
    if card := reader.card:
        if any(all(one.get(part) == card[part] for part in _DEALT_BY) for one in earlier["cards"]):
            raise terminal.CommandError(f"{name}: counts games of the seed {card['seed']} already")
        sources.append({"card": card, "counted": reader.games, "sha256": reader.sha256})
    return sources


def _figures(
    reader: GamesReader, name: str, executor: Executor, max_pending: int
) -> Iterator[GameFigures]:
    """Yield the figures of each game; raise RecordsFileError if one cannot be played again."""
    names: list[str] = []

    def records() -> Iterator[str]:
        for game, record in reader:
            names.append(game)
            yield record

    results = run_in_order(executor, figures_of_record, records(), max_pending)
    with closing(results):
        for number, figures in enumerate(results):
            if isinstance(figures, str):
                raise RecordsFileError(f"{name}, {names[number]}: {figures}")
            if sys.stderr.isatty() and (number + 1) % _PROGRESS_GAMES == 0:
                print(f"{number + 1} games", file=sys.stderr, flush=True)
            yield figures


def format_tables(tables: Mapping[str, Any]) -> str:
    """Return the tables of one form as text, in Markdown."""
    kind = " in teams" if tables["teams"] else f" of {tables['seats']}" * (tables["seats"] != 2)
    unfinished = tables["games"] - tables["finished"]
    parts = [f"# {tables['form']}{kind}: {tables['games']} games"]
    parts += [f"{unfinished} of them did not end and count only among the ends."] * bool(unfinished)
    if tables["finished"]:
        parts += _finished_parts(tables)
    rows = [[row["trigger"], row["decided_by"], row["games"]] for row in tables["ends"]]
    parts += _table("Ends", ["trigger", "decided by", "games"], rows)
    return "\n\n".join(parts)


def _finished_parts(tables: Mapping[str, Any]) -> list[str]:
    turns = tables["turns"]
    behind = [f"behind by {band}" for band in BANDS]
    by_turn: dict[int, dict[str, str]] = {}
    for row in tables["behind_after_turn"]:
        by_turn.setdefault(row["turn"], {})[row["points"]] = _won_of(row)
    return [
        *_shares("Seats", tables["seat"], "seat"),
        *_shares("Schools", tables["school"], "school"),
        *_shares("Pairs of schools", tables["pairs"], "school", "against"),
        *_card_tables(tables["cards"]),
        *_table(
            "Squares of the set-up",
            ["square", "games"],
            [[row["square"], row["times"]] for row in tables["marks"]],
        ),
        *_shares("First piece placed", tables["openings"], "square"),
        *_table(
            f"Length: {turns['least']} to {turns['most']} turns, mean {turns['mean']:.1f}, "
            f"median {turns['median']:g}",
            ["turns", "games"],
            [list(row) for row in turns["games"].items()],
        ),
        *_shares("Farthest behind in the game", tables["farthest_behind"], "points"),
        *_table(
            "Sides behind after a turn: how many won",
            ["turn", *behind],
            [[turn, *(row.get(band, "") for band in BANDS)] for turn, row in by_turn.items()],
        ),
        *_table(
            "Greatest comebacks",
            ["points behind", "after turn", "seed"],
            [[row["points"], row["turn"], row["seed"]] for row in tables["comebacks"]],
        ),
    ]


def _card_tables(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    parts: list[str] = []
    head = ["card", "times", "played by", "won", "95 %"]
    for kind, title in (("being", "Beings"), ("legend", "Legends"), ("flare", "Flares")):
        parts += _table(
            title,
            head,
            [
                [row["card"], row["times"], f"{row['sides']} of {row['of']}", *_share(row)]
                for row in rows
                if row["kind"] == kind
            ],
        )
    return parts


def _shares(title: str, rows: Sequence[Mapping[str, Any]], *names: str) -> list[str]:
    cells = [[*(row[name] for name in names), row["sides"], *_share(row)] for row in rows]
    return _table(title, [*names, "sides", "won", "95 %"], cells)


def _share(row: Mapping[str, Any]) -> list[str]:
    return [f"{row['share']:.1%}", f"{row['low']:.1%} to {row['high']:.1%}"]


def _won_of(row: Mapping[str, Any]) -> str:
    return f"{row['won']:g} of {row['sides']} ({row['low']:.0%} to {row['high']:.0%})"


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return a heading and a table, or nothing if the table has no rows."""
    if not rows:
        return []
    cells = [list(head), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    lines = [" | ".join(cell.ljust(w) for cell, w in zip(r, widths, strict=True)) for r in cells]
    rule = "|".join("-" * (width + 2) for width in widths)
    body = [f"| {line} |" for line in lines]
    return [f"## {title}", "\n".join([body[0], f"|{rule}|", *body[1:]])]
