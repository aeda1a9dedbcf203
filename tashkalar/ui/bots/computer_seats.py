"""Computer players at the table: which seats are theirs, and how a plan becomes decisions.

A computer player is asked for its whole turn at once (`docs/bots.md`): `Opponents` says what job is
due, takes the codes that come back, and gives them one by one as long as they fit the game. An
answer to a question that nobody asks any more - the player went back, left, took the seat over - is
dropped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots import PLANNING
from tashkalar.bots.simple import KeenPlayer
from tashkalar.cards import packs
from tashkalar.position.ids import SeatNumber, seat_numbers
from tashkalar.ui.bots import speeds

Bots = Mapping[SeatNumber, str]
"""The level of every seat that the computer plays."""


def read_bots(data: object, seats: int) -> dict[SeatNumber, str]:
    """What can be read of the computer players of a game; a level that is not known is nobody."""
    if not isinstance(data, dict):
        return {}
    places = {str(seat): seat for seat in seat_numbers(seats)}
    return {
        places[seat]: level
        for seat, level in data.items()
        if seat in places and isinstance(level, str) and level in PLANNING
    }


class Job(NamedTuple):
    """A plan that is wanted: for the program player in a worker, as JSON."""

    id: int
    level: str
    text: str
    packs: bool = False  # there are packs in the game, which another worker has


_numbers = count(1)


def job_for(
    game: Game,
    seat: SeatNumber,
    level: str,
    *,
    longer: bool = False,
    played: Sequence[str] | None = None,
) -> Job:
    """Ask a program player to plan for a seat that has to decide (`bots.desk`).

    With `played`, decisions to the end of the turn, it says too what was lost by them.
    """
    data = {
        "id": next(_numbers),
        "level": level,
        "seed": f"{game.setup.seed}/{seat}",
        "nodes": None,
        "longer": longer,
        "view": game.view(seat),
    }
    if played is not None:
        data["played"] = list(played)
    foreign = any(packs.is_id(school) for school in game.setup.schools)
    return Job(int(str(data["id"])), level, json.dumps(data), foreign)


class Opponents:
    """The computer players of one game at the table."""

    def __init__(self, game: Game, bots: Bots) -> None:
        self._game = game
        self.bots = dict(bots)
        self.longer = False  # with patience: a bigger budget
        self.paused = False  # whoever watches a game of computers alone has stopped it
        self.speed = 1.0  # of a game that is watched
        self._job: Job | None = None  # what is being thought about
        self._asked: object = None  # the position that the job is about
        self._codes: list[str] = []
        self._planned: object = None  # the position for which the next code is meant

    def change_speed(self) -> None:
        """On to the next of the speeds."""
        self.speed = speeds.following(self.speed)

    @property
    def due(self) -> SeatNumber | None:
        """The seat that the computer has to decide for now; None when a person has to."""
        seat = self._game.player
        return seat if seat in self.bots else None

    @property
    def job(self) -> Job | None:
        """The plan that is wanted now; the same one until it is answered or makes no sense."""
        seat = self.due
        if seat is None or self._fits():
            return None
        if self._job is None or self._asked is not self._game.state:
            self._asked = self._game.state
            self._job = job_for(self._game, seat, self.bots[seat], longer=self.longer)
        return self._job

    def answer(self, job: Job, codes: Sequence[str]) -> bool:
        """Take a plan; whether it is the one that is waited for."""
        if self._job is None or job.id != self._job.id or self._asked is not self._game.state:
            return False
        self._codes, self._planned = list(codes), self._game.state
        self._job = None
        if not self._fits():  # whatever came back, the game goes on
            self.give_up()
        return True

    def give_up(self) -> None:
        """No plan can be had: a simple move, chosen at once, takes its place."""
        game, seat = self._game, self.due
        if seat is None:
            return
        simple = KeenPlayer(f"{game.setup.seed}/{seat}/{game.state.turn}")
        move = simple.choose(game.view(seat), game.prompt, game.legal_moves())
        self._codes, self._planned, self._job = [move.code], game.state, None

    def take(self) -> str | None:
        """The next decision of the plan; None when one is to be made first."""
        return self._codes.pop(0) if self.due is not None and self._fits() else None

    def put_back(self, code: str) -> None:
        """The decision cannot be made yet."""
        self._codes.insert(0, code)

    def played(self) -> None:
        """The decision has been made: the next one of the plan is meant for what stands now."""
        self._planned = self._game.state

    def _fits(self) -> bool:
        if not self._codes or self._planned is not self._game.state:
            return False
        return any(move.code == self._codes[0] for move in self._game.legal_moves())

    def take_over(self, seat: SeatNumber) -> None:
        """A person plays a seat from now on."""
        self.bots.pop(seat, None)
        self._codes, self._job = [], None

    def change(self, seat: SeatNumber, level: str) -> None:
        """Another level plays a seat; KeyError for a level that does not exist."""
        if level not in PLANNING:
            raise KeyError(level)
        self.bots[seat] = level
        self._codes, self._job = [], None
