"""Fetching the catalogues, and writing the words that stand in the HTML itself."""

from __future__ import annotations

import asyncio

from pyscript import document, fetch

from tashkalar.ui.i18n import Catalogue

FILES = ("page", "ui", "cards", "rules", "saves", "packs")
# How an element says which words it carries: the attribute, and where the text goes.
_PLACES = {
    "data-i18n": None,
    "data-i18n-aria-label": "aria-label",
    "data-i18n-title": "title",
    "data-i18n-content": "content",
    "data-i18n-placeholder": "placeholder",
}


async def load(words: Catalogue, language: str) -> bool:
    """Fetch a language's catalogues and speak it; False (and no change) when it cannot be had."""
    try:
        texts = await asyncio.gather(*(_fetch(language, file) for file in FILES))
    except OSError:
        return False
    for text in texts:
        words.load(language, text)
    words.language = language
    return True


async def _fetch(language: str, file: str) -> str:
    response = await fetch(f"./static/locale/{language}/{file}.json")
    if not response.ok:
        raise OSError(f"{language}/{file}: {response.status}")
    text: str = await response.text()
    return text


def write_page(words: Catalogue) -> None:
    """Put the language's words where the HTML has its English ones."""
    document.documentElement.lang = words.language
    roots = [document, *(t.content for t in document.querySelectorAll("template"))]
    for root in roots:
        for marker, attribute in _PLACES.items():
            for node in root.querySelectorAll(f"[{marker}]"):
                key = node.getAttribute(marker)
                if words.has(key):
                    if attribute is None:
                        node.textContent = words.text(key)
                    else:
                        node.setAttribute(attribute, words.text(key))
