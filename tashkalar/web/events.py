"""The listeners of the page's events, which call the application."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi.wrappers import add_event_listener
from pyscript import document, window

from tashkalar.errors import PackError
from tashkalar.position.board import FILES
from tashkalar.position.move import Message
from tashkalar.ui.storage.save_record import GAME_KEY_PATTERN
from tashkalar.web.actions import ClickActions
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id, closest
from tashkalar.web.drag import DragController
from tashkalar.web.play import log_panel

_ARROW_DIRECTIONS = {"ArrowUp": "n", "ArrowDown": "s", "ArrowLeft": "w", "ArrowRight": "e"}


def connect_events(app: App) -> None:
    """Connect everything on the page that a person can use."""
    PageEvents(app).connect()


class PageEvents:
    """Listen to the page, and remember which pointer or key was used last."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._pointer_type = "mouse"
        self._uses_keyboard = False  # a key was the last that was used, not a pointer
        self._press_point = (-1, -1)  # where the pointer was last pressed
        self._drag = DragController(
            app.table, app.reference_dialogs, self._guard, allow_touch=not app.is_embedded
        )
        self._actions = ClickActions(app)

    def connect(self) -> None:
        """Add the listeners."""
        board, setup, hand = by_id("board-grid"), by_id("setup"), by_id("hand")
        log = by_id("log")
        options, choices, overlay = (by_id(id) for id in ("options", "choices", "board-overlay"))
        buttons = (options, choices, by_id("choice-discard"), by_id("tasks"))
        for place, kind, handler in (
            (document, "click", self._on_click),
            (document, "keydown", self._on_key),
            (document, "pointerdown", self._on_pointer_down),
            (board, "pointerover", self._on_square_hovered),
            (board, "pointerleave", self._on_board_left),
            (board, "focusin", self._on_square_focused),
            *((place, "pointerover", self._on_choice_hovered) for place in (*buttons, overlay)),
            *((place, "pointerleave", self._on_choice_left) for place in (*buttons, overlay)),
            *((place, "focusin", self._on_choice_hovered) for place in buttons),
            *((place, "focusout", self._on_choice_left) for place in buttons),
            (hand, "pointerover", self._on_card_hovered),
            (hand, "pointerleave", self._on_card_left),
            (hand, "focusin", self._on_card_focused),
            (hand, "focusout", self._on_card_left),
            (setup, "submit", self._on_submit),
            (setup, "change", self._on_form_changed),
            (by_id("levels"), "change", self._on_level_chosen),
            (by_id("panel-log"), "toggle", self._on_log_toggled),
            (log, "focusin", self._on_log_focused),
            (log, "pointerover", self._on_log_hovered),
            *((log, kind, self._on_log_left) for kind in ("pointerleave", "focusout")),
            (by_id("settings"), "change", self._on_setting_changed),
            (by_id("seats"), "change", self._on_seat_changed),
            (by_id("gallery-filters"), "change", self._on_gallery_filter_changed),
            (by_id("gallery-query"), "input", self._on_gallery_query),
            (window, "hashchange", self._on_address_changed),
            (by_id("curve-turn"), "input", self._on_turn_marked),
            (window, "storage", self._on_storage_changed),
            (window, "pageshow", self._on_page_shown),
            (window, "pagehide", self._on_page_hidden),
            (window, "beforeunload", self._on_before_unload),
            (document, "visibilitychange", self._on_visibility_changed),
        ):
            waits = kind in ("pointerover", "pointerleave", "focusin", "focusout")
            add_event_listener(place, kind, self._guard(handler, can_wait=waits))

    def _guard(
        self, handler: Callable[[Any], None], *, can_wait: bool = False
    ) -> Callable[[Any], None]:
        """Return a handler that also shows its failures on the page.

        An event that `can_wait` is not always an input: drawing can also cause it, by removing
        something under the pointer or the focus before the page is painted.
        """

        def act(event: Any) -> None:
            self._app.table.rendering.finish_drawing()
            handler(event)

        def handle(event: Any) -> None:
            if can_wait and self._app.table.rendering.run_after_paint(lambda: handle(event)):
                return
            try:
                self._app.table.pack_retry.run_input(lambda: act(event), lambda: handle(event))
            except PackError as error:
                self._app.on_pack_failed(error)
            except Exception:
                self._app.notices.show(Message("error.unexpected"))
                raise

        return handle

    def _on_click(self, event: Any) -> None:
        if not self._drag.consumes_click(event):
            self._actions.handle_click(event, by_touch=self._pointer_type == "touch")

    def _on_log_toggled(self, event: Any) -> None:
        if str(event.newState) == "open":
            self._app.table.watching.on_log_opened()

    def _on_log_focused(self, event: Any) -> None:
        if line := closest(event.target, ".log-line"):
            log_panel.set_tab_stop(line)
        self._on_log_hovered(event)

    def _on_log_hovered(self, event: Any) -> None:
        if line := closest(event.target, ".log-line"):
            self._app.table.rendering.board.highlight(str(line.dataset.squares).split())

    def _on_log_left(self, event: Any) -> None:
        self._app.table.rendering.board.highlight([])

    # -- pointer and focus ---------------------------------------------------------------

    def _on_pointer_down(self, event: Any) -> None:
        self._pointer_type = str(event.pointerType)
        self._set_keyboard_use(False)
        self._press_point = (event.clientX, event.clientY)
        self._app.table.watching.cancel_auto_end()
        self._drag.on_pointer_down(event)

    def _on_square_hovered(self, event: Any) -> None:
        if str(event.pointerType) != "touch" and (found := closest(event.target, "[data-square]")):
            self._app.table.pointing.hover_square(found.dataset.square)

    def _on_board_left(self, event: Any) -> None:
        if str(event.pointerType) != "touch":
            self._app.table.pointing.hover_square(None)

    def _on_square_focused(self, event: Any) -> None:
        found = closest(event.target, "[data-square]")
        if found and self._uses_keyboard and found.matches(":focus-visible"):
            self._app.table.pointing.hover_square(found.dataset.square)

    def _on_choice_hovered(self, event: Any) -> None:
        if found := closest(event.target, "[data-move]"):
            if self._pointer_type == "touch":
                return  # a finger has no way to point
            self._app.table.pointing.hover_placement(found.dataset.move)
            self._app.table.pointing.hover_move(found.dataset.move)

    def _on_choice_left(self, event: Any) -> None:
        if event.type == "focusout":
            self._app.table.pointing.leave_move()
        elif str(event.pointerType) != "touch":
            self._app.table.pointing.hover_move(None)

    def _on_card_hovered(self, event: Any) -> None:
        # What has come under a resting pointer, as the hand does when the curtain lifts, is not
        # looked at.
        if (event.clientX, event.clientY) == self._press_point:
            return
        if str(event.pointerType) != "touch" and (found := closest(event.target, "[data-card]")):
            self._app.table.pointing.hover_card(found.dataset.card)

    def _on_card_focused(self, event: Any) -> None:
        # On the way from a card that was taken up to its buttons the stage stays as it is.
        if by_id("hand").querySelector('[aria-pressed="true"]'):
            return
        found = closest(event.target, "[data-card]")
        if found and found.matches(":focus-visible"):
            self._app.table.pointing.hover_card(found.dataset.card)

    def _on_card_left(self, event: Any) -> None:
        if str(getattr(event, "pointerType", "")) != "touch":
            self._app.table.pointing.leave_card()

    # -- keyboard ------------------------------------------------------------------------

    def _set_keyboard_use(self, on: bool) -> None:
        """Remember whether a key was used last; if so, the square with the focus is framed."""
        if on != self._uses_keyboard:
            self._uses_keyboard = on
            by_id("board-grid").toggleAttribute("data-keys", on)

    def _on_key(self, event: Any) -> None:
        self._set_keyboard_use(True)
        self._app.table.watching.cancel_auto_end()
        if event.ctrlKey or event.metaKey or event.altKey or document.querySelector("dialog[open]"):
            return
        key = str(event.key)
        square, line = (closest(event.target, kind) for kind in ("[data-square]", ".log-line"))
        if (square and self._handle_board_key(key)) or (
            line and log_panel.handle_log_key(line, key)
        ):
            event.preventDefault()
        elif key == "Escape":
            self._app.table.cancel_selection()
        elif not closest(event.target, "input, select, textarea"):
            if key in ("u", "U"):
                self._app.table.undo()
            elif key in ("r", "R"):
                self._app.table.redo()
            elif key in ("t", "T"):
                self._app.table.toggle_threats()
            elif key == "?":
                by_id("dlg-keys").showModal()

    def _handle_board_key(self, key: str) -> bool:
        """Handle a key on the board; return whether the key means anything there."""
        table, board = self._app.table, self._app.table.rendering.board
        if key in _ARROW_DIRECTIONS:
            board.focus(board.neighbor(_ARROW_DIRECTIONS[key]))
        elif key in ("n", "p"):
            board.focus(board.next_legal_square(1 if key == "n" else -1))
        elif key in FILES or key.isdigit():
            board.focus(board.square_for_key(key))
        elif key in ("Enter", " "):
            table.choose_square(board.cursor, by_touch=False)
        else:
            return False
        return True

    # -- the page among others -----------------------------------------------------------

    def _on_storage_changed(self, event: Any) -> None:
        if not isinstance(event.key, str) or GAME_KEY_PATTERN.match(
            event.key
        ):  # no key: all is gone
            self._app.other_tabs.on_saves_changed()

    def _on_page_shown(self, event: Any) -> None:
        self._app.on_page_shown(restored=bool(event.persisted))

    def _on_page_hidden(self, event: Any) -> None:
        self._app.on_page_hidden()

    def _on_visibility_changed(self, event: Any) -> None:
        self._app.on_page_shown(restored=False)

    def _on_before_unload(self, event: Any) -> None:
        if self._app.saved_games.texts.has_unsaved_games:
            event.preventDefault()  # the browser asks whether to leave

    # -- forms ---------------------------------------------------------------------------

    def _on_submit(self, event: Any) -> None:
        event.preventDefault()
        self._app.new_game_starter.begin()

    def _on_form_changed(self, event: Any) -> None:
        self._app.start_screen.update_form()

    def _on_level_chosen(self, event: Any) -> None:
        self._app.start_screen.apply_level()

    def _on_setting_changed(self, event: Any) -> None:
        control = event.target
        value = bool(control.checked) if control.type == "checkbox" else str(control.value)
        self._actions.run(self._app.preferences.change_setting(str(control.dataset.setting), value))

    def _on_seat_changed(self, event: Any) -> None:
        self._app.seat_dialog.change_seat(event.target)

    def _on_turn_marked(self, event: Any) -> None:
        self._app.result_screen.score_chart.mark_turn(int(event.target.value))

    def _on_gallery_filter_changed(self, event: Any) -> None:
        if event.target.type != "search":  # heard of while it is typed
            self._app.reference_dialogs.show_gallery()

    def _on_gallery_query(self, event: Any) -> None:
        self._app.reference_dialogs.search_gallery()

    def _on_address_changed(self, event: Any) -> None:
        self._app.reference_dialogs.open_from_url()
