"""The places of the home: the ways to them, and those that are lists, such as the lessons."""

from __future__ import annotations

from pyscript import document


def show_list_screen(id: str) -> None:
    """Show the list in the element with this id, and hide the others."""
    for place in document.querySelectorAll(".list-screen"):
        place.toggleAttribute("hidden", str(place.id) != id)
    document.body.dataset.screen = "learn"


def mark_home_place(name: str) -> None:
    """Mark the way to the place that is shown; "" is none of them."""
    for way in document.querySelectorAll(".places [data-leads-to]"):
        if str(way.dataset.leadsTo) == name:
            way.setAttribute("aria-current", "page")
        else:
            way.removeAttribute("aria-current")
