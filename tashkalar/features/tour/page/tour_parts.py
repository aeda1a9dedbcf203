"""The fetched parts of the tour: its dialog, and the faces beside its games."""

from __future__ import annotations

from tashkalar.features.tour.page.tour_dialog import TourDialog
from tashkalar.features.tour.page.tour_faces import TableFaces
from tashkalar.web.app import App


class TourParts:
    """The dialog and the faces of the tour."""

    def __init__(self, app: App) -> None:
        self.dialog = TourDialog(
            app.words, app.store, lambda: app.start_screen.schools, app.start_new_game
        )
        self.faces = TableFaces(app.words)
