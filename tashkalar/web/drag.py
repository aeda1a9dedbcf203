"""A card dragged to a square, a stone to its place; and long presses, which show details.

Beside tap and keyboard: everything can be done without it. A finger that moves along the hand
scrolls it; away from it, towards the board, it takes the card along.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from pyodide.ffi import create_proxy
from pyscript import document

from tashkalar.web.browser.dom import Node, clone
from tashkalar.web.play.table import Table
from tashkalar.web.screens.reference import Reference

Guard = Callable[[Callable[[Any], None]], Callable[[Any], None]]

_FAR = 12.0  # pixels that a pointer moves before it drags
_LONG = 0.5  # seconds of a long press
_AFTER = 60.0  # milliseconds after the end of a drag in which a click is none


class Drag:
    """Follows a pointer that went down on a card of the hand, or on a square."""

    def __init__(
        self, table: Table, reference: Reference, guarded: Guard, *, touchable: bool
    ) -> None:
        self._table, self._reference = table, reference
        self._touchable = touchable  # in a page of somebody else a finger scrolls
        self._from: Node | None = None  # what the pointer went down on
        self._start = (0.0, 0.0)
        self._finger = False
        self._shown: Node | None = None  # what is dragged
        self._press: asyncio.TimerHandle | None = None
        self._ended = -_AFTER
        self._follows = tuple(  # made once: they come and go with every press
            (kind, create_proxy(guarded(handler)))
            for kind, handler in (
                ("pointermove", self._move),
                ("pointerup", self._up),
                ("pointercancel", self._stop),
            )
        )

    def down(self, event: Any) -> None:
        """A pointer goes down anywhere."""
        self._stop()
        self._ended = -_AFTER  # the click to come is its own
        self._finger = str(event.pointerType) == "touch"
        found = event.target.closest("#hand [data-card], #board-grid [data-square]") or None
        if (
            not found
            or not event.isPrimary
            or event.button
            or document.querySelector("dialog[open]")
        ):
            return
        self._from, self._start = found, (float(event.clientX), float(event.clientY))
        if self._finger:
            self._press = asyncio.get_event_loop().call_later(_LONG, self._pressed, event)
        for kind, handler in self._follows:
            document.addEventListener(kind, handler)

    def took(self, event: Any) -> bool:
        """Whether this click only ends a drag or a long press."""
        return float(event.timeStamp) - self._ended < _AFTER

    # -- long presses --------------------------------------------------------------------

    def _pressed(self, event: Any) -> None:
        held, self._press = self._from, None
        if held is None or self._shown:
            return
        if card := held.getAttribute("data-card"):
            self._reference.show_card(str(card))
        else:
            self._table.tell_square(str(held.getAttribute("data-square")))
        self._ended = float("inf")  # until the finger is lifted

    # -- dragging ------------------------------------------------------------------------

    def _move(self, event: Any) -> None:
        held = self._from
        if held is None or self._ended == float("inf"):
            return
        x, y = float(event.clientX), float(event.clientY)
        across, up = x - self._start[0], y - self._start[1]
        if self._shown is None:
            if abs(across) + abs(up) < _FAR:
                return
            self._forget_press()
            if not self._take_up(held, along=self._finger and abs(across) > abs(up)):
                self._stop()
                return
        if self._shown:
            self._shown.style.setProperty("translate", f"{x:.0f}px {y:.0f}px")
            self._table.look(_square_at(x, y))

    def _take_up(self, held: Node, *, along: bool) -> bool:
        """Take up what is dragged, if it can be; a finger `along` the hand scrolls."""
        card, square = held.getAttribute("data-card"), held.getAttribute("data-square")
        if self._finger and not self._touchable:
            return False
        if not (self._table.hold_card(card) if card and not along else self._table.hold(square)):
            return False
        picture = held.querySelector(".emblem" if card else ".piece")
        self._shown = shown = clone("tpl-dragged")
        box = shown.firstElementChild
        for part in picture.children:
            box.appendChild(part.cloneNode(True))
        shown.setAttribute("data-school", held.getAttribute("data-school") or "")
        document.body.appendChild(shown)
        return True

    def _up(self, event: Any) -> None:
        dragged = self._shown is not None
        if dragged or self._ended == float("inf"):
            self._ended = float(event.timeStamp)
        self._stop()
        if dragged:
            self._table.drop(_square_at(float(event.clientX), float(event.clientY)))

    def _forget_press(self) -> None:
        if self._press:
            self._press.cancel()
        self._press = None

    def _stop(self, event: Any = None) -> None:
        """Nothing is dragged or pressed any more."""
        self._forget_press()
        if self._from is not None:
            for kind, handler in self._follows:
                document.removeEventListener(kind, handler)
        if self._shown is not None:
            self._shown.remove()
        if self._ended == float("inf"):
            self._ended = -_AFTER
        self._from = self._shown = None


def _square_at(x: float, y: float) -> str | None:
    """The name of the square under a point of the window."""
    under = document.elementFromPoint(x, y)
    found = under.closest("#board-grid [data-square]") if under else None
    return str(found.dataset.square) if found else None
