"""The schools: what each one plays, and which rules of its own it brings (R1.3, R20-R22).

The deck modules describe the game's schools, a pack registers its own. Whoever needs to know what
a school can do asks for that and never for its name, so that another school needs nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class School(NamedTuple):
    """A school: its deck, where it comes from, and what only it brings into a game."""

    id: str
    deck: str  # the `SummonedBeing.deck` of its beings; two schools may share one (R1.3)
    is_expansion: bool = False  # not in the base game (R1.3)
    has_gateway: bool = False  # one of its pieces may be the Gateway (R21)
    removes_pieces: bool = False  # its effects take pieces out of the game (R20.11)
    takes_captive: bool = False  # its effects hold a piece on a card (R22.18)
    is_pack: bool = False  # made by other people
    cards: tuple[str, ...] = ()  # the ids of its beings, if they are not just those of the deck

    @property
    def has_own_rules(self) -> bool:
        """Whether it brings more than beings."""
        return self.has_gateway or self.removes_pieces or self.takes_captive


SCHOOLS: dict[str, School] = {}
"""All schools that can be played now by id: those of the game in a fixed order, then packs."""


def add_school(school: School) -> School:
    """Make a school playable; ValueError when its id is taken."""
    if school.id in SCHOOLS:
        raise ValueError(f"two schools are called {school.id}")
    SCHOOLS[school.id] = school
    return school


def remove_school(id: str) -> None:
    """Take a school away; KeyError when there is none."""
    del SCHOOLS[id]


def built_in_schools(*, expansions: bool = True) -> tuple[str, ...]:
    """The game's own schools, with or without those of the expansions; never those of packs."""
    return tuple(
        school.id
        for school in SCHOOLS.values()
        if not school.is_pack and (expansions or not school.is_expansion)
    )


def gateway_seat(schools: Sequence[str]) -> int | None:
    """Which of the seats with these schools, from 0, may have the Gateway (R21.2)."""
    return next((seat for seat, id in enumerate(schools) if SCHOOLS[id].has_gateway), None)
