"""The result screen: the score chart, the turning points, statistics, and the next steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar import Game
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.history.game_summary import (
    GameSummary,
    SummarySide,
    SummonedBeing,
    TurningPoint,
    summarize,
)
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.rematch import can_swap_sides, create_rematch
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import draw_being
from tashkalar.web.board.mini_board import draw_mini_board, mark_mini_board
from tashkalar.web.browser import dialogs, files, location
from tashkalar.web.browser.dom import DomNode, by_id, clone_template, find_field
from tashkalar.web.browser.optional_features import copy_text
from tashkalar.web.play.table import Table
from tashkalar.web.screens.score_chart import ScoreChart, create_table_row


class ResultScreen:
    """Fills the result screen when it is shown; `begin` starts the next game.

    `invite` lets a feature begin the rematch otherwise; it returns whether one does.
    """

    def __init__(
        self,
        words: Catalogue,
        table: Table,
        begin: Callable[[Game, BotLevels], None],
        invite: Callable[[Session], bool],
    ) -> None:
        self._words = words
        self._table = table
        self._start_game = begin
        self._invite = invite
        self._shown_state: tuple[object, str] = (None, "")
        self.score_chart = ScoreChart(words)
        table.rendering.observers.append(self._on_screen_shown)

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        if kind == "result":
            self._show(session.game)
            can_swap = can_swap_sides(session.game) and session.seating.far is None
            by_id("result-swap").toggleAttribute("hidden", not can_swap)

    def _show(self, game: Game) -> None:
        """Summarize the game, unless its summary is already shown."""
        words = self._words
        state = (game.state, words.language)
        if self._shown_state == state:
            return
        self._shown_state = state
        summary = summarize(game)
        by_id("result-sentence").textContent = (
            words.translate(summary.sentence) if summary.sentence else ""
        )
        by_id("result-link").toggleAttribute("hidden", _record_link(game) is None)
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

    # -- turning points, statistics, beings ----------------------------------------------

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

    # -- next steps ----------------------------------------------------------------------

    def start_rematch(self, session: Session, *, swapped: bool = False) -> None:
        """Start the same game again."""
        if self._invite(session):
            return
        bots = session.seating.opponents.level_by_seat
        self._start_game(*create_rematch(session.game, bots, is_swapped=swapped))

    def start_swapped_rematch(self, session: Session) -> None:
        """Start the same game again with the sides swapped."""
        self.start_rematch(session, swapped=True)

    def show_marked_turn(self, session: Session) -> None:
        """Show the board after the turn that is marked in the score chart."""
        if turn := self.score_chart.marked_turn:
            self._table.watching.leave_result_for_move(session, turn.last_move_number)

    def watch_from_start(self, session: Session) -> None:
        """Show the game from its beginning."""
        self._table.watching.leave_result_for_move(session, 0)

    def download_record(self, session: Session) -> None:
        """Download the game's record, a text that people can read."""
        game = session.game
        files.download(f"tash-kalar-{game.setup.form}.txt", game.record())

    async def copy_link(self, session: Session) -> None:
        """Copy an address with the game's record; without a clipboard, show it selected.

        A record that is too long for an address is downloaded.
        """
        link, words = _record_link(session.game), self._words
        if link is None:
            self.download_record(session)
            return
        if await copy_text(link):
            dialogs.show_toast(words.text("story.copied"))
            return
        title, hint = words.text("page.result.link"), words.text("story.select")
        dialogs.show_text_to_copy(title, hint, link, close=words.text("page.close"))


def _record_link(game: Game) -> str | None:
    """Return an address that contains the game's record; None if it would be too long."""
    return location.link_with("record", game.record())
