"""Program players, which see what a seat may see and nothing else."""

from hashlib import sha256
from pathlib import Path

PLANNING = ("novice", "adept", "master")
"""The levels of planning players, the easiest first; `levels.LEVELS` says what they are."""


def engine() -> str:
    """The hash of the archive that the engine is imported from, "" for a folder.

    A page and its workers fetch it each for themselves; where it is not kept it may have changed.
    """
    archive = getattr(__spec__.loader, "archive", "")
    return sha256(Path(archive).read_bytes()).hexdigest() if archive else ""
