"""The command ``tashkalar doctor``: what a report about a mistake needs to know."""

from __future__ import annotations

import argparse
import importlib.util
import locale
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from tashkalar import __version__, terminal
from tashkalar.bots.installed import PLAYER_ENTRY_POINT_GROUP
from tashkalar.cards.packs import ENTRY_POINT_GROUP

_EXTRAS = {"distributed": "arena --scheduler (the extra 'arena')"}
_CHECKOUT = Path(__file__).resolve().parent.parent
_TOOLS = ("node", "npm", "git")  # of a checkout


def add_parser(commands: argparse._SubParsersAction[terminal.Parser]) -> None:
    """Add the command."""
    doctor = commands.add_parser("doctor", help="print what a report about a mistake needs")
    doctor.set_defaults(run=lambda _: "\n".join(_lines()), packs=False)


def _lines() -> Iterator[str]:
    """Yield lines about the program, the computer, its encodings and optional parts.

    No line names a person: paths below the home folder begin with ``~``.
    """
    yield f"tashkalar {__version__} in {_place(_CHECKOUT)}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{python} ({sys.maxsize.bit_length() + 1} bits), {platform.platform()}"
    yield f"processors: {os.cpu_count()}"
    yield f"encoding of files: {locale.getpreferredencoding(False)}, {_names_and_utf8_mode()}"
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        yield f"{name}: {_describe_stream(stream)}"
    for module, use in _EXTRAS.items():
        yield f"{use}: {_version_of(module)}"
    for group, what in (
        (ENTRY_POINT_GROUP, "packs"),
        (PLAYER_ENTRY_POINT_GROUP, "players"),
    ):
        names = sorted({point.name for point in metadata.entry_points(group=group)})
        yield f"installed {what}: {', '.join(names) or 'none'}"
    has_page = importlib.util.find_spec("tashkalar.ui") is not None
    yield f"the page's modules: {'yes' if has_page else 'no, this is the library alone'}"
    if (_CHECKOUT / "serve.py").is_file():
        found = (f"{tool} {'yes' if shutil.which(tool) else 'no'}" for tool in _TOOLS)
        has_vendor = (_CHECKOUT / "static/vendor/.stamp").is_file()
        is_writable = os.access(_CHECKOUT, os.W_OK)
        yield f"for the page: {', '.join(found)}"
        yield f"static/vendor/: {'yes' if has_vendor else 'not made yet'}"
        yield f"the checkout can be written: {'yes' if is_writable else 'no'}"


def _place(path: Path) -> str:
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (RuntimeError, ValueError):  # no home, or elsewhere
        return str(path)


def _names_and_utf8_mode() -> str:
    return f"of their names: {sys.getfilesystemencoding()}, UTF-8 mode {sys.flags.utf8_mode}"


def _describe_stream(stream: object) -> str:
    if stream is None:
        return "closed"
    encoding = getattr(stream, "encoding", None) or "no encoding"
    is_terminal = bool(getattr(stream, "isatty", lambda: False)())
    return f"{encoding}, {'a terminal' if is_terminal else 'no terminal'}"


def _version_of(module: str) -> str:
    try:
        return metadata.version(module)
    except metadata.PackageNotFoundError:
        return "not installed"
