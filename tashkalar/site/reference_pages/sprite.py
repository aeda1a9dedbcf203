"""The drawings that a plain page refers to, as one hidden SVG inside the page.

A page that is opened as a file may not refer to drawings in other files, so each page carries those
that it uses: pieces and signs from the page's own source, emblems from `static/img/emblems.svg`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from tashkalar.site.page_source.page import PARTS_FOLDER
from tashkalar.site.paths import SiteError, read_text

EMBLEMS_FILE = "static/img/emblems.svg"
_SPRITE_FILE = f"{PARTS_FOLDER}/sprite.html"
_DEFINITION = re.compile(r'^ {4}<\w+ id="([\w-]+)".*$', re.MULTILINE)
_EMBLEM = re.compile(r'^<symbol id="([\w-]+)"(.*)$', re.MULTILINE)
_REFERENCE = re.compile(r'(?:url\(#|href="#)([\w-]+)')
_GOLD_CLASS = 'class="st-gold"'  # the style sheet fills it with the gradient `gold`


class Sprite:
    """All drawings of a checkout, by id; the emblem of a being has the id ``emblem-<card>``."""

    def __init__(self, root: Path) -> None:
        self._definitions: Mapping[str, str] = {
            **{m[1]: m[0].strip() for m in _DEFINITION.finditer(_read(root, _SPRITE_FILE))},
            **{
                f"emblem-{m[1]}": f'<symbol id="emblem-{m[1]}"{m[2]}'
                for m in _EMBLEM.finditer(_read(root, EMBLEMS_FILE))
            },
        }

    def has_drawing(self, id: str) -> bool:
        """Tell whether there is a drawing of this id."""
        return id in self._definitions

    def definitions(self, ids: Iterable[str]) -> str:
        """Return an SVG that defines these drawings and all that they refer to.

        The SVG is empty text without a drawing. Raise SiteError for an id without a drawing.
        """
        wanted, found = list(ids), dict[str, str]()
        while wanted:
            id = wanted.pop()
            if id in found:
                continue
            if id not in self._definitions:
                raise SiteError(f"{_SPRITE_FILE} and {EMBLEMS_FILE} have no drawing {id}")
            found[id] = self._definitions[id]
            wanted += _REFERENCE.findall(found[id])
            if _GOLD_CLASS in found[id]:
                wanted.append("gold")
        if not found:
            return ""
        lines = "\n".join(found[id] for id in sorted(found))
        opening = '<svg class="sprite" aria-hidden="true" focusable="false" width="0" height="0">'
        return f"{opening}<defs>\n{lines}\n</defs></svg>"


def _read(root: Path, name: str) -> str:
    text = read_text(root / name)
    if text is None:
        raise SiteError(f"{name} is missing in the checkout")
    return text
