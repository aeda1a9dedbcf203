"""The command ``tashkalar teach``: check lesson files."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from tashkalar import terminal
from tashkalar.features.lessons.lesson_check import (
    language_gaps,
    lesson_problems,
    reply_problems,
)
from tashkalar.terminal import CommandError

_LINES = Path(__file__).resolve().parents[3] / "static/locale/en/lessons.json"

ReadFile = Callable[[str], str]


def add_parser(commands: argparse._SubParsersAction[terminal.Parser], read: ReadFile) -> None:
    """Add the command; `read` returns the text of a named file."""
    teach = commands.add_parser("teach", help="check lesson files")
    teach_commands = teach.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
    check = teach_commands.add_parser(
        "check", help="say what is wrong with lesson files, and where"
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="'-' for the standard input")
    check.add_argument(
        "--replies",
        action="store_true",
        help="also play the recorded replies to mistakes again, by the level that they name",
    )
    check.set_defaults(run=_check, read=read, packs=False)


def _check(arguments: argparse.Namespace) -> str:
    known_lines = json.loads(_LINES.read_text(encoding="utf-8")) if _LINES.is_file() else {}
    problems: list[str] = []
    gaps: list[str] = []
    for file in arguments.files:
        text = arguments.read(file)
        found = lesson_problems(text, known_lines)
        if arguments.replies and not found:
            found = reply_problems(text)
        gaps += [] if found else [f"{file}: {gap}" for gap in language_gaps(text)]
        problems += [f"{file}: {problem}" for problem in found]
    for line in (*gaps, *problems):
        terminal.report("tashkalar teach", line)
    if problems:
        raise CommandError(f"problems found: {len(problems)}")
    return f"lessons without problems: {len(arguments.files)}"
