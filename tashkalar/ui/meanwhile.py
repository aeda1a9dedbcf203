"""What the others have done since one's own last turn, to be watched step by step.

From public facts alone (R25.3): what the log says, and the boards between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.cards import BEINGS
from tashkalar.game import Entry
from tashkalar.position.move import Message
from tashkalar.position.numbers import SeatNumber, seat_number
from tashkalar.position.state import GameState
from tashkalar.ui import phrases
from tashkalar.ui.faces import face
from tashkalar.ui.motion import Scene, differences, grouped, scene
from tashkalar.ui.playback import LOST, Beat, board_of, films, newest_turn, turn_entries
from tashkalar.ui.session import Session
from tashkalar.ui.views import CardView, Wording

RESTS = 350  # milliseconds that the board stands still after a step
FOREVER = -1  # a scene that stays until another is shown

SPEEDS = (1.0, 2.0, 0.5)

_PIPS, _SMALL_PIPS = 6, 12


def crowded(steps: int) -> str:
    """How the pips of so many steps find room in one line: "" as they are, small, or not at all."""
    if steps <= _PIPS:
        return ""
    return "small" if steps <= _SMALL_PIPS else "out"


class Step(NamedTuple):
    """One step: what is said of it, whose stones move, and what plays over the board now."""

    number: int
    text: Message
    school: str
    face: CardView | None  # the being that is summoned
    scenes: tuple[Scene, ...]
    after: Scene  # the board as the step leaves it
    lost: tuple[Message, ...] = ()  # the pieces that made way: run over, or under a new being


class Meanwhile(NamedTuple):
    """The others' turns, as many as were played."""

    title: Message
    school: str
    steps: tuple[Step, ...]
    lines: tuple[Message, ...]  # all of it in sentences
    who: Wording = ""  # whom the title names; "" where it is about several

    @property
    def summary(self) -> tuple[Message, ...]:
        """What is told to who does not see it."""
        return (self.title, *self.lines)


def meanwhile(session: Session) -> Meanwhile | None:
    """What others have done before the turn of the player who sees the board; None if nothing."""
    entries, end = _others(session)
    if not entries:
        return None
    setup, truth = session.game.setup, board_of(session.game.state)
    steps: list[Step] = []
    made = films(entries, end)
    for part in made:
        school = phrases.stones(setup, SeatNumber(part.seat))
        for group in grouped(part.beats, together=False):
            _add(steps, group, scene(group, setup, truth), school)
            rest = Scene(0, differences(group[-1].after, truth, setup), (), FOREVER)
            if steps:
                steps[-1] = steps[-1]._replace(after=rest)
    if not steps:
        return None
    who: Wording = phrases.player(setup, SeatNumber(made[0].seat))
    title = Message("meanwhile.title", {"who": who, "n": made[0].turn})
    if len({part.seat for part in made}) > 1:
        title, who = Message("meanwhile.others"), ""
    lines = tuple(line for part in made for line in part.told)
    school = phrases.stones(setup, SeatNumber(made[0].seat))
    return Meanwhile(title, school, tuple(steps), lines, who)


def _add(steps: list[Step], group: Sequence[Beat], shown: Scene, school: str) -> None:
    """A step more, or what only belongs to the last one."""
    told = next((beat for beat in group if beat.step and beat.caption), None)
    if told and told.caption:
        card = face(told.card, school) if told.card in BEINGS else None
        lost = tuple(b.caption for b in group if b.caption and not b.step and b.kind in LOST)
        steps.append(Step(len(steps) + 1, told.caption, school, card, (shown,), shown, lost))
    elif steps:
        steps[-1] = steps[-1]._replace(scenes=(*steps[-1].scenes, shown))


def others_have_played(session: Session) -> bool:
    """Whether there is anything to be watched."""
    return bool(_others(session)[0])


def held(session: Session) -> tuple[Scene, ...]:
    """The board as it was before the others began, while they are at it."""
    entries, _ = _others(session)
    if not entries:
        return ()
    before, now = board_of(entries[0].before), board_of(session.game.state)
    return (Scene(0, differences(before, now, session.game.setup), (), FOREVER),)


def _others(session: Session) -> tuple[list[Entry], GameState]:
    """The moves of others before one's own turn, and the position that they led to.

    Whoever only looks on has no turn: then those of the newest one.
    """
    history, viewer, end = session.history, session.viewer, session.game.state
    if session.watched:
        return newest_turn(history), end
    while history and history[-1].before.turn == session.game.state.turn:
        if seat_number(history[-1].before.seat) != viewer:
            break
        end = history.pop().before
    entries = turn_entries(history, viewer)
    return [entry for entry in entries if entry.before.phase == "play"], end


def playing(step: Step) -> tuple[Scene, ...]:
    """The scenes of a step that plays, with the rest after it."""
    return (*step.scenes, step.after._replace(lasts=RESTS))


def standing(step: Step) -> tuple[Scene, ...]:
    """A step that has been played: the board after it, its squares marked."""
    marks = [
        act._replace(what="mark", at=0, lasts=1)
        for shown in step.scenes
        for act in shown.acts
        if act.what in ("ring", "come", "rise", "crack", "fade", "slide", "leap", "turn", "tint")
    ]
    return (step.after._replace(acts=tuple(marks)),)
