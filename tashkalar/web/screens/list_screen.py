"""The screen of lists that features have, such as that of the lessons."""

from __future__ import annotations

from pyscript import document


def show_list_screen(id: str) -> None:
    """Show the list in the element with this id, and hide the others."""
    for place in document.querySelectorAll(".list-screen"):
        place.toggleAttribute("hidden", str(place.id) != id)
    document.body.dataset.screen = "learn"
