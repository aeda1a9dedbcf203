"""The table of clicks: which element of the page means which action."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec

from pyscript import document, window

from tashkalar import cards
from tashkalar.position.board import SQUARE_OF
from tashkalar.ui.reference import rulebook
from tashkalar.ui.reference.glossary import TERMS
from tashkalar.ui.session.session import Session
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import DomNode, closest
from tashkalar.web.browser.listeners import PageEvent
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import Action, Click, ClickHandler, with_number
from tashkalar.web.play.replay_controls import ReplayControls
from tashkalar.web.play.seats import SeatDialog
from tashkalar.web.screens import shortcut_sheet
from tashkalar.web.screens.result import ResultScreen

Params = ParamSpec("Params")


# The second press of a double one is none: a hint would tell more than was asked for, which counts,
# or vanish again.
_NEVER_DOUBLED = ("hint", "advise")


class ClickActions:
    """Run the action of the element that was clicked."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._going_on: set[str] = set()  # the actions whose work goes on
        self._replay_controls = ReplayControls(app.table)
        table, reference, saves = app.table, app.reference_dialogs, app.saved_games_panel
        result = ResultScreen(app.words, table, app.start_new_game, app.features)
        self._result, turns = result, app.computer_turns
        self.seat_dialog = SeatDialog(app.words, table)
        # The first selector decides that the target or one of its ancestors matches: an element
        # inside another one that can be clicked stands before the outer one.
        self._handlers: tuple[tuple[str, ClickHandler], ...] = (
            *(
                (selector, act)
                for feature in app.features
                for selector, act in feature.clicks().items()
            ),
            ("[data-term]", self._explain_term),
            ("[data-square]", self._choose_square),
            (".task-claim", lambda click: table.choose_task(click.node.dataset.move)),
            ("[data-move]", self._choose_move),
            ("[data-choice]", self._choose_command),
            ("[data-detail]", lambda click: self._show_card(str(click.node.dataset.detail))),
            ("[data-card]", self._choose_card),
            ("[data-take]", lambda click: table.choose_card(click.node.dataset.take)),
            ("[data-log]", with_number("data-log", table.watching.show_past_position)),
            (
                "[data-walk]",
                self._in_game(
                    lambda session, click: self._replay_controls.handle_button(
                        session, click.node.dataset.walk
                    )
                ),
            ),
            ("[data-looks-up]", self._look_up_rule),
            ("[data-jump]", self._jump_to_chapter),
            ("[data-save-action]", self._manage_save),
            ("#banner-action", lambda click: saves.download_game(click.node.dataset.offer)),
            ("[data-action]", self._run_menu_action),
            (
                "#continue-game",
                lambda click: app.open_game(click.node.getAttribute("data-continue")),
            ),
            ("#arena-start", lambda _: app.new_game_starter.begin_against_computer()),
            ("#setup-open", lambda _: app.show_setup(against_computer=True)),
            ("#device-open", lambda _: app.show_setup(against_computer=False)),
            ("#setup-close", lambda _: app.leave_setup()),
            ("#curtain-open", lambda _: table.lift_curtain()),
            ("#elsewhere-take", lambda _: app.take_over()),
            ("#result-board", lambda _: table.watching.show_last_position()),
            ("#setup-back", lambda _: app.new_game_starter.leave_secret_choice()),
            ("#banner-close", lambda _: dialogs.close_banner()),
            # The page's script opens the sheet; here the keys get their labels.
            ('[data-opens="dlg-keys"]', lambda _: shortcut_sheet.write_labels()),
        )
        self._menu_actions: dict[str, Action] = {  # by `data-action`
            "undo": table.undo,
            "redo": table.redo,
            "restart": table.restart,
            "hint": table.toggle_summon_finder,
            "new-game": app.show_start_screen,
            "load": lambda: app.show_place("you"),
            "library": lambda: app.show_place("library"),
            "you": lambda: app.show_place("you"),
            "save": self._save_link_before(saves.name_game),
            "export": self._save_link_before(saves.download_game),
            "import": saves.import_file,
            "seats": self._in_game(self.seat_dialog.show),
            "resign": self._in_game(table.resign),
            "rules": reference.open_rules,
            "gallery": reference.show_gallery,
            "settings": app.preferences.show,
            "rematch": self._in_game(result.start_rematch),
            "swap": self._in_game(result.start_swapped_rematch),
            "watch": self._in_game(self._replay_game),
            "record": self._in_game(result.download_record),
            "link": self._in_game(result.copy_link),
            "language": app.preferences.show,
        }
        self._commands: dict[str, Action] = {  # by `data-choice`; any other value cancels
            "hurry": self._in_game(turns.hurry),
            "pause": self._in_game(turns.toggle_pause),
            "pace": self._in_game(turns.change_speed),
            "advise": self._in_game(turns.show_hint),
            "close-hint": table.close_hint,
            "threats": table.toggle_threats,
            "take-over": table.take_over_seat,
            "result": table.watching.show_result,
        }
        self._save_actions: dict[str, Callable[[str], object]] = {  # by `data-save-action`
            "continue": app.open_game,
            "export": saves.download_game,
            "delete": saves.delete_game,
        }

        for feature in app.features:
            self._menu_actions |= feature.actions()
            self._commands |= feature.commands()
            self._save_actions |= feature.save_actions()

    def handle_click(self, event: PageEvent, *, by_touch: bool) -> None:
        """Run the action of the element that was clicked, if it has one."""
        target = event.target  # read once: each reading crosses from Python to JavaScript
        for selector, action in self._handlers:
            if node := closest(target, selector):
                self.run(action(Click(event, node, by_touch)))
                return

    def press(self, node: DomNode, *, by_touch: bool) -> object:
        """Run the action of an element that no event names; return the work that goes on."""
        event = PageEvent(window.Event.new("click"))
        for selector, action in self._handlers:
            if target := closest(node, selector):
                return action(Click(event, target, by_touch))
        return None

    def run(self, work: object) -> None:
        """Start what an action returned, if it is a coroutine."""
        if asyncio.iscoroutine(work):
            start_task(work)

    # -- on the table --------------------------------------------------------------------

    def _in_game(
        self, action: Callable[Concatenate[Session, Params], object]
    ) -> Callable[Params, object]:
        """Return the action on the session on the table; the action does nothing without a game."""

        def act_in_game(*args: Params.args, **named: Params.kwargs) -> object:
            session = self._app.table.session
            return None if session is None else action(session, *args, **named)

        return act_in_game

    def _choose_square(self, click: Click) -> None:
        name = str(click.node.dataset.square)
        if name in SQUARE_OF:  # an extension may have attributes with our names
            self._app.table.choose_square(name, by_touch=click.by_touch)

    def _choose_move(self, click: Click) -> object:
        table, code = self._app.table, click.node.dataset.move
        if asks := click.node.getAttribute("data-asks"):
            return table.confirm_and_play_move(code, asks)
        if click.by_touch and closest(click.node, "#options"):
            table.choose_option(code)
        else:
            table.play_move(code)
        return None

    def _show_card(self, id: str) -> None:
        try:
            cards.get(id)
        except KeyError:
            return  # an attribute of an extension
        self._app.reference_dialogs.show_card(id)

    def _choose_card(self, click: Click) -> None:
        if click.event.closest(".gallery-list") or self._app.table.activity.is_looked_at:
            self._show_card(str(click.node.dataset.card))
        else:
            self._app.table.choose_card(click.node.dataset.card)

    def _choose_command(self, click: Click) -> object:
        command = str(click.node.dataset.choice)
        if self._app.table.activity.takes_action(command):
            return None
        action = self._commands.get(command, self._app.table.cancel_selection)
        return self._run_once(f"choice {command}", action)

    def _replay_game(self, session: Session) -> None:
        """Leave the result for the whole game, move by move."""
        self._result.watch_from_start(session)
        self._replay_controls.handle_button(session, "play")

    # -- in the reference dialogs --------------------------------------------------------

    def _explain_term(self, click: Click) -> None:
        click.event.prevent_default()
        if (term := str(click.node.dataset.term)) in TERMS:
            self._app.reference_dialogs.explain_term(term, click.node)

    def _look_up_rule(self, click: Click) -> None:
        click.event.prevent_default()
        if rulebook.section_of_rule(number := str(click.node.dataset.looksUp)):
            self._app.reference_dialogs.close_term()
            self._app.reference_dialogs.show_rule(number)

    def _jump_to_chapter(self, click: Click) -> None:
        click.event.prevent_default()  # the fragment of the page's address describes a game
        if document.getElementById(click.node.dataset.jump):
            self._app.reference_dialogs.jump_to_chapter(click.node)

    # -- in the menu and in the list of saved games --------------------------------------

    def _run_menu_action(self, click: Click) -> object:
        name = str(click.node.dataset.action)
        if name in _NEVER_DOUBLED and click.event.is_repeated:
            return None
        if self._app.table.activity.takes_action(name):
            return None
        return self._run_once(name, self._menu_actions.get(name))

    def _run_once(self, name: str, action: Action | None) -> object:
        """Run an action, unless a press before is still fetching what the action needs."""
        if action is None or name in self._going_on:
            return None
        work = action()
        if not asyncio.iscoroutine(work):
            return work
        self._going_on.add(name)
        return self._finish(name, work)

    async def _finish(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        finally:
            self._going_on.discard(name)

    def _manage_save(self, click: Click) -> object:
        action = self._save_actions.get(click.node.dataset.saveAction)
        return action(click.node.closest("[data-save]").dataset.save) if action else None

    def _save_link_before(self, action: Action) -> Action:
        """Return the action preceded by saving the game, if the game came by a link."""

        def save_and_run() -> object:
            self._app.table.activity.keep()
            return action()

        return save_and_run
