"""The command ``tashkalar teach``: check the files of lessons and courses."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from tashkalar import terminal
from tashkalar.features.lessons.lesson_check import (
    course_problems,
    is_course,
    language_gaps,
    lesson_problems,
    lessons_of_course,
    reply_problems,
)
from tashkalar.terminal import CommandError

_LINES = Path(__file__).resolve().parents[3] / "static/locale/en/lessons.json"

ReadFile = Callable[[str], str]


def add_parser(commands: argparse._SubParsersAction[terminal.Parser], read: ReadFile) -> None:
    """Add the command; `read` returns the text of a named file."""
    teach = commands.add_parser("teach", help="check lessons and courses")
    teach_commands = teach.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
    check = teach_commands.add_parser(
        "check", help="say what is wrong with files of lessons or courses, and where"
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
    count = 0  # of lessons without problems of their own
    for file in arguments.files:
        text = arguments.read(file)
        if is_course(text):
            found = course_problems(text, known_lines)
            lessons = [] if found else lessons_of_course(text)
        else:
            found = lesson_problems(text, known_lines)
            lessons = [] if found else [text]
        count += len(lessons)
        for number, lesson in enumerate(lessons):
            place = f"{file}: lessons[{number}]." if is_course(text) else f"{file}: "
            gaps += [f"{place}{gap}" for gap in language_gaps(lesson)]
            if arguments.replies:
                problems += [f"{place}{problem}" for problem in reply_problems(lesson)]
        problems += [f"{file}: {problem}" for problem in found]
    for line in (*gaps, *problems):
        terminal.report("tashkalar teach", line)
    if problems:
        raise CommandError(f"problems found: {len(problems)}")
    return f"lessons without problems: {count}"
