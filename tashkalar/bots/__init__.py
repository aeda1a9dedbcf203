"""Program players. They see only what their seat may see."""

from functools import cache
from zlib import crc32

_CHUNK_BYTES = 32_768  # read in small chunks, because a snapshot keeps the memory of the largest
EASY_LEVELS = ("firststeps", "beginner", "learner")
"""The levels that overlook things, the easiest first; quick enough to plan in the page itself."""
PLANNING_LEVELS = (*EASY_LEVELS, "novice", "adept", "expert", "master")
"""The levels of planning players, the easiest first; `levels.LEVELS` defines them."""
DEFAULT_LEVEL = "adept"
"""The level for a person who has not chosen one."""


@cache
def engine_checksum() -> str:
    """Return the checksum of the archive that the engine is imported from; "" for a folder.

    The page and its workers each fetch the archive, which may have changed in between. A checksum
    is enough and quicker than a hash: nobody forges versions here. The result is cached, because a
    page started from a snapshot no longer has the archive.
    """
    archive = getattr(__spec__.loader, "archive", "")
    if not archive:
        return ""
    checksum = 0
    with open(archive, "rb") as file:
        while piece := file.read(_CHUNK_BYTES):
            checksum = crc32(piece, checksum)
    return f"{checksum:08x}"
