"""An attempt at an exercise: one turn from its position, and what the computer player says of it.

If one step of the turn that was played lost it, the attempt first asks which one.

The turn is rated as one that is played again in a review: by the same measure as the turn that was
a mistake, from what the seat can see. Every turn that loses less than `MIN_LOSS` is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tashkalar.errors import ScenarioError
from tashkalar.features.mistakes.exercises import Exercise
from tashkalar.features.mistakes.losing_step import losing_step
from tashkalar.features.studies.finished_turns import turn_codes
from tashkalar.features.studies.review import MIN_LOSS, loss_message
from tashkalar.history.decision_tree import Annotation
from tashkalar.position.move import PASS_CONTROL, Message
from tashkalar.ui.bots.computer_seats import PlanJob, create_plan_job
from tashkalar.ui.bots.hint import HINT_BOT_NAME, HINT_LEVEL, Hint, describe_steps
from tashkalar.ui.session.goal_panel import GoalPanelView
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue

_RIGHT, _WRONG = "review.verdict.found", "review.verdict.lost"
_PANEL_STATES = {"reached": "reached", "failed": "failed", "plan": "failed"}


class Attempt:
    """An attempt; `state` is one of ``open``, ``judging``, ``reached``, ``failed``, ``unjudged``.

    In the state ``plan`` the better plan is shown on the board. Before all these, the state
    ``asking`` shows the turn that was played and asks for the step that lost it, and in ``guessed``
    the answer is known.
    """

    def __init__(self, exercise: Exercise, *, before: Attempt | None = None) -> None:
        """Begin an attempt; ScenarioError if the stored position is damaged.

        After an attempt `before` this one nothing is asked again.
        """
        self.exercise, self.state = exercise, "open"
        self.session = self._create_session()
        self._turn = self.session.game.state.turn
        self._verdict: Message | None = None
        self.steps: tuple[Message, ...] = ()  # what was played, while it is asked about
        self._losing_step = 0 if before else losing_step(exercise)
        self._has_guessed_wrong: bool = before is not None and before._has_guessed_wrong
        if self._losing_step:
            self._ask()

    def _create_session(self) -> Session:
        game = self.exercise.start_game()
        if game.player != self.exercise.seat:
            raise ScenarioError("seat", "another seat has to decide")
        session = Session(game, curtain=False)
        session.begin_attempt(self.exercise.seat)
        session.seating.is_covered = session.has_result = False
        session.is_study = True
        return session

    # -- which step lost it ----------------------------------------------------------------

    def _ask(self) -> None:
        session, codes = self.session, self.exercise.played[:-1]  # the end of the turn is no step
        self.state, session.is_read_only = "asking", True
        session.hints.show(Hint(codes, (), is_played=True))
        self.steps = describe_steps(session.game, codes)
        self._verdict = Message("mistakes.step.ask")

    def steps_on(self, square: str) -> tuple[int, ...]:
        """Return the numbers of the steps that are marked on a square, while it is asked."""
        line = self.session.hints.line
        if line is None or self.state != "asking":
            return ()
        return tuple(sorted({step.number for step in line.steps if step.square == square}))

    def choose_step(self, number: int) -> bool:
        """Take the answer which step lost the turn; return whether that was asked."""
        if self.state != "asking" or not 1 <= number <= len(self.steps):
            return False
        losing, line = self._losing_step, self.session.hints.line
        self.state, self._has_guessed_wrong = "guessed", number != losing
        loss = loss_message(self.exercise.drops[losing - 1])
        self._verdict = Message(
            f"mistakes.step.{'wrong' if self._has_guessed_wrong else 'right'}",
            {"n": losing, "guess": number, "loss": loss},
        )
        marked = [step.square for step in line.steps if step.number == losing] if line else []
        self.session.remarks = Annotation(marks=tuple(marked[:1]))
        return True

    def play_better(self) -> bool:
        """Let the turn be played better; return whether it was known which step lost it."""
        if self.state != "guessed":
            return False
        self.state, self._verdict = "open", None
        self.session = self._create_session()
        return True

    @property
    def is_about_steps(self) -> bool:
        """True while the turn that was played is shown."""
        return self.state in ("asking", "guessed")

    @property
    def hints(self) -> int:
        """The help that the attempt had, counted as the repetition does."""
        return int(self._has_guessed_wrong)

    # -- the turn --------------------------------------------------------------------------

    def follow_decision(self) -> bool:
        """Follow a decision; return whether the turn is over and waits to be judged."""
        game = self.session.game
        if self.state != "open" or (not game.is_over and game.settled_state.turn == self._turn):
            return False
        self.state, self.session.is_read_only = "judging", True
        return True

    @property
    def job(self) -> PlanJob | None:
        """The job to judge the turn; None if it cannot be judged: a teammate decided, too."""
        played = self.session.game.history()
        codes = turn_codes([entry for entry in played if entry.state_before.phase == "play"])
        if PASS_CONTROL.code in codes:
            return None
        start, seat = self.exercise.start_game(), self.exercise.seat
        return create_plan_job(start, seat, HINT_LEVEL, played_codes=codes)

    def accept_answer(self, answer: Mapping[str, Any] | None) -> bool | None:
        """Take the answer to the job; return whether the turn is right, None without an answer.

        KeyError or TypeError if the answer is malformed.
        """
        if answer is None:
            self.state, self._verdict = (
                "unjudged",
                Message("mistakes.unjudged", {"who": HINT_BOT_NAME}),
            )
            return None
        loss = int(answer["lost"])
        is_right = loss < MIN_LOSS
        self.state = "reached" if is_right else "failed"
        params = {"who": HINT_BOT_NAME, "loss": loss_message(loss)}
        self._verdict = Message(_RIGHT if is_right else _WRONG, params)
        return is_right

    def show_plan(self) -> None:
        """Show the better plan on the board as it was before the turn."""
        self.state = "plan"
        self.session = self._create_session()
        self.session.is_read_only = True
        self.session.hints.show(Hint(self.exercise.plan, ()))

    def goal_view(self, words: Catalogue) -> GoalPanelView:
        """Return the panel beside the board."""
        game, exercise = self.session.game, self.exercise
        about = Message(
            "mistakes.about",
            {
                "form": Message(f"form.{game.setup.form}.name"),
                "turn": self._turn,
                "loss": loss_message(exercise.loss),
            },
        )
        judging = Message("review.judging", {"who": HINT_BOT_NAME})
        return GoalPanelView(
            text=words.translate(about),
            state=_PANEL_STATES.get(self.state, "open"),
            title=Message(f"mistakes.{'step.' if self.is_about_steps else ''}title"),
            parts=(),
            status=judging if self.state == "judging" else self._verdict,
            has_moves=self.state == "open" and game.last_move is not None,
            has_offers=False,
        )
