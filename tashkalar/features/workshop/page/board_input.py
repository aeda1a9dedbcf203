"""Clicks, keys and drags on the board of the workshop, and drags from its tray."""

from __future__ import annotations

from typing import Protocol

from pyodide.ffi import create_proxy
from pyscript import document

from tashkalar.web.browser.dom import DomNode, by_id, clone_template
from tashkalar.web.browser.listeners import PageEvent, guarded, listen

_DRAG_THRESHOLD_PX = 8.0  # pixels that a pointer moves before it drags
_CLICK_IGNORE_MS = 60.0  # milliseconds after the end of a drag in which a click is none


class BoardActions(Protocol):
    """The actions on squares. A `source` is a square, or a piece of the tray."""

    @property
    def takes_input(self) -> bool:
        """True while the board belongs to the workshop."""

    def choose_square(self, square: str) -> None:
        """Do what a click on a square, or the Enter key, does."""

    def clear_square(self, square: str) -> None:
        """Take away what stands on a square."""

    def can_drag(self, source: str) -> bool:
        """Tell whether there is something to drag."""

    def drop(self, source: str, square: str | None) -> None:
        """Put what was dragged on a square, or with None beside the board."""


class BoardInput:
    """Turns what happens on the board and the tray into actions."""

    def __init__(self, actions: BoardActions) -> None:
        self._actions = actions
        self._source = ""
        self._pressed: DomNode | None = None
        self._dragged: DomNode | None = None
        self._start_point = (0.0, 0.0)
        self._ended_at_ms = -_CLICK_IGNORE_MS
        board = by_id("board-grid")
        listen(board, "click", self._on_click)
        listen(board, "keydown", self._on_key)
        for place in (board, by_id("workshop-tray")):
            listen(place, "pointerdown", self._on_pointer_down)
        self._move_listeners = tuple(  # made once: they come and go with every press
            (kind, create_proxy(guarded(handler)))
            for kind, handler in (
                ("pointermove", self._on_pointer_move),
                ("pointerup", self._on_pointer_up),
                ("pointercancel", self._stop),
            )
        )

    def _on_click(self, event: PageEvent) -> None:
        node = event.closest("[data-square]")
        is_end_of_drag = event.time_ms - self._ended_at_ms < _CLICK_IGNORE_MS
        if node and self._actions.takes_input and not is_end_of_drag:
            self._actions.choose_square(str(node.dataset.square))

    def _on_key(self, event: PageEvent) -> None:
        node = event.closest("[data-square]")
        if not node or not self._actions.takes_input or event.has_modifier:
            return
        if event.key in ("Enter", " "):
            self._actions.choose_square(str(node.dataset.square))
        elif event.key in ("Delete", "Backspace"):
            self._actions.clear_square(str(node.dataset.square))
            event.prevent_default()

    # -- dragging ------------------------------------------------------------------------

    def _on_pointer_down(self, event: PageEvent) -> None:
        self._stop()
        node = event.closest("[data-square], [data-workshop-stone]")
        if not node or not event.starts_press or not self._actions.takes_input:
            return
        source = node.getAttribute("data-workshop-stone") or node.getAttribute("data-square")
        if self._actions.can_drag(str(source)):
            self._source, self._pressed, self._start_point = str(source), node, event.point
            for kind, handler in self._move_listeners:
                document.addEventListener(kind, handler)

    def _on_pointer_move(self, event: PageEvent) -> None:
        if self._pressed is None:
            return
        x, y = event.point
        far = abs(x - self._start_point[0]) + abs(y - self._start_point[1])
        if self._dragged is None and far >= _DRAG_THRESHOLD_PX:
            self._dragged = _make_dragged(self._pressed)
        if self._dragged is not None:
            self._dragged.style.setProperty("translate", f"{x:.0f}px {y:.0f}px")

    def _on_pointer_up(self, event: PageEvent) -> None:
        source, was_dragged = self._source, self._dragged is not None
        self._stop()
        if was_dragged:
            self._ended_at_ms = event.time_ms
            self._actions.drop(source, _square_at(*event.point))

    def _stop(self, event: PageEvent | None = None) -> None:
        """Stop following the pointer."""
        if self._pressed is not None:
            for kind, handler in self._move_listeners:
                document.removeEventListener(kind, handler)
        if self._dragged is not None:
            self._dragged.remove()
        self._pressed = self._dragged = None


def _make_dragged(pressed: DomNode) -> DomNode:
    """Return the picture that follows the pointer."""
    node = clone_template("tpl-dragged")
    box = node.firstElementChild
    for stone in pressed.querySelectorAll(".stone"):
        box.appendChild(stone.cloneNode(True))
    document.body.appendChild(node)
    return node


def _square_at(x: float, y: float) -> str | None:
    """Return the name of the square under a point of the window."""
    under = document.elementFromPoint(x, y)
    node = under.closest("#board-grid [data-square]") if under else None
    return str(node.dataset.square) if node else None
