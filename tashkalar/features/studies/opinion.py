"""The computer player's opinion of a game: which side is ahead after each turn, and by how much.

After a turn, the side that has played it is judged by what it has just done, and each other side by
the best that it can do next or, if another one plays first, by what it did last. Each judgment is
that of the seat, which does not know the hands of others. Half the difference of two sides is the
lead: what both sides have of their own, such as cards in hand, counts once for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tashkalar.features.studies.chances import chance_percent
from tashkalar.features.studies.finished_turns import ReviewedTurn
from tashkalar.features.studies.judgments import TurnJudgments
from tashkalar.position.ids import colour_number, seat_of
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.ui.bots.computer_seats import PlanJob
from tashkalar.ui.bots.hint import HINT_BOT_NAME
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording

_POINT = 1000  # thousandths
_LEVEL = 500  # thousandths of a point; a smaller lead is none


class OpinionPoint(NamedTuple):
    """The opinion after a turn.

    `leads` has, for each side, by how many thousandths of a point it is ahead of the best other
    side; None while the computer player has not judged the turns that are needed.
    """

    turn: int  # its number
    moves_before: int
    leads: tuple[int, ...] | None
    is_result: bool = False  # the leads are those of the final score


class OpinionCurve:
    """The opinion of a game in progress: a job for each turn that has no judgment yet."""

    def __init__(self, judgments: TurnJudgments) -> None:
        self.judgments = judgments
        self.game = judgments.game
        self.has_failed = False  # the computer player did not answer
        self.is_stopped = False  # a person has stopped it
        setup = self.game.setup
        self.side_names: tuple[Wording, ...] = tuple(
            phrases.color_owner_name(setup, colour_number(side)) for side in range(self._side_count)
        )
        self.side_schools = tuple(
            phrases.school_of_color(setup, colour_number(side)) for side in range(self._side_count)
        )

    @property
    def _side_count(self) -> int:
        return len(self.game.state.colours)

    # -- judging -------------------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        """True if all turns have been judged."""
        return self.judgments.next_open(self.judgments.turns) is None

    @property
    def job(self) -> PlanJob | None:
        """The next job; None when all turns have been judged, or while it is stopped."""
        turn = self.judgments.next_open(self.judgments.turns)
        return None if turn is None or self.rests else self.judgments.create_job(turn)

    @property
    def rests(self) -> bool:
        """True if it does not go on by itself."""
        return self.has_failed or self.is_stopped

    def resume(self) -> None:
        """Go on after a stop or a failure."""
        self.has_failed = self.is_stopped = False

    def accept_answer(self, answer: Mapping[str, Any]) -> None:
        """Take the answer to the job; KeyError or TypeError if it is malformed."""
        turn = self.judgments.next_open(self.judgments.turns)
        assert turn is not None
        self.judgments.accept_answer(turn, answer)

    @property
    def status(self) -> Message | None:
        """The number of judged turns in words; None when all have been judged."""
        turns = self.judgments.turns
        if self.is_complete:
            return None
        if self.has_failed:
            return Message("review.failed")
        done = sum(self.judgments.get(turn) is not None for turn in turns)
        kind = "opinion.stopped" if self.is_stopped else "opinion.progress"
        return Message(kind, {"who": HINT_BOT_NAME, "done": done, "all": len(turns)})

    # -- the opinion ---------------------------------------------------------------------

    @property
    def points(self) -> tuple[OpinionPoint, ...]:
        """The opinion after each finished turn, as far as it is known."""
        turns, worths = self.judgments.turns, dict[int, int]()
        points: list[OpinionPoint] = []
        for turn, following in zip(turns, (*turns[1:], None), strict=True):
            if judgment := self.judgments.get(turn):
                worths[self._side_of(turn)] = judgment.worth - judgment.loss
            leads, is_result = None, following is None and self._is_scored
            if is_result:
                leads = self._final_leads()
            elif judgment:
                leads = self._leads_after(turn, following, worths)
            points.append(OpinionPoint(turn.turn, turn.moves_before, leads, is_result))
        return tuple(points)

    def _side_of(self, turn: ReviewedTurn) -> int:
        return self.game.setup.colours[seat_of(turn.seat)]

    @property
    def _is_scored(self) -> bool:
        """True if the game was played to its end, so that the points decide."""
        outcome = self.game.outcome
        return outcome is not None and outcome.reason != "resigned"

    def _final_leads(self) -> tuple[int, ...]:
        form, state = FORMS[self.game.setup.form], self.game.state
        return _leads([form.score(state, side) * _POINT for side in range(self._side_count)], 1, 1)

    def _leads_after(
        self, turn: ReviewedTurn, following: ReviewedTurn | None, worths: Mapping[int, int]
    ) -> tuple[int, ...] | None:
        """Return the leads; `worths` are what the sides' last turns were worth, by side."""
        known = dict(worths)
        if following is not None and self._side_of(following) != self._side_of(turn):
            judgment = self.judgments.get(following)
            if judgment is None:
                return None
            known[self._side_of(following)] = judgment.worth
        if len(known) < self._side_count:
            return None
        sides = [known[side] for side in range(self._side_count)]
        # In a melee a judgment takes away 40 per cent of the best other side's worth, else all.
        return _leads(sides, *((5, 7) if FORMS[self.game.setup.form].scores_by_colour else (1, 2)))


def _leads(worths: Sequence[int], numerator: int, denominator: int) -> tuple[int, ...]:
    """Return by how much each side is ahead of the best other one, times a fraction."""
    return tuple(
        (worth - max(other for n, other in enumerate(worths) if n != side))
        * numerator
        // denominator
        for side, worth in enumerate(worths)
    )


def describe_point(curve: OpinionCurve, point: OpinionPoint) -> Message:
    """Return the opinion after a turn in words: who leads by how much, and how often that wins."""
    if point.leads is None:
        return Message("opinion.open")
    lead = max(point.leads)
    if lead < _LEVEL:
        return Message("opinion.level")
    who = curve.side_names[point.leads.index(lead)]
    ahead = Message("opinion.ahead", {"who": who, "n": (lead + _LEVEL) // _POINT})
    percent = chance_percent(curve.game.setup.form, len(point.leads), lead)
    if point.is_result or percent is None:
        return ahead
    return Message("opinion.chance", {"lead": ahead, "n": percent})
