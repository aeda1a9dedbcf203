"""A study as what lies on the table."""

from __future__ import annotations

from typing import Protocol

from tashkalar.features.studies.study_review import StudyReview
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.session.session import Session


class StudyPanel(Protocol):
    """The part of `StudyScreen` that a study on the table needs."""

    def show_from_beginning(self) -> None:
        """Put what the study shows on the table, and the keyboard on its title."""

    def close(self) -> None:
        """Remove the traces of a study from the page."""

    @property
    def is_looking(self) -> bool:
        """True while the study is only looked at, so that no card can be used."""

    def press_menu(self, action: str) -> bool:
        """Keep or download the study if the menu says so; return whether that was done."""

    def choose_square(self, square: str) -> bool:
        """Draw on a square; return False if nobody draws now."""

    def follow_decision(self) -> None:
        """Look whether the turn that is played again is over after a decision."""


class StudyOnTable(Activity):
    """A study, of which no decision is saved.

    `under` is the game that it is laid over, `saved_id` is that of a saved study without one: no
    other tab may save that study meanwhile.
    """

    is_played = False

    def __init__(
        self,
        panel: StudyPanel,
        review: StudyReview,
        *,
        under: Activity | None = None,
        address: PageAddress | None = None,
        place: str = "",
        saved_id: str = "",
    ) -> None:
        self.review, self.under = review, under
        self.address, self.place = address, place
        self.held_id = under.held_id if under else saved_id
        self._panel = panel

    def enter(self) -> None:
        """Put the study on the table."""
        self._panel.show_from_beginning()

    def leave(self) -> None:
        """Remove the traces of the study from the page."""
        self._panel.close()

    def decided(self, session: Session) -> None:
        """Look whether the turn that is played again is over."""
        self._panel.follow_decision()

    @property
    def is_looked_at(self) -> bool:
        """True while the study is only looked at."""
        return self._panel.is_looking

    def takes_action(self, name: str) -> bool:
        """Keep or download the study instead of the game."""
        return self._panel.press_menu(name)

    def takes_square(self, name: str) -> bool:
        """Draw on a square, if somebody draws."""
        return self._panel.choose_square(name)
