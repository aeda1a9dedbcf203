"""The checkout: where things lie, and how to say what is wrong with it."""

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
VENDOR_FOLDER = "static/vendor"
PAGE = "index.html"
PAGE_FILES = (PAGE, "manifest.webmanifest", "pyscript.toml", "LICENSE", "NOTICE.md")


class SiteError(Exception):
    """Something a person can mend; its text is the one line they get to read."""


def print_status(line: str) -> None:
    """Tell the person at the terminal, who may have redirected the results elsewhere."""
    print(escape_unprintable(line), file=sys.stderr, flush=True)


def hash_files(*files: Path) -> str:
    """Return one hash over the contents of the files, in this order."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def read_text(file: Path) -> str | None:
    """Return the text of a file, or None where it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return None


@contextlib.contextmanager
def hold_install_lock(root: Path) -> Iterator[None]:
    """Keep a server and a test run that start together from installing into each other."""
    try:
        import fcntl
    except ImportError:  # Windows: two at once are rare there, and the next start repairs it
        yield
        return
    with (root / ".prepare.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def list_public_files(root: Path, folder: str) -> list[str]:
    """List the public files below a folder of the checkout, sorted, as relative URLs."""
    files = (file.relative_to(root) for file in (root / folder).rglob("*") if file.is_file())
    return sorted(file.as_posix() for file in files if not is_private(file.parts))


def is_private(parts: Sequence[str]) -> bool:
    """Tell hidden files and what Python leaves behind from the site's own."""
    return any(part.startswith(".") or part == "__pycache__" for part in parts)
