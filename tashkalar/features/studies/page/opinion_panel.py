"""The opinion curve under the score chart of the result, and in the review."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import Game
from tashkalar.features.studies.judgments import TurnJudgments
from tashkalar.features.studies.opinion import OpinionCurve, describe_point
from tashkalar.features.studies.opinion_chart import even_xs
from tashkalar.features.studies.page.opinion_view import OpinionView
from tashkalar.features.studies.page.study_on_table import StudyOnTable
from tashkalar.features.studies.study_review import StudyReview
from tashkalar.features.summary.game_summary import SummaryTurn
from tashkalar.features.summary.page.door import SummaryDoor
from tashkalar.position.move import Message
from tashkalar.study import Study
from tashkalar.ui.session.session import Session
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import PageEvent

_MAX_KEPT_CURVES = 8
_RESULT_HEIGHT_PX, _REVIEW_HEIGHT_PX = 120, 72
_REVIEW_MARGIN_LEFT_PX, _REVIEW_MARGIN_RIGHT_PX = 34, 8


class OpinionPanel:
    """Show the curve of the game on the result, or of the study on the table.

    The curves of the last games are kept while the page is open, so nothing is computed twice.
    """

    def __init__(self, app: App, show_turn: Callable[[int], None]) -> None:
        self._app, self._show_turn = app, show_turn
        self._words = app.words
        self._curves: dict[str, OpinionCurve] = {}  # by the record of the game, the newest last
        self._known: tuple[object, OpinionCurve | None] = (None, None)  # the last game asked for
        self._in_result = OpinionView("opinion", app.words)
        self._in_review = OpinionView("study-opinion", app.words, self._choose_in_review)
        self._review: StudyReview | None = None
        summary = app.features.find(SummaryDoor)
        assert summary is not None  # a site without it has no studies
        self._chart = summary.score_chart
        self._chart.companion = self

    @property
    def is_wanted(self) -> bool:
        """True if the person wants to see the opinion."""
        return self._app.preferences.settings.opinion

    def judgments_of(self, game: Game) -> TurnJudgments:
        """Return the judgments on a game, as far as they are known."""
        return self._curve_of(game).judgments

    def _curve_of(self, game: Game) -> OpinionCurve:
        """Return the curve of a finished game; PackResultPending while a pack computes."""
        asked, curve = self._known
        if asked is game and curve is not None:
            return curve
        study = Study.from_game(game)
        record = study.record()
        curve = self._curves.pop(record, None)
        if curve is None:
            curve = OpinionCurve(TurnJudgments(study.main_game()))
            for older in self._curves.values():
                curve.judgments.adopt(older.judgments)
        self._curves[record] = curve
        while len(self._curves) > _MAX_KEPT_CURVES:
            del self._curves[next(iter(self._curves))]
        self._known = (game, curve)
        return curve

    @property
    def shown_curve(self) -> OpinionCurve | None:
        """The curve that is shown now; None if none is wanted or nothing has one."""
        session = self._app.table.session
        if not self.is_wanted or session is None:
            return None
        if isinstance(self._app.table.activity, StudyOnTable):
            return self._curve_of(self._review.main_game) if self._review else None
        return self._curve_of(session.game) if session.game.is_over else None

    def follow_review(self, review: StudyReview) -> None:
        """Show the curve of a review that is on the table, at the turn that it shows."""
        self._review = review
        self.draw()

    def on_screen_shown(self, session: Session, kind: str) -> None:
        """Show the curve of a game whose result is shown."""
        if kind == "result":
            self.draw()

    def press(self, action: str) -> None:
        """Do what a button of the curve says, except to show or hide it."""
        if curve := self.shown_curve:
            if action == "stop":
                curve.is_stopped = True
            else:
                curve.resume()
        self.draw()

    # -- drawing -------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the curve where it is shown now."""
        curve, is_study = self.shown_curve, isinstance(self._app.table.activity, StudyOnTable)
        view, other = self._in_result, self._in_review
        if is_study:
            view, other = other, view
        other.hide()
        if curve is None or not curve.judgments.turns:
            view.hide()
        elif is_study and self._review:
            self._draw_in_review(curve, self._review)
        else:
            self._chart.redraw_mark()

    def on_chart_marked(self, turn: SummaryTurn) -> str:
        """Draw the curve below the score chart, which marks a turn; return the turn's opinion."""
        curve = None if isinstance(self._app.table.activity, StudyOnTable) else self.shown_curve
        if curve is None or not curve.judgments.turns:
            self._in_result.hide()
            return ""
        chart = self._chart
        xs = [chart.turn_xs[point.turn] for point in curve.points]
        self._in_result.show(curve, xs, chart.width, _RESULT_HEIGHT_PX)
        index = next((n for n, p in enumerate(curve.points) if p.turn == turn.number), None)
        text = ""
        if index is not None:
            text = self._words.translate(describe_point(curve, curve.points[index]))
        self._in_result.mark(index, text)
        return text

    def _draw_in_review(self, curve: OpinionCurve, review: StudyReview) -> None:
        width = max(160, int(by_id("study-opinion").clientWidth) or 320)
        margins = _REVIEW_MARGIN_LEFT_PX, _REVIEW_MARGIN_RIGHT_PX
        xs = even_xs(len(curve.points), width, *margins)
        progress = review.job is None
        self._in_review.show(curve, xs, width, _REVIEW_HEIGHT_PX, shows_progress=progress)
        before = review.shown_moves_before
        index = next((n for n, p in enumerate(curve.points) if p.moves_before == before), None)
        text = ""
        if index is not None:
            point = curve.points[index]
            params = {"n": point.turn, "opinion": describe_point(curve, point)}
            text = self._words.translate(Message("opinion.turn", params))
        self._in_review.mark(index, text)

    # -- choosing a turn -----------------------------------------------------------------

    def on_click(self, event: PageEvent) -> None:
        """Go to the turn that is nearest to a click on the drawing."""
        if isinstance(self._app.table.activity, StudyOnTable):
            if (index := self._in_review.index_at(event)) is not None:
                self._choose_in_review(index)
            return
        index, curve = self._in_result.index_at(event), self.shown_curve
        if index is not None and curve is not None:
            self._chart.choose_turn(curve.points[index].turn)

    def _choose_in_review(self, index: int) -> None:
        curve = self.shown_curve
        if curve is not None and self._review is not None:
            start = self._review.start_of(curve.points[index].moves_before)
            if start is not None:
                self._show_turn(start)
