"""What every form answers; each form is one module beside this one (R3)."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tashkalar.effects.effect import Effect
from tashkalar.position.board import COMMON, HEROIC, LEGENDARY, Colour
from tashkalar.position.move import Move
from tashkalar.position.state import Cards, GameState


class Form(ABC):
    """The rules in which the forms differ. What may be left out has a default."""

    id: str
    seats: tuple[int, ...] = (2,)  # possible numbers of players, each for themselves
    teams = True  # two teams of two are possible (R3.4)
    can_resign = True  # R18.6
    has_setup_phase = False  # the last player places the first pieces (R4.12, R4.15)
    has_tasks = False  # tasks can be claimed (R13)
    scores_by_colour = False  # points are counted in each enemy colour apart (R15.1)
    rewards_flares = False  # whoever a flare is invoked against scores for it (R9.10)
    tiebreak: str | None = None  # the message that says what is compared besides pieces (R18)

    @abstractmethod
    def stock(self, seats: int) -> int:
        """Usable two-sided pieces a colour, after score markers have been taken out (R1.7)."""

    @abstractmethod
    def end_score(self, seats: int) -> int:
        """Points that trigger the end (R17.3-R17.5)."""

    def seat_counts(self, *, teams: bool = False) -> tuple[int, ...]:
        """The possible numbers of players, for themselves or in teams (R3.4)."""
        return (4,) if teams else self.seats

    def init_counts(self, state: GameState) -> None:
        """Give an empty state the points of this form, and what else only it counts."""
        state.points = (0,) * len(state.colours)

    def deal_tasks(self, state: GameState) -> tuple[Cards, Cards]:
        """The current tasks and the deck with the next one on top, by the state's chance (R4.6)."""
        return (), ()

    def settle_tasks(self, current: Cards, deck: Cards) -> Cards:
        """The task deck with a next task on top that may lie beside the current ones (R13.6)."""
        return deck

    def first_moves(self, state: GameState) -> tuple[Move, ...]:
        """The choices of whoever sets up the first pieces."""
        return ()

    def next_piece(self, state: GameState) -> Colour | None:
        """Whose piece is set up next, where they are asked for one by one; else None."""
        return None

    def set_up(self, e: Effect, move: Move) -> None:
        """Carry out a choice of `first_moves`."""
        raise ValueError(f"nothing is set up in the {self.id}")

    def score(self, state: GameState, side: int) -> int:
        """A side's points now, less 2 for a pending being (R22.12)."""
        return state.points[side] - pending_penalty(state, side)

    def colour_scores(self, state: GameState, seat: int) -> dict[Colour, int]:
        """What a seat has in each enemy colour; empty where that is not counted apart."""
        return {}

    def ranking_numbers(self, state: GameState, side: int) -> tuple[tuple[str, int], ...]:
        """What is compared at the end before pieces are, highest wins: reason and number (R18)."""
        return (("points", self.score(state, side)),)

    def claimable_tasks(self, state: GameState) -> tuple[str, ...]:
        """The tasks that may be claimed if the turn ends now (R13.4)."""
        return ()

    def claim(self, e: Effect, task: str) -> None:
        """Claim a task."""
        raise ValueError(f"no tasks are claimed in the {self.id}")

    def earned_points(self, state: GameState) -> dict[Colour, int]:
        """Points by enemy colour that the turn would score for pieces if it ended now (R5.8)."""
        return {}

    def tally(self, state: GameState, side: int) -> int:
        """All points of a side, with what its turn has earned so far: what a choice adds to."""
        earned = self.earned_points(state) if side == state.colour else {}
        return self.score(state, side) + sum(earned.values())

    @abstractmethod
    def end_turn(self, e: Effect) -> None:
        """Score what the ending turn earned (R5.8)."""

    @abstractmethod
    def on_legend_summoned(self, e: Effect) -> None:
        """A legend has been summoned (R7.21)."""

    @abstractmethod
    def on_flare_invoked(self, e: Effect, against: int) -> None:
        """The player on turn has invoked a flare against a side (R9.10)."""

    def is_end_reached(self, state: GameState) -> bool:
        """Whether the score triggers the end (R17.3, R17.4)."""
        enough = self.end_score(state.setup.seats)
        return any(self.score(state, side) >= enough for side in range(len(state.colours)))


def pending_penalty(state: GameState, side: int) -> int:
    """2 points a pending being of the side (R22.12, R22.13)."""
    colours = state.setup.colours
    return 2 * sum(1 for seat, card in enumerate(state.pending) if card and colours[seat] == side)


def destroyed_points(state: GameState, colour: Colour) -> tuple[int, bool]:
    """Points for the pieces of a colour destroyed this turn, and whether a common is left over.

    2 a legendary, 1 a heroic, 1 a pair of commons (R14.1, R15.2).
    """
    counts = state.destroyed[3 * colour : 3 * colour + 3]
    pairs, odd = divmod(counts[COMMON], 2)
    return 2 * counts[LEGENDARY] + counts[HEROIC] + pairs, bool(odd)


def earned_by_destroying(state: GameState) -> dict[Colour, int]:
    """Points by enemy colour for what the player on turn has destroyed (R14.1, R15.2)."""
    enemies = (c for c in range(len(state.colours)) if c != state.colour)
    return {c: destroyed_points(state, c)[0] for c in enemies}
