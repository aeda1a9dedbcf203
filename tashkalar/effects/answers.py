"""Questions in the middle of an effect: take the next answer, or suspend without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Self

from tashkalar.effects.card_verbs import CardVerbs
from tashkalar.position.literals import AskedKind
from tashkalar.position.move import PASS_CONTROL, SKIP, Message, Move
from tashkalar.position.state import GameState


class Question(NamedTuple):
    """A question of an effect: a short kind, the legal answers, and the card that asks.

    `owners` marks a choice among the cards of the player on turn. No other player may see these
    cards, so that player answers even after passing control (R19.14).
    """

    kind: AskedKind
    moves: tuple[Move, ...]
    optional: bool
    card: str | None
    owners: bool = False
    way: str = ""  # for a move or leap: "standard" or "combat" (R11.5)
    number: int = 0  # position in a series of at most `of` (`AnswerLog.up_to`); 0 without series
    of: int = 0


class NeedDecision(BaseException):
    """Raised by a question that has no answer yet. Not an `Exception`: cards cannot catch it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.kind)
        self.question = question


class LinkedEffectImpossible(BaseException):
    """Raised inside a linked effect by a part that cannot be done (R22.10)."""


def question_message(question: Question) -> Message:
    """Return the catalog message of a question: ``ask.<kind>``, or ``ask.<kind>.may``.

    For a move or leap, the ids are ``ask.<kind>.<way>`` and ``ask.<kind>.<way>.may``.
    """
    way = f".{question.way}" if question.way else ""
    suffix = f"{way}.may" if question.optional else way
    params = {"card": Message(f"card.{question.card}.name")} if question.card else {}
    return Message(f"ask.{question.kind}{suffix}", params)


class AnswerLog(CardVerbs):
    """The answers so far, and the search for the next answer."""

    __slots__ = (
        "_is_rehearsal",
        "_linked_effect",
        "_next_answer",
        "_series",
        "answers",
        "forced",
        "resolving",
    )

    def __init__(
        self, state: GameState, answers: Sequence[str] = (), forced: Sequence[bool] = ()
    ) -> None:
        super().__init__(state)
        self.answers = list(answers)
        self.forced = list(forced)
        self.resolving = False  # whether the text of a card is being executed
        self._next_answer = 0
        self._series = (0, 0)  # the question's position in its series, and the series' length
        self._is_rehearsal = False  # whether this effect rehearses a linked effect
        self._linked_effect: tuple[Callable[[Self], None], Self, int] | None = None

    def up_to(self, most: int, *, done: int = 0) -> Iterator[int]:
        """Count from 1 to `most` for a series of questions; each question gets its position.

        `done` questions were asked before the length of the series was known.
        """
        try:
            for number in range(done + 1, most + 1):
                self._series = (number, most)
                yield number
        finally:
            self._series = (0, 0)

    def _ask(
        self,
        kind: AskedKind,
        optional: bool,
        options: Callable[[], Sequence[Move]],
        *,
        owners: bool = False,
        way: str = "",
    ) -> str | None:
        """Return the code of the next answer; None for "no" or if there is nothing to choose."""
        if self._next_answer == len(self.answers):
            moves = self._completable_moves(tuple(options()))
            if not moves and not optional and self._is_rehearsal:
                raise LinkedEffectImpossible
            if len(moves) > 1 or (moves and optional):
                if optional:
                    moves += (SKIP,)
                if self._can_pass_control():
                    moves += (PASS_CONTROL,)
                number, of = self._series
                raise NeedDecision(
                    Question(kind, moves, optional, self.card, owners, way, number, of)
                )
            self.answers.append(moves[0].code if moves else SKIP.code)
            self.forced.append(True)
        code = self.answers[self._next_answer]
        self._next_answer += 1
        if code == PASS_CONTROL.code:
            self.pass_control()
            return self._ask(kind, optional, options, owners=owners, way=way)
        return None if code == SKIP.code else code

    def _can_pass_control(self) -> bool:
        """Return whether the teammate may take over in the middle of this effect (R19.11)."""
        state = self.state
        return state.setup.teams and self.resolving and not state.passed and not self._is_rehearsal

    # -- linked effects ------------------------------------------------------------------

    def linked(self, part: Callable[[Self], None]) -> bool:
        """Carry out `part` as a whole or not at all; return whether it was done (R22.10).

        `part` is rehearsed on copies first. A question offers only the answers after which the rest
        of `part` can be completed.
        """
        rehearsal = self._make_rehearsal()
        if not rehearsal._can_complete(part, []):
            return False
        self._linked_effect = (part, rehearsal, self._next_answer)
        part(self)
        self._linked_effect = None
        return True

    def _make_rehearsal(self, answers: Sequence[str] = ()) -> Self:
        """Return a rehearsal that starts from this state with its own answers."""
        fork = type(self)(self.state.copy(), answers)
        fork.card, fork.match, fork.summoned_at = self.card, self.match, self.summoned_at
        fork.being = fork.track(self.being.square)
        fork.summoning_victim = self.summoning_victim
        fork._is_rehearsal = True
        return fork

    def _completable_moves(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return, in a linked effect, the moves after which the rest can be done."""
        if self._linked_effect is None:
            return moves
        part, rehearsal, start = self._linked_effect
        so_far = self.answers[start:]
        return tuple(m for m in moves if rehearsal._can_complete(part, [*so_far, m.code]))

    def _can_complete(self, part: Callable[[Self], None], answers: list[str]) -> bool:
        """Return whether some answers after the given ones complete the linked effect."""
        trial = self._make_rehearsal(answers)
        try:
            part(trial)
        except LinkedEffectImpossible:
            return False
        except NeedDecision as need:
            return any(
                self._can_complete(part, [*trial.answers, move.code])
                for move in need.question.moves
            )
        return True
