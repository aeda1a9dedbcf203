"""Small boards that show what a word of the game or a chapter of the rules means.

A drawing has a letter a square, its rows from the top: ``.`` empty, ``c h l`` a common, heroic or
legendary piece of one's own, ``C H L`` an enemy's, ``m`` a marked square, ``r g`` a red or a green
one, a digit itself, ``b k f`` a card (being, legend, flare), ``B`` a card that lies on the table,
``p`` an action and ``P`` one that is gained; ``_`` leaves the square out. Squares are named as on
the board: a1 is at the bottom left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tashkalar import cards
from tashkalar.cards.schools import own_schools
from tashkalar.position.board import FILES, GREEN, NAMES, RANKS, RED, SQUARES, names
from tashkalar.position.move import Message

_PIECES = {"c": 0, "h": 1, "l": 2}
_CARDS = {"b": "being", "k": "legend", "f": "flare", "B": "table"}
_SIGNS = {"m": "marked", "r": "red", "g": "green", "p": "action", "P": "gained"}


class Scene(NamedTuple):
    """A small board with what is said under it (``diagram.<caption>``).

    `ways` are arrows: ``a1-b1`` is allowed, ``a1!b1`` is not. The others are squares: what is
    destroyed, used or looked at, where a new being of a rank will stand (``b2 heroic``), and the
    Gateway.
    """

    caption: str
    drawing: str
    ways: str = ""
    doomed: str = ""
    used: str = ""
    target: str = ""
    being: str = ""
    gateway: str = ""
    schools: bool = False  # every piece is one of another school


class SpotView(NamedTuple):
    """A square of a small board, from the top left."""

    x: int
    y: int
    rank: str | None
    school: str | None
    ghost: bool
    number: str
    card: str | None
    signs: tuple[str, ...]


class WayView(NamedTuple):
    """An arrow from the middle of a square to that of another one, perhaps over pieces."""

    x: int
    y: int
    to_x: int
    to_y: int
    allowed: bool
    over: bool


class SceneView(NamedTuple):
    """A small board to draw."""

    columns: int
    rows: int
    spots: tuple[SpotView, ...]
    ways: tuple[WayView, ...]
    caption: Message


_EDGES = "... .h. ..."
_ROUND = "a3 b3 c3 a2 c2 a1 b1 c1"
_PATTERN = "c.. .c. ..."


def _whole_board() -> str:
    """The arena with its red and green squares."""
    red, green = names(RED), names(GREEN)
    there = {NAMES[square] for square in SQUARES}
    rows = (
        "".join(
            "r" if at in red else "g" if at in green else "." if at in there else "_"
            for at in (f"{file}{rank}" for file in FILES)
        )
        for rank in range(9, 0, -1)
    )
    return " ".join(rows)


TERMS: Mapping[str, tuple[Scene, ...]] = {
    "standard-move": (
        Scene("lower-yes", "hC", ways="a1-b1", doomed="b1"),
        Scene("equal-no", "hH", ways="a1!b1"),
        Scene("higher-no", "hL", ways="a1!b1"),
    ),
    "combat-move": (
        Scene("lower-yes", "hC", ways="a1-b1", doomed="b1"),
        Scene("equal-yes", "hH", ways="a1-b1", doomed="b1"),
        Scene("higher-no", "hL", ways="a1!b1"),
    ),
    "standard-leap": (
        Scene("lower-yes", "hLC", ways="a1-c1", doomed="c1"),
        Scene("equal-no", "hLH", ways="a1!c1"),
    ),
    "combat-leap": (
        Scene("equal-yes", "hLH", ways="a1-c1", doomed="c1"),
        Scene("higher-no", "hCL", ways="a1!c1"),
    ),
    "adjacent": (
        Scene("adjacent", _EDGES, target=_ROUND),
        Scene("orthogonal", _EDGES, target="b3 a2 c2 b1"),
        Scene("diagonal", _EDGES, target="a3 c3 a1 c1"),
    ),
    "connected": (
        Scene("connected", "c.. .cc ...", used="a3 b2 c2"),
        Scene("not-connected", "c.. ..c ...", used="a3"),
    ),
    "distance": (Scene("distance", "22222 21112 21h12 21112 22222"),),
    "direction": (
        Scene(
            "direction",
            "..... ..... ..h.. ..... .....",
            ways="c3-c5 c3-e5 c3-e3 c3-e1 c3-c1 c3-a1 c3-a3 c3-a5",
        ),
    ),
    "marked": (Scene("marked", "c.. .cm ...", being="a1 heroic"),),
    "upgraded": (Scene("heroic", "h"), Scene("legendary", "l")),
    "non-legendary": (Scene("common", "c"), Scene("heroic", "h")),
    "upgrade": (
        Scene("upgrade-1", "c_h", ways="a1-c1"),
        Scene("upgrade-2", "h_l", ways="a1-c1"),
    ),
    "downgrade": (
        Scene("downgrade-1", "l_h", ways="a1-c1"),
        Scene("downgrade-2", "h_c", ways="a1-c1"),
    ),
    "convert": (Scene("convert", "H_h", ways="a1-c1"),),
    "swap": (Scene("before", "cH", ways="a1-b1 b1-a1"), Scene("after", "Hc")),
    "supply": (Scene("supply", "c_.", ways="a1-c1"),),
    "improvised": (Scene("improvise", "c.. .C. ...", used="a3 b2", being="c1 heroic"),),
    "frozen": (Scene("frozen", "h_B"),),
    "gateway": (Scene("gateway", ".h.", gateway="b1"),),
    "warp": (Scene("warp", "b_.", ways="a1-c1"),),
    "pending": (Scene("pending", "B_h", ways="a1-c1"),),
    "linked": (Scene("linked", "pp"),),
    "removed": (Scene("removed", "H", doomed="a1"),),
    "gain-action": (Scene("actions", "ppP"),),
    "extra-card": (Scene("extra-card", "bbb_b"),),
    "pattern": (
        Scene("pattern", _PATTERN, used="a3 b2", being="c1 heroic"),
        Scene("turned", "..c .c. ...", used="c3 b2", being="a1 heroic"),
    ),
    "summoning-square": (Scene("pattern", _PATTERN, used="a3 b2", target="c1"),),
}
"""By term of `ui.terms`."""

CHAPTERS: Mapping[str, tuple[Scene, ...]] = {
    "aim": (
        Scene("pattern", _PATTERN, used="a3 b2", target="c1"),
        Scene("being", "c.. .c. ..h", used="a3 b2"),
    ),
    "board": (Scene("red-green", _whole_board()),),
    "turn": (Scene("two-actions", "pp"), Scene("hand", "bbbkkf")),
    "place": TERMS["supply"],
    "summon": (
        Scene("pattern", "c.. cc. ...", used="a3 a2 b2", being="c1 heroic"),
        Scene("turned", ".cc .c. ...", used="b3 c3 b2", being="a1 heroic"),
        Scene("mirrored", "..c .cc ...", used="c3 c2 b2", being="a1 heroic"),
    ),
    "shortage": (
        Scene("shortage-same", "c.. .c. ..c", used="a3 b2", being="c1 heroic"),
        Scene("shortage-other", "c.c .c. ...", used="a3 b2", ways="c3-c1", being="c1 heroic"),
    ),
    "discard": (Scene("discard", "b_kf", doomed="a1"),),
    "flares": (
        Scene("flare-upper", "ccc _HH"),
        Scene("flare-lower", "cc___ CCCCC"),
    ),
    "effects": (
        Scene("effect-near", _EDGES, target=_ROUND),
        Scene("effect-moved", "..... .h.c. .....", ways="b2-c2", target="b3 c3 d3 b2 d2 b1 c1 d1"),
    ),
    "moves": (
        Scene("moves-standard", "hC", ways="a1-b1", doomed="b1"),
        Scene("moves-combat", "hH", ways="a1-b1", doomed="b1"),
    ),
    "highform": (Scene("point-legend", "l"), Scene("task", "r.r")),
    "duel": (
        Scene("two-points", "L", doomed="a1"),
        Scene("one-point", "H", doomed="a1"),
        Scene("one-point", "CC", doomed="a1 b1"),
    ),
    "melee": TERMS["improvised"],
    "teams": (Scene("teams", "ch_CH"),),
    "schools": (Scene("schools", "ccccccc", schools=True),),
    "everfrost": TERMS["frozen"],
    "nethervoid": TERMS["gateway"],
    "etherweave": TERMS["warp"] + TERMS["pending"],
    "end": (Scene("last-card", "b"),),
    "winning": (Scene("tiebreak", "hhc CCC"),),
    "words": TERMS["adjacent"],
}
"""By section of the rules (``rules.<section>``)."""


def view(scene: Scene, ours: str, theirs: str) -> SceneView:
    """A small board to draw, with the stones of these schools where no other is meant."""
    rows = scene.drawing.split(" ")
    there = _Places(len(rows))
    signs = {
        "doomed": there.squares(scene.doomed),
        "used": there.squares(scene.used),
        "target": there.squares(scene.target),
        "gateway": there.squares(scene.gateway),
    }
    new, _, rank = scene.being.partition(" ")
    ghost = (there.square(new), rank) if new else None
    if ghost:
        signs["target"].add(ghost[0])
    if scene.gateway:
        ours = next(id for id, school in cards.SCHOOLS.items() if school.has_gateway)
    spots = tuple(
        _spot(letter, (x, y), signs, ghost, own_schools()[x] if scene.schools else ours, theirs)
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != "_"
    )
    columns = max(len(row) for row in rows)
    pieces = {(spot.x, spot.y) for spot in spots if spot.rank}
    ways = tuple(there.ways(scene.ways, pieces))
    return SceneView(columns, len(rows), spots, ways, Message(f"diagram.{scene.caption}"))


def _spot(
    letter: str,
    at: tuple[int, int],
    signs: dict[str, set[tuple[int, int]]],
    ghost: tuple[tuple[int, int], str] | None,
    ours: str,
    theirs: str,
) -> SpotView:
    rank = _PIECES.get(letter.lower()) if letter in "chlCHL" else None
    here = [name for name, squares in signs.items() if at in squares]
    if letter in _SIGNS:
        here.insert(0, _SIGNS[letter])
    appears = ghost is not None and ghost[0] == at and rank is None
    return SpotView(
        *at,
        rank=ghost[1] if appears and ghost else RANKS[rank] if rank is not None else None,
        school=theirs if letter in "CHL" else ours if rank is not None or appears else None,
        ghost=appears,
        number=letter if letter.isdigit() else "",
        card=_CARDS.get(letter),
        signs=tuple(here),
    )


class _Places:
    """Reads names of squares on a board with so many rows."""

    def __init__(self, rows: int) -> None:
        self._rows = rows

    def square(self, name: str) -> tuple[int, int]:
        return FILES.index(name[0]), self._rows - int(name[1])

    def squares(self, text: str) -> set[tuple[int, int]]:
        return {self.square(name) for name in text.split()}

    def ways(self, text: str, pieces: set[tuple[int, int]]) -> Iterable[WayView]:
        for way in text.split():
            (x, y), (to_x, to_y) = self.square(way[:2]), self.square(way[3:])
            between = {(at, y) for at in range(min(x, to_x) + 1, max(x, to_x))} if y == to_y else ()
            yield WayView(x, y, to_x, to_y, way[2] == "-", not pieces.isdisjoint(between))
