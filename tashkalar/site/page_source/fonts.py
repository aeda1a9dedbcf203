"""The page's typefaces: the few files of their npm packages that it uses.

Latin covers English, Spanish, French and Italian. Greek has separate files, which a browser fetches
only for Greek letters. `static/css/type.css` names the files.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tashkalar.site.paths import SiteError

# Package and weight. Every reader loads a file per weight, so there are only three.
FONT_FACES = (("alegreya", 700), ("source-sans-3", 400), ("source-sans-3", 600))
FONT_SUBSETS = ("latin", "greek")
# For readers who ask for them in the settings; nobody else loads them. The first has no Greek
# letters, so Greek ones come from the second, which also keeps similar letters apart.
READABLE_FACES = (
    ("atkinson-hyperlegible", "latin", 400),
    ("atkinson-hyperlegible", "latin", 700),
    ("ibm-plex-sans", "greek", 400),
    ("ibm-plex-sans", "greek", 700),
)


def _faces() -> tuple[tuple[str, str, int], ...]:
    """Return package, subset and weight of each file."""
    usual = ((face, subset, weight) for face, weight in FONT_FACES for subset in FONT_SUBSETS)
    return (*usual, *READABLE_FACES)


def font_files() -> tuple[str, ...]:
    """Return the names of the files in the vendor folder."""
    return tuple(f"{face}-{subset}-{weight}.woff2" for face, subset, weight in _faces())


def font_licenses() -> tuple[str, ...]:
    """Return the names of the licenses beside the files."""
    return tuple(dict.fromkeys(f"LICENSE-{face}.txt" for face, _, _ in _faces()))


def copy_fonts(modules: Path, folder: Path) -> None:
    """Copy the files and licenses from node_modules; raise SiteError if one is missing."""
    folder.mkdir()
    for face, subset, weight in _faces():
        package = modules / "@fontsource" / face
        source = package / "files" / f"{face}-{subset}-{weight}-normal.woff2"
        if not source.is_file():
            raise SiteError(f"{source.name} is missing in the npm package of {face}")
        shutil.copyfile(source, folder / f"{face}-{subset}-{weight}.woff2")
        shutil.copyfile(package / "LICENSE", folder / f"LICENSE-{face}.txt")
