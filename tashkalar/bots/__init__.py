"""Program players, which see what a seat may see and nothing else."""

from functools import cache
from pathlib import Path
from zlib import crc32

PLANNING = ("novice", "adept", "master")
"""The levels of planning players, the easiest first; `levels.LEVELS` says what they are."""


@cache
def engine() -> str:
    """The checksum of the archive that the engine is imported from, "" for a folder.

    A page and its workers fetch it each for themselves; where it is not kept it may have changed.
    A checksum and no hash: the page works it out while it is in use, and nobody forges versions.
    Once: a start from a snapshot has no archive any more.
    """
    archive = getattr(__spec__.loader, "archive", "")
    return f"{crc32(Path(archive).read_bytes()):08x}" if archive else ""
