"""A played card flies from the hand to its square, where it becomes the stone."""

from __future__ import annotations

from pyodide.ffi import to_js
from pyscript import document, window

from tashkalar.ui.session.session import Session
from tashkalar.web.browser.dom import DomNode
from tashkalar.web.browser.timers import Timer

_FLIGHT_MS = 260.0
_END_SCALE = 0.35


def copy_card(card: DomNode) -> DomNode:
    """Return a picture of a card of the hand, as large as it is there."""
    slot = card.parentNode
    picture = slot.cloneNode(True)
    picture.removeAttribute("data-slot")
    picture.style.width, picture.style.height = f"{slot.offsetWidth}px", f"{slot.offsetHeight}px"
    picture.firstElementChild.removeAttribute("data-held")
    picture.inert = True
    return picture


def fly_played_card(session: Session, stretch: float) -> None:
    """Let the card of the last decision fly from its place in the hand to the board.

    The hand still shows the card. Nothing flies if `stretch` is 0 or the card is not in sight.
    """
    last = session.game.last_move
    if not stretch or last is None or last.move.kind != "summon" or not all(last.forced):
        return
    card = document.querySelector(f'#hand [data-card="{last.move.card}"]')
    square = document.querySelector(f'#board-grid [data-square="{last.move.square}"] .tile')
    if not card or not square or card.hasAttribute("data-held"):  # a hand has brought it there
        return
    start, end = card.getBoundingClientRect(), square.getBoundingClientRect()
    if not start.width or not end.width:
        return
    picture = copy_card(card)
    picture.className = "hand-slot flying"
    picture.style.left, picture.style.top = f"{start.left}px", f"{start.top}px"
    x = end.left + end.width / 2 - start.left - start.width / 2
    y = end.top + end.height / 2 - start.top - start.height / 2
    document.body.appendChild(picture)
    there = f"translate({x}px, {y}px) scale({_END_SCALE})"
    frames = [
        {"transform": "none", "opacity": 1},
        {"transform": there, "opacity": 0.9, "offset": 0.8},
        {"transform": there, "opacity": 0},
    ]
    timing = {"duration": _FLIGHT_MS * stretch, "easing": "cubic-bezier(.3, .7, .3, 1)"}
    convert = window.Object.fromEntries
    picture.animate(to_js(frames, dict_converter=convert), to_js(timing, dict_converter=convert))
    Timer().start(_FLIGHT_MS * stretch / 1000, lambda: picture.remove())
