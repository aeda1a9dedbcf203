"""Answers of oEmbed 1.0: the board that an editor or forum can show in the place of a page.

The answers are files, because a site has no server that could make them. A page names its own.
"""

from __future__ import annotations

import json
from html import escape
from urllib.parse import urlencode

from tashkalar.site.paths import BOARD_PAGE
from tashkalar.site.reference_pages.layout import PREVIEW_PICTURE, PageContent, oembed_name
from tashkalar.ui.text.catalogue import Catalogue

WIDTH, HEIGHT = 480, 640  # pixels of the frame
_PICTURE_SIDE = 512


def oembed_file(page: PageContent, words: Catalogue, address: str) -> tuple[str, str]:
    """Return the name and the text of a page's answer, for a site at an address."""
    assert page.board
    attribute, value = page.board
    query = urlencode({"embed": 1, "lang": words.language, attribute: value})
    frame = (
        f'<iframe src="{escape(f"{address}{BOARD_PAGE}?{query}")}" title="{escape(page.title)}" '
        f'width="{WIDTH}" height="{HEIGHT}" style="border:0" loading="lazy" '
        'sandbox="allow-scripts allow-same-origin allow-popups"></iframe>'
    )
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": page.title,
        "provider_name": words.text("page.title"),
        "provider_url": f"{address}index.html?lang={words.language}",
        "thumbnail_url": f"{address}{PREVIEW_PICTURE}",
        "thumbnail_width": _PICTURE_SIDE,
        "thumbnail_height": _PICTURE_SIDE,
        "html": frame,
        "width": WIDTH,
        "height": HEIGHT,
    }
    return oembed_name(page, words.language), json.dumps(answer, ensure_ascii=False) + "\n"
