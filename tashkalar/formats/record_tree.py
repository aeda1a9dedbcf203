"""The turns of a record, with variations and remarks (``docs/formats.md``).

3. seat 1: +e5
Note: "The knight was possible here."
Arrows: d4-e5
Marks: e5 f5
Variation:
3. seat 1: knight@e5 .
End:
3. seat 1: +f5 .

A remark is about the position after the moves above it. A variation begins in that position, and
the moves below it continue the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from typing import Generic, NamedTuple, TypeVar

from tashkalar.errors import IllegalMove, PackError, RecordError
from tashkalar.formats.save import ReplayStep
from tashkalar.history.decision_tree import START, Annotation, DecisionTree
from tashkalar.history.game_history import GameHistory, decide_in_steps
from tashkalar.json_reader import is_encodable, parse_json, quote_for_error
from tashkalar.plain_text import clean_comment
from tashkalar.position.ids import seat_number
from tashkalar.position.state import GameState

MOST_MOVES = 100_000  # of a record with all its variations

REMARKS = ("Note", "Arrows", "Marks")
VARIATION, VARIATION_END = "Variation", "End"
BODY_LINES = (*REMARKS, VARIATION, VARIATION_END)

_CODE = re.compile(r"[!-'*-~]{1,80}")  # any visible ASCII character except brackets
_ARROW = re.compile(r"([a-i][1-9])-([a-i][1-9])")

G = TypeVar("G", bound=GameHistory)


class TurnLine(NamedTuple):
    """A line of moves: the number of its turn, the seat whose turn it is, and the codes."""

    turn: int
    seat: int
    codes: tuple[str, ...]


class RemarkLine(NamedTuple):
    """A line with a remark, or the begin or end of a variation."""

    name: str  # one of `BODY_LINES`
    value: str


BodyLine = TurnLine | RemarkLine


def heading(state: GameState) -> tuple[int, int]:
    """Return the number of the turn (0 during set-up) and of the seat whose turn it is."""
    return 0 if state.phase == "marks" else state.turn, seat_number(state.seat)


# -- reading -------------------------------------------------------------------------------------


class _LineOfPlay(Generic[G]):
    """The main line or a variation while it is being read."""

    def __init__(self, game: G, position: int, begin: int | None = None) -> None:
        self.game = game  # after the moves read so far
        self.position = position
        self.begin = begin  # the number of the text's line "Variation:", None for the main line
        self.has_moved = begin is None
        self.is_new = begin is None  # it has left the lines that were read before
        # the line "Variation:" of a variation from the present position, which needs a next move
        self.waiting_variation: int | None = None


class TreeReader(Generic[G]):
    """Read the turns of a record into a tree; RecordError names the faulty line."""

    def __init__(self, game: G) -> None:
        self.tree = DecisionTree()
        self._lines = [_LineOfPlay(game, START)]
        self._move_count = 0
        self._given: set[tuple[int, str]] = set()  # the remarks read so far, by position

    def read_line(self, number: int, line: BodyLine) -> Generator[ReplayStep, None, None]:
        """Read one line; `number` counts the lines of the text."""
        if isinstance(line, TurnLine):
            yield from self._read_turn(number, line)
        elif line.name == VARIATION:
            self._begin_variation(number, line.value)
        elif line.name == VARIATION_END:
            self._end_variation(number, line.value)
        else:
            self._read_remark(number, line)

    def finish(self) -> None:
        """Check that all variations have ended."""
        line = self._lines[-1]
        if line.begin is not None:
            raise RecordError(line.begin, "the variation has no end: write 'End:' below its moves")
        _demand_continuation(line)

    def _read_turn(self, number: int, turn: TurnLine) -> Generator[ReplayStep, None, None]:
        """Make the decisions of one line."""
        if not turn.codes:
            raise RecordError(number, "a turn without a move")
        line = self._lines[-1]
        game, due = line.game, (turn.turn, turn.seat)
        for code in turn.codes:
            if not _CODE.fullmatch(code):
                raise RecordError(number, f"{quote_for_error(code)} is not a move")
            if game.outcome is not None:
                raise RecordError(number, f"{quote_for_error(code)}: the game is over")
            now = heading(game.settled_state)
            if now != due:
                raise RecordError(
                    number, f"{quote_for_error(code)}: it is turn {now[0]}, of seat {now[1]}"
                )
            try:
                yield from decide_in_steps(game, code)
            except (IllegalMove, PackError) as error:
                raise RecordError(number, str(error)) from None
            self._add(line, code)
        if self._move_count > MOST_MOVES:
            raise RecordError(number, f"more than {MOST_MOVES} moves")

    def _add(self, line: _LineOfPlay[G], code: str) -> None:
        size = len(self.tree)
        line.position = self.tree.add(line.position, code, first=line.is_new)
        line.is_new = line.is_new or len(self.tree) > size
        line.has_moved, line.waiting_variation = True, None
        self._move_count += 1

    def _begin_variation(self, number: int, value: str) -> None:
        if value:
            raise RecordError(number, "nothing may stand behind 'Variation:'; write it as a Note")
        line = self._lines[-1]
        if not line.has_moved:
            raise RecordError(number, "the variation around this one has no move yet")
        if line.is_new or not self.tree.children(line.position):
            line.waiting_variation = number
        self._lines.append(_LineOfPlay(line.game.copy(), line.position, number))

    def _end_variation(self, number: int, value: str) -> None:
        line = self._lines[-1]
        if value or line.begin is None:
            raise RecordError(number, "'End:' stands alone, below the moves of a variation")
        if not line.has_moved:
            raise RecordError(line.begin, "a variation without a move")
        _demand_continuation(line)
        self._lines.pop()

    def _read_remark(self, number: int, line: RemarkLine) -> None:
        name, position = line.name, self._lines[-1].position
        if not self._lines[-1].has_moved:
            raise RecordError(number, f"{name} stands below the first move of its variation")
        if (position, name) in self._given:
            raise RecordError(number, f"{name} is given twice for this position")
        self._given.add((position, name))
        now = self.tree.annotation(position)
        try:
            if name == "Note":
                now = now._replace(comment=_read_comment(line.value))
            elif name == "Arrows":
                now = now._replace(arrows=tuple(map(_read_arrow, line.value.split())))
            else:
                now = now._replace(marks=tuple(line.value.split()))
            self.tree.annotate(position, now)
        except ValueError as error:
            raise RecordError(number, f"{name}: {error}") from None


def _demand_continuation(line: _LineOfPlay[G]) -> None:
    """Refuse a variation that no other move of its line stands beside."""
    if line.waiting_variation is not None:
        raise RecordError(
            line.waiting_variation, "a variation stands above the move that it replaces"
        )


def _read_comment(value: str) -> str:
    """Return a comment, which stands in a JSON string or as it is, without invisible signs."""
    comment = parse_json(value) if value.startswith('"') else value
    assert isinstance(comment, str)
    return clean_comment(comment) if is_encodable(comment) else comment


def _read_arrow(word: str) -> tuple[str, str]:
    match = _ARROW.fullmatch(word)
    if match is None:
        raise ValueError(f"{quote_for_error(word)} is not an arrow such as d4-e5")
    return match[1], match[2]


# -- writing -------------------------------------------------------------------------------------


def tree_lines(main_game: GameHistory, tree: DecisionTree) -> list[str]:
    """Return the lines of a tree; `main_game` stands at its start, and plays the main line."""
    writer = _TreeWriter()
    todo: list[str | tuple[GameHistory, int]] = [(main_game, START)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            writer.add_line(item)
            continue
        game, position = item
        while True:
            if position != START:
                writer.add_decision(game, tree.code(position))
            writer.add_annotation(tree.annotation(position))
            following = tree.children(position)
            if len(following) != 1:
                break
            position = following[0]
        if following:
            todo.append((game, following[0]))
            for variation in reversed(following[1:]):
                todo += [f"{VARIATION_END}:", (game.copy(), variation), f"{VARIATION}:"]
    return writer.finish()


class _TreeWriter:
    """Write decisions into lines of turns, with the answers of a move in brackets behind it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._heading: tuple[int, int] | None = None  # of the line that goes on
        self._has_move = False  # the line has a move, whose answers can follow it
        self._is_in_brackets = False

    def add_line(self, line: str) -> None:
        """Add a line that is no turn."""
        self._end_turn_line()
        self._lines.append(line)

    def add_annotation(self, annotation: Annotation) -> None:
        """Add the lines of the remarks on a position."""
        if annotation.comment:
            self.add_line(f"Note: {_quote_comment(annotation.comment)}")
        if annotation.arrows:
            self.add_line(f"Arrows: {' '.join('-'.join(arrow) for arrow in annotation.arrows)}")
        if annotation.marks:
            self.add_line(f"Marks: {' '.join(annotation.marks)}")

    def add_decision(self, game: GameHistory, code: str) -> None:
        """Write a decision and make it in the game."""
        here = heading(game.settled_state)
        if here != self._heading:
            self._end_turn_line()
            self._lines.append(f"{here[0]}. seat {here[1]}:")
            self._heading = here
        is_answer = game.open_move is not None and self._has_move
        if self._is_in_brackets and not is_answer:
            self._lines[-1] += ")"
        opens = is_answer and not self._is_in_brackets
        self._lines[-1] += f" ({code}" if opens else f" {code}"
        self._is_in_brackets = is_answer
        self._has_move = self._has_move or game.open_move is None
        game.decide(code)

    def finish(self) -> list[str]:
        """Return all lines."""
        self._end_turn_line()
        return self._lines

    def _end_turn_line(self) -> None:
        if self._is_in_brackets:
            self._lines[-1] += ")"
        self._heading, self._has_move, self._is_in_brackets = None, False, False


def _quote_comment(comment: str) -> str:
    """Return a comment as a JSON string that keeps the letters of all languages readable."""
    quoted = json.dumps(comment, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in quoted)
