"""The English words where they are at hand before the page asks: in the memory snapshot.

`serve.py build` fills this in just before it takes the snapshot; after an ordinary start it is
empty, and the page fetches the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE, Catalogue

_preloaded: list[Catalogue] = []


def preload_english(texts: Iterable[str]) -> None:
    """Read the English catalogues, as JSON, for the page that starts from this memory."""
    catalogue = Catalogue()
    for text in texts:
        catalogue.load(SOURCE_LANGUAGE, text)
    _preloaded.append(catalogue)


def take_catalogue() -> Catalogue | None:
    """A catalogue with all English words; None where they have to be fetched."""
    return _preloaded.pop() if _preloaded else None
