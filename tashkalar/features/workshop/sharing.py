"""Ways to give a position to others: a link, lines for web pages, a picture and its text."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote, urlencode

from tashkalar.features.workshop import position
from tashkalar.features.workshop.documents import Document
from tashkalar.features.workshop.position import Scenario, Stone
from tashkalar.position.board import BIT, FILES, GREEN, NAMES, RED, SQUARE_OF, SQUARES
from tashkalar.position.move import Message
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import Catalogue

LONGEST_LINK = 6000  # characters; messengers and servers may cut longer links
_SQUARE_SIDE = 100  # units
LEFT, TOP, SIDE = -50, -10, 970  # of the picture, in the same units
LABEL_COLOR = "#584f3f"
# The outline of a stone by its rank, from the center of its square.
_OUTLINES = {
    "common": "m-34 0a34 34 0 1 0 68 0a34 34 0 1 0 -68 0z",
    "heroic": "m0 -42l36 21v42l-36 21l-36 -21v-42z",
    "legendary": "m0 -46l13 15l20 -2l-2 20l15 13l-15 13l2 20l-20 -2l-13 15l-13 -15l-20 2l2 -20"
    "l-15 -13l15 -13l-2 -20l20 2z",
}
# The colors of the schools' stones in the picture, which has no style sheet.
_COLORS = {
    "northern": "#3d8fd1",
    "southern": "#d94d40",
    "highland": "#d6a436",
    "sylvan": "#6fb045",
    "everfrost": "#b4d8ea",
    "nethervoid": "#e8792c",
    "etherweave": "#9274c8",
}


class Shape(NamedTuple):
    """A shape of the picture: an SVG path with its colors."""

    path: str
    fill: str
    stroke: str


class PictureLabel(NamedTuple):
    """A coordinate beside the board, with the middle of its foot."""

    text: str
    x: int
    y: int


LABELS = (
    *(PictureLabel(file, 100 * index + 50, 940) for index, file in enumerate(FILES)),
    *(PictureLabel(str(rank), -26, 100 * (9 - rank) + 62) for rank in range(1, 10)),
)


def link(address: str, document: Document) -> str:
    """Return the link that opens a document in the page at `address`."""
    parameters = urlencode({_parameter(document): document.compact_text}, quote_via=quote)
    return f"{address}#{parameters}"


def embed_line(address: str, document: Document, language: str) -> str:
    """Return the lines that show a document in another page, for sites that take scripts."""
    value = html.escape(document.compact_text, quote=False).replace("'", "&#39;")
    title = html.escape(document.title(language) or "Tash-Kalar")
    return (
        f'<script src="{html.escape(address)}static/js/embed.js" defer></script>\n'
        f'<tash-kalar {_parameter(document)}=\'{value}\' lang="{language}" title="{title}">'
        f'<a href="{html.escape(link(address, document))}">{title}</a></tash-kalar>'
    )


def frame_address(document: Document, language: str) -> str:
    """Return the address of a frame that shows a document, below that of the page."""
    values = {"embed": "1", "lang": language, _parameter(document): document.compact_text}
    return f"board.html?{urlencode(values, quote_via=quote)}"


def iframe_line(address: str, document: Document, language: str) -> str:
    """Return a plain frame, for sites that take no scripts."""
    source = html.escape(address + frame_address(document, language))
    title = html.escape(document.title(language) or "Tash-Kalar")
    return (
        f'<iframe src="{source}" title="{title}" '
        'width="480" height="640" style="border:0" loading="lazy"></iframe>'
    )


def _parameter(document: Document) -> str:
    return "scenario" if document.kind == "position" else document.kind


def alternative_text(scenario: Scenario, words: Catalogue) -> str:
    """Return the position in sentences, for people who do not see its picture."""
    setup = position.setup_of(scenario)
    squares: dict[Stone, list[str]] = {}
    for square, stone in sorted(position.stones(scenario).items()):
        squares.setdefault(stone, []).append(square)
    pieces = tuple(
        Message(
            "workshop.alt.piece",
            {"piece": phrases.piece_name(setup, one.owner, one.rank), "squares": squares[one]},
        )
        for one in sorted(squares)
    )
    seat, actions = position.turn_of(scenario)
    who = phrases.player_name(setup, seat)
    turn = Message("workshop.alt.turn", {"who": who, "n": actions})
    form = Message(f"form.{scenario['form']}.name")
    key = "workshop.alt.position" if pieces else "workshop.alt.empty"
    return words.text(key, form=form, pieces=pieces, turn=turn)


def picture(scenario: Scenario, alternative: str) -> str:
    """Return the board as an SVG file that needs no other file."""
    shapes = "".join(
        f'<path d="{one.path}" fill="{one.fill}" stroke="{one.stroke}" stroke-width="4"/>'
        for one in shapes_of(scenario)
    )
    labels = "".join(
        f'<text x="{one.x}" y="{one.y}" font-family="sans-serif" font-size="30" '
        f'fill="{LABEL_COLOR}" text-anchor="middle">{one.text}</text>'
        for one in LABELS
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{LEFT} {TOP} {SIDE} {SIDE}" role="img">'
        f"<title>{html.escape(alternative)}</title>{shapes}{labels}</svg>\n"
    )


def shapes_of(scenario: Scenario) -> tuple[Shape, ...]:
    """Return the shapes of the picture in the order in which they are drawn."""
    setup = position.setup_of(scenario)
    ground = Shape(f"M{LEFT} {TOP}h{SIDE}v{SIDE}h-{SIDE}z", "#ece5d6", "none")
    shapes = [ground, *(shape for square in SQUARES for shape in _square(NAMES[square]))]
    for square, stone in position.stones(scenario).items():
        color = _COLORS.get(phrases.school_of_color(setup, stone.owner), "#8d93a3")
        x, y = _corner(square)
        path = f"M{x + 50} {y + 50}{_OUTLINES[stone.rank]}"
        shapes.append(Shape(path, color, "#29241c"))
    return tuple(shapes)


def _corner(square: str) -> tuple[int, int]:
    return _SQUARE_SIDE * FILES.index(square[0]), _SQUARE_SIDE * (9 - int(square[1]))


def _square(square: str) -> Iterator[Shape]:
    """Yield the square, and the sign of a colored one: a diamond for red, a ring for green."""
    x, y = _corner(square)
    bit = BIT[SQUARE_OF[square]]
    fill = "#e9b3a8" if bit & RED else "#b5d9ab" if bit & GREEN else "#f7f2e6"
    yield Shape(f"M{x + 3} {y + 3}h94v94h-94z", fill, "#b9a986")
    if bit & RED:
        yield Shape(f"M{x + 50} {y + 16}l34 34l-34 34l-34 -34z", "none", "#a02f20")
    elif bit & GREEN:
        ring = "a34 34 0 1 0 68 0a34 34 0 1 0 -68 0z"
        yield Shape(f"M{x + 16} {y + 50}{ring}", "none", "#2c6a33")
