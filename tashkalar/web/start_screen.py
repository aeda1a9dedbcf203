"""The start screen: what to play, and the saved games."""

from __future__ import annotations

from typing import NamedTuple

from pyscript import document, window

from tashkalar import Game, new_game
from tashkalar.deal import FIRST_GAME_OPTIONS, FIRST_GAME_SCHOOLS
from tashkalar.ui.i18n import Catalogue
from tashkalar.web.dom import KeyedList, Parts, by_id, clone


class SaveRow(NamedTuple):
    """A saved game in the list."""

    id: str
    name: str
    detail: str
    playable: bool


class StartScreen:
    """Reads the form for a new game; shows the list of saved ones."""

    def __init__(self) -> None:
        self._form = by_id("setup")
        self._saves: KeyedList[SaveRow] = KeyedList(
            by_id("saves-list"), lambda _: clone("tpl-save"), self._row, key=lambda row: row.id
        )

    def game(self) -> Game:
        """The game that the form describes; ValueError when it cannot be."""
        chosen = window.FormData.new(self._form)
        form = str(chosen.get("form"))
        names = [str(chosen.get(f"name-{seat}") or "").strip() for seat in (1, 2)]
        if form == "first-game":
            return new_game(
                "high-form", FIRST_GAME_SCHOOLS, names=names, options=FIRST_GAME_OPTIONS
            )
        schools = [str(chosen.get(f"school-{seat}")) for seat in (1, 2)]
        return new_game(form, schools, names=names)

    def error(self, text: str) -> None:
        """Say what is wrong with the form."""
        by_id("setup-error").textContent = text

    def follow_form(self) -> None:
        """Keep what cannot be chosen together apart: the first game has its schools fixed."""
        chosen = window.FormData.new(self._form)
        first = chosen.get("form") == "first-game"
        for group in document.querySelectorAll("#setup .schools"):
            group.toggleAttribute("inert", first)
            for box in group.querySelectorAll("input"):
                box.disabled = first
        other = {1: str(chosen.get("school-2")), 2: str(chosen.get("school-1"))}
        for seat, taken in other.items():
            for box in document.querySelectorAll(f'#setup input[name="school-{seat}"]'):
                box.closest(".school").toggleAttribute("data-taken", box.value == taken)

    def show_saves(self, rows: list[SaveRow], words: Catalogue) -> None:
        """Show the saved games, newest first."""
        by_id("saves").toggleAttribute("hidden", False)
        by_id("saves").toggleAttribute("data-empty", not rows)
        self._saves.show(rows, afresh=True)

    def _row(self, parts: Parts, row: SaveRow) -> None:
        parts.root.attribute("data-save", row.id)
        parts.text("name", row.name)
        parts.text("detail", row.detail)
        button = parts.root.node.querySelector('[data-save-action="continue"]')
        button.disabled = not row.playable
