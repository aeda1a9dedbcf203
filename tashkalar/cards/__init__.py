"""The catalog of all cards: look-up by id, lists by school.

``get("knight")`` returns a being or legend, a flare or a task. Every card has an ``id`` and the
message ids of its texts; beings also have ``name rank pattern marked``.
"""

from __future__ import annotations

from tashkalar.cards import flares
from tashkalar.cards.catalogue import BEINGS, FLARES, Being, Flare
from tashkalar.cards.decks import (
    etherweave,
    everfrost,
    highland,
    imperial,
    legends,
    nethervoid,
    sylvan,
)
from tashkalar.cards.schools import SCHOOLS, School, add_school
from tashkalar.cards.tasks import TASKS, Task

__all__ = [
    "BEINGS",
    "FLARES",
    "SCHOOLS",
    "TASKS",
    "Being",
    "Flare",
    "School",
    "Task",
    "by_school",
    "get",
    "legend_deck",
]

# Importing a deck module registers its cards.
DECK_MODULES = (
    imperial,
    highland,
    sylvan,
    everfrost,
    nethervoid,
    etherweave,
    legends,
    flares,
)
# Lists show the schools in this order; packs add theirs.
for _school in (
    imperial.NORTHERN,
    imperial.SOUTHERN,
    highland.HIGHLAND,
    sylvan.SYLVAN,
    everfrost.EVERFROST,
    nethervoid.NETHERVOID,
    etherweave.ETHERWEAVE,
):
    add_school(_school)


def get(id: str) -> Being | Flare | Task:
    """Return the card with this id; raise KeyError if there is none."""
    return BEINGS.get(id) or FLARES.get(id) or TASKS[id]


def by_school(school: str) -> tuple[Being, ...]:
    """Return the 18 beings of a school, in deck order; raise KeyError for an unknown school."""
    played = SCHOOLS[school]
    return tuple(BEINGS[id] for id in played.cards) if played.cards else _deck(played.deck)


def legend_deck() -> tuple[Being, ...]:
    """Return the 12 legends."""
    return _deck("legends")


def _deck(name: str) -> tuple[Being, ...]:
    return tuple(card for card in BEINGS.values() if card.deck == name)
