"""Fetching the catalogues, and writing the texts that the HTML contains."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator

from pyodide.ffi import JsException
from pyscript import document, fetch

from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.english_catalogue import START_FILES
from tashkalar.web.browser.dom import DomNode

_later_files: dict[str, None] = {}  # those that were fetched since the start, in their order
# The attribute that names the text of an element, and the attribute to write (None: the content).
_ATTRIBUTE_BY_MARKER = {
    "data-i18n": None,
    "data-i18n-aria-label": "aria-label",
    "data-i18n-title": "title",
    "data-i18n-content": "content",
    "data-i18n-placeholder": "placeholder",
}


async def load_language(words: Catalogue, language: str) -> bool:
    """Fetch a language's catalogues and switch to that language.

    Return False, and change nothing, if a catalogue cannot be fetched.
    """
    if not await _load_files(words, language, (*START_FILES, *_later_files)):
        return False
    words.language = language
    return True


async def load_later_texts(words: Catalogue, file: str) -> bool:
    """Fetch a catalogue, once, and write its texts into the HTML; return False if that fails."""
    if file in _later_files:
        return True
    # The snapshot may hold the English text of a file that the language does not have yet.
    marked = (key for _, _, key in _find_marked_nodes(document))
    written = {key for key in marked if words.has_translation(key)}
    if not await _load_files(words, words.language, (file,)):
        return False
    _later_files[file] = None
    write_page_texts(words, leave_out=written)  # panels may say something else by now
    return True


def _find_marked_nodes(page: DomNode) -> Iterator[tuple[DomNode, str, str]]:
    """Yield the nodes that name a text, in templates too, with the marker and the text's key."""
    for root in (page, *(t.content for t in page.querySelectorAll("template"))):
        for marker in _ATTRIBUTE_BY_MARKER:
            for node in root.querySelectorAll(f"[{marker}]"):
                yield node, marker, str(node.getAttribute(marker))


async def _load_files(words: Catalogue, language: str, files: Iterable[str]) -> bool:
    try:
        texts = await asyncio.gather(*(_fetch_catalogue(language, file) for file in files))
    except (OSError, JsException):
        return False
    try:
        for text in texts:
            words.load(language, text)
    except ValueError:  # a network that answers with a page of its own
        return False
    return True


async def _fetch_catalogue(language: str, file: str) -> str:
    response = await fetch(f"./static/locale/{language}/{file}.json")
    if not response.ok:
        raise OSError(f"{language}/{file}: {response.status}")
    text: str = await response.text()
    return text


def write_page_texts(words: Catalogue, *, leave_out: Collection[str] = ()) -> None:
    """Replace the English texts in the HTML by those of the current language.

    `leave_out`: keys whose texts stay as they are.
    """
    document.documentElement.lang = words.language
    _write_texts(document, words, leave_out)
    for link in document.querySelectorAll("a[data-in-language]"):
        link.search = f"?lang={words.language}"
    for link in document.querySelectorAll("a[data-plain-page]"):
        link.href = f"./{link.dataset.plainPage}/{words.language}/index.html"


def write_part_texts(words: Catalogue, part: DomNode) -> None:
    """Write the texts of a fetched document, whose words are English, in the current language."""
    _write_texts(part, words)


def _write_texts(page: DomNode, words: Catalogue, leave_out: Collection[str] = ()) -> None:
    for node, marker, key in _find_marked_nodes(page):
        if words.has_text(key) and key not in leave_out:
            attribute = _ATTRIBUTE_BY_MARKER[marker]
            if attribute is None:
                node.textContent = words.text(key)
            else:
                node.setAttribute(attribute, words.text(key))
