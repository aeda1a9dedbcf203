"""Drawing the table: the board first, the panels around it when the board is painted."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pyscript import document, window

from tashkalar import Game
from tashkalar.ui.screen.screen import DeferredScreen, build_board
from tashkalar.ui.session.goal_panel import GoalPanelView
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.game_choices import empty_game
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import BoardContents, PublicFacts, Screen
from tashkalar.web.board.board import BoardRenderer
from tashkalar.web.browser.dom import by_id, is_visible
from tashkalar.web.browser.frames import AfterPaint, OncePerFrame, Pause, Steps, run_at_once
from tashkalar.web.browser.optional_features import has_person_acted
from tashkalar.web.browser.timers import Timer
from tashkalar.web.play import log_panel
from tashkalar.web.play.game_on_table import GameOnTable
from tashkalar.web.play.goal_panel import GoalPanel
from tashkalar.web.play.panels import Panels
from tashkalar.web.play.pointing import BACKGROUND_SLICE_MS, PreviewRunner

# Screen readers say nothing of a page while they still take it in.
FIRST_WORDS_S = 1.0
FIRST_SLICE_MS = 8.0  # milliseconds of computing a preview before the board is drawn

ScreenObserver = Callable[[Session, str], None]
EventCount = tuple[int, int]  # the number of the last move, and its events so far


class TableRenderer:
    """Draw the session that is on the table.

    Each of the `observers` is called with the session and the kind of the screen ("game",
    "curtain", "result") when the whole screen is drawn.
    """

    def __init__(
        self, table: GameOnTable, words: Catalogue, previews: PreviewRunner, *, embedded: bool
    ) -> None:
        self._table, self._words, self._previews = table, words, previews
        self._is_embedded = embedded
        self.observers: list[ScreenObserver] = []
        self.board = BoardRenderer()
        self._panels = Panels()
        self._goal_panel = GoalPanel()
        self.shows_final_board = False  # in the place of the result
        self.announced_until: EventCount = (0, 0)
        self._needs_announcement = False  # something has happened that was not announced yet
        self._announced_question = ""
        self._announced_notes: tuple[str, ...] = ()
        self._first_words = Timer()
        self._announced_lines: tuple[int, list[str]] = (0, [])  # of a move, by its number
        self._had_focus = False  # an element had the focus before the panels were drawn
        self._is_fresh = True  # the session was not drawn yet
        self._needs_focus = self._needs_scroll = False  # see `_restore_focus`
        self._after_paint = AfterPaint()
        self._is_flushing = False  # an input waits for the drawing after the paint
        # The pointer may look at many squares in one frame.
        self._redraw_request = OncePerFrame(lambda: self.redraw(in_frame=True))
        self._log_scroll_request = OncePerFrame(self._scroll_log)

    def start(self, *, shows_final_board: bool) -> None:
        """Begin with another session, not drawn yet: what has happened in it is not announced."""
        self.shows_final_board = shows_final_board
        self.announced_until, self._is_fresh = self.event_count(), True
        self._announced_lines, self._announced_question = (0, []), ""
        self._announced_notes = ()

    def stop(self) -> None:
        """Draw what is left of the session, which leaves the table."""
        self.finish_drawing()
        self._redraw_request.cancel()
        self._first_words.cancel()
        self._panels.set_busy(False)  # a look that was requested is not drawn any more
        self._previews.stop_prefetch()
        self._show_title("page.title")

    def event_count(self) -> EventCount:
        """Return how much has happened in the game."""
        session = self._table.session
        last = session.game.last_move if session else None
        return (last.number, len(last.events)) if last else (0, 0)

    # -- the whole screen ----------------------------------------------------------------

    def refresh(self) -> None:
        """Draw the whole screen at once; without a session, leave a list or show the start."""
        self.finish_drawing()
        session = self._table.session
        if session is None:
            if document.body.dataset.screen not in ("learn", "workshop"):
                document.body.dataset.screen = "start"
            return
        run_at_once(self._draw_rest(session, self._draw_board(session)))
        self._restore_focus()

    def show_idle(self, game: Game | None) -> None:
        """Show a position, or an empty board, while no game is on the table."""
        if game is None and self.board.is_empty:
            return
        session = Session(game or empty_game(), curtain=False)
        session.is_read_only = True
        self.board.show(build_board(session), self._words)
        self.board.write_labels(self._words)

    # -- the board first -----------------------------------------------------------------

    def redraw(self, *, in_frame: bool = False) -> None:
        """Draw the board now, and the panels when it is painted.

        The preview of the choice that is looked at is drawn too if it is known soon. `in_frame`:
        the browser is about to paint.
        """
        self.finish_drawing()
        if session := self._table.session:
            self._advance_preview(session, FIRST_SLICE_MS)
            self.schedule_panels(session, self.draw_board_first(session), in_frame=in_frame)

    def request_redraw(self) -> None:
        """Draw with the next frame, unless a decision draws before."""
        self._panels.set_busy(True)
        self._redraw_request.request()

    def finish_drawing(self) -> None:
        """Draw now what waits until the board is painted: an input may be meant for it."""
        self._is_flushing = True
        try:
            self._after_paint.flush()
        finally:
            self._is_flushing = False

    def run_after_paint(self, action: Callable[[], None]) -> bool:
        """Do something when the board is painted; return False, without doing it, if it is."""
        return self._after_paint.append_if_pending(action)

    def draw_board_first(self, session: Session) -> DeferredScreen | None:
        """Draw the board, and return what is still to be drawn around it.

        The curtain falls and rises with the board: the hands must be cleared before they are seen.
        A screen of another kind is drawn whole, and nothing is left.
        """
        drawing = self._draw_board(session)
        shown, kind = document.body.dataset.screen, self._screen_kind(drawing.board)
        if {shown, kind} == {"curtain", "game"}:
            self._panels.show_curtain(drawing.board.curtain)
            self._show_other_tab_notice()
            document.body.dataset.screen = kind
            self._needs_focus = self._needs_scroll = True
        elif shown != kind:
            run_at_once(self._draw_rest(session, drawing))
            return None
        return drawing

    def schedule_panels(
        self,
        session: Session,
        drawing: DeferredScreen | None,
        first: Callable[[], None] | None = None,
        *,
        in_frame: bool = False,
    ) -> None:
        """Draw the other panels after the board is painted; call `first` before that."""

        def follow() -> Steps:
            if self._table.session is not session:
                return
            if drawing and not first and self._advance_preview(session, BACKGROUND_SLICE_MS):
                self.schedule_panels(session, self._draw_board(session))
                return
            try:
                if first:
                    first()
            finally:
                if drawing:
                    yield from self._draw_rest(session, drawing)
                self._restore_focus()

        if drawing is None:
            run_at_once(follow())
        else:
            self._panels.set_busy(True)
            self._after_paint.schedule(follow(), in_frame=in_frame)

    def _draw_rest(self, session: Session, drawing: DeferredScreen) -> Steps:
        """Draw all but the board, unless the game leaves the table in a pause."""
        self.board.write_labels(self._words)
        screen = drawing.screen
        yield Pause.TASK
        if self._table.session is session:
            self._draw_panels(session, screen)
            yield Pause.FRAME

    def _advance_preview(self, session: Session, milliseconds: float) -> bool:
        """Compute the preview for so long; return whether it has become known."""
        return not self._is_flushing and self._previews.run_slice(session, milliseconds)

    def _draw_board(self, session: Session) -> DeferredScreen:
        self._redraw_request.cancel()
        self._previews.stop_prefetch()
        drawing = DeferredScreen(session)
        self.board.show(drawing.board, self._words)
        happened = self.event_count()
        self._needs_announcement |= happened != self.announced_until
        self.announced_until = happened
        return drawing

    def _screen_kind(self, drawn: BoardContents | Screen) -> str:
        return "game" if drawn.kind == "result" and self.shows_final_board else drawn.kind

    # -- the panels ----------------------------------------------------------------------

    def _draw_panels(self, session: Session, screen: Screen) -> None:
        """Draw everything but the board and its labels."""
        self._had_focus = not _is_focus_lost()
        activity = self._table.activity
        goal = activity.goal_view(session, self._words.language)
        document.body.toggleAttribute("data-exercise", activity.is_exercise)
        kind = self._screen_kind(screen)
        changed = document.body.dataset.screen != kind
        document.body.dataset.screen = kind
        document.body.toggleAttribute("data-covered", kind == "curtain")
        # Before the other regions: what has happened is said first.
        self._announce(screen, goal if self._is_fresh and activity.announces_goal else None)
        more_told = self._panels.show(screen, self._words)
        _show_summon_finder(session.is_summon_finder_on)
        self._goal_panel.show(goal, self._words)
        self._show_other_tab_notice()
        self._needs_focus |= changed
        self._needs_scroll |= changed or more_told
        self._previews.finish_in_background(session, self.redraw)
        is_awaited = session.seating.is_far_turn and not activity.other_tab_state
        self._show_title("page.title.turn" if is_awaited else "page.title")
        for observer in self.observers:
            observer(session, kind)

    def _show_title(self, id: str) -> None:
        """Show the text of an id as the page's title, also after a change of language."""
        title = document.head.querySelector("title")
        if title.getAttribute("data-i18n") != id:
            title.setAttribute("data-i18n", id)
            title.textContent = self._words.text(id)

    def _announce(self, screen: Screen, new_goal: GoalPanelView | None) -> None:
        """Say what has happened and what is asked now, in one message of the prompt's region.

        Of a position that is new on the table, say the goal. The region is not there for a screen
        reader before that position, and a change of it would not be said.
        """
        question = self._words.translate(screen.action_panel.question)
        count = screen.action_panel.count_text
        if by_id("prompt-number").hasAttribute("hidden"):
            count = None  # a coach has named the squares
        happened: tuple[str, ...] = ()
        if new_goal:
            title = self._words.translate(new_goal.title) if new_goal.title else ""
            parts = (self._words.translate(part.text) for part in new_goal.parts)
            status = self._words.translate(new_goal.status) if new_goal.status else ""
            happened = (new_goal.text.rstrip("."), title, *parts, status.rstrip("."))
        elif self._needs_announcement:
            happened = tuple(self._new_lines(screen))
        notes = tuple(self._notes(screen))
        news = tuple(note for note in notes if note not in self._announced_notes)
        if happened or news or question != self._announced_question:
            number = self._words.translate(count) if count else ""
            if news:
                number = self._sentence((number, *news))
            sentences = filter(None, (self._sentence(happened), question, number))
            said = self._words.join(sentences, "space")
            by_id("prompt-said").textContent = said
            if self._is_fresh and screen.kind != "curtain":
                self.say_first(said)
        self._needs_announcement, self._announced_question = False, question
        if screen.action_panel.are_lines_details:
            self._announced_notes = notes

    def _notes(self, screen: Screen) -> Iterable[str]:
        """Yield what is noted about the question, without what the buttons say too."""
        panel, words = screen.action_panel, self._words
        for line in panel.lines if panel.are_lines_details else ():
            if line.sign != "how":
                yield words.translate(line.text).rstrip(".")
        if screen.panel_ending:
            yield words.translate(screen.panel_ending).rstrip(".")

    def say_first(self, text: str) -> None:
        """Say what a screen begins with, in a region that is there on every screen."""
        if not self._is_embedded:
            self._first_words.start(FIRST_WORDS_S, lambda: _write_announcer(text))

    def _sentence(self, parts: Iterable[str]) -> str:
        """Join sentences, without those that are empty, and end the last one."""
        said = self._words.join(filter(None, parts), "sentence")
        return self._words.text("list.stop", text=said) if said else ""

    def _new_lines(self, screen: Screen) -> list[str]:
        """Return the lines about the last move without those that were announced before.

        The person who has made the move is not told the own name.
        """
        lines, words = screen.last_move_lines, self._words
        texts = [words.translate_under_heading(line, screen.own_name) for line in lines]
        number = self.announced_until[0]
        told_number, told = self._announced_lines
        self._announced_lines = number, texts
        is_longer = number == told_number and texts[: len(told)] == told
        return texts[len(told) :] if is_longer else texts

    def fit_lists(self) -> None:
        """Shorten the lists of the action panel until everything fits."""
        self._panels.fit_lists()

    def _restore_focus(self) -> None:
        """Put the keyboard where the next decision is, and shorten the lists.

        Both make the browser lay the page out: once, after all is written. The log is scrolled to
        its end in the next frame.
        """
        self._panels.set_busy(False)
        self._panels.fit_lists()
        # A focus that Tab has taken out of the page is left alone.
        may_take_focus = self._had_focus or self._is_fresh
        if self._needs_focus or (may_take_focus and (_is_focus_lost() or _is_button_gone())):
            self._focus_screen(str(document.body.dataset.screen))
        if self._needs_scroll:
            self._log_scroll_request.request()  # laying it out once more would make a long task
        self._needs_focus = self._needs_scroll = self._is_fresh = False
        session = self._table.session
        if session and not self._table.other_tab_state:
            self._previews.start_prefetch(session)

    def show_replay_facts(self, facts: PublicFacts | None) -> None:
        """Show in the panels the position after a step of the others' turn, or the game's."""
        self._panels.show_replay_facts(facts)
        if facts is None:
            self._log_scroll_request.request()

    def _scroll_log(self) -> None:
        """Scroll the log to its end unless an earlier position is shown."""
        session = self._table.session
        if session and session.selection.shown_move_number is None:
            log_panel.scroll_to_latest()

    def toggle_lists(self) -> None:
        """Open the shortened lists of the action panel, or close them."""
        self._panels.toggle_lists()

    def _show_other_tab_notice(self) -> None:
        """Say in the place of the curtain that another tab plays the game, if one does."""
        state = self._table.other_tab_state
        document.body.toggleAttribute("data-elsewhere", state is not None)
        if state:
            for part in ("title", "text", "take"):
                text = self._words.text(f"elsewhere.{state}.{part}")
                by_id(f"elsewhere-{part}").textContent = text

    def focus_game(self) -> None:
        """Put the keyboard on the board."""
        self._focus_screen("game")

    def focus_curtain(self) -> None:
        """Put the keyboard on the curtain, or on the notice in its place."""
        self._focus_screen("curtain")

    def _focus_screen(self, kind: str) -> None:
        """Put the keyboard where the next decision is."""
        if self._is_embedded and not document.hasFocus():
            return  # a reader of the page around must not be torn away from there
        if self._table.other_tab_state:
            by_id("elsewhere-title").focus()
        elif kind == "curtain":
            by_id("curtain-open").focus()
        elif kind == "result":
            by_id("result-title").focus()
        elif not (window.matchMedia("(pointer: coarse)").matches and _is_page_untouched()):
            # The page's script sees a moment later that the start screen has been left.
            by_id("board").parentElement.removeAttribute("inert")
            self.board.focus(self.board.cursor)


def _write_announcer(text: str) -> None:
    by_id("announcer").textContent = text


def _show_summon_finder(on: bool) -> None:
    button = document.querySelector('.bar [data-action="hint"]')
    button.setAttribute("aria-pressed", str(on).lower())


def _is_focus_lost() -> bool:
    """Return whether no element has the focus, as after its button has gone."""
    return not document.activeElement or document.activeElement == document.body


def _is_button_gone() -> bool:
    """Return whether the focus is on a button that can no longer be pressed.

    A browser takes the focus from such a button only when it paints.
    """
    active = document.activeElement
    return bool(active.matches("button")) and (bool(active.disabled) or not is_visible(active))


def _is_page_untouched() -> bool:
    """Return whether nobody has touched the page: a focus would be framed then like a target."""
    return not has_person_acted()
