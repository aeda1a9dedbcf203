"""The English texts that the memory snapshot already holds when the page starts.

`serve.py build` fills this module in just before it takes the snapshot. After a start without a
snapshot the module is empty, and the page fetches the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE, Catalogue

START_FILES = ("page", "ui", "cards", "rules", "saves", "packs", "terms")
"""The catalogues that each start loads; a part of the page that is fetched brings its own.

The page takes a text that is here for one that its HTML shows in the right language already.
"""

_preloaded: list[Catalogue] = []


def preload_english(texts: Iterable[str]) -> None:
    """Read the English catalogues, each a JSON text, into the memory of the snapshot."""
    catalogue = Catalogue()
    for text in texts:
        catalogue.load(SOURCE_LANGUAGE, text)
    _preloaded.append(catalogue)


def take_catalogue() -> Catalogue | None:
    """Return the preloaded catalogue with all English texts, once.

    None if the snapshot holds no texts or the catalogue has been taken: the page fetches them then.
    """
    return _preloaded.pop() if _preloaded else None
