"""The hint for the player who decides: asking for it, taking the answer, following it."""

from __future__ import annotations

from collections.abc import Mapping

from tashkalar import Game
from tashkalar.position.ids import SeatNumber
from tashkalar.position.state import GameState
from tashkalar.ui.bots.computer_seats import PlanJob, create_plan_job
from tashkalar.ui.bots.hint import HINT_LEVEL, Hint, read_hint
from tashkalar.ui.bots.hint_line import HintLine, play_on_copy
from tashkalar.ui.session.memo import Memo


class Hints:
    """The hint of one game: at most one is asked for or shown at a time."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.hint: Hint | None = None  # what a good player would do from the present position
        self._requested_position: GameState | None = None  # a hint is waited for, about this one
        self._line: Memo[HintLine] = Memo()

    @property
    def is_pending(self) -> bool:
        """True if a hint has been requested and is not there yet."""
        return self._requested_position is not None

    def request(self, seat: SeatNumber) -> PlanJob:
        """Return the job for a computer player: plan for the seat that decides now."""
        self._requested_position = self._game.state
        return create_plan_job(self._game, seat, HINT_LEVEL, is_advice=True)

    def receive(self, answer: Mapping[str, object] | None) -> bool:
        """Take the answer to a job, None for a failure; return whether a hint came of it.

        An answer about an earlier position is dropped. PackError when a card of a pack fails in
        what is advised.
        """
        requested_position = self._requested_position
        if requested_position is not self._game.state or answer is None:
            self._requested_position = None
            return False
        self.show(read_hint(answer))
        return True

    def show(self, hint: Hint | None) -> None:
        """Show a hint from elsewhere, or none; PackError when a card of a pack fails in it."""
        if hint is not None:
            self._line.set(hint, play_on_copy(self._game, hint.codes))
        self.hint, self._requested_position = hint, None

    @property
    def line(self) -> HintLine | None:
        """The hint played on a copy of the game; None without a hint."""
        hint = self.hint
        if hint is None:
            return None
        return self._line.get(hint, lambda: play_on_copy(self._game, hint.codes))

    def clear(self) -> None:
        """Drop the hint, and the one that is waited for."""
        self.hint = self._requested_position = None
