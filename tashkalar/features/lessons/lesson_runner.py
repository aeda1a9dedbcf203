"""A lesson in progress: the current part, the coach's line, and the reaction to mistakes.

The runner watches a session that is played like any other. The page calls `check_decision` after
each decision and `follow_square` after a tap on a square that has decided nothing; `view` is the
coach above the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from tashkalar import Game
from tashkalar.features.lessons.lesson_file import (
    CoachLine,
    Lesson,
    LessonCondition,
    LessonPart,
    Mistake,
)
from tashkalar.features.lessons.selection_lines import (
    card_line,
    preview_line,
    skip_params,
    tap_answer,
)
from tashkalar.features.lessons.turn_advice import turn_advice
from tashkalar.formats import goal
from tashkalar.formats.goal import GoalProgress
from tashkalar.position.ids import seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.bots.hint import Hint
from tashkalar.ui.session.goal_panel import (
    GoalPanelView,
    finished_moves,
    goal_panel_view,
    goal_progress,
    goal_view,
    with_open_move,
)
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases

LINE_KIND, MISTAKE_KIND, DEMONSTRATION_KIND, PART_DONE_KIND = "say", "answer", "show", "done"
HINT_KIND = "hint"
OTHER_ANSWER = Message("learn.other")
"""The answer to a decision that leads elsewhere, where the lesson has none."""


class CoachView(NamedTuple):
    """The coach's text.

    `kind` is ``say``, ``answer`` (to a mistake), ``hint``, ``show`` (a demonstrated decision) or
    ``done``. A demonstration is also what follows a mistake.
    """

    kind: str
    text: Message | None
    highlighted_ids: tuple[str, ...]  # squares and ids of cards
    is_undone: bool = False  # the text answers a decision that was taken back


class LessonRunnerView(NamedTuple):
    """The coach above the board in a lesson, and the buttons below."""

    title: Message
    part_number: int  # from 1
    part_count: int
    coach: CoachView
    can_show: bool  # a hint, or the next decision
    has_hint: bool  # the next help is a line, not a demonstration
    can_undo: bool
    can_restart: bool  # the part is done and can be played again
    can_start_next_part: bool
    is_finished: bool


class LessonPlace(NamedTuple):
    """The decision of a lesson at which it was left."""

    part: int  # from 0
    game: str  # a save
    said: tuple[str, ...]  # the lines of the part that will not be said again
    earlier_decision_count: int  # in the parts before, as the next number
    earlier_move_count: int


class LessonRunner:
    """A lesson in progress. `session` is the game being played; a new part may replace it.

    `game` is a game that was left in the middle of the part, with the lines said in it.
    """

    def __init__(
        self,
        taken: Lesson,
        *,
        part: int = 0,
        game: Game | None = None,
        said: frozenset[str] = frozenset(),
    ) -> None:
        self.lesson = taken
        # A part without a start continues the part before it, so go back to a part with a start.
        while part and taken.parts[part].start is None:
            part -= 1
        self._start_part(part, game, said)

    @property
    def part(self) -> LessonPart:
        """The current part."""
        return self.lesson.parts[self.part_index]

    @property
    def said_lines(self) -> frozenset[str]:
        """The lines of the part that have been said and will not be said again."""
        return frozenset(line.say for line in self._used_once_lines)

    @property
    def place(self) -> LessonPlace:
        """The decision at which the lesson is now; not while the board is borrowed."""
        return LessonPlace(
            self.part_index,
            self.session.game.to_json(),
            tuple(sorted(self.said_lines)),
            self._earlier_decision_count,
            self._earlier_move_count,
        )

    def return_to(self, place: LessonPlace) -> None:
        """Go on at a place of this lesson; raise ValueError if the lesson has no such place."""
        game = Game.from_json(place.game)
        if place.part >= len(self.lesson.parts):
            raise ValueError(f"the lesson {self.lesson.id} has no part {place.part + 1}")
        self.part_index = place.part
        self.session = Session(game, curtain=False)
        self.session.seating.is_covered = False
        self._earlier_decision_count = place.earlier_decision_count
        self._earlier_move_count = place.earlier_move_count
        self._reset_part(frozenset(place.said))
        if self.decisions_in_part:
            self._finish_decision()
        self._choose_line()

    def _start_part(
        self, number: int, game: Game | None = None, said: frozenset[str] = frozenset()
    ) -> None:
        self.part_index = number
        start = self.part.start
        if start is not None:
            self.session = Session(game or start.copy(), curtain=False)
            self.session.seating.is_covered = False
            self.session.seating.is_taught = True
        # What was decided in the parts before.
        self._earlier_decision_count = len((start or self.session.game).codes)
        self._earlier_move_count = len(finished_moves(start or self.session.game))
        self._reset_part(said)
        self._choose_line()

    def _reset_part(self, said: frozenset[str] = frozenset()) -> None:
        self._is_part_done = self.session.is_read_only = False
        # Lines with `once` that have been shown.
        self._used_once_lines = {line for line in self.part.lines if line.say in said}
        self._line: CoachLine | None = None
        self._mistake: Mistake | None = None  # the mistake that the coach answers
        self._plain_answer: Message | None = None  # to a mistake that the file does not name
        self._tapped_square: str | None = None  # chosen last, without a decision
        self._is_taken_back = False  # the mistake was a decision, which is undone
        self._hint_count = 0  # how many hints the coach has given for this decision
        self._is_demonstrating = False  # the last decision is a demonstration
        self._consequences: list[str] | None = None  # still to be shown; None: none are shown
        self.is_unaided = True  # no hint, no demonstration and no mistake in this part
        self._advice: Hint | None = None  # what a good player would do now, in a whole game

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
            can_show=not self._is_part_done
            and not self.is_board_borrowed
            and self._next_demonstrated_code() is not None,
            has_hint=self._hint_count < len(self.part.hints),
            can_undo=self.can_undo,
            can_restart=self._is_part_done and bool(self.decisions_in_part),
            can_start_next_part=self._is_part_done and not is_last_part,
            is_finished=self._is_part_done and is_last_part,
        )

    def _line_message(self, line: str) -> Message:
        return Message(self.lesson.message_id(line), skip_params(self.session))

    def goal_view(self, language: str) -> GoalPanelView | None:
        """Return the panel of the goal, that of the part before that of the scenario."""
        progress = self._goal_progress()
        if self.part.goal is not None and progress is not None:
            steps = finished_moves(self.session.game)[self._earlier_move_count :]
            current = with_open_move(self.session.game, self.part.goal, steps, progress)
            return goal_view(self.session.game, self.part.goal, current)
        return goal_panel_view(self.session.game, language)

    def _goal_progress(self) -> GoalProgress | None:
        game = self.session.game
        if self.part.goal is None:
            return goal_progress(game)
        steps = finished_moves(game)[self._earlier_move_count :]
        return goal.progress(self.part.goal, steps, game.settled_state)

    @property
    def is_board_borrowed(self) -> bool:
        """True if the board shows a decision that will be taken back."""
        return self._is_demonstrating or self._consequences is not None

    def _coach_view(self) -> CoachView:
        targets = self._line.at if self._line else ()
        if self._is_demonstrating:
            return CoachView(DEMONSTRATION_KIND, Message("learn.shown"), ())
        if self.is_showing_consequences:
            return CoachView(DEMONSTRATION_KIND, Message("learn.reply"), ())
        preview = preview_line(self.session, self._tapped_square)
        if preview is not None:
            return CoachView(LINE_KIND, preview, targets)
        if self._mistake or self._plain_answer:
            kind = LINE_KIND if self._mistake and self._mistake.is_expected else MISTAKE_KIND
            is_undone = self._is_taken_back and not self.lesson.words
            return CoachView(kind, self._answer_text(), targets, is_undone)
        if self._is_part_done:
            done_line = self.part.done
            return CoachView(
                PART_DONE_KIND,
                self._line_message(done_line) if done_line else Message("learn.done"),
                (),
            )
        if self._hint_count:
            return CoachView(
                HINT_KIND, self._line_message(self.part.hints[self._hint_count - 1]), targets
            )
        text = self._line_message(self._line.say) if self._line else self._turn_advice()
        if not self._is_line_about_card():
            next_code = self._next_code_on_way() if self.part.ways else None
            advised = self._advice.codes if self._advice else ()
            text = card_line(self.session, text, next_code, advised)
        return CoachView(LINE_KIND, text, targets)

    def _answer_text(self) -> Message:
        """Return the answer to a mistake."""
        if self._mistake is None:
            return self._plain_answer or OTHER_ANSWER
        card = self._mistake.card
        params = skip_params(self.session)
        if card:
            params["card"] = phrases.card_name(card)
        return Message(self.lesson.message_id(self._mistake.say), params)

    def _turn_advice(self) -> Message | None:
        is_asked = self.part.is_game and not self.is_opponent_due
        return turn_advice(self.session, self._advice) if is_asked else None

    @property
    def wants_advice(self) -> bool:
        """True if a good player's plan would help the coach, who has none for the decision."""
        session = self.session
        has_choice = session.game.prompt.kind != "end" and bool(session.moves)
        return (
            self.part.is_game and has_choice and self._advice is None and not self.is_opponent_due
        )

    def receive_advice(self, state: GameState, advice: Hint) -> bool:
        """Take a good player's plan for a position; return False if that has passed."""
        if self.session.game.state is not state:
            return False
        self._advice = advice
        return True

    def _choose_line(self) -> None:
        """Choose the line for this moment: the first whose condition holds.

        A line with `once` stays until the next decision, and then never comes again.
        """
        if self._line is None or not self._line.once:
            self._line = self._fitting_line(self.session.selection.card or "")

    def _fitting_line(self, card: str) -> CoachLine | None:
        """Return the first line that fits while a card is up; ``""`` for no card."""
        fitting = (
            n
            for n in self.part.lines
            if n not in self._used_once_lines
            and n.when.card in (None, card)
            and self.is_condition_met(n.when._replace(card=None))
        )
        return next(fitting, None)

    def _is_line_about_card(self) -> bool:
        """Tell whether the line is another one than that without the card that is up."""
        card = self.session.selection.card
        if card is None:
            return True
        if self._line is not None and self._line.once:
            return self._line.when.card is not None
        return self._line != self._fitting_line("")

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
        progress = self._goal_progress() if moment.reached is not None else None
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
        """True if the program that plays a seat of the part has to decide now."""
        player = self.session.game.player
        return player is not None and player == self.part.opponent and not self._is_part_done

    # -- decisions -----------------------------------------------------------------------

    def check_decision(self) -> bool:
        """Check the decision just made in the session.

        Return False if the decision was a mistake. A mistake is taken back: at once, or, if it has
        consequences to show, after the last of them (`show_next_consequence`).
        """
        decisions = self.decisions_in_part
        if self.is_board_borrowed or not decisions:
            return True
        self.clear_mistake_answer()
        self._hint_count = 0
        self._advice = self._advice.advance(decisions[-1]) if self._advice else None
        if self._line is not None and self._line.once:
            self._used_once_lines.add(self._line)
            self._line = None
        if self.part.ways and not self._matching_ways():
            self._answer_mistake(decisions[-1])
            return False
        self._finish_decision()
        return True

    def _finish_decision(self) -> None:
        self._is_part_done = self.is_condition_met(self.part.until)
        self.session.is_read_only = self._is_part_done  # no decisions between two parts
        self._plan_reply()

    def _plan_reply(self) -> None:
        """Let the opponent of a part with ways decide what the way says."""
        code = self._next_code_on_way() if self.part.ways and self.is_opponent_due else None
        if code is not None:
            self.session.seating.opponents.plan_code(code)

    def _answer_mistake(self, code: str) -> None:
        """Take a decision back and answer it, perhaps after its consequences."""
        self.session.undo_without_redo()
        self._is_taken_back = True
        self.is_unaided = False
        self._mistake = self._find_mistake(
            lambda m: m.move is not None and _matches_pattern(m.move, code)
        )
        self._plain_answer = None if self._mistake else OTHER_ANSWER
        if self._mistake and self._mistake.after.codes:
            self.session.game.play(code)
            self._consequences = list(self._mistake.after.codes)
            self.session.is_read_only = True

    def follow_square(self, square: str) -> None:
        """Answer a click or tap on a square that has decided nothing.

        A square that can be chosen needs no answer: the first tap on such a square only shows what
        the second tap would do.
        """
        if self.session.is_read_only:
            return
        self.clear_mistake_answer()
        if square in self.session.targets.selectable_squares:
            self._tapped_square = square
        else:
            self._explain_rejected_square(square)

    def follow_card(self) -> None:
        """Answer a click or tap on a card that has decided nothing.

        A card that is taken up needs no answer. While an effect asks, none can be taken up.
        """
        self.clear_mistake_answer()
        session = self.session
        if session.moves and not session.choices.is_turn_decision:
            self._is_taken_back = False
            self._plain_answer = Message("learn.tap.effect")

    def _explain_rejected_square(self, square: str) -> None:
        card = self.session.selection.card

        def fits(mistake: Mistake) -> bool:
            about = mistake.square is not None and _matches_pattern(mistake.square, square)
            return about and mistake.card in (None, card)

        self._is_taken_back = False
        self._mistake = self._find_mistake(fits)
        self._plain_answer = None if self._mistake else tap_answer(self.session, square)

    def clear_mistake_answer(self) -> None:
        """Remove an outdated answer: the selection has changed, or a decision was undone."""
        self._mistake = self._plain_answer = self._tapped_square = None

    def _find_mistake(self, fits: Callable[[Mistake], bool]) -> Mistake | None:
        return next(
            (m for m in self.part.mistakes if fits(m) and self.is_condition_met(m.when)), None
        )

    # -- taking back ---------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """True if the last decision of the part can be taken back, at its end too."""
        if self.is_board_borrowed or not self.decisions_in_part or self.is_opponent_due:
            return False
        return bool(self.part.ways) or self.session.can_undo

    def undo(self) -> bool:
        """Take back the last decision of the part; return False if there is none."""
        if not self.can_undo:
            return False
        if self.part.ways:
            self._is_part_done = self.session.is_read_only = False
            self.session.undo_without_redo()
            while self.is_opponent_due and self.decisions_in_part:
                self.session.undo_without_redo()
        else:
            self.session.undo()
            self._advice = None
        self.clear_mistake_answer()
        self._hint_count = 0
        return True

    # -- the consequences of a mistake ---------------------------------------------------

    @property
    def is_showing_consequences(self) -> bool:
        """True if a mistake stands on the board until its consequences have been shown."""
        return self._consequences is not None

    def show_next_consequence(self) -> bool:
        """Play the next decision that follows a mistake.

        Return False when there is none: everything has been taken back, the mistake too.
        """
        if self._consequences is None:
            return False
        game = self.session.game
        code = next(
            (
                move.code
                for move in (game.legal_moves() if self._consequences else ())
                if _matches_pattern(self._consequences[0], move.code)
            ),
            None,
        )
        if code is not None:
            self._consequences.pop(0)
            game.play(code)
            return True
        assert self._mistake is not None
        shown = len(self._mistake.after.codes) - len(self._consequences)
        for _ in range(shown + 1):
            self.session.undo_without_redo()
        self._consequences = None
        self.session.is_read_only = False
        return False

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
        """Return the code of the decision that can be shown; None if the learner has none."""
        return self._next_code_on_way() if self.session.moves else None

    def _next_code_on_way(self) -> str | None:
        """Return the code of the next legal decision on a matching way; None without one."""
        index = len(self.decisions_in_part)
        legal = [move.code for move in self.session.game.legal_moves()]
        next_steps = (way[index] for way in self._matching_ways() if index < len(way))
        return next(
            (code for step in next_steps for code in legal if _matches_pattern(step, code)), None
        )

    def give_hint(self) -> bool:
        """Give the next hint of the part; return False if all have been given."""
        if self._is_part_done or self.is_board_borrowed:
            return False
        if self._hint_count == len(self.part.hints):
            return False
        self.clear_mistake_answer()
        self._hint_count += 1
        self.is_unaided = False
        return True

    def demonstrate_next(self) -> str | None:
        """Make the next decision as a demonstration; return its code, or None if there is none.

        `end_demonstration` takes the decision back.
        """
        code = (
            None if self._is_part_done or self.is_board_borrowed else self._next_demonstrated_code()
        )
        if code is not None:
            self.clear_mistake_answer()
            self.session.play_code(code)
            self._is_demonstrating = True
            self.is_unaided = False
        return code

    def end_demonstration(self) -> None:
        """Take the demonstrated decision back, so that the learner can make it."""
        if self._is_demonstrating:
            self.session.undo_without_redo()
            self._is_demonstrating = False

    def restart(self) -> None:
        """Start the current part again; a part with a start gets a new session."""
        if self.part.start is not None:
            self._start_part(self.part_index)
            return
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
