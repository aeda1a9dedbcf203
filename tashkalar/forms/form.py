"""What every form answers; each form is one module beside this one (R3)."""

from __future__ import annotations

from tashkalar.effect import Effect
from tashkalar.state import GameState


class Form:
    """The rules in which the forms differ. The defaults are those without tasks."""

    id: str
    seats: tuple[int, ...] = (2,)  # possible numbers of players
    two_sided: int  # usable two-sided pieces a colour (R1.7)
    end_score: int  # points that trigger the end (R17.3, R17.4)

    def prepare(self, state: GameState) -> None:
        """Finish the set-up of a freshly dealt state (R4)."""

    def score(self, state: GameState, side: int) -> int:
        """A side's points now."""
        return state.points[side]

    def claimable(self, state: GameState) -> tuple[str, ...]:
        """The tasks that may be claimed if the turn ends now (R13.4)."""
        return ()

    def claim(self, e: Effect, task: str) -> None:
        """Claim a task."""
        raise ValueError(f"no tasks are claimed in the {self.id}")

    def end_turn(self, e: Effect) -> None:
        """Score what the ending turn earned (R5.8)."""

    def legend_summoned(self, e: Effect) -> None:
        """A legend has been summoned (R7.21)."""

    def flare_invoked(self, e: Effect, against: int) -> None:
        """The player on turn has invoked a flare against a side (R9.10)."""

    def end_reached(self, state: GameState) -> bool:
        """Whether the score triggers the end (R17.3, R17.4)."""
        sides = range(len(state.points))
        return any(self.score(state, side) >= self.end_score for side in sides)
