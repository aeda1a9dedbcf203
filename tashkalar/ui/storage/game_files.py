"""Saved games as files: export and import."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.errors import RecordError
from tashkalar.formats import save
from tashkalar.formats.save import OpenedGame
from tashkalar.json_reader import parse_json
from tashkalar.pasted_text import is_json_object
from tashkalar.position.ids import NO_SEAT
from tashkalar.position.move import Message
from tashkalar.study import Study, is_study_text
from tashkalar.ui.storage.open_game import GamePreloader, LoadPause, LoadSteps, load_save
from tashkalar.ui.storage.save_record import (
    LONGEST_FILE,
    SaveRecord,
    decode_save_record,
    encode_save_record,
    read_save_record,
    slug,
)
from tashkalar.ui.storage.save_texts import SavedGameError, id_of_key, is_quarantine_key
from tashkalar.ui.storage.saved_games import SavedGames, SaveResult

FILE_FORMAT = "tashkalar-game-file"
"""The value of "format" in the file of a downloaded game."""


class GameFiles:
    """Writes saved games to files, and saves the games of files."""

    def __init__(self, saved_games: SavedGames) -> None:
        self._saved_games = saved_games
        self._preloader = GamePreloader()

    def export_game(self, id: str) -> tuple[str, str]:
        """Return the name and the text of a file to download.

        A text that cannot be read is exported unchanged. Raises `SavedGameError` without a text.
        """
        key, text = self._saved_games.texts.find(id)
        record = read_save_record(key, text)
        if record.status != "game" or record.summary is None or is_quarantine_key(key):
            return f"tash-kalar-{slug(id_of_key(key))}.txt", text
        description = record.title or " ".join((record.summary.form, *record.summary.schools))
        name = f"tash-kalar-{slug(description)}-turn-{record.summary.turn}.json"
        return name, encode_save_record(id_of_key(key), record, {"format": FILE_FORMAT}) + "\n"

    async def preload_file(self, text: str, pause: LoadPause) -> None:
        """Load with pauses what `import_game` needs.

        Raises what `pause` raises, and `SavedGameError` when the file is no game.
        """
        if len(text) > LONGEST_FILE:
            return
        if not is_json_object(text):
            await self._preloader.load(text, lambda: _read_record_in_steps(text), pause)
            return
        game_json = _record_of_file(text, is_curtain_down=True).game_json
        await self._preloader.load(text, lambda: Game.open_in_steps(game_json or ""), pause)

    def import_game(self, text: object, *, is_curtain_down: bool = True) -> SaveResult:
        """Save the game of a file under a new id.

        The file is an exported game, a save of the engine, or the record of a game or study.
        `is_curtain_down` is for files that do not say. Raises `SavedGameError` when the file is
        none of these; then nothing has changed.
        """
        if not isinstance(text, str) or not text.strip("\ufeff \t\r\n"):
            raise SavedGameError(Message("saves.error.empty"))
        if len(text) > LONGEST_FILE:
            raise SavedGameError(Message("saves.error.large", {"most": LONGEST_FILE // 1_000_000}))
        if not is_json_object(text):
            game = self._preloader.take(text, lambda: _load_game_record(text)).game
            if is_study_text(text):
                return self._saved_games.create_study(_load_study(text))
            return self._saved_games.create(game, is_curtain_down)
        record = _record_of_file(text, is_curtain_down=is_curtain_down)
        if record.status == "newer":
            raise SavedGameError(Message("saves.error.newer-file"))
        try:
            game = self._preloader.take(text, lambda: load_save(record.game_json)).game
        except SavedGameError as error:
            if error.message.id == "packs.needed":
                raise
            raise SavedGameError(Message("saves.error.newer-file")) from None
        except Exception as error:  # see `GameOpener.open_game`
            raise SavedGameError(Message("saves.error.file"), str(error)) from None
        return self._saved_games.add_game(game, self._as_watched_if_here(record))

    def _as_watched_if_here(self, record: SaveRecord) -> SaveRecord:
        """Return the record of a file, only watched if its far game is played here otherwise.

        So no file can act in the name of the player of this device. A copy of the own game has the
        same secret and key; without them, somebody else may have made decisions on its table.
        """
        new = record.far
        if new is None:
            return record
        here = [far for far in (entry.far for entry in self._saved_games.entries()) if far]
        played = [far for far in here if far.game_id == new.game_id and far.seat != NO_SEAT]
        own = (new.seat, new.log, new.secret, new.key)
        if not played or own in ((far.seat, far.log, far.secret, far.key) for far in played):
            return record
        return record._replace(far=new._replace(seat=NO_SEAT, secret="", key=""))


def _record_of_file(text: str, *, is_curtain_down: bool) -> SaveRecord:
    """Decode the text of a file; `SavedGameError` when the text is no JSON.

    `is_curtain_down` is for files that do not say.
    """
    try:
        data = parse_json(text, longest=LONGEST_FILE)
    except ValueError as error:
        raise SavedGameError(Message("saves.error.file"), str(error)) from None
    if isinstance(data, dict) and data.get("format") in (FILE_FORMAT, None):
        return decode_save_record(data)
    return SaveRecord("game", is_curtain_down=is_curtain_down, game_json=text)


def _read_record_in_steps(text: str) -> LoadSteps:
    """Load the game of a record in steps."""
    return OpenedGame((yield from Game.from_record_in_steps(text)))


def _load_game_record(text: str) -> OpenedGame[Game]:
    """Load the game of a record; `SavedGameError` when that is impossible."""
    try:
        return save.run_to_end(_read_record_in_steps(text))
    except RecordError as error:
        # A record begins with its headers, so a wrong first line means that the file is no record.
        if error.line <= 1:
            raise SavedGameError(Message("saves.error.file"), str(error)) from None
        raise SavedGameError(
            Message("saves.error.record", {"line": error.line}), str(error)
        ) from None
    except Exception as error:  # see `GameOpener.open_game`
        raise SavedGameError(Message("saves.error.file"), str(error)) from None


def _load_study(text: str) -> Study:
    """Load the study of a record that has been read; `SavedGameError` if it is too long."""
    try:
        return Study.from_record(text)
    except RecordError as error:
        raise SavedGameError(Message("saves.error.file"), str(error)) from None
