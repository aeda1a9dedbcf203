"""The activity on the table, one at a time, and the address that leads back to it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tashkalar.ui.session.goal_panel import GoalPanelView, goal_panel_view
from tashkalar.ui.session.session import Session


class PageAddress(NamedTuple):
    """A parameter of the address and its value; without a name, the address of the last game."""

    name: str = ""
    value: str = ""


class HistoryEntry(NamedTuple):
    """An entry of the browser's history."""

    url: str  # the query and the fragment of the address
    place: str | None  # what the address does not say, see `Activity.place`; None: not ours


class AddressBar(Protocol):
    """The address of the page and its history. The methods here are those without an address."""

    def read(self) -> HistoryEntry:
        """Return the entry that is shown."""
        return HistoryEntry("", "")

    def url_for(self, address: PageAddress) -> str:
        """Return the query and fragment that ask for this."""
        return ""

    def write(self, entry: HistoryEntry, *, adds: bool) -> None:
        """Replace the entry that is shown, or add one behind it."""
        return


class NoAddressBar(AddressBar):
    """The address bar of a board in another page: it is never written."""


class Activity:
    """An activity on the table. The base class is the empty table.

    `Activities` calls `enter` and `leave`. All the rest may be read and called only in between.
    """

    address: PageAddress | None = (
        None  # what asks for this activity; None keeps the address as it is
    )
    # What the address does not say, such as "game:3" for the third saved game: no address holds
    # anything private.
    place = ""
    home_place = ""  # the place of the home that this is, as the ways to the places name it
    session: Session | None = None
    under: Activity | None = None  # what this is laid over, and gives way to again
    game_id = ""  # of the saved game that is played or looked at
    held_id = ""  # of the saved game that no other tab may play meanwhile
    other_tab_state: str | None = None  # another tab plays the game: "open" there, or "taken"
    is_played = True  # hands, turns and the end are those of a game between players
    is_coached = False  # a coach comments on each decision: no turn ends or is shown by itself
    is_exercise = False  # a review would give the solution away
    announces_goal = True  # to screen readers, when the activity begins

    def enter(self) -> None:
        """Begin, or go on after something else lay on the table, and draw."""

    def leave(self) -> None:
        """Remove all traces from the page."""

    def decided(self, session: Session) -> None:
        """Do what follows a decision, which the board shows already."""

    def keep(self) -> None:
        """Save the game, if a person must ask for that."""

    # -- what the table asks -------------------------------------------------------------

    @property
    def named_squares(self) -> tuple[str, ...]:
        """The squares where a person is to look first."""
        return ()

    def goal_view(self, session: Session, language: str) -> GoalPanelView | None:
        """Return what the panel of the goal shows."""
        return goal_panel_view(session.game, language)

    @property
    def is_looked_at(self) -> bool:
        """True if a chosen card is only shown in full."""
        return False

    def takes_action(self, name: str) -> bool:
        """Carry out an action of the menu in a way of its own; return whether that was done."""
        return False

    def takes_square(self, name: str) -> bool:
        """Use a chosen square for something else than a decision; return whether it is used."""
        return False

    def note_square(self, name: str) -> None:
        """Note that a square was chosen and nothing was decided."""

    def note_card(self) -> None:
        """Note that a card was chosen and nothing was decided."""

    def note_decision(self) -> None:
        """Note a decision before the board shows it."""

    def undo(self, session: Session) -> bool:
        """Take back one decision; return False if there is none."""
        return session.undo()


class Activities:
    """Hold the activity on the table, and write the address of each that follows."""

    def __init__(self, bar: AddressBar) -> None:
        self.current = Activity()
        self._bar = bar
        # The next activity is the one that the address asks for.
        self.follows_address = True
        self.entry = bar.read()

    def show(self, activity: Activity) -> None:
        """Let this lie on the table instead of what lies there."""
        self.current.leave()
        self.current = activity
        activity.enter()
        if self.current is activity:  # else it has led on at once
            if activity.address is None:
                self.entry = self._bar.read()
            self.write_address(adds=not self.follows_address)

    def write_address(self, *, adds: bool = False) -> None:
        """Write the address of the current activity, in a new entry if it `adds` one."""
        address = self.current.address
        url = self.entry.url if address is None else self._bar.url_for(address)
        self.entry = HistoryEntry(url, self.current.place)
        if self.entry != self._bar.read():
            self._bar.write(self.entry, adds=adds)
