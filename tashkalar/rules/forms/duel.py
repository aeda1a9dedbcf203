"""Deathmatch Duel: points for destroyed pieces, legends and the other side's flares (R14)."""

from __future__ import annotations

from tashkalar.effects.effect import Effect
from tashkalar.position.board import COMMON, DUEL_MARKS, NAMES, Colour
from tashkalar.position.move import CHOOSE, Move
from tashkalar.position.state import GameState
from tashkalar.rules.forms.form import Form, earned_by_destroying


class Duel(Form):
    """The Deathmatch Duel (R3.2, R4.11-R4.12, R14)."""

    id = "duel"
    has_setup_phase = True
    rewards_flares = True

    def stock(self, seats: int) -> int:
        """Return 16: one of a side's pieces marks the score (R4.11)."""
        return 16

    def end_score(self, seats: int) -> int:
        """Return 18 points (R17.4)."""
        return 18

    def first_moves(self, state: GameState) -> tuple[Move, ...]:
        """Return the marks for the side's own piece; the enemy's takes the other (R4.12)."""
        return tuple(CHOOSE[s] for s in DUEL_MARKS)

    def set_up(self, e: Effect, move: Move) -> None:
        """Place the side's own piece on the chosen mark, and the enemy's on the other."""
        for square in DUEL_MARKS:
            mine = NAMES[square] == move.square
            e.place(square, COMMON, e.me if mine else e.enemy_colours[0])

    def earned_points(self, state: GameState) -> dict[Colour, int]:
        """Return the points for destroyed pieces (R14.1, R14.2)."""
        return earned_by_destroying(state)

    def end_turn(self, e: Effect) -> None:
        """Score destroyed pieces; an odd common is worth nothing (R14.1, R14.2)."""
        for points in self.earned_points(e.state).values():
            e.score(e.me, points)

    def on_legend_summoned(self, e: Effect) -> None:
        """Score 1 point at once (R14.4)."""
        e.score(e.me, 1)

    def on_flare_invoked(self, e: Effect, against: int) -> None:
        """Give 1 point to the other side (R14.5)."""
        e.score(against, 1)
