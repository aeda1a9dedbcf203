"""The position that is on the workshop's table, and whether it is stored."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.ui.workshop.collection import Work
from tashkalar.ui.workshop.position import Scenario, new_position

MOST_STEPS_BACK = 100


class Draft:
    """The scenario that a person changes. Each of the `observers` is called after a change."""

    def __init__(self) -> None:
        self.id = ""  # in the collection; "" for a work that was never saved
        self.observers: list[Callable[[], None]] = []
        self._scenario = self._saved = new_position()
        self._earlier: list[Scenario] = []

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is now; edits return another one."""
        return self._scenario

    @property
    def is_saved(self) -> bool:
        """True if the collection has the scenario as it is now, or nothing was changed yet."""
        return self._scenario == self._saved

    @property
    def can_undo(self) -> bool:
        """True if there is a change to take back."""
        return bool(self._earlier)

    def open(self, work: Work | None, scenario: Scenario | None = None) -> None:
        """Begin with a work of the collection, or with a scenario that is not saved yet."""
        self.id = work.id if work else ""
        self._earlier = []
        self._saved = work.scenario if work else new_position()
        self._scenario = scenario or self._saved
        self._notify()

    def change(self, scenario: Scenario) -> None:
        """Go on with another scenario."""
        if scenario != self._scenario:
            self._earlier = [*self._earlier[1 - MOST_STEPS_BACK :], self._scenario]
            self._scenario = scenario
            self._notify()

    def undo(self) -> None:
        """Take back the last change."""
        if self._earlier:
            self._scenario = self._earlier.pop()
            self._notify()

    def note_saved(self, id: str) -> None:
        """Note that the scenario is stored under an id."""
        self.id, self._saved = id, self._scenario
        self._notify()

    def _notify(self) -> None:
        for observer in self.observers:
            observer()
