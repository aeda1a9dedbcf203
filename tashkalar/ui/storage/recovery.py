"""What is left of a game whose save is damaged: of the text itself, or of an older copy."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from tashkalar import Game
from tashkalar.errors import SaveError
from tashkalar.formats.save import Step
from tashkalar.position.move import Message
from tashkalar.ui.storage.save_record import Sheet


class Rescued(NamedTuple):
    """A game that goes on, and the sheet that it comes from."""

    game: Game
    whole: bool  # nothing is missing
    sheet: Sheet


def rescuing(text: str, older: Sequence[Sheet]) -> Generator[Step, None, Rescued | None]:
    """The game that has come furthest of all that can be made of a damaged text and its copies.

    It comes after the steps of making it.
    """
    found: list[Rescued] = []
    if salvaged := (yield from Game.salvaging(text)):
        found.append(Rescued(salvaged.game, salvaged.whole, Sheet("damaged")))
    for sheet in older:
        try:
            game = (yield from Game.opening(sheet.game or "")).game
        except SaveError:
            continue
        found.append(Rescued(game, False, sheet))
        break  # the others are older still
    return max(found, key=_reached, default=None)


def _reached(one: Rescued) -> tuple[bool, int, int]:
    return one.whole, one.game.state.turn, len(one.game.story().moves)


def told(rescued: Rescued, damaged: Sheet) -> Message:
    """What a person is told: what is there, and what is missing."""
    if rescued.whole:
        return Message("saves.notice.repaired")
    turn = rescued.game.state.turn
    if damaged.summary and damaged.summary.turn > turn:
        return Message("saves.notice.salvaged.of", {"turn": turn, "reached": damaged.summary.turn})
    return Message("saves.notice.salvaged", {"turn": turn})
