"""Contrasts of texts and marks (WCAG 2.2), and colors in color blindness, from the style sheets.

`contrast.toml` says which color is used on which ground.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from tashkalar.site.paths import ROOT
from tests.colors import (
    SIGHTS,
    STYLES,
    Paint,
    Theme,
    contrast,
    declarations,
    distance,
    flat,
    is_paint,
    paints,
    read_schools,
    read_themes,
    split,
)

TABLE: dict[str, Any] = tomllib.loads((ROOT / "tests/contrast.toml").read_text(encoding="utf-8"))
GROUNDS: dict[str, dict[str, Any]] = TABLE["grounds"]
LEAST = {"text": 7.0, "mark": 4.5, "edge": 3.0}
LEAST_OF_LARGE_TEXT = 4.5
# CIEDE2000, in which two colors side by side differ visibly from about 2 on.
LEAST_DISTANCE = 10.0
THEMES = read_themes()
SCHOOLS = read_schools()
# All but `print.css`, which is black ink on white paper.
SHEETS = [
    *sorted(STYLES.glob("*.css")),
    *sorted(ROOT.glob("tashkalar/features/*/page/start.css")),
    ROOT / "static/pages/pages.css",
    ROOT / "static/demo/demo.css",
]

# What cards and stones are painted with: a school's colors, or those of cards without a school.
FIELD = {"--field": "color-mix(in oklab, var(--d) 62%, #0b0d12)"}
CARDS = {name: FIELD | colors | {"--tone": colors["--c"]} for name, colors in SCHOOLS.items()}
CARDS["a legend"] = CARDS["none"] | {"--tone": "#c9a24b"}
CARDS["a flare"] = CARDS["none"] | {"--tone": "light-dark(#a89a72, #d9cfae)"}

_PAINTED = re.compile(r"color|fill|stroke|background(-color)?|--.*")
_LINED = re.compile(r"(border|outline)(-(top|right|bottom|left|color))*")


@pytest.mark.parametrize("kind", LEAST)
@pytest.mark.parametrize("theme", THEMES, ids=[theme.name for theme in THEMES])
def test_texts_marks_and_edges_stand_out(theme: Theme, kind: str) -> None:
    too_low = []
    for pair in TABLE[kind]:
        least = LEAST_OF_LARGE_TEXT if pair.get("large") else LEAST[kind]
        for ground in pair["on"]:
            lowest, card = lowest_contrast(pair, ground, theme)
            if lowest < least:
                inks = ", ".join(_inks(pair))
                too_low.append(f"{inks} on {ground} ({card}): {lowest:.2f}, not {least}")
    assert too_low == []


def lowest_contrast(pair: dict[str, Any], ground: str, theme: Theme) -> tuple[float, str]:
    """Return the lowest contrast of a row's inks on a ground, and the card that has it.

    Of `either`, the two colors of one mark, the higher contrast counts."""
    found = []
    for card in CARDS:
        inks = [_ink(ink, theme, card, pair.get("opacity", 1)) for ink in _inks(pair)]
        for under in _ground_colors(ground, theme, card):
            contrasts = [contrast(flat([(ink,), (under,)])[0], under) for ink in inks]
            found.append((max(contrasts) if "either" in pair else min(contrasts), card))
    return min(found)


def _inks(pair: dict[str, Any]) -> list[str]:
    inks: list[str] = pair.get("inks") or pair["either"]
    return inks


def _ink(ink: str, theme: Theme, card: str, opacity: float) -> Paint:
    [[paint]] = paints(ink, theme, CARDS[card])
    return paint._replace(opacity=paint.opacity * opacity)


def _ground_colors(name: str, theme: Theme, card: str) -> list[Paint]:
    """Return the colors of a ground, each once."""
    ground = GROUNDS[name]
    layers = paints(ground["paint"], theme, CARDS[card])
    if "over" not in ground:
        return flat(layers)
    return [
        color
        for below in ground["over"]
        for under in _ground_colors(below, theme, card)
        for color in flat([*layers, (under,)])
    ]


def test_grounds_are_opaque() -> None:
    """Otherwise what shows through would not be computed."""
    clear = {
        name
        for name in {ground for kind in LEAST for pair in TABLE[kind] for ground in pair["on"]}
        for theme in THEMES
        for color in _ground_colors(name, theme, "none")
        if color.opacity < 1
    }
    assert clear == set()


def test_every_paint_stands_in_the_table() -> None:
    """A new color needs a row that says on what it stands."""
    listed = _listed_paints()
    missing = {paint: where for paint, where in USED.items() if paint not in listed}
    assert missing == {}


def test_the_table_names_only_what_is_used() -> None:
    assert _listed_paints() - USED.keys() == set()
    stood_on = {ground for kind in LEAST for pair in TABLE[kind] for ground in pair["on"]}
    shown_through = {below for ground in GROUNDS.values() for below in ground.get("over", [])}
    assert GROUNDS.keys() - stood_on - shown_through == set()


def _used_paints() -> dict[str, str]:
    """Return the paints of the style sheets, and where each is used."""
    used = {}
    found = [declaration for sheet in SHEETS for declaration in declarations(sheet)]
    tokens = THEMES[0].tokens.keys() | SCHOOLS["none"].keys()
    local = {one.name for one in found if one.name.startswith("--")} - tokens
    for one in found:
        if one.sheet == "tokens.css" and one.name in tokens:
            continue
        values = [one.value] if _PAINTED.fullmatch(one.name) else []
        if _LINED.fullmatch(one.name):
            values = split(one.value, " ")
        for value in values:
            # What a property of a few elements may hold is looked at where it is set.
            name = re.match(r"var\((--[\w-]+)\)$", value)
            if (not name or name[1] not in local) and is_paint(value, THEMES[0], CARDS["none"]):
                used[value] = f"{one.sheet}: {one.selector} {one.name}"
    return used


def _listed_paints() -> set[str]:
    listed = {ground.get("written", ground["paint"]) for ground in GROUNDS.values()}
    listed |= {ink for kind in LEAST for pair in TABLE[kind] for ink in _inks(pair)}
    return listed | {paint for row in TABLE["ornament"] for paint in row["paints"]}


USED = _used_paints()


def test_what_is_faded_is_known() -> None:
    """The contrasts are those of whole colors, except in rows with an `opacity`."""
    faded = {
        one.selector
        for sheet in SHEETS
        for one in declarations(sheet)
        if one.name == "opacity" and 0 < float(one.value) < 1 and "@keyframes" not in one.selector
    }
    assert faded == {selector for row in TABLE["faded"] for selector in row["selectors"]}


def test_what_is_destroyed_stands_out_more_with_more_contrast() -> None:
    [doom] = [row for row in TABLE["mark"] if row.get("inks") == ["var(--doom)"]]
    for theme, more in zip(THEMES[:2], THEMES[2:], strict=True):
        for ground in doom["on"]:
            usual, better = (lowest_contrast(doom, ground, one)[0] for one in (theme, more))
            assert better > usual, (theme.name, ground)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES, ids=[theme.name for theme in THEMES])
def test_red_and_green_differ_in_color_blindness(theme: Theme, sight: str) -> None:
    for row in TABLE["sight"]:
        [[red]] = paints(row["red"], theme, {})
        [[green]] = paints(row["green"], theme, {})
        assert distance(red, green, sight) >= LEAST_DISTANCE, row["where"]


def test_schools_and_squares_differ_in_more_than_their_colors() -> None:
    """Some of them look alike to some people: signs and rims tell them apart."""
    sprite = (ROOT / "tashkalar/site/page_source/parts/sprite.html").read_text(encoding="utf-8")
    signs = re.findall(r'id="sigil-[\w-]+"(.*)', sprite)
    rims = [colors["--rim"] for school, colors in SCHOOLS.items() if school != "none"]
    assert len(set(signs)) == len(set(rims)) == len(SCHOOLS) - 1
    red, green = (
        re.findall(rf'(?<=id="inlay-{color}">).*?(?=</g>)', sprite) for color in ("red", "green")
    )
    assert "circle" in green[0] and "circle" not in red[0]
