"""The home: where games begin, and its places that are lists of the page's own."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import document

from tashkalar import Game
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.web.browser.dom import focus_heading
from tashkalar.web.play.table import Table
from tashkalar.web.screens.list_screen import mark_home_place, show_list_screen
from tashkalar.web.screens.other_tabs import OtherTabs
from tashkalar.web.screens.saved_games import SavedGamesPanel
from tashkalar.web.screens.start_screen import StartScreen

PLAY = PageAddress("play")


class StartShown(Activity):
    """The start screen: the place of the home where games begin."""

    home_place = PLAY.name

    def __init__(self, draw: Callable[[], None], address: PageAddress | None) -> None:
        self._draw = draw
        self.address, self.place = address, "start"

    def enter(self) -> None:
        """Show the screen."""
        self._draw()


class SetupShown(Activity):
    """The form for a new game, in the place of the start screen."""

    address, place, home_place = PLAY, "setup", PLAY.name

    def __init__(self, start_screen: StartScreen, *, against_computer: bool) -> None:
        self._start_screen, self._against_computer = start_screen, against_computer

    def enter(self) -> None:
        """Show the form."""
        self._start_screen.open_form(against_computer=self._against_computer)

    def leave(self) -> None:
        """Close the form; its values stay."""
        self._start_screen.leave_secret_choice()
        self._start_screen.close_form()


class ListShown(Activity):
    """A place of the home that is a list, such as the library."""

    def __init__(self, draw: Callable[[], None], name: str) -> None:
        self._draw = draw
        self.address, self.place = PageAddress(name), name
        self.home_place = name

    def enter(self) -> None:
        """Show the list."""
        self._draw()


class Home:
    """Makes what the table shows at home."""

    def __init__(
        self,
        table: Table,
        start_screen: StartScreen,
        saved_games_panel: SavedGamesPanel,
        other_tabs: OtherTabs,
    ) -> None:
        self._table = table
        self._start_screen = start_screen
        self._saved_games_panel = saved_games_panel
        self._other_tabs = other_tabs

    def start(self, address: PageAddress | None, *, is_drawn: bool = False) -> StartShown:
        """Return the start screen; `is_drawn` says that the page itself has drawn it."""
        session = self._table.session
        left = (self._table.game_id, session.game) if session else None
        return StartShown(lambda: self._draw_start(left, is_drawn=is_drawn), address)

    def setup(self, *, against_computer: bool) -> SetupShown:
        """Return the form for a new game, for computer players or only for people."""
        return SetupShown(self._start_screen, against_computer=against_computer)

    def place(self, name: str) -> ListShown:
        """Return the place with this name."""
        return ListShown(lambda: self._draw_list(name), name)

    def mark_place(self, activity: Activity) -> None:
        """Mark the way to the place of the home that lies on the table."""
        mark_home_place(activity.home_place)

    def _draw_start(self, left: tuple[str, Game] | None, *, is_drawn: bool) -> None:
        """Draw the start screen; `left` is the id and the game that was on the table."""
        if is_drawn:
            document.body.dataset.screen = "start"
            self._table.refresh()
            return
        self._start_screen.leave_secret_choice()
        self._start_screen.close_form()
        self._saved_games_panel.show_list()
        document.body.dataset.screen = "start"
        self._saved_games_panel.show_start_board(left)
        # The game that was left is free a little later.
        self._other_tabs.handle_other_tabs_change()
        focus_heading("start-title")

    def _draw_list(self, name: str) -> None:
        self._saved_games_panel.show_list()
        show_list_screen(f"{name}-screen")
        focus_heading(f"{name}-title")
