"""The start screen: the game to continue, and one line about the game that would be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.bots import DEFAULT_LEVEL, PLANNING_LEVELS
from tashkalar.position.move import Message
from tashkalar.rules.presets import FIRST_GAME, PRESETS
from tashkalar.ui.start.new_game_form import BY_BAN, BY_LOT, BY_PLAYERS, IN_SECRET, NewGameOptions
from tashkalar.ui.storage.save_entry import SaveEntry

_CHOOSING_TEXTS = {
    BY_LOT: "page.setup.by-lot",
    BY_BAN: "page.setup.by-ban",
    IN_SECRET: "page.setup.by-secret",
}


class ContinueView(NamedTuple):
    """The saved game that one button continues."""

    id: str
    name: Message | str
    detail: Message


def game_to_continue(entries: Sequence[SaveEntry]) -> ContinueView | None:
    """Return the latest unfinished game of the saved ones (newest first); None without one."""
    going = next((entry for entry in entries if entry.is_unfinished), None)
    return going and ContinueView(going.id, going.name, going.detail)


FIRST_LEVEL = PLANNING_LEVELS[0]
"""The level of the computer for a first game: the easiest one."""


def suggested_level(*, has_played: bool) -> str:
    """Return the level of the computer to preselect; `has_played`: there is a saved game."""
    return DEFAULT_LEVEL if has_played else FIRST_LEVEL


def suggested_game(*, has_played: bool) -> str:
    """Return the game against the computer to preselect: a form, or the preset for beginners."""
    return NewGameOptions().game if has_played else FIRST_GAME.id


def form_of(game: str) -> str:
    """Return the form of a game of the form for a new game, which may be a preset."""
    return PRESETS[game].form if game in PRESETS else game


def plan_message(options: NewGameOptions) -> Message:
    """Return a line about the game of the form: its name, and its colors or how they are chosen."""
    form = Message(f"page.setup.{options.game}")
    if options.choosing != BY_PLAYERS:
        return Message(
            "start.plan", {"form": form, "what": Message(_CHOOSING_TEXTS[options.choosing])}
        )
    preset = PRESETS.get(options.game)
    schools = preset.schools if preset else options.schools[: options.seat_count]
    colors = tuple(Message(f"school.{school}.colour") for school in schools)
    return Message("start.plan", {"form": form, "what": colors})
