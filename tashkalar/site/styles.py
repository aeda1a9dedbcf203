"""Put the named conditions of `static/css/conditions.css` into style sheets.

The names have the form of `@custom-media` (Media Queries 5), which no browser knows yet. The tools
that resolve it leave container queries as they are; here names stand in both.
"""

from __future__ import annotations

import re
from pathlib import Path

from tashkalar.site.paths import ROOT, SiteError

STYLES_FOLDER = "static/css/"
CONDITIONS = f"{STYLES_FOLDER}conditions.css"

_CUSTOM_MEDIA = re.compile(r"^@custom-media (--[\w-]+) ([^;]+);", re.MULTILINE)
_PRELUDE = re.compile(r'@(?:media|container)\b[^{;]*\{|\smedia="[^"]*"')
_NAME = re.compile(r"\((--[\w-]+)\)")
_SINGLE = re.compile(r"\([^()]*\)")


def read_conditions(root: Path = ROOT) -> dict[str, str]:
    """Return what each name stands for; raise SiteError if one uses a name that is not above it."""
    conditions: dict[str, str] = {}
    for name, condition in _CUSTOM_MEDIA.findall((root / CONDITIONS).read_text(encoding="utf-8")):
        conditions[name] = _put_in(condition, conditions)
    return conditions


def put_conditions(text: str, root: Path = ROOT) -> str:
    """Return a style sheet, or a page with `media` of links, with conditions instead of names.

    Raise SiteError for a name that stands for nothing.
    """
    conditions = read_conditions(root)
    return _PRELUDE.sub(lambda prelude: _put_in(prelude[0], conditions), text)


def _put_in(text: str, conditions: dict[str, str]) -> str:
    def condition_of(name: re.Match[str]) -> str:
        condition = conditions.get(name[1])
        if condition is None:
            raise SiteError(f"{CONDITIONS} has no {name[1]} above its use")
        return condition if _SINGLE.fullmatch(condition) else f"({condition})"

    return _NAME.sub(condition_of, text)
