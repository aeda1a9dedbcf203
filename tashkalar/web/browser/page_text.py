"""Fetching the catalogues, and writing the words that stand in the HTML itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from pyodide.ffi import JsException
from pyscript import document, fetch

from tashkalar.ui.text.catalogue import Catalogue

CATALOGUE_FILES = ("page", "ui", "cards", "rules", "saves", "packs", "terms")
LESSON_FILE = "lessons"  # fetched with the first lesson
_LESSON_MESSAGE_ID = "learn.done"  # whoever knows it knows all of them
# How an element says which words it carries: the attribute, and where the text goes.
_ATTRIBUTE_BY_MARKER = {
    "data-i18n": None,
    "data-i18n-aria-label": "aria-label",
    "data-i18n-title": "title",
    "data-i18n-content": "content",
    "data-i18n-placeholder": "placeholder",
}


async def load_language(words: Catalogue, language: str) -> bool:
    """Fetch a language's catalogues and speak it; False (and no change) when it cannot be had."""
    taught = words.has_text(_LESSON_MESSAGE_ID)
    files = (*CATALOGUE_FILES, LESSON_FILE) if taught else CATALOGUE_FILES
    if not await _load_files(words, language, files):
        return False
    words.language = language
    return True


async def load_lesson_texts(words: Catalogue) -> bool:
    """Fetch what the coach says, in the language that is spoken; False when it cannot be had."""
    return words.has_text(_LESSON_MESSAGE_ID) or await _load_files(
        words, words.language, (LESSON_FILE,)
    )


async def _load_files(words: Catalogue, language: str, files: Iterable[str]) -> bool:
    try:
        texts = await asyncio.gather(*(_fetch_catalogue(language, file) for file in files))
    except (OSError, JsException):
        return False
    for text in texts:
        words.load(language, text)
    return True


async def _fetch_catalogue(language: str, file: str) -> str:
    response = await fetch(f"./static/locale/{language}/{file}.json")
    if not response.ok:
        raise OSError(f"{language}/{file}: {response.status}")
    text: str = await response.text()
    return text


def write_page_texts(words: Catalogue) -> None:
    """Put the language's words where the HTML has its English ones."""
    document.documentElement.lang = words.language
    roots = [document, *(t.content for t in document.querySelectorAll("template"))]
    for root in roots:
        for marker, attribute in _ATTRIBUTE_BY_MARKER.items():
            for node in root.querySelectorAll(f"[{marker}]"):
                key = node.getAttribute(marker)
                if words.has_text(key):
                    if attribute is None:
                        node.textContent = words.text(key)
                    else:
                        node.setAttribute(attribute, words.text(key))
    for link in document.querySelectorAll("a[data-in-language]"):
        link.search = f"?lang={words.language}"
