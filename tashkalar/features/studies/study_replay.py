"""A study in a replay: one of its lines move by move, with remarks, and the ways to other lines."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar import Game
from tashkalar.features.studies.study_turns import line_name
from tashkalar.history.decision_tree import START, Annotation
from tashkalar.position.move import Message
from tashkalar.study import Study


class ReplayLine(NamedTuple):
    """A way to another line: the position that it leads to, None for back to the line before."""

    position: int | None
    label: Message


class StudyReplay:
    """One line of a study, from its beginning to its end."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._path: tuple[int, ...] = ()  # the positions of the line
        self._positions_of_move: list[tuple[int, ...]] = []
        self.game: Game  # at the end of the line
        self._show_line(START)

    def _show_line(self, position: int) -> None:
        """Show the line that goes through a position and then follows the first decisions."""
        tree = self._study.tree
        self._path = (*tree.path(position), *tree.line(position))
        self._study.go_to(self._path[-1] if self._path else START)
        self.game = self._study.game.copy()
        positions = iter(self._path)
        self._positions_of_move = [
            tuple(next(positions) for _ in entry.decisions) for entry in self.game.history()
        ]

    def remarks_at(self, move_count: int) -> Annotation:
        """Return the remarks after so many moves; its comments include those within the move."""
        positions = self._positions_of_move[move_count - 1] if move_count else (START,)
        tree = self._study.tree
        comments = [tree.annotation(position).comment for position in positions]
        last = tree.annotation(positions[-1])
        return last._replace(comment="\n".join(filter(None, comments)))

    def lines_at(self, move_count: int) -> tuple[ReplayLine, ...]:
        """Return the lines that begin after so many moves, or within the next move.

        In a variation, the first is the way back.
        """
        before = self._positions_of_move[move_count - 1][-1] if move_count else START
        index = self._path.index(before) + 1 if before != START else 0
        if move_count < len(self._positions_of_move):
            within = self._positions_of_move[move_count][:-1]
        else:
            within = self._path[index:]  # a move that is not finished
        lines = [
            ReplayLine(child, Message("study.line.variation", {"n": 0}))
            for position in (before, *within)
            for child in self._study.tree.children(position)[1:]  # the first is the line before
            if child not in self._path
        ]
        named = [
            ReplayLine(line.position, self._label(line.position, number))
            for number, line in enumerate(lines, 1)
            if line.position is not None
        ]
        back = [ReplayLine(None, Message("study.line.back"))] if self.branch else []
        return (*back, *named)

    def _label(self, child: int, number: int) -> Message:
        tree = self._study.tree
        end = (child, *tree.line(child))[-1]
        name = line_name(tree.annotation(end).comment)
        return Message(
            "study.line.named" if name else "study.line.variation",
            {"name": name} if name else {"n": number},
        )

    @property
    def branch(self) -> int | None:
        """The last position of the line that begins a variation; None in the main line."""
        tree = self._study.tree
        for position in reversed(self._path):
            if tree.children(tree.parent(position) or START)[0] != position:
                return position
        return None

    def choose(self, position: int | None) -> int:
        """Show the line through a position, or the line that this one has left.

        Return the number of moves to show of the line: those before it leaves the other one.
        """
        branch = self.branch if position is None else position
        if branch is None or branch not in self._study.tree:
            return len(self._positions_of_move)
        parent = self._study.tree.parent(branch) or START
        self._show_line(parent if position is None else position)
        finished = [positions[-1] for positions in self._positions_of_move]
        common = {START, *self._study.tree.path(parent)}
        return sum(end in common for end in finished)
