"""The names of computer players: the name of the level, unless a person has chosen another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.company import level_of
from tashkalar.bots.steps import read_step
from tashkalar.position.ids import seat_of
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.text.catalogue import Catalogue


def level_name(level: str) -> Message:
    """Return the name of a level, of an opponent's level, or of a step above a level."""
    if step := read_step(level):
        return Message("bots.step", {"level": Message(f"bots.{step.level}")})
    return Message(f"bots.{level_of(level)}")


def fill_in_level_names(names: Sequence[str], bots: BotLevels, words: Catalogue) -> tuple[str, ...]:
    """Return the names of all players; a computer player without one gets the name of its level.

    Several players of one level are numbered.
    """
    filled_names, seats = list(names), sorted(bots.items())
    levels = [level for _, level in seats]
    for number, (seat, level) in enumerate(seats):
        index = seat_of(seat)
        if not filled_names[index]:
            filled_names[index] = words.translate(level_name(level))
            if levels.count(level) > 1:
                filled_names[index] += f" {levels[:number].count(level) + 1}"
    return tuple(filled_names)


def remove_level_names(names: Sequence[str], bots: BotLevels, words: Catalogue) -> tuple[str, ...]:
    """Return the names with the level names of computer players replaced by ``""``.

    A name counts as a level name in each language that has been loaded.
    """
    levels = {
        text for level in PLANNING_LEVELS for text in words.texts_in_all_languages(f"bots.{level}")
    }
    patterns = words.texts_in_all_languages("bots.step")
    levels |= {pattern.format(level=level) for pattern in patterns for level in levels}
    chosen_names = list(names)
    for index in map(seat_of, bots):
        if re.sub(r" \d$", "", chosen_names[index]) in levels:
            chosen_names[index] = ""
    return tuple(chosen_names)
