"""The review of a finished game: the turns in which people lost most, and better plans.

The computer player plans each of these turns anew, from what the seat could see at that time, and
rates the played decisions by the same measure. The rating may be wrong, so the person can play on
from every turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import SeatNumber, seat_number, seat_numbers, seat_of
from tashkalar.position.move import PASS_CONTROL, Message
from tashkalar.ui.bots.computer_seats import PlanJob, create_plan_job
from tashkalar.ui.bots.hint import HINT_BOT_NAME, HINT_LEVEL, Hint, read_hint

MAX_SHOWN_TURNS = 3
MIN_LOSS = 400  # thousandths of a point; a smaller loss is a matter of opinion


class ReviewedTurn(NamedTuple):
    """A whole turn of one seat: the number of moves before the turn, and its decisions."""

    seat: SeatNumber
    turn: int
    moves_before: int
    codes: tuple[str, ...]
    game_before: Game


class TurnLoss(NamedTuple):
    """The loss of a turn, in thousandths of a point, and a better plan."""

    reviewed_turn: ReviewedTurn
    loss: int
    better_plan: Hint


class Review:
    """A review in progress: a job for each turn, and the answers to these jobs."""

    def __init__(self, game: Game, bots: Collection[SeatNumber]) -> None:
        """Prepare the review of all turns of people, or of all turns if no person played."""
        seats = list(seat_numbers(game.setup.seats))
        self._human_seats = [seat for seat in seats if seat not in bots]
        self.game = game
        self.turns = finished_turns(game, self._human_seats or seats)
        self.reviewed_count = 0
        self._losses: list[TurnLoss] = []

    @property
    def job(self) -> PlanJob | None:
        """The next job for the computer player; None when all turns have been reviewed."""
        if self.reviewed_count == len(self.turns):
            return None
        played = self.turns[self.reviewed_count]
        return create_plan_job(
            played.game_before, played.seat, HINT_LEVEL, played_codes=played.codes
        )

    def accept_answer(self, answer: Mapping[str, Any]) -> None:
        """Take the answer to the current job; KeyError or TypeError if it is malformed."""
        played, loss = self.turns[self.reviewed_count], int(answer["lost"])
        self._losses.append(TurnLoss(played, loss, read_hint(answer)))
        self.reviewed_count += 1

    @property
    def losses(self) -> tuple[TurnLoss, ...]:
        """The turns that have been reviewed so far."""
        return tuple(self._losses)

    @property
    def worst_turns(self) -> list[TurnLoss]:
        """The turns with the largest losses, in the order of play."""
        losses = sorted(
            (loss for loss in self._losses if loss.loss >= MIN_LOSS), key=lambda loss: -loss.loss
        )
        return sorted(losses[:MAX_SHOWN_TURNS], key=lambda loss: loss.reviewed_turn.moves_before)

    @property
    def status(self) -> Message:
        """The progress of the review, or its result."""
        if self.reviewed_count < len(self.turns):
            progress = {"who": HINT_BOT_NAME, "done": self.reviewed_count, "all": len(self.turns)}
            return Message("review.progress", progress)
        return Message(
            "review.about" if self.worst_turns else self._no_loss_message_id(),
            {"who": HINT_BOT_NAME},
        )

    def _no_loss_message_id(self) -> str:
        """Return the message id for a review without losses.

        The message depends on how the game ended for the people, if they were one side.
        """
        setup, outcome = self.game.setup, self.game.outcome
        sides = {setup.colours[seat_of(seat)] for seat in self._human_seats}
        if outcome is None or len(sides) != 1:
            return "review.none"
        won = {setup.colours[seat_of(seat)] for seat in outcome.winners}
        if not sides <= won:
            return "review.none.lost"
        return "review.none.won" if sides == won else "review.none.shared"


def loss_message(loss: int) -> Message:
    """Return a loss, in thousandths of a point, in words."""
    points = (loss + 500) // 1000
    return Message("review.lost", {"n": points}) if points else Message("review.lost.little")


def finished_turns(game: Game, seats: Collection[SeatNumber]) -> list[ReviewedTurn]:
    """Return the finished turns of these seats, except those in which another seat decided too."""
    turns: list[ReviewedTurn] = []
    for turn, entries in _entries_by_turn(game):
        first_entry, last_entry = entries[0], entries[-1]
        seat = seat_number(first_entry.state_before.seat)
        if seat not in seats or last_entry.move.kind not in ("end", "claim"):
            continue
        codes = turn_codes(entries)
        if PASS_CONTROL.code not in codes:
            turns.append(
                ReviewedTurn(
                    seat, turn, first_entry.number - 1, codes, Game(first_entry.state_before)
                )
            )
    return turns


def turn_codes(entries: Sequence[PlayedMove]) -> tuple[str, ...]:
    """Return the decisions of a finished turn as a plan has them.

    The answers to questions at the end of the turn are no part of the plan.
    """
    codes = [code for entry in entries[:-1] for code in entry.decisions]
    return (*codes, entries[-1].move.code)


def _entries_by_turn(game: Game) -> Iterator[tuple[int, list[PlayedMove]]]:
    played = (entry for entry in game.history() if entry.state_before.phase == "play")
    for turn, entries in groupby(played, key=lambda entry: entry.state_before.turn):
        yield turn, list(entries)
