"""Opening a saved game: loading ahead, recovering a damaged text, and attaching the history."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import NamedTuple, TypeVar

from tashkalar import Game
from tashkalar.errors import IllegalMove, PackError, PackNeeded, SaveError
from tashkalar.formats import save
from tashkalar.formats.save import OpenedGame, ReplayStep, ReplaySteps
from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.storage.recovery import RecoveredGame, recover_in_steps, recovery_notice
from tashkalar.ui.storage.save_record import (
    SaveRecord,
    encode_save_record,
    is_integer_in_range,
    read_save_record,
)
from tashkalar.ui.storage.save_texts import SavedGameError, id_of_key, is_quarantine_key, key_of_id
from tashkalar.ui.storage.saved_games import SavedGames


class LoadingCanceled(Exception):
    """The person has canceled the loading of a game."""


LoadPause = Callable[[ReplayStep], Awaitable[None]]
"""Awaited between two steps of loading a game."""

LoadSteps = Generator[ReplayStep, None, OpenedGame[Game]]
LoadResult = TypeVar("LoadResult")


class OpenedSave(NamedTuple):
    """An opened game, to be saved under this `id`.

    With `history_steps` the game is long and has no history yet: `GameOpener.attach_history` runs
    the steps.
    """

    id: str
    game: Game
    is_curtain_down: bool
    notice: Message | None
    bots: BotLevels
    history_steps: ReplaySteps[Game] | None = None


class GamePreloader:
    """The game of one text, loaded ahead with pauses."""

    def __init__(self) -> None:
        self._loaded: tuple[str, OpenedGame[Game]] | None = None  # a text, and its game

    async def load(
        self, text: str, begin: Callable[[], LoadSteps], pause: LoadPause | None
    ) -> bool:
        """Load the game of a text and keep the game for `take`; return whether that worked."""
        try:
            self._loaded = (text, await _run_with_pauses(begin(), pause))
        except LoadingCanceled:
            raise
        except Exception:  # opening or importing the same text will report the error
            return False
        return True

    def take(self, text: str, load: Callable[[], OpenedGame[Game]]) -> OpenedGame[Game]:
        """Return the game of a text, and load the game only if it was not loaded ahead."""
        loaded, self._loaded = self._loaded, None
        return loaded[1] if loaded and loaded[0] == text else load()


class GameOpener:
    """Opens the saved games."""

    def __init__(self, saved_games: SavedGames) -> None:
        self._saved_games = saved_games
        self._texts = saved_games.texts
        self._preloader = GamePreloader()
        self._older_copies: dict[str, list[str]] = {}  # by key, of games that could not be loaded
        # A damaged text, and the game recovered from the text, None without one.
        self._prepared_recovery: tuple[str, RecoveredGame | None] | None = None

    async def preload_game(self, id: str, pause: LoadPause | None = None) -> None:
        """Load with pauses what `open_game` needs; recover the game if its text is damaged.

        Raises only what `pause` raises, such as `LoadingCanceled`.
        """
        try:
            key, text = self._texts.find(id)
        except SavedGameError:
            return
        record = read_save_record(key, text)
        if record.status != "newer" and not await self._preloader.load(
            text, lambda: Game.open_in_steps(record.game_json or ""), pause
        ):
            copies = await self._texts.backups.read_newer(key)
            self._older_copies[key] = [copy for copy in reversed(copies.values()) if copy]
            await self._preload_recovery(key, text, pause)

    async def _preload_recovery(self, key: str, text: str, pause: LoadPause | None) -> None:
        """Recover with pauses the game of a damaged text."""
        older_records = [read_save_record(key, copy) for copy in self._older_copies[key]]
        try:
            recovered = await _run_with_pauses(recover_in_steps(text, older_records), pause)
        except LoadingCanceled:
            raise
        except Exception:  # see `open_game`
            recovered = None
        self._prepared_recovery = (text, recovered)

    def open_game(self, id: str) -> OpenedSave:
        """Open a game, or recover as much of the game as possible.

        A damaged text is kept in quarantine. Raises `SavedGameError` when the game cannot be
        opened.
        """
        key, text = self._texts.find(id)
        record = read_save_record(key, text)
        if record.status == "newer":
            raise SavedGameError(Message("saves.error.newer"), downloadable_id=id_of_key(key))
        is_quarantined = is_quarantine_key(key)
        try:
            loaded = self._preloader.take(text, lambda: load_save(record.game_json))
        except SavedGameError as error:
            raise SavedGameError(error.message, error.detail, id_of_key(key)) from None
        except Exception as error:
            # The engine promises to raise nothing but SaveError. But the page opens the last game
            # without being asked: if the promise were broken, the page would never start again.
            if not is_quarantined and (recovered := self._recover_game(key, text, record)):
                return recovered
            kept_key = key if is_quarantined else self._texts.move_to_quarantine(key, text)
            raise SavedGameError(
                Message("saves.error.damaged"), str(error), id_of_key(kept_key)
            ) from None
        if is_quarantined:  # a later version of the program can read the text after all
            id, notice = self._saved_games.add_game(loaded.game, record)
        else:
            id = id_of_key(key)
            self._adopt_game(key, text, record, loaded.game)
            notice = self._texts.pop_notice()
        return OpenedSave(
            id, loaded.game, record.is_curtain_down, notice, record.bots, loaded.history_steps
        )

    def _adopt_game(self, key: str, text: str, record: SaveRecord, game: Game) -> None:
        """Note the text of an opened game, and queue the notices about the text."""
        self._texts.forget_fork(id_of_key(key))
        self._texts.remember_text(key, text)
        if record.status == "damaged":
            self._texts.copy_to_quarantine(key, text)
            self._texts.add_notice(Message("saves.notice.repaired"))
        self._saved_games.add_level_notices(record)
        if '"moves":["' in (record.game_json or "") and not game.saved_game().moves:
            self._keep_mismatched_history(key, text)

    def load_position(self, id: str) -> Game | None:
        """Return a game without its history, only to be shown; None when that is impossible."""
        try:
            return Game.standing(read_save_record(*self._texts.find(id)).game_json or "")
        except (SavedGameError, SaveError):
            return None

    def attach_history(
        self, opened: OpenedSave, text: str
    ) -> Generator[ReplayStep, None, Message | None]:
        """Replay the moves of a long game step by step, and give the game its history.

        `text` is the text from which the game was opened. The result is the next notice. When the
        moves lead to another position, the game goes on without them, and the text is kept.
        """
        assert opened.history_steps is not None
        try:
            opened.game.attach_history((yield from opened.history_steps))
        except (IllegalMove, PackError):
            opened.game.defer_history(None)
            self._keep_mismatched_history(key_of_id(opened.id), text)
        return self._texts.pop_notice()

    def _keep_mismatched_history(self, key: str, text: str) -> None:
        """Keep the text of a game whose moves do not lead to its position."""
        self._texts.copy_to_quarantine(key, text)
        self._texts.add_notice(Message("saves.notice.history"))

    def _recover_game(self, key: str, text: str, record: SaveRecord) -> OpenedSave | None:
        """Replace a damaged text by the game recovered from the text or from an older copy."""
        recovered = self._take_recovery(key, text)
        if recovered is None:
            return None
        old_record = record if record.summary else recovered.record
        new_record = self._saved_games.describe_game(
            recovered.game, old_record._replace(is_curtain_down=record.is_curtain_down)
        )
        self._texts.add_notice(recovery_notice(recovered, record))
        self._saved_games.add_level_notices(old_record)
        if self._texts.is_pending(self._texts.copy_to_quarantine(key, text)):
            # The store has no room for a copy, so the original stays under its key.
            id, notice = self._saved_games.add_game(recovered.game, new_record)
        else:
            id = id_of_key(key)
            self._texts.remember_text(key, text)
            self._texts.write(key, encode_save_record(id, new_record), new_record)
            notice = self._texts.pop_notice()
        return OpenedSave(id, recovered.game, record.is_curtain_down, notice, new_record.bots)

    def _take_recovery(self, key: str, text: str) -> RecoveredGame | None:
        """Return the game of a damaged text as prepared, or recover the game now."""
        older_records = [read_save_record(key, copy) for copy in self._older_copies.pop(key, ())]
        prepared, self._prepared_recovery = self._prepared_recovery, None
        if prepared and prepared[0] == text:
            return prepared[1]
        try:
            return save.run_to_end(recover_in_steps(text, older_records))
        except Exception:  # see `open_game`
            return None


async def _run_with_pauses(
    steps: Generator[ReplayStep, None, LoadResult], pause: LoadPause | None
) -> LoadResult:
    """Return the result of the steps, with pauses between them."""
    if pause is None:
        return save.run_to_end(steps)
    try:
        while True:
            await pause(next(steps))
    except StopIteration as stop:
        result: LoadResult = stop.value
        return result


def load_save(text: str | None) -> OpenedGame[Game]:
    """Load the game of a save.

    Raises `SavedGameError` when a newer version made the save or a pack is missing, and the
    engine's error for a damaged save.
    """
    try:
        return save.run_to_end(Game.open_in_steps(text or ""))
    except PackNeeded as error:
        missing_packs = [
            Message("packs.one", {"name": Message(f"school.{id}.name"), "version": version})
            for id, version in error.packs.items()
        ]
        raise SavedGameError(
            Message("packs.needed", {"packs": tuple(missing_packs)}), str(error)
        ) from None
    except ValueError:
        if _is_from_newer_version(text):
            raise SavedGameError(Message("saves.error.newer")) from None
        raise


def _is_from_newer_version(text: str | None) -> bool:
    try:
        data = parse_json(text)
    except ValueError:
        return False
    return (
        isinstance(data, dict)
        and data.get("format") == save.FORMAT
        and is_integer_in_range(data.get("v"), save.VERSION + 1, 10**9)
    )
