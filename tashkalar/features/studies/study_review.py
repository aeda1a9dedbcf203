"""A study on the table: its turns one by one, the lines in each, and trying a turn again.

The review of a game writes its findings into the study: a variation with the better plan, and
comments. So a study that is opened later shows the same as a review that has just been made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from tashkalar import Game
from tashkalar.errors import IllegalMove
from tashkalar.features.studies.finished_turns import finished_part, turn_codes
from tashkalar.features.studies.judgments import TurnJudgments
from tashkalar.features.studies.review import MIN_LOSS, Review, TurnLoss, loss_message
from tashkalar.features.studies.study_panel import LineButton, LossBar, StudyPanelView
from tashkalar.features.studies.study_turns import (
    StudyLine,
    StudyTurn,
    has_remarks,
    line_name,
    study_lines,
    study_turns,
    turn_title,
)
from tashkalar.features.studies.study_writer import StudyWriter
from tashkalar.history.decision_tree import Annotation
from tashkalar.position.move import PASS_CONTROL, Message
from tashkalar.study import Study
from tashkalar.ui.bots.computer_seats import BotLevels, PlanJob, create_plan_job
from tashkalar.ui.bots.hint import (
    HINT_BOT_NAME,
    HINT_LEVEL,
    Hint,
    describe_reasons,
    describe_steps,
)
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue

_MAX_BARS = 120
_REMARKED_BAR = 60  # percent
_HIGHEST_BAR = 3000  # thousandths of a point that fill a bar, if nothing is higher
_TURN_ENDING_KINDS = frozenset({"end", "claim"})


class StudyReview:
    """A study on the table. `session` is what the table shows; another turn has another session.

    `review` finds turning points while the study is open, None for a study that is only shown.
    """

    def __init__(
        self,
        study: Study,
        words: Catalogue,
        review: Review | None = None,
        bots: BotLevels | None = None,
    ) -> None:
        self.study = study
        self.review = review
        self.bots: BotLevels = bots or {}
        # the game on the table when the review began, and its decisions
        self._reviewed: tuple[Game | None, tuple[str, ...]] = (None, ())
        self.is_changed = False  # since it was kept or opened
        self.has_failed = False  # the computer player could not review it
        self.is_stopped = False  # a person has stopped the review
        self.hides_lines = False  # other lines than what was played wait until they are wanted
        self._revealed: set[int] = set()  # the starts of the turns whose lines are wanted
        self._words = words
        self._turns = study_turns(study)
        self._better_ends: dict[int, int] = {}  # of the plans of the review, by their turn's start
        self._losses: dict[int, int] = {}  # thousandths of a point, by the turn's start
        self._own_ends: list[int] = []  # of the turns that were played again
        self._solved_starts: set[int] = set()  # of the turns for which a person found a good plan
        self._written_starts: set[int] = set()  # of the turns where a person has written
        self._verdict: Message | None = None
        self._mode = "look"
        self.writer: StudyWriter | None = None  # while a person writes
        self._stops = self._find_stops()
        self._turn: StudyTurn | None = None  # the turn that is shown
        self._line_end: int | None = None  # of the line that is shown
        shown = self._stops if review else self._walk  # the findings of a review follow
        self._show_turn(next(iter(shown), None))

    @classmethod
    def of_game(
        cls,
        game: Game,
        words: Catalogue,
        bots: BotLevels,
        judgments: TurnJudgments | None = None,
    ) -> StudyReview:
        """Return the review of a game up to its last finished turn; `bots` are computer's seats.

        `judgments` are those on its turns, as far as they are known.
        """
        study = Study.from_game(finished_part(game))
        review = cls(study, words, Review(study.main_game(), bots, judgments), bots)
        review._reviewed = (game, game.codes)
        review.update_findings()
        return review

    def is_of_game(self, game: Game) -> bool:
        """Return whether this is the review of a game, which has not gone on since."""
        return self._reviewed[0] is game and self._reviewed[1] == game.codes

    # -- turns and lines -----------------------------------------------------------------

    def _find_stops(self) -> list[StudyTurn]:
        """Return the turns to show: those with a variation or a remark."""
        return [turn for turn in self._turns if has_remarks(self.study, turn)]

    @property
    def shown_moves_before(self) -> int | None:
        """The number of moves before the shown turn; None while no turn is shown."""
        return self._turn.moves_before if self._turn else None

    def start_of(self, moves_before: int) -> int | None:
        """Return the position before the turn that begins after so many moves, if there is one."""
        starts = (turn.start for turn in self._turns if turn.moves_before == moves_before)
        return next(starts, None)

    @cached_property
    def main_game(self) -> Game:
        """The game of the main line, which a review or a study does not change."""
        return self.study.main_game()

    def go(self, steps: int) -> bool:
        """Go so many turning points (or turns) on, or back; return whether there is one."""
        turn = self._next_stop(steps)
        if turn is None or self._mode == "judge":
            return False
        self._show_turn(turn)
        return True

    def _next_stop(self, steps: int) -> StudyTurn | None:
        """Return the turn to walk to after (1) or before (-1) the shown one; None without one."""
        here = self._turn.moves_before if self._turn else -1
        if steps > 0:
            return next((turn for turn in self._walk if turn.moves_before > here), None)
        return next((turn for turn in reversed(self._walk) if turn.moves_before < here), None)

    @property
    def _walk(self) -> Sequence[StudyTurn]:
        """The turns to walk through: the turning points, or all turns where there is none."""
        return self._stops or (() if self.job else self._turns)

    def show_turn(self, start: int) -> bool:
        """Show the turn that begins in a position; return whether there is one."""
        turn = next((turn for turn in self._turns if turn.start == start), None)
        if turn is None or self._mode == "judge":
            return False
        self._show_turn(turn)
        return True

    def _show_turn(self, turn: StudyTurn | None, end: int | None = None) -> None:
        """Show a turn with the line that ends there; by default with a better line than played."""
        self._turn, self._mode = turn, "look"
        self._verdict = self.writer = None
        if turn is not None:
            ends = [line.end for line in self._lines()]
            better = self._better_ends.get(turn.start)
            self._line_end = next((e for e in (end, better) if e in ends), ends[:2][-1])
        self.session: Session = self._create_session()

    def show_line(self, end: int) -> None:
        """Show the line that ends in a position, on the board as it was before the turn."""
        if self._mode == "look" and any(line.end == end for line in self._lines()):
            self._line_end = end
            self.session.show_position_after(None)
            self._draw_line(self.session)

    def _lines(self) -> tuple[StudyLine, ...]:
        """Return the lines of the shown turn that are to be seen."""
        lines = study_lines(self.study, self._turn) if self._turn else ()
        if self._turn is None or not self.hides_lines or self._turn.start in self._revealed:
            return lines
        own = set(self._own_ends)
        return (*lines[:1], *(line for line in lines[1:] if line.end in own))

    @property
    def _can_improve(self) -> bool:
        """True if another line than the played one waits to be found for the shown turn."""
        turn = self._turn
        if turn is None or turn.start in self._solved_starts:
            return False
        return any(line.end not in self._own_ends for line in study_lines(self.study, turn)[1:])

    @property
    def _has_hidden_lines(self) -> bool:
        turn = self._turn
        return turn is not None and len(self._lines()) < len(study_lines(self.study, turn))

    def hide_lines(self, *, hidden: bool) -> None:
        """Let the lines wait until they are wanted, or show them at once."""
        if self.hides_lines != hidden:
            self.hides_lines = hidden
            self._revealed.clear()
            if self._mode == "look":
                self._show_turn(self._turn, self._line_end)

    def reveal_lines(self) -> None:
        """Show the lines of the shown turn that were hidden until now."""
        if self._turn is not None and self._mode == "look":
            self._revealed.add(self._turn.start)
            self._show_turn(self._turn)

    def _shown_line(self) -> StudyLine | None:
        return next((line for line in self._lines() if line.end == self._line_end), None)

    def _create_session(self, *, is_read_only: bool = True) -> Session:
        """Return a session before the shown turn, or at the end of a study without turns."""
        line = self.study.tree.line()
        self.study.go_to(self._turn.start if self._turn else line[-1] if line else 0)
        session = Session(self.study.game.copy(), curtain=False)
        session.seating.is_covered = session.has_result = False
        session.is_read_only, session.is_study = is_read_only, True
        if is_read_only:
            session.remarks = self.study.tree.annotation(self.study.position)
            self._draw_line(session)
        return session

    def _draw_line(self, session: Session) -> None:
        line = self._shown_line()
        session.hints.show(Hint(line.codes, ()) if line else None)

    # -- the review ----------------------------------------------------------------------

    @property
    def job(self) -> PlanJob | None:
        """The next job of the review; None when all turns have been reviewed."""
        return self.review.job if self.review and not self._rests else None

    @property
    def _rests(self) -> bool:
        """True if the review does not go on by itself."""
        return self.has_failed or self.is_stopped

    def resume(self) -> None:
        """Go on with a review that was stopped or has failed."""
        self.has_failed = self.is_stopped = False

    def accept_answer(self, answer: Mapping[str, Any]) -> None:
        """Take the answer to the job of the review; `update_findings` must follow.

        KeyError or TypeError if the answer is malformed.
        """
        assert self.review is not None
        self.review.accept_answer(answer)

    def update_findings(self) -> bool:
        """Write the findings into the study; return whether the board shows something else now."""
        if self.review is None:
            return False
        self._write_findings(self.review.worst_turns)
        self._stops = self._find_stops()
        if self._turn is None and self._walk and self._mode == "look":
            self._show_turn(self._walk[0])
            return True
        return False

    def _write_findings(self, losses: list[TurnLoss]) -> None:
        """Write the worst turns so far into the study, and remove those that are so no more."""
        worst = {self._start_of(loss): loss for loss in losses}
        kept = {*worst, *self._written_starts, self._turn.start if self._turn else None}
        for start in [start for start in self._better_ends if start not in kept]:
            self._remove_finding(start)
        for start, loss in worst.items():
            if start not in self._better_ends:
                self._write_finding(start, loss)

    def _start_of(self, loss: TurnLoss) -> int:
        start = self.start_of(loss.reviewed_turn.moves_before)
        assert start is not None
        return start

    def _write_finding(self, start: int, loss: TurnLoss) -> None:
        study, here = self.study, self.study.position
        study.go_to(start)
        self._comment(Message("review.played", {"loss": loss_message(loss.loss)}))
        for code in loss.better_plan.codes:
            try:
                study.play(code)
            except IllegalMove:  # the plan did not know a hidden card
                break
        for reason in describe_reasons(loss.better_plan):
            self._comment(reason)
        self._better_ends[start], self._losses[start] = study.position, loss.loss
        self.is_changed = True
        study.go_to(here)

    def _comment(self, message: Message) -> None:
        tree, position = self.study.tree, self.study.position
        if not tree.annotation(position).comment:
            comment = self._words.translate(message)
            self.study.annotate(tree.annotation(position)._replace(comment=comment))

    def _remove_finding(self, start: int) -> None:
        """Remove a better plan and its comment, unless a turn played again shares its steps."""
        tree, end = self.study.tree, self._better_ends[start]
        main_line = {start, *tree.line()}
        branch = next(step for step in tree.path(end) if step not in main_line)
        if not any(branch in tree.path(own) for own in self._own_ends):
            self.study.remove(branch)
            tree.annotate(start, tree.annotation(start)._replace(comment=""))
            del self._better_ends[start], self._losses[start]

    # -- a turn again --------------------------------------------------------------------

    def begin_retry(self) -> bool:
        """Let the person play the shown turn again; return whether that is possible."""
        if self._turn is None or self._mode != "look":
            return False
        self._mode, self._verdict = "retry", None
        self.session = self._create_session(is_read_only=False)
        return True

    def begin_try(self) -> bool:
        """Let the person play freely from the shown turn on; return whether that is possible.

        Redo follows the line that was shown.
        """
        line = self._shown_line()
        if self._turn is None or line is None or self._mode != "look":
            return False
        self._mode, self._verdict = "try", None
        self.session = self._create_session(is_read_only=False)
        self.session.kept_decisions = len(self.session.game.codes)
        self.session.game.keep_redo(line.codes)
        return True

    def end_playing(self) -> None:
        """Stop playing: give a turn up that is played again, or keep the line that was tried."""
        end = self._record_own_line(self._tried_codes()) if self._mode == "try" else None
        self._show_turn(self._turn, end or self._line_end)

    def _tried_codes(self) -> tuple[str, ...]:
        """Return the decisions that were made freely since the beginning of the turn."""
        return self.session.game.codes[self.session.kept_decisions or 0 :]

    def follow_decision(self) -> bool:
        """Follow a decision of the person; return whether a turn that is played again is over."""
        turn, game = self._turn, self.session.game
        if self._mode == "try" and game.open_move is None and game.last_move is not None:
            if game.last_move.move.kind in _TURN_ENDING_KINDS:
                self._record_own_line(self._tried_codes())
        if self._mode != "retry" or turn is None:
            return False
        if not game.is_over and game.settled_state.turn == turn.number:
            return False
        self._mode, self.session.is_read_only = "judge", True
        return True

    @property
    def is_judging(self) -> bool:
        """True if a turn that was played again waits to be judged."""
        return self._mode == "judge"

    @property
    def retry_job(self) -> PlanJob | None:
        """The job to judge the turn that was played again; None if it cannot be judged."""
        turn, codes = self._turn, self._own_codes()
        if turn is None or PASS_CONTROL.code in codes:
            return None
        self.study.go_to(turn.start)
        return create_plan_job(self.study.game, turn.seat, HINT_LEVEL, played_codes=codes)

    def _own_codes(self) -> tuple[str, ...]:
        assert self._turn is not None
        entries = self.session.game.history()[self._turn.moves_before :]
        return turn_codes([entry for entry in entries if entry.state_before.phase == "play"])

    def judge_retry(self, answer: Mapping[str, Any] | None) -> None:
        """Record the turn that was played again, and say how good it was, if there is an answer.

        KeyError or TypeError if the answer is malformed.
        """
        assert self._turn is not None
        if answer is None:
            self._record_retry(None)
            return
        loss = int(answer["lost"])
        earlier = self._losses.get(self._turn.start)
        params = {"who": HINT_BOT_NAME, "loss": loss_message(loss)}
        if loss < MIN_LOSS:
            self._solved_starts.add(self._turn.start)
            verdict = Message("review.verdict.found", params)
        elif earlier is not None and loss <= earlier - MIN_LOSS:
            verdict = Message("review.verdict.better", params)
        else:
            verdict = Message("review.verdict.lost", params)
        self._record_retry(verdict)

    def _record_retry(self, verdict: Message | None) -> None:
        """Record the turn that was played again as a line of the study, and show it."""
        end = self._record_own_line(self._own_codes())
        if verdict and end is not None:
            self._comment(verdict)
        self._show_turn(self._turn, end)
        self._verdict = verdict

    def _record_own_line(self, codes: Sequence[str]) -> int | None:
        """Record decisions of the person; return where they end, None if in the main line."""
        turn, study, tree = self._turn, self.study, self.study.tree
        assert turn is not None
        study.go_to(turn.start)
        for code in codes:
            study.play(code)
        end = study.position
        if end == turn.start or end in tree.line():
            return None
        path = tree.path(end)
        self._own_ends = [own for own in self._own_ends if own == end or own not in path]
        known = (*self._own_ends, *self._better_ends.values())
        if not any(end in tree.path(other) for other in known):
            self._own_ends.append(end)
        self.is_changed = True
        return end

    # -- writing -------------------------------------------------------------------------

    def begin_writing(self) -> bool:
        """Let the person write and draw at the shown turn; return whether that is possible."""
        if self._turn is None or self._mode != "look":
            return False
        tree, end = self.study.tree, self._line_end
        is_own_end = end is not None and not tree.children(end)
        self.writer = StudyWriter(self.study, self._turn.start, end if is_own_end else None)
        self._mode = "write"
        self.session.hints.show(None)
        return True

    def follow_writing(self) -> None:
        """Show the remarks as they are now, because the person has changed them."""
        self.is_changed = True
        if self.writer is not None:
            self._written_starts.add(self.writer.position)
            self.session.remarks = self.writer.remarks

    def end_writing(self) -> None:
        """Show the turn again, with what the person has written."""
        self._stops = self._find_stops()
        self._show_turn(self._turn, self._line_end)

    @property
    def _can_remove_line(self) -> bool:
        """True if the shown line is a variation, and none that the review may still change."""
        tree, end = self.study.tree, self._line_end
        if end is None or end in tree.line():
            return False
        return {*tree.path(end)}.isdisjoint(self._better_ends.values())

    def remove_line(self) -> bool:
        """Remove the shown line, which undo brings back; return whether that is possible."""
        if self.writer is None or self._line_end is None or not self._can_remove_line:
            return False
        self.writer.remove_line(self._line_end)
        self._own_ends = [end for end in self._own_ends if end in self.study.tree]
        self._line_end = self.writer.line_end = None
        self.is_changed = True
        return True

    def undo_writing(self) -> None:
        """Take the last change of the writer back."""
        if self.writer is not None:
            restored = self.writer.undo()
            if restored is not None:
                self._line_end = self.writer.line_end = restored
            self.follow_writing()

    # -- playing on ----------------------------------------------------------------------

    def create_branch(self) -> Game:
        """Return a new game from the beginning of the shown turn."""
        self.study.go_to(self._turn.start if self._turn else 0)
        return self.study.game.copy()

    # -- the panel -----------------------------------------------------------------------

    def view(self) -> StudyPanelView:
        """Return the panel beside the board."""
        turn, line = self._turn, self._shown_line()
        remarks = self.study.tree.annotation(turn.start) if turn else Annotation()
        is_looking, place = self._mode == "look", None
        if turn in self._stops:
            number = self._stops.index(turn) + 1
            place = Message("study.place", {"n": number, "of": len(self._stops)})
        is_unfinished = self.review is not None and self.review.job is not None
        return StudyPanelView(
            mode=self._mode,
            title=turn_title(self.study, turn) if turn else Message("page.review.title"),
            place=place,
            status=self._status(),
            progress=self._progress(),
            comment=remarks.comment,
            drawn=_drawn_message(remarks),
            lines=self._line_buttons() if is_looking else (),
            steps=self._steps_message(line) if line and is_looking else None,
            line_comment=self._line_comment(line) if line and is_looking else "",
            can_go_back=is_looking and self._next_stop(-1) is not None,
            can_go_forward=is_looking and self._next_stop(1) is not None,
            can_retry=is_looking and turn is not None,
            can_improve=is_looking and self._can_improve,
            can_try=is_looking and line is not None,
            can_write=is_looking and turn is not None,
            can_remove=self._mode == "write" and self._can_remove_line,
            can_reveal=is_looking and self._has_hidden_lines,
            bars=self._loss_bars() if is_looking else (),
            can_stop=is_looking and is_unfinished and not self._rests,
            can_resume=is_looking and is_unfinished and self._rests,
        )

    def _line_comment(self, line: StudyLine) -> str:
        """Return the comment of a line, "" where the verdict above it says the same."""
        told = self._words.translate(self._verdict) if self._verdict else None
        return "" if line.comment == told else line.comment

    def _status(self) -> Message | None:
        if self._mode == "retry":
            return Message("study.retry")
        if self._mode == "try":
            return Message("study.try")
        if self._mode == "judge":
            return Message("review.judging", {"who": HINT_BOT_NAME})
        return self._verdict

    def _progress(self) -> Message | None:
        """Return how far the review has come, or what it has found."""
        if self.review is None or self._mode != "look":
            return None
        if self.has_failed:
            return Message("review.failed")
        if self.is_stopped and self.review.job:
            done, total = self.review.reviewed_count, len(self.review.turns)
            return Message("review.stopped", {"who": HINT_BOT_NAME, "done": done, "all": total})
        return self.review.status

    def _loss_bars(self) -> tuple[LossBar, ...]:
        """Return a bar for each turn of the review, or of a study, in the order of play."""
        if self.review is None:
            return self._turn_bars()
        losses = {loss.reviewed_turn.moves_before: loss.loss for loss in self.review.losses}
        highest = max(_HIGHEST_BAR, *losses.values(), 0)
        turns = {turn.moves_before: turn for turn in self._turns}
        shown = [turns[reviewed.moves_before] for reviewed in self.review.turns]
        return tuple(
            LossBar(
                turn.start,
                self._bar_label(turn, losses.get(turn.moves_before)),
                100 * losses.get(turn.moves_before, 0) // highest,
                is_reviewed=turn.moves_before in losses,
                is_current=turn == self._turn,
            )
            for turn in shown
        )

    def _turn_bars(self) -> tuple[LossBar, ...]:
        """Return a bar for each turn of a study; those with remarks or variations are higher."""
        turns = self._turns if len(self._turns) <= _MAX_BARS else self._stops
        return tuple(
            LossBar(
                turn.start,
                turn_title(self.study, turn),
                _REMARKED_BAR if turn in self._stops else 0,
                is_reviewed=True,
                is_current=turn == self._turn,
            )
            for turn in turns
        )

    def _bar_label(self, turn: StudyTurn, loss: int | None) -> Message:
        title = turn_title(self.study, turn)
        if loss is None:
            return Message("study.bar.open", {"turn": title})
        if loss < MIN_LOSS:
            return Message("study.bar.none", {"turn": title})
        return Message("study.bar", {"turn": title, "loss": loss_message(loss)})

    def _line_buttons(self) -> tuple[LineButton, ...]:
        return tuple(
            LineButton(line.end, self._line_label(number, line), line.end == self._line_end)
            for number, line in enumerate(self._lines())
        )

    def _line_label(self, number: int, line: StudyLine) -> Message:
        if number == 0:
            return Message("study.line.played")
        path = self.study.tree.path(line.end)
        if not {*path}.isdisjoint(self._better_ends.values()):
            return Message("study.line.better")
        if name := line_name(line.comment):
            return Message("study.line.named", {"name": name})
        own = next((n for n, end in enumerate(self._own_ends, 1) if end in path), None)
        if own:
            return Message("study.line.own", {"n": own})
        return Message("study.line.variation", {"n": number})

    def _steps_message(self, line: StudyLine) -> Message:
        """Return the steps of a line as instructions."""
        assert self._turn is not None
        self.study.go_to(self._turn.start)
        steps = describe_steps(self.study.game, line.codes)
        return Message("study.steps", {"steps": steps}) if steps else Message("study.steps.end")


def _drawn_message(remarks: Annotation) -> Message | None:
    """Return the marked squares and the arrows in words; None without any."""
    items = (*remarks.marks, *(f"{origin}–{target}" for origin, target in remarks.arrows))
    return Message("study.drawn", {"squares": items}) if items else None
