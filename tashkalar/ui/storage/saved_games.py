"""The saved games: the list, new games, saves after every decision, titles and deletion.

There is no index that could disagree with the games: the list is made from the keys of the store.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tashkalar import Game
from tashkalar.position.ids import NO_SEAT, seat_numbers
from tashkalar.position.move import Message
from tashkalar.study import Study
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.bots.far_seat import FarSeat
from tashkalar.ui.bots.saved_levels import unknown_level_notice
from tashkalar.ui.storage.backup import BackupDatabase
from tashkalar.ui.storage.far_record import FarRecord
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.save_entry import SaveEntry
from tashkalar.ui.storage.save_record import (
    GAME_KEY_PREFIX,
    SaveRecord,
    SaveSummary,
    encode_save_record,
    read_save_record,
    same_content,
    tidy_title,
)
from tashkalar.ui.storage.save_texts import (
    SavedGameError,
    SaveTexts,
    id_of_key,
    is_quarantine_key,
    key_of_id,
)


class SaveResult(NamedTuple):
    """The id under which a game is saved, and a notice for the person, if there is one."""

    id: str
    notice: Message | None


class SavedGames:
    """The saved games in a store; `now_ms` returns milliseconds since 1970.

    For a store that does not last, `not_lasting_reason` is one of `key_value_store.REASONS`.
    `backup` gets a copy of every text; `restore.restore_newer_copies` reads the copies.
    """

    def __init__(
        self,
        store: KeyValueStore,
        now_ms: Callable[[], float],
        not_lasting_reason: str | None = None,
        backup: BackupDatabase | None = None,
        tab_id: str | None = None,
    ) -> None:
        self.texts = SaveTexts(store, now_ms, not_lasting_reason, backup, tab_id)
        # By key, the text of the last decision, and its record.
        self._written_cache: dict[str, tuple[str, SaveRecord]] = {}

    # -- the list ------------------------------------------------------------------------

    def entries(self) -> list[SaveEntry]:
        """Return all saved games, the last saved one first; never raises."""
        orders_and_entries = [
            (record.order, self._make_entry(key, record)) for key, record in self.texts.records()
        ]
        orders_and_entries.sort(
            key=lambda pair: (pair[0], pair[1].saved_at_ms, pair[1].id), reverse=True
        )
        return [entry for _, entry in orders_and_entries]

    def last_unfinished_id(self) -> str | None:
        """Return the id of the unfinished game that was saved last, None without one."""
        return next((entry.id for entry in self.entries() if entry.is_unfinished), None)

    def can_show(self, id: str, *, only_unfinished: bool) -> bool:
        """Return whether there is such a saved game, or study; perhaps only one to go on with."""
        return any(
            entry.id == id and (entry.is_unfinished or entry.is_study or not only_unfinished)
            for entry in self.entries()
        )

    def _make_entry(self, key: str, record: SaveRecord) -> SaveEntry:
        is_quarantined = is_quarantine_key(key)
        return SaveEntry(
            id=id_of_key(key),
            status="damaged" if is_quarantined else record.status,
            title=record.title,
            started_at_ms=record.started_at_ms,
            saved_at_ms=record.saved_at_ms,
            is_curtain_down=record.is_curtain_down,
            summary=record.summary,
            is_stored=self.texts.is_stored(key),
            is_quarantined=is_quarantined,
            far=record.far,
            is_study=record.study_text is not None,
        )

    # -- creating and saving -------------------------------------------------------------

    def create(
        self,
        game: Game,
        is_curtain_down: bool,
        title: str | None = None,
        bots: BotLevels | None = None,
    ) -> SaveResult:
        """Save a new game; `bots` are the seats that the computer plays."""
        return self.add_game(
            game, SaveRecord("game", title=title, is_curtain_down=is_curtain_down, bots=bots or {})
        )

    def add_game(self, game: Game, record: SaveRecord) -> SaveResult:
        """Save a game under a new id, with the title, start, curtain and bots of a record."""
        id = self.texts.free_id()
        new_record = self.describe_game(game, record)
        self.texts.write(GAME_KEY_PREFIX + id, encode_save_record(id, new_record), new_record)
        self.add_level_notices(record)
        return SaveResult(self.texts.current_id(id), self.texts.pop_notice())

    def create_study(self, study: Study, title: str | None = None) -> SaveResult:
        """Save a study under a new id, beside the game of its main line."""
        record = SaveRecord("game", title=title, is_curtain_down=False, study_text=study.record())
        return self.add_game(study.main_game(), record)

    def save_study(self, id: str, study: Study) -> SaveResult:
        """Save a study that has changed; `id` comes from creating or opening the study.

        Never raises, as `save`.
        """
        text = study.record()
        return self._save(id, study.main_game(), lambda old: old._replace(study_text=text))

    def open_study(self, id: str) -> str | None:
        """Return the record of a saved study that is saved under this id from now on.

        None for a game, or if there is none.
        """
        key = key_of_id(self.texts.current_id(id))
        text = self.texts.newest_text(key)
        if text is None:
            return None
        self.texts.remember_text(key, text)
        return read_save_record(key, text).study_text

    def study_text(self, id: str) -> str | None:
        """Return the record of a saved study; None for a game, or if there is none."""
        record = self.texts.newest_record(key_of_id(id))
        return record and record.study_text

    def add_level_notices(self, record: SaveRecord) -> None:
        """Queue a notice for each level of a record that this version does not know."""
        for level in record.unknown_levels:
            self.texts.add_notice(unknown_level_notice(level))

    def save(
        self,
        id: str,
        game: Game,
        is_curtain_down: bool,
        bots: BotLevels | None = None,
        far: FarRecord | None = None,
    ) -> SaveResult:
        """Save a game after a decision; `id` comes from creating, opening or importing the game.

        `bots` are the seats that the computer plays from now on, `far` is what is known from now on
        of a game with someone far away; None for no change.

        Never raises: a text that cannot be stored stays in memory, and every later call tries
        again. The result has a new id if another tab has changed the saved game.
        """

        def change(old: SaveRecord) -> SaveRecord:
            new = old._replace(is_curtain_down=is_curtain_down)
            if bots is not None:
                new = new._replace(bots=bots)
            return new if far is None else new._replace(far=far)

        return self._save(id, game, change)

    def _save(self, id: str, game: Game, change: Callable[[SaveRecord], SaveRecord]) -> SaveResult:
        """Save a game under an id; `change` changes its record before."""
        id = self.texts.current_id(id)
        key = id if id.startswith(GAME_KEY_PREFIX) else GAME_KEY_PREFIX + id
        old_record = change(self._record_before_save(key))
        record = self.describe_game(game, old_record)
        if not (since := old_record.apart_since) and self.texts.backups.may_lack(key):
            since = old_record.order
        record = record._replace(apart_since=since)
        text = encode_save_record(id, record)
        self._written_cache[key] = text, record
        self.texts.write(key, text, record)
        return SaveResult(self.texts.current_id(id), self.texts.pop_notice())

    def describe_game(self, game: Game, record: SaveRecord) -> SaveRecord:
        """Return the record of a game, saved now; what the game does not say is from a record.

        The new record has a higher order than all saves.
        """
        setup, now = game.setup, self.texts.date_ms()
        summary = SaveSummary(
            form=setup.form,
            turn=game.state.turn,
            schools=setup.schools,
            names=setup.names,
            scores=tuple(game.score(seat) for seat in seat_numbers(setup.seats)),
            over=game.is_over,
        )
        return SaveRecord(
            status="game",
            title=tidy_title(record.title),
            started_at_ms=record.started_at_ms or now,
            saved_at_ms=now,
            is_curtain_down=record.is_curtain_down,
            summary=summary,
            game_json=game.to_json(),
            order=self.texts.next_order(),
            bots=record.bots,
            far=record.far,
            study_text=record.study_text,
        )

    def far_record(self, id: str) -> FarRecord | None:
        """Return what is saved of a game with someone far away; None for any other game."""
        record = self.texts.newest_record(key_of_id(id))
        return record and record.far

    def far_seat(self, id: str) -> FarSeat | None:
        """Return the seat that this device plays in a game with someone far away."""
        far = self.far_record(id)
        if far is None:
            return None
        return FarSeat(
            far.seat,
            far.has_begun,
            far.decision_count,
            dealer=far.dealer,
            is_asked=far.is_asked,
            is_ended=far.due_seat == NO_SEAT,
            allows_hints=far.allows_hints,
        )

    def _record_before_save(self, key: str) -> SaveRecord:
        """Return the record of a game before a save.

        Another tab may have changed the title only; the record has that title then.
        """
        known_text, newest_text = self.texts.known_text(key), self.texts.newest_text(key)
        if known_text is None or (newest_text is not None and self.texts.is_pending(key)):
            return read_save_record(key, newest_text or "")
        written_text, written_record = self._written_cache.get(key, ("", None))
        if written_record and written_text == known_text:
            known_record = written_record
        else:
            known_record = read_save_record(key, known_text)
        if newest_text is not None and newest_text != known_text:
            newest_record = read_save_record(key, newest_text)
            return newest_record if same_content(newest_record, known_record) else known_record
        return known_record

    # -- titles and deletion -------------------------------------------------------------

    def title(self, id: str) -> str | None:
        """Return the title that a person has given a game, None without one."""
        record = self.texts.newest_record(key_of_id(id))
        return record and record.title

    def rename(self, id: str, title: str | None) -> None:
        """Give a game a title, or with None take its title away.

        Raises `SavedGameError` when the game cannot be read or written.
        """
        key, text = self.texts.find(id)
        record = read_save_record(key, text)
        if record.status != "game" or not key.startswith(GAME_KEY_PREFIX):
            problem = "newer" if record.status == "newer" else "damaged"
            raise SavedGameError(Message(f"saves.error.{problem}"))
        renamed_text = encode_save_record(id_of_key(key), record._replace(title=tidy_title(title)))
        try:
            self.texts.replace(key, text, renamed_text, record)
        except StoreError as error:
            raise SavedGameError(Message("saves.error.rename"), error.reason) from None

    def delete(self, id: str) -> None:
        """Delete a game or a text in quarantine; `SavedGameError` when the store fails."""
        try:
            self.texts.delete(key_of_id(id))
        except StoreError as error:
            raise SavedGameError(Message("saves.error.delete"), error.reason) from None
