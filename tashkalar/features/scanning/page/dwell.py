"""A pointer that presses by resting: for people who move one and cannot click."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import create_proxy
from pyscript import document, window

from tashkalar.features.scanning.page.presses import PRESSABLE, TYPED, press
from tashkalar.web.browser import failures
from tashkalar.web.browser.dom import DomNode, by_id, closest
from tashkalar.web.browser.timers import Timer

MAX_TREMOR_PX = 12  # a pointer that moves less still rests
_RESTED_ON = f"label, [data-square], [data-card], [data-move], {PRESSABLE}, {TYPED}"


class Dwell:
    """Presses once what the pointer rests on; the next press needs another element or a way."""

    def __init__(self) -> None:
        self._delay_s: float | None = None
        self._timer = Timer()
        self._at = (-1.0, -1.0)  # where the pointer has come to rest
        self._pressed_at: tuple[float, float] | None = None
        window.addEventListener("pointermove", create_proxy(self._on_move), True)
        window.addEventListener("pointerdown", create_proxy(lambda _: self._stop()), True)

    def set_delay(self, delay_s: float | None) -> None:
        """Press after so many seconds; never with None."""
        self._delay_s = delay_s
        self._stop()

    def _stop(self) -> None:
        self._timer.cancel()
        by_id("dwell-mark").hidden = True

    def _on_move(self, event: Any) -> None:
        if self._delay_s is None or event.pointerType == "touch" or not event.isTrusted:
            return
        point = float(event.clientX), float(event.clientY)
        if _is_near(point, self._at) and (self._timer.is_running or self._pressed_at):
            return
        self._stop()
        self._at, self._pressed_at = point, None
        if _find_target(point):
            self._show_mark(point)
            self._timer.start(self._delay_s, self._press)

    def _show_mark(self, point: tuple[float, float]) -> None:
        mark = by_id("dwell-mark")
        # Above an open dialog only what lies in it is seen.
        dialogs = document.querySelectorAll("dialog[open]")
        (dialogs[dialogs.length - 1] if dialogs.length else by_id("scanning")).appendChild(mark)
        mark.style.left, mark.style.top = f"{point[0]}px", f"{point[1]}px"
        mark.style.setProperty("--dwell", f"{self._delay_s}s")
        mark.hidden = False

    def _press(self) -> None:
        """Press what lies under the pointer now."""
        by_id("dwell-mark").hidden = True
        self._pressed_at = self._at
        try:
            target = _find_target(self._at)
            if target and target.matches(TYPED):
                target.focus()
            elif target and not document.hidden:
                press(target)
        except Exception as error:
            failures.report(error)


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) <= MAX_TREMOR_PX for a, b in zip(one, other, strict=True))


def _find_target(point: tuple[float, float]) -> DomNode | None:
    """Return what a click at a point would press, if it can be used."""
    target = closest(document.elementFromPoint(*point), _RESTED_ON)
    return None if target is None or target.matches(":disabled") else target
