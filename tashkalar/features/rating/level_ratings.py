"""The ratings of the levels, by form.

`python -m tools.ratings fit` writes this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# By form and level, the easiest first: the rating on the scale of Elo, and its standard deviation.
LEVEL_RATINGS: Mapping[str, Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        "duel": {
            "firststeps": (-1414, 114),
            "beginner": (-934, 75),
            "learner": (-554, 48),
            "novice": (-258, 27),
            "adept": (0, 0),
            "expert": (125, 26),
            "master": (185, 35),
        },
        "high-form": {
            "firststeps": (-1179, 85),
            "beginner": (-861, 69),
            "learner": (-495, 54),
            "novice": (-210, 28),
            "adept": (0, 0),
            "expert": (196, 25),
            "master": (342, 36),
        },
    }
)
