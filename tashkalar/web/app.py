"""The application: which game is on the table, and that every decision in it is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyscript import document

from tashkalar import Game, __version__
from tashkalar.errors import PackError, PackStopped
from tashkalar.ui.bots.computer_seats import Bots
from tashkalar.ui.lessons.lesson_file import Lesson
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.key_value_store import Store
from tashkalar.ui.storage.saved_games import Opened, Saved, Shelf, ShelfError, Stopped
from tashkalar.ui.storage.settings import Settings
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, local_storage
from tashkalar.web.browser.dom import by_id, focus_heading
from tashkalar.web.browser.tasks import background
from tashkalar.web.browser.time_slices import Slices, unseen
from tashkalar.web.play.computer_seats import Opponents
from tashkalar.web.play.pack_requests import Asking
from tashkalar.web.play.seats import Seats
from tashkalar.web.play.table import Table
from tashkalar.web.screens.learn import Learn
from tashkalar.web.screens.new_game import NewGame
from tashkalar.web.screens.notices import Notices
from tashkalar.web.screens.other_tabs import OtherTabs
from tashkalar.web.screens.pack_dialogs import Packs
from tashkalar.web.screens.preferences import Preferences
from tashkalar.web.screens.reference import Reference
from tashkalar.web.screens.result import Result
from tashkalar.web.screens.review import ReviewDialog
from tashkalar.web.screens.saved_games import SavedGames
from tashkalar.web.screens.start_screen import StartScreen


class App:
    """The parts of the page, and the way of a game between the shelf and the table.

    `embedded` is a board inside another page, which keeps nothing.
    """

    def __init__(
        self,
        words: Catalogue,
        shelf: Shelf,
        store: Store,
        settings: Settings,
        *,
        embedded: bool = False,
    ) -> None:
        self.words = words
        self.embedded = embedded
        self.shelf = shelf
        self._store = store
        self.start = StartScreen(words, store)
        self.table = table = Table(words, self._decided, embedded=embedded)
        self.notices = Notices(words, lambda: table.id)
        tell = self.notices.tell
        self.packs = Packs(words, store, self._packs_changed, tell, lambda: table.schools)
        room = self.packs.room
        table.asking = Asking(room, table, self._pack_works, self.pack_failed)
        table.on_stopped = self._pack_stopped
        self.opponents = Opponents(table, room, tell, self.pack_failed)
        self.others = OtherTabs(shelf, self._taken, self._follow)
        self.saves = SavedGames(
            words,
            shelf,
            self.start,
            table,
            self.packs,
            self.others,
            self.notices,
            self.open_game,
        )
        self.new_game = NewGame(words, self.start, self.packs, self._begin)
        self.preferences = Preferences(words, store, settings, table, tell, self._spoken)
        self.reference = Reference(words, self.packs, table)
        self.seats = Seats(words, table)
        self.review = ReviewDialog(
            words, table, self.opponents.thinker, room, self._begin, self.pack_failed
        )
        self.result = Result(words, table, self._begin)
        self.learn = Learn(words, store, table, tell, alone=embedded)
        self._wanted = ""  # the game that was opened last, perhaps still waited for
        self._linked: tuple[Sequence[str], Callable[[], None]] | None = None  # see `put_on_table`
        self._asked = embedded  # the browser was asked to keep what is stored
        by_id("about-version").textContent = f"Tash-Kalar {__version__}"

    # -- to the table and back -----------------------------------------------------------

    def put_on_table(
        self,
        game: Game,
        id: str | None = None,
        *,
        covered: bool | None = None,
        elsewhere: str | None = None,
        bots: Bots | None = None,
        linked: Callable[[], None] | None = None,
    ) -> None:
        """Make this the game on the table; one without an id is new and put on the shelf.

        `bots` are the seats that the computer plays. A game that came by a link is only put on the
        shelf with its first decision, or when the person wants it kept; `linked` is called then,
        or when it leaves the table. With `elsewhere` a game can only be looked at, because another
        tab plays it: "open" there or "taken" from here.
        """
        self._leave_link()
        self.learn.leave()
        self.learn.forget()
        self.table.lay(game, covered=covered, elsewhere=elsewhere, bots=bots)
        if linked:
            self.table.id = self._wanted = ""
            self._linked = (game.codes, linked)
        elif id is None:
            assert self.table.session is not None
            self._keep(self.shelf.create(game, self.table.session.covered, bots=bots))
        else:
            self.table.id = self._wanted = id
            if self.table.elsewhere is None and not game.is_over:
                self.others.claim(id)
        self.table.refresh()
        self.opponents.follow()

    def _begin(self, game: Game, bots: Bots) -> None:
        """A new game, as the start screen describes it."""
        self.put_on_table(game, bots=bots)

    async def open_game(self, id: str) -> None:
        """Go on with a saved game; only look at it, when another tab has it."""
        self._wanted = id
        if not await self._prepare_packs(id):
            self.show_start()
            return
        ours = await self.others.tabs.claim(self.shelf.key(id))
        try:
            with Slices(self.words, self.packs.room.answer) as pause:
                await self.shelf.prepare(id, pause)
        except Stopped:
            self.show_start()
            return
        if self._wanted == id:
            await self._take_when_answered(id, None if ours else "open")

    async def _prepare_packs(self, id: str) -> bool:
        """Have the packs of a saved game ready; False, told to the person, if one failed."""
        try:
            text = self.shelf.export(id)[1]
        except ShelfError:
            return True  # opening it will tell
        return await self.packs.prepare(text)

    async def _take_when_answered(self, id: str, elsewhere: str | None) -> None:
        """The same as `_take_from_shelf`, when the packs have said what they must."""
        await self.packs.room.answered(lambda: self._take_from_shelf(id, elsewhere))

    def _take_from_shelf(self, id: str, elsewhere: str | None) -> None:
        text = self.shelf.lend(self.shelf.key(id)) or ""
        try:
            opened = self.shelf.open(id)
        except ShelfError as error:
            self.show_start()
            self.notices.tell_error(error)
            return
        self.put_on_table(
            opened.game,
            opened.id,
            covered=opened.curtain,
            elsewhere=elsewhere,
            bots=opened.bots,
        )
        self.notices.tell_saved(opened.notice)
        if opened.rest:
            background(self._recall(opened, text))

    async def _recall(self, opened: Opened, text: str) -> None:
        """Give a long game its history, while it is played."""

        def wanted() -> bool:
            return self.table.session is not None and self.table.session.game is opened.game

        recalling = self.shelf.recall(opened, text)
        notice = await unseen(recalling, wanted, self.packs.room.answer)
        if wanted():
            self.table.recalled()
            self.notices.tell_saved(notice)

    def show_start(self) -> None:
        """Leave the table for the start screen; the game stays on the shelf."""
        self.learn.forget()
        session = self.table.session
        left = (self.table.id, session.game) if session else None
        self._clear_table()
        self.start.leave_secret()
        self.saves.show()
        document.body.dataset.screen = "start"
        self.saves.show_board(left)
        focus_heading("start-title")

    def _clear_table(self) -> None:
        self._leave_link()
        self.learn.leave()
        self.table.clear()
        self._wanted = ""
        self.others.tabs.leave()

    # -- lessons -------------------------------------------------------------------------

    async def open_lesson(self, id: str) -> None:
        """Take up a lesson of the course."""
        if lesson := await self.learn.open(id):
            await self.take_lesson(lesson)

    async def take_lesson(self, lesson: Lesson) -> None:
        """Put a lesson on the table, as far as the person has come in it."""
        if await self.learn.load_words():
            self._clear_table()
            self.learn.begin(lesson)
            self.opponents.follow()
        elif self.table.session is None:
            self.show_start()

    async def show_lessons(self) -> None:
        """Show the list of the lessons."""
        self.learn.forget()
        self._clear_table()
        if not await self.learn.show_list():
            self.show_start()

    async def go_on_learning(self) -> None:
        """From a part of a lesson to the next, and from the last to the lesson that follows."""
        following = self.learn.go_on()
        if following:
            await self.open_lesson(following)
        elif following is not None:
            await self.show_lessons()

    # -- saving --------------------------------------------------------------------------

    def _decided(self) -> None:
        """Save a decision."""
        session = self.table.session
        assert session is not None
        if self.table.tutor:
            self.opponents.follow()  # nothing of a lesson is kept but how far it has come
            return
        lifted = self._linked and session.game.codes == self._linked[0]  # the curtain, no more
        if self.table.elsewhere is None and not lifted:
            self._save(session)  # else it was decided too late: another tab has the game
        self.opponents.follow()

    def _save(self, session: Session) -> None:
        if self._linked:
            self.keep_linked()
        else:
            bots = session.opponents.bots
            self._keep(self.shelf.save(self.table.id, session.game, session.covered, bots))
        if not self._asked and not self.shelf.unsaved:
            self._asked = True
            background(local_storage.ask_to_persist(self._store))

    def keep_linked(self) -> None:
        """Put the game on the table on the shelf, if it came by a link and is not there yet."""
        if self._linked and (session := self.table.session):
            bots = session.opponents.bots
            self._keep(self.shelf.create(session.game, session.covered, bots=bots))
            self._leave_link()

    def _leave_link(self) -> None:
        """The game on the table is no longer, or not only, that of a link."""
        if self._linked:
            (_, left), self._linked = self._linked, None
            left()

    def _keep(self, saved: Saved) -> None:
        """The game on the table is on the shelf: remember where, and tell what there is to tell."""
        if saved.id != self.table.id:
            self.table.id = self._wanted = saved.id
            self.others.claim(saved.id)
        self.notices.tell_saved(saved.notice)

    # -- other tabs ----------------------------------------------------------------------

    async def take_over(self) -> None:
        """Play the game here that another tab has."""
        if self.table.elsewhere is None:
            return
        id = self._wanted = self.table.id
        key, tabs = self.shelf.key(id), self.others.tabs
        text = await tabs.take_over(key)
        if tabs.held != key or self._wanted != id:
            return
        if text:
            self.shelf.take_over(key, text)
        await self._take_when_answered(id, None)
        tabs.got(key)

    def _taken(self, game: str) -> None:
        """Another tab goes on with a game: it can only be looked at here."""
        if self.table.session is not None and self.shelf.key(self.table.id) == game:
            session = self.table.session
            bots = session.opponents.bots
            self.put_on_table(session.game, self.table.id, elsewhere="taken", bots=bots)
            self.table.focus_curtain()

    def _follow(self) -> None:
        """Show what other tabs have done: in the list, or on the board of a game that one plays."""
        if self.table.session is None:
            self.saves.show()
            self.saves.show_board()
        elif self.table.elsewhere:
            background(self._take_when_answered(self.table.id, self.table.elsewhere))

    def hidden(self) -> None:
        """The page is being left, for good or to come back to."""
        self.others.tabs.leave()

    def shown(self, *, restored: bool) -> None:
        """The page is looked at again; `restored`: it was left, and others could have its game."""
        self.notices.tell_saved(self.shelf.retry())
        self.others.shelf_changed()
        if restored and self.table.id and self.table.elsewhere is None:
            background(self.open_game(self.table.id))

    # -- what has changed elsewhere on the page ------------------------------------------

    def _packs_changed(self) -> None:
        """Other schools can be chosen now, or have other names."""
        self.start.show_packs(self.packs.offered)
        if self.table.session is None:
            self.saves.show()

    def pack_failed(self, error: PackError) -> None:
        """A pack has failed in the game on the table, which is as it was before the move."""
        self.packs.room.forgive()
        self.show_start()
        self.notices.tell(self.packs.failed(error))

    def _pack_stopped(self, error: PackStopped) -> None:
        """A card took too long in a person's hands: the game stands as it was, and goes on."""
        self.packs.room.forgive()
        self.notices.tell(self.packs.stopped(error))

    def _pack_works(self) -> None:
        """A pack lets a person wait."""
        dialogs.toast(self.words.text("packs.working.move"), passing=True)

    def _spoken(self) -> None:
        """Everything is said in another language from now on."""
        self.packs.teach()
        self.start.show_packs(self.packs.offered)
        self.start.leave_secret()
        self.saves.show()
        self.reference.spoken()
        if document.body.dataset.screen == "learn":
            background(self.learn.show_list())
