"""The paths of the checkout, and helpers to report errors."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tashkalar.terminal import escape_unprintable

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = "tashkalar"
APP_ARCHIVE = "static/app/tashkalar.bin"
BOARD_PAGE = "board.html"  # a board in another page, without Python
BOARDS_FOLDER = "static/boards/"  # the data of that page
DIAGRAMS_FOLDER = "static/diagrams/"  # the positions of the diagrams of the rules
VENDOR_FOLDER = "static/vendor"
RULES_FOLDER, CARDS_FOLDER, PRINT_FOLDER, ALMANAC_FOLDER = "rules", "cards", "print", "almanac"
ALMANAC_FIGURES = "static/pages/almanac.json"  # what `tashkalar stats --json` printed
# The folders of pages without scripts, which the build writes.
PLAIN_FOLDERS = (RULES_FOLDER, CARDS_FOLDER, PRINT_FOLDER, ALMANAC_FOLDER)
OEMBED_FOLDER = "oembed"  # what editors and forums learn of those pages
PAGE = "index.html"
MANIFEST = "manifest.webmanifest"  # its source; the site has one in each language
PAGE_FILES = (PAGE, MANIFEST, "pyscript.toml", "LICENSE", "NOTICE.md")


class SiteError(Exception):
    """An error that a person can fix; its text is the one line to show."""


def print_status(line: str) -> None:
    """Print a line on the standard error, because the standard output may be redirected."""
    print(escape_unprintable(line), file=sys.stderr, flush=True)


def hash_files(*files: Path) -> str:
    """Return one hash over the contents of the files, in this order."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def read_text(file: Path) -> str | None:
    """Return the text of a file, or None if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return None


@contextlib.contextmanager
def hold_install_lock(root: Path) -> Iterator[None]:
    """Keep a server and a test run that start together from installing at the same time."""
    try:
        import fcntl
    except ImportError:  # Windows: a clash is rare there, and the next start repairs it
        yield
        return
    with (root / ".prepare.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def list_public_files(root: Path, folder: str) -> list[str]:
    """Return the public files below a folder of the checkout, sorted, as relative URLs."""
    files = (file.relative_to(root) for file in (root / folder).rglob("*") if file.is_file())
    return sorted(file.as_posix() for file in files if not is_private(file.parts))


def is_private(parts: Sequence[str]) -> bool:
    """Return whether a path is hidden or a bytecode cache of Python."""
    return any(part.startswith(".") or part == "__pycache__" for part in parts)
