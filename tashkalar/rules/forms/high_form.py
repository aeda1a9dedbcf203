"""High Form: tasks, and a point for each legendary piece on the board (R13)."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.cards.tasks import TASKS
from tashkalar.effects.effect import Effect
from tashkalar.position import rng
from tashkalar.position.ids import colour_number
from tashkalar.position.move import Event
from tashkalar.position.state import Cards, GameState
from tashkalar.rules.forms.form import Form


class HighForm(Form):
    """The High Form (R3.1, R4.6-R4.10, R13)."""

    id = "high-form"
    has_tasks = True

    def stock(self, seats: int) -> int:
        """Return 17, all two-sided pieces (R4.10)."""
        return 17

    def end_score(self, seats: int) -> int:
        """Return 9 points (R17.3)."""
        return 9

    def deal_tasks(self, state: GameState) -> tuple[Cards, Cards]:
        """Shuffle the tasks and open three current ones and the next (R4.6-R4.9)."""
        state.rng, deck = rng.shuffle(state.rng, tuple(TASKS))
        current, rest = select_first_tasks(deck)
        state.rng, rest = rng.shuffle(state.rng, rest)
        return current, self.settle_tasks(current, rest)

    def settle_tasks(self, current: Cards, deck: Cards) -> Cards:
        """Turn the deck until its top keeps the three-of-four rule (R13.6, R13.8)."""
        open_types = _types(current)
        for turned in range(len(deck)):
            if open_types.count(TASKS[deck[turned]].type) < 2:
                return deck[turned:] + deck[:turned]
        return deck

    def score(self, state: GameState, side: int) -> int:
        """Return the points of claimed tasks and of legendary pieces on the board now (R13.1)."""
        legendary = (state.colours[side] & state.legendary).bit_count()
        return super().score(state, side) + legendary

    def claimable_tasks(self, state: GameState) -> tuple[str, ...]:
        """Return the current tasks that are fulfilled (R13.3-R13.5)."""
        return tuple(t for t in state.current_tasks if TASKS[t].is_fulfilled(state, state.colour))

    def claim(self, e: Effect, task: str) -> None:
        """Score the task and move the next task into its place (R13.6)."""
        state = e.state
        points = TASKS[task].points
        e.note(Event("claim", owner=colour_number(e.me), card=task, amount=points))
        e.score(e.me, points)
        place = state.current_tasks.index(task)
        state.current_tasks = (
            *state.current_tasks[:place],
            *state.task_deck[:1],
            *state.current_tasks[place + 1 :],
        )
        state.task_deck = self.settle_tasks(state.current_tasks, state.task_deck[1:])

    def end_turn(self, e: Effect) -> None:
        """Do nothing: destroyed pieces give no points (R13.2)."""

    def on_legend_summoned(self, e: Effect) -> None:
        """Do nothing: the summoning of a legend gives no points (R13.2)."""

    def on_flare_invoked(self, e: Effect, against: int) -> None:
        """Do nothing: a flare gives no points (R13.2)."""


def _types(tasks: Sequence[str]) -> list[str]:
    return [TASKS[t].type for t in tasks]


def select_first_tasks(deck: Cards) -> tuple[Cards, Cards]:
    """Return the three first current tasks, and the others in deck order (R4.6, R4.7)."""
    current: list[str] = []
    aside: list[str] = []
    for position, task in enumerate(deck):
        if len(current) == 3:
            return tuple(current), (*aside, *deck[position:])
        same = len(current) == 2 and len({*_types(current), TASKS[task].type}) == 1
        (aside if TASKS[task].advanced or same else current).append(task)
    return tuple(current), tuple(aside)
