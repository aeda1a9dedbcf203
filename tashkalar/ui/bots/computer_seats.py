"""Computer players of a game: their seats, and how a plan becomes decisions.

A computer player plans its whole turn at once (`docs/bots.md`): `ComputerSeats` creates the job,
takes the codes of the answer, and gives them out one by one as long as they fit the game. An answer
that has become irrelevant, because the player went back, left or took the seat over, is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots.company import is_planning_player
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.cards import packs
from tashkalar.position.ids import NO_SEAT, SeatNumber, seat_numbers
from tashkalar.ui.bots import speeds

BotLevels = Mapping[SeatNumber, str]
"""The level of every seat that the computer plays."""


def own_seats(
    game: Game, bots: BotLevels, far_seat: SeatNumber | None = None
) -> tuple[SeatNumber, ...]:
    """Return the seats of the persons at this device.

    `bots` are those that computers play, `far_seat` is the seat of this device in a game with
    someone far away: `NO_SEAT` if it only watches.
    """
    if far_seat is not None:
        return () if far_seat == NO_SEAT else (far_seat,)
    return tuple(seat for seat in seat_numbers(game.setup.seats) if seat not in bots)


class PlanJob(NamedTuple):
    """A request for a plan, as JSON, for the bot in a worker."""

    id: int
    level: str
    json_text: str
    needs_packs: bool = False  # the game has packs, which a separate worker loads


_job_ids = count(1)


def create_plan_job(
    game: Game,
    seat: SeatNumber,
    level: str,
    *,
    has_long_thinking: bool = False,
    is_advice: bool = False,
    played_codes: Sequence[str] | None = None,
) -> PlanJob:
    """Return a request for a plan for a seat that has to decide (`bots.worker`).

    With `is_advice` the plan, which a person may follow, does not pass control inside an effect:
    nothing that the person sees would say why. With `played_codes`, the decisions to the end of the
    turn, the answer also says what was lost by them.
    """
    data = {
        "id": next(_job_ids),
        "level": level,
        "seed": f"{game.setup.seed}/{seat}",
        "nodes": None,
        "longer": has_long_thinking,
        "view": game.view(seat),
    }
    if is_advice:
        data["advice"] = True
    if played_codes is not None:
        data["played"] = list(played_codes)
    needs_packs = any(packs.is_pack_id(school) for school in game.setup.schools)
    return PlanJob(int(str(data["id"])), level, json.dumps(data), needs_packs)


class ComputerSeats:
    """The computer players of one game."""

    def __init__(self, game: Game, bots: BotLevels) -> None:
        self._game = game
        self.level_by_seat = dict(bots)
        self.has_long_thinking = False  # a bigger budget of nodes
        self.is_paused = False  # only in a game without people, which somebody watches
        self.speed = 1.0  # of a game that is watched
        self._pending_job: PlanJob | None = None
        self._job_state: object = None  # the position that the job is about
        self._planned_codes: list[str] = []
        self._next_code_state: object = None  # the position for which the next code is meant

    def change_speed(self) -> None:
        """Switch to the next speed."""
        self.speed = speeds.next_speed(self.speed)

    @property
    def deciding_seat(self) -> SeatNumber | None:
        """The seat for which the computer has to decide now; None if a person has to."""
        seat = self._game.player
        return seat if seat in self.level_by_seat else None

    @property
    def job(self) -> PlanJob | None:
        """The job that is needed now; stays the same until it is answered or irrelevant."""
        seat = self.deciding_seat
        if seat is None or self._can_play_next_code():
            return None
        if self._pending_job is None or self._job_state is not self._game.state:
            self._job_state = self._game.state
            self._pending_job = create_plan_job(
                self._game, seat, self.level_by_seat[seat], has_long_thinking=self.has_long_thinking
            )
        return self._pending_job

    def accept_plan(self, job: PlanJob, codes: Sequence[str]) -> bool:
        """Take the plan for a job; return whether the job is the pending one."""
        if (
            self._pending_job is None
            or job.id != self._pending_job.id
            or self._job_state is not self._game.state
        ):
            return False
        self._planned_codes, self._next_code_state = list(codes), self._game.state
        self._pending_job = None
        if not self._can_play_next_code():  # the plan does not fit, but the game must go on
            self.fall_back_to_simple_move()
        return True

    def plan_code(self, code: str) -> None:
        """Plan a decision for the current position: a lesson says what its opponent does."""
        self._planned_codes, self._next_code_state = [code], self._game.state
        self._pending_job = None

    def fall_back_to_simple_move(self) -> None:
        """Replace a plan that is not available by a simple move, chosen at once."""
        game, seat = self._game, self.deciding_seat
        if seat is None:
            return
        simple_player = GreedyPlayer(f"{game.setup.seed}/{seat}/{len(game.codes)}")
        move = simple_player.choose(game.view(seat), game.prompt, game.legal_moves())
        self._planned_codes, self._next_code_state, self._pending_job = (
            [move.code],
            game.state,
            None,
        )

    def take_next_code(self) -> str | None:
        """Return the next decision of the plan and remove it; None if there is no fitting plan."""
        return (
            self._planned_codes.pop(0)
            if self.deciding_seat is not None and self._can_play_next_code()
            else None
        )

    def put_back_code(self, code: str) -> None:
        """Put a decision that cannot be made yet back to the front of the plan."""
        self._planned_codes.insert(0, code)

    def mark_code_played(self) -> None:
        """Note that the decision was made: the next one belongs to the current position."""
        self._next_code_state = self._game.state

    def _can_play_next_code(self) -> bool:
        if not self._planned_codes or self._next_code_state is not self._game.state:
            return False
        return any(move.code == self._planned_codes[0] for move in self._game.legal_moves())

    def assign_person(self, seat: SeatNumber) -> None:
        """Let a person play a seat from now on."""
        self.level_by_seat.pop(seat, None)
        self._planned_codes, self._pending_job = [], None

    def assign_level(self, seat: SeatNumber, level: str) -> None:
        """Let a computer player of a level play a seat; KeyError for an unknown level."""
        if not is_planning_player(level):
            raise KeyError(level)
        self.level_by_seat[seat] = level
        self._planned_codes, self._pending_job = [], None
