"""The saved games: the list on the start screen, names, and files."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import document, window

from tashkalar import Game
from tashkalar.ui.screen import confirmations
from tashkalar.ui.start.start_offer import game_to_continue
from tashkalar.ui.storage.open_game import LoadingCanceled
from tashkalar.ui.storage.pack_records import name_unknown_school
from tashkalar.ui.storage.save_entry import SaveEntry, SaveRow, save_row
from tashkalar.ui.storage.save_texts import SavedGameError
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import by_id, focus_heading
from tashkalar.web.browser.optional_features import show_badge
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.time_slices import TimeSlices
from tashkalar.web.browser.timers import count_days
from tashkalar.web.features import Features
from tashkalar.web.play.table import Table
from tashkalar.web.screens.notices import Notices
from tashkalar.web.screens.opening import GameOpening
from tashkalar.web.screens.other_tabs import OtherTabs
from tashkalar.web.screens.start_screen import StartScreen

_DATE_STYLE = '{"dateStyle": "medium", "timeStyle": "short"}'  # options of JavaScript's


class SavedGamesPanel:
    """The actions with saved games."""

    def __init__(
        self,
        words: Catalogue,
        opening: GameOpening,
        start: StartScreen,
        table: Table,
        others: OtherTabs,
        notices: Notices,
        features: Features,
    ) -> None:
        self._words = words
        self._opening, self._saved_games = opening, opening.saved_games
        self._packs, self._game_files = opening.packs, opening.files
        self._start_screen, self._table = start, table
        self._other_tabs, self._notices = others, notices
        self._features = features

    def show_list(self) -> None:
        """Show the saved games."""
        entries = sorted(self._saved_games.entries(), key=lambda entry: not entry.is_far_turn)
        for school in {s for entry in entries if entry.summary for s in entry.summary.schools}:
            name_unknown_school(self._words, school)
        self._start_screen.show_saves([self._create_row(entry) for entry in entries])
        start_task(show_badge(sum(entry.is_far_turn for entry in entries)))
        self._start_screen.show_start_offer(game_to_continue(entries), has_played=bool(entries))

    def show_start_board(self, left: tuple[str, Game] | None = None) -> None:
        """Show the game to continue on the start screen, else a turn that the engine has played.

        `left` is the id and the game that was just on the table.
        """
        if self._table.session is not None or document.body.dataset.screen != "start":
            return
        current = game_to_continue(self._saved_games.entries())
        if current and left and left[0] == current.id:
            self._table.rendering.show_idle(left[1])
        else:
            self._table.rendering.show_idle(
                self._opening.opener.load_position(current.id) if current else None
            )
        window.tashkalar.demonstrate(current is None)

    def _create_row(self, entry: SaveEntry) -> SaveRow:
        date, style = window.Date.new(entry.dated_at_ms), window.JSON.parse(_DATE_STYLE)
        saved_at = str(date.toLocaleString(self._words.language, style))
        days = count_days() - count_days(entry.dated_at_ms)
        is_open_elsewhere = self._other_tabs.is_open_elsewhere(entry.id)
        return save_row(entry, saved_at, days, is_open_elsewhere=is_open_elsewhere)

    async def name_game(self) -> None:
        """Let the person name the game on the table."""
        table, say = self._table, self._words.text
        if table.session is None or table.other_tab_state:
            return
        question, text, ok = map(self._words.translate, confirmations.ask_for_name())
        name = await dialogs.confirm(
            question, text, ok, self._saved_games.title(table.game_id) or ""
        )
        title = (name or "").strip()
        if not title or table.other_tab_state:
            return
        if self._change_saves(lambda: self._saved_games.rename(table.game_id, title)):
            dialogs.show_toast(say("notice.named", title=title))

    async def delete_game(self, id: str) -> None:
        """Delete a saved game, after a confirmation."""
        names = {entry.id: entry.name for entry in self._saved_games.entries()}
        question = confirmations.confirm_deletion(names.get(id, ""))
        if await dialogs.confirm(*map(self._words.translate, question)) is not None:
            await self._features.before_deletion(id)
            self._change_saves(lambda: self._saved_games.delete(id))
            self.show_list()
            self.show_start_board()
            focus_heading("saves-title")  # the pressed button has been removed

    def _change_saves(self, work: Callable[[], object]) -> bool:
        """Change the saved games; show an error if that fails. Return whether it succeeded."""
        try:
            work()
        except SavedGameError as error:
            self._notices.show_error(error)
            return False
        # The change may have made room for writes that failed before.
        self._notices.show_save_notice(self._saved_games.texts.retry_pending_writes())
        return True

    def download_game(self, id: str | None = None) -> None:
        """Download a saved game as a file; without an id the game on the table."""
        if id := id or self._table.game_id:
            start_task(self._download(id))

    async def _download(self, id: str) -> None:
        """Download a saved game; ask first if the file would hold the secret of its player."""
        record = self._saved_games.far_record(id)
        if record is not None and record.holds_secret:
            question = confirmations.confirm_secret_file()
            if await dialogs.confirm(*map(self._words.translate, question)) is None:
                return
        try:
            name, text = self._game_files.export_game(id)
        except SavedGameError as error:
            self._notices.show_error(error)
            return
        files.download(name, text)

    async def import_file(self) -> None:
        """Open a game file that the person picks."""
        if (text := await files.pick_file_text(by_id("import-file"))) is not None:
            await self.open_file_text(text)

    async def open_file_text(self, text: str) -> None:
        """Open the text of a file with a game or with what a feature reads."""
        if work := self._features.open_file(text):
            await work
            return
        if not await self._packs.prepare_packs(text):
            return
        try:
            with TimeSlices(self._words, self._packs.resolve_step) as pause:
                await self._game_files.preload_file(text, pause)
            saved = await self._packs.retry_until_answered(
                lambda: self._game_files.import_game(text)
            )
        except LoadingCanceled:
            return
        except SavedGameError as error:
            self._notices.show(error.message, "")
            return
        await self._opening.open_game(saved.id)
        self._notices.show_save_notice(saved.notice)
        dialogs.show_toast(self._words.text("notice.imported"))
