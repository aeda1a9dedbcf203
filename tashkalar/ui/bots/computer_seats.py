"""Computer players at the table: which seats are theirs, and how a plan becomes decisions.

A computer player is asked for its whole turn at once (`docs/bots.md`): `ComputerSeats` says what
job is due, takes the codes that come back, and gives them one by one as long as they fit the game.
An answer to a question that nobody asks any more - the player went back, left, took the seat over -
is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.cards import packs
from tashkalar.position.ids import SeatNumber, seat_numbers
from tashkalar.ui.bots import speeds

BotLevels = Mapping[SeatNumber, str]
"""The level of every seat that the computer plays."""


def read_bot_levels(data: object, seats: int) -> dict[SeatNumber, str]:
    """What can be read of the computer players of a game; a level that is not known is nobody."""
    if not isinstance(data, dict):
        return {}
    places = {str(seat): seat for seat in seat_numbers(seats)}
    return {
        places[seat]: level
        for seat, level in data.items()
        if seat in places and isinstance(level, str) and level in PLANNING_LEVELS
    }


class PlanJob(NamedTuple):
    """A plan that is wanted: for the program player in a worker, as JSON."""

    id: int
    level: str
    json_text: str
    needs_packs: bool = False  # there are packs in the game, which another worker has


_job_ids = count(1)


def create_plan_job(
    game: Game,
    seat: SeatNumber,
    level: str,
    *,
    has_long_thinking: bool = False,
    played_codes: Sequence[str] | None = None,
) -> PlanJob:
    """Ask a program player to plan for a seat that has to decide (`bots.desk`).

    With `played`, decisions to the end of the turn, it says too what was lost by them.
    """
    data = {
        "id": next(_job_ids),
        "level": level,
        "seed": f"{game.setup.seed}/{seat}",
        "nodes": None,
        "longer": has_long_thinking,
        "view": game.view(seat),
    }
    if played_codes is not None:
        data["played"] = list(played_codes)
    foreign = any(packs.is_pack_id(school) for school in game.setup.schools)
    return PlanJob(int(str(data["id"])), level, json.dumps(data), foreign)


class ComputerSeats:
    """The computer players of one game at the table."""

    def __init__(self, game: Game, bots: BotLevels) -> None:
        self._game = game
        self.level_by_seat = dict(bots)
        self.has_long_thinking = False  # with patience: a bigger budget
        self.is_paused = False  # whoever watches a game of computers alone has stopped it
        self.speed = 1.0  # of a game that is watched
        self._pending_job: PlanJob | None = None  # what is being thought about
        self._job_state: object = None  # the position that the job is about
        self._planned_codes: list[str] = []
        self._next_code_state: object = None  # the position for which the next code is meant

    def change_speed(self) -> None:
        """On to the next of the speeds."""
        self.speed = speeds.next_speed(self.speed)

    @property
    def deciding_seat(self) -> SeatNumber | None:
        """The seat that the computer has to decide for now; None when a person has to."""
        seat = self._game.player
        return seat if seat in self.level_by_seat else None

    @property
    def job(self) -> PlanJob | None:
        """The plan that is wanted now; the same one until it is answered or makes no sense."""
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
        """Take a plan; whether it is the one that is waited for."""
        if (
            self._pending_job is None
            or job.id != self._pending_job.id
            or self._job_state is not self._game.state
        ):
            return False
        self._planned_codes, self._next_code_state = list(codes), self._game.state
        self._pending_job = None
        if not self._can_play_next_code():  # whatever came back, the game goes on
            self.fall_back_to_simple_move()
        return True

    def fall_back_to_simple_move(self) -> None:
        """No plan can be had: a simple move, chosen at once, takes its place."""
        game, seat = self._game, self.deciding_seat
        if seat is None:
            return
        simple = GreedyPlayer(f"{game.setup.seed}/{seat}/{game.state.turn}")
        move = simple.choose(game.view(seat), game.prompt, game.legal_moves())
        self._planned_codes, self._next_code_state, self._pending_job = (
            [move.code],
            game.state,
            None,
        )

    def take_next_code(self) -> str | None:
        """The next decision of the plan; None when one is to be made first."""
        return (
            self._planned_codes.pop(0)
            if self.deciding_seat is not None and self._can_play_next_code()
            else None
        )

    def put_back_code(self, code: str) -> None:
        """The decision cannot be made yet."""
        self._planned_codes.insert(0, code)

    def mark_code_played(self) -> None:
        """The decision has been made: the next one of the plan is meant for what stands now."""
        self._next_code_state = self._game.state

    def _can_play_next_code(self) -> bool:
        if not self._planned_codes or self._next_code_state is not self._game.state:
            return False
        return any(move.code == self._planned_codes[0] for move in self._game.legal_moves())

    def assign_person(self, seat: SeatNumber) -> None:
        """A person plays a seat from now on."""
        self.level_by_seat.pop(seat, None)
        self._planned_codes, self._pending_job = [], None

    def assign_level(self, seat: SeatNumber, level: str) -> None:
        """Another level plays a seat; KeyError for a level that does not exist."""
        if level not in PLANNING_LEVELS:
            raise KeyError(level)
        self.level_by_seat[seat] = level
        self._planned_codes, self._pending_job = [], None
