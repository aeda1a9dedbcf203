"""From the page's events to the application: one listener a kind, on the document."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from pyodide.ffi.wrappers import add_event_listener
from pyscript import document, window

from tashkalar.errors import PackError
from tashkalar.position.board import FILES
from tashkalar.position.move import Message
from tashkalar.rules.execution import Unanswered
from tashkalar.ui.storage.save_record import ANY_GAME
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.tasks import background
from tashkalar.web.drag import Drag
from tashkalar.web.play import log_panel
from tashkalar.web.play.replay_controls import Walk

_ARROWS = {"ArrowUp": "n", "ArrowDown": "s", "ArrowLeft": "w", "ArrowRight": "e"}


def listen(app: App) -> None:
    """Connect everything on the page that a person can touch."""
    Events(app).connect()


class Events:
    """Knows how the last pointer was: a finger, a pen or a mouse."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._pointer = "mouse"
        self._keys = False  # a key was the last that was used, not a pointer
        self._pressed = (-1, -1)  # where the pointer was last pressed
        self._walk = Walk(app.table)
        self._drag = Drag(app.table, app.reference, self._guarded, touchable=not app.embedded)
        table, reference, preferences = app.table, app.reference, app.preferences
        self._actions: dict[str, Callable[[], object]] = {
            "undo": table.undo,
            "redo": table.redo,
            "restart": table.restart,
            "hint": table.hint,
            "last-turn": table.last_turn,
            "new-game": app.show_start,
            "load": app.show_start,
            "save": self._keeping(app.saves.name_game),
            "export": self._keeping(app.saves.download),
            "import": app.saves.open_file,
            "seats": app.seats.show,
            "review": app.review.show,
            "resign": table.resign,
            "rules": reference.open_rules,
            "gallery": reference.show_gallery,
            "settings": preferences.show,
            "packs": app.packs.opened,
            "lessons": app.show_lessons,
            "rematch": app.result.rematch,
            "swap": app.result.swap,
            "watch": self._watch_again,
            "record": app.result.save_record,
            "link": app.result.copy_link,
            "show-me": app.learn.demonstrate,
            "go-on": app.go_on_learning,
            "language": preferences.show,
        }

        self._choices: dict[str, Callable[[], object]] = {
            "hurry": app.opponents.hurry,
            "pause": app.opponents.pause,
            "pace": app.opponents.change_speed,
            "advise": app.opponents.advise,
            "threats": table.threats,
            "take-over": table.take_over,
            "result": table.show_result,
        }

    def connect(self) -> None:
        """Add the listeners."""
        board, setup, hand = by_id("board-grid"), by_id("setup"), by_id("hand")
        log = by_id("log")
        options, choices, overlay = (by_id(id) for id in ("options", "choices", "board-overlay"))
        buttons = (options, choices, by_id("choice-discard"), by_id("tasks"))
        for place, kind, handler in (
            (document, "click", self._click),
            (document, "keydown", self._key),
            (document, "pointerdown", self._pointer_down),
            (board, "pointerover", self._pointer_over),
            (board, "pointerleave", self._pointer_leave),
            (board, "focusin", self._focus_in),
            *((place, "pointerover", self._choice_over) for place in (*buttons, overlay)),
            *((place, "pointerleave", self._choice_left) for place in (*buttons, overlay)),
            *((place, "focusin", self._choice_over) for place in buttons),
            *((place, "focusout", self._choice_left) for place in buttons),
            (hand, "pointerover", self._card_over),
            (hand, "pointerleave", self._card_left),
            (hand, "focusin", self._card_focused),
            (hand, "focusout", self._card_left),
            (setup, "submit", self._submit),
            (setup, "change", self._form_changed),
            (by_id("levels"), "change", self._level_chosen),
            (by_id("panel-log"), "toggle", self._log_toggled),
            (log, "focusin", self._log_focused),
            (log, "pointerover", self._log_over),
            *((log, kind, self._log_left) for kind in ("pointerleave", "focusout")),
            (by_id("settings"), "change", self._setting_changed),
            (by_id("seats"), "change", self._seat_changed),
            (by_id("gallery-filters"), "change", self._deck_changed),
            (by_id("gallery-query"), "input", self._looked_for),
            (window, "hashchange", self._address_changed),
            (by_id("curve-turn"), "input", self._turn_marked),
            (window, "storage", self._stored_elsewhere),
            (window, "pageshow", self._page_shown),
            (window, "pagehide", self._page_hidden),
            (window, "beforeunload", self._before_unload),
            (document, "visibilitychange", self._visibility_changed),
        ):
            waits = kind in ("pointerover", "pointerleave", "focusin", "focusout")
            add_event_listener(place, kind, self._guarded(handler, waits=waits))

    def _guarded(
        self, handler: Callable[[Any], None], *, waits: bool = False
    ) -> Callable[[Any], None]:
        """A handler whose failure is told to the person too, not to the console alone.

        What `waits` is no input by itself: it also comes because something has gone from under the
        pointer or the focus, before that is painted.
        """

        def handle(event: Any) -> None:
            if waits and self._app.table.put_off(lambda: handle(event)):
                return
            try:
                self._app.table.finish()
                handler(event)
            except PackError as error:
                self._app.pack_failed(error)
            except Unanswered as wanted:
                background(self._once_more(wanted, lambda: handle(event)))
            except Exception:
                self._app.notices.tell(Message("error.unexpected"))
                raise

        return handle

    async def _once_more(self, wanted: Unanswered, act: Callable[[], None]) -> None:
        """Do again what a pack had to answer first."""
        await self._app.packs.room.answer(wanted)
        act()

    def _keeping(self, action: Callable[[], object]) -> Callable[[], object]:
        """An action for which the game must be on the shelf, also one that came by a link."""

        def act() -> object:
            self._app.keep_linked()
            return action()

        return act

    def _watch_again(self) -> None:
        """Leave the result for the whole game, move by move."""
        self._app.result.watch()
        self._walk.go("play")

    def _start(self, work: object) -> None:
        """Let an action run that takes its time; if it fails, that is told too."""
        if asyncio.iscoroutine(work):
            background(self._told(work))

    async def _told(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except PackError as error:
            self._app.pack_failed(error)
        except Exception:
            self._app.notices.tell(Message("error.unexpected"))
            raise

    def _click(self, event: Any) -> None:
        app, table, target = self._app, self._app.table, event.target
        if self._drag.took(event):
            return
        if found := _closest(target, "[data-term]"):
            event.preventDefault()
            app.reference.explain(found.dataset.term, found)
        elif found := _closest(target, "[data-square]"):
            table.square(found.dataset.square, touched=self._pointer == "touch")
        elif found := _closest(target, ".task-claim"):
            table.claim(found.dataset.move)
        elif found := _closest(target, "[data-move]"):
            if asks := found.getAttribute("data-asks"):
                self._start(table.confirmed_move(found.dataset.move, asks))
            elif self._pointer == "touch" and _closest(found, "#options"):
                table.option(found.dataset.move)
            else:
                table.move(found.dataset.move)
        elif found := _closest(target, "[data-choice]"):
            self._start(self._choices.get(str(found.dataset.choice), table.cancel)())
        elif found := _closest(target, "[data-detail]"):
            app.reference.show_card(found.dataset.detail)
        elif found := _closest(target, "[data-card]"):
            if _closest(target, "#gallery-list"):
                app.reference.show_card(found.dataset.card)
            else:
                table.card(found.dataset.card)
        elif found := _closest(target, "[data-take]"):
            table.card(found.dataset.take)
        elif found := _closest(target, "[data-log]"):
            table.look_back(int(found.dataset.log))
        elif found := _closest(target, "[data-walk]"):
            self._walk.go(found.dataset.walk)
        elif found := _closest(target, "[data-looks-up]"):
            event.preventDefault()
            app.reference.close_term()
            app.reference.show_rule(found.dataset.looksUp)
        elif found := _closest(target, "[data-jump]"):
            event.preventDefault()  # what stands behind the # of the address is a game's
            app.reference.jump(found)
        elif found := _closest(target, "[data-review]"):
            app.review.choose(found)
        elif found := _closest(target, "[data-save-action]"):
            self._save_action(found)
        elif found := _closest(target, "[data-lesson]:not(body)"):
            self._start(app.open_lesson(found.dataset.lesson))
        elif found := _closest(target, "#banner-action"):
            app.saves.download(found.dataset.offer)
        elif found := _closest(target, "[data-action]"):
            if action := self._actions.get(found.dataset.action):
                self._start(action())
        elif found := _closest(target, "#continue-game"):
            self._start(app.open_game(found.getAttribute("data-continue")))
        elif _closest(target, "#arena-start"):
            app.new_game.against_computer()
        elif found := _closest(target, "#setup-open, #device-open"):
            app.start.unfold(found)
        elif _closest(target, "#curtain-open"):
            table.lift_curtain()
        elif _closest(target, "#elsewhere-take"):
            self._start(app.take_over())
        elif found := _closest(target, "[data-watch]"):
            table.look_at_result(int(found.dataset.watch))
        elif _closest(target, "#curve-drawing"):
            app.result.curve.pressed(event)
        elif _closest(target, "#curve-see"):
            app.result.see()
        elif _closest(target, "#result-board"):
            table.show_last_position()
        elif _closest(target, "#setup-back"):
            app.new_game.leave_secret()
        elif _closest(target, "#banner-close"):
            dialogs.close_banner()

    def _save_action(self, button: Any) -> None:
        id = button.closest("[data-save]").dataset.save
        action = button.dataset.saveAction
        if action == "continue":
            self._start(self._app.open_game(id))
        elif action == "export":
            self._app.saves.download(id)
        elif action == "delete":
            self._start(self._app.saves.delete(id))

    def _log_toggled(self, event: Any) -> None:
        if str(event.newState) == "open":
            self._app.table.show_log()

    def _log_focused(self, event: Any) -> None:
        if line := _closest(event.target, ".log-line"):
            log_panel.stop_at(line)
        self._log_over(event)

    def _log_over(self, event: Any) -> None:
        if line := _closest(event.target, ".log-line"):
            self._app.table.board.light(str(line.dataset.squares).split())

    def _log_left(self, event: Any) -> None:
        self._app.table.board.light([])

    # -- pointer and focus ---------------------------------------------------------------

    def _pointer_down(self, event: Any) -> None:
        self._pointer = str(event.pointerType)
        self._use_keys(False)
        self._pressed = (event.clientX, event.clientY)
        self._app.table.stay()
        self._drag.down(event)

    def _pointer_over(self, event: Any) -> None:
        if str(event.pointerType) != "touch" and (found := _closest(event.target, "[data-square]")):
            self._app.table.look(found.dataset.square)

    def _pointer_leave(self, event: Any) -> None:
        if str(event.pointerType) != "touch":
            self._app.table.look(None)

    def _focus_in(self, event: Any) -> None:
        found = _closest(event.target, "[data-square]")
        if found and self._keys and found.matches(":focus-visible"):
            self._app.table.look(found.dataset.square)

    def _choice_over(self, event: Any) -> None:
        if found := _closest(event.target, "[data-move]"):
            if self._pointer == "touch":
                return  # a finger has no way to point
            self._app.table.look_at_move(found.dataset.move)
            self._app.table.point_at(found.dataset.move)

    def _choice_left(self, event: Any) -> None:
        if event.type == "focusout":
            self._app.table.point_away()
        elif str(event.pointerType) != "touch":
            self._app.table.point_at(None)

    def _card_over(self, event: Any) -> None:
        # What has come under a resting pointer, as the hand does when the curtain lifts, is not
        # looked at.
        if (event.clientX, event.clientY) == self._pressed:
            return
        if str(event.pointerType) != "touch" and (found := _closest(event.target, "[data-card]")):
            self._app.table.glance(found.dataset.card)

    def _card_focused(self, event: Any) -> None:
        # On the way from a card that was taken up to its buttons the stage stays as it is.
        if by_id("hand").querySelector('[aria-pressed="true"]'):
            return
        found = _closest(event.target, "[data-card]")
        if found and found.matches(":focus-visible"):
            self._app.table.glance(found.dataset.card)

    def _card_left(self, event: Any) -> None:
        if str(getattr(event, "pointerType", "")) != "touch":
            self._app.table.glance_away()

    # -- keyboard ------------------------------------------------------------------------

    def _use_keys(self, on: bool) -> None:
        """Whether a key was used last: then the square that has the focus is framed."""
        if on != self._keys:
            self._keys = on
            by_id("board-grid").toggleAttribute("data-keys", on)

    def _key(self, event: Any) -> None:
        self._use_keys(True)
        self._app.table.stay()
        if event.ctrlKey or event.metaKey or event.altKey or document.querySelector("dialog[open]"):
            return
        key = str(event.key)
        square, line = (_closest(event.target, kind) for kind in ("[data-square]", ".log-line"))
        if (square and self._board_key(key)) or (line and log_panel.step_in_log(line, key)):
            event.preventDefault()
        elif key == "Escape":
            self._app.table.cancel()
        elif not _closest(event.target, "input, select, textarea"):
            if key in ("u", "U"):
                self._app.table.undo()
            elif key in ("r", "R"):
                self._app.table.redo()
            elif key in ("t", "T"):
                self._app.table.threats()
            elif key == "?":
                by_id("dlg-keys").showModal()

    def _board_key(self, key: str) -> bool:
        """A key pressed on the board; whether it meant anything there."""
        table, board = self._app.table, self._app.table.board
        if key in _ARROWS:
            board.focus(board.step(_ARROWS[key]))
        elif key in ("n", "p"):
            board.focus(board.next_legal(1 if key == "n" else -1))
        elif key in FILES or key.isdigit():
            board.focus(board.nearest(key))
        elif key in ("Enter", " "):
            table.square(board.cursor, touched=False)
        else:
            return False
        return True

    # -- the page among others -----------------------------------------------------------

    def _stored_elsewhere(self, event: Any) -> None:
        if not isinstance(event.key, str) or ANY_GAME.match(event.key):  # no key: all is gone
            self._app.others.shelf_changed()

    def _page_shown(self, event: Any) -> None:
        self._app.shown(restored=bool(event.persisted))

    def _page_hidden(self, event: Any) -> None:
        self._app.hidden()

    def _visibility_changed(self, event: Any) -> None:
        self._app.shown(restored=False)

    def _before_unload(self, event: Any) -> None:
        if self._app.shelf.unsaved:
            event.preventDefault()  # the browser asks whether to leave

    # -- forms ---------------------------------------------------------------------------

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        self._app.new_game.begin()

    def _form_changed(self, event: Any) -> None:
        self._app.start.follow_form()

    def _level_chosen(self, event: Any) -> None:
        self._app.start.follow_level()

    def _setting_changed(self, event: Any) -> None:
        control = event.target
        value = bool(control.checked) if control.type == "checkbox" else str(control.value)
        self._start(self._app.preferences.change(str(control.dataset.setting), value))

    def _seat_changed(self, event: Any) -> None:
        self._app.seats.change(event.target)

    def _turn_marked(self, event: Any) -> None:
        self._app.result.curve.look_at(int(event.target.value))

    def _deck_changed(self, event: Any) -> None:
        if event.target.type != "search":  # heard of while it is typed
            self._app.reference.show_gallery()

    def _looked_for(self, event: Any) -> None:
        self._app.reference.search()

    def _address_changed(self, event: Any) -> None:
        self._app.reference.follow()


def _closest(target: Any, selector: str) -> Any:
    """The element or its nearest ancestor that matches, or None."""
    found = target.closest(selector) if hasattr(target, "closest") else None
    return found or None
