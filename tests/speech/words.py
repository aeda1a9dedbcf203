"""Words of the page as a player knows them: patterns from the catalogues of one language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parents[2] / "static" / "locale"
FILES = ("ui", "page", "lessons", "puzzles", "cards", "terms")


@cache
def texts(language: str) -> dict[str, str]:
    """Return the texts of a language, without the mark at the end, which no voice says."""
    found: dict[str, str] = {}
    for name in FILES:
        path = LOCALE / language / f"{name}.json"
        found |= json.loads(path.read_text(encoding="utf-8"))
    return {id: as_said(text).rstrip(".!") for id, text in found.items()}


def as_said(text: str) -> str:
    """Return a text without what no voice says: places where lines may or must not break."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{SOFT HYPHEN}", "")


@cache
def pattern(language: str, *ids: str) -> re.Pattern[str]:
    """Return a pattern that finds any of the texts, whatever stands in their places."""
    known = texts(language)
    parts = []
    for id in ids:
        pieces = re.split(r"(\{[^}]*\})", known[id])
        parts.append("".join(map(fitting, pieces)))
    return re.compile("|".join(parts), re.IGNORECASE)


def fitting(piece: str) -> str:
    """Return the pattern of a text, or of a place in it: {n} and {of} are numbers."""
    if not piece.startswith("{"):
        return re.escape(piece)
    if piece == "{square}":
        return "[a-i][1-9]"
    return r"\d+" if piece in ("{n}", "{of}") else ".+?"


def says(line: str, language: str, *ids: str) -> bool:
    """Tell whether a line contains one of the texts."""
    return pattern(language, *ids).search(line) is not None


def begins(line: str, language: str, *ids: str) -> bool:
    """Tell whether a line begins with one of the texts."""
    return pattern(language, *ids).match(line) is not None
