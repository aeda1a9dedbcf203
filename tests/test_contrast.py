"""Contrasts of marks on the board, computed from the style sheet's tokens (WCAG 2.2, 1.4.11)."""

from __future__ import annotations

import re

import pytest

from tashkalar.site.paths import ROOT

_TOKENS = (ROOT / "static/css/tokens.css").read_text(encoding="utf-8")
_PAIR = re.compile(r"(--[\w-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\);")
_LEAST = 4.5


def _tokens(css: str) -> dict[str, tuple[str, str]]:
    """Return the colors (light, dark) of the tokens that have one for each theme."""
    return {name: (light, dark) for name, light, dark in _PAIR.findall(css)}


def _luminance(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


_NORMAL = _tokens(_TOKENS.partition('[data-contrast="more"]')[0])
_MORE = _NORMAL | _tokens(_TOKENS.partition('[data-contrast="more"]')[2])


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_what_is_destroyed_can_be_seen_with_high_contrast(theme: int) -> None:
    doom, ink = _MORE["--doom"][theme], _MORE["--doom-ink"][theme]
    assert _contrast(doom, _MORE["--tile"][theme]) >= _LEAST
    assert _contrast(doom, ink) >= _LEAST, "the sign in the badge"
    normal = _contrast(_NORMAL["--doom"][theme], _NORMAL["--tile"][theme])
    assert _contrast(doom, _MORE["--tile"][theme]) > normal, "more than without the setting"
