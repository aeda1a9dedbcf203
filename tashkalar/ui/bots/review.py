"""A game looked at again: in which turns of people most was lost, and what was better.

The computer player plans each of these turns anew, from what the seat could see then, and judges
what was played by the same measure. It may be wrong, so every turn can be played on from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.game import PlayedMove
from tashkalar.position.ids import SeatNumber, seat_number, seat_numbers, seat_of
from tashkalar.position.move import PASS_CONTROL, Message
from tashkalar.ui.bots.computer_seats import PlanJob, create_plan_job
from tashkalar.ui.bots.hint import (
    HINT_BOT_NAME,
    HINT_LEVEL,
    Hint,
    describe_reasons,
    describe_steps,
    read_hint,
)
from tashkalar.ui.text import phrases

MAX_SHOWN_TURNS = 3
MIN_LOSS = 400  # thousandths of a point: below, another opinion is no mistake


class ReviewedTurn(NamedTuple):
    """A whole turn of one seat: how many moves came before it, and its decisions."""

    seat: SeatNumber
    turn: int
    moves_before: int
    codes: tuple[str, ...]
    game_before: Game


class TurnLoss(NamedTuple):
    """A turn in which something was lost, in thousandths of a point, and what was better."""

    reviewed_turn: ReviewedTurn
    loss: int
    better_plan: Hint


class ReviewRow(NamedTuple):
    """A turn as it is shown; `moves_before` says where it begins."""

    number: int
    title: Message
    loss_text: Message
    better_texts: tuple[Message, ...]


class Review:
    """The review of a game in the making: a job for each turn, an answer for each job."""

    def __init__(self, game: Game, bots: Collection[SeatNumber]) -> None:
        """Of all turns of people; where there were none, of everybody's."""
        seats = list(seat_numbers(game.setup.seats))
        self._human_seats = [seat for seat in seats if seat not in bots]
        self.game = game
        self.turns = finished_turns(game, self._human_seats or seats)
        self.reviewed_count = 0
        self._losses: list[TurnLoss] = []

    @property
    def job(self) -> PlanJob | None:
        """What is to be thought about next; None when all turns have been looked at."""
        if self.reviewed_count == len(self.turns):
            return None
        played = self.turns[self.reviewed_count]
        return create_plan_job(
            played.game_before, played.seat, HINT_LEVEL, played_codes=played.codes
        )

    def accept_answer(self, found: Mapping[str, Any]) -> None:
        """Take the answer to the job; KeyError or TypeError when it is none."""
        played, lost = self.turns[self.reviewed_count], int(found["lost"])
        self._losses.append(TurnLoss(played, lost, read_hint(found)))
        self.reviewed_count += 1

    @property
    def worst_turns(self) -> list[TurnLoss]:
        """The turns in which most was lost, in the order of play."""
        found = sorted(
            (one for one in self._losses if one.loss >= MIN_LOSS), key=lambda one: -one.loss
        )
        return sorted(found[:MAX_SHOWN_TURNS], key=lambda one: one.reviewed_turn.moves_before)

    @property
    def status(self) -> Message:
        """How far it is, or what has come of it."""
        if self.reviewed_count < len(self.turns):
            how_far = {"who": HINT_BOT_NAME, "done": self.reviewed_count, "all": len(self.turns)}
            return Message("review.progress", how_far)
        return Message(
            "review.about" if self.worst_turns else self._no_loss_message_id(),
            {"who": HINT_BOT_NAME},
        )

    def _no_loss_message_id(self) -> str:
        """That nothing was found: by how the game ended for its people, if they were one side."""
        setup, outcome = self.game.setup, self.game.outcome
        sides = {setup.colours[seat_of(seat)] for seat in self._human_seats}
        if outcome is None or len(sides) != 1:
            return "review.none"
        won = {setup.colours[seat_of(seat)] for seat in outcome.winners}
        if not sides <= won:
            return "review.none.lost"
        return "review.none.won" if sides == won else "review.none.shared"

    def rows(self) -> tuple[ReviewRow, ...]:
        """The turns to show."""
        return tuple(map(_build_row, self.worst_turns))

    def create_branch(self, number: int) -> Game:
        """A new game that stands where a turn began."""
        game = self.game.copy()
        while len(game.history()) > number or game.open_move is not None:
            game.undo()
        game.keep_redo(())
        return game


def _build_row(one: TurnLoss) -> ReviewRow:
    played, points = one.reviewed_turn, (one.loss + 500) // 1000
    who = phrases.player_name(played.game_before.setup, played.seat)
    steps = describe_steps(played.game_before, one.better_plan.codes)
    better = [Message("review.better", {"steps": steps}) if steps else Message("review.end")]
    better += describe_reasons(one.better_plan)
    return ReviewRow(
        played.moves_before,
        Message("review.turn", {"turn": played.turn, "who": who}),
        Message("review.lost", {"n": points}) if points else Message("review.lost.little"),
        tuple(better),
    )


def finished_turns(game: Game, seats: Collection[SeatNumber]) -> list[ReviewedTurn]:
    """The finished turns of these seats, but for those in which somebody else decided too."""
    found: list[ReviewedTurn] = []
    for turn, entries in _entries_by_turn(game):
        first, last = entries[0], entries[-1]
        seat = seat_number(first.state_before.seat)
        if seat not in seats or last.move.kind not in ("end", "claim"):
            continue
        codes = [code for entry in entries[:-1] for code in _chosen_codes(entry)]
        if PASS_CONTROL.code not in codes:  # what the end asks beside it is no part of the plan
            codes.append(last.move.code)
            found.append(
                ReviewedTurn(seat, turn, first.number - 1, tuple(codes), Game(first.state_before))
            )
    return found


def _entries_by_turn(game: Game) -> Iterator[tuple[int, list[PlayedMove]]]:
    played = (entry for entry in game.history() if entry.state_before.phase == "play")
    for turn, entries in groupby(played, key=lambda entry: entry.state_before.turn):
        yield turn, list(entries)


def _chosen_codes(entry: PlayedMove) -> list[str]:
    chosen = zip(entry.answers, entry.forced, strict=True)
    return [entry.move.code, *(answer for answer, forced in chosen if not forced)]
