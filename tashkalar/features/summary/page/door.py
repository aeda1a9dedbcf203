"""The summary on the result screen, which is drawn when the result of a game is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tashkalar import Game
from tashkalar.features.summary.game_summary import (
    GameSummary,
    SummarySide,
    SummonedBeing,
    TurningPoint,
    summarize,
)
from tashkalar.features.summary.page.score_chart import ScoreChart, create_table_row
from tashkalar.ui.session.session import Session
from tashkalar.web.app import App
from tashkalar.web.board.cards import draw_being
from tashkalar.web.board.mini_board import draw_mini_board, mark_mini_board
from tashkalar.web.browser.dom import DomNode, by_id, clone_template, find_field
from tashkalar.web.browser.listeners import listen
from tashkalar.web.features import ClickHandler, Feature, with_number


class SummaryDoor(Feature):
    """Fills the part of the result screen that sums up the game."""

    def __init__(self, app: App) -> None:
        self._app, self._words = app, app.words
        self._shown_state: tuple[object, str] = (None, "")
        self.score_chart = ScoreChart(app.words)

    def connect(self) -> None:
        """Follow what the screen shows."""
        self._app.table.rendering.observers.append(self._on_screen_shown)
        slider = by_id("curve-turn")
        listen(slider, "input", lambda _: self.score_chart.mark_turn(int(slider.value)))

    def clicks(self) -> Mapping[str, ClickHandler]:
        """Return the ways from the summary to positions of the game."""
        return {
            "[data-watch]": with_number("data-watch", self._watch),
            "#curve-drawing": lambda click: self.score_chart.on_click(click.event),
            "#curve-see": lambda _: self._show_marked_turn(),
        }

    def _watch(self, move: int) -> None:
        """Show the board after a move of the game whose result is shown."""
        if session := self._app.table.session:
            self._app.table.watching.leave_result_for_move(session, move)

    def _show_marked_turn(self) -> None:
        """Show the board after the turn that is marked in the score chart."""
        if turn := self.score_chart.marked_turn:
            self._watch(turn.last_move_number)

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        """Sum up the game, unless its summary is already shown."""
        game, words = session.game, self._words
        state = (game.state, words.language)
        if kind != "result" or self._shown_state == state:
            return
        self._shown_state = state
        summary = summarize(game)
        by_id("result-sentence").textContent = (
            words.translate(summary.sentence) if summary.sentence else ""
        )
        by_id("moments").replaceChildren(
            *(self._create_moment(game, moment) for moment in summary.turning_points)
        )
        self.score_chart.show(summary)
        self._show_figures(summary)
        by_id("beings").replaceChildren(
            *(
                self._create_being_list(side, list_)
                for side, list_ in zip(summary.sides, summary.beings_by_side, strict=True)
                if list_
            )
        )

    def _create_moment(self, game: Game, moment: TurningPoint) -> DomNode:
        words, item = self._words, clone_template("tpl-moment")
        item.setAttribute("data-school", moment.school)
        find_field(item, "turn").textContent = words.text("story.turn", n=moment.turn)
        find_field(item, "title").textContent = words.translate(moment.title)
        find_field(item, "lines").textContent = words.join(
            map(words.translate, moment.lines), "dot"
        )
        item.querySelector("[data-watch]").setAttribute("data-watch", str(moment.move_number))
        picture = item.querySelector(".mini")
        draw_mini_board(picture, game.setup, moment.board)
        mark_mini_board(picture, "s-used", moment.pattern_squares)
        mark_mini_board(
            picture, "s-doomed", sorted(moment.destroyed_squares - {moment.being_square})
        )
        mark_mini_board(picture, "s-target", [moment.being_square] if moment.being_square else [])
        return item

    def _show_figures(self, summary: GameSummary) -> None:
        by_id("figures-head").replaceChildren(
            create_table_row("th", ["", *(side.name for side in summary.sides)], self._words)
        )
        by_id("figures").replaceChildren(
            *(
                create_table_row("td", [figures.label, *map(str, figures.values)], self._words)
                for figures in summary.statistics
            )
        )

    def _create_being_list(self, side: SummarySide, beings: Sequence[SummonedBeing]) -> DomNode:
        node = clone_template("tpl-beings")
        node.setAttribute("data-school", side.school)
        find_field(node, "title").textContent = self._words.text("story.beings", who=side.name)
        for being in {being.id: being for being in beings}.values():
            find_field(node, "list").appendChild(self._create_being(side, being))
        return node

    def _create_being(self, side: SummarySide, being: SummonedBeing) -> DomNode:
        item = clone_template("tpl-being")
        item.firstElementChild.setAttribute("data-detail", being.id)
        find_field(item, "name").textContent = self._words.translate(being.name)
        draw_being(item.querySelector(".emblem"), being.id, being.rank, side.school)
        return item


make_feature = SummaryDoor
