"""Small boards that show what a term of the game or a section of the rules means.

A drawing has one letter per square, its rows from the top: ``.`` empty, ``c h l`` a common, heroic
or legendary piece of the player's own, ``C H L`` an enemy's, ``m`` a marked square, ``r g`` a red
or a green one, a digit itself, ``b k f`` a card (being, legend, flare), ``B`` a card that lies on
the table, ``p`` an action and ``P`` a gained action; ``_`` leaves the square out. Squares are named
as on the board: a1 is at the bottom left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tashkalar import cards
from tashkalar.cards.schools import built_in_schools
from tashkalar.position.board import FILES, RANKS
from tashkalar.position.move import Message
from tashkalar.ui.reference.tables import TABLES

_RANK_BY_LETTER = {"c": 0, "h": 1, "l": 2}
_CARD_BY_LETTER = {"b": "being", "k": "legend", "f": "flare", "B": "table"}
_SIGN_BY_LETTER = {"m": "marked", "r": "red", "g": "green", "p": "action", "P": "gained"}


class Diagram(NamedTuple):
    """A small board with the caption ``diagram.<caption>`` under it.

    `arrows` lists arrows: ``a1-b1`` is allowed, ``a1!b1`` is not. The other fields list squares:
    destroyed, used or target squares, the square and rank of a new being (``b2 heroic``), and the
    square of the Gateway.
    """

    caption: str
    drawing: str
    arrows: str = ""
    destroyed: str = ""
    used_squares: str = ""
    target_squares: str = ""
    new_being: str = ""
    gateway_square: str = ""
    has_all_schools: bool = False  # each piece has the stones of a different school


class DiagramSquareView(NamedTuple):
    """A square of a small board; `x` and `y` count from the top left."""

    x: int
    y: int
    rank: str | None
    school: str | None
    is_new: bool
    digit: str
    card: str | None
    signs: tuple[str, ...]


class DiagramArrowView(NamedTuple):
    """An arrow from the middle of a square to the middle of another one, perhaps over pieces."""

    x: int
    y: int
    to_x: int
    to_y: int
    is_allowed: bool
    is_over_piece: bool


class DiagramView(NamedTuple):
    """A small board to draw."""

    columns: int
    rows: int
    squares: tuple[DiagramSquareView, ...]
    arrows: tuple[DiagramArrowView, ...]
    caption: Message


TERM_DIAGRAMS: Mapping[str, tuple[Diagram, ...]] = {
    term: tuple(Diagram(**row) for row in rows)
    for term, rows in TABLES["diagrams of terms"].items()
}
"""The diagrams of each term of `ui.reference.glossary`."""

DIAGRAM_SCHOOLS = ("northern", "southern")
"""The schools whose stones the diagrams show where no game is played: ours and theirs."""

SECTION_DIAGRAMS: Mapping[str, tuple[Diagram, ...]] = {
    section: tuple(
        diagram
        for row in rows  # of the diagram, or the name of a term that has it
        for diagram in (TERM_DIAGRAMS[row] if isinstance(row, str) else (Diagram(**row),))
    )
    for section, rows in TABLES["diagrams of sections"].items()
}
"""The diagrams of each section of the rules (``rules.<section>``)."""


def scenario_url(section: str, number: int) -> str:
    """Return the relative URL of the scenario of a section's diagram; `number` counts from 1."""
    return f"static/diagrams/{section}-{number}.json"


def diagram_view(scene: Diagram, ours: str, theirs: str) -> DiagramView:
    """Return a small board to draw.

    Own pieces have the stones of the school `ours`, enemy pieces those of `theirs`, except where a
    diagram needs the stones of a particular school.
    """
    rows = scene.drawing.split(" ")
    reader = _SquareReader(len(rows))
    signs = {
        "doomed": reader.squares(scene.destroyed),
        "used": reader.squares(scene.used_squares),
        "target": reader.squares(scene.target_squares),
        "gateway": reader.squares(scene.gateway_square),
    }
    new_square, _, rank = scene.new_being.partition(" ")
    appearing = (reader.square(new_square), rank) if new_square else None
    if appearing:
        signs["target"].add(appearing[0])
    if scene.gateway_square:
        ours = next(id for id, school in cards.SCHOOLS.items() if school.has_gateway)
    spots = tuple(
        _square_view(
            letter,
            (x, y),
            signs,
            appearing,
            built_in_schools()[x] if scene.has_all_schools else ours,
            theirs,
        )
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != "_"
    )
    columns = max(len(row) for row in rows)
    pieces = {(spot.x, spot.y) for spot in spots if spot.rank}
    arrows = tuple(reader.arrows(scene.arrows, pieces))
    return DiagramView(columns, len(rows), spots, arrows, Message(f"diagram.{scene.caption}"))


def _square_view(
    letter: str,
    at: tuple[int, int],
    signs: dict[str, set[tuple[int, int]]],
    ghost: tuple[tuple[int, int], str] | None,
    ours: str,
    theirs: str,
) -> DiagramSquareView:
    rank = _RANK_BY_LETTER.get(letter.lower()) if letter in "chlCHL" else None
    square_signs = [name for name, squares in signs.items() if at in squares]
    if letter in _SIGN_BY_LETTER:
        square_signs.insert(0, _SIGN_BY_LETTER[letter])
    appears = ghost is not None and ghost[0] == at and rank is None
    return DiagramSquareView(
        *at,
        rank=ghost[1] if appears and ghost else RANKS[rank] if rank is not None else None,
        school=theirs if letter in "CHL" else ours if rank is not None or appears else None,
        is_new=appears,
        digit=letter if letter.isdigit() else "",
        card=_CARD_BY_LETTER.get(letter),
        signs=tuple(square_signs),
    )


class _SquareReader:
    """Reads names of squares on a board with the given number of rows."""

    def __init__(self, rows: int) -> None:
        self._rows = rows

    def square(self, name: str) -> tuple[int, int]:
        return FILES.index(name[0]), self._rows - int(name[1])

    def squares(self, text: str) -> set[tuple[int, int]]:
        return {self.square(name) for name in text.split()}

    def arrows(self, text: str, pieces: set[tuple[int, int]]) -> Iterable[DiagramArrowView]:
        for arrow in text.split():
            (x, y), (to_x, to_y) = self.square(arrow[:2]), self.square(arrow[3:])
            between = (
                {(column, y) for column in range(min(x, to_x) + 1, max(x, to_x))}
                if y == to_y
                else ()
            )
            yield DiagramArrowView(
                x, y, to_x, to_y, arrow[2] == "-", not pieces.isdisjoint(between)
            )
