"""Days as they are written in a language."""

from __future__ import annotations

from pyodide.ffi import to_js
from pyscript import window

_MS_PER_DAY = 86_400_000


def day_in_words(day: int, language: str) -> str:
    """Return a day, counted from 1970-01-01, such as 26 novembre 2026."""
    options = {"dateStyle": "long", "timeZone": "UTC"}
    given = to_js(options, dict_converter=window.Object.fromEntries)
    return str(window.Date.new(day * _MS_PER_DAY).toLocaleDateString(language, given))
