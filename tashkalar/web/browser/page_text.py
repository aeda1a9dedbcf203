"""Fetching the catalogues, and writing the texts that the HTML contains."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator

from pyodide.ffi import JsException
from pyscript import document, fetch

from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import DomNode

CATALOGUE_FILES = ("page", "ui", "cards", "rules", "saves", "packs", "terms")
LESSON_FILE = "lessons"  # fetched with the first lesson
FAR_FILE = "far"  # fetched with the first game with someone far away
LIVE_FILE = "live"  # fetched when devices are first connected
PUZZLE_FILE = "puzzles"  # fetched with the first puzzle
WORKSHOP_FILE = "workshop"  # fetched when the workshop is first opened
STUDIES_FILE = "studies"  # fetched with the first review or study
COMPANY_FILE = "company"  # fetched with the tour
STATISTICS_FILE = "statistics"  # fetched when they are first opened
# For each file that is fetched later, a message whose presence means that the file is loaded.
_MESSAGE_BY_LATER_FILE = {
    LESSON_FILE: "learn.done",
    FAR_FILE: "far.title",
    LIVE_FILE: "live.title",
    PUZZLE_FILE: "puzzles.list.title",
    WORKSHOP_FILE: "workshop.title",
    STUDIES_FILE: "study.place",
    COMPANY_FILE: "company.title",
    STATISTICS_FILE: "statistics.intro",
}
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
    later = [file for file, id in _MESSAGE_BY_LATER_FILE.items() if words.has_text(id)]
    if not await _load_files(words, language, (*CATALOGUE_FILES, *later)):
        return False
    words.language = language
    return True


async def load_lesson_texts(words: Catalogue) -> bool:
    """Fetch the coach's texts in the current language; return False if that fails."""
    return await _load_later_file(words, LESSON_FILE)


async def load_far_texts(words: Catalogue) -> bool:
    """Fetch the texts of games with someone far away, and write them into the HTML.

    Return False if that fails.
    """
    return await _load_dialog_file(words, FAR_FILE)


async def load_live_texts(words: Catalogue) -> bool:
    """Fetch the texts of connected devices, and write them into the HTML.

    Return False if that fails.
    """
    return await _load_dialog_file(words, LIVE_FILE)


async def load_puzzle_texts(words: Catalogue) -> bool:
    """Fetch the texts of the puzzles, and write them into the HTML; return False if that fails."""
    return await _load_dialog_file(words, PUZZLE_FILE)


async def load_company_texts(words: Catalogue) -> bool:
    """Fetch the texts of the tour, and write them into the HTML; return False if that fails."""
    return await _load_dialog_file(words, COMPANY_FILE)


async def load_study_texts(words: Catalogue) -> bool:
    """Fetch the texts of studies, and write them into the HTML; return False if that fails."""
    return await _load_dialog_file(words, STUDIES_FILE)


async def load_statistics_texts(words: Catalogue) -> bool:
    """Fetch the texts of the statistics, and write them into the HTML.

    Return False if that fails.
    """
    return await _load_dialog_file(words, STATISTICS_FILE)


async def load_workshop_texts(words: Catalogue) -> bool:
    """Fetch the texts of the workshop, and write them into the HTML; return False if that fails."""
    return await _load_dialog_file(words, WORKSHOP_FILE)


async def _load_dialog_file(words: Catalogue, file: str) -> bool:
    """Fetch a file whose texts the HTML contains too."""
    if words.has_text(_MESSAGE_BY_LATER_FILE[file]):
        return True
    written = {key for _, _, key in _find_marked_nodes() if words.has_text(key)}
    if not await _load_later_file(words, file):
        return False
    write_page_texts(words, leave_out=written)  # panels may say something else by now
    return True


async def _load_later_file(words: Catalogue, file: str) -> bool:
    return words.has_text(_MESSAGE_BY_LATER_FILE[file]) or await _load_files(
        words, words.language, (file,)
    )


def _find_marked_nodes() -> Iterator[tuple[DomNode, str, str]]:
    """Yield the nodes that name a text, in templates too, with the marker and the text's key."""
    for root in (document, *(t.content for t in document.querySelectorAll("template"))):
        for marker in _ATTRIBUTE_BY_MARKER:
            for node in root.querySelectorAll(f"[{marker}]"):
                yield node, marker, str(node.getAttribute(marker))


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


def write_page_texts(words: Catalogue, *, leave_out: Collection[str] = ()) -> None:
    """Replace the English texts in the HTML by those of the current language.

    `leave_out`: keys whose texts stay as they are.
    """
    document.documentElement.lang = words.language
    for node, marker, key in _find_marked_nodes():
        if words.has_text(key) and key not in leave_out:
            attribute = _ATTRIBUTE_BY_MARKER[marker]
            if attribute is None:
                node.textContent = words.text(key)
            else:
                node.setAttribute(attribute, words.text(key))
    for link in document.querySelectorAll("a[data-in-language]"):
        link.search = f"?lang={words.language}"
    for link in document.querySelectorAll("a[data-plain-page]"):
        link.href = f"./{link.dataset.plainPage}/{words.language}/index.html"
