"""The schools: what each one plays, and which rules of its own it brings (R1.3, R20-R22).

The deck modules describe the game's schools; a pack registers its own. The rules ask for the
properties of a school and never for its name, so a new school needs no change to the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class School(NamedTuple):
    """A school: its deck, its origin, and the special rules that it brings into a game."""

    id: str
    deck: str  # the `Being.deck` of its beings; two schools may share a deck (R1.3)
    is_expansion: bool = False  # not in the base game (R1.3)
    has_gateway: bool = False  # one of its pieces may be the Gateway (R21)
    removes_pieces: bool = False  # its effects take pieces out of the game (R20.11)
    takes_captive: bool = False  # its effects hold a piece on a card (R22.18)
    is_pack: bool = False  # registered by a pack
    cards: tuple[str, ...] = ()  # the ids of its beings, if they are not exactly the deck's

    @property
    def has_own_rules(self) -> bool:
        """True if the school has rules of its own, besides its beings."""
        return self.has_gateway or self.removes_pieces or self.takes_captive


SCHOOLS: dict[str, School] = {}
"""All playable schools by id: the game's own in a fixed order, then those of packs."""


def add_school(school: School) -> School:
    """Make a school playable; raise ValueError if its id is taken."""
    if school.id in SCHOOLS:
        raise ValueError(f"two schools are called {school.id}")
    SCHOOLS[school.id] = school
    return school


def remove_school(id: str) -> None:
    """Make a school unplayable; raise KeyError if there is none with this id."""
    del SCHOOLS[id]


def built_in_schools(*, expansions: bool = True) -> tuple[str, ...]:
    """Return the ids of the game's own schools, with or without those of the expansions."""
    return tuple(
        school.id
        for school in SCHOOLS.values()
        if not school.is_pack and (expansions or not school.is_expansion)
    )


def gateway_seat(schools: Sequence[str]) -> int | None:
    """Return which of the seats with these schools, from 0, may have the Gateway (R21.2)."""
    return next((seat for seat, id in enumerate(schools) if SCHOOLS[id].has_gateway), None)
