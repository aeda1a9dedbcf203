"""The question that is shown, its answer, and a minute against the clock."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from tashkalar import cards
from tashkalar.features.drill.drill_record import DayPractice, DrillRecord, choose_kind
from tashkalar.features.drill.questions import OWN_SEAT, DrillQuestion, create_question
from tashkalar.features.puzzles.daily_puzzle import streak
from tashkalar.position.board import FILES, RANKS, SQUARE_OF
from tashkalar.position.move import Message
from tashkalar.position.rng import random_below, state_from_seed

MINUTE_S = 60
DAILY_MINUTES = 10
_LONGEST_ANSWER_S = 60  # a longer one is a pause, which is no practice
_LEAST_STREAK = 2  # days in a row that are worth a word


class DrillCell(NamedTuple):
    """A cell of the grid that is shown: a square, or the hole of a cut corner without a name."""

    name: str
    file: str
    row: str  # its number
    label: Message | None
    school: str = ""  # of the stone; "" without a piece
    rank: str = ""
    is_used: bool = False
    is_answer: bool = False
    is_wrong: bool = False  # chosen, and no answer


class DrillRun:
    """Questions one after the other; `record` changes with each answer.

    `seed` decides all questions, together with the answers. `left_s` is the time that is left
    against the clock in seconds, None without a clock.
    """

    def __init__(self, record: DrillRecord, seed: str) -> None:
        self.record = record
        self.ranks: Collection[str] = RANKS
        self.left_s: float | None = None
        self.right_in_minute = 0
        self.chosen = ""  # the square of the answer; "" while the question is open
        self._seed, self._number, self._is_minute_over = seed, 0, False
        self.question = self._create_question()

    def _create_question(self) -> DrillQuestion:
        self._number += 1
        seed = f"{self._seed}/{self._number}"
        _, number = random_below(state_from_seed(f"kind {seed}"), 1000)
        return create_question(choose_kind(self.record, self.ranks, number), seed)

    # -- answers -------------------------------------------------------------------------

    @property
    def is_right(self) -> bool:
        """True if the question is answered, and rightly."""
        return self.chosen in self.question.answers

    def answer(self, square: str, today: int, seconds: float) -> bool:
        """Take the answer to the open question; return whether it is right.

        `today` is the number of the day, `seconds` the time that the person has thought.
        """
        self.chosen = square
        self.record = self.record.add_answer(
            self.question.kind,
            today,
            is_right=self.is_right,
            seconds=min(seconds, _LONGEST_ANSWER_S),
        )
        if self.left_s is not None:
            self.right_in_minute += self.is_right
        return self.is_right

    def go_on(self) -> None:
        """Show the next question."""
        self.chosen, self._is_minute_over = "", False
        self.question = self._create_question()

    def choose_ranks(self, rank: str) -> None:
        """Ask for cards of a rank from now on; of all ranks for ""."""
        self.ranks = (rank,) if rank in RANKS else RANKS
        self.go_on()

    # -- the clock -----------------------------------------------------------------------

    def start_minute(self) -> None:
        """Begin a minute against the clock."""
        self.left_s, self.right_in_minute = float(MINUTE_S), 0
        self.go_on()

    def stop_minute(self) -> None:
        """End the minute before its time; it does not count."""
        self.left_s = None
        self.go_on()

    def spend(self, seconds: float) -> bool:
        """Take time from the clock while a question is open; return whether it has run out.

        Then the open question is closed without an answer.
        """
        if self.left_s is None or self.chosen:
            return False
        self.left_s -= seconds
        if self.left_s > 0:
            return False
        self.left_s, self._is_minute_over = None, True
        self.record = self.record._replace(best=max(self.record.best, self.right_in_minute))
        return True

    @property
    def is_open(self) -> bool:
        """True while the question waits for an answer."""
        return not self.chosen and not self._is_minute_over

    # -- what is shown -------------------------------------------------------------------

    @property
    def title(self) -> Message:
        """The question in words."""
        return Message(
            "drill.question", {"card": Message(cards.BEINGS[self.question.card].name_id)}
        )

    @property
    def verdict(self) -> Message | None:
        """The verdict on the answer, or on the minute that is over; None for an open question."""
        if self._is_minute_over:
            counts = {"n": self.right_in_minute, "best": self.record.best}
            return Message("drill.minute.over", counts)
        if not self.chosen:
            return None
        where = {"square": next(iter(self.question.answers))}
        return Message("drill.right" if self.is_right else "drill.wrong", where)

    @property
    def rules(self) -> tuple[Message, ...]:
        """The rules that a wrong answer may have overlooked (R7.2, R7.4)."""
        if self.is_open or self.is_right:
            return ()
        shown = (("higher", self.question.higher), ("filled", self.question.filled))
        return tuple(Message(f"drill.rule.{name}") for name, squares in shown if squares)

    @property
    def clock(self) -> Message | None:
        """The time that is left, and how many answers are right; None without a clock."""
        if self.left_s is None:
            return None
        counts = {"seconds": max(0, round(self.left_s)), "n": self.right_in_minute}
        return Message("drill.clock", counts)

    def day_messages(self, today: int) -> tuple[Message, ...]:
        """Return how much was practiced today, and on how many days in a row."""
        day = self.record.days.get(today, DayPractice())
        minutes = {"minutes": day.seconds // 60, "of": DAILY_MINUTES}
        messages = [Message("drill.today", minutes), Message("drill.answers", {"n": day.answers})]
        if (in_row := streak(self.record.days, today)) >= _LEAST_STREAK:
            messages.append(Message("drill.row", {"n": in_row}))
        if self.record.best:
            messages.append(Message("drill.best", {"best": self.record.best}))
        return tuple(messages)

    @property
    def rows(self) -> tuple[tuple[DrillCell, ...], ...]:
        """The cells that are shown, from the top row down."""
        area = self.question.area
        return tuple(
            tuple(
                self._cell(FILES[file], str(rank + 1))
                for file in range(area.file, area.file + area.size)
            )
            for rank in reversed(range(area.rank, area.rank + area.size))
        )

    def _cell(self, file: str, row: str) -> DrillCell:
        name = file + row
        if name not in SQUARE_OF:
            return DrillCell("", file, row, None)
        question = self.question
        owner, _, rank = question.board.get(name, "0").partition(" ")
        is_used, is_answer = (
            not self.is_open and name in names for names in (question.used, question.answers)
        )
        is_wrong = name == self.chosen and not self.is_right
        side = "own" if owner == str(OWN_SEAT) else "other"
        own_school, other_school = question.schools
        school = own_school if side == "own" else other_school
        standing = Message(f"drill.piece.{side}.{rank}") if rank else Message("square.empty")
        signs = tuple(self._signs(is_used=is_used, is_answer=is_answer, is_wrong=is_wrong))
        params: dict[str, object] = {"square": name, "about": (standing,)}
        label = Message("square.label", params)
        if signs:
            label = Message("square.label.marked", {**params, "marks": signs})
        return DrillCell(
            name,
            file,
            row,
            label,
            school if rank else "",
            rank,
            is_used=is_used,
            is_answer=is_answer,
            is_wrong=is_wrong,
        )

    def _signs(self, *, is_used: bool, is_answer: bool, is_wrong: bool) -> Iterator[Message]:
        if is_wrong:
            yield Message("drill.chosen")
        if is_used:
            yield Message("square.used")
        if is_answer:
            yield Message("square.target")
