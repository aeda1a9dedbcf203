"""A game looked at again: in which turns of people most was lost, and what was better.

The computer player plans each of these turns anew, from what the seat could see then, and judges
what was played by the same measure. It may be wrong, so every turn can be played on from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.game import Entry
from tashkalar.position.ids import SeatNumber, seat_number, seat_numbers, seat_of
from tashkalar.position.move import PASS_CONTROL, Message
from tashkalar.ui.bots.computer_seats import Job, job_for
from tashkalar.ui.bots.hint import LEVEL, WHO, Advice, read_advice, reasons_told, steps_told
from tashkalar.ui.text import phrases

MOST_SHOWN = 3
LEAST = 400  # thousandths of a point: below, another opinion is no mistake


class Played(NamedTuple):
    """A whole turn of one seat: how many moves came before it, and its decisions."""

    seat: SeatNumber
    turn: int
    number: int
    codes: tuple[str, ...]
    before: Game


class Lost(NamedTuple):
    """A turn in which something was lost, in thousandths of a point, and what was better."""

    played: Played
    lost: int
    better: Advice


class ReviewRow(NamedTuple):
    """A turn as it is shown; `number` says where it begins."""

    number: int
    title: Message
    lost: Message
    better: tuple[Message, ...]


class Review:
    """The review of a game in the making: a job for each turn, an answer for each job."""

    def __init__(self, game: Game, bots: Collection[SeatNumber]) -> None:
        """Of all turns of people; where there were none, of everybody's."""
        seats = list(seat_numbers(game.setup.seats))
        self._people = [seat for seat in seats if seat not in bots]
        self.game = game
        self.turns = turns_of(game, self._people or seats)
        self.looked = 0
        self._lost: list[Lost] = []

    @property
    def job(self) -> Job | None:
        """What is to be thought about next; None when all turns have been looked at."""
        if self.looked == len(self.turns):
            return None
        played = self.turns[self.looked]
        return job_for(played.before, played.seat, LEVEL, played=played.codes)

    def take(self, found: Mapping[str, Any]) -> None:
        """Take the answer to the job; KeyError or TypeError when it is none."""
        played, lost = self.turns[self.looked], int(found["lost"])
        self._lost.append(Lost(played, lost, read_advice(found)))
        self.looked += 1

    @property
    def worst(self) -> list[Lost]:
        """The turns in which most was lost, in the order of play."""
        found = sorted((one for one in self._lost if one.lost >= LEAST), key=lambda one: -one.lost)
        return sorted(found[:MOST_SHOWN], key=lambda one: one.played.number)

    @property
    def status(self) -> Message:
        """How far it is, or what has come of it."""
        if self.looked < len(self.turns):
            how_far = {"who": WHO, "done": self.looked, "all": len(self.turns)}
            return Message("review.progress", how_far)
        return Message("review.about" if self.worst else self._flawless(), {"who": WHO})

    def _flawless(self) -> str:
        """That nothing was found: by how the game ended for its people, if they were one side."""
        setup, outcome = self.game.setup, self.game.outcome
        sides = {setup.colours[seat_of(seat)] for seat in self._people}
        if outcome is None or len(sides) != 1:
            return "review.none"
        won = {setup.colours[seat_of(seat)] for seat in outcome.winners}
        if not sides <= won:
            return "review.none.lost"
        return "review.none.won" if sides == won else "review.none.shared"

    def rows(self) -> tuple[ReviewRow, ...]:
        """The turns to show."""
        return tuple(map(_row, self.worst))

    def branch(self, number: int) -> Game:
        """A new game that stands where a turn began."""
        game = self.game.copy()
        while len(game.history()) > number or game.open_move is not None:
            game.undo()
        game.keep_redo(())
        return game


def _row(one: Lost) -> ReviewRow:
    played, points = one.played, (one.lost + 500) // 1000
    who = phrases.player(played.before.setup, played.seat)
    steps = steps_told(played.before, one.better.codes)
    better = [Message("review.better", {"steps": steps}) if steps else Message("review.end")]
    better += reasons_told(one.better)
    return ReviewRow(
        played.number,
        Message("review.turn", {"turn": played.turn, "who": who}),
        Message("review.lost", {"n": points}) if points else Message("review.lost.little"),
        tuple(better),
    )


def turns_of(game: Game, seats: Collection[SeatNumber]) -> list[Played]:
    """The finished turns of these seats, but for those in which somebody else decided too."""
    found: list[Played] = []
    for turn, entries in _by_turn(game):
        first, last = entries[0], entries[-1]
        seat = seat_number(first.before.seat)
        if seat not in seats or last.move.kind not in ("end", "claim"):
            continue
        codes = [code for entry in entries[:-1] for code in _decisions(entry)]
        if PASS_CONTROL.code not in codes:  # what the end asks beside it is no part of the plan
            codes.append(last.move.code)
            found.append(Played(seat, turn, first.number - 1, tuple(codes), Game(first.before)))
    return found


def _by_turn(game: Game) -> Iterator[tuple[int, list[Entry]]]:
    played = (entry for entry in game.history() if entry.before.phase == "play")
    for turn, entries in groupby(played, key=lambda entry: entry.before.turn):
        yield turn, list(entries)


def _decisions(entry: Entry) -> list[str]:
    chosen = zip(entry.answers, entry.forced, strict=True)
    return [entry.move.code, *(answer for answer, forced in chosen if not forced)]
