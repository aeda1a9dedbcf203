"""A lesson in progress: the current part, the coach's line, and the reaction to mistakes.

The runner watches a session that is played like any other. The page calls `check_decision` after
each decision and `explain_rejected_square` after a tap on a square where nothing can be done;
`view` is the panel beside the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from tashkalar.formats.goal import GoalProgress
from tashkalar.position.ids import seat_number
from tashkalar.position.move import Message
from tashkalar.ui.lessons.lesson_file import CoachLine, Lesson, LessonCondition, LessonPart, Mistake
from tashkalar.ui.session.goal_panel import GoalPanelView, goal_panel_view, goal_progress
from tashkalar.ui.session.session import Session

LINE_KIND, MISTAKE_KIND, DEMONSTRATION_KIND, PART_DONE_KIND = "say", "answer", "show", "done"


class CoachView(NamedTuple):
    """The coach's text.

    `kind` is ``say``, ``answer`` (to a mistake), ``show`` (a demonstrated decision) or ``done``.
    """

    kind: str
    text: Message | None
    highlighted_ids: tuple[str, ...]  # squares and ids of cards


class LessonRunnerView(NamedTuple):
    """The panel beside the board in a lesson."""

    title: Message
    part_number: int  # from 1
    part_count: int
    coach: CoachView
    goal: GoalPanelView | None
    can_show: bool
    can_start_next_part: bool
    is_finished: bool


class LessonRunner:
    """A lesson in progress. `session` is the game being played; a new part may replace it."""

    def __init__(self, taken: Lesson, *, part: int = 0) -> None:
        self.lesson = taken
        # A part without a start continues the part before it, so go back to a part with a start.
        while part and taken.parts[part].start is None:
            part -= 1
        self._start_part(part)

    @property
    def part(self) -> LessonPart:
        """The current part."""
        return self.lesson.parts[self.part_index]

    def _start_part(self, number: int) -> None:
        self.part_index = number
        start = self.part.start
        if start is not None:
            self.session = Session(start.copy(), curtain=False)
            self.session.seating.is_covered = False
        self._earlier_decision_count = len(self.session.game.codes)  # decisions of the parts before
        self._reset_part()
        self._choose_line()

    def _reset_part(self) -> None:
        self._is_part_done = self.session.is_read_only = False
        self._used_once_lines: set[CoachLine] = set()  # lines with `once` that have been shown
        self._line: CoachLine | None = None
        self._mistake_answer: str | None = None  # the message id of the answer to a mistake
        self._is_demonstrating = False  # the last decision is a demonstration

    # -- view ----------------------------------------------------------------------------

    @property
    def view(self) -> LessonRunnerView:
        """The current panel; reading it also chooses the line that fits the moment."""
        self._choose_line()
        is_last_part = self.part_index + 1 == len(self.lesson.parts)
        return LessonRunnerView(
            title=self._line_message("title"),
            part_number=self.part_index + 1,
            part_count=len(self.lesson.parts),
            coach=self._coach_view(),
            goal=goal_panel_view(self.session.game, ""),
            can_show=not self._is_part_done
            and not self._is_demonstrating
            and self._next_demonstrated_code() is not None,
            can_start_next_part=self._is_part_done and not is_last_part,
            is_finished=self._is_part_done and is_last_part,
        )

    def _line_message(self, line: str) -> Message:
        return Message(self.lesson.message_id(line))

    def _coach_view(self) -> CoachView:
        if self._is_demonstrating:
            return CoachView(DEMONSTRATION_KIND, Message("learn.shown"), ())
        if self._mistake_answer:
            return CoachView(
                MISTAKE_KIND, Message(self._mistake_answer), self._line.at if self._line else ()
            )
        if self._is_part_done:
            done_line = self.part.done
            return CoachView(
                PART_DONE_KIND,
                self._line_message(done_line) if done_line else Message("learn.done"),
                (),
            )
        if self._line is None:
            return CoachView(LINE_KIND, None, ())
        return CoachView(LINE_KIND, self._line_message(self._line.say), self._line.at)

    def _choose_line(self) -> None:
        """Choose the line for this moment: the first whose condition holds.

        A line with `once` stays until the next decision, and then never comes again.
        """
        if self._line is None or not self._line.once:
            fitting = (
                n
                for n in self.part.lines
                if n not in self._used_once_lines and self.is_condition_met(n.when)
            )
            self._line = next(fitting, None)

    # -- conditions ----------------------------------------------------------------------

    @property
    def decisions_in_part(self) -> tuple[str, ...]:
        """The decisions made in this part."""
        return self.session.game.codes[self._earlier_decision_count :]

    def is_condition_met(self, moment: LessonCondition) -> bool:
        """Tell whether a condition holds now."""
        current_values = self._condition_values(moment)
        return all(
            value is None or value == current_values[name]
            for name, value in moment._asdict().items()
            if name != "turn"
        ) and (moment.turn is None or self.session.game.state.turn >= moment.turn)

    def _condition_values(self, moment: LessonCondition) -> dict[str, object]:
        """Return the current values of the fields of a condition."""
        session, game = self.session, self.session.game
        kinds = {str(move.kind) for move in session.moves}
        asks = str(game.prompt.kind)
        progress: GoalProgress | None = goal_progress(game) if moment.reached is not None else None
        return {
            "done": len(self.decisions_in_part),
            "card": session.selection.card or "",
            "asks": moment.asks
            if moment.asks == "effect" and not session.choices.is_turn_decision
            else asks,
            "can": moment.can if moment.can in kinds else None,
            "event": moment.event if moment.event in self._recent_event_kinds(moment.by) else None,
            "by": moment.by,
            "seat": game.player,
            "actions": game.state.actions,
            "ending": game.state.last_turns >= 0,
            "over": game.is_over,
            "reached": progress is not None and progress.state == "reached",
        }

    def _recent_event_kinds(self, seat: int | None) -> set[str]:
        """Return the kinds of events in this turn and the one before it.

        `seat`: only events in turns of this seat; None for all seats.
        """
        game = self.session.game
        return {
            str(event.kind)
            for entry in game.history()
            if entry.state_before.turn >= game.state.turn - 1
            and seat in (None, seat_number(entry.state_before.seat))
            for event in entry.events
        }

    @property
    def is_opponent_due(self) -> bool:
        """Whether the program that plays a seat of the part has to decide now."""
        player = self.session.game.player
        return player is not None and player == self.part.opponent and not self._is_part_done

    # -- decisions -----------------------------------------------------------------------

    def check_decision(self) -> bool:
        """Check the decision just made in the session.

        Return False if the decision was a mistake: it has been taken back then.
        """
        decisions = self.decisions_in_part
        if self._is_demonstrating or not decisions:
            return True
        self._mistake_answer = None
        if self._line is not None and self._line.once:
            self._used_once_lines.add(self._line)
            self._line = None
        if self.part.ways and not self._matching_ways():
            self._mistake_answer = self._answer_for_mistake(
                lambda m: m.move is not None and _matches_pattern(m.move, decisions[-1])
            )
            self.session.undo_without_redo()
            return False
        self._is_part_done = self.is_condition_met(self.part.until)
        self.session.is_read_only = self._is_part_done  # no decisions between two parts
        return True

    def explain_rejected_square(self, square: str) -> None:
        """Show the answer to a tap on a square where nothing can be done, if there is one."""
        card = self.session.selection.card

        def fits(mistake: Mistake) -> bool:
            about = mistake.square is not None and _matches_pattern(mistake.square, square)
            return about and mistake.card in (None, card)

        if any(fits(mistake) for mistake in self.part.mistakes):
            self._mistake_answer = self._answer_for_mistake(fits)

    def clear_mistake_answer(self) -> None:
        """Remove an outdated answer: the selection has changed, or a decision was undone."""
        self._mistake_answer = None

    def _answer_for_mistake(self, fits: Callable[[Mistake], bool]) -> str:
        mistake = next((mistake for mistake in self.part.mistakes if fits(mistake)), None)
        return self.lesson.message_id(mistake.say) if mistake else "learn.other"

    # -- demonstration -------------------------------------------------------------------

    def _matching_ways(self) -> list[tuple[str, ...]]:
        """Return the ways that begin with the decisions made in this part."""
        decisions = self.decisions_in_part
        return [
            way
            for way in self.part.ways
            if len(decisions) <= len(way) and all(map(_matches_pattern, way, decisions))
        ]

    def _next_demonstrated_code(self) -> str | None:
        """Return the code of the next legal decision on a matching way; None without one."""
        index = len(self.decisions_in_part)
        legal = [move.code for move in self.session.moves]
        next_steps = (way[index] for way in self._matching_ways() if index < len(way))
        return next(
            (code for step in next_steps for code in legal if _matches_pattern(step, code)), None
        )

    def demonstrate_next(self) -> str | None:
        """Make the next decision as a demonstration; return its code, or None if there is none.

        `end_demonstration` takes the decision back.
        """
        code = (
            None if self._is_part_done or self._is_demonstrating else self._next_demonstrated_code()
        )
        if code is not None:
            self._mistake_answer = None
            self.session.play_code(code)
            self._is_demonstrating = True
        return code

    def end_demonstration(self) -> None:
        """Take the demonstrated decision back, so that the learner can make it."""
        if self._is_demonstrating:
            self.session.undo_without_redo()
            self._is_demonstrating = False

    def restart(self) -> None:
        """Start the current part again."""
        while len(self.session.game.codes) > self._earlier_decision_count:
            self.session.undo_without_redo()
        self._reset_part()

    def start_next_part(self) -> bool:
        """Start the next part; return False if there is none or the current part is not done."""
        if not self._is_part_done or self.part_index + 1 == len(self.lesson.parts):
            return False
        self._start_part(self.part_index + 1)
        return True


def _matches_pattern(pattern: str, text: str) -> bool:
    """Tell whether a text matches a pattern, in which a star stands for any text."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text) is not None
