"""The page above the languages of a folder, such as ``rules/index.html``: a choice without script.

It is for links that name no language; each entry is in its own language.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from tashkalar.site.reference_pages.layout import (
    INDEX,
    POLICY,
    PREVIEW_PICTURE,
    STYLE_SHEETS,
    credits_html,
)
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE, Catalogue

_UP = "../"  # from this page to the site's folder


def language_choice(folder: str, catalogues: Mapping[str, Catalogue], address: str = "") -> str:
    """Return the HTML of the page; `address` is that of the site, if it is known."""
    words = catalogues[SOURCE_LANGUAGE]
    title = words.text(f"pages.{folder}.title")
    entries = "\n".join(_entry(folder, other) for other in catalogues.values())
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{SOURCE_LANGUAGE}">',
            "<head>",
            *_head(folder, catalogues, address),
            "</head>",
            '<body class="plain-page">',
            '<header class="plain-head">',
            f'<p class="home"><a href="{_UP}index.html">'
            f"{escape(words.text('pages.game'), quote=False)}</a></p>",
            "</header>",
            "<main>",
            f"<h1>{escape(title, quote=False)}</h1>",
            f'<ul class="language-choice">\n{entries}\n</ul>',
            "</main>",
            f"<footer>\n{credits_html(words)}\n</footer>",
            "</body>",
            "</html>",
            "",
        )
    )


def _head(folder: str, catalogues: Mapping[str, Catalogue], address: str) -> tuple[str, ...]:
    words = catalogues[SOURCE_LANGUAGE]
    title = escape(words.text(f"pages.{folder}.title"))
    about = escape(words.text(f"pages.{folder}.about"))
    base = f"{address}{folder}/" if address else "./"
    own_url = escape(f"{base}{INDEX}.html")
    return (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f'<meta name="description" content="{about}">',
        '<meta name="color-scheme" content="dark light">',
        f'<meta property="og:title" content="{title}">',
        f'<meta property="og:description" content="{about}">',
        '<meta property="og:type" content="website">',
        f'<meta property="og:image" content="{address or _UP}{PREVIEW_PICTURE}">',
        *([f'<meta property="og:url" content="{own_url}">'] if address else []),
        f'<link rel="canonical" href="{own_url}">',
        *(
            f'<link rel="alternate" hreflang="{language}" '
            f'href="{escape(f"{base}{language}/{INDEX}.html")}">'
            for language in catalogues
        ),
        f'<link rel="alternate" hreflang="x-default" href="{own_url}">',
        f'<link rel="icon" href="{_UP}static/img/favicon.svg" type="image/svg+xml">',
        *(f'<link rel="stylesheet" href="{_UP}{name}">' for name in STYLE_SHEETS),
    )


def _entry(folder: str, words: Catalogue) -> str:
    """Return the link to the pages in a language, in that language."""
    language = words.language
    name = escape(words.text("page.settings.language"), quote=False)
    title = escape(words.text(f"pages.{folder}.title"), quote=False)
    about = escape(words.text(f"pages.{folder}.about"), quote=False)
    return (
        f'<li lang="{language}"><a href="./{language}/{INDEX}.html" hreflang="{language}">'
        f'{name}: {title}</a> <span class="dim">{about}</span></li>'
    )
