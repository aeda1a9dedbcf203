"""The frame of every plain page: head, navigation and foot.

The head has what search engines and link previews read.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from tashkalar.site.paths import (
    ALMANAC_FOLDER,
    CARDS_FOLDER,
    OEMBED_FOLDER,
    PRINT_FOLDER,
    RULES_FOLDER,
)
from tashkalar.site.reference_pages.drawings import used_ids
from tashkalar.site.reference_pages.sprite import Sprite
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE, Catalogue

INDEX = "index"  # the name of the first page of a folder
PAGES_SHEET, PRINT_SHEET = "static/pages/pages.css", "static/pages/print.css"
STYLE_SHEETS = (
    "static/css/type.css",
    "static/css/tokens.css",
    "static/css/base.css",
    "static/css/board.css",
    "static/css/cards.css",
    "static/css/terms.css",
    PAGES_SHEET,
)
_UP = "../../"  # from a page to the site's folder: all pages are two folders below
GAME_PAGE = f"{_UP}index.html"
POLICY = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
_POLICY_WITH_FORM = POLICY.replace("form-action 'none'", "form-action 'self'")
PREVIEW_PICTURE = "static/img/icon-512.png"
_LONGEST_DESCRIPTION = 200  # characters; search engines and previews show about as many


class PageContent(NamedTuple):
    """The content of a page, without its frame."""

    folder: str  # of the site, such as "rules"
    name: str  # of the file, without language and suffix
    title: str
    description: str
    main: str  # HTML
    previous: tuple[str, str] | None = None  # name and title of the page before
    next: tuple[str, str] | None = None
    board: tuple[str, str] | None = None  # the attribute of a board that shows the same, its value


class PageFrame:
    """Writes whole pages in one language.

    `address` is that of the site, if it is known: some search engines and link previews follow only
    whole addresses. It ends with a slash.
    """

    def __init__(
        self,
        words: Catalogue,
        native_names: Mapping[str, str],
        sprite: Sprite,
        address: str = "",
    ) -> None:
        self._words = words
        self._native_names = native_names
        self._sprite = sprite
        self._address = address

    def render(self, page: PageContent) -> str:
        """Return the HTML of a page."""
        words, language = self._words, self._words.language
        body = f"{self._header(page)}\n<main>\n{page.main}\n{self._neighbors(page)}</main>"
        sprite = self._sprite.definitions(used_ids(body))
        return "\n".join(
            (
                "<!doctype html>",
                f'<html lang="{language}">',
                "<head>",
                *self._head(page),
                "</head>",
                f'<body class="{_body_class(page)}">',
                *([sprite] if sprite else []),
                body,
                "<footer>",
                credits_html(words),
                "</footer>",
                "</body>",
                "</html>",
                "",
            )
        )

    def _head(self, page: PageContent) -> tuple[str, ...]:
        words, language = self._words, self._words.language
        site_title = words.text("page.title")
        title = page.title if page.title == site_title else f"{page.title} – {site_title}"
        description = escape(_shortened(page.description))
        own_url = self._page_url(page, language)
        policy = _POLICY_WITH_FORM if "<form" in page.main else POLICY
        return (
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title, quote=False)}</title>",
            f'<meta name="description" content="{description}">',
            '<meta name="color-scheme" content="dark light">',
            f'<meta property="og:title" content="{escape(page.title)}">',
            f'<meta property="og:description" content="{description}">',
            '<meta property="og:type" content="article">',
            f'<meta property="og:site_name" content="{escape(site_title)}">',
            f'<meta property="og:locale" content="{language}">',
            f'<meta property="og:image" content="{self._address or _UP}{PREVIEW_PICTURE}">',
            *([f'<meta property="og:url" content="{own_url}">'] if self._address else []),
            f'<link rel="canonical" href="{own_url}">',
            *(
                f'<link rel="alternate" hreflang="{other}" href="{self._page_url(page, other)}">'
                for other in LANGUAGES
            ),
            f'<link rel="alternate" hreflang="x-default" href="{self._default_url(page)}">',
            *(
                f'<link rel="{kind}" href="./{neighbor[0]}.html">'
                for kind, neighbor in (("prev", page.previous), ("next", page.next))
                if neighbor
            ),
            *([self._oembed_link(page)] if self._address and page.board else []),
            f'<link rel="icon" href="{_UP}static/img/favicon.svg" type="image/svg+xml">',
            *(f'<link rel="stylesheet" href="{_UP}{name}">' for name in _style_sheets(page)),
        )

    def _oembed_link(self, page: PageContent) -> str:
        address = escape(f"{self._address}{oembed_name(page, self._words.language)}")
        return (
            f'<link rel="alternate" type="application/json+oembed" href="{address}" '
            f'title="{escape(page.title)}">'
        )

    def _page_url(self, page: PageContent, language: str) -> str:
        folder = f"{self._address}{page.folder}" if self._address else ".."
        return escape(f"{folder}/{language}/{page.name}.html")

    def _default_url(self, page: PageContent) -> str:
        """Return the address for readers of other languages: the choice, or the page in English."""
        if page.name != INDEX:
            return self._page_url(page, SOURCE_LANGUAGE)
        folder = f"{self._address}{page.folder}" if self._address else ".."
        return escape(f"{folder}/{INDEX}.html")

    def _header(self, page: PageContent) -> str:
        words, language = self._words, self._words.language
        places = (
            (RULES_FOLDER, "page.menu.rules"),
            (CARDS_FOLDER, "page.menu.gallery"),
            (PRINT_FOLDER, "pages.print"),
            (ALMANAC_FOLDER, "pages.almanac"),
        )
        links = "".join(
            f'<a href="../../{folder}/{language}/{INDEX}.html"'
            f"{_current(folder == page.folder, 'true')}>{_text(words, key)}</a>"
            for folder, key in places
        )
        languages = "".join(
            f'<a href="../{other}/{page.name}.html" lang="{other}" hreflang="{other}"'
            f"{_current(other == language, 'true')}>{escape(name, quote=False)}</a>"
            for other, name in self._native_names.items()
        )
        return (
            '<header class="plain-head">\n'
            f'<p class="home"><a href="{game_url(language)}">{_text(words, "pages.game")}</a></p>\n'
            f'<nav class="places" aria-label="{_attribute(words, "pages.places")}">{links}</nav>\n'
            f'<nav class="languages" aria-label="{_attribute(words, "page.menu.language")}">'
            f"{languages}</nav>\n</header>"
        )

    def _neighbors(self, page: PageContent) -> str:
        if not page.previous and not page.next:
            return ""
        words = self._words
        links = "".join(
            f'<a class="btn" rel="{kind}" href="./{neighbor[0]}.html">'
            f"{escape(words.text(key, name=neighbor[1]), quote=False)}</a>"
            for kind, key, neighbor in (
                ("prev", "pages.previous", page.previous),
                ("next", "pages.next", page.next),
            )
            if neighbor
        )
        label = _attribute(words, "pages.neighbors")
        return f'<nav class="neighbors" aria-label="{label}">{links}</nav>\n'


def oembed_name(page: PageContent, language: str) -> str:
    """Return the name of the file that says how a board shows a page in its place."""
    return f"{OEMBED_FOLDER}/{page.folder}/{language}/{page.name}.json"


def credits_html(words: Catalogue) -> str:
    """Return the paragraph at the foot of every page."""
    lines = (_text(words, f"page.about.{line}") for line in ("author", "unofficial", "buy"))
    return f"<p>{' '.join(lines)}</p>"


def game_url(language: str, rest: str = "") -> str:
    """Return the address of the game in a language; `rest` is more query or a fragment."""
    return escape(f"{GAME_PAGE}?lang={language}{rest}")


def _style_sheets(page: PageContent) -> tuple[str, ...]:
    return (*STYLE_SHEETS, PRINT_SHEET) if _is_sheet(page) else STYLE_SHEETS


def _body_class(page: PageContent) -> str:
    return "plain-page on-paper" if _is_sheet(page) else "plain-page"


def _is_sheet(page: PageContent) -> bool:
    """Tell whether a page is there to be printed, in one color."""
    return page.folder == PRINT_FOLDER and page.name != INDEX


def _text(words: Catalogue, key: str) -> str:
    return escape(words.text(key), quote=False)


def _attribute(words: Catalogue, key: str) -> str:
    return escape(words.text(key))


def _current(is_current: bool, kind: str) -> str:
    return f' aria-current="{kind}"' if is_current else ""


def _shortened(text: str) -> str:
    """Return the text, cut between words if it is long."""
    if len(text) <= _LONGEST_DESCRIPTION:
        return text
    return f"{text[:_LONGEST_DESCRIPTION].rpartition(' ')[0]} …"
