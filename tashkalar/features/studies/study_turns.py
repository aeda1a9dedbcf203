"""The turns of a study, and the lines that can be looked at in each."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from tashkalar.history.decision_tree import START
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import SeatNumber, seat_number
from tashkalar.position.move import Message
from tashkalar.study import Study
from tashkalar.ui.text import phrases

_LONGEST_NAME = 30  # characters


class StudyTurn(NamedTuple):
    """A turn of the main line."""

    number: int
    seat: SeatNumber
    start: int  # the position before the turn
    positions: tuple[int, ...]  # after each of its decisions
    moves_before: int


class StudyLine(NamedTuple):
    """A line of decisions from the beginning of a turn: the main line, or a variation."""

    end: int  # its last position
    codes: tuple[str, ...]
    comment: str  # the comments on its positions


def study_turns(study: Study) -> tuple[StudyTurn, ...]:
    """Return the turns of the main line; the set-up of a deathmatch is none of them."""
    positions, start, turns = iter(study.tree.line()), START, []
    for (is_play, number), group in groupby(study.main_game().history(), key=_turn_key):
        entries = list(group)
        in_turn = tuple(next(positions) for entry in entries for _ in entry.decisions)
        if is_play:
            seat = seat_number(entries[0].state_before.seat)
            turns.append(StudyTurn(number, seat, start, in_turn, entries[0].number - 1))
        start = in_turn[-1]
    return tuple(turns)


def _turn_key(entry: PlayedMove) -> tuple[bool, int]:
    return entry.state_before.phase == "play", entry.state_before.turn


def has_remarks(study: Study, turn: StudyTurn) -> bool:
    """Return whether there is more than the main line in a turn: a variation or a remark."""
    tree, last = study.tree, turn.positions[-1]
    positions = [turn.start, *turn.positions[:-1]]
    if not tree.children(last):
        positions.append(last)
    return any(len(tree.children(p)) > 1 or any(tree.annotation(p)) for p in positions)


def study_lines(study: Study, turn: StudyTurn) -> tuple[StudyLine, ...]:
    """Return the lines of a turn: what was played, then the variations in their order."""
    tree = study.tree
    ends = [turn.positions[-1]]
    for branch in (turn.start, *turn.positions[:-1]):
        pending = list(reversed(tree.children(branch)[1:]))
        while pending:
            position = pending.pop()
            following = tree.children(position)
            pending += reversed(following)
            if not following:
                ends.append(position)
    return tuple(_line(study, turn, end) for end in ends)


def _line(study: Study, turn: StudyTurn, end: int) -> StudyLine:
    tree, path = study.tree, study.tree.path(end)
    steps = path[path.index(turn.start) + 1 :] if turn.start != START else path
    comments = [comment for step in steps if (comment := tree.annotation(step).comment)]
    return StudyLine(end, tuple(map(tree.code, steps)), "\n".join(comments))


def line_name(comment: str) -> str:
    """Return the name of a line by its comment: a short first line that is no sentence, or ""."""
    first = comment.split("\n")[0]
    return first if first and len(first) <= _LONGEST_NAME and first[-1] not in ".:!?;" else ""


def turn_title(study: Study, turn: StudyTurn) -> Message:
    """Return the number of a turn and its player."""
    name = phrases.player_name(study.game.setup, turn.seat)
    return Message("review.turn", {"turn": turn.number, "who": name})
