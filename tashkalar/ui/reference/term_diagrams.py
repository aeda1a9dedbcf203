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
from tashkalar.position.board import FILES, GREEN, NAMES, RANKS, RED, SQUARES, names
from tashkalar.position.move import Message

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


_LONE_PIECE = "... .h. ..."
_NEIGHBORS = "a3 b3 c3 a2 c2 a1 b1 c1"
_SAMPLE_PATTERN = "c.. .c. ..."  # the Messenger's: a common being


def _draw_whole_board() -> str:
    """Return the drawing of the arena with its red and green squares."""
    red, green = names(RED), names(GREEN)
    board_squares = {NAMES[square] for square in SQUARES}
    rows = (
        "".join(
            "r" if at in red else "g" if at in green else "." if at in board_squares else "_"
            for at in (f"{file}{rank}" for file in FILES)
        )
        for rank in range(9, 0, -1)
    )
    return " ".join(rows)


TERM_DIAGRAMS: Mapping[str, tuple[Diagram, ...]] = {
    "standard-move": (
        Diagram("lower-yes", "hC", arrows="a1-b1", destroyed="b1"),
        Diagram("equal-no", "hH", arrows="a1!b1"),
        Diagram("higher-no", "hL", arrows="a1!b1"),
    ),
    "combat-move": (
        Diagram("lower-yes", "hC", arrows="a1-b1", destroyed="b1"),
        Diagram("equal-yes", "hH", arrows="a1-b1", destroyed="b1"),
        Diagram("higher-no", "hL", arrows="a1!b1"),
    ),
    "standard-leap": (
        Diagram("lower-yes", "hLC", arrows="a1-c1", destroyed="c1"),
        Diagram("equal-no", "hLH", arrows="a1!c1"),
    ),
    "combat-leap": (
        Diagram("equal-yes", "hLH", arrows="a1-c1", destroyed="c1"),
        Diagram("higher-no", "hCL", arrows="a1!c1"),
    ),
    "adjacent": (
        Diagram("adjacent", _LONE_PIECE, target_squares=_NEIGHBORS),
        Diagram("orthogonal", _LONE_PIECE, target_squares="b3 a2 c2 b1"),
        Diagram("diagonal", _LONE_PIECE, target_squares="a3 c3 a1 c1"),
    ),
    "connected": (
        Diagram("connected", "c.. .cc ...", used_squares="a3 b2 c2"),
        Diagram("not-connected", "c.. ..c ...", used_squares="a3"),
    ),
    "distance": (Diagram("distance", "22222 21112 21h12 21112 22222"),),
    "direction": (
        Diagram(
            "direction",
            "..... ..... ..h.. ..... .....",
            arrows="c3-c5 c3-e5 c3-e3 c3-e1 c3-c1 c3-a1 c3-a3 c3-a5",
        ),
    ),
    "marked": (Diagram("marked", "c.. .cm ...", new_being="a1 heroic"),),
    "upgraded": (Diagram("heroic", "h"), Diagram("legendary", "l")),
    "non-legendary": (Diagram("common", "c"), Diagram("heroic", "h")),
    "upgrade": (
        Diagram("upgrade-1", "c_h", arrows="a1-c1"),
        Diagram("upgrade-2", "h_l", arrows="a1-c1"),
    ),
    "downgrade": (
        Diagram("downgrade-1", "l_h", arrows="a1-c1"),
        Diagram("downgrade-2", "h_c", arrows="a1-c1"),
    ),
    "convert": (Diagram("convert", "H_h", arrows="a1-c1"),),
    "swap": (Diagram("before", "cH", arrows="a1-b1 b1-a1"), Diagram("after", "Hc")),
    "supply": (Diagram("supply", "c_.", arrows="a1-c1"),),
    "improvised": (
        Diagram("improvise", "c.. .C. ...", used_squares="a3 b2", new_being="c1 common"),
    ),
    "frozen": (Diagram("frozen", "h_B"),),
    "gateway": (Diagram("gateway", ".h.", gateway_square="b1"),),
    "warp": (Diagram("warp", "b_.", arrows="a1-c1"),),
    "pending": (Diagram("pending", "B_h", arrows="a1-c1"),),
    "linked": (Diagram("linked", "pp"),),
    "removed": (Diagram("removed", "H", destroyed="a1"),),
    "gain-action": (Diagram("actions", "ppP"),),
    "extra-card": (Diagram("extra-card", "bbb_b"),),
    "pattern": (
        Diagram("pattern", _SAMPLE_PATTERN, used_squares="a3 b2", new_being="c1 common"),
        Diagram("turned", "..c .c. ...", used_squares="c3 b2", new_being="a1 common"),
    ),
    "summoning-square": (
        Diagram("pattern", _SAMPLE_PATTERN, used_squares="a3 b2", target_squares="c1"),
    ),
}
"""The diagrams of each term of `ui.reference.glossary`."""

