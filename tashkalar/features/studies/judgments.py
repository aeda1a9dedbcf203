"""The computer player's judgments on the turns of a game, for the review and the opinion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.features.studies.finished_turns import ReviewedTurn, finished_turns
from tashkalar.position.ids import seat_numbers
from tashkalar.ui.bots.computer_seats import PlanJob, create_plan_job
from tashkalar.ui.bots.hint import HINT_LEVEL, Hint, read_hint


class Judgment(NamedTuple):
    """The best plan for a turn; the numbers are thousandths of a point, for the seat that played.

    `worth` is that of the position after the plan, `loss` by how much what was played is worth
    less.
    """

    worth: int
    loss: int
    plan: Hint


class TurnJudgments:
    """The judgments on the finished turns of a game, each from what its seat could see."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns: Sequence[ReviewedTurn] = finished_turns(
            game, list(seat_numbers(game.setup.seats))
        )
        self._judgments: dict[int, Judgment] = {}  # by the number of moves before the turn

    def get(self, turn: ReviewedTurn) -> Judgment | None:
        """Return the judgment on a turn; None while there is none."""
        return self._judgments.get(turn.moves_before)

    def next_open(self, turns: Sequence[ReviewedTurn]) -> ReviewedTurn | None:
        """Return the first of these turns that has no judgment."""
        return next((turn for turn in turns if turn.moves_before not in self._judgments), None)

    def create_job(self, turn: ReviewedTurn) -> PlanJob:
        """Return the job to judge a turn."""
        return create_plan_job(turn.game_before, turn.seat, HINT_LEVEL, played_codes=turn.codes)

    def accept_answer(self, turn: ReviewedTurn, answer: Mapping[str, Any]) -> None:
        """Take the answer to the job of a turn; KeyError or TypeError if it is malformed."""
        judgment = Judgment(int(answer["worth"]), int(answer["lost"]), read_hint(answer))
        self._judgments[turn.moves_before] = judgment

    def adopt(self, others: TurnJudgments) -> None:
        """Take over the judgments on the turns that both have: the game has gone on since."""
        positions = {turn.moves_before: turn for turn in others.turns}
        for turn in self.turns:
            same, judgment = positions.get(turn.moves_before), others.get(turn)
            if judgment is None or same is None or same.codes != turn.codes:
                continue
            if same.game_before.state is turn.game_before.state:
                self._judgments[turn.moves_before] = judgment
