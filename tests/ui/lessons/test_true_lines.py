"""No line of the coach is false at its moment, whatever a beginner taps in the first lessons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import pytest

from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.position.move import Message
from tests.ui.lessons.files import load

MOST_INPUTS = 6  # in a row


class Moment(NamedTuple):
    """The decisions so far, the selection and the last input, which a line is compared with."""

    codes: tuple[str, ...]
    card: str
    board: Mapping[str, str]  # "1 common" by square
    step: str  # the last input: a card, a square or a code
    asks: str

    @property
    def done(self) -> int:
        """The number of decisions in the part."""
        return len(self.codes)


Holds = Callable[[Moment], bool]


def always(_: Moment) -> bool:
    """Hold at every moment: the line asks for something, or tells a rule."""
    return True


def undone(m: Moment) -> bool:
    """Hold after a decision that was taken back."""
    return m.step not in m.codes and m.step not in ("undo", m.card)


def own(m: Moment, *squares: str) -> bool:
    """Tell whether a piece of the learner stands on each of the squares."""
    return all(m.board.get(square, "").startswith("1 ") for square in squares)


def has_pair(m: Moment, between: str) -> bool:
    """Tell whether a square lies between two pieces of the learner, in a row or a column."""
    file, rank = between[0], between[1]
    left, right = (f"{chr(ord(file) + n)}{rank}" for n in (-1, 1))
    below, above = (f"{file}{int(rank) + n}" for n in (-1, 1))
    return own(m, left, right) or own(m, below, above)


class Walk(NamedTuple):
    """A part of a lesson: the inputs that are tried, and when each line is true."""

    lesson: str
    part: int
    inputs: str
    lines: Mapping[str, Holds]


BOMB = {"bomb-first": undone, "look-again": lambda m: m.card == "bomb"}
WALKS = (
    Walk(
        "placing",
        0,
        "swordmaster e6 e5 e4 d5 undo ~swordmaster",
        {
            "hello": lambda m: m.done == 0,
            "one-missing": lambda m: m.done == 0 and m.card != "",
            "taken": lambda m: m.done == 0 and m.step in m.board,
            "take-up": lambda m: m.done == 1 and m.card == "",
            "card-first": lambda m: m.done == 1 and m.card == "",
            "come": lambda m: m.done == 1 and m.card != "" and has_pair(m, "e5"),
            "now-him": lambda m: m.done == 1 and m.card != "" and has_pair(m, "e5"),
            "as-pointed": undone,
            "being": lambda m: m.codes[-1] == "swordmaster@e5",
        },
    ),
    Walk(
        "placing",
        1,
        "e6 e5 d5 f5 g7 undo .",
        {
            "first": lambda m: m.done == 0,
            "second": lambda m: m.done == 1,
            "end": lambda m: m.done == 2,
            "used-up": lambda m: m.done == 2,
            "taken": lambda m: m.done < 2 and m.step in m.board,
            "turn": lambda m: m.codes[-1] == ".",
        },
    ),
    Walk(
        "pattern",
        0,
        "swordmaster e5 e6 d5 e7 c5 undo ~swordmaster",
        {
            "card": lambda m: m.card == "" and has_pair(m, "e5"),
            "square": lambda m: m.card != "" and has_pair(m, "e5"),
            "discarded": lambda m: m.step == "~swordmaster" and not m.codes,
            "not-yet": lambda m: undone(m) and has_pair(m, "e5"),
            "no-pattern": lambda m: m.card != "" and not has_pair(m, m.step),
            "summoned": lambda m: m.codes[-1].startswith("swordmaster@"),
        },
    ),
    Walk(
        "pattern",
        1,
        "swordmaster e6 e5 e2 e3 c4 d6 c6 undo ~swordmaster",
        {
            "build": lambda m: m.done == 0 and m.card == "",
            "stone-first": lambda m: m.done == 0 and m.card != "",
            "now-card": lambda m: m.done == 1 and m.card == "",
            "now-square": lambda m: m.done == 1 and m.card != "",
            "gap": lambda m: m.done == 0 and undone(m) and "e6" not in m.board,
            "discarded": lambda m: m.step == "~swordmaster",
            "no-pattern": lambda m: m.card != "" and not has_pair(m, m.step),
            "built": lambda m: m.done == 2,
        },
    ),
    Walk(
        "turned",
        0,
        "bomb e5 e6 f5 g5 undo ~bomb",
        {
            "printed": lambda m: m.card == "" and own(m, "f3", "f4"),
            "upright": lambda m: m.card == "bomb",
            "other-way": always,
            "as-printed": lambda m: m.codes == ("bomb@e5",),
            **BOMB,
        },
    ),
    Walk(
        "turned",
        1,
        "bomb f4 f6 e6 c4 undo ~bomb",
        {
            "lying": lambda m: m.card == "" and own(m, "d5", "e5"),
            "four-squares": lambda m: m.card == "bomb",
            "also-right": always,
            "was-turned": lambda m: m.codes[-1].startswith("bomb@f4"),
            **BOMB,
        },
    ),
    Walk(
        "turned",
        2,
        "bomb e4 d5 f6 d6 e6 g7 undo ~bomb",
        {
            "mirror": lambda m: m.done == 0,
            "mirrored": lambda m: m.done == 1 and (own(m, "e4") or own(m, "d5")),
            "wrong-stone": lambda m: m.done == 0 and undone(m) and m.step not in ("e4", "d5"),
            "second-first": lambda m: m.done == 0 and m.card == "bomb",
            "not-f6": lambda m: m.done == 1,
            "was-mirrored": lambda m: m.codes[-1].startswith("bomb@f6"),
            "bomb-first": lambda m: undone(m),
            "look-again": lambda m: m.done == 1 and m.card == "bomb",
        },
    ),
    Walk(
        "rank",
        0,
        "swordmaster e5 e6 d5 g7 undo ~swordmaster",
        {
            "in-the-way": lambda m: m.board["e5"] == "2 common",
            "summon-instead": undone,
            "between": lambda m: has_pair(m, "e5"),
            "destroyed": lambda m: m.board["e5"] == "1 common",
        },
    ),
    Walk(
        "rank",
        1,
        "swordmaster e5 c4 c3 c6 d5 undo ~swordmaster",
        {
            "try-it": lambda m: m.done == 0 and m.card == "" and m.board["e5"] == "2 heroic",
            "try-there": lambda m: m.done == 0 and m.card != "",
            "elsewhere": lambda m: m.done == 1 and has_pair(m, "c3"),
            "outranked": lambda m: m.done == 0 and m.step == "e5",
            "to-c3": always,
            "went-around": lambda m: m.done == 2,
        },
    ),
    Walk(
        "rank",
        2,
        "chronicler e5 e6 d5 f5 d6 - undo ~chronicler",
        {
            "chronicler": lambda m: m.done == 0,
            "which": lambda m: m.asks == "upgrade",
            "move-or-not": lambda m: m.asks == "move" and m.board["e6"] == "1 heroic",
            "the-one-on-top": lambda m: m.board["e6"] == "1 common",
            "upgraded": lambda m: m.done == 3,
        },
    ),
    Walk(
        "stays",
        0,
        "swordmaster champion d4 e5 c4 c5 undo ~champion ~swordmaster",
        {
            "lacks": lambda m: m.done == 0 and m.card == "champion",
            "between": lambda m: m.done == 0 and m.card == "swordmaster",
            "both": lambda m: m.done == 0 and m.card == "",
            "complete": lambda m: m.done == 1 and m.card == "champion" and own(m, "d4"),
            "spent": lambda m: m.done == 1 and m.card == "" and own(m, "d4"),
            "plain": lambda m: m.done == 0 and m.step == "d4",
            "no-stone": undone,
            "discarded": lambda m: m.step.startswith("~"),
            "only-d4": lambda m: m.card == "swordmaster" and not has_pair(m, m.step),
            "not-yet": lambda m: m.done == 0 and m.card == "champion",
            "glows": lambda m: m.done == 1 and m.card == "champion",
            "card-first": lambda m: m.card == "",
            "piece": lambda m: m.done == 2,
        },
    ),
)


def press(runner: LessonRunner, step: str, *, by_touch: bool) -> None:
    """Do at the table what the page does for an input."""
    session = runner.session
    if step == "undo":
        runner.undo()
    elif len(step) > 2 and step[0] != "~":
        if step in session.game.state.hands[0]:
            session.click_card(step)
            runner.follow_card()
    elif step[0] in "~.-":
        if any(move.code == step for move in session.moves) and session.play_code(step):
            runner.check_decision()
    elif session.tap_square(step) if by_touch else session.click_square(step):
        runner.check_decision()
    else:
        runner.follow_square(step)


def reach(walk: Walk) -> LessonRunner:
    """Return the lesson at the beginning of the part."""
    runner = LessonRunner(load(walk.lesson))
    while runner.part_index < walk.part:
        while not runner.view.can_start_next_part:
            code = runner.demonstrate_next()
            runner.end_demonstration()
            assert code is not None
            assert runner.session.play_code(code) and runner.check_decision()
        assert runner.start_next_part()
    return runner


def moments(walk: Walk, *, by_touch: bool) -> Iterator[tuple[tuple[str, ...], str, Moment]]:
    """Yield each new state that a sequence of inputs leads to: the inputs, the line, the moment."""
    seen: set[str] = set()
    frontier: list[tuple[str, ...]] = [()]
    for _ in range(MOST_INPUTS):
        reached: list[tuple[str, ...]] = []
        for sequence in frontier:
            for step in walk.inputs.split():
                longer = (*sequence, step)
                runner = reach(walk)
                for one in longer:
                    press(runner, one, by_touch=by_touch)
                session, view = runner.session, runner.view.coach
                state = repr((runner.decisions_in_part, session.selection, view))
                if state in seen:
                    continue
                seen.add(state)
                reached.append(longer)
                board = {
                    at: f"{piece.owner} {piece.rank}" for at, piece in session.game.board.items()
                }
                said = line_of(view.text) if view.text else ""
                yield (
                    longer,
                    said,
                    Moment(
                        runner.decisions_in_part,
                        session.selection.card or "",
                        board,
                        step,
                        session.game.prompt.kind,
                    ),
                )
        frontier = reached


# The lines that the runner says in all lessons, and when they are true.
GENERAL: Mapping[str, Holds] = {
    "preview.square": lambda m: m.step not in (m.card, "undo"),
    "preview.taken-up": lambda m: own(m, m.step) and m.asks == "move",
    "card.square": lambda m: bool(m.card),
    "card.squares": lambda m: bool(m.card),
    "card.unfit": lambda m: bool(m.card),
    "tap.occupied": lambda m: m.step in m.board and not m.card,
    "tap.lacks": lambda m: bool(m.card) and m.step not in (m.card, "undo"),
    "tap.spent": lambda m: not m.card and m.asks == "end",
    "tap.effect": lambda m: m.asks not in ("turn", "end"),
    "tap.buttons": lambda m: m.asks not in ("turn", "end"),
    "glowing": lambda m: m.asks not in ("turn", "end"),
    "glows": lambda m: bool(m.card) and m.step not in (m.card, "undo"),
}


def line_of(text: Message) -> str:
    """Return the name of a line of the lesson, or of one that all lessons have."""
    if text.id == "learn.card.line":  # what comes after the name of the card
        line = text.params["line"]
        assert isinstance(line, Message)
        return line_of(line)
    name = text.id.removeprefix("learn.")
    return name if name in GENERAL else name.rpartition(".")[2]


NAMES = [f"{walk.lesson}-{walk.part + 1}" for walk in WALKS]


@pytest.mark.parametrize("walk", WALKS, ids=NAMES)
def test_no_line_is_false_whatever_is_tapped(walk: Walk) -> None:
    said = set()
    for by_touch in (False, True):
        for sequence, line, moment in moments(walk, by_touch=by_touch):
            holds = walk.lines.get(line) or GENERAL.get(line)
            assert holds, (sequence, line)
            assert holds(moment), (sequence, line, moment)
            said.add(line)
    assert said - set(GENERAL) == set(walk.lines) - set(GENERAL)
