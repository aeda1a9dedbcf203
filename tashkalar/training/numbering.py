"""The numbers that arrays have for cards, kinds and options; docs/training.md lists them.

The order is part of the format of the arrays. The tests compare it with the catalog and with the
kinds of moves, so that a new one gets a number.
"""

from __future__ import annotations

from typing import get_args

from tashkalar import cards
from tashkalar.cards.schools import built_in_schools
from tashkalar.position.board import DIRECTIONS
from tashkalar.position.literals import MoveKind, QuestionKind
from tashkalar.rules.forms import FORMS

FORM_IDS = tuple(FORMS)
SCHOOL_IDS = built_in_schools()
PHASES = ("marks", "play", "over")

# Northern and Southern Imperial have the same beings.
_OWN_BEINGS = dict.fromkeys(card.id for school in SCHOOL_IDS for card in cards.by_school(school))
LEGEND_IDS = tuple(card.id for card in cards.legend_deck())
BEING_IDS = (*_OWN_BEINGS, *LEGEND_IDS)
FLARE_IDS = tuple(cards.FLARES)
TASK_IDS = tuple(cards.TASKS)
CARD_IDS = (*BEING_IDS, *FLARE_IDS, *TASK_IDS)

NEXT_PAGE = "next-page"  # the action that shows more legal moves than there are actions
MOVE_KINDS = (*(kind for kind in get_args(MoveKind) if kind != "resign"), NEXT_PAGE)
PROMPT_KINDS = (*get_args(QuestionKind), "turn", "end", "over")

# Named alternatives of effects (R10.9), after the directions.
OPTIONS = (
    *DIRECTIONS,
    "adjacent",
    "common",
    "convert",
    "copy-warp",
    "destroy",
    "distance-2",
    "downgrade",
    "gain-action",
    "heroic",
    "legendary",
    "move",
    "place",
    "return-pending",
    "upgrade",
)

BEING_NUMBERS = {id: number for number, id in enumerate(BEING_IDS)}
LEGEND_NUMBERS = {id: number for number, id in enumerate(LEGEND_IDS)}
FLARE_NUMBERS = {id: number for number, id in enumerate(FLARE_IDS)}
TASK_NUMBERS = {id: number for number, id in enumerate(TASK_IDS)}
CARD_NUMBERS = {id: number for number, id in enumerate(CARD_IDS)}
