"""The features of a checkout: which there are, and the files that each brings."""

from __future__ import annotations

import contextlib
import importlib
import shutil
import tempfile
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tashkalar.site.paths import PACKAGE, ROOT, SiteError, print_status, read_text
from tashkalar.ui.start.url_parameters import AddressParameter
from tashkalar.ui.storage.stored_kinds import KindRow

SITE_DATA = "site_data"
FEATURES_FOLDER = f"{PACKAGE}/features"
FEATURES_STYLE = "static/css/features.css"
_START_STYLE = "start.css"
_NOT_COPIED = ("node_modules", ".*", "dist", "build", "docs", "tests", "__pycache__")
_TABLE = f"{FEATURES_FOLDER}/features.toml"
# The modules of a fetched feature that the page has from the start.
_START_MODULES = ("__init__.py", "page/__init__.py", "page/door.py")


class FeatureRow(NamedTuple):
    """A row of `features.toml`."""

    name: str
    parameters: tuple[AddressParameter, ...] = ()
    is_fetched: bool = False
    engine: tuple[str, ...] = ()  # folders below the package, each with a slash at its end
    needs: tuple[str, ...] = ()
    has_core_words: bool = False
    stores: tuple[KindRow, ...] = ()
    start: tuple[str, ...] = ()  # modules beside the door that the page has from the start

    @property
    def folder(self) -> str:
        """The feature's folder in the checkout, with a slash at its end."""
        return f"{FEATURES_FOLDER}/{self.name}/"

    @property
    def archive(self) -> str:
        """The address of the modules that are fetched."""
        return f"static/app/{self.name}.zip"

    @property
    def part(self) -> str:
        """The address of the HTML that is fetched."""
        return f"static/app/{self.name}.html"

    def is_fetched_module(self, module: str) -> bool:
        """Return whether a file of the checkout is fetched with this feature."""
        if not self.is_fetched:
            return False
        if module.startswith(tuple(f"{PACKAGE}/{folder}" for folder in self.engine)):
            return True
        return module.startswith(self.folder) and (
            module.removeprefix(self.folder) not in (*_START_MODULES, *self.start)
        )


def read_table(root: Path = ROOT) -> tuple[FeatureRow, ...]:
    """Return all rows, also those of features that are left out; SiteError if one is wrong."""
    text = read_text(root / _TABLE)
    if text is None:
        raise SiteError(f"{_TABLE} is missing in the checkout")
    rows = []
    try:
        for name, fields in tomllib.loads(text).items():
            parameters = tuple(AddressParameter(**one) for one in fields.pop("parameters", ()))
            stores = tuple(KindRow(**one) for one in fields.pop("stores", ()))
            lists = {key: tuple(fields.pop(key, ())) for key in ("engine", "needs", "start")}
            rows.append(FeatureRow(name, parameters, **{**fields, **lists, "stores": stores}))
    except (TypeError, ValueError) as error:
        raise SiteError(f"{_TABLE}: {error}") from error
    return tuple(rows)


def features_of(root: Path = ROOT) -> tuple[FeatureRow, ...]:
    """Return the rows of the features whose folders are there, with all that they need."""
    rows = tuple(row for row in read_table(root) if (root / row.folder).is_dir())
    names = {row.name for row in rows}
    while lacking := {row.name for row in rows if not names.issuperset(row.needs)}:
        rows = tuple(row for row in rows if row.name not in lacking)
        names -= lacking
    return rows


@contextlib.contextmanager
def checkout_without(names: Collection[str], root: Path = ROOT) -> Iterator[Path]:
    """Yield a copy of the checkout that lacks these features; SiteError for an unknown name."""
    if not names:
        yield root
        return
    known = {row.name for row in read_table(root)}
    if unknown := sorted(set(names) - known):
        raise SiteError(
            f"there is no feature {unknown[0]!r}; there are: {', '.join(sorted(known))}"
        )
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "checkout")
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*_NOT_COPIED))
        (copy / "node_modules").symlink_to(root / "node_modules", target_is_directory=True)
        rows = features_of(root)
        for row in rows:
            if row.name in names:
                shutil.rmtree(copy / row.folder)
        left = {row.name for row in features_of(copy)}
        for row in rows:
            if row.name not in left and not row.has_core_words:
                for words in copy.glob(f"static/locale/*/{row.name}.json"):
                    words.unlink()
        if also := sorted({row.name for row in rows} - left - set(names)):
            print_status(f"Also left out, because they need these: {', '.join(also)}")
        yield copy


def feature_data(root: Path = ROOT) -> tuple[Any, ...]:
    """Return the modules `site_data` of the features that have one.

    They say what the build takes from a feature: `placeholders` of its HTML, `board_words` for
    boards without Python, and the `FORMS` that the check in JavaScript knows.
    """
    return tuple(
        importlib.import_module(f"{PACKAGE}.features.{row.name}.{SITE_DATA}")
        for row in features_of(root)
        if (root / row.folder / f"{SITE_DATA}.py").is_file()
    )


def archives_of(root: Path = ROOT) -> dict[str, FeatureRow]:
    """Return the fetched features by the address of their archive."""
    return {row.archive: row for row in features_of(root) if row.is_fetched}


def parts_of(root: Path = ROOT) -> dict[str, Path]:
    """Return the sources of the features' fetched HTML, by its address."""
    sources = {row.part: root / row.folder / "page/part.html" for row in features_of(root)}
    return {address: source for address, source in sources.items() if source.is_file()}


def styles_of(root: Path = ROOT) -> dict[str, tuple[Path, ...]]:
    """Return the sources of the features' style sheets, by their addresses.

    What the page needs from its first paint on is in a feature's `start.css`: one sheet has all.
    """
    files = [
        file
        for row in features_of(root)
        for file in sorted((root / row.folder / "page").glob("*.css"))
    ]
    fetched = {f"static/css/{file.name}": (file,) for file in files if file.name != _START_STYLE}
    return fetched | {FEATURES_STYLE: tuple(file for file in files if file.name == _START_STYLE)}
