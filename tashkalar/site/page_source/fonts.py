"""The page's two typefaces: the few files of their npm packages that it uses.

Latin covers English, Spanish, French and Italian; Greek needs files of its own, which a browser
only fetches where Greek letters stand. `static/css/type.css` names them.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tashkalar.site.paths import SiteError

# Package, weight; every weight is a file that each reader loads, so there are three.
FONT_FACES = (("alegreya", 700), ("source-sans-3", 400), ("source-sans-3", 600))
FONT_SUBSETS = ("latin", "greek")


def font_files() -> tuple[str, ...]:
    """Name the files as they lie in the vendor folder."""
    return tuple(
        f"{face}-{subset}-{weight}.woff2" for face, weight in FONT_FACES for subset in FONT_SUBSETS
    )


def copy_fonts(modules: Path, folder: Path) -> None:
    """Copy the files and their licences from node_modules; SiteError for one that is missing."""
    folder.mkdir()
    for face, weight in FONT_FACES:
        package = modules / "@fontsource" / face
        for subset in FONT_SUBSETS:
            source = package / "files" / f"{face}-{subset}-{weight}-normal.woff2"
            if not source.is_file():
                raise SiteError(f"{source.name} is missing in the npm package of {face}")
            shutil.copyfile(source, folder / f"{face}-{subset}-{weight}.woff2")
        shutil.copyfile(package / "LICENSE", folder / f"LICENSE-{face}.txt")
