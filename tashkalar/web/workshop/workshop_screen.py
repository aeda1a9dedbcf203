"""The screen of the workshop: the collection, and the panels of the work that is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pyscript import document

from tashkalar import Game
from tashkalar.ui.text.refusal import Refusal
from tashkalar.ui.workshop import collection
from tashkalar.ui.workshop.board_view import board_contents
from tashkalar.ui.workshop.collection import Work, WorkshopCollection
from tashkalar.ui.workshop.draft import Draft
from tashkalar.ui.workshop.position import Scenario
from tashkalar.ui.workshop.position_faults import PositionFault, find_faults
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import by_id, focus_heading
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.workshop.board_input import BoardInput
from tashkalar.web.workshop.check_panel import CheckPanel
from tashkalar.web.workshop.goal_editor import GoalEditor
from tashkalar.web.workshop.position_editor import PositionEditor
from tashkalar.web.workshop.share_panel import SharePanel
from tashkalar.web.workshop.shelf import WorkshopShelf

_SHELF = "shelf"
STEPS = ("position", "goal", "check", "share")


class WorkshopScreen:
    """Connects the panels with the draft, the collection and the table."""

    def __init__(self, app: App) -> None:
        self._app, self._words = app, app.words
        self._works = WorkshopCollection(app.store)
        self._draft = Draft()
        self._step = _SHELF
        self._shelf = WorkshopShelf(app.words, self._works, self._open_work, self.open_scenario)
        self._position = PositionEditor(app.words, self._draft, lambda: self._is_shown("position"))
        self._goal = GoalEditor(
            app.words, self._draft, lambda: self._is_shown("goal"), self._show_board
        )
        self._check = CheckPanel(app.words, self._draft, self._play)
        self._share = SharePanel(app.words, self._draft)
        self._show_by_step: dict[str, Callable[[Sequence[PositionFault]], None]] = {
            "position": self._position.show,
            "goal": self._goal.show,
            "check": self._check.show,
            "share": self._share.show,
        }
        self._draft.observers.append(self._on_change)
        self._input = BoardInput(self)
        listen(by_id("workshop-tabs"), "click", self._on_tab)
        listen(by_id("workshop-tabs"), "keydown", self._on_tab_key)
        listen(by_id("workshop-back"), "click", lambda _: start_task(self._go_back()))
        listen(by_id("workshop-save"), "click", lambda _: self._save())
        self.write_texts()

    def _is_shown(self, step: str) -> bool:
        return document.body.dataset.screen == "workshop" and self._step == step

    # -- what others call ----------------------------------------------------------------

    def show(self) -> None:
        """Show the screen: the collection, or the work that was left for the table."""
        document.body.dataset.screen = "workshop"
        self._show_step(self._step)

    def open_scenario(self, scenario: Mapping[str, object]) -> None:
        """Show a position that is not in the collection yet."""
        document.body.dataset.screen = "workshop"
        self._step = STEPS[0]
        self._draft.open(None, dict(scenario))
        self._show_step(STEPS[0])

    def write_texts(self) -> None:
        """Write everything in the current language."""
        if document.body.dataset.screen == "workshop":
            self._show_step(self._step)

    # -- the board -----------------------------------------------------------------------

    @property
    def takes_input(self) -> bool:
        """True while a press on the board is for the workshop."""
        return self._position.takes_input or self._goal.takes_input

    def choose_square(self, square: str) -> None:
        """Put or turn a piece, or choose the square for a condition of the goal."""
        self._app.table.rendering.board.set_cursor(square)
        panel = self._position if self._position.takes_input else self._goal
        panel.choose_square(square)

    def clear_square(self, square: str) -> None:
        """Take away what stands on a square."""
        if self._position.takes_input:
            self._position.clear_square(square)

    def can_drag(self, source: str) -> bool:
        """Tell whether there is something to drag."""
        return self._position.takes_input and self._position.can_drag(source)

    def drop(self, source: str, square: str | None) -> None:
        """Put what was dragged on a square, or with None beside the board."""
        self._position.drop(source, square)

    # -- drawing -------------------------------------------------------------------------

    def _on_change(self) -> None:
        if self._step != _SHELF:
            self._show_panel()

    def _show_step(self, step: str) -> None:
        """Show the collection, or a panel of the open work."""
        if step != "share":
            self._share.leave()
        self._step = step
        is_shelf = step == _SHELF
        document.body.setAttribute("data-workshop", step)
        by_id("workshop-tabs").toggleAttribute("hidden", is_shelf)
        by_id("workshop-save").toggleAttribute("hidden", is_shelf or self._draft.is_saved)
        label = "workshop.leave" if is_shelf else "workshop.to-shelf"
        by_id("workshop-back").setAttribute("aria-label", self._words.text(label))
        for name in (_SHELF, *STEPS):
            by_id(f"workshop-{name}").toggleAttribute("hidden", name != step)
        for name in STEPS:
            tab = by_id(f"workshop-tab-{name}")
            tab.setAttribute("aria-selected", "true" if name == step else "false")
            tab.setAttribute("tabindex", "0" if name == step else "-1")
        if is_shelf:
            self._shelf.tell(None)
            self._shelf.show()
            by_id("workshop-title").textContent = self._words.text("workshop.title")
            by_id("workshop-saved").textContent = ""
            focus_heading("workshop-title")
        else:
            self._show_panel()

    def _show_panel(self) -> None:
        """Draw the panel of the step, and the board."""
        scenario = self._draft.scenario
        title = collection.title_of(scenario, self._words.language)
        by_id("workshop-title").textContent = title or self._words.text("workshop.untitled")
        is_saved = self._draft.is_saved
        saved = self._words.text("workshop.saved") if is_saved and self._draft.id else ""
        by_id("workshop-saved").textContent = saved
        by_id("workshop-save").toggleAttribute("hidden", is_saved)
        faults = find_faults(scenario)
        self._show_by_step[self._step](faults)
        self._show_board()

    def _show_board(self) -> None:
        marked = self._goal.marked_squares if self._step in ("goal", "check") else ()
        board = self._app.table.rendering.board
        board.show(board_contents(self._draft.scenario, marked=marked), self._words)
        board.write_labels(self._words)

    # -- actions -------------------------------------------------------------------------

    def _open_work(self, work: Work | None) -> None:
        self._step = STEPS[0]
        self._draft.open(work)
        self._show_step(STEPS[0])
        focus_heading("workshop-title")

    def _on_tab(self, event: PageEvent) -> None:
        if tab := event.closest("[data-workshop-step]"):
            self._show_step(str(tab.dataset.workshopStep))

    def _on_tab_key(self, event: PageEvent) -> None:
        way = {"ArrowRight": 1, "ArrowLeft": -1}.get(event.key)
        if way:
            step = STEPS[(STEPS.index(self._step) + way) % len(STEPS)]
            self._show_step(step)
            by_id(f"workshop-tab-{step}").focus()
            event.prevent_default()

    async def _go_back(self) -> None:
        """Go back to the collection, after a question if something is not saved."""
        if self._step == _SHELF:
            self._app.show_start_screen()
            return
        if not self._draft.is_saved:
            say = self._words.text
            question = say("workshop.unsaved.title"), say("workshop.unsaved.text")
            if await dialogs.confirm(*question, say("workshop.unsaved.ok")) is None:
                return
        self._show_step(_SHELF)

    def _save(self) -> None:
        try:
            self._draft.note_saved(self._works.save(self._draft.scenario, self._draft.id))
        except Refusal as refused:
            by_id("workshop-saved").textContent = ""
            dialogs.show_toast(self._words.translate(refused.message))

    def _play(self, codes: tuple[str, ...]) -> None:
        """Put the position on the table, or what a solution leads to."""
        scenario: Scenario = dict(self._draft.scenario)
        if not collection.title_of(scenario, self._words.language):
            scenario["text"] = self._words.text("workshop.untitled")
        game = Game.from_scenario(scenario)
        for code in codes:
            game.play(code)
        self._app.try_position(game)
