"""Presets: a form with its schools and options under one name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tashkalar.cards.decks.imperial import NORTHERN, SOUTHERN
from tashkalar.rules.forms.high_form import HighForm


class Preset(NamedTuple):
    """Arguments of `new_game` that belong together. No form has the id of a preset."""

    id: str
    form: str
    schools: tuple[str, ...]
    options: Mapping[str, object]


# The learning game for two: equal decks, and no legends are dealt (R24.2).
FIRST_GAME = Preset(
    "first-game",
    HighForm.id,
    (NORTHERN.id, SOUTHERN.id),
    MappingProxyType({"legends": False}),
)

PRESETS: Mapping[str, Preset] = {preset.id: preset for preset in (FIRST_GAME,)}
