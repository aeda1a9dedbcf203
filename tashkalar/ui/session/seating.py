"""The seats: which are people's and which computer players', and whose hand is in view."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.position.ids import SeatNumber, seat_number, seat_of
from tashkalar.ui.bots.bot_names import fill_in_level_names, remove_level_names
from tashkalar.ui.bots.computer_seats import BotLevels, ComputerSeats
from tashkalar.ui.bots.far_seat import FarSeat
from tashkalar.ui.session.goal_panel import is_lesson
from tashkalar.ui.text.catalogue import Catalogue


class Seating:
    """The seats of one game, and the curtain that hides a hand from the other players."""

    def __init__(
        self, game: Game, bots: BotLevels, *, curtain: bool, far: FarSeat | None = None
    ) -> None:
        self._game = game
        self.far = far
        self.opponents = ComputerSeats(game, bots if far is None or far.has_begun else {})
        self.has_curtain = curtain and far is None
        self.is_taught = False  # a lesson, whose opponent keeps its seat
        self.attempt_seat: SeatNumber | None = None  # in a puzzle, the seat that has the goal
        self.is_covered = self.has_curtain and not game.is_over  # the curtain hides the hands now

    @property
    def seat(self) -> SeatNumber:
        """The seat that decides, or whose turn it was when the game ended; from 1."""
        return self._game.player or seat_number(self._game.state.seat)

    @property
    def viewer(self) -> SeatNumber:
        """The seat whose hand is in view, from 1.

        The seat that decides; while a computer player decides, the person before it. In a game with
        someone far away, always the seat of this device; no hand is shown where it only watches.
        In a puzzle, the seat that has the goal, or a teammate.
        """
        if self.far is not None:
            return self.seat if self.far.is_watching else self.far.seat
        if self.attempt_seat is not None and self.is_attempt_opponent_due:
            return self.attempt_seat
        seat, bots = self.seat, self.opponents.level_by_seat
        if seat not in bots:
            return seat
        seats = self._game.setup.seats
        earlier_seats = (seat_number((seat_of(seat) - n) % seats) for n in range(1, seats))
        return next((number for number in earlier_seats if number not in bots), seat)

    @property
    def is_attempt_opponent_due(self) -> bool:
        """True if an opponent of the seat with the goal of a puzzle decides."""
        colors = self._game.setup.colours
        return colors[seat_of(self.seat)] != colors[seat_of(self.attempt_seat or self.seat)]

    @property
    def is_computer_due(self) -> bool:
        """True if a computer player has to decide."""
        return self.opponents.deciding_seat is not None

    @property
    def is_far_due(self) -> bool:
        """True if someone far away has to act."""
        far = self.far
        if far is None or self._game.is_over:
            return False
        is_played_here = self._game.player == far.seat or self.is_computer_due
        return not (far.has_begun and is_played_here)

    @property
    def is_far_turn(self) -> bool:
        """True if people far away wait for the player of this device."""
        far = self.far
        if far is None or not far.has_begun or self._game.is_over:
            return False
        return self._game.player == far.seat

    @property
    def is_other_due(self) -> bool:
        """True if nobody at this device has to decide."""
        return self.is_computer_due or self.is_far_due

    @property
    def allows_hints(self) -> bool:
        """True unless the players have agreed to play without hints, and the game goes on."""
        return self.far is None or self.far.allows_hints or self._game.is_over

    @property
    def is_watching_far(self) -> bool:
        """True if this device watches a game of people far away."""
        return self.far is not None and self.far.is_watching

    @property
    def is_undealt(self) -> bool:
        """True until all have accepted and the cards are dealt: nobody sees any before."""
        return self.far is not None and not self.far.has_begun

    @property
    def human_count(self) -> int:
        """The number of seats that people play."""
        return self._game.setup.seats - len(self.opponents.level_by_seat)

    @property
    def only_reader(self) -> SeatNumber | None:
        """The seat of the only person at this device, from 1; None if several share it."""
        if self.far is not None:
            return None if self.far.is_watching else self.far.seat
        return self.viewer if self.human_count == 1 else None

    @property
    def has_human_opponent(self) -> bool:
        """True if people at this device hide their hands from each other: not in a lesson."""
        return self.human_count > 1 and self.far is None and not is_lesson(self._game)

    @property
    def is_human_versus_computer(self) -> bool:
        """True if one person plays against one computer player."""
        return self.human_count == len(self.opponents.level_by_seat) == 1

    @property
    def is_spectated(self) -> bool:
        """True if only computer players still play, and people watch."""
        return not self.human_count and not self._game.is_over

    @property
    def is_paused(self) -> bool:
        """True if a person who watches has paused the game."""
        return self.is_spectated and self.opponents.is_paused

    def pause(self) -> None:
        """Stop a game that only computer players play; any other game goes on."""
        self.opponents.is_paused = self.is_spectated

    def assign(self, seat: SeatNumber, level: str, words: Catalogue) -> bool:
        """Let a computer player of a level play a seat, or a person if the level is empty.

        Names that say a level follow. Return whether anything changes; KeyError for a level that
        does not exist.
        """
        levels = self.opponents.level_by_seat
        if self._game.is_over or self.far or levels.get(seat, "") == level:
            return False
        names = self._game.setup.names
        chosen_names = remove_level_names(names, levels, words)
        if level:
            self.opponents.assign_level(seat, level)
        else:
            self.opponents.assign_person(seat)
        new_names = fill_in_level_names(chosen_names, levels, words)
        if new_names != names:
            self._game.rename(new_names)
        return True

    def lift_curtain(self) -> None:
        """Show the hand: the player to act is in front of the screen."""
        self.is_covered = False

    def cover_hands(self) -> None:
        """Let the curtain fall, where there is one and the game goes on."""
        self.is_covered = self.has_curtain and not self._game.is_over
