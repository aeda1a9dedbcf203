"""Puzzles on the page: the list below the lessons, and the puzzle on the table."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import Game
from tashkalar.formats import puzzle as puzzle_format
from tashkalar.formats.puzzle import Puzzle
from tashkalar.position.move import Message
from tashkalar.ui.lessons import puzzle_list
from tashkalar.ui.lessons.puzzle_list import PuzzleRow
from tashkalar.ui.session.goal_panel import goal_progress
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import files
from tashkalar.web.browser.dom import CachedNode, ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.play.table import Table


class PuzzleScreen:
    """Lists the puzzles, and keeps which ones are solved. `tell` shows a notice."""

    def __init__(
        self,
        words: Catalogue,
        store: KeyValueStore,
        table: Table,
        tell: Callable[[Message], None],
    ) -> None:
        self._words = words
        self._store = store
        self._notify = tell
        self._puzzles: tuple[Puzzle, ...] = ()  # fetched with the first list or puzzle
        self.open_id = ""  # the puzzle on the table
        self._rows: KeyedList[PuzzleRow] = KeyedList(
            by_id("puzzles"),
            lambda _: clone_template("tpl-puzzle"),
            self._update_row,
            key=lambda row: row.id,
        )
        self._next_button = CachedNode(by_id("puzzle-next"))
        self._list_button = CachedNode(by_id("puzzle-list"))
        table.rendering.observers.append(self._on_screen_shown)

    # -- list ----------------------------------------------------------------------------

    async def show_list(self) -> None:
        """Show all puzzles; leave the list empty, after a notice, if they cannot be fetched."""
        if await self._fetch():
            solved = puzzle_list.read_solved(self._store)
            rows = puzzle_list.puzzle_rows(self._puzzles, solved, self._words.language)
            self._rows.show(rows, rewrite_all=True)

    def _update_row(self, parts: ClonedTemplate, row: PuzzleRow) -> None:
        parts.root.set_attribute("data-state", row.state)
        parts.root.set_attribute("data-next", row.is_next)
        parts.root.node.querySelector("button").setAttribute("data-puzzle", row.id)
        parts.set_text("number", str(row.number))
        parts.set_text("title", row.title)
        parts.set_text("about", row.about)
        parts.set_text("grade", self._words.translate(row.grade) if row.grade else "")
        parts.set_text("status", self._words.translate(row.status) if row.status else "")

    async def _fetch(self) -> bool:
        """Fetch the puzzles once; return False, after a notice, if that fails."""
        if not self._puzzles:
            try:
                text = await files.fetch_text(puzzle_list.PUZZLES_URL)
            except OSError:
                self._notify(Message("puzzles.unreachable"))
                return False
            self._puzzles = puzzle_format.read(text)
        return True

    # -- a puzzle ------------------------------------------------------------------------

    async def fetch_puzzle(self, id: str) -> Puzzle | None:
        """Return a puzzle of the page; None, after a notice, if it cannot be fetched."""
        await self._fetch()
        return next((puzzle for puzzle in self._puzzles if puzzle.id == id), None)

    def begin(self, id: str) -> None:
        """Note that this puzzle is on the table now; "" for none."""
        self.open_id = id

    def note_decision(self, session: Session) -> None:
        """Save that the puzzle on the table is solved, if its goal is reached."""
        if self.open_id and _is_reached(session.game):
            if trouble := puzzle_list.save_solved(self._store, self.open_id):
                self._notify(trouble)

    def next_id(self) -> str:
        """Return the puzzle to offer after the one on the table; "" if all others are solved."""
        solved = puzzle_list.read_solved(self._store)
        return puzzle_list.next_unsolved(self._puzzles, solved, self.open_id)

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        """Show the ways on from a puzzle."""
        is_open = bool(self.open_id)
        reached = is_open and _is_reached(session.game)
        self._list_button.set_attribute("hidden", not is_open)
        self._next_button.set_attribute("hidden", not (reached and self.next_id()))


def _is_reached(game: Game) -> bool:
    progress = goal_progress(game)
    return progress is not None and progress.state == "reached"
