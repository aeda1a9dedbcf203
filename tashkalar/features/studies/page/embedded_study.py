"""A study on a board inside another page: remarks with each move, and ways to its variations."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.features.embeds.replay_controls import shown_move_count
from tashkalar.features.studies.study_replay import ReplayLine, StudyReplay
from tashkalar.study import Study
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.listeners import PageEvent, listen


class EmbeddedStudy:
    """Follow the replay of a study; `show` replaces its game and shows so many of its moves."""

    def __init__(
        self, text: str, words: Catalogue, show: Callable[[StudyReplay, int], None]
    ) -> None:
        """Read a study from its text; RecordError names the faulty line."""
        self.replay = StudyReplay(Study.from_record(text))
        self._words = words
        self._show = show
        self._lines: KeyedList[ReplayLine] = KeyedList(
            by_id("replay-lines"),
            lambda _: clone_template("tpl-replay-line"),
            self._update_line,
            key=lambda line: line.position,
        )
        listen(by_id("replay-lines"), "click", self._on_click)

    def prepare(self, session: Session) -> None:
        """Give a session the remarks on the move that it shows."""
        count = shown_move_count(session)
        session.remarks = self.replay.remarks_at(count)
        session.remarked_move_number = session.selection.shown_move_number
        session.comments = {count: session.remarks.comment}

    def show_lines(self, session: Session) -> None:
        """Show the ways to other lines from the move that a session shows."""
        lines = self.replay.lines_at(shown_move_count(session))
        self._lines.show(lines, rewrite_all=True)

    def _update_line(self, parts: ClonedTemplate, line: ReplayLine) -> None:
        position = "" if line.position is None else str(line.position)
        parts.root.set_attribute("data-replay-line", position)
        parts.root.set_text(self._words.translate(line.label))

    def _on_click(self, event: PageEvent) -> None:
        button = event.closest("[data-replay-line]")
        if button:
            position = str(button.dataset.replayLine)
            self._show(self.replay, self.replay.choose(int(position) if position else None))
