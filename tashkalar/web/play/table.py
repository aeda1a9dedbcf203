"""The game on the table: inputs become moves, and the screen follows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyscript import document, window

from tashkalar import Game
from tashkalar.errors import PackError, PackStopped
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import END
from tashkalar.rules.execution import Unanswered
from tashkalar.ui.bots.computer_seats import Bots
from tashkalar.ui.lessons.lesson_runner import Tutor
from tashkalar.ui.screen import animation, confirmations, sounds
from tashkalar.ui.screen.screen import Drawing, draw_board
from tashkalar.ui.screen.turn_replay import held, meanwhile
from tashkalar.ui.session.goal_panel import lesson
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.game_choices import not_begun
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.phrases import stones
from tashkalar.ui.views import OnBoard, Screen
from tashkalar.web.board.board import BoardView
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.frames import Afterwards, WithNextFrame
from tashkalar.web.browser.time_slices import worked
from tashkalar.web.play import log_panel
from tashkalar.web.play.animation import Film
from tashkalar.web.play.goal_panel import LessonPanel
from tashkalar.web.play.pack_requests import Asking, asks_packs
from tashkalar.web.play.panels import Panels
from tashkalar.web.play.preview_prefetch import Ahead
from tashkalar.web.play.sounds import Sound
from tashkalar.web.play.turn_replay import MeanwhilePanel

AWAY = 0.12  # seconds until a card that was only pointed at is gone again
# Milliseconds of finding out what a choice would do: before the board is drawn, then at a time.
AT_ONCE, SLICE = 8.0, 20.0
ENDS = 4.0  # seconds after which a turn ends by itself, where a person wants that


class Table:
    """The session that is shown, and everything that a player can do in it.

    What a person chooses shows on the board first; the panels around it follow when that is painted
    (`Afterwards`). `decided` is called after every decision, when the board shows it.
    """

    def __init__(
        self, words: Catalogue, decided: Callable[[], None], *, embedded: bool = False
    ) -> None:
        self._words = words
        self._after_decision = decided
        self._embedded = embedded  # a board inside another page
        self.session: Session | None = None
        self.id = ""  # of the game, on the shelf; empty while there is none
        self.elsewhere: str | None = None  # another tab plays the game: "open" or "taken"
        self.on_shown: Callable[[Session], None] | None = None  # told whenever the screen is drawn
        self.tutor: Tutor | None = None  # of the lesson that is on the table
        self.asking: Asking | None = None  # waits for packs
        self.on_stopped: Callable[[PackStopped], None] = lambda error: None  # one was too slow
        self.on_result: Callable[[], None] | None = None  # told when the result comes up
        self.on_taught: Callable[[], None] | None = None  # told whenever a lesson is drawn
        self.board = BoardView()
        self.sound = Sound()
        self.film = Film(words, self.sound)
        self._waited = False  # a computer player decided last: see `sounds.turning`
        self.meanwhile = MeanwhilePanel(words, self.film)
        self._panels = Panels()
        self._lesson = LessonPanel()
        self._curtain = True
        self._longer = False
        self.ends = False  # a turn ends by itself when nothing is left to do
        self._at_board = False  # the result has been read, the last position is looked at
        self._announced = (0, 0)  # how far the announcements have come
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._to_focus = self._to_scroll = False  # see `_settle`
        self._to_tell = False  # something has happened that was not announced yet
        self._afterwards = Afterwards()
        self._ahead = Ahead()
        self._hurried = False  # somebody waits for what is drawn afterwards
        # At something else, perhaps at many in a row.
        self._looking = WithNextFrame(lambda: self._redraw(painting=True))

    # -- laying and clearing -------------------------------------------------------------

    def lay(
        self,
        game: Game,
        *,
        covered: bool | None = None,
        elsewhere: str | None = None,
        bots: Bots | None = None,
    ) -> None:
        """Make this the game on the table, not shown yet; see `App.put_on_table`."""
        self.clear()
        session = Session(game, bots=bots)
        self.session, self._at_board = session, self._embedded
        session.has_result = not self._embedded
        self.use_curtain(self._curtain)
        self.use_patience(self._longer)
        session.covered = (session.use_curtain if covered is None else covered) and not game.is_over
        self.elsewhere = None if game.is_over else elsewhere
        if self.elsewhere:
            session.covered = True
        self._announced = self._happened()

    def recalled(self) -> None:
        """The game has its history now, which was there before anything that is to be told."""
        before, after = self._announced[0], self._happened()
        if session := self.session:
            self.finish()  # it counts from a number that another move has now
            session.recalled(after[0] - before)
            self._announced = after
            self.refresh()

    def lay_lesson(self, tutor: Tutor) -> None:
        """Put a part of a lesson on the table; it is kept nowhere."""
        self.clear()
        self.tutor, self.session, self._at_board = tutor, tutor.session, True
        self._announced = self._happened()

    def clear(self) -> None:
        """Take the game off."""
        self.finish()
        self._looking.drop()
        self._ahead.stop()
        self.meanwhile.drop()
        self.film.stop()
        self.session = self.elsewhere = self.tutor = None
        self.id = ""

    def rest(self, game: Game | None) -> None:
        """With nothing on the table: show a position on the board, or none, to be looked at."""
        if game is None and self.board.untouched:
            return
        session = Session(game or not_begun(), curtain=False)
        session.read_only = True
        self.board.show(draw_board(session), self._words)
        self.board.tell(self._words)

    def use_curtain(self, on: bool) -> None:
        """Whether the hands are hidden when the device changes hands."""
        self._curtain = on
        if self.session:
            opposite = self.session.someone_opposite and self.tutor is None
            self.session.use_curtain = on and opposite

    def use_patience(self, on: bool) -> None:
        """Whether computer players think longer."""
        self._longer = on
        if self.session:
            self.session.opponents.longer = on

    @property
    def school(self) -> str | None:
        """The school whose stones the player to act plays with."""
        return stones(self.session.game.setup, self.session.seat) if self.session else None

    @property
    def schools(self) -> tuple[str, ...]:
        """The schools in the game, none without one."""
        return self.session.game.setup.schools if self.session else ()

    # -- showing -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the session as it is now; without one the start screen, or the list of lessons."""
        self.finish()
        if self.session is None:
            if document.body.dataset.screen != "learn":
                document.body.dataset.screen = "start"
            return
        self._surround(self._draw_board(self.session).screen)
        self._settle()

    def finish(self) -> None:
        """Draw now what waits until the board is painted: an input may be meant for it."""
        self._hurried = True
        try:
            self._afterwards.now()
        finally:
            self._hurried = False

    def put_off(self, act: Callable[[], None]) -> bool:
        """Do something when the board is painted; False, and nothing is done, if it is."""
        return self._afterwards.also(act)

    def _redraw(self, *, painting: bool = False) -> None:
        """Show the session as it is now, the board before what is around it.

        With what the choice looked at would do, as far as that is found out soon; `painting`: this
        is part of a frame.
        """
        self.finish()
        if session := self.session:
            self._foresees(session, AT_ONCE)
            self._follow(session, self._draw_first(session), painting=painting)

    def _draw_first(self, session: Session) -> Drawing | None:
        """Draw the board, and give what is still to be drawn around it.

        The curtain falls and rises with the board: behind it the hands are cleared when it is seen.
        Another kind of screen is drawn whole, and nothing is left.
        """
        drawing = self._draw_board(session)
        shown, kind = document.body.dataset.screen, self._kind(drawing.board)
        if {shown, kind} == {"curtain", "game"}:
            self._panels.curtain(drawing.board.curtain)
            self._show_elsewhere()
            document.body.dataset.screen = kind
            self._to_focus = self._to_scroll = True
        elif shown != kind:
            self._surround(drawing.screen)
            return None
        return drawing

    def _follow(
        self,
        session: Session,
        drawing: Drawing | None,
        first: Callable[[], None] | None = None,
        *,
        painting: bool = False,
    ) -> None:
        """When the board is painted, do something `first`, then draw what is left."""

        def follow() -> None:
            if self.session is not session:
                return
            if drawing and not first and self._foresees(session, SLICE):
                self._follow(session, self._draw_board(session))
                return
            try:
                if first:
                    first()
            finally:
                if drawing:
                    self._surround(drawing.screen)
                self._settle()

        if drawing is None:
            follow()
        else:
            self._panels.busy(True)
            self._afterwards.put(follow, painting=painting)

    def _look_elsewhere(self) -> None:
        """Show the session with the next frame; a choice before that shows it too."""
        self._panels.busy(True)
        self._looking.ask()

    def _draw_board(self, session: Session) -> Drawing:
        self._looking.drop()
        self._ahead.stop()
        drawing = Drawing(session)
        self.board.show(drawing.board, self._words)
        happened = self._happened()
        self._to_tell |= happened != self._announced
        self._announced = happened
        return drawing

    def _kind(self, drawn: OnBoard | Screen) -> str:
        return "game" if drawn.kind == "result" and self._at_board else drawn.kind

    def _surround(self, screen: Screen) -> None:
        """Draw everything but the board."""
        assert self.session is not None
        self.board.tell(self._words)
        more_told = self._panels.show(screen, self._words)
        self._show_lens(self.session.lens)
        self._lesson.show(lesson(self.session.game, self._words.language), self._words)
        kind = self._kind(screen)
        changed = document.body.dataset.screen != kind
        document.body.dataset.screen = kind
        document.body.toggleAttribute("data-covered", kind == "curtain")
        if kind == "result" and self.on_result:
            self.on_result()
        self._show_elsewhere()
        if self._to_tell:
            self._to_tell = False
            by_id("announcer").textContent = ". ".join(map(self._words.message, screen.news))
        self._to_focus |= changed
        self._to_scroll |= changed or more_told
        if self.tutor and self.on_taught:
            self.on_taught()
        if self.session.considered and not self.session.foreseen:
            self._soon("foresee", 0, self._foresee)
        else:
            self._not_now("foresee")  # what was begun is stale
        if self.on_shown:
            self.on_shown(self.session)

    def _settle(self) -> None:
        """Put the keyboard where the next decision is, and the log at its end.

        Both make the browser lay the page out: once, after all is written.
        """
        self._panels.busy(False)
        active = document.activeElement
        if self._to_focus or active is None or active == document.body:
            self._focus(str(document.body.dataset.screen))
        if self._to_scroll:
            log_panel.show_latest()
        self._to_focus = self._to_scroll = False
        if self.session and not self.elsewhere:
            self._ahead.begin(self.session)

    def _happened(self) -> tuple[int, int]:
        """The number of the last move, and how much has happened in it so far."""
        last = self.session.game.last if self.session else None
        return (last.number, len(last.events)) if last else (0, 0)

    def _show_elsewhere(self) -> None:
        """In the place of the curtain stands that another tab plays the game, if one does."""
        document.body.toggleAttribute("data-elsewhere", self.elsewhere is not None)
        if self.elsewhere:
            for part in ("title", "text", "take"):
                text = self._words.text(f"elsewhere.{self.elsewhere}.{part}")
                by_id(f"elsewhere-{part}").textContent = text

    def focus_curtain(self) -> None:
        """Put the keyboard on the curtain, or on what stands in its place."""
        self._focus("curtain")

    def _focus(self, kind: str) -> None:
        """Put the keyboard where the next decision is."""
        if self._embedded and not document.hasFocus():
            return  # whoever reads the page around must not be torn away from there
        if self.elsewhere:
            by_id("elsewhere-title").focus()
        elif kind == "curtain":
            by_id("curtain-open").focus()
        elif kind == "result":
            by_id("result-title").focus()
        elif not (window.matchMedia("(pointer: coarse)").matches and _untouched()):
            self.board.focus(self.board.cursor)

    # -- looking -------------------------------------------------------------------------

    def look(self, square: str | None) -> None:
        """Look at a square: hover or focus."""
        if self.session and self.session.hover(square):
            self._look_elsewhere()

    def glance(self, card: str | None) -> None:
        """Look at a hand card without taking it up: hover or focus."""
        self._not_now("glance")
        if self.session and self.session.glance_at(card):
            self._look_elsewhere()

    def glance_away(self) -> None:
        """The pointer or the focus has left the hand: wait a moment, it may only cross a gap."""
        self._soon("glance", AWAY, lambda: self.glance(None))

    def _foresee(self) -> None:
        """Find out what the choice looked at would do, and say it; a click need not wait for it."""
        session = self.session
        if session is None:
            return
        try:
            done = worked(session.foreseeing(), SLICE)
        except Unanswered as wanted:
            if self.asking:
                self.asking.foresee(wanted, lambda: self._soon("foresee", 0, self._foresee))
            return
        except PackError:
            return  # whoever makes the move is told
        if not done:
            self._soon("foresee", 0, self._foresee)
        elif session.foreseen:
            self.refresh()

    def _foresees(self, session: Session, milliseconds: float) -> bool:
        """Find that out for so long; whether it is known since now. Nobody is asked."""
        if self._hurried or session.foreseen or not session.considered:
            return False
        try:
            return worked(session.foreseeing(), milliseconds) and session.foreseen is not None
        except (Unanswered, PackError):
            return False  # see `_foresee`

    def _not_now(self, what: str) -> None:
        if waiting := self._later.pop(what, None):
            waiting.cancel()

    def _soon(self, what: str, seconds: float, act: Callable[[], None]) -> None:
        """Do something in a moment, unless the same is wanted again before."""
        self._not_now(what)
        self._later[what] = asyncio.get_event_loop().call_later(seconds, act)

    def look_at_move(self, code: str) -> None:
        """Look at the button of a placement: hover or focus."""
        if self.session and self.session.look_at_placement(code):
            self._look_elsewhere()

    def point_at(self, code: str | None) -> None:
        """Look at the button of any move, or away from it: hover or focus."""
        self._not_now("point")
        if self.session and self.session.point_at(code):
            self._look_elsewhere()

    def point_away(self) -> None:
        """The focus leaves a button: a redraw has to wait until it has arrived elsewhere."""
        self._soon("point", AWAY, lambda: self.point_at(None))

    def hint(self) -> None:
        """Show, or stop showing, where any card in hand can be summoned."""
        if self.session:
            self.session.lens = not self.session.lens
            self._redraw()

    def threats(self) -> None:
        """Show, or stop showing, what the others could summon."""
        if self.session:
            self.session.threats = not self.session.threats
            self._redraw()

    def _show_lens(self, on: bool) -> None:
        button = document.querySelector('.bar [data-action="hint"]')
        button.setAttribute("aria-pressed", str(on).lower())

    def show_log(self) -> None:
        """The log has been opened as a drawer: begin with what happened last."""
        if self.session and self.session.looking_at is None:
            log_panel.show_latest()

    def look_back(self, number: int) -> None:
        """Show the position after a move of the log."""
        if self.session and not self.session.covered:
            self.meanwhile.drop()
            self.film.stop()
            self.session.pause()
            self.session.look_back(number)
            self.refresh()

    def watch(self, number: int) -> float:
        """The same, with the move as it was made; the seconds that it takes."""
        self.look_back(number)
        scenes = animation.replayed(self.session) if self.session and self.film.tempo else ()
        self.film.play(scenes)
        return sum(scene.lasts for scene in scenes) * self.film.tempo / 1000

    def look_at_result(self, move: int) -> None:
        """Leave the result for the board as it was after a move; 0 is the beginning."""
        self._at_board = True
        self.watch(move)

    def show_result(self) -> None:
        """Back from the board to the result."""
        self._at_board = False
        self.refresh()

    def show_line(self, number: int) -> None:
        """Bring the line of a move into view in the log."""
        if line := document.querySelector(f'#log [data-log="{number}"]'):
            line.scrollIntoView({"block": "nearest"})

    def show_last_position(self) -> None:
        """Leave the result for the board."""
        self._at_board = True
        self.refresh()

    # -- deciding ------------------------------------------------------------------------

    def _decided(self, *, quietly: bool = False) -> None:
        if self.tutor:
            self.tutor.taken_up()
            self.tutor.decided()
        session = self.session
        assert session is not None
        self.finish()
        self.meanwhile.drop()
        if not session.game.is_over and self.tutor is None:
            self._at_board = self._embedded  # the next result is read again
        seen = self._announced
        if self.ends and not quietly and self.tutor is None:
            session.ends_soon = session.is_spent
        drawing = self._draw_first(session)
        if session.ends_soon:
            self._soon("end", ENDS, self._end)
        hear = None
        if seen != self._announced and not quietly:
            hear = self._show_what_happened(session, seen)
        else:
            self.film.stop()  # it may hold the board as it was before the computer began
        self._waited = session.waiting

        self._follow(session, drawing, hear)
        self._after_decision()  # saving waits for nothing

    def _show_what_happened(self, session: Session, seen: tuple[int, int]) -> Callable[[], None]:
        """Let what has happened since be seen, and give what lets it be heard."""
        waited = self._waited
        scenes = animation.since(session, seen) if self.film.tempo else None
        speed = session.opponents.speed
        self.film.show(scenes or (), speed=speed)

        def hear() -> None:
            if self.sound.on:
                happened = animation.since(session, seen) if scenes is None else scenes
                self.film.hear(happened, sounds.turning(session, waited=waited), speed=speed)

        return hear

    @asks_packs
    def square(self, name: str, *, touched: bool) -> None:
        """Choose a square, with a finger or otherwise."""
        session = self.session
        if session is None or self._watched():
            return
        self.board.set_cursor(name)
        decided = session.tap(name) if touched else session.click(name)
        if decided:
            self._decided()
        else:
            self._looked(name)
            self._redraw()

    def _looked(self, square: str) -> None:
        """A square was chosen that decides nothing: perhaps there is something to say to it."""
        session = self.session
        if self.tutor and session and not session.read_only:
            if not session.moves_on(square) and square not in session.origins:
                self.tutor.tried(square)
            else:
                self.tutor.taken_up()

    @asks_packs
    def card(self, id: str) -> None:
        """Choose a hand card."""
        if self._watched():
            return
        if self.session and self.session.click_card(id):
            self._decided()
        else:
            if self.tutor:
                self.tutor.taken_up()
            self._redraw()

    def hold_card(self, card: str) -> bool:
        """Take a hand card up, to be dragged; whether it is up."""
        session = self.session
        if session is None or not session.in_turn or not session.moves or self.meanwhile.open:
            return False
        if session.card != card:
            self.card(card)
        return session.card == card

    def hold(self, square: str | None) -> bool:
        """Take up the piece on a square, to be dragged; whether it can be moved."""
        if self.session is None or square is None or self.meanwhile.open:
            return False
        held = self.session.hold(square)
        if held:
            self._redraw()
        return held

    @asks_packs
    def drop(self, square: str | None) -> None:
        """Let go of what is dragged."""
        if self.session and self.session.drop(square):
            self._decided()
        else:
            self._redraw()

    def tell_square(self, square: str) -> None:
        """Say what there is about a square, and show what choosing it would do."""
        if self.session is None or self.session.covered:
            return
        self.look(square)
        view = next(view for view in draw_board(self.session).squares if view.name == square)
        dialogs.toast(self._words.message(view.label), passing=True)

    @asks_packs
    def claim(self, code: str) -> None:
        """Choose the row of a task that can be claimed."""
        if self._watched() or self.session is None:
            return
        self._not_now("point")
        if self.session.claim(code):
            self._decided()
        else:
            self._redraw()

    @asks_packs
    def move(self, code: str) -> None:
        """Press the button of a move."""
        if self.session:
            self.session.press(code)
            self._decided()

    async def confirmed_move(self, code: str, asks: str) -> None:
        """Press the button of a move that is explained and confirmed first."""
        question = confirmations.before_move(asks)
        if await dialogs.confirm(*map(self._words.message, question)) is not None:
            self.move(code)

    @asks_packs
    def option(self, code: str) -> None:
        """Choose one of several options with a finger."""
        if self.session is None:
            return
        self._not_now("point")  # a tap soon after the focus has left another button stays
        if self.session.tap_option(code):
            self._decided()
        else:
            self._redraw()

    def cancel(self) -> None:
        """Lay down what is taken up; leave an earlier position, or the others' turn."""
        if not self._watched() and self.session:
            self.session.cancel()
            self._redraw()

    def _end(self) -> None:
        """The turn ends by itself: nothing was left to do, and nobody has touched anything."""
        if self.session and self.session.ends_soon and self.session.is_spent:
            self.move(END.code)

    def stay(self) -> None:
        """Somebody has touched something: the turn does not end by itself."""
        if self.session and self.session.ends_soon:
            self._not_now("end")
            self.session.ends_soon = False
            self._redraw()

    @asks_packs
    def undo(self) -> None:
        """One decision back."""
        if self.session and self.session.undo():
            self._decided(quietly=True)

    @asks_packs
    def redo(self) -> None:
        """One decision forward."""
        if self.session and self.session.redo():
            self._decided(quietly=True)

    def play_for_computer(self) -> bool:
        """Make the next decision of a computer player's plan; False when there is none."""
        session, held_back = self.session, self.holds
        if session is None or self.elsewhere or not session.play_for_computer():
            return False
        if held_back and session.game.is_over:
            self._at_board = True  # its last turn is seen before the result
        self._decided(quietly=held_back)
        if held_back and session.waiting:
            self.film.stand(held(session))
        elif held_back:
            self._tell_meanwhile(session)
        return True

    @property
    def holds(self) -> bool:
        """Whether a computer's turn is only shown when it is whole, and then step by step."""
        alone = self.session is not None and self.session.against_one
        return alone and self.tutor is None and bool(self.film.tempo)

    # -- what the others did -------------------------------------------------------------

    def _tell_meanwhile(self, session: Session) -> None:
        """A player comes back to the board: say what happened meanwhile, and show it."""
        view, then = meanwhile(session), self.show_result if session.game.is_over else None
        if view:
            by_id("announcer").textContent = ". ".join(map(self._words.message, view.summary))
        if view and self.film.tempo:
            self.meanwhile.show(view, heard=sounds.turning(session, waited=True), then=then)
        elif then:
            then()

    def last_turn(self) -> None:
        """Show the others' last turn again, or stop showing it."""
        session = self.session
        if session is None or session.covered or self._watched():
            return
        if view := meanwhile(session):
            session.pause()
            self.meanwhile.show(view, focus=True)
        else:
            dialogs.toast(self._words.text("meanwhile.none"))

    def _watched(self) -> bool:
        """Whether the others' turn was being shown, which ends with this."""
        watched = self.meanwhile.open
        self.meanwhile.close()
        return watched

    def take_over(self) -> None:
        """A person plays on for the computer player who has to decide."""
        session = self.session
        if session and session.waiting:
            self.give_seat(session.seat, "")

    def give_seat(self, seat: SeatNumber, level: str) -> None:
        """A computer player of a level, or with none a person, plays a seat from now on."""
        session = self.session
        if session is None or self.elsewhere or not session.give_seat(seat, level, self._words):
            return
        self.use_curtain(self._curtain)
        if not session.waiting:
            session.cover()
        self._decided()

    @asks_packs
    def restart(self) -> None:
        """Take everything back, to try a lesson once more."""
        if self.session and self.elsewhere is None and self.session.restart():
            self._decided(quietly=True)

    def lift_curtain(self) -> None:
        """The player to act is in front of the screen."""
        if self.session and self.elsewhere is None:
            self.session.lift_curtain()
            self._decided()
            if self.tutor is None:
                self._tell_meanwhile(self.session)

    async def resign(self) -> None:
        """The player on turn gives up, after a question."""
        session = self.session
        question = confirmations.resigning(session) if session and not self.elsewhere else None
        if session is None or question is None:
            return
        seat = session.seat
        agreed = await dialogs.confirm(*map(self._words.message, question)) is not None
        if agreed and self.session is session and session.resign(seat):
            self._decided()


def _untouched() -> bool:
    """Whether nobody has touched the page yet: a focus would be framed then, like a target."""
    return not window.navigator.userActivation.hasBeenActive
