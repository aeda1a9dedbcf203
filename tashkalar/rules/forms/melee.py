"""Deathmatch Melee: three or four players, separate points for each enemy color (R15)."""

from __future__ import annotations

from tashkalar.effects.effect import Effect
from tashkalar.position.board import BIT, COMMON, SQUARE_OF, Colour, Mask, mask_of, names
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.move import CHOOSE, Event, Move
from tashkalar.position.state import GameState, replace_entry
from tashkalar.rules.forms.form import Form, destroyed_points, earned_by_destroying, pending_penalty

# Each symbol of the board has two squares next to it (R2.5).
SYMBOLS: tuple[Mask, ...] = (mask_of("f8 g8"), mask_of("b3 c3"), mask_of("g3 g4"))


class Melee(Form):
    """The Deathmatch Melee (R3.3, R4.13-R4.15, R15, R17.5, R18.3)."""

    id = "melee"
    seats = (3, 4)
    teams = False
    can_resign = False
    has_setup_phase = True
    scores_by_colour = True
    rewards_flares = True
    tiebreak = "tiebreak.melee"

    def stock(self, seats: int) -> int:
        """Return 18 less one piece per seat: each opponent holds one as a marker (R4.14)."""
        return 18 - seats

    def end_score(self, seats: int) -> int:
        """Return 12 with three players, 10 with four (R17.5)."""
        return 12 if seats == 3 else 10

    def init_counts(self, state: GameState) -> None:
        """Give the state scores per color and all improvised summonings (R15.1, R15.9)."""
        seats = state.setup.seats
        state.points = (0,) * (seats * seats)
        state.markers = tuple(((1 << seats) - 1) & ~(1 << seat) for seat in range(seats))

    def first_moves(self, state: GameState) -> tuple[Move, ...]:
        """Return the squares next to a symbol, for the first of the three pieces."""
        return tuple(CHOOSE[SQUARE_OF[name]] for name in names(sum(SYMBOLS)))

    def first_colours(self, seats: int) -> tuple[Colour, ...]:
        """Return the colors of the pieces to set up, in the order of the questions (R4.15)."""
        return (2, 3, 0) if seats == 4 else (2, 0, 1)

    def next_piece(self, state: GameState) -> Colour | None:
        """Return the next color in that order, counting the pieces already on the board."""
        return self.first_colours(state.setup.seats)[state.occupied.bit_count()]

    def set_up(self, e: Effect, move: Move) -> None:
        """Set up a piece at each symbol, in the order of `first_colours` (R4.15)."""
        left = list(SYMBOLS)
        for number, colour in enumerate(self.first_colours(e.state.setup.seats)):
            square = SQUARE_OF[str(move.square)] if number == 0 else None
            if square is None:
                square = e.choose_square("marks", sum(left))
            assert square is not None
            left = [symbol for symbol in left if not symbol & BIT[square]]
            e.place(square, COMMON, colour)

    # -- points --------------------------------------------------------------------------

    def score_in_colour(self, state: GameState, seat: int, colour: int) -> int:
        """Return a seat's score in an enemy color, less 2 for a pending being (R15.1, R22.12)."""
        return state.points[seat * state.setup.seats + colour] - pending_penalty(state, seat)

    def colour_scores(self, state: GameState, seat: int) -> dict[Colour, int]:
        """Return a seat's scores by enemy color."""
        others = (c for c in range(state.setup.seats) if c != seat)
        return {colour: self.score_in_colour(state, seat, colour) for colour in others}

    def sorted_scores(self, state: GameState, seat: int) -> list[int]:
        """Return a seat's scores in its enemies' colors, the lowest first."""
        return sorted(self.colour_scores(state, seat).values())

    def score(self, state: GameState, side: int) -> int:
        """Return the score in the lowest color (R15.8)."""
        return self.sorted_scores(state, side)[0]

    def ranking_numbers(self, state: GameState, side: int) -> tuple[tuple[str, int], ...]:
        """Return the score in the lowest color, then in the next ones (R18.3)."""
        reasons = ("points", "second-colour", "third-colour")
        return tuple(zip(reasons, self.sorted_scores(state, side), strict=False))

    def is_end_reached(self, state: GameState) -> bool:
        """Return whether a player has enough points in one color (R17.5)."""
        enough = self.end_score(state.setup.seats)
        return any(self.sorted_scores(state, s)[-1] >= enough for s in range(state.setup.seats))

    def _add_points(self, e: Effect, seat: int, colour: int, points: int) -> None:
        if points:
            now, place = e.state.points, seat * e.state.setup.seats + colour
            e.state.points = replace_entry(now, place, now[place] + points)
            e.note(
                Event(
                    "points-in", owner=colour_number(colour), amount=points, seat=seat_number(seat)
                )
            )

    def earned_points(self, state: GameState) -> dict[Colour, int]:
        """Return the points for destroyed pieces (R15.2), without that for odd commons (R15.4)."""
        return earned_by_destroying(state)

    def tally(self, state: GameState, side: int) -> int:
        """Return the sum of all colors, not the lowest color that counts in the end."""
        earned = self.earned_points(state) if side == state.colour else {}
        return sum(self.sorted_scores(state, side)) + sum(earned.values())

    def end_turn(self, e: Effect) -> None:
        """Score destroyed pieces by color; two or three odd commons give 1 point (R15.2-R15.4)."""
        for colour, points in self.earned_points(e.state).items():
            self._add_points(e, e.me, colour, points)
        odd = [c for c in e.enemy_colours if destroyed_points(e.state, c)[1]]
        if len(odd) > 1:
            chosen = e.choose_colour(odd, kind="odd-commons")
            assert chosen is not None
            self._add_points(e, e.me, chosen, 1)

    def on_legend_summoned(self, e: Effect) -> None:
        """Score 1 point at once, in a color of the player's choice (R15.6)."""
        chosen = e.choose_colour(e.enemy_colours, kind="legend-colour")
        assert chosen is not None
        self._add_points(e, e.me, chosen, 1)

    def on_flare_invoked(self, e: Effect, against: int) -> None:
        """Give the named opponent 1 point in the invoker's color (R15.7)."""
        self._add_points(e, against, e.me, 1)
