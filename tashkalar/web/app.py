"""The application: inputs become moves, the screen follows, every decision is saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyscript import document, window

from tashkalar import Game, __version__
from tashkalar.errors import PackError
from tashkalar.forms import FORMS
from tashkalar.move import Message
from tashkalar.ui import packs
from tashkalar.ui import settings as settings_file
from tashkalar.ui import words as phrases
from tashkalar.ui.i18n import LANGUAGES, Catalogue
from tashkalar.ui.lesson import is_lesson, lesson
from tashkalar.ui.screen import draw
from tashkalar.ui.session import Session
from tashkalar.ui.settings import Settings
from tashkalar.ui.shelf import STORED_AGAIN, Entry, Saved, Shelf, ShelfError, Store
from tashkalar.ui.tabs import MOMENT, Tabs
from tashkalar.web import dialogs, files, storage, texts
from tashkalar.web.board import BoardView
from tashkalar.web.dom import by_id
from tashkalar.web.lesson import LessonPanel
from tashkalar.web.packs import Packs
from tashkalar.web.panels import Panels
from tashkalar.web.start_screen import Refused, SaveRow, StartScreen


class App:
    """The game on the table, and everything a person can do to it."""

    tabs: Tabs  # this tab among the others; there before the first game

    def __init__(
        self,
        words: Catalogue,
        shelf: Shelf,
        store: Store,
        settings: Settings,
        *,
        embedded: bool = False,
    ) -> None:
        self._store = store
        self.embedded = embedded  # a board inside another page, which keeps nothing
        self.on_shown: Callable[[Session], None] | None = None  # told whenever the screen is drawn
        self.words = words
        self.shelf = shelf
        self.settings = settings
        self.session: Session | None = None
        self.start = StartScreen()
        self.packs = Packs(words, store, self._packs_changed, self.tell, self._schools_on_table)
        self.board = BoardView()
        self._panels = Panels()
        self._lesson = LessonPanel()
        self._gallery = dialogs.Gallery()
        self._id = ""  # of the game on the table, on the shelf
        self._wanted = ""  # the game that was opened last, perhaps still waited for
        self._elsewhere: str | None = None  # another tab plays the game: "open" or "taken"
        self._open_elsewhere: frozenset[str] = frozenset()  # what other tabs have on their tables
        self._looking = False  # what other tabs do will be looked at in a moment
        self._stale = False  # and something that is shown has changed
        self._asked = embedded  # the browser was asked to keep what is stored
        self._at_board = False  # the result has been read, the last position is looked at
        self._announced = (0, 0)  # how far the announcements have come
        by_id("about-version").textContent = f"Tash-Kalar {__version__}"

    def say(self, message: Message | str) -> str:
        """A message in the person's language; a text as it is."""
        return message if isinstance(message, str) else self.words.message(message)

    def tell(self, message: Message, offer: str | None = None) -> None:
        """Show a notice that stays until it is closed; it offers a game as a file, if there is one.

        Without `offer` that is the game on the table.
        """
        if offer is None and self.session is not None:
            offer = self._id
        dialogs.banner(self.say(message), message.id, offer)

    def tell_error(self, error: ShelfError) -> None:
        """Say what could not be done, and offer what there is as a file."""
        self.tell(error.message, error.id)

    def _tell_saved(self, notice: Message | None) -> None:
        """Say what became of a save, if there is something to say."""
        if notice == STORED_AGAIN:
            dialogs.close_banner("storage.")
            dialogs.toast(self.say(notice))
        elif notice:
            self.tell(notice)

    # -- showing -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the session as it is now, or the start screen."""
        if self.session is None:
            document.body.dataset.screen = "start"
            return
        screen = draw(self.session)
        self.board.show(screen, self.words)
        self._panels.show(screen, self.words)
        self._lesson.show(lesson(self.session.game, self.words.language), self.words)
        kind = "game" if screen.kind == "result" and self._at_board else screen.kind
        changed = document.body.dataset.screen != kind
        document.body.dataset.screen = kind
        if changed:
            self._panels.show_latest()
        self._show_elsewhere()
        active = document.activeElement
        if changed or active is None or active == document.body:
            self._focus(kind)
        happened = self._happened()
        if happened != self._announced:
            self._announced = happened
            by_id("announcer").textContent = ". ".join(self.say(m) for m in screen.news)
        if self.on_shown:
            self.on_shown(self.session)

    def _happened(self) -> tuple[int, int]:
        """The number of the last move, and how much has happened in it so far."""
        last = self.session.game.last if self.session else None
        return (last.number, len(last.events)) if last else (0, 0)

    def _focus(self, kind: str) -> None:
        """Put the keyboard where the next decision is."""
        if self.embedded and not document.hasFocus():
            return  # whoever reads the page around must not be torn away from there
        if self._elsewhere:
            by_id("elsewhere-title").focus()
        elif kind == "curtain":
            by_id("curtain-open").focus()
        elif kind == "result":
            by_id("result-title").focus()
        else:
            self.board.focus(self.board.cursor)

    def _decided(self) -> None:
        """A decision was made: save it, then show what came of it."""
        session = self.session
        assert session is not None
        self.refresh()
        if self._elsewhere is None:  # else it was decided too late: another tab has the game
            self._keep(self.shelf.save(self._id, session.game, session.covered))
            if not self._asked and not self.shelf.unsaved:
                self._asked = True
                background(storage.ask_to_persist(self._store))

    # -- deciding ------------------------------------------------------------------------

    def look(self, square: str | None) -> None:
        """Look at a square: hover or focus."""
        if self.session and square != self.session.square and self.session.placement is None:
            self.session.look(square)
            self.refresh()

    def square(self, name: str, *, touched: bool) -> None:
        """Choose a square. A finger cannot hover, so its first tap on a summoning only shows it."""
        session = self.session
        if session is None:
            return
        self.board.set_cursor(name)
        if touched and session.card and session.square != name:
            session.look(name)
        elif session.click(name):
            return self._decided()
        self.refresh()

    def card(self, id: str) -> None:
        """Choose a hand card."""
        if self.session and self.session.click_card(id):
            self._decided()
        else:
            self.refresh()

    def move(self, code: str) -> None:
        """Press the button of a move."""
        if self.session:
            self.session.press(code)
            self._decided()

    async def confirmed_move(self, code: str, asks: str) -> None:
        """Press the button of a move that is explained and confirmed first."""
        say = self.words.text
        title, ok = say(f"confirm.{asks}.title"), say(f"confirm.{asks}.ok")
        if await dialogs.confirm(title, say(f"confirm.{asks}.text"), ok) is not None:
            self.move(code)

    def look_at_move(self, code: str | None) -> None:
        """Look at the button of a placement: hover or focus."""
        session = self.session
        if session and session.in_turn and session.card and session.square and code:
            if any(m.code == code for m in session.moves_on(session.square)):
                session.look_at_placement(code)
                self.refresh()

    def cancel(self) -> None:
        """Lay down what is taken up; leave an earlier position."""
        if self.session:
            self.session.cancel()
            self.refresh()

    def undo(self) -> None:
        """One decision back."""
        if self.session and self.session.undo():
            self._decided()

    def redo(self) -> None:
        """One decision forward."""
        if self.session and self.session.redo():
            self._decided()

    def restart(self) -> None:
        """Take everything back, to try a lesson once more."""
        if self.session and self._elsewhere is None and self.session.restart():
            self._decided()

    def hint(self) -> None:
        """Show, or stop showing, where any card in hand can be summoned."""
        if self.session:
            self.session.lens = not self.session.lens
            button = document.querySelector('.bar [data-action="hint"]')
            button.setAttribute("aria-pressed", str(self.session.lens).lower())
            self.refresh()

    def show_log(self) -> None:
        """The log has been opened as a drawer: begin with what happened last."""
        if self.session and self.session.looking_at is None:
            self._panels.show_latest()

    def look_back(self, number: int) -> None:
        """Show the position after a move of the log."""
        if self.session and not self.session.covered:
            self.session.look_back(number)
            self.refresh()

    def lift_curtain(self) -> None:
        """The player to act is in front of the screen."""
        if self.session and self._elsewhere is None:
            self.session.lift_curtain()
            self._decided()

    def show_last_position(self) -> None:
        """Leave the result for the board."""
        self._at_board = True
        self.refresh()

    async def resign(self) -> None:
        """The player on turn gives up, after a question."""
        session = self.session
        if session is None or session.game.player is None or self._elsewhere:
            return
        if not FORMS[session.game.setup.form].may_resign:
            return
        seat = session.game.player
        text = self.words.text("confirm.resign.text", who=phrases.player(session.game.setup, seat))
        title, ok = self.words.text("confirm.resign.title"), self.words.text("confirm.resign.ok")
        if await dialogs.confirm(title, text, ok) is not None and self.session is session:
            session.resign(seat)
            self._decided()

    # -- games ---------------------------------------------------------------------------

    def put_on_table(
        self,
        game: Game,
        id: str | None = None,
        *,
        covered: bool | None = None,
        elsewhere: str | None = None,
    ) -> None:
        """Make this the game on the table; one without an id is new and put on the shelf.

        With `elsewhere` it can only be looked at, because another tab plays it: "open" there or
        "taken" from here.
        """
        # Nobody sits opposite in a lesson.
        session = Session(game, curtain=self.settings.curtain and not is_lesson(game))
        self._elsewhere = None if game.is_over else elsewhere
        if covered is not None:
            session.covered = covered and not game.is_over
        if self._elsewhere:
            session.covered = True
        self.session, self._at_board = session, self.embedded
        self._announced = self._happened()
        if id is None:
            self._keep(self.shelf.create(game, session.covered))
        else:
            self._id = self._wanted = id
            if self._elsewhere is None and not game.is_over:
                background(self.tabs.claim(self.shelf.key(id)))
        self.refresh()

    def begin(self) -> None:
        """Start the game that the form describes, when the packs of its schools are ready."""
        schools = " ".join(self.start.schools)
        if self.packs.lacking(schools):
            background(self._begin_with_packs(schools))
        else:
            self._begin()

    async def _begin_with_packs(self, schools: str) -> None:
        self.start.error(self.words.text("packs.working.reading"))
        if await self.packs.prepare(schools):
            self._begin()
        else:
            self.start.error("")

    def _begin(self) -> None:
        try:
            game = self.start.game(self.words)
        except Refused as refused:
            self.start.error(self.say(refused.message))
            return
        except ValueError as error:
            argument, _, reason = str(error).partition(": ")
            known = {"schools": "setup.same-school", "names": "setup.names"}
            key = known.get(argument.split("[")[0], "setup.error")
            self.start.error(self.words.text(key, reason=reason))
            return
        self.start.error("")
        if game is not None:
            self.start.leave_secret(self.words)
            self.put_on_table(game)

    def leave_secret(self) -> None:
        """Stop choosing schools in secret."""
        self.start.error("")
        self.start.leave_secret(self.words)
        by_id("setup-start").focus()

    def show_start(self) -> None:
        """Leave the table for the start screen; the game stays on the shelf."""
        self.session = self._elsewhere = None
        self._id = self._wanted = ""
        self.tabs.leave()
        self.start.leave_secret(self.words)
        self.list_saves()
        self.refresh()
        by_id("start-title").focus()

    async def open_game(self, id: str) -> None:
        """Go on with a saved game; only look at it, when another tab has it."""
        self._wanted = id
        if not await self._prepare_packs(id):
            self.show_start()
            return
        ours = await self.tabs.claim(self.shelf.key(id))
        if self._wanted == id:
            self._take_from_shelf(id, None if ours else "open")

    async def _prepare_packs(self, id: str) -> bool:
        """Have the packs of a saved game ready; False, told to the person, if one failed."""
        try:
            text = self.shelf.export(id)[1]
        except ShelfError:
            return True  # opening it will tell
        return await self.packs.prepare(text)

    def _take_from_shelf(self, id: str, elsewhere: str | None) -> None:
        try:
            opened = self.shelf.open(id)
        except ShelfError as error:
            self.show_start()
            self.tell_error(error)
            return
        self.put_on_table(opened.game, opened.id, covered=opened.curtain, elsewhere=elsewhere)
        self._tell_saved(opened.notice)

    def list_saves(self) -> None:
        """Show what is on the shelf."""
        entries = self.shelf.entries()
        for school in {s for entry in entries if entry.summary for s in entry.summary.schools}:
            packs.name(self.words, school)
        self.start.show_saves([self._save_row(entry) for entry in entries], self.words)

    def _save_row(self, entry: Entry) -> SaveRow:
        date = str(window.Date.new(entry.saved).toLocaleString(self.words.language))
        detail = self.say(entry.about)
        elsewhere = self.shelf.key(entry.id) in self._open_elsewhere
        if not entry.kept:
            detail = self.words.text("saves.entry.memory", detail=detail)
        elif elsewhere:
            detail = self.words.text("saves.entry.elsewhere", detail=detail)
        elif entry.saved:
            detail = self.words.text("saves.entry.dated", detail=detail, when=date)
        return SaveRow(entry.id, self.say(entry.name), detail, entry.playable, elsewhere)

    async def name_game(self) -> None:
        """Give the game on the table a name."""
        if self.session is None or self._elsewhere:
            return
        say = self.words.text
        name = await dialogs.confirm(
            say("confirm.name.title"),
            say("confirm.name.text"),
            say("confirm.name.ok"),
            self.shelf.title(self._id) or "",
        )
        title = (name or "").strip()
        if not title or self._elsewhere:
            return
        if self._on_shelf(lambda: self.shelf.rename(self._id, title)):
            dialogs.toast(say("notice.named", title=title))

    async def delete_game(self, id: str) -> None:
        """Delete a saved game, after a question."""
        say = self.words.text
        title = next((self.say(e.name) for e in self.shelf.entries() if e.id == id), "")
        text = say("confirm.delete.text", title=title)
        if (
            await dialogs.confirm(say("confirm.delete.title"), text, say("confirm.delete.ok"))
            is None
        ):
            return
        self._on_shelf(lambda: self.shelf.delete(id))
        self.list_saves()

    def export_game(self, id: str | None = None) -> None:
        """Download a saved game as a file."""
        id = id or self._id
        if not id:
            return
        try:
            name, text = self.shelf.export(id)
        except ShelfError as error:
            self.tell_error(error)
            return
        files.download(name, text)

    async def import_game(self) -> None:
        """Open a game file that the person picks."""
        text = await files.pick(by_id("import-file"))
        if text is None:
            return
        if not await self.packs.prepare(text):
            return
        try:
            saved = self.shelf.import_text(text)
        except ShelfError as error:
            self.tell(error.message, "")
            return
        await self.open_game(saved.id)
        self._tell_saved(saved.notice)
        dialogs.toast(self.words.text("notice.imported"))

    def _on_shelf(self, work: Callable[[], object]) -> bool:
        """Do something to the shelf; say what went wrong. Whether it was done."""
        try:
            work()
        except ShelfError as error:
            self.tell_error(error)
            return False
        self._tell_saved(self.shelf.retry())  # there may be room now
        return True

    def _keep(self, saved: Saved) -> None:
        """The game on the table is on the shelf: remember where, and tell what there is to tell."""
        if saved.id != self._id:
            self._id = self._wanted = saved.id
            background(self.tabs.claim(self.shelf.key(saved.id)))
        self._tell_saved(saved.notice)

    # -- other tabs ----------------------------------------------------------------------

    def _show_elsewhere(self) -> None:
        """In the place of the curtain stands that another tab plays the game, if one does."""
        document.body.toggleAttribute("data-elsewhere", self._elsewhere is not None)
        if self._elsewhere:
            for part in ("title", "text", "take"):
                by_id(f"elsewhere-{part}").textContent = self.words.text(
                    f"elsewhere.{self._elsewhere}.{part}"
                )

    async def take_over(self) -> None:
        """Play the game here that another tab has."""
        if self._elsewhere is None:
            return
        id = self._wanted = self._id
        key = self.shelf.key(id)
        text = await self.tabs.take_over(key)
        if self.tabs.held != key or self._wanted != id:
            return
        if text:
            self.shelf.take_over(key, text)
        self._take_from_shelf(id, None)
        self.tabs.got(key)

    def taken(self, game: str) -> str:
        """Another tab goes on with the game: stop, and give its newest text."""
        text = self.shelf.lend(game) or ""
        if self.session is not None and self.shelf.key(self._id) == game:
            self.put_on_table(self.session.game, self._id, elsewhere="taken")
            self._focus("curtain")
        return text

    def delivered(self, game: str) -> None:
        """The other tab has what `taken` gave."""
        self.shelf.let_go(game)

    def shelf_changed(self) -> None:
        """Another tab has saved, renamed or deleted something, or may have."""
        self._stale = True
        self.others_changed()

    def others_changed(self) -> None:
        """Other tabs have opened or left games."""
        if not self._looking:
            self._looking = True
            background(self._look_at_others())

    async def _look_at_others(self) -> None:
        """Follow what other tabs do: in the list, or on the board of a game that one plays."""
        await asyncio.sleep(MOMENT)  # much may happen at once, and a lock goes a little later
        self._looking = False
        marks = await self.tabs.open_elsewhere()
        changed = self._stale or marks != self._open_elsewhere
        self._stale, self._open_elsewhere = False, marks
        if changed and self.session is None:
            self.list_saves()
        elif changed and self._elsewhere:
            self._take_from_shelf(self._id, self._elsewhere)

    def hidden(self) -> None:
        """The page is being left, for good or to come back to."""
        self.tabs.leave()

    def shown(self, *, restored: bool) -> None:
        """The page is looked at again; `restored`: it was left, and others could have its game."""
        self._tell_saved(self.shelf.retry())
        self.shelf_changed()
        if restored and self.session is not None and self._elsewhere is None:
            background(self.open_game(self._id))

    # -- packs ---------------------------------------------------------------------------

    def show_packs(self) -> None:
        """Fill the list of packs."""
        self.packs.opened()

    def _packs_changed(self) -> None:
        """Other schools can be chosen now, or have other names."""
        self.start.show_packs(self.packs.offered, self.words)
        if self.session is None:
            self.list_saves()

    def _schools_on_table(self) -> tuple[str, ...]:
        return self.session.game.setup.schools if self.session else ()

    def pack_failed(self, error: PackError) -> None:
        """A pack has failed in the game on the table, which is as it was before the move."""
        self.show_start()
        message = self.packs.failed(error)
        self.tell(message)

    # -- reference and settings ----------------------------------------------------------

    def show_rules(self) -> None:
        """Fill the rules dialog."""
        dialogs.fill_rules(self.words)

    def show_gallery(self) -> None:
        """Fill the gallery; the cards of packs come when they are there."""
        self._gallery.show(self.words)
        offered = " ".join(self.packs.offered)
        if self.packs.lacking(offered):
            background(self._show_gallery_of_packs(offered))

    async def _show_gallery_of_packs(self, offered: str) -> None:
        await self.packs.prepare(offered)
        self._gallery.show(self.words)

    def show_card(self, id: str) -> None:
        """Open a card large."""
        school = "northern"
        if self.session:
            school = self.session.game.setup.schools[self.session.seat - 1]
        dialogs.open_card(id, school, self.words)

    def show_settings(self) -> None:
        """Make the controls show what is set."""
        for name, value in self.settings.as_mapping().items():
            for control in document.querySelectorAll(f'[data-setting="{name}"]'):
                if control.type == "checkbox":
                    control.checked = value is True
                elif control.type == "radio":
                    control.checked = control.value == value
                else:
                    control.value = value or self.words.language

    async def change_setting(self, name: str, value: str | bool) -> None:
        """A control was changed: keep it and put it into effect."""
        if name == "language" and not await self.speak(str(value)):
            self.show_settings()
            return
        self.settings = Settings.of({**self.settings.as_mapping(), name: value})
        if trouble := settings_file.write(self._store, self.settings):
            self.tell(trouble)
        self.apply_settings()
        self.refresh()

    def apply_settings(self) -> None:
        """Put theme, contrast and motion into effect on the page."""
        root = document.documentElement
        settings, contrast = self.settings, self.settings.contrast
        if contrast == "auto" and window.matchMedia("(prefers-contrast: more)").matches:
            contrast = "more"
        for name, value in (
            ("theme", None if settings.theme == "auto" else settings.theme),
            ("contrast", "more" if contrast == "more" else None),
            ("motion", None if settings.motion == "auto" else settings.motion),
            ("hints", None if settings.legal else "off"),
        ):
            if value is None:
                root.removeAttribute(f"data-{name}")
            else:
                root.setAttribute(f"data-{name}", value)
        if self.session:
            self.session.use_curtain = self.settings.curtain and not is_lesson(self.session.game)

    async def speak(self, language: str) -> bool:
        """Change the language without a reload; False, told to the person, when that failed."""
        if language not in LANGUAGES:
            return False
        if not await texts.load(self.words, language):
            dialogs.toast(self.words.text("notice.offline-language"))
            return False
        texts.write_page(self.words)
        self.packs.teach()
        self.start.show_packs(self.packs.offered, self.words)
        self.start.leave_secret(self.words)
        self.list_saves()
        return True


def background(work: object) -> None:
    """Let an asynchronous action run to its end."""
    if asyncio.iscoroutine(work):
        _running.add(task := asyncio.ensure_future(work))
        task.add_done_callback(_running.discard)


_running: set[asyncio.Future[object]] = set()
