"""The focus that moves by itself, and a press that chooses what it is on.

The module is imported when a setting first asks for it. Presses made by this module are clicks of
the page, so what follows a press is the same as for a pointer or a key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pyodide.ffi import create_proxy
from pyscript import document, window

from tashkalar.features.scanning.page.dwell import Dwell
from tashkalar.features.scanning.page.presses import PRESSABLE, SET, TYPED, is_left_out, press
from tashkalar.features.scanning.scan_walk import DWELL_S, PACE_S, Offer, ScanWalk
from tashkalar.ui.storage.settings import Settings
from tashkalar.web.board.board import BoardRenderer
from tashkalar.web.browser import failures
from tashkalar.web.browser.dom import DomNode, by_id, is_visible
from tashkalar.web.browser.timers import Timer

AFTER_PRESS_S = 0.5  # until the next stop is marked: the page has followed the press by then
# Of the table, in the order of the walk.
_READY_CARDS = "#hand [data-card][data-summonable]"
_TAKEN_CARDS = "#stage-ready [data-take]"  # the same where the hand is hidden
_OTHER_CARDS = "#hand [data-card]:not([data-off], [data-summonable])"  # to be discarded
_SQUARES = "#board-grid [data-square][data-legal]"
_BUTTONS = (
    "#options [data-move], #tasks .task-claim, #choices button, #choice-discard, #coach button"
)
_BACK = '.bar [data-action="undo"], .row-undo, .menu-button'
# What a pointer does; in the mode "anywhere" all of it is one press.
_POINTER_EVENTS = ("pointerdown", "pointerup", "mousedown", "mouseup", "click", "contextmenu")


class Scanning:
    """Follows the settings: moves the focus, takes presses, and lets a resting pointer press."""

    def __init__(self, board: BoardRenderer, count_events: Callable[[], object]) -> None:
        self._board, self._count_events = board, count_events
        self._walk = ScanWalk()
        self._timer = Timer()
        self._mode, self._pace_s = "off", PACE_S["normal"]
        self._nodes: dict[str, DomNode] = {}  # of the offer that was walked last, by its keys
        self._marked: list[DomNode] = []
        self._dwell = Dwell()
        self._listen("keydown", self._on_key)
        self._listen("keyup", self._on_key)
        for kind in _POINTER_EVENTS:
            self._listen(kind, self._on_pointer)
        self._listen("visibilitychange", lambda _: self._restart())

    def _listen(self, kind: str, handler: Callable[[Any], None]) -> None:
        """Hear an event of the window before the page does."""

        def handle(event: Any) -> None:
            try:
                handler(event)
            except Exception as error:
                failures.report(error)

        window.addEventListener(kind, create_proxy(handle), True)

    def apply(self, settings: Settings) -> None:
        """Follow the settings as they are now."""
        self._mode, self._pace_s = settings.scan, PACE_S[settings.pace]
        for menu in document.querySelectorAll("[popover]"):
            # A press beside an open menu is no wish to close it.
            menu.setAttribute("popover", "manual" if self._mode == "anywhere" else "auto")
        self._dwell.set_delay(DWELL_S.get(settings.dwell))
        self._restart()

    def _restart(self) -> None:
        """Walk on, or end: nobody scans, or nobody sees the page."""
        if self._mode == "off" or document.hidden:
            self._unmark()
            self._timer.cancel()
        else:
            self._timer.start(self._pace_s, self._advance)

    # -- the walk ------------------------------------------------------------------------

    def _advance(self) -> None:
        """Mark the next stop. While a person types, the focus stays."""
        self._timer.start(self._pace_s, self._advance)
        if document.activeElement and document.activeElement.matches(TYPED):
            self._unmark()
            return
        offer = self._offer()
        stop = self._walk.advance(offer)
        self._unmark()
        if stop is None:
            return
        for key in stop.keys:
            node = self._nodes[key]
            node.setAttribute("data-scan", "")
            node.toggleAttribute("data-focus", bool(node.matches("[data-square]")))
            self._marked.append(node)
        if stop.keys[0] in offer.squares:
            self._board.focus(stop.keys[0])
        else:
            self._marked[0].focus()

    def _unmark(self) -> None:
        for node in self._marked:
            node.removeAttribute("data-scan")
            node.removeAttribute("data-focus")
        self._marked.clear()

    def _press(self) -> None:
        """Press what is marked; a row of squares is opened."""
        if self._marked and self._marked[0].matches(SET):
            press(self._marked[0])
            self._timer.start(self._pace_s, self._advance)  # the next value may be wanted
            return
        node = self._nodes.get(self._walk.press())
        self._unmark()
        if node and is_visible(node):
            press(node)
            self._timer.start(AFTER_PRESS_S, self._advance)
        else:
            self._advance()

    # -- what can be chosen --------------------------------------------------------------

    def _offer(self) -> Offer:
        """Return what can be chosen on top of the page, and note the nodes of the keys."""
        self._nodes = {}
        body = document.body
        if dialogs := tuple(document.querySelectorAll("dialog[open]")):
            return Offer(self._note(_inside(dialogs[-1])), decision=str(dialogs[-1].id))
        if menus := tuple(document.querySelectorAll(":popover-open:not(.toast)")):
            menu, name = menus[-1], str(menus[-1].id)
            back = _all_shown(f'[popovertarget="{name}"]')
            return Offer(self._note(_inside(menu)), (), self._note(back), name)
        if body.hasAttribute("data-meanwhile"):
            steps = _inside(by_id("meanwhile"))
            return Offer(self._note(steps), (), self._note(_all_shown(_BACK)), "meanwhile")
        if body.dataset.screen == "curtain":
            cover = by_id("elsewhere" if body.hasAttribute("data-elsewhere") else "curtain")
            back = _all_shown(_BACK)
            return Offer(self._note(_inside(cover)), (), self._note(back), self._decision())
        if body.dataset.screen != "game" or body.hasAttribute("data-study"):
            nodes = sorted(_inside(body), key=lambda node: not node.hasAttribute("data-primary"))
            return Offer(self._note(nodes), decision=self._decision())
        ready, others = _all_shown(_READY_CARDS) or _all_shown(_TAKEN_CARDS), ()
        if document.querySelector('#hand [data-card][aria-pressed="true"]'):
            ready = ()
        else:
            others = _all_shown(_OTHER_CARDS)
        return Offer(
            self._note(ready),
            self._note(document.querySelectorAll(_SQUARES)),
            self._note((*_all_shown(_BUTTONS), *others, *_all_shown(_BACK))),
            self._decision(),
        )

    def _decision(self) -> tuple[object, ...]:
        """Return what differs when something else is to be decided."""
        screen, question = document.body.dataset.screen, by_id("prompt-text").textContent
        return str(screen), str(question), self._count_events()

    def _note(self, nodes: Iterable[DomNode]) -> tuple[str, ...]:
        """Return a key for each node, and keep the nodes."""
        keys: list[str] = []
        for node in nodes:
            key = name = _key(node)
            while key in self._nodes:
                key = f"{name} {len(self._nodes)}"
            self._nodes[key] = node
            keys.append(key)
        return tuple(keys)

    # -- presses -------------------------------------------------------------------------

    def _on_key(self, event: Any) -> None:
        """Take Space, except where it is a letter; also its end, which presses in some browsers."""
        if self._mode == "off" or event.key != " " or event.target.matches(TYPED):
            return
        event.preventDefault()
        event.stopImmediatePropagation()
        if event.type == "keydown" and not event.repeat:
            self._press()

    def _on_pointer(self, event: Any) -> None:
        """Take a click anywhere, if that is the press. Those of keys and scripts go on."""
        is_of_key = event.type == "click" and not event.detail
        if self._mode != "anywhere" or not event.isTrusted or is_of_key:
            return
        event.preventDefault()
        event.stopImmediatePropagation()
        if event.type == "click":
            self._press()


def _inside(root: DomNode) -> Iterator[DomNode]:
    """Yield what can be pressed inside an element."""
    return (node for node in _shown(root.querySelectorAll(PRESSABLE)) if not is_left_out(node))


def _all_shown(selector: str) -> tuple[DomNode, ...]:
    """Return the nodes of the page that match, are in view and can be used."""
    return tuple(_shown(document.querySelectorAll(selector)))


def _shown(nodes: Iterable[DomNode]) -> Iterator[DomNode]:
    """Yield the nodes that are in view and can be used."""
    for node in nodes:
        is_usable = not node.matches(":disabled, [aria-disabled='true']")
        if is_usable and not node.closest("[inert]") and is_visible(node):
            yield node


def _key(node: DomNode) -> str:
    """Return a key that a node keeps while it is offered."""
    data = node.dataset
    for name in ("square", "card", "take", "move", "choice", "action"):
        if value := getattr(data, name, None):
            return str(value) if name == "square" else f"{name} {value}"
    if node.id or node.matches("input"):
        return f"id {node.id} {node.name or ''}"
    return f"node {str(node.textContent).strip()[:40]}"
