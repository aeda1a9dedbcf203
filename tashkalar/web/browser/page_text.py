"""Fetching the catalogues, and writing the words that stand in the HTML itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from pyodide.ffi import JsException
from pyscript import document, fetch

from tashkalar.ui.text.catalogue import Catalogue

FILES = ("page", "ui", "cards", "rules", "saves", "packs", "terms")
LESSONS = "lessons"  # fetched with the first lesson
_LESSON_WORD = "learn.done"  # whoever knows it knows all of them
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
    taught = words.has(_LESSON_WORD)
    files = (*FILES, LESSONS) if taught else FILES
    if not await _load(words, language, files):
        return False
    words.language = language
    return True


async def load_lessons(words: Catalogue) -> bool:
    """Fetch what the coach says, in the language that is spoken; False when it cannot be had."""
    return words.has(_LESSON_WORD) or await _load(words, words.language, (LESSONS,))


async def _load(words: Catalogue, language: str, files: Iterable[str]) -> bool:
    try:
        texts = await asyncio.gather(*(_fetch(language, file) for file in files))
    except (OSError, JsException):
        return False
    for text in texts:
        words.load(language, text)
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
    for link in document.querySelectorAll("a[data-in-language]"):
        link.search = f"?lang={words.language}"
