"""The interface of a form; each form is a module beside this one (R3)."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tashkalar.effects.effect import Effect
from tashkalar.position.board import COMMON, HEROIC, LEGENDARY, Colour
from tashkalar.position.move import Move
from tashkalar.position.state import Cards, GameState


class Form(ABC):
    """The rules in which the forms differ. Optional methods have a default."""

    id: str
    seats: tuple[int, ...] = (2,)  # possible numbers of players, each for themselves
    teams = True  # two teams of two are possible (R3.4)
    can_resign = True  # R18.6
    has_setup_phase = False  # the last player places the first pieces (R4.12, R4.15)
    has_tasks = False  # tasks can be claimed (R13)
    scores_by_colour = False  # points are counted in each enemy colour apart (R15.1)
    rewards_flares = False  # the player against whom a flare is invoked scores for it (R9.10)
    tiebreak: str | None = None  # the message that says what is compared besides pieces (R18)

    @abstractmethod
    def stock(self, seats: int) -> int:
        """Return the usable two-sided pieces of a color, without score markers (R1.7)."""

    @abstractmethod
    def end_score(self, seats: int) -> int:
        """Return the points that trigger the end (R17.3-R17.5)."""

    def seat_counts(self, *, teams: bool = False) -> tuple[int, ...]:
        """Return the possible numbers of players, each for themselves or in teams (R3.4)."""
        return (4,) if teams else self.seats

    def init_counts(self, state: GameState) -> None:
        """Give an empty state the points and other counts of this form."""
        state.points = (0,) * len(state.colours)

    def deal_tasks(self, state: GameState) -> tuple[Cards, Cards]:
        """Return the current tasks and the deck, next task on top, using the state's rng (R4.6)."""
        return (), ()

    def settle_tasks(self, current: Cards, deck: Cards) -> Cards:
        """Return the task deck with a next task on top that fits the current tasks (R13.6)."""
        return deck

    def first_moves(self, state: GameState) -> tuple[Move, ...]:
        """Return the choices of the player who sets up the first pieces."""
        return ()

    def next_piece(self, state: GameState) -> Colour | None:
        """Return the color of the next piece to set up, if pieces are asked for one by one."""
        return None

    def set_up(self, e: Effect, move: Move) -> None:
        """Execute a choice of `first_moves`."""
        raise ValueError(f"nothing is set up in the {self.id}")

    def score(self, state: GameState, side: int) -> int:
        """Return a side's points now, less 2 for each pending being (R22.12)."""
        return state.points[side] - pending_penalty(state, side)

    def colour_scores(self, state: GameState, seat: int) -> dict[Colour, int]:
        """Return a seat's score in each enemy color; empty if the form does not separate colors."""
        return {}

    def ranking_numbers(self, state: GameState, side: int) -> tuple[tuple[str, int], ...]:
        """Return the numbers that rank a side before its pieces do, each with its reason (R18)."""
        return (("points", self.score(state, side)),)

    def claimable_tasks(self, state: GameState) -> tuple[str, ...]:
        """Return the tasks that may be claimed if the turn ends now (R13.4)."""
        return ()

    def claim(self, e: Effect, task: str) -> None:
        """Claim a task."""
        raise ValueError(f"no tasks are claimed in the {self.id}")

    def earned_points(self, state: GameState) -> dict[Colour, int]:
        """Return the points by enemy color that pieces would score if the turn ended now (R5.8)."""
        return {}

    def tally(self, state: GameState, side: int) -> int:
        """Return all points of a side, including what its turn has earned so far."""
        earned = self.earned_points(state) if side == state.colour else {}
        return self.score(state, side) + sum(earned.values())

    @abstractmethod
    def end_turn(self, e: Effect) -> None:
        """Score what the ending turn earned (R5.8)."""

    @abstractmethod
    def on_legend_summoned(self, e: Effect) -> None:
        """Handle the summoning of a legend (R7.21)."""

    @abstractmethod
    def on_flare_invoked(self, e: Effect, against: int) -> None:
        """Handle a flare that the player on turn has invoked against a side (R9.10)."""

    def is_end_reached(self, state: GameState) -> bool:
        """Return whether the score triggers the end (R17.3, R17.4)."""
        enough = self.end_score(state.setup.seats)
        return any(self.score(state, side) >= enough for side in range(len(state.colours)))


def pending_penalty(state: GameState, side: int) -> int:
    """Return 2 points for each pending being of the side (R22.12, R22.13)."""
    if not any(state.pending):
        return 0
    colours = state.setup.colours
    return 2 * sum(1 for seat, card in enumerate(state.pending) if card and colours[seat] == side)


def destroyed_points(state: GameState, colour: Colour) -> tuple[int, bool]:
    """Return the points for a color's pieces destroyed this turn, and whether a common is odd.

    A legendary gives 2, a heroic 1, a pair of commons 1 (R14.1, R15.2).
    """
    counts = state.destroyed[3 * colour : 3 * colour + 3]
    pairs, odd = divmod(counts[COMMON], 2)
    return 2 * counts[LEGENDARY] + counts[HEROIC] + pairs, bool(odd)


def earned_by_destroying(state: GameState) -> dict[Colour, int]:
    """Return the points by enemy color for what the player on turn has destroyed (R14.1, R15.2)."""
    own = state.colour
    colours = range(len(state.colours))
    return {c: destroyed_points(state, c)[0] for c in colours if c != own}
