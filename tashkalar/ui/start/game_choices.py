"""The games that can be begun: forms and presets, how many play, which schools take part."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from tashkalar import Game, new_game
from tashkalar.cards.schools import built_in_schools
from tashkalar.position import rng
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal

BASE_GAME_SCHOOLS = built_in_schools(expansions=False)
"""The schools that are offered first."""


def random_seed() -> str:
    """A seed that nobody knows."""
    return os.urandom(8).hex()


def empty_game() -> Game:
    """A game to look at, nobody's: its board is empty."""
    form = next(iter(FORMS.values()))
    return new_game(form.id, BASE_GAME_SCHOOLS[: form.seats[0]])


def player_counts(game: str) -> tuple[int, ...]:
    """How many can sit down to a form or preset, each for themselves."""
    return (len(PRESETS[game].schools),) if game in PRESETS else FORMS[game].seats


def can_team(game: str) -> bool:
    """Whether two teams of two can play it."""
    return game not in PRESETS and FORMS[game].teams


def draw_schools(
    schools: Sequence[str], seats: int, seed: Callable[[], str] = random_seed
) -> tuple[str, ...]:
    """A school for every seat, by lot; Refused when there are too few."""
    if len(schools) < seats:
        raise Refusal(Message("setup.too-few"))
    _, order = rng.shuffle(rng.state_from_seed(seed()), list(schools))
    return tuple(order[:seats])


def team_names(schools: Sequence[str], names: Sequence[str], words: Catalogue) -> tuple[str, ...]:
    """Names for a team game: teammates share a colour, so that alone names neither."""
    colours = [words.text(f"school.{school}.colour") for school in schools[:2]]
    return tuple(name or f"{colours[seat % 2]} {seat // 2 + 1}" for seat, name in enumerate(names))
