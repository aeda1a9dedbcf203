"""The page's two typefaces: the few files of their npm packages that it uses.

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


def font_files() -> tuple[str, ...]:
    """Return the names of the files in the vendor folder."""
    return tuple(
        f"{face}-{subset}-{weight}.woff2" for face, weight in FONT_FACES for subset in FONT_SUBSETS
    )


def copy_fonts(modules: Path, folder: Path) -> None:
    """Copy the files and licenses from node_modules; raise SiteError if one is missing."""
    folder.mkdir()
    for face, weight in FONT_FACES:
        package = modules / "@fontsource" / face
        for subset in FONT_SUBSETS:
            source = package / "files" / f"{face}-{subset}-{weight}-normal.woff2"
            if not source.is_file():
                raise SiteError(f"{source.name} is missing in the npm package of {face}")
            shutil.copyfile(source, folder / f"{face}-{subset}-{weight}.woff2")
        shutil.copyfile(package / "LICENSE", folder / f"LICENSE-{face}.txt")
