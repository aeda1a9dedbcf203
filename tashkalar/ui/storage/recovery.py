"""Recover a game whose save is damaged, from the text itself or from an older copy."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from tashkalar import Game
from tashkalar.errors import SaveError
from tashkalar.formats.save import ReplayStep
from tashkalar.position.move import Message
from tashkalar.ui.storage.save_record import SaveRecord


class RecoveredGame(NamedTuple):
    """A recovered game, and the record from which the game was read."""

    game: Game
    is_complete: bool  # the game has come as far as it had before
    record: SaveRecord


def recover_in_steps(
    text: str, older: Sequence[SaveRecord]
) -> Generator[ReplayStep, None, RecoveredGame | None]:
    """Return the game with the most progress among those recovered from a text and its copies.

    `older` are the records of the copies, the newest first. None when no game can be recovered.
    """
    candidates: list[RecoveredGame] = []
    if salvaged := (yield from Game.salvage_in_steps(text)):
        candidates.append(RecoveredGame(salvaged.game, salvaged.is_complete, SaveRecord("damaged")))
    for record in older:
        try:
            game = (yield from Game.open_in_steps(record.game_json or "")).game
        except SaveError:
            continue
        candidates.append(RecoveredGame(game, False, record))
        break  # the other copies are older
    return max(candidates, key=_progress_key, default=None)


def _progress_key(recovered: RecoveredGame) -> tuple[bool, int, int]:
    game = recovered.game
    return recovered.is_complete, game.state.turn, len(game.saved_game().moves)


def recovery_notice(recovered: RecoveredGame, damaged: SaveRecord) -> Message:
    """Return the notice that says how much of a damaged game was recovered."""
    if recovered.is_complete:
        game = recovered.game
        has_lost_moves = game.restored_from_checkpoint and not game.saved_game().moves
        return Message(f"saves.notice.{'history' if has_lost_moves else 'repaired'}")
    turn = recovered.game.state.turn
    if damaged.summary and damaged.summary.turn > turn:
        return Message("saves.notice.salvaged.of", {"turn": turn, "reached": damaged.summary.turn})
    return Message("saves.notice.salvaged", {"turn": turn})
