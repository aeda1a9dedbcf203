"""Listeners of events: events are read with defaults, and failures are reported.

Extensions, form suggestions and other scripts send events of every kind without their usual
fields: a `keydown` without `key`, a `pointerdown` that is a plain `Event`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi.wrappers import add_event_listener

from tashkalar.web.browser import failures
from tashkalar.web.browser.dom import DomNode, closest


class PageEvent:
    """An event whose missing or mistyped fields have defaults."""

    __slots__ = ("_event",)

    def __init__(self, event: Any) -> None:
        self._event = event

    def _text(self, name: str) -> str:
        value = getattr(self._event, name, None)
        return value if isinstance(value, str) else ""

    def _number(self, name: str, default: float) -> float:
        value = getattr(self._event, name, None)
        return float(value) if isinstance(value, int | float) else default

    def _flag(self, name: str) -> bool:
        return getattr(self._event, name, None) is True

    @property
    def type(self) -> str:
        """The kind of event, such as "focusout"."""
        return self._text("type")

    @property
    def target(self) -> DomNode:
        """The node that the event happened at; perhaps the document, a text or None."""
        return getattr(self._event, "target", None)

    def closest(self, selector: str) -> DomNode | None:
        """Return the target or its nearest ancestor that matches, or None."""
        return closest(self.target, selector)

    def prevent_default(self) -> None:
        """Keep the browser from doing what it does with such an event."""
        self._event.preventDefault()

    @property
    def has_files(self) -> bool:
        """True if files are dragged over the page or dropped on it."""
        kinds = getattr(getattr(self._event, "dataTransfer", None), "types", None)
        return kinds is not None and "Files" in list(kinds)

    @property
    def dropped_file(self) -> Any:
        """The first file that was dropped; None without one."""
        files = getattr(getattr(self._event, "dataTransfer", None), "files", None)
        return files.item(0) if files is not None and files.length else None

    # -- keys ----------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """The character or the name of a pressed key; "" if unknown."""
        return self._text("key")

    @property
    def code(self) -> str:
        """The place of a pressed key, such as "KeyU"; "" if unknown."""
        return self._text("code")

    @property
    def has_shift(self) -> bool:
        """True if Shift is held."""
        return self._flag("shiftKey")

    @property
    def has_modifier(self) -> bool:
        """True if Ctrl, Alt or the system's key is held, so that a key is not for the game."""
        return any(map(self._flag, ("ctrlKey", "metaKey", "altKey")))

    # -- pointers ------------------------------------------------------------------------

    @property
    def pointer_type(self) -> str:
        """The kind of pointer: "mouse", "pen", "touch", or "" if unknown."""
        return self._text("pointerType")

    @property
    def point(self) -> tuple[float, float]:
        """The place in the window in CSS pixels; (-1, -1) if unknown."""
        return self._number("clientX", -1), self._number("clientY", -1)

    @property
    def starts_press(self) -> bool:
        """True if this is the first pointer and its main button."""
        return self._flag("isPrimary") and self._number("button", -1) == 0

    @property
    def is_repeated(self) -> bool:
        """True if this is a click soon after another one in the same place, as a double one."""
        return self._number("detail", 0) > 1

    @property
    def time_ms(self) -> float:
        """The time of the event in milliseconds since the page was opened."""
        return self._number("timeStamp", 0)

    # -- others --------------------------------------------------------------------------

    @property
    def new_state(self) -> str:
        """The state after a `toggle` event: "open" or "closed"; "" if unknown."""
        return self._text("newState")

    @property
    def storage_key(self) -> str | None:
        """The changed key of a `storage` event; None if the whole store was cleared."""
        return self._text("key") or None

    @property
    def persisted(self) -> bool:
        """True if a page that was left is shown again as it was."""
        return self._flag("persisted")

    @property
    def data(self) -> Any:
        """The content of a message, or None."""
        return getattr(self._event, "data", None)

    @property
    def detail(self) -> Any:
        """The content of an event of the page's scripts, or None."""
        return getattr(self._event, "detail", None)

    @property
    def message(self) -> str:
        """The message of an `error` event; "" if unknown."""
        return self._text("message")


EventHandler = Callable[[PageEvent], object]


def guarded(handler: EventHandler) -> Callable[[Any], None]:
    """Return a listener that reads events as `PageEvent` and reports failures of the handler."""

    def handle(event: Any) -> None:
        try:
            handler(PageEvent(event))
        except Exception as error:
            failures.report(error)

    return handle


def listen(node: DomNode, kind: str, handler: EventHandler) -> None:
    """Call the handler for each event of this kind at the node."""
    add_event_listener(node, kind, guarded(handler))
