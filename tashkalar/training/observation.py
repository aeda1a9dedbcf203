"""The observation of a seat as one array of whole numbers; docs/training.md has the table.

The array is made from the seat's view (`Game.view`) and the question that the seat is asked, and
from nothing else: so the array cannot hold a hidden card, the order of a deck or the seed.

Seats and colors are counted from the seat that observes: its own place is 0, the next in turn
order 1. The array has four places for each, in every form, and those of a smaller game stay 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tashkalar import Prompt
from tashkalar.position.board import RANK_OF, RANKS, SQUARE_OF
from tashkalar.position.ids import colour_of, seat_of
from tashkalar.training.numbering import (
    BEING_IDS,
    BEING_NUMBERS,
    CARD_IDS,
    CARD_NUMBERS,
    FLARE_IDS,
    FLARE_NUMBERS,
    FORM_IDS,
    LEGEND_IDS,
    LEGEND_NUMBERS,
    PHASES,
    PROMPT_KINDS,
    SCHOOL_IDS,
    TASK_IDS,
    TASK_NUMBERS,
)

Array = Any  # numpy.ndarray; the types of NumPy need a newer Python than the oldest one here
View = Mapping[str, Any]

SEATS = COLOURS = 4  # the most in any form
SQUARES = 81
HAND = ("beings", "legends", "flares")


class ArraySection(NamedTuple):
    """A part of the array: its name, its shape, its first index and the one after its last."""

    name: str
    shape: tuple[int, ...]
    start: int
    end: int


def _lay_out(shapes: Mapping[str, tuple[int, ...]]) -> tuple[ArraySection, ...]:
    ends = list(accumulate(map(prod, shapes.values()), initial=0))
    return tuple(map(ArraySection, shapes, shapes.values(), ends, ends[1:]))


BEINGS, CARDS, LEGENDS = len(BEING_IDS), len(CARD_IDS), len(LEGEND_IDS)
FLARES, TASKS, KINDS = len(FLARE_IDS), len(TASK_IDS), len(RANKS)

LAYOUT = _lay_out(
    {
        "form": (len(FORM_IDS),),
        "teams": (1,),
        "legends": (1,),
        "seat": (SEATS,),
        "phase": (len(PHASES),),
        # the board
        "board": (COLOURS, KINDS, SQUARES),
        "gateway": (SQUARES,),
        "captive_owner": (COLOURS,),
        "captive_rank": (KINDS,),
        "captive_gateway": (1,),
        # the own cards
        "hand": (BEINGS,),
        "team_legends": (LEGENDS,),
        "hand_flares": (FLARES,),
        "own_discards": (BEINGS,),
        # the turn
        "playing": (CARDS,),
        "turn_number": (1,),
        "turn_seat": (SEATS,),
        "actions": (1,),
        "discarded": (1,),
        "extra": (1,),
        "early_extras": (1,),
        "deck_out": (1,),
        "last_turns": (1,),
        "destroyed": (COLOURS, KINDS),
        "summoned": (BEINGS,),
        "summoned_squares": (SQUARES,),
        "summoned_legends": (1,),
        "extra_beings": (1,),
        "extra_legends": (1,),
        "extra_turns": (1,),
        "borrow": (1,),
        "empties": (1,),
        "summon_with": (COLOURS,),
        "doubled": (1,),
        "warped": (BEINGS,),
        "passed": (1,),
        # the seats
        "school": (SEATS, len(SCHOOL_IDS)),
        "colour": (SEATS, COLOURS),
        "score": (SEATS,),
        "scores": (SEATS, COLOURS),
        "improvised": (SEATS, COLOURS),
        "frozen": (SEATS, BEINGS),
        "pending": (SEATS, BEINGS),
        "sideways": (SEATS,),
        "penalty": (SEATS,),
        "hand_size": (SEATS, len(HAND)),
        "deck": (SEATS,),
        "discards": (SEATS,),
        "played": (SEATS, BEINGS),
        "supply": (SEATS, KINDS),
        # what all players share
        "current_tasks": (TASKS,),
        "next_task": (TASKS,),
        "task_deck": (1,),
        "claimed_tasks": (TASKS,),
        "legend_deck": (1,),
        "legend_discards": (LEGENDS,),
        "flare_deck": (1,),
        "flare_discards": (FLARES,),
        # what this seat is asked
        "prompt": (len(PROMPT_KINDS),),
        "prompt_card": (CARDS,),
        "prompt_optional": (1,),
        "prompt_combat": (1,),
        "prompt_number": (1,),
        "prompt_of": (1,),
    }
)
SIZE = LAYOUT[-1].end


def split(array: Array) -> dict[str, Array]:
    """Return the sections of an observation by name; each is a part of the array, not a copy."""
    return {s.name: array[s.start : s.end].reshape(s.shape) for s in LAYOUT}


def observe(view: View, prompt: Prompt | None = None) -> Array:
    """Return the observation of a seat; `prompt` is what it is asked, if it has to decide."""
    array = np.zeros(SIZE, np.int16)
    _Writer(view, split(array)).write(prompt)
    return array


class _Writer:
    """Writes a view into the sections of an array."""

    def __init__(self, view: View, sections: dict[str, Array]) -> None:
        self._view, self._sections = view, sections
        self._own_seat: int = seat_of(view["seat"])
        facts = view["seats"]
        self._seat_count = len(facts)
        self._own_colour: int = colour_of(facts[self._own_seat]["colour"])
        self._colour_count: int = max(seat["colour"] for seat in facts)

    def write(self, prompt: Prompt | None) -> None:
        self._write_game()
        self._write_board()
        self._write_cards()
        self._write_turn()
        for facts in self._view["seats"]:
            self._write_seat(facts)
        if prompt is not None:
            self._write_prompt(prompt)

    def _seat(self, number: int) -> int:
        """Return the place of a seat by its number."""
        return (number - 1 - self._own_seat) % self._seat_count

    def _colour(self, number: int) -> int:
        """Return the place of a color by its number."""
        return (number - 1 - self._own_colour) % self._colour_count

    def _number(self, name: str, number: int) -> None:
        self._sections[name][0] = number

    def _mark(self, name: str, places: Iterable[int]) -> None:
        """Add 1 at each of the places of a section with one dimension."""
        section = self._sections[name]
        for place in places:
            section[place] += 1

    def _write_game(self) -> None:
        view = self._view
        self._mark("form", [FORM_IDS.index(view["form"])])
        self._number("teams", view["teams"])
        self._number("legends", view["legends"])
        self._mark("seat", [self._own_seat])
        self._mark("phase", [PHASES.index(view["phase"])])

    def _write_board(self) -> None:
        view, board = self._view, self._sections["board"]
        for square, piece in view["board"].items():
            owner, rank = piece.split()
            board[self._colour(int(owner)), RANK_OF[rank], SQUARE_OF[square]] = 1
        if view["gateway"]:
            self._mark("gateway", [SQUARE_OF[view["gateway"]]])
        if captive := view["captive"]:
            self._mark("captive_owner", [self._colour(captive["owner"])])
            self._mark("captive_rank", [RANK_OF[captive["rank"]]])
            self._number("captive_gateway", captive["gateway"])

    def _write_cards(self) -> None:
        hand, tasks, piles = (self._view[name] for name in ("hand", "tasks", "piles"))
        own = (*hand["beings"], *hand["legends"])
        self._mark("hand", (BEING_NUMBERS[id] for id in own))
        self._mark("team_legends", (LEGEND_NUMBERS[id] for id in hand["team_legends"]))
        self._mark("hand_flares", (FLARE_NUMBERS[id] for id in hand["flares"]))
        self._mark("own_discards", (BEING_NUMBERS[id] for id in hand["discards"]))
        self._mark("current_tasks", (TASK_NUMBERS[id] for id in tasks["current"]))
        self._mark("claimed_tasks", (TASK_NUMBERS[id] for id in tasks["claimed"]))
        if tasks["next"]:
            self._mark("next_task", [TASK_NUMBERS[tasks["next"]]])
        self._number("task_deck", tasks["deck"])
        for name in ("legend_deck", "flare_deck"):
            self._number(name, piles[name])
        self._mark("legend_discards", (LEGEND_NUMBERS[id] for id in piles["legend_discards"]))
        self._mark("flare_discards", (FLARE_NUMBERS[id] for id in piles["flare_discards"]))

    def _write_turn(self) -> None:
        turn, sections = self._view["turn"], self._sections
        if playing := self._view["playing"]:
            self._mark("playing", [CARD_NUMBERS[playing]])
        self._number("turn_number", turn["number"])
        self._mark("turn_seat", [self._seat(turn["seat"])])
        self._number("last_turns", -1 if turn["last_turns"] is None else turn["last_turns"])
        for name in _TURN_NUMBERS:
            self._number(name, turn[name])
        for colour, counts in enumerate(turn["destroyed"], start=1):
            sections["destroyed"][self._colour(colour)] = [counts[rank] for rank in RANKS]
        for summoned in turn["summoned"]:
            self._mark("summoned", [BEING_NUMBERS[summoned["card"]]])
            self._mark("summoned_squares", [SQUARE_OF[summoned["square"]]])
            sections["summoned_legends"][0] += summoned["legend"]
        if turn["summon_with"]:
            self._mark("summon_with", [self._colour(turn["summon_with"])])
        self._mark("warped", (BEING_NUMBERS[id] for id in turn["warped"]))

    def _write_seat(self, facts: View) -> None:
        place, sections = self._seat(facts["seat"]), self._sections
        sections["school"][place, SCHOOL_IDS.index(facts["school"])] = 1
        sections["colour"][place, self._colour(facts["colour"])] = 1
        for name in _SEAT_NUMBERS:
            sections[name][place] = facts[name] or 0
        for colour, score in (facts["scores"] or {}).items():
            sections["scores"][place, self._colour(int(colour))] = score
        for colour in facts["improvised"] or ():
            sections["improvised"][place, self._colour(colour)] = 1
        for name in ("frozen", "pending"):
            if facts[name]:
                sections[name][place, BEING_NUMBERS[facts[name]]] = 1
        for id in facts["played"]:
            sections["played"][place, BEING_NUMBERS[id]] += 1
        sections["hand_size"][place] = [facts["hand"][kind] for kind in HAND]
        sections["supply"][place] = [facts["supply"][rank] for rank in RANKS]

    def _write_prompt(self, prompt: Prompt) -> None:
        self._mark("prompt", [PROMPT_KINDS.index(prompt.kind)])
        if prompt.card:
            self._mark("prompt_card", [CARD_NUMBERS[prompt.card]])
        self._number("prompt_optional", prompt.optional)
        self._number("prompt_combat", prompt.way == "combat")
        self._number("prompt_number", prompt.number)
        self._number("prompt_of", prompt.of)


_TURN_NUMBERS = (
    "actions",
    "discarded",
    "extra",
    "early_extras",
    "deck_out",
    "extra_beings",
    "extra_legends",
    "extra_turns",
    "borrow",
    "empties",
    "doubled",
    "passed",
)
_SEAT_NUMBERS = ("score", "sideways", "penalty", "deck", "discards")
