"""Colors of the style sheets, computed as a browser paints them in each of the four themes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

from coloraide import Color

from tashkalar.site.paths import ROOT

STYLES = ROOT / "static/css"
SIGHTS = ("protan", "deutan", "tritan")
_BETWEEN = 4  # parts of each stretch of a gradient that are looked at
_GRADIENT = re.compile(r"(?:repeating-)?(?:linear|radial)-gradient\((.*)\)$", re.DOTALL)
_COLOR = re.compile(r"#|light-dark\(|color-mix\(|(rgb|hsl|hwb|lab|lch|oklab|oklch|color)\(")


class Paint(NamedTuple):
    """A color: its parts in sRGB, and its opacity, each from 0 to 1."""

    red: float
    green: float
    blue: float
    opacity: float = 1


class Declaration(NamedTuple):
    """A property of a style sheet and its value, without `!important`."""

    sheet: str
    selector: str  # with the conditions around the rule, such as `@media print`
    name: str
    value: str


class Theme(NamedTuple):
    """A theme, and the tokens that it sets."""

    name: str
    dark: bool
    tokens: Mapping[str, str]


def declarations(sheet: Path) -> Iterator[Declaration]:
    """Yield what a style sheet declares, in the order of the file."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    around: list[str] = []
    for part in re.findall(r'(?:"[^"]*"|[^{};"])*[{};]', text):
        words, end = " ".join(part[:-1].split()), part[-1]
        if end == "{":
            around.append(words)
            continue
        name, colon, value = words.partition(":")
        if colon:
            value = value.removesuffix("!important").strip()
            yield Declaration(sheet.name, " ".join(around), name.strip(), value)
        if end == "}":
            around.pop()


def read_themes() -> list[Theme]:
    """Return light and dark, each as usual and with more contrast."""
    normal: dict[str, str] = {}
    more: dict[str, str] = {}
    for _, selector, name, value in declarations(STYLES / "tokens.css"):
        if selector == ":root":
            normal[name] = value
        elif selector == '[data-contrast="more"]':
            more[name] = value
    return [
        Theme(f"{scheme}{label}", scheme == "dark", normal | tokens)
        for tokens, label in (({}, ""), (more, ", more contrast"))
        for scheme in ("light", "dark")
    ]


def read_schools() -> dict[str, dict[str, str]]:
    """Return the colors `--c`, `--d` and `--l` of stones, and `--rim`, by school.

    Those of packs are included, and "none" has the stones without a school."""
    schools: dict[str, dict[str, str]] = {}
    for _, selector, name, value in declarations(STYLES / "tokens.css"):
        school = re.fullmatch(r'\[data-school="(\w+)"\]', selector)
        if name in {"--c", "--d", "--l", "--rim"}:
            schools.setdefault(school[1] if school else "none", {})[name] = value
    for _, _, name, value in declarations(ROOT / "tashkalar/features/packs/page/start.css"):
        if look := re.fullmatch(r"--(\w+)-([cdl]|rim)", name):
            schools.setdefault(f"{look[1]}, of a pack", {})[f"--{look[2]}"] = value
    return schools


def paints(value: str, theme: Theme, names: Mapping[str, str]) -> list[tuple[Paint, ...]]:
    """Return the layers of a `background` or a color, the top first, each with all its stops.

    `names` holds custom properties beside the theme's. Raises ValueError for what is no paint.
    """
    return [
        _stops(layer, dark=theme.dark)
        for layer in split(_substituted(value, {**theme.tokens, **names}))
    ]


def is_paint(value: str, theme: Theme, names: Mapping[str, str]) -> bool:
    """Return whether a value is a color, a gradient, or a paint of an SVG file.

    `names` holds custom properties beside the theme's."""
    try:
        return value.startswith("url(#") or bool(paints(value, theme, names))
    except ValueError:
        return False


