"""Print what a board in another page loads before anybody touches it, by what it shows.

Run ``python -m tools.frame_weight``. The sizes are those of the files packed with gzip, as hosts
send them.
"""

from __future__ import annotations

import gzip
import sys
from functools import cache
from pathlib import Path

from tashkalar import terminal
from tashkalar.site.bundles import BOARD_SCRIPT, BOARD_STYLE, BUNDLES, bundle_script
from tashkalar.site.page_source.board_data import board_files
from tashkalar.site.page_source.page import make_board_page
from tashkalar.site.paths import BOARD_PAGE, BOARDS_FOLDER, ROOT
from tashkalar.ui.text.catalogue import LANGUAGES

KINDS = ("scenario", "record", "lesson", "puzzle", "course", "card", "task", "rule")
LIMIT_BYTES = 62_200
_PATTERNS = f"{BOARDS_FOLDER}cards.js"


def frame_files(kind: str, language: str) -> frozenset[str]:
    """Return the files of the site that a board loads, the largest where it may be one of several.

    A scenario and a record stand in the address.
    """
    files = [BOARD_PAGE, BOARD_STYLE, BOARD_SCRIPT, f"{BOARDS_FOLDER}{language}.js", _PATTERNS]
    if kind in ("scenario", "record", "lesson", "course"):
        files.append(f"{BOARDS_FOLDER}forms.js")
    if kind in ("lesson", "course"):
        files.append(_largest("static/lessons/", "static/lessons/course.json"))
    if kind == "course":
        files.append("static/lessons/course.json")
    if kind == "puzzle":
        files += [f"{BOARDS_FOLDER}puzzles.js", _largest(f"{BOARDS_FOLDER}puzzles-")]
    if kind in ("card", "task"):
        files.append(f"static/locale/{language}/cards.json")
    if kind == "rule":
        files += [f"static/locale/{language}/{name}.json" for name in ("rules", "terms")]
        files.append(f"{BOARDS_FOLDER}diagrams.js")
    return frozenset(files)


@cache
def _board_files() -> dict[str, str]:
    return board_files()


def _largest(beginning: str, *others: str) -> str:
    files = [*_board_files(), *(file.relative_to(ROOT).as_posix() for file in _lessons())]
    fitting = (name for name in files if name.startswith(beginning) and name not in others)
    return max(fitting, key=packed_size)


def _lessons() -> list[Path]:
    return sorted((ROOT / "static/lessons").glob("*.json"))


@cache
def packed_size(name: str) -> int:
    """Return the bytes of a file of the site, packed."""
    if name == BOARD_PAGE:
        text = make_board_page()
    elif name in BUNDLES:
        text = bundle_script(ROOT, name, "--minify")
    else:
        text = _board_files().get(name) or (ROOT / name).read_text(encoding="utf-8")
    return len(gzip.compress(text.encode(), 9))


def frame_weight(kind: str, language: str) -> int:
    """Return the bytes that a board loads before a touch."""
    return sum(map(packed_size, frame_files(kind, language)))


def main() -> int:
    """Print a row for each kind, and what all kinds load; return 1 if one is too heavy."""
    terminal.read_file_names("python -m tools.frame_weight", __doc__)
    print("kB, gzip   " + "  ".join(f"{language:>5}" for language in LANGUAGES))
    heaviest = 0
    for kind in KINDS:
        weights = [frame_weight(kind, language) for language in LANGUAGES]
        heaviest = max(heaviest, *weights)
        print(f"{kind:<11}" + "  ".join(f"{weight / 1000:5.1f}" for weight in weights))
    for name in (BOARD_PAGE, BOARD_STYLE, BOARD_SCRIPT, _PATTERNS):
        print(f"{packed_size(name) / 1000:5.1f}  {name}")
    return int(heaviest > LIMIT_BYTES)


if __name__ == "__main__":
    sys.exit(main())
