"""The result screen: the points as a curve, the moments that decided, and what comes after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import quote, urlencode

from pyscript import window

from tashkalar import Game
from tashkalar.ui.bots.computer_seats import Bots
from tashkalar.ui.history.game_summary import Being, Moment, Side, Story, tell
from tashkalar.ui.start.rematch import may_swap, rematch
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import draw_being
from tashkalar.web.board.mini_board import draw_mini, mark_mini
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import Node, by_id, clone, field
from tashkalar.web.play.table import Table
from tashkalar.web.screens.score_chart import ScoreCurve, table_row

_LONGEST_LINK = 6000  # characters that messengers and servers carry unharmed


class Result:
    """Fills the result screen when it comes up; `begin` puts the next game on the table."""

    def __init__(self, words: Catalogue, table: Table, begin: Callable[[Game, Bots], None]) -> None:
        self._words = words
        self._table = table
        self._begin = begin
        self._shown: tuple[object, str] = (None, "")
        self.curve = ScoreCurve(words)
        table.on_result = self.show

    @property
    def _game(self) -> Game:
        session = self._table.session
        assert session is not None
        return session.game

    def show(self) -> None:
        """Tell the game on the table, if that has not been done yet."""
        game, words = self._game, self._words
        now = (game.state, words.language)
        if self._shown == now:
            return
        self._shown = now
        story = tell(game)
        by_id("result-sentence").textContent = (
            words.message(story.sentence) if story.sentence else ""
        )
        by_id("result-swap").toggleAttribute("hidden", not may_swap(game))
        by_id("result-link").toggleAttribute("hidden", len(self._link()) > _LONGEST_LINK)
        by_id("moments").replaceChildren(*(self._moment(moment) for moment in story.moments))
        self.curve.show(story)
        self._show_figures(story)
        by_id("beings").replaceChildren(
            *(
                self._beings(side, list_)
                for side, list_ in zip(story.sides, story.beings, strict=True)
                if list_
            )
        )

    # -- moments, numbers, beings --------------------------------------------------------

    def _moment(self, moment: Moment) -> Node:
        words, item = self._words, clone("tpl-moment")
        item.setAttribute("data-school", moment.school)
        field(item, "turn").textContent = words.text("story.turn", n=moment.turn)
        field(item, "title").textContent = words.message(moment.title)
        field(item, "lines").textContent = " · ".join(map(words.message, moment.lines))
        item.querySelector("[data-watch]").setAttribute("data-watch", str(moment.move))
        picture = item.querySelector(".mini")
        draw_mini(picture, self._game.setup, moment.board)
        mark_mini(picture, "s-used", moment.used)
        mark_mini(picture, "s-doomed", sorted(moment.gone - {moment.square}))
        mark_mini(picture, "s-target", [moment.square] if moment.square else [])
        return item

    def _show_figures(self, story: Story) -> None:
        by_id("figures-head").replaceChildren(
            table_row("th", ["", *(side.name for side in story.sides)], self._words)
        )
        by_id("figures").replaceChildren(
            *(
                table_row("td", [figures.label, *map(str, figures.values)], self._words)
                for figures in story.figures
            )
        )

    def _beings(self, side: Side, beings: Sequence[Being]) -> Node:
        part = clone("tpl-beings")
        part.setAttribute("data-school", side.school)
        field(part, "title").textContent = self._words.text("story.beings", who=side.name)
        for being in {being.id: being for being in beings}.values():
            field(part, "list").appendChild(self._being(side, being))
        return part

    def _being(self, side: Side, being: Being) -> Node:
        item = clone("tpl-being")
        item.firstElementChild.setAttribute("data-detail", being.id)
        field(item, "name").textContent = self._words.message(being.name)
        draw_being(item.querySelector(".emblem"), being.id, being.rank, side.school)
        return item

    # -- what comes after ----------------------------------------------------------------

    def rematch(self, *, swapped: bool = False) -> None:
        """Begin the same game once more."""
        session = self._table.session
        if session:
            self._begin(*rematch(session.game, session.opponents.bots, swapped=swapped))

    def swap(self) -> None:
        """Begin the same game once more, with the sides changed."""
        self.rematch(swapped=True)

    def see(self) -> None:
        """Open the board after the turn that is marked in the curve."""
        if turn := self.curve.turn:
            self._table.look_at_result(turn.move)

    def watch(self) -> None:
        """Look at the game from its beginning."""
        self._table.look_at_result(0)

    def save_record(self) -> None:
        """Download the game as a text that people can read."""
        form = self._game.setup.form
        files.download(f"tash-kalar-{form}.txt", self._game.record())

    def _link(self) -> str:
        address = str(window.location.href).partition("#")[0].partition("?")[0]
        return f"{address}#{urlencode({'record': self._game.record()}, quote_via=quote)}"

    async def copy_link(self) -> None:
        """Put an address that carries the game where it can be pasted."""
        await window.navigator.clipboard.writeText(self._link())
        dialogs.toast(self._words.text("story.copied"))
