"""The review of a finished game: the turns in which people lost most, and better plans.

The computer player plans each of these turns anew, from what the seat could see at that time, and
rates the played decisions by the same measure. The rating may be wrong, so the person can play on
from every turn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.features.studies.finished_turns import ReviewedTurn
from tashkalar.features.studies.judgments import TurnJudgments
from tashkalar.position.ids import SeatNumber, seat_numbers, seat_of
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import PlanJob
from tashkalar.ui.bots.hint import HINT_BOT_NAME, Hint

MAX_SHOWN_TURNS = 3
MIN_LOSS = 500  # thousandths of a point; a smaller loss is a matter of opinion


class TurnLoss(NamedTuple):
    """The loss of a turn, in thousandths of a point, and a better plan."""

    reviewed_turn: ReviewedTurn
    loss: int
    better_plan: Hint


class Review:
    """A review in progress: a job for each turn, and the judgments on the turns."""

    def __init__(
        self, game: Game, bots: Collection[SeatNumber], judgments: TurnJudgments | None = None
    ) -> None:
        """Prepare the review of all turns of people, or of all turns if no person played.

        `judgments` are those on the turns of the game, as far as they are known.
        """
        seats = list(seat_numbers(game.setup.seats))
        self._human_seats = [seat for seat in seats if seat not in bots]
        self.game = game
        self.judgments = judgments or TurnJudgments(game)
        reviewed_seats = self._human_seats or seats
        self.turns = [turn for turn in self.judgments.turns if turn.seat in reviewed_seats]

    @property
    def job(self) -> PlanJob | None:
        """The next job for the computer player; None when all turns have been reviewed."""
        played = self.judgments.next_open(self.turns)
        return self.judgments.create_job(played) if played else None

    def accept_answer(self, answer: Mapping[str, Any]) -> None:
        """Take the answer to the current job; KeyError or TypeError if it is malformed."""
        played = self.judgments.next_open(self.turns)
        assert played is not None
        self.judgments.accept_answer(played, answer)

    @property
    def reviewed_count(self) -> int:
        """The number of turns that have been reviewed so far."""
        return len(self.losses)

    @property
    def losses(self) -> tuple[TurnLoss, ...]:
        """The turns that have been reviewed so far."""
        judged = ((turn, self.judgments.get(turn)) for turn in self.turns)
        return tuple(TurnLoss(turn, found.loss, found.plan) for turn, found in judged if found)

    @property
    def worst_turns(self) -> list[TurnLoss]:
        """The turns with the largest losses, in the order of play."""
        losses = sorted(
            (loss for loss in self.losses if loss.loss >= MIN_LOSS), key=lambda loss: -loss.loss
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
