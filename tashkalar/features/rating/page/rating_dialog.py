"""The dialog of a person's strength: a curve and words for each form.

The module is fetched when the dialog is first opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tashkalar.features.rating.rating import Strength, matched_player, strength_line
from tashkalar.features.rating.rating_chart import Corner, lay_out_rating
from tashkalar.position.move import Message
from tashkalar.ui.bots.bot_names import level_name
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import DomNode, add_shape, add_text, by_id

_WIDTH_PX, _HEIGHT_PX = 340, 210  # the drawing grows with the dialog
_LABEL_WIDTH_PX = 96
_LABEL_DROP_PX = 4  # from the middle of a letter to its baseline
_DOT_RADIUS_PX = 4


class RatingDialog:
    """Draws what the dialog shows."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._dialog = by_id("dlg-rating")

    def show(self, strengths: Mapping[str, Strength]) -> None:
        """Open the dialog with the strength in each form."""
        for strength in strengths.values():
            self._draw(by_id(f"rating-{strength.form}-part"), strength)
        dialogs.open_dialog(self._dialog)
        by_id("rating-title").focus()

    def _draw(self, part: DomNode, strength: Strength) -> None:
        """Write the part of a form, and draw its curve if there are games."""
        line = self._words.translate(strength_line(strength))
        part.querySelector("h3").textContent = line
        note = Message("rating.advice")
        if strength.is_clear:
            note = Message("rating.even", {"level": level_name(matched_player(strength))})
        part.querySelector("p").textContent = self._words.translate(note)
        drawing = part.querySelector("svg")
        drawing.toggleAttribute("hidden", not strength.course)
        drawing.replaceChildren()
        if strength.course:
            self._draw_curve(drawing, strength)

    def _draw_curve(self, drawing: DomNode, strength: Strength) -> None:
        form = Message(f"form.{strength.form}.name")
        label = self._words.translate(Message("rating.chart", {"form": form}))
        drawing.setAttribute("aria-label", label)
        drawing.setAttribute("viewBox", f"0 0 {_WIDTH_PX} {_HEIGHT_PX}")
        layout = lay_out_rating(strength, _WIDTH_PX, _HEIGHT_PX, _LABEL_WIDTH_PX)
        for level in layout.levels:
            across = f"M{layout.left} {level.y}H{layout.width}"
            add_shape(drawing, "path", "rating-level", d=across)
            if level.label_y is not None:
                name = self._words.translate(Message(f"bots.{level.level}"))
                add_text(drawing, "rating-name", 0, level.label_y + _LABEL_DROP_PX, name)
        add_shape(drawing, "path", "rating-band", d=f"{_path(layout.band)}Z")
        add_shape(drawing, "path", "rating-line", d=_path(layout.line))
        x, y = layout.line[-1]
        add_shape(drawing, "circle", "rating-now", cx=x, cy=y, r=_DOT_RADIUS_PX)


def _path(corners: Iterable[Corner]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in corners)
