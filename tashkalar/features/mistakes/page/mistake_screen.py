"""An exercise on the table, and the queue of what is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tashkalar.errors import PackError, ScenarioError
from tashkalar.features.mistakes import exercises
from tashkalar.features.mistakes.attempt import Attempt
from tashkalar.features.mistakes.exercises import Exercise, read_exercises
from tashkalar.features.puzzles.page.door import PuzzlesDoor
from tashkalar.features.puzzles.repetition import after_failure, after_success
from tashkalar.position.move import Message
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.session.goal_panel import GoalPanelView
from tashkalar.ui.session.session import Session
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import CachedNode, by_id
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.timers import count_days

_BUTTONS = ("back", "steps", "play", "plan", "again", "next", "remove")


class MistakeOnTable(Activity):
    """An attempt at an exercise, which is not saved."""

    address = PageAddress("due")
    is_played = False
    is_exercise = True

    def __init__(self, screen: MistakeScreen, attempt: Attempt) -> None:
        self._screen, self.attempt = screen, attempt

    def enter(self) -> None:
        """Put the exercise on the table."""
        self._screen.put(self)

    def leave(self) -> None:
        """Hide the buttons beside the exercise."""
        self._screen.hide_buttons()

    def decided(self, session: Session) -> None:
        """Have the turn judged when it is over."""
        self._screen.follow_decision(self)

    @property
    def is_looked_at(self) -> bool:
        """True while the turn that was played is shown: no card can be used."""
        return self.attempt.is_about_steps

    def takes_square(self, name: str) -> bool:
        """Take a marked square as the step that lost the turn."""
        return self._screen.choose_step_on(self, name)

    def goal_view(self, session: Session, language: str) -> GoalPanelView:
        """Return what to do, and how the attempt went."""
        return self.attempt.goal_view(self._screen.words)


class MistakeScreen:
    """Shows exercises, has attempts judged, and makes exercises of what games bring."""

    def __init__(self, app: App) -> None:
        self.words = app.words
        self._app, self._table, self._store = app, app.table, app.store
        self._clients = app.computer_turns.bot_clients
        self._buttons = {name: CachedNode(by_id(f"mistake-{name}")) for name in _BUTTONS}
        self._step_buttons = [*by_id("mistake-steps").children]
        app.table.rendering.observers.append(self._on_screen_shown)

    # -- the queue -----------------------------------------------------------------------

    @property
    def _due(self) -> list[Exercise]:
        return exercises.due_exercises(read_exercises(self._store), count_days())

    async def open_due(self) -> None:
        """Show the first exercise that is due: own mistakes first, then puzzles.

        If nothing is due, say so and show the list of the puzzles.
        """
        for exercise in self._due:
            try:
                attempt = Attempt(exercise)
            except ScenarioError:
                self._remove(exercise)
                self._app.notices.show(Message("mistakes.damaged"))
                continue
            self._app.show(MistakeOnTable(self, attempt))
            return
        door = self._app.features.find(PuzzlesDoor)
        puzzles = await door.fetch() if door else None
        if door is None or puzzles is None:
            self._app.show_start_if_empty()
            return
        for id in puzzles.due:
            if await puzzles.open(id, is_due=True):
                return
        dialogs.show_toast(self.words.text("mistakes.none"))
        await door.show_list()

    # -- an exercise ---------------------------------------------------------------------

    @property
    def _shown(self) -> MistakeOnTable | None:
        activity = self._table.activity
        return activity if isinstance(activity, MistakeOnTable) else None

    def put(self, shown: MistakeOnTable) -> None:
        """Put what an attempt shows on the table."""
        shown.session = shown.attempt.session
        self._table.put(shown.attempt.session, shows_final_board=True)
        self._table.refresh()

    def hide_buttons(self) -> None:
        """Hide all buttons that belong to an exercise."""
        for button in self._buttons.values():
            button.set_attribute("hidden", True)

    def follow_decision(self, shown: MistakeOnTable) -> None:
        """Have the turn judged when it is over."""
        if shown.attempt.follow_decision():
            self._table.rendering.shows_final_board = True  # there is no result to see
            start_task(self._judge(shown))

    async def _judge(self, shown: MistakeOnTable) -> None:
        attempt, answer = shown.attempt, None
        self._table.refresh()
        if job := attempt.job:
            try:
                answer = await self._clients.request_plan(job)
            except PackError as error:
                self._app.on_pack_failed(error)
                return
        is_right = attempt.accept_answer(answer if answer and "lost" in answer else None)
        if is_right is not None:
            self._keep_attempt(attempt, is_right=is_right)
        if shown is self._shown:
            self._table.refresh()
            following = "next" if self._has_next(attempt) else "back"
            by_id(f"mistake-{following if is_right else 'again'}").focus()

    def _keep_attempt(self, attempt: Attempt, *, is_right: bool) -> None:
        """Keep when the exercise comes again."""
        known, today, id = read_exercises(self._store), count_days(), attempt.exercise.id
        for one in known:
            if one.id == id:
                again = (
                    after_success(one.again, today, hints=attempt.hints)
                    if is_right
                    else after_failure(one.again, today)
                )
                self._save(exercises.change_repetition(known, id, again))

    # -- which step lost it --------------------------------------------------------------

    def choose_step(self, number: int) -> None:
        """Take a step as the answer which one lost the turn."""
        if (shown := self._shown) and shown.attempt.choose_step(number):
            self._table.refresh()
            by_id("mistake-play").focus()

    def choose_step_on(self, shown: MistakeOnTable, square: str) -> bool:
        """Take the step on a square as the answer; return whether there is one.

        Of two steps on the square a button must say which is meant.
        """
        numbers = shown.attempt.steps_on(square)
        if len(numbers) == 1:
            self.choose_step(numbers[0])
        elif numbers:
            self._step_buttons[numbers[0] - 1].focus()
        return bool(numbers)

    def play_better(self) -> None:
        """Let the turn be played better."""
        if (shown := self._shown) and shown.attempt.play_better():
            self.put(shown)

    def show_plan(self) -> None:
        """Show the better plan on the board."""
        if shown := self._shown:
            shown.attempt.show_plan()
            self.put(shown)

    def begin_again(self) -> None:
        """Begin another attempt at the exercise on the table."""
        if shown := self._shown:
            attempt = Attempt(shown.attempt.exercise, before=shown.attempt)
            self._app.show(MistakeOnTable(self, attempt))

    async def remove(self) -> None:
        """Remove the exercise on the table, and go on with what is due."""
        if shown := self._shown:
            self._remove(shown.attempt.exercise)
            dialogs.show_toast(self.words.text("mistakes.removed"))
            await self.open_due()

    def _remove(self, exercise: Exercise) -> None:
        self._save(one for one in read_exercises(self._store) if one.id != exercise.id)

    def _save(self, changed: Iterable[Exercise]) -> None:
        if trouble := exercises.save_exercises(self._store, changed):
            self._app.notices.show(trouble)

    # -- the buttons ---------------------------------------------------------------------

    def _has_next(self, attempt: Attempt) -> bool:
        """Return whether the attempt is over and something else is due."""
        if attempt.state not in ("reached", "failed", "plan"):
            return False
        return any(feature.count_due() for feature in self._app.features)

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        """Show the ways on from an exercise."""
        if (shown := self._shown) is None:
            return
        state = shown.attempt.state
        for name, is_offered in (
            ("back", True),
            ("steps", state == "asking"),
            ("play", state == "guessed"),
            ("plan", state == "failed"),
            ("again", state in ("failed", "plan", "unjudged")),
            ("next", self._has_next(shown.attempt)),
            ("remove", state == "plan"),
        ):
            self._buttons[name].set_attribute("hidden", not is_offered)
        if state == "asking":
            self._name_steps(shown.attempt.steps)

    def _name_steps(self, steps: Sequence[Message]) -> None:
        """Let the numbered buttons say what each step was."""
        for number, button in enumerate(self._step_buttons, 1):
            button.toggleAttribute("hidden", number > len(steps))
            for step in steps[number - 1 : number]:
                said = self.words.text("advice.step", n=number, step=step)
                button.setAttribute("aria-label", said)
