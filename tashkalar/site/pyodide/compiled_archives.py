"""The compiled archives of earlier builds, so that unchanged sources are compiled only once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tashkalar.site.paths import PACKAGE, hash_files

PRECOMPILE_SCRIPT = f"{PACKAGE}/site/pyodide/precompile.mjs"
PRECOMPILE_PROGRAM = f"{PACKAGE}/site/pyodide/precompile.py"
# `npm ci` empties the folder, and git ignores it.
CACHE_FOLDER = "node_modules/.cache/tashkalar"
MOST_FILES = 40  # a build has five archives, of 0.8 MB together


class CompiledArchives:
    """The archives that builds of a checkout have compiled.

    The name of a file has a hash of everything that its content depends on, and a hash of the
    content. So a file of other sources, or one that is damaged, is never used. A folder that cannot
    be read or written only makes builds slower.
    """

    def __init__(self, root: Path, folder: Path | None = None) -> None:
        self._folder = folder or root / CACHE_FOLDER
        programs = (root / "package-lock.json", root / PRECOMPILE_SCRIPT, root / PRECOMPILE_PROGRAM)
        self._programs = hash_files(*programs)[:16]

    def find(self, archive: str, sources: bytes, compression: int) -> bytes | None:
        """Return the compiled archive of these sources, or None."""
        wanted = f"{self._stem(archive)}-{_short_hash(sources)}-{compression}-*"
        for file in self._files(wanted):
            if content := _read_if_intact(file):
                with contextlib.suppress(OSError):
                    os.utime(file)  # the files that were used last are kept
                return content
        return None

    def find_similar(self, archive: str) -> bytes:
        """Return the newest compiled archive of this name, whatever its sources, or nothing."""
        for file in reversed(self._files(f"{self._stem(archive)}-*")):
            if content := _read_if_intact(file):
                return content
        return b""

    def keep(self, archive: str, sources: bytes, compression: int, content: bytes) -> None:
        """Store a compiled archive, and delete the files that were used longest ago."""
        hashes = f"{_short_hash(sources)}-{compression}-{_short_hash(content)}"
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self._folder) as scratch:
                new = Path(scratch, "new")
                new.write_bytes(content)
                new.replace(self._folder / f"{self._stem(archive)}-{hashes}")
            for file in self._files("*-*-*-*-*")[:-MOST_FILES]:
                file.unlink(missing_ok=True)

    def _stem(self, archive: str) -> str:
        return f"{Path(archive).stem}-{self._programs}"

    def _files(self, pattern: str) -> list[Path]:
        """Return the files of the cache that fit a pattern, the one used longest ago first."""
        return [file for _, file in sorted(self._dated_files(pattern))]

    def _dated_files(self, pattern: str) -> Iterator[tuple[float, Path]]:
        with contextlib.suppress(OSError):
            for file in self._folder.glob(pattern):
                with contextlib.suppress(FileNotFoundError):  # another build has deleted it
                    yield file.stat().st_mtime, file


def _short_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _read_if_intact(file: Path) -> bytes | None:
    try:
        content = file.read_bytes()
    except OSError:
        return None
    return content if file.name.endswith(f"-{_short_hash(content)}") else None
