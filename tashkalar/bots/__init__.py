"""Program players, which see what a seat may see and nothing else."""

from functools import cache
from zlib import crc32

_CHUNK_BYTES = 32_768  # bytes: what is read at once stays in the memory of a snapshot
PLANNING_LEVELS = ("novice", "adept", "master")
"""The levels of planning players, the easiest first; `levels.LEVELS` says what they are."""


@cache
def engine_checksum() -> str:
    """The checksum of the archive that the engine is imported from, "" for a folder.

    A page and its workers fetch it each for themselves; where it is not kept it may have changed.
    A checksum and no hash: the page works it out while it is in use, and nobody forges versions.
    Once: a start from a snapshot has no archive any more.
    """
    archive = getattr(__spec__.loader, "archive", "")
    if not archive:
        return ""
    checksum = 0
    with open(archive, "rb") as file:
        while piece := file.read(_CHUNK_BYTES):
            checksum = crc32(piece, checksum)
    return f"{checksum:08x}"
