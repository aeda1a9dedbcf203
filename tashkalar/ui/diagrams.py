"""Tiny boards that show what a word of the game, or a chapter of its rules, means.

Each is drawn in letters: ``c h l`` are your pieces by rank, ``C H L`` an enemy's, ``g`` your
Gateway, ``.`` an empty square; behind a letter stands what happens there:

    ``*`` a square to go to or to choose    ``x`` destroyed      ``+`` upgraded    ``-`` downgraded
    ``@`` the one it is about               ``o`` used, or linked    ``m`` marked on the card
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.position.board import RANKS

_MARKS = {
    "*": "goal",
    "x": "doom",
    "+": "rise",
    "-": "fall",
    "@": "here",
    "o": "used",
    "m": "marked",
}
_LETTERS = {"c": RANKS[0], "h": RANKS[1], "l": RANKS[2], "g": RANKS[1]}


class Cell(NamedTuple):
    """A square of a diagram, from the top left, with what stands on it and what it shows."""

    x: int
    y: int
    rank: str | None
    enemy: bool
    gateway: bool
    mark: str | None  # goal doom rise fall here used marked


class Diagram(NamedTuple):
    """A small board and the arrows on it, from the middle of one cell to that of another."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    arrows: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()


def _drawn(picture: str, *arrows: tuple[tuple[int, int], tuple[int, int]]) -> Diagram:
    lines = [line.split() for line in picture.strip().splitlines()]
    cells = tuple(_cell(x, y, text) for y, line in enumerate(lines) for x, text in enumerate(line))
    return Diagram(len(lines[0]), len(lines), cells, arrows)


def _cell(x: int, y: int, text: str) -> Cell:
    letter, mark = text[0], text[1:]
    return Cell(
        x=x,
        y=y,
        rank=_LETTERS.get(letter.lower()),
        enemy=letter.isupper(),
        gateway=letter == "g",
        mark=_MARKS[mark] if mark else None,
    )


TERMS: Mapping[str, Diagram] = {
    "standard-move": _drawn(
        """
        .* Cx .*
        H  h@ .*
        .* L  .*
        """,
        ((1, 1), (1, 0)),
    ),
    "combat-move": _drawn(
        """
        .* Cx .*
        Hx h@ .*
        .* L  .*
        """,
        ((1, 1), (0, 1)),
    ),
    "standard-leap": _drawn(
        """
        .* .* .* Cx
        .* C  H  .*
        h@ c  .* .*
        """,
        ((0, 2), (3, 0)),
    ),
    "combat-leap": _drawn(
        """
        .* .* .* Hx
        .* C  L  .*
        h@ c  .* .*
        """,
        ((0, 2), (3, 0)),
    ),
    "adjacent": _drawn(
        """
        .* .* .*
        .* c@ .*
        .* .* .*
        """
    ),
    "distance": _drawn(
        """
        . . .  .
        . C .  .*
        c@ . . .
        """,
        ((0, 2), (1, 1)),
        ((1, 1), (2, 1)),
        ((2, 1), (3, 1)),
    ),
    "direction": _drawn(
        """
        .  .  .  .*
        .  .  .* .
        .  .* .  .
        c@ .  .  .
        """,
        ((0, 3), (3, 0)),
    ),
    "marked": _drawn(
        """
        .m .  .m
        .  h@ .
        c  .  c
        """
    ),
    "pattern": _drawn(
        """
        .  h@ .
        .  .  .
        co .  co
        """,
        ((0, 2), (1, 0)),
        ((2, 2), (1, 0)),
    ),
    "summoning-square": _drawn(
        """
        .  .* .
        .  .  .
        c  .  c
        """
    ),
    "upgraded": _drawn("c . ho . lo"),
    "non-legendary": _drawn("co . ho . l"),
    "upgrade": _drawn("c . h+", ((0, 0), (2, 0))),
    "downgrade": _drawn("h . c-", ((0, 0), (2, 0))),
    "convert": _drawn("Hx . h@", ((0, 0), (2, 0))),
    "swap": _drawn("c . H", ((0, 0), (2, 0)), ((2, 0), (0, 0))),
    "connected": _drawn(
        """
        co .  .  c
        .  co co .
        .  .  .  co
        """
    ),
    "improvised": _drawn(
        """
        .  h@ .
        .  .  .
        co .  Co
        """,
        ((0, 2), (1, 0)),
        ((2, 2), (1, 0)),
    ),
    "gateway": _drawn(
        """
        . .  .
        . g@ C
        . c  .
        """
    ),
}
"""By term of `ui.terms`; the others are about cards and actions, not about squares."""

CHAPTERS: Mapping[str, Diagram] = {
    "aim": TERMS["pattern"],
    "board": _drawn("c . h . l"),
    "turn": _drawn(
        """
        .* C  .*
        c  .* c
        """
    ),
    "place": _drawn(
        """
        .* C  .*
        .* c@ c
        """
    ),
    "summon": TERMS["pattern"],
    "shortage": _drawn("c . c@", ((0, 0), (2, 0))),
    "discard": _drawn(
        """
        c . .
        . . c
        """
    ),
    "flares": _drawn(
        """
        c .  H
        . C  C
        h C  .
        """
    ),
    "effects": _drawn(
        """
        .* .  Cx
        .* h@ .*
        c+ .* .
        """
    ),
    "moves": TERMS["combat-move"],
    "highform": _drawn(
        """
        co .  .
        .  co .
        .  .  ho
        """
    ),
    "duel": _drawn("Cx Cx . Hx . Lx"),
    "melee": TERMS["improvised"],
    "teams": _drawn(
        """
        c . C
        h . H
        """
    ),
    "schools": _drawn("c h l . C H L"),
    "everfrost": _drawn(
        """
        .  h@ .
        Cx .  Cx
        """
    ),
    "nethervoid": TERMS["gateway"],
    "etherweave": _drawn(
        """
        c . H
        . h@ .
        """,
        ((0, 0), (2, 0)),
    ),
    "end": _drawn(
        """
        c c h c
        h c l c
        """
    ),
    "winning": _drawn("l h c . C H"),
    "words": TERMS["adjacent"],
}
"""By section of the rules (``rules.<section>``)."""
