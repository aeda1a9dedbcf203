"""The hints of an attempt at a puzzle: what they have told, and the ways to the goal they know."""

from __future__ import annotations

from collections.abc import Generator

from tashkalar.features.puzzles import puzzle_hint
from tashkalar.features.puzzles.puzzle_hint import Codes, HintPart
from tashkalar.formats.goal import Goal
from tashkalar.formats.puzzle import Puzzle
from tashkalar.position.move import Message
from tashkalar.ui.bots.hint import describe_hint
from tashkalar.ui.session.session import Session


class AttemptHints:
    """The hints of one attempt. Each tells more than the one before."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._ways: list[Codes] = [puzzle.solution]
        self._step = 0  # how much was told, as a `HintPart`
        self._told: Message | None = None  # about one position only
        self._told_codes: Codes = ()  # the decisions before that position

    def knows_way(self, session: Session) -> bool:
        """Return whether a way from the present position is known."""
        return self._plan(session) is not None

    def _plan(self, session: Session) -> Codes | None:
        return puzzle_hint.known_plan(self._ways, session.game.codes)

    def told(self, session: Session) -> Message | None:
        """Return what hints have told of the present position; None if nothing."""
        hint = session.hints.hint
        if hint is not None and hint.reaches_goal:
            return _as_one(describe_hint(session.game, hint))
        return self._told if self._told_codes == session.game.codes else None

    def note_search(self, session: Session) -> None:
        """Say that a way from the present position is searched."""
        self._tell(session, Message("advice.goal.searching"))

    def search_in_steps(self, session: Session, goal: Goal) -> Generator[object, None, bool]:
        """Return a generator that searches a way from the present position; it ends with True."""
        codes = session.game.codes
        try:
            plan = yield from puzzle_hint.find_plan_in_steps(session.game, goal)
        except ValueError:
            self._tell(session, Message("advice.goal.unknown"))
            return True
        if plan is None:
            self._tell(session, Message("advice.goal.out"))
        else:
            self._ways.append(codes + plan)
        return True

    def tell_more(self, session: Session) -> HintPart | None:
        """Tell the next step of a hint, and return it; None where no way is known."""
        if (plan := self._plan(session)) is None:
            return None
        wanted = HintPart(min(self._step + 1, HintPart.ALL))
        hint = puzzle_hint.tell_hint(session.game, plan, wanted)
        self._step = max(self._step, hint.step)
        if hint.plan is not None:
            session.hints.show(hint.plan)
        else:
            self._tell(session, Message("advice.goal.more", {"text": _as_one(hint.lines)}))
        return hint.step

    def _tell(self, session: Session, message: Message) -> None:
        self._told, self._told_codes = message, session.game.codes


def _as_one(lines: tuple[Message, ...]) -> Message:
    """Return lines as one message: a heading with numbered steps, or a sentence."""
    heading, *steps = lines
    return Message("advice.goal.steps", {"text": heading, "steps": steps}) if steps else heading
