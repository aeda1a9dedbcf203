"""The catalogue of all cards: look-up by id, lists by school.

``get("knight")`` gives a being or legend, a flare or a task; each has an ``id`` and message ids
of its texts, beings also ``name rank pattern marked``.
"""

from __future__ import annotations

from tashkalar.cards import flares
from tashkalar.cards.catalogue import BEINGS, FLARES, OWN_DECKS, Being, Flare
from tashkalar.cards.decks import (
    etherweave,
    everfrost,
    highland,
    imperial,
    legends,
    nethervoid,
    sylvan,
)
from tashkalar.cards.tasks import TASKS, Task

__all__ = [
    "BEINGS",
    "FLARES",
    "SCHOOLS",
    "TASKS",
    "Being",
    "Flare",
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

# The deck of each school; the Imperial ones share one in two colours (R1.3). Packs add theirs.
SCHOOLS: dict[str, str] = {
    "northern": "imperial",
    "southern": "imperial",
    "highland": "highland",
    "sylvan": "sylvan",
    "everfrost": "everfrost",
    "nethervoid": "nethervoid",
    "etherweave": "etherweave",
}


def get(id: str) -> Being | Flare | Task:
    """The card with this id; KeyError when there is none."""
    return BEINGS.get(id) or FLARES.get(id) or TASKS[id]


def by_school(school: str) -> tuple[Being, ...]:
    """The 18 beings of a school, in deck order; KeyError for an unknown school."""
    if school in OWN_DECKS:
        return tuple(BEINGS[id] for id in OWN_DECKS[school])
    return _deck(SCHOOLS[school])


def legend_deck() -> tuple[Being, ...]:
    """The 12 legends."""
    return _deck("legends")


def _deck(name: str) -> tuple[Being, ...]:
    return tuple(card for card in BEINGS.values() if card.deck == name)
