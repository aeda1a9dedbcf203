"""The dialog that shows and changes, during a game, who plays each seat."""

from __future__ import annotations

from typing import Any

from tashkalar.bots.company import level_of
from tashkalar.position.ids import SeatNumber, seat_numbers
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import by_id, find_field
from tashkalar.web.play.level_choice import add_step_option
from tashkalar.web.play.table import Table


class SeatDialog:
    """Show who plays each seat, and give a seat to another player."""

    def __init__(self, words: Catalogue, table: Table) -> None:
        self._words = words
        self._table = table

    def show(self, session: Session) -> None:
        """Fill the controls with the players of the seats."""
        setup, bots = session.game.setup, session.seating.opponents.level_by_seat
        known = {str(seat): seat for seat in seat_numbers(setup.seats)}
        for row in by_id("seats").querySelectorAll("[data-player]"):
            seat = known.get(str(row.dataset.player))
            row.toggleAttribute("hidden", seat is None)
            if seat is not None:
                name = self._words.translate(phrases.player_name(setup, seat))
                find_field(row, "name").textContent = name
                choice, level = row.querySelector("select"), level_of(bots.get(seat, ""))
                add_step_option(choice, level, self._words)
                choice.value = level
                choice.disabled = session.seating.far is not None

    def change_seat(self, control: Any) -> None:
        """Give the seat of a control to the player that the control names."""
        self._table.give_seat(SeatNumber(int(control.name)), str(control.value))
