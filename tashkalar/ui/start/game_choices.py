"""The choices for a new game: forms and presets, player counts, schools."""

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
"""The schools that are preselected."""


def random_seed() -> str:
    """Return a random seed of 16 hexadecimal digits."""
    return os.urandom(8).hex()


def empty_game() -> Game:
    """Return a game with an empty board, for the page to show while nobody plays."""
    form = next(iter(FORMS.values()))
    return new_game(form.id, BASE_GAME_SCHOOLS[: form.seats[0]])


def player_counts(game: str) -> tuple[int, ...]:
    """Return the possible numbers of players of a form or preset, without teams."""
    return (len(PRESETS[game].schools),) if game in PRESETS else FORMS[game].seats


def can_team(game: str) -> bool:
    """Tell whether two teams of two can play a form; no preset has teams."""
    return game not in PRESETS and FORMS[game].teams


def draw_schools(
    schools: Sequence[str], seats: int, seed: Callable[[], str] = random_seed
) -> tuple[str, ...]:
    """Return a random school for every seat; Refusal if there are too few schools."""
    if len(schools) < seats:
        raise Refusal(Message("setup.too-few"))
    _, order = rng.shuffle(rng.state_from_seed(seed()), list(schools))
    return tuple(order[:seats])


def team_names(schools: Sequence[str], names: Sequence[str], words: Catalogue) -> tuple[str, ...]:
    """Return names for a team game, where a color alone names neither teammate."""
    colours = [words.text(f"school.{school}.colour") for school in schools[:2]]
    return tuple(name or f"{colours[seat % 2]} {seat // 2 + 1}" for seat, name in enumerate(names))
