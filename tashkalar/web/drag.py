"""Dragging cards and stones to squares, and long presses, which show details.

Tap and keyboard can do everything too. A finger that moves along the hand scrolls the hand; a
finger that moves towards the board drags the card.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyodide.ffi import create_proxy
from pyscript import document

from tashkalar.web.browser.dom import DomNode, clone_template
from tashkalar.web.browser.listeners import EventHandler, PageEvent, guarded
from tashkalar.web.play.card_flight import copy_card
from tashkalar.web.play.table import Table
from tashkalar.web.screens.reference import ReferenceDialogs

HandlerGuard = Callable[[EventHandler], EventHandler]

_DRAG_THRESHOLD_PX = 12.0  # pixels that a pointer moves before it drags
_LONG_PRESS_S = 0.5  # seconds of a long press
_CLICK_IGNORE_MS = 60.0  # milliseconds after the end of a drag in which a click is none


class DragController:
    """Follow a pointer that went down on a card of the hand, or on a square."""

    def __init__(
        self, table: Table, reference: ReferenceDialogs, guard: HandlerGuard, *, allow_touch: bool
    ) -> None:
        self._table, self._reference = table, reference
        self._allows_touch = allow_touch  # in another site's page a finger scrolls
        self._pressed_node: DomNode | None = None  # what the pointer went down on
        self._start_point = (0.0, 0.0)
        self._is_touch = False
        self._dragged_node: DomNode | None = None  # the dragged card or piece
        self._press_timer: asyncio.TimerHandle | None = None
        self._ended_at_ms = -_CLICK_IGNORE_MS
        self._move_listeners = tuple(  # made once: they come and go with every press
            (kind, create_proxy(guarded(guard(handler))))
            for kind, handler in (
                ("pointermove", self._on_pointer_move),
                ("pointerup", self._on_pointer_up),
                ("pointercancel", self._stop),
            )
        )

    def on_pointer_down(self, event: PageEvent) -> None:
        """Begin to follow a pointer that goes down on a card or a square."""
        self._stop()
        self._ended_at_ms = -_CLICK_IGNORE_MS  # the click to come is its own
        self._is_touch = event.pointer_type == "touch"
        node = event.closest("#hand [data-card], #board-grid [data-square]")
        if not node or not event.starts_press or document.querySelector("dialog[open]"):
            return
        self._pressed_node, self._start_point = node, event.point
        if self._is_touch:
            self._press_timer = asyncio.get_event_loop().call_later(
                _LONG_PRESS_S, self._on_long_press, event
            )
        for kind, handler in self._move_listeners:
            document.addEventListener(kind, handler)

    def consumes_click(self, event: PageEvent) -> bool:
        """Return whether this click only ends a drag or a long press."""
        return event.time_ms - self._ended_at_ms < _CLICK_IGNORE_MS

    # -- long presses --------------------------------------------------------------------

    def _on_long_press(self, event: PageEvent) -> None:
        held, self._press_timer = self._pressed_node, None
        if held is None or self._dragged_node:
            return
        if card := held.getAttribute("data-card"):
            self._reference.show_card(str(card))
        else:
            self._table.pointing.describe_square(str(held.getAttribute("data-square")))
        self._ended_at_ms = float("inf")  # until the finger is lifted

    # -- dragging ------------------------------------------------------------------------

    def _on_pointer_move(self, event: PageEvent) -> None:
        held = self._pressed_node
        if held is None or self._ended_at_ms == float("inf"):
            return
        x, y = event.point
        across, up = x - self._start_point[0], y - self._start_point[1]
        if self._dragged_node is None:
            if abs(across) + abs(up) < _DRAG_THRESHOLD_PX:
                return
            self._cancel_long_press()
            if not self._start_drag(held, along_hand=self._is_touch and abs(across) > abs(up)):
                self._stop()
                return
        if self._dragged_node:
            self._dragged_node.style.setProperty("translate", f"{x:.0f}px {y:.0f}px")
            self._table.pointing.hover_square(_square_at(x, y))

    def _start_drag(self, held: DomNode, *, along_hand: bool) -> bool:
        """Take up a card or a stone; return False if that is impossible.

        A finger that moves `along_hand` scrolls the hand and takes up no card.
        """
        card, square = held.getAttribute("data-card"), held.getAttribute("data-square")
        if self._is_touch and not self._allows_touch:
            return False
        if not (
            self._table.pick_up_card(card)
            if card and not along_hand
            else self._table.pick_up_piece(square)
        ):
            return False
        self._dragged_node = shown = clone_template("tpl-dragged")
        if card:
            held.toggleAttribute("data-held", True)
            shown.replaceChildren(copy_card(held))
        else:
            box = shown.firstElementChild
            for part in held.querySelector(".piece").children:
                box.appendChild(part.cloneNode(True))
        shown.toggleAttribute("data-holds-card", bool(card))
        shown.toggleAttribute("data-touch", self._is_touch)
        shown.setAttribute("data-school", held.getAttribute("data-school") or "")
        document.body.appendChild(shown)
        return True

    def _on_pointer_up(self, event: PageEvent) -> None:
        dragged = self._dragged_node is not None
        if dragged or self._ended_at_ms == float("inf"):
            self._ended_at_ms = event.time_ms
        held = self._pressed_node
        self._stop()
        if dragged and held is not None:
            held.toggleAttribute("data-held", True)  # it is at the square already
            self._table.drop_dragged(_square_at(*event.point))
            held.removeAttribute("data-held")

    def _cancel_long_press(self) -> None:
        if self._press_timer:
            self._press_timer.cancel()
        self._press_timer = None

    def _stop(self, event: PageEvent | None = None) -> None:
        """Stop following the pointer."""
        self._cancel_long_press()
        if self._pressed_node is not None:
            for kind, handler in self._move_listeners:
                document.removeEventListener(kind, handler)
        if self._dragged_node is not None:
            self._dragged_node.remove()
        if self._pressed_node is not None and self._dragged_node is not None:
            self._pressed_node.removeAttribute("data-held")
        if self._ended_at_ms == float("inf"):
            self._ended_at_ms = -_CLICK_IGNORE_MS
        self._pressed_node = self._dragged_node = None


def _square_at(x: float, y: float) -> str | None:
    """Return the name of the square under a point of the window."""
    under = document.elementFromPoint(x, y)
    node = under.closest("#board-grid [data-square]") if under else None
    return str(node.dataset.square) if node else None
