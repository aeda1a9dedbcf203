"""All plain pages of a site, by their names."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from tashkalar.formats.puzzle import Puzzle
from tashkalar.site.page_source.page import LOCALE_FOLDER
from tashkalar.site.paths import (
    ALMANAC_FIGURES,
    ALMANAC_FOLDER,
    CARDS_FOLDER,
    PLAIN_FOLDERS,
    RULES_FOLDER,
    SiteError,
    read_text,
)
from tashkalar.site.reference_pages import diagram_scenarios
from tashkalar.site.reference_pages.almanac_page import almanac_pages
from tashkalar.site.reference_pages.card_pages import card_pages
from tashkalar.site.reference_pages.language_choice import language_choice
from tashkalar.site.reference_pages.layout import INDEX, PageContent, PageFrame
from tashkalar.site.reference_pages.oembed import oembed_file
from tashkalar.site.reference_pages.print_pages import print_pages
from tashkalar.site.reference_pages.puzzle_sheets import puzzle_sheets_html, read_paper_puzzles
from tashkalar.site.reference_pages.rules_pages import rules_pages
from tashkalar.site.reference_pages.sprite import Sprite
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE, Catalogue


class SitePages:
    """The plain pages of a checkout. Their names are relative URLs: ``rules/en/moves.html``."""

    def __init__(self, root: Path, address: str = "") -> None:
        """Make the pages of `root`; `address` is that of the site, if it is known."""
        self._root = root
        self._address = address
        self._contents: dict[str, Mapping[str, PageContent]] = {}  # by folder and language

    def write(self, site: Path, names: Collection[str]) -> None:
        """Write pages, and all positions of the diagrams, below the folder of a site."""
        files = {name: self.read(name) or "" for name in names}
        if self._address and names:
            files |= self.oembed_files()
        for name, text in {**files, **self.scenarios()}.items():
            file = site / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")

    def scenarios(self) -> Mapping[str, str]:
        """Return the positions of the diagrams of the rules, by their relative URLs."""
        return diagram_scenarios.scenario_files(self._catalogues)

    def oembed_files(self) -> Mapping[str, str]:
        """Return what editors and forums learn of the pages that boards can show, by name."""
        pages = (
            (page, words)
            for folder in PLAIN_FOLDERS
            for language, words in self._catalogues.items()
            for page in self._pages(folder, language).values()
        )
        return dict(oembed_file(page, words, self._address) for page, words in pages if page.board)

    def names(self) -> tuple[str, ...]:
        """Return the names of all pages, those above the languages first."""
        return (
            *(f"{folder}/{INDEX}.html" for folder in PLAIN_FOLDERS),
            *(
                f"{folder}/{language}/{name}"
                for folder in PLAIN_FOLDERS
                for language in LANGUAGES
                for name in self._pages(folder, language)
            ),
        )

    def sitemap(self) -> str:
        """Return the list of all pages for search engines; it needs the address of the site."""
        names = ("index.html", *self.names())
        entries = "\n".join(
            f"<url><loc>{escape(self._address + name)}</loc></url>" for name in names
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}\n</urlset>\n'
        )

    def read(self, name: str) -> str | None:
        """Return the HTML of a page, or None if there is no page of this name."""
        parts = name.split("/")
        if parts[0] in PLAIN_FOLDERS and parts[1:] == [f"{INDEX}.html"]:
            return language_choice(parts[0], self._catalogues, self._address)
        if len(parts) != 3 or parts[0] not in PLAIN_FOLDERS or parts[1] not in LANGUAGES:
            return None
        page = self._pages(parts[0], parts[1]).get(parts[2])
        return None if page is None else self._frames[parts[1]].render(page)

    def _pages(self, folder: str, language: str) -> Mapping[str, PageContent]:
        """Return the pages of a folder in one language, by the names of their files."""
        key = f"{folder}/{language}"
        if key not in self._contents:
            pages = self._make(folder, self._catalogues[language])
            self._contents[key] = {f"{page.name}.html": page for page in pages}
        return self._contents[key]

    def _make(self, folder: str, words: Catalogue) -> list[PageContent]:
        if folder == RULES_FOLDER:
            return rules_pages(words)
        if folder == CARDS_FOLDER:
            return card_pages(words)
        if folder == ALMANAC_FOLDER:
            return almanac_pages(self._figures, words)
        return print_pages(words, puzzle_sheets_html(self._puzzles, words))

    @cached_property
    def _figures(self) -> Mapping[str, Any]:
        text = read_text(self._root / ALMANAC_FIGURES)
        if text is None:
            raise SiteError(f"{ALMANAC_FIGURES} cannot be read")
        figures: Mapping[str, Any] = json.loads(text)
        return figures

    @cached_property
    def _puzzles(self) -> tuple[Puzzle, ...]:
        return read_paper_puzzles(self._root)

    @cached_property
    def _frames(self) -> Mapping[str, PageFrame]:
        sprite = Sprite(self._root)
        names = {
            language: words.text("page.settings.language")
            for language, words in self._catalogues.items()
        }
        return {
            language: PageFrame(words, names, sprite, self._address)
            for language, words in self._catalogues.items()
        }

    @cached_property
    def _catalogues(self) -> Mapping[str, Catalogue]:
        """The catalogues of all languages; each has English too, for the order of the rules."""
        texts = {language: self._read_texts(language) for language in LANGUAGES}
        return {
            language: Catalogue(
                {SOURCE_LANGUAGE: texts[SOURCE_LANGUAGE], language: texts[language]}, language
            )
            for language in LANGUAGES
        }

    def _read_texts(self, language: str) -> dict[str, str]:
        folder = f"{LOCALE_FOLDER}/{language}"
        texts: dict[str, str] = {}
        for file in sorted((self._root / folder).glob("*.json")):
            text = read_text(file)
            if text is None:
                raise SiteError(f"{folder}/{file.name} cannot be read")
            texts |= json.loads(text)
        return texts