DIAGRAM_SCHOOLS = ("northern", "southern")
"""The schools whose stones the diagrams show where no game is played: ours and theirs."""

SECTION_DIAGRAMS: Mapping[str, tuple[Diagram, ...]] = {
    "aim": (
        Diagram("pattern", _SAMPLE_PATTERN, used_squares="a3 b2", target_squares="c1"),
        Diagram("being", "c.. .c. ..h", used_squares="a3 b2"),
    ),
    "board": (Diagram("red-green", _draw_whole_board()),),
    "turn": (Diagram("two-actions", "pp"), Diagram("hand", "bbbkkf")),
    "place": TERM_DIAGRAMS["supply"],
    "summon": (
        # The Unicorn's pattern.
        Diagram("pattern", "c.. cc. .c.", used_squares="a3 a2 b2 b1", new_being="c1 heroic"),
        Diagram("turned", ".cc cc. ...", used_squares="b3 c3 a2 b2", new_being="a1 heroic"),
        Diagram("mirrored", "..c .cc .c.", used_squares="c3 c2 b2 b1", new_being="a1 heroic"),
    ),
    "shortage": (
        Diagram("shortage-same", "c.. .c. ..c", used_squares="a3 b2", new_being="c1 common"),
        Diagram(
            "shortage-other",
            "c.c .c. ...",
            used_squares="a3 b2",
            arrows="c3-c1",
            new_being="c1 common",
        ),
    ),
    "discard": (Diagram("discard", "b_kf", destroyed="a1"),),
    "flares": (
        Diagram("flare-upper", "ccc _HH"),
        Diagram("flare-lower", "cc____ CCCCCC"),
    ),
    "effects": (
        Diagram("effect-near", _LONE_PIECE, target_squares=_NEIGHBORS),
        Diagram(
            "effect-moved",
            "..... .h.c. .....",
            arrows="b2-c2",
            target_squares="b3 c3 d3 b2 d2 b1 c1 d1",
        ),
    ),
    "moves": (
        Diagram("moves-standard", "hC", arrows="a1-b1", destroyed="b1"),
        Diagram("moves-combat", "hH", arrows="a1-b1", destroyed="b1"),
    ),
    "highform": (Diagram("point-legend", "l"), Diagram("task", "r.r")),
    "duel": (
        Diagram("two-points", "L", destroyed="a1"),
        Diagram("one-point", "H", destroyed="a1"),
        Diagram("one-point", "CC", destroyed="a1 b1"),
    ),
    "melee": TERM_DIAGRAMS["improvised"],
    "teams": (Diagram("teams", "ch_CH"),),
    "schools": (Diagram("schools", "ccccccc", has_all_schools=True),),
    "everfrost": TERM_DIAGRAMS["frozen"],
    "nethervoid": TERM_DIAGRAMS["gateway"],
    "etherweave": TERM_DIAGRAMS["warp"] + TERM_DIAGRAMS["pending"],
    "end": (Diagram("last-card", "b"),),
    "winning": (Diagram("tiebreak", "hhc CCC"),),
    "words": TERM_DIAGRAMS["adjacent"],
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
