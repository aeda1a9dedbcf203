"""Positions in which a reader can try what a diagram of the rules shows.

The pieces come from the drawing itself. A table adds what a small board leaves out: the square on
which the drawing lies, the cards in hand, pieces beside the drawing, and the decisions that carry
out what it shows. `tests/test_diagram_scenarios.py` plays these decisions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from tashkalar import cards
from tashkalar.position.board import FILES, RANKS
from tashkalar.position.move import Message
from tashkalar.ui.reference.term_diagrams import SECTION_DIAGRAMS, Diagram, scenario_url
from tashkalar.ui.text.catalogue import Catalogue

_RANK_BY_LETTER = dict(zip("chl", RANKS, strict=True))


class DiagramPosition(NamedTuple):
    """The fields that a scenario adds to the drawing of a diagram.

    `words` is the end of a message id ``pages.diagram.<words>``, `card` the card that it names.
    """

    words: str
    anchor: str = ""  # the square under a1 of the drawing; "" if the drawing is no part of a board
    card: str = ""
    own: Mapping[str, Any] = {}  # fields of seat 1, which decides
    school: str = "northern"
    others: tuple[str, ...] = ("southern",)  # the schools of the other seats
    board: str = ""  # more pieces: "1 d6 e7", groups with commas between them; rank after a colon
    absent: str = ""  # squares of the drawing whose pieces come only through `opening`
    opening: tuple[str, ...] = ()  # decisions after which the board is as drawn
    solution: tuple[str, ...] = ()  # decisions that follow and do what the diagram says
    more: Mapping[str, Any] = {}  # other fields of the scenario


def _summoning(card: str, at: str, school: str = "northern") -> dict[str, Any]:
    """Return the fields of a position in which `card` is in hand and is summoned first."""
    return {
        "card": card,
        "own": {"hand": [card]},
        "school": school,
        "opening": (f"{card}@{at}",),
    }


_CHAMPION_PIECES = "1 d6 d5 e7 e6"  # the Champion's pattern around e5
_MESSENGER: dict[str, Any] = {"card": "messenger", "own": {"hand": ["messenger"]}}
# With the three pieces of the drawing, all 17 pieces with two sides.
_REST_OF_SUPPLY = "1 a3 a5 a7 b3 b7 c9 e9 g9 i3 i5 i7 h3 h7"
_RING = "2 f6 f5 f4 e4 d4"  # around e5, beside the Champion's pattern

DIAGRAM_POSITIONS: Mapping[str, tuple[DiagramPosition, ...]] = {
    "aim": (
        DiagramPosition("summon", "d4", **_MESSENGER, solution=("messenger@f4",)),
        DiagramPosition(
            "again", "d4", "assassin", {"hand": ["assassin"]}, solution=("assassin@g7",)
        ),
    ),
    "board": (DiagramPosition("colored", "a1", solution=("+e5",), more={"form": "high-form"}),),
    "turn": (
        DiagramPosition(
            "actions",
            card="swordmaster",
            own={"hand": ["swordmaster"]},
            board="1 e4 e6, 2 c5",
            solution=("+g5", "swordmaster@e5"),
        ),
        DiagramPosition(
            "hand",
            own={
                "hand": ["swordmaster", "knight", "champion"],
                "legends": ["titan", "fire-dragon"],
                "flare": ["flare-01"],
            },
            board="1 e4 d5, 2 c5 f6",
            solution=("+e5",),
        ),
    ),
    "place": (DiagramPosition("place", board="1 d5, 2 f5", solution=("+e5",)),),
    "summon": tuple(
        DiagramPosition(
            words,
            "d4",
            "unicorn",
            {"hand": ["unicorn"]},
            "sylvan",
            solution=(f"unicorn@{square}",),
        )
        for words, square in (("summon", "f4"), ("turned", "d4"), ("mirrored", "d4"))
    ),
    "shortage": (
        DiagramPosition(
            "shortage-same", "d4", **_MESSENGER, board=_REST_OF_SUPPLY, solution=("messenger@f4",)
        ),
        DiagramPosition(
            "shortage-other",
            "d4",
            **_MESSENGER,
            board=_REST_OF_SUPPLY,
            solution=("messenger@f4", "f6"),
        ),
    ),
    "discard": (
        DiagramPosition(
            "discard",
            card="knight",
            own={"hand": ["knight"], "legends": ["titan"], "flare": ["flare-01"]},
            board="1 d5, 2 f5",
            solution=("~knight", "titan"),
        ),
    ),
    "flares": (
        DiagramPosition(
            "flare", "c5", "flare-12", {"flare": ["flare-12"]}, solution=("!flare-12",)
        ),
        DiagramPosition(
            "flare", "c5", "flare-11", {"flare": ["flare-11"]}, solution=("!flare-11",)
        ),
    ),
    "effects": (
        DiagramPosition(
            "near",
            "d4",
            **_summoning("champion", "e5"),
            board=f"{_CHAMPION_PIECES}, {_RING}",
            absent="b2",
            solution=("f5",),
        ),
        DiagramPosition(
            "moved",
            "c4",
            **_summoning("high-priestess", "d5"),
            board="1 d5 c7 e7",
            absent="b2",
            solution=("d5-e5", "f5"),
        ),
    ),
    "moves": (
        DiagramPosition(
            "standard",
            "d5",
            **_summoning("hungry-bear", "d5", "highland"),
            board="1 c5 c6 d6",
            absent="a1",
            solution=("d5-e5",),
        ),
        DiagramPosition(
            "combat",
            "d5",
            **_summoning("wolf-rider", "d5", "highland"),
            board="1 d7 d6 e6 f6",
            absent="a1",
            solution=("d5-e5",),
        ),
    ),
    "highform": (
        DiagramPosition(
            "legend",
            "e5",
            "the-eldest-tree",
            {"legends": ["the-eldest-tree"]},
            board="1 f4:heroic c5:heroic g5:heroic d6:heroic, 2 f5",
            absent="a1",
            opening=("the-eldest-tree@e5",),
            solution=("f5",),
            more={"form": "high-form"},
        ),
        DiagramPosition(
            "task",
            board="1 d8:heroic h4:heroic c3, 2 f6",
            solution=("+e5", "=red-conquest"),
            more={
                "form": "high-form",
                "tasks": {"current": ["red-conquest", "side-chain", "destruction"]},
                "turn": {"seat": 1, "actions": 1},
            },
        ),
    ),
    "duel": (
        DiagramPosition(
            "legend-destroyed",
            "f5",
            "champion",
            {"hand": ["champion"]},
            board=_CHAMPION_PIECES,
            solution=("champion@e5", "f5"),
        ),
        DiagramPosition(
            "hero-destroyed",
            "f5",
            "champion",
            {"hand": ["champion"]},
            board=_CHAMPION_PIECES,
            solution=("champion@e5", "f5"),
        ),
        DiagramPosition(
            "pair-destroyed",
            "e4",
            "mountain-troll",
            {"hand": ["mountain-troll"]},
            "highland",
            board="1 d6 e7 e6 f7",
            solution=("mountain-troll@e5",),
        ),
    ),
    "melee": (
        DiagramPosition(
            "improvise",
            "d4",
            **_MESSENGER,
            others=("sylvan", "highland"),
            board="3 c7 g7",
            solution=("messenger@f4",),
            more={"form": "melee"},
        ),
    ),
    "teams": (
        DiagramPosition(
            "teams",
            "c5",
            others=("southern", "sylvan", "highland"),
            solution=("+e6",),
            more={"teams": True},
        ),
    ),
    "schools": (
        DiagramPosition(
            "schools",
            "b5",
            others=("sylvan", "everfrost", "etherweave"),
            solution=("+e6",),
            more={"form": "melee"},
        ),
    ),
    "everfrost": (
        DiagramPosition(
            "frozen",
            "e5",
            "ice-queen",
            {"frozen": "ice-queen"},
            "everfrost",
            board="2 f5",
            solution=("*ice-queen", "e5-f5"),
        ),
    ),
    "nethervoid": (
        DiagramPosition(
            "gateway",
            "d5",
            "flame-imp",
            {"hand": ["flame-imp"]},
            "nethervoid",
            board="1 e3 f4, 2 e6 c6",
            solution=("flame-imp@g3", "e6"),
            more={"gateway": "e5"},
        ),
    ),
    "etherweave": (
        DiagramPosition(
            "warp",
            card="polarity-queen",
            own={"hand": ["polarity-queen"]},
            school="etherweave",
            board="1 c5, 2 e5",
            solution=("%polarity-queen", "e6"),
        ),
        DiagramPosition(
            "pending",
            "c5",
            "void-summoner",
            {"hand": [], "pending": "void-summoner"},
            "etherweave",
            board="1 d7 e6 f7 f5, 2 g4",
            absent="c1",
            opening=("void-summoner@e5",),
        ),
    ),
    "end": (
        DiagramPosition(
            "last-card",
            own={"hand": ["swordmaster", "champion"], "deck": ["knight"]},
            board="1 d5, 2 f5",
            solution=("+e5", "."),
            more={"turn": {"seat": 1, "actions": 1}},
        ),
    ),
    "winning": (
        DiagramPosition(
            "tiebreak",
            "c5",
            own={"score": 5},
            solution=("+g7", "."),
            more={"turn": {"seat": 1, "actions": 1, "last_turns": 1}},
        ),
    ),
    "words": (
        DiagramPosition(
            "adjacent",
            "d4",
            **_summoning("champion", "e5"),
            board=f"{_CHAMPION_PIECES}, {_RING} g7 c3 g4",
            absent="b2",
            solution=("e4",),
        ),
        DiagramPosition(
            "orthogonal",
            "d4",
            "hill-giant",
            {"hand": ["hill-giant"]},
            "highland",
            board="1 d7 e7 e6 f7, 2 d5 f5 e4 d4 f4 d6 f6",
            absent="b2",
            opening=("hill-giant@e5",),
        ),
        DiagramPosition(
            "diagonal",
            "d4",
            **_summoning("legend-slayer", "e5", "highland"),
            board="1 e7 e6 f6 g7, 2 d5 f5 e4 d4 f4 d6",
            absent="b2",
            solution=("d4",),
        ),
    ),
}
"""The positions of `SECTION_DIAGRAMS`, in their order."""


def scenario_files(catalogues: Mapping[str, Catalogue]) -> dict[str, str]:
    """Return the scenario of each diagram by its relative URL, with its text in all languages."""
    return {
        scenario_url(section, number): json.dumps(
            {
                **diagram_scenario(section, number),
                "text": {
                    language: diagram_text(section, number, words)
                    for language, words in catalogues.items()
                },
            },
            ensure_ascii=False,
        )
        + "\n"
        for section, positions in DIAGRAM_POSITIONS.items()
        for number in range(1, len(positions) + 1)
    }


def diagram_scenario(section: str, number: int) -> dict[str, Any]:
    """Return the scenario of a diagram, without its text; `number` counts from 1."""
    diagram = SECTION_DIAGRAMS[section][number - 1]
    position = DIAGRAM_POSITIONS[section][number - 1]
    own = {"school": position.school, "hand": [], "legends": [], "flare": [], **position.own}
    points = {name: own[name] for name in ("score",) if name in own}
    others = [{"school": school, **points} for school in position.others]
    return {
        "form": "duel",
        "seed": 1,
        "seats": [own, *others],
        "board": _pieces(diagram, position),
        "turn": {"seat": 1, "actions": 2},
        **position.more,
    }


def diagram_text(section: str, number: int, words: Catalogue) -> str:
    """Return what there is to do in the scenario of a diagram."""
    position = DIAGRAM_POSITIONS[section][number - 1]
    named = {"card": Message(cards.get(position.card).name_id)} if position.card else {}
    return words.text(f"pages.diagram.{position.words}", **named)


def drawn_squares(diagram: Diagram, anchor: str) -> dict[str, str]:
    """Return the square of the arena under each square of a drawing whose a1 lies on `anchor`."""
    rows = diagram.drawing.split(" ")
    right, up = FILES.index(anchor[0]), int(anchor[1]) - 1
    return {
        f"{FILES[x]}{rank}": f"{FILES[x + right]}{rank + up}"
        for rank, row in zip(range(len(rows), 0, -1), rows, strict=True)
        for x, letter in enumerate(row)
        if letter != "_"
    }


def drawn_pieces(diagram: Diagram, anchor: str) -> dict[str, str]:
    """Return the pieces of a drawing, by the squares of the arena: "1 common"."""
    rows = diagram.drawing.split(" ")
    pieces = {}
    for drawn, square in drawn_squares(diagram, anchor).items():
        file = FILES.index(drawn[0])
        letter = rows[len(rows) - int(drawn[1])][file]
        if letter.lower() in _RANK_BY_LETTER:
            enemy = 2 if letter.isupper() else 1
            owner = file % 4 + 1 if diagram.has_all_schools else enemy
            pieces[square] = f"{owner} {_RANK_BY_LETTER[letter.lower()]}"
    return pieces


def _pieces(diagram: Diagram, position: DiagramPosition) -> dict[str, str]:
    pieces = {}
    if position.anchor:
        squares = drawn_squares(diagram, position.anchor)
        absent = {squares[name] for name in position.absent.split()}
        drawn = drawn_pieces(diagram, position.anchor)
        pieces = {square: piece for square, piece in drawn.items() if square not in absent}
    for group in filter(None, position.board.split(", ")):
        owner, *squares_of_owner = group.split(" ")
        for place in squares_of_owner:
            square, _, rank = place.partition(":")
            pieces[square] = f"{owner} {rank or 'common'}"
    return pieces
