"""The listeners of the page's events, which call the application."""

from __future__ import annotations

import asyncio
from functools import partial

from pyscript import document, window

from tashkalar.position.board import FILES
from tashkalar.ui.screen.shortcuts import pressed_shortcut
from tashkalar.ui.storage.save_record import GAME_KEY_PATTERN
from tashkalar.web.actions import ClickActions
from tashkalar.web.address import open_changed_address
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs, failures, files
from tashkalar.web.browser.dom import DomNode, by_id
from tashkalar.web.browser.listeners import EventHandler, PageEvent, listen
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.drag import DragController
from tashkalar.web.play import log_panel
from tashkalar.web.screens import shortcut_sheet

_ARROW_DIRECTIONS = {"ArrowUp": "n", "ArrowDown": "s", "ArrowLeft": "w", "ArrowRight": "e"}


class PageEvents:
    """Listen to the page, and remember which pointer or key was used last.

    Clicks, keys and drags have an effect when `takes_input` is set: earlier ones are kept by
    early_presses.js.
    """

    def __init__(self, app: App) -> None:
        self.takes_input = False
        self._app = app
        self._pointer_type = "mouse"
        self._uses_keyboard = False  # a key was the last that was used, not a pointer
        self._is_address_due = False  # the address has changed and is read soon
        self._press_point = (-1.0, -1.0)  # where the pointer was last pressed
        self._drag = DragController(
            app.table, app.reference_dialogs, self._guard, allow_touch=not app.is_embedded
        )
        self._actions = ClickActions(app)
        self._shortcuts = {
            key: action for feature in app.features for key, action in feature.shortcuts().items()
        }
        self._opened_address = ""  # at the last event

    def connect(self) -> None:
        """Add the listeners."""
        failures.set_reporter(self._app.on_failure)
        board, setup, hand = by_id("board-grid"), by_id("setup"), by_id("hand")
        log, reference = by_id("log"), self._app.reference_dialogs
        leave_log = partial(self._app.table.rendering.board.highlight, [])
        options, choices, overlay = (by_id(id) for id in ("options", "choices", "board-overlay"))
        buttons = (options, choices, by_id("choice-discard"), by_id("tasks"))
        for place, kind, handler in (
            (document, "click", self._on_click),
            (document, "keydown", self._on_key),
            (document, "pointerdown", self._on_pointer_down),
            (board, "pointerover", self._on_square_hovered),
            (board, "pointerleave", self._on_board_left),
            # Chromium lets Tab stop at a part of a drawing that listens for the focus.
            (by_id("board").parentElement, "focusin", self._on_square_focused),
            *((place, "pointerover", self._on_choice_hovered) for place in (*buttons, overlay)),
            *((place, "pointerleave", self._on_choice_left) for place in (*buttons, overlay)),
            *((place, "focusin", self._on_choice_hovered) for place in buttons),
            *((place, "focusout", self._on_choice_left) for place in buttons),
            (hand, "pointerover", self._on_card_hovered),
            (hand, "pointerleave", self._on_card_left),
            (hand, "focusin", self._on_card_focused),
            (hand, "focusout", self._on_card_left),
            (setup, "submit", self._on_submit),
            (setup, "change", lambda _: self._app.start_screen.update_form()),
            (by_id("panel-log"), "toggle", self._on_log_toggled),
            (log, "focusin", self._on_log_focused),
            (log, "pointerover", self._on_log_hovered),
            *((log, kind, lambda _: leave_log()) for kind in ("pointerleave", "focusout")),
            (by_id("settings"), "change", self._on_setting_changed),
            (by_id("seats"), "change", self._on_seat_changed),
            (by_id("gallery-filters"), "change", self._on_gallery_filter_changed),
            (
                by_id("gallery-query"),
                "input",
                lambda _: reference.search_gallery(),
            ),
            *((window, kind, self._on_address_changed) for kind in ("hashchange", "popstate")),
            (window, "storage", self._on_storage_changed),
            (window, "pageshow", self._on_page_shown),
            (window, "pagehide", self._on_page_hidden),
            (window, "beforeunload", self._on_before_unload),
            (document, "visibilitychange", self._on_visibility_changed),
            *((document, kind, self._on_files) for kind in ("dragover", "drop")),
        ):
            waits = kind in ("pointerover", "pointerleave", "focusin", "focusout")
            listen(place, kind, self._guard(handler, can_wait=waits))

    def _guard(self, handler: EventHandler, *, can_wait: bool = False) -> EventHandler:
        """Return a handler that draws first what waits to be drawn, and waits for packs.

        An event that `can_wait` is not always an input: drawing can also cause it, by removing
        something under the pointer or the focus before the page is painted.
        """

        def act(event: PageEvent) -> None:
            self._app.table.rendering.finish_drawing()
            handler(event)

        def handle(event: PageEvent) -> None:
            if can_wait and self._app.table.rendering.run_after_paint(lambda: retry(event)):
                return
            self._app.table.pack_retry.run_input(lambda: act(event), lambda: retry(event))

        def retry(event: PageEvent) -> None:
            try:
                handle(event)
            except Exception as error:
                failures.report(error)

        return handle

    def _on_click(self, event: PageEvent) -> None:
        if self.takes_input and not self._drag.consumes_click(event):
            self._actions.handle_click(event, by_touch=self._pointer_type == "touch")
            if self._uses_keyboard and event.closest("#hand [data-card], [data-take]"):
                self._app.table.focus_first_square()

    def _on_files(self, event: PageEvent) -> None:
        """Open a file that is dropped on the page; the browser would leave the page for it."""
        if not event.has_files or self._app.is_embedded:
            return
        event.prevent_default()
        file = event.dropped_file if event.type == "drop" else None
        if file is not None and self.takes_input:
            dialogs.close_all()
            start_task(self._open_file(file))

    async def _open_file(self, file: DomNode) -> None:
        await self._app.saved_games_panel.open_file_text(await files.read_text(file))

    def _on_log_toggled(self, event: PageEvent) -> None:
        if event.new_state == "open":
            self._app.table.watching.on_log_opened()

    def _on_log_focused(self, event: PageEvent) -> None:
        if line := event.closest(".log-line"):
            log_panel.set_tab_stop(line)
        self._on_log_hovered(event)

    def _on_log_hovered(self, event: PageEvent) -> None:
        if line := event.closest(".log-line"):
            self._app.table.rendering.board.highlight(str(line.dataset.squares).split())

    # -- pointer and focus ---------------------------------------------------------------

    def _on_pointer_down(self, event: PageEvent) -> None:
        self._pointer_type = event.pointer_type or "mouse"
        self._set_keyboard_use(False)
        self._press_point = event.point
        self._app.table.watching.cancel_auto_end()
        if self.takes_input:
            self._drag.on_pointer_down(event)

    def _on_square_hovered(self, event: PageEvent) -> None:
        if event.pointer_type != "touch" and (node := event.closest("[data-square]")):
            self._app.table.pointing.hover_square(node.dataset.square)

    def _on_board_left(self, event: PageEvent) -> None:
        if event.pointer_type != "touch":
            self._app.table.pointing.hover_square(None)

    def _on_square_focused(self, event: PageEvent) -> None:
        node = event.closest("[data-square]")
        if node and self._uses_keyboard and node.matches(":focus-visible"):
            self._app.table.pointing.hover_square(node.dataset.square)

    def _on_choice_hovered(self, event: PageEvent) -> None:
        if node := event.closest("[data-move]"):
            if self._pointer_type == "touch":
                return  # a finger has no way to point
            self._app.table.pointing.hover_placement(node.dataset.move)
            self._app.table.pointing.hover_move(node.dataset.move)

    def _on_choice_left(self, event: PageEvent) -> None:
        if event.type == "focusout":
            self._app.table.pointing.leave_move()
        elif event.pointer_type != "touch":
            self._app.table.pointing.hover_move(None)

    def _on_card_hovered(self, event: PageEvent) -> None:
        # What has come under a resting pointer, as the hand does when the curtain lifts, is not
        # looked at.
        if event.point == self._press_point:
            return
        if event.pointer_type != "touch" and (node := event.closest("[data-card]")):
            self._app.table.pointing.hover_card(node.dataset.card)

    def _on_card_focused(self, event: PageEvent) -> None:
        # On the way from a card that was taken up to its buttons the stage stays as it is.
        if by_id("hand").querySelector('[aria-pressed="true"]'):
            return
        node = event.closest("[data-card]")
        if node and node.matches(":focus-visible"):
            self._app.table.pointing.hover_card(node.dataset.card)

    def _on_card_left(self, event: PageEvent) -> None:
        if event.type == "focusout":  # Tab is to find what is shown without the card
            self._app.table.pointing.hover_card(None)
        elif event.pointer_type != "touch":
            self._app.table.pointing.leave_card()

    # -- keyboard ------------------------------------------------------------------------

    def _set_keyboard_use(self, on: bool) -> None:
        """Remember whether a key was used last; if so, the square with the focus is framed."""
        if on != self._uses_keyboard:
            self._uses_keyboard = on
            by_id("board-grid").toggleAttribute("data-keys", on)

    def _on_key(self, event: PageEvent) -> None:
        if not event.key:
            return  # no person has pressed a key: a form suggestion was chosen
        self._set_keyboard_use(True)
        self._app.table.watching.cancel_auto_end()
        if not self.takes_input or event.has_modifier or document.querySelector("dialog[open]"):
            return
        key = pressed_shortcut(event.key, event.code, has_shift=event.has_shift)
        square, line = event.closest("[data-square]"), event.closest(".log-line")
        if (square and self._handle_board_key(key)) or (
            line and log_panel.handle_log_key(line, key)
        ):
            event.prevent_default()
        elif key == "Escape":
            self._app.table.cancel_selection()
        elif not event.closest("input, select, textarea"):
            self.press_shortcut(key)

    def press_shortcut(self, key: str) -> None:
        """Do what a key does anywhere on the page."""
        if key == "u":
            self._app.table.undo()
        elif key == "r":
            self._app.table.redo()
        elif key == "t":
            self._app.table.toggle_threats()
        elif key == "m":
            self._app.table.rendering.toggle_lists()
        elif key == "?":
            shortcut_sheet.open_sheet()
        elif action := self._shortcuts.get(key):
            self._actions.run(action())

    def press_element(self, node: DomNode, *, by_touch: bool) -> object:
        """Do what a click on an element does; return the work that goes on, if there is some."""
        self._app.table.rendering.finish_drawing()
        return self._actions.press(node, by_touch=by_touch)

    def _handle_board_key(self, key: str) -> bool:
        """Handle a key on the board; return whether the key means anything there."""
        table, board = self._app.table, self._app.table.rendering.board
        if key in _ARROW_DIRECTIONS:
            board.focus(board.neighbor(_ARROW_DIRECTIONS[key]))
        elif key in ("n", "p"):
            board.focus(board.next_legal_square(1 if key == "n" else -1))
        elif key in (*FILES, *"123456789"):
            board.focus(board.square_for_key(key))
        elif key in ("Enter", " "):
            table.choose_square(board.cursor, by_touch=False)
        else:
            return False
        return True

    # -- the page among others -----------------------------------------------------------

    def _on_storage_changed(self, event: PageEvent) -> None:
        key = event.storage_key
        if key is None or GAME_KEY_PATTERN.match(key):  # no key: the whole store was cleared
            self._app.other_tabs.on_saves_changed()

    def _on_page_shown(self, event: PageEvent) -> None:
        self._check_saves(restored=event.persisted)

    def _on_page_hidden(self, event: PageEvent) -> None:
        self._app.features.on_page_hidden()
        self._app.other_tabs.tabs.release_game()  # for good, or until the page comes back

    def _on_visibility_changed(self, event: PageEvent) -> None:
        self._app.features.on_page_hidden()
        self._check_saves(restored=False)

    def _check_saves(self, *, restored: bool) -> None:
        """Check the saved games: the page is seen again.

        `restored` means that the page was left, so that another tab may play its game.
        """
        app, table = self._app, self._app.table
        app.notices.show_save_notice(app.saved_games.texts.retry_pending_writes())
        app.other_tabs.on_saves_changed()
        if restored and table.game_id and table.other_tab_state is None:
            start_task(app.open_game(table.game_id))

    def _on_before_unload(self, event: PageEvent) -> None:
        unsaved = any(feature.has_unsaved_work for feature in self._app.features)
        if self._app.saved_games.texts.has_unsaved_games or unsaved:
            event.prevent_default()  # the browser asks whether to leave

    # -- forms ---------------------------------------------------------------------------

    def _on_submit(self, event: PageEvent) -> None:
        event.prevent_default()
        self._app.new_game_starter.begin()

    def _on_setting_changed(self, event: PageEvent) -> None:
        control = event.closest("[data-setting]")
        if control is None:
            return
        value = bool(control.checked) if control.type == "checkbox" else str(control.value)
        self._actions.run(self._app.preferences.change_setting(str(control.dataset.setting), value))

    def _on_seat_changed(self, event: PageEvent) -> None:
        if control := event.closest("select"):
            self._actions.seat_dialog.change_seat(control)

    def _on_gallery_filter_changed(self, event: PageEvent) -> None:
        if not event.closest("#gallery-query"):  # heard of while it is typed
            self._app.reference_dialogs.show_gallery()

    def _on_address_changed(self, event: PageEvent) -> None:
        address = str(window.location.href)
        if event.type == "hashchange" and address == self._opened_address:
            return  # to open it again would take the focus from what `popstate` has opened
        self._opened_address = address
        self._app.reference_dialogs.open_from_url()
        if not self._is_address_due and not self._app.is_embedded:
            self._is_address_due = True
            start_task(self._open_changed_address())

    async def _open_changed_address(self) -> None:
        """Open what the address requests, once for all events of one change."""
        await asyncio.sleep(0)
        self._is_address_due = False
        await open_changed_address(self._app)
