"""The English words where they are at hand before the page asks: in the memory snapshot.

`serve.py build` fills this in just before it takes the snapshot; after an ordinary start it is
empty, and the page fetches the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar.ui.text.catalogue import SOURCE, Catalogue

_catalogues: list[Catalogue] = []


def fill(texts: Iterable[str]) -> None:
    """Read the English catalogues, as JSON, for the page that starts from this memory."""
    catalogue = Catalogue()
    for text in texts:
        catalogue.load(SOURCE, text)
    _catalogues.append(catalogue)


def take() -> Catalogue | None:
    """A catalogue with all English words; None where they have to be fetched."""
    return _catalogues.pop() if _catalogues else None
