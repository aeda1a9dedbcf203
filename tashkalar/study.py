"""`Study`: a game with variations, comments, arrows and marked squares.

A study records what is played from any of its positions: a decision that it has is followed, and
another one begins a variation. Its text is a record (``docs/formats.md``).
"""

from __future__ import annotations

from collections.abc import Generator

from tashkalar.errors import RecordError
from tashkalar.formats import record, save
from tashkalar.formats.record import RecordedGame
from tashkalar.formats.record_lines import record_lines
from tashkalar.formats.record_tree import BODY_LINES
from tashkalar.game import Game
from tashkalar.history.decision_tree import START, Annotation, DecisionTree

LONGEST_STUDY = 1_000_000  # characters of the moves and remarks, so that the text can be read again
_MOVE_ROOM = 1000  # characters, more than a move needs beside its code
_FULL = "the study is full: remove a variation or a comment first"


class StudyFull(ValueError):
    """A study has no room for another decision or remark; nothing has changed."""


def is_study_text(text: str) -> bool:
    """Return whether the text of a record has more than a game: variations or remarks."""
    try:
        return any(line.partition(":")[0] in BODY_LINES for _, line in record_lines(text))
    except RecordError:
        return False


class Study:
    """A tree of decisions, and the game at one of its positions.

    A position is the number of the decision that leads to it; `START` is the first position.
    """

    def __init__(self, start: Game, tree: DecisionTree, game: Game) -> None:
        """Make a study that stands at the end of its main line, where `game` is.

        `start` is the game before the first decision of the tree.
        """
        line = tree.line()
        self._start = start
        self.tree = tree
        self._game = game
        self._position = line[-1] if line else START

    @classmethod
    def from_game(cls, game: Game) -> Study:
        """Return a study of a game, which is the main line.

        Of an endless game, the study has the moves that the game's texts keep.
        """
        start, moves = game.kept_history()
        tree, position = DecisionTree(), START
        for code in (code for move in moves for code in move.decisions):
            position = tree.add(position, code)
        if len(moves) < len(game.history()):  # so the history of the study begins with its tree
            end = start.copy()
            for code in tree.codes(position):
                end.decide(code)
        else:
            end = game.copy()
            end.keep_redo(())
        return cls(start, tree, end)

    @classmethod
    def from_record(cls, text: str) -> Study:
        """Return the study of a record; RecordError names the faulty line."""
        return save.run_to_end(cls.from_record_in_steps(text))

    @classmethod
    def from_record_in_steps(cls, text: str) -> Generator[save.ReplayStep, None, Study]:
        """Do the work of `from_record` in steps of a line: a generator whose value is the study."""
        recorded: RecordedGame[Game] = yield from Game.from_record_tree_in_steps(text)
        if recorded.tree.text_length > LONGEST_STUDY:
            raise RecordError(1, f"a study has at most {LONGEST_STUDY} characters")
        return cls(recorded.start, recorded.tree, recorded.game)

    def record(self) -> str:
        """Return the study as readable text: a record with variations and remarks."""
        return record.write_tree(self._start.record_origin, self._start, self.tree)

    # -- the position --------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game at the present position. Do not play in it: `play` records what is played."""
        return self._game

    @property
    def position(self) -> int:
        """The present position."""
        return self._position

    def go_to(self, position: int) -> None:
        """Go to a position; KeyError if the study does not have it."""
        if position not in self.tree:
            raise KeyError(position)
        path = (START, *self.tree.path(position))
        kept = set(path)
        while self._position not in kept:
            self._game.undo()
            self._position = self.tree.parent(self._position) or START
        self._game.keep_redo(())
        for step in path[path.index(self._position) + 1 :]:
            self._game.decide(self.tree.code(step))
            self._position = step

    def main_game(self) -> Game:
        """Return the game at the end of the main line."""
        line = self.tree.line()
        if line and line[-1] == self._position:
            return self._game.copy()
        game = self._start.copy()
        for position in line:
            game.decide(self.tree.code(position))
        return game

    # -- recording -----------------------------------------------------------------------

    def play(self, code: str) -> int:
        """Make a decision in the present position and record it; return the new position.

        Raise IllegalMove if it is not legal now, and StudyFull if there is no room for it.
        """
        is_new = self.tree.child(self._position, code) is None
        if is_new and self.tree.text_length + len(code) > LONGEST_STUDY - _MOVE_ROOM:
            raise StudyFull(_FULL)
        self._game.decide(code)
        self._position = self.tree.add(self._position, code)
        return self._position

    def annotate(self, annotation: Annotation) -> None:
        """Set the remarks on the present position.

        Raise ValueError if they are wrong, and StudyFull if there is no room for them.
        """
        before, length = self.tree.annotation(self._position), self.tree.text_length
        self.tree.annotate(self._position, annotation)
        if length < self.tree.text_length > LONGEST_STUDY - _MOVE_ROOM:
            self.tree.annotate(self._position, before)
            raise StudyFull(_FULL)

    def remove(self, position: int) -> None:
        """Remove a decision and all that follows it, and leave what is removed."""
        if self._position == position or position in self.tree.path(self._position):
            self.go_to(self.tree.parent(position) or START)
        self.tree.remove(position)
