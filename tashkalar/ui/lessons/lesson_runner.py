"""Going through a lesson: which part, what the coach says now, and what becomes of a mistake.

The tutor watches a session that is played like any other. After each decision `decided` is called,
after a square was chosen in vain `tried`; `view` is what stands beside the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from tashkalar.formats.goal import Progress
from tashkalar.position.ids import seat_number
from tashkalar.position.move import Message
from tashkalar.ui.lessons.lesson_file import Lesson, Line, Mistake, Moment, Part
from tashkalar.ui.session.goal_panel import LessonView, lesson, progress
from tashkalar.ui.session.session import Session

SAYING, ANSWERING, SHOWING, DONE = "say", "answer", "show", "done"


class CoachView(NamedTuple):
    """What the coach says: `kind` is ``say``, ``answer`` (to a mistake), ``show`` or ``done``."""

    kind: str
    text: Message | None
    at: tuple[str, ...]  # squares and ids of cards to look at


class TutorView(NamedTuple):
    """What stands beside the board in a lesson."""

    title: Message
    part: int  # from 1
    parts: int
    coach: CoachView
    goal: LessonView | None
    can_show: bool
    can_go_on: bool  # to the next part, or away from the last
    finished: bool


class Tutor:
    """A lesson that somebody is taking. `session` is the table; it is another one in some parts."""

    def __init__(self, taken: Lesson, *, part: int = 0) -> None:
        self.lesson = taken
        # A part that goes on begins where the one before it ends: back to one that begins itself.
        while part and taken.parts[part].start is None:
            part -= 1
        self._begin(part)

    @property
    def part(self) -> Part:
        """The part that is going on."""
        return self.lesson.parts[self.number]

    def _begin(self, number: int) -> None:
        self.number = number
        start = self.part.start
        if start is not None:
            self.session = Session(start.copy(), curtain=False)
            self.session.covered = False
        self._first = len(self.session.game.codes)  # decisions of the parts before
        self._forget()
        self._look()

    def _forget(self) -> None:
        self._done = self.session.read_only = False
        self._said: set[Line] = set()  # what is said once, and has been
        self._line: Line | None = None
        self._answer: str | None = None  # the key of what is said to a mistake
        self._shown = False  # the last decision was made by `show`

    # -- what shows ----------------------------------------------------------------------

    @property
    def view(self) -> TutorView:
        """What stands beside the board now; what is taken up counts."""
        self._look()
        last = self.number + 1 == len(self.lesson.parts)
        return TutorView(
            title=self._message("title"),
            part=self.number + 1,
            parts=len(self.lesson.parts),
            coach=self._coach(),
            goal=lesson(self.session.game, ""),
            can_show=not self._done and not self._shown and self._next_shown() is not None,
            can_go_on=self._done and not last,
            finished=self._done and last,
        )

    def _message(self, line: str) -> Message:
        return Message(self.lesson.key(line))

    def _coach(self) -> CoachView:
        if self._shown:
            return CoachView(SHOWING, Message("learn.shown"), ())
        if self._answer:
            return CoachView(ANSWERING, Message(self._answer), self._line.at if self._line else ())
        if self._done:
            said = self.part.done
            return CoachView(DONE, self._message(said) if said else Message("learn.done"), ())
        if self._line is None:
            return CoachView(SAYING, None, ())
        return CoachView(SAYING, self._message(self._line.say), self._line.at)

    def _look(self) -> None:
        """Choose the line for this moment: the first that holds.

        One that is said once stays until the next decision, and then never comes again.
        """
        if self._line is None or not self._line.once:
            fitting = (n for n in self.part.lines if n not in self._said and self.holds(n.when))
            self._line = next(fitting, None)

    # -- moments -------------------------------------------------------------------------

    @property
    def made(self) -> tuple[str, ...]:
        """The decisions made in this part."""
        return self.session.game.codes[self._first :]

    def holds(self, moment: Moment) -> bool:
        """Whether it is this moment."""
        now = self._now(moment)
        return all(
            value is None or value == now[name]
            for name, value in moment._asdict().items()
            if name != "turn"
        ) and (moment.turn is None or self.session.game.state.turn >= moment.turn)

    def _now(self, moment: Moment) -> dict[str, object]:
        """What is compared with the fields of a moment."""
        session, game = self.session, self.session.game
        kinds = {str(move.kind) for move in session.moves}
        asks = str(game.prompt.kind)
        found: Progress | None = progress(game) if moment.reached is not None else None
        return {
            "done": len(self.made),
            "card": session.card or "",
            "asks": moment.asks if moment.asks == "effect" and not session.in_turn else asks,
            "can": moment.can if moment.can in kinds else None,
            "event": moment.event if moment.event in self._events(moment.by) else None,
            "by": moment.by,
            "seat": game.player,
            "actions": game.state.actions,
            "ending": game.state.last_turns >= 0,
            "over": game.is_over,
            "reached": found is not None and found.state == "reached",
        }

    def _events(self, seat: int | None) -> set[str]:
        """What happened in this turn and the one before it, in turns of a seat or of any."""
        game = self.session.game
        return {
            str(event.kind)
            for entry in game.history()
            if entry.before.turn >= game.state.turn - 1
            and seat in (None, seat_number(entry.before.seat))
            for event in entry.events
        }

    @property
    def opponent(self) -> bool:
        """Whether a program has to decide now."""
        player = self.session.game.player
        return player is not None and player == self.part.opponent and not self._done

    # -- what happens --------------------------------------------------------------------

    def decided(self) -> bool:
        """A decision was made at the table; False when it was a mistake and has been taken back."""
        made = self.made
        if self._shown or not made:
            return True
        self._answer = None
        if self._line is not None and self._line.once:
            self._said.add(self._line)
            self._line = None
        if self.part.ways and not self._ways():
            self._answer = self._answer_to(lambda m: m.move is not None and _fits(m.move, made[-1]))
            self.session.take_back()
            return False
        self._done = self.holds(self.part.until)
        self.session.read_only = self._done  # nothing is decided between two parts
        return True

    def tried(self, square: str) -> None:
        """A square was chosen, but nothing can be done there."""
        card = self.session.card

        def fits(mistake: Mistake) -> bool:
            about = mistake.square is not None and _fits(mistake.square, square)
            return about and mistake.card in (None, card)

        if any(fits(mistake) for mistake in self.part.mistakes):
            self._answer = self._answer_to(fits)

    def taken_up(self) -> None:
        """A card was taken up or laid down, or a decision undone: an answer is out of date."""
        self._answer = None

    def _answer_to(self, fits: Callable[[Mistake], bool]) -> str:
        found = next((mistake for mistake in self.part.mistakes if fits(mistake)), None)
        return self.lesson.key(found.say) if found else "learn.other"

    # -- showing -------------------------------------------------------------------------

    def _ways(self) -> list[tuple[str, ...]]:
        """The ways on which the decisions made in this part lie."""
        made = self.made
        return [
            way for way in self.part.ways if len(made) <= len(way) and all(map(_fits, way, made))
        ]

    def _next_shown(self) -> str | None:
        """The next decision on the first way that is left; None when there is none."""
        place = len(self.made)
        legal = [move.code for move in self.session.moves]
        ahead = (way[place] for way in self._ways() if place < len(way))
        return next((code for step in ahead for code in legal if _fits(step, code)), None)

    def show(self) -> str | None:
        """Make the next decision, to be looked at and taken back with `hide`; its code."""
        code = None if self._done or self._shown else self._next_shown()
        if code is not None:
            self._answer = None
            self.session.press(code)
            self._shown = True
        return code

    def hide(self) -> None:
        """Take back what was shown: now it is the learner's turn."""
        if self._shown:
            self.session.take_back()
            self._shown = False

    def restart(self) -> None:
        """Begin the part again."""
        while len(self.session.game.codes) > self._first:
            self.session.take_back()
        self._forget()

    def go_on(self) -> bool:
        """To the next part; False when there is none, or this one is not done."""
        if not self._done or self.number + 1 == len(self.lesson.parts):
            return False
        self._begin(self.number + 1)
        return True


def _fits(pattern: str, text: str) -> bool:
    """Whether a text is that of a pattern, in which a star stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text) is not None
