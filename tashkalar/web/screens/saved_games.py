"""The saved games: the list on the start screen, names, and files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pyscript import document, window

from tashkalar import Game
from tashkalar.ui.packs import pack_records as packs
from tashkalar.ui.screen import confirmations
from tashkalar.ui.start.start_offer import going_on
from tashkalar.ui.storage.save_entry import Entry, SaveRow, save_row
from tashkalar.ui.storage.saved_games import Shelf, ShelfError, Stopped
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import by_id, focus_heading
from tashkalar.web.browser.time_slices import Slices
from tashkalar.web.play.table import Table
from tashkalar.web.screens.notices import Notices
from tashkalar.web.screens.other_tabs import OtherTabs
from tashkalar.web.screens.pack_dialogs import Packs
from tashkalar.web.screens.start_screen import StartScreen


class SavedGames:
    """What a person can do with the games on the shelf; `open_game` puts one on the table."""

    def __init__(
        self,
        words: Catalogue,
        shelf: Shelf,
        start: StartScreen,
        table: Table,
        packs: Packs,
        others: OtherTabs,
        notices: Notices,
        open_game: Callable[[str], Awaitable[None]],
    ) -> None:
        self._words = words
        self._shelf = shelf
        self._start = start
        self._table = table
        self._packs = packs
        self._others = others
        self._notices = notices
        self._open_game = open_game

    def show(self) -> None:
        """Show what is on the shelf."""
        entries = self._shelf.entries()
        for school in {s for entry in entries if entry.summary for s in entry.summary.schools}:
            packs.name(self._words, school)
        self._start.show_saves([self._row(entry) for entry in entries])
        self._start.show_offer(going_on(entries))

    def show_board(self, left: tuple[str, Game] | None = None) -> None:
        """On the start screen: show the game to go on with, without one play a summoning.

        `left` is the game that has just been on the table.
        """
        if self._table.session is not None or document.body.dataset.screen != "start":
            return
        going = going_on(self._shelf.entries())
        if going and left and left[0] == going.id:
            self._table.rest(left[1])
        else:
            self._table.rest(self._shelf.standing(going.id) if going else None)
        by_id("board-show").toggleAttribute("hidden", going is not None)

    def _row(self, entry: Entry) -> SaveRow:
        when = str(window.Date.new(entry.saved).toLocaleString(self._words.language))
        return save_row(entry, when, elsewhere=self._others.has(entry.id))

    async def name_game(self) -> None:
        """Give the game on the table a name."""
        table, say = self._table, self._words.text
        if table.session is None or table.elsewhere:
            return
        asked, text, ok = map(self._words.message, confirmations.naming())
        name = await dialogs.confirm(asked, text, ok, self._shelf.title(table.id) or "")
        title = (name or "").strip()
        if not title or table.elsewhere:
            return
        if self._on_shelf(lambda: self._shelf.rename(table.id, title)):
            dialogs.toast(say("notice.named", title=title))

    async def delete(self, id: str) -> None:
        """Delete a saved game, after a question."""
        names = {entry.id: entry.name for entry in self._shelf.entries()}
        question = confirmations.deleting(names.get(id, ""))
        if await dialogs.confirm(*map(self._words.message, question)) is not None:
            self._on_shelf(lambda: self._shelf.delete(id))
            self.show()
            self.show_board()
            focus_heading("saves-title")  # the button that was pressed is gone

    def _on_shelf(self, work: Callable[[], object]) -> bool:
        """Do something to the shelf; say what went wrong. Whether it was done."""
        try:
            work()
        except ShelfError as error:
            self._notices.tell_error(error)
            return False
        self._notices.tell_saved(self._shelf.retry())  # there may be room now
        return True

    def download(self, id: str | None = None) -> None:
        """Download a saved game as a file, without an id that on the table."""
        id = id or self._table.id
        if not id:
            return
        try:
            name, text = self._shelf.export(id)
        except ShelfError as error:
            self._notices.tell_error(error)
            return
        files.download(name, text)

    async def open_file(self) -> None:
        """Open a game file that the person picks."""
        text = await files.pick(by_id("import-file"))
        if text is None or not await self._packs.prepare(text):
            return
        try:
            with Slices(self._words, self._packs.room.answer) as pause:
                await self._shelf.prepare_file(text, pause)
            saved = await self._packs.room.answered(lambda: self._shelf.import_text(text))
        except Stopped:
            return
        except ShelfError as error:
            self._notices.tell(error.message, "")
            return
        await self._open_game(saved.id)
        self._notices.tell_saved(saved.notice)
        dialogs.toast(self._words.text("notice.imported"))
