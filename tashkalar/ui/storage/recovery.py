"""What is left of a game whose save is damaged: of the text itself, or of an older copy."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from tashkalar import Game
from tashkalar.errors import SaveError
from tashkalar.formats.save import ReplayStep
from tashkalar.position.move import Message
from tashkalar.ui.storage.save_record import SaveRecord


class RecoveredGame(NamedTuple):
    """A game that goes on, and the sheet that it comes from."""

    game: Game
    is_complete: bool  # nothing is missing
    record: SaveRecord


def recover_in_steps(
    text: str, older: Sequence[SaveRecord]
) -> Generator[ReplayStep, None, RecoveredGame | None]:
    """The game that has come furthest of all that can be made of a damaged text and its copies.

    It comes after the steps of making it.
    """
    found: list[RecoveredGame] = []
    if salvaged := (yield from Game.salvage_in_steps(text)):
        found.append(RecoveredGame(salvaged.game, salvaged.is_complete, SaveRecord("damaged")))
    for sheet in older:
        try:
            game = (yield from Game.open_in_steps(sheet.game_json or "")).game
        except SaveError:
            continue
        found.append(RecoveredGame(game, False, sheet))
        break  # the others are older still
    return max(found, key=_progress_key, default=None)


def _progress_key(one: RecoveredGame) -> tuple[bool, int, int]:
    return one.is_complete, one.game.state.turn, len(one.game.saved_game().moves)


def recovery_notice(rescued: RecoveredGame, damaged: SaveRecord) -> Message:
    """What a person is told: what is there, and what is missing."""
    if rescued.is_complete:
        return Message("saves.notice.repaired")
    turn = rescued.game.state.turn
    if damaged.summary and damaged.summary.turn > turn:
        return Message("saves.notice.salvaged.of", {"turn": turn, "reached": damaged.summary.turn})
    return Message("saves.notice.salvaged", {"turn": turn})
