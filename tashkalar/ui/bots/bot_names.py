"""What computer players are called: by their level, unless somebody has named them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.position.ids import seat_of
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.text.catalogue import Catalogue


def fill_in_level_names(names: Sequence[str], bots: BotLevels, words: Catalogue) -> tuple[str, ...]:
    """The names of all players; a computer player without one has that of its level.

    Several of one level are numbered.
    """
    called, seats = list(names), sorted(bots.items())
    levels = [level for _, level in seats]
    for number, (seat, level) in enumerate(seats):
        place = seat_of(seat)
        if not called[place]:
            called[place] = words.text(f"bots.{level}")
            if levels.count(level) > 1:
                called[place] += f" {levels[:number].count(level) + 1}"
    return tuple(called)


def remove_level_names(names: Sequence[str], bots: BotLevels, words: Catalogue) -> tuple[str, ...]:
    """The names that people have chosen; a computer's that says a level, in any language, is none.

    Of the languages those that have been loaded.
    """
    levels = {
        text for level in PLANNING_LEVELS for text in words.texts_in_all_languages(f"bots.{level}")
    }
    kept = list(names)
    for place in map(seat_of, bots):
        if re.sub(r" \d$", "", kept[place]) in levels:
            kept[place] = ""
    return tuple(kept)
