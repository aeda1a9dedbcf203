"""Deathmatch Duel: points for destroyed pieces, legends and the other side's flares (R14)."""

from __future__ import annotations

from tashkalar.board import COMMON, HEROIC, LEGENDARY
from tashkalar.effect import Effect
from tashkalar.forms.form import Form
from tashkalar.state import GameState


class Duel(Form):
    """R3.2, R4.11-R4.12, R14."""

    id = "duel"
    two_sided = 16
    end_score = 18

    def prepare(self, state: GameState) -> None:
        """The last player puts a piece of each colour on the two marks first (R4.12)."""
        state.phase = "marks"
        state.seat = state.setup.seats - 1

    def end_turn(self, e: Effect) -> None:
        """2 a legendary, 1 a heroic, 1 a pair of commons (R14.1, R14.2)."""
        counts = e.state.destroyed
        for colour in e.enemy_colours:
            commons, heroics, legends = (
                counts[3 * colour + rank] for rank in (COMMON, HEROIC, LEGENDARY)
            )
            e.score(e.me, 2 * legends + heroics + commons // 2)

    def legend_summoned(self, e: Effect) -> None:
        """1 point at once (R14.4)."""
        e.score(e.me, 1)

    def flare_invoked(self, e: Effect, against: int) -> None:
        """1 point to the other side (R14.5)."""
        e.score(against, 1)