def flat(layers: list[tuple[Paint, ...]]) -> list[Paint]:
    """Return the colors that layers over each other have together, for each of their stops."""
    return [_flattened(choice) for choice in product(*layers)]


def contrast(one: Paint, other: Paint) -> float:
    """Return the contrast of WCAG 2.2 between two opaque colors."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def distance(one: Paint, other: Paint, sight: str) -> float:
    """Return how different two colors look (CIEDE2000) to people who lack a kind of cones.

    `sight` is one of SIGHTS."""
    seen = [_to_color(paint).filter(sight, 1).convert("srgb").clip() for paint in (one, other)]
    return float(seen[0].delta_e(seen[1], method="2000"))


@cache
def _luminance(paint: Paint) -> float:
    return _to_color(paint).luminance()


@cache
def _flattened(layers: tuple[Paint, ...]) -> Paint:
    if len(layers) == 1:
        return layers[0]
    return _to_paint(Color.layer([_to_color(layer) for layer in layers], space="srgb"))


def _to_color(paint: Paint) -> Color:
    return Color("srgb", paint[:3], paint.opacity)


def _to_paint(color: Color) -> Paint:
    red, green, blue = color.convert("srgb").coords(nans=False)
    return Paint(red, green, blue, color.alpha(nans=False))


def split(value: str, at: str = ",") -> list[str]:
    """Return the parts between commas, or other signs, that are in no brackets."""
    parts, depth = [""], 0
    for sign in value:
        depth += (sign == "(") - (sign == ")")
        if sign == at and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _substituted(value: str, tokens: Mapping[str, str]) -> str:
    while "var(" in value:
        start = value.index("var(")
        inner = _brackets(value, start + 3)
        name, *fallback = split(inner)
        if name not in tokens and not fallback:
            raise ValueError(f"{name} is not known")
        token = tokens.get(name, ", ".join(fallback))
        value = value[:start] + token + value[start + len(inner) + 5 :]
    return value


def _brackets(value: str, start: int) -> str:
    """Return what the brackets that open at `start` hold."""
    depth = 0
    for place in range(start, len(value)):
        depth += (value[place] == "(") - (value[place] == ")")
        if depth == 0:
            return value[start + 1 : place]
    raise ValueError(f"a bracket is open in {value}")


@cache
def _stops(layer: str, *, dark: bool) -> tuple[Paint, ...]:
    """Return the color of a layer, or the stops of its gradient and some colors between them."""
    words = [word for word in split(layer, " ") if word]
    for word in words:
        if gradient := _GRADIENT.match(word):
            parts = [split(part, " ")[0] for part in split(gradient[1])]
            colors = [_color(part, dark=dark) for part in parts if _is_color(part)]
            between = [
                one.mix(other, step / _BETWEEN, space="srgb")
                for one, other in pairwise(colors)
                for step in range(1, _BETWEEN)
            ]
            return tuple(map(_to_paint, (*colors, *between)))
        if _is_color(word):
            return (_to_paint(_color(word, dark=dark)),)
    raise ValueError(f"{layer} is no paint")


def _is_color(word: str) -> bool:
    return word == "transparent" or bool(_COLOR.match(word))


def _color(word: str, *, dark: bool) -> Color:
    if word.startswith("light-dark("):
        return _color(split(_brackets(word, len("light-dark")))[dark], dark=dark)
    if not word.startswith("color-mix("):
        return Color(word).convert("srgb")
    way, *parts = split(_brackets(word, len("color-mix")))
    (one, *first), (other, *second) = (split(part, " ") for part in parts)
    if second:
        share = _percent(second[0])
        if first and _percent(first[0]) + share != 1:
            raise ValueError(f"the shares in {word} are not 100 %")
    else:
        share = 1 - _percent(first[0]) if first else 0.5
    mixed = _color(one, dark=dark).mix(
        _color(other, dark=dark), share, space=way.removeprefix("in ")
    )
    return mixed.convert("srgb")


def _percent(text: str) -> float:
    return float(text.removesuffix("%")) / 100
