"""Pack a built site for itch.io, which takes a zip file of at most 1,000 files."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tashkalar.site.paths import SiteError, is_private

MOST_FILES = 1000
MOST_BYTES = 500_000_000  # unpacked
LONGEST_NAME = 240  # characters of a path
_OLDEST_DATE = (1980, 1, 1, 0, 0, 0)


def pack_for_itch(site: Path) -> Path:
    """Write the zip file beside the folder of a site; equal sites give equal files.

    Raise SiteError if itch.io would refuse it.
    """
    site = site.resolve()
    files = sorted(file for file in site.rglob("*") if file.is_file())
    names = {file.relative_to(site).as_posix(): file for file in files}
    names = {name: file for name, file in names.items() if not is_private(Path(name).parts)}
    _check(names)
    packed = site.with_name(f"{site.name}-itch.zip")
    with zipfile.ZipFile(packed, "w") as archive:
        for name, file in names.items():
            info = zipfile.ZipInfo(name, date_time=_OLDEST_DATE)
            info.create_system = 3  # as written on Unix, wherever it is written
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, file.read_bytes())
    return packed


def _check(names: dict[str, Path]) -> None:
    if len(names) > MOST_FILES:
        raise SiteError(f"{len(names)} files: itch.io takes {MOST_FILES}")
    size = sum(file.stat().st_size for file in names.values())
    if size > MOST_BYTES:
        raise SiteError(f"{size} bytes: itch.io takes {MOST_BYTES}")
    longest = max(names, key=len)
    if len(longest) > LONGEST_NAME:
        raise SiteError(f"{longest}: itch.io takes names of {LONGEST_NAME} characters")
