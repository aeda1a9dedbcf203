"""The portraits of the tour: how they are drawn, and the opponent's face beside a game."""

from __future__ import annotations

from tashkalar.features.tour import tour_face
from tashkalar.features.tour.tour_face import CALM, STIRRED, TourFace
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import DomNode, by_id, clone_template, find_field


def draw_face(root: DomNode, face: TourFace) -> None:
    """Draw a portrait in the `.face` of a node, which gets the colors of the school."""
    root.setAttribute("data-school", face.school)
    drawing = root.querySelector(".face")
    if drawing.getAttribute("data-mood") != face.mood:  # else its movement would begin again
        drawing.setAttribute("data-mood", face.mood)
    drawing.querySelector(".face-bust").setAttribute("href", f"#face-{face.opponent}")
    for mood in (CALM, STIRRED):
        part = drawing.querySelector(f".face-{mood}")
        part.setAttribute("href", f"#face-{face.opponent}-{mood}")


class TableFaces:
    """The face of the opponent in the stage of a game of the tour, and beside its result."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._in_stage = _add_face(by_id("prompt"))
        self._in_result = _add_face(by_id("result-sentence").parentElement)

    def show(self, session: Session) -> None:
        """Show the face that goes with the game of a session, or none."""
        bots = session.seating.opponents.level_by_seat
        face = tour_face.find_face(session.game, bots)
        for node in (self._in_stage, self._in_result):
            node.toggleAttribute("hidden", face is None)
            if face:
                draw_face(node, face)
                find_field(node, "name").textContent = self._words.translate(face.name)
                find_field(node, "line").textContent = self._words.translate(face.line)


def _add_face(parent: DomNode) -> DomNode:
    """Add a hidden face to an element, and return it."""
    node = clone_template("tpl-tour-face")
    node.toggleAttribute("hidden", True)
    parent.appendChild(node)
    return node
