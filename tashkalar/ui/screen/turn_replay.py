"""What the others have done since one's own last turn, to be watched step by step.

From public facts alone (R25.3): what the log says, and the boards between.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tashkalar.cards import TASKS
from tashkalar.game import Entry
from tashkalar.position.ids import SeatNumber, seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState, Setup
from tashkalar.ui.history.timeline import (
    LOST,
    Beat,
    Film,
    board_of,
    films,
    newest_turn,
    turn_entries,
)
from tashkalar.ui.reference.card_views import face
from tashkalar.ui.screen.animation import Act, Scene, differences, grouped, scene
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView, Wording

RESTS = 350  # milliseconds that the board stands still after a step
FOREVER = -1  # a scene that stays until another is shown

LONG = 20  # letters of a name that has one line at its full size
_PIPS, _SMALL_PIPS = 6, 12


def crowded(steps: int) -> str:
    """How the pips of so many steps find room in one line: "" as they are, small, or not at all."""
    if steps <= _PIPS:
        return ""
    return "small" if steps <= _SMALL_PIPS else "out"


class Step(NamedTuple):
    """One step: what is said of it, whose stones move, and what plays over the board now."""

    number: int
    text: Message  # as the log says it
    doing: Message  # the same as it happens
    turn: Message  # whose turn it belongs to
    seat: SeatNumber
    square: str | None
    school: str
    face: CardView | None  # the card that is played, or whose effect this is
    rank: str | None  # of the piece that is put down, where no card is
    note: Message | None  # what is to be read there
    scenes: tuple[Scene, ...]
    after: Scene  # the board as the step leaves it
    lost: tuple[Message, ...] = ()  # the pieces that made way: run over, or under a new being

    @property
    def named(self) -> tuple[Wording, ...]:
        """The squares and the card that its line names."""
        named = (self.text.params.get(name) for name in ("card", "origin", "square"))
        return tuple(word for word in named if isinstance(word, str | Message))


class Meanwhile(NamedTuple):
    """The others' turns, as many as were played."""

    title: Message
    school: str
    steps: tuple[Step, ...]
    lines: tuple[Message, ...]  # all of it in sentences
    who: Wording = ""  # whom the title names; "" where it is about several
    mine: bool = False  # the turn of the player who sees it follows

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
        for group in grouped(part.beats, together=False):
            _add(steps, group, scene(group, setup, truth), part, setup)
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
    mine = not (session.watched or session.waiting or session.game.is_over)
    return Meanwhile(title, school, tuple(steps), lines, who, mine)


# What is told as it happens; of anything else the log's sentence will do.
_DOING = {
    "place": "meanwhile.now.place",
    "pick-up": "meanwhile.now.pick-up",
    "summon": "meanwhile.now.summon",
    "destroy": "meanwhile.now.destroy",
    "convert": "meanwhile.now.convert",
    "move": "meanwhile.now.move",
    "leap": "meanwhile.now.move",
    "upgrade": "meanwhile.now.upgrade",
    "downgrade": "meanwhile.now.downgrade",
    "swap": "meanwhile.now.swap",
    "flare": "meanwhile.now.flare",
    "claim": "meanwhile.now.claim",
    "thaw": "meanwhile.now.thaw",
    "warp": "meanwhile.now.warp",
    "discard": "meanwhile.now.discard",
}


def _add(steps: list[Step], group: Sequence[Beat], shown: Scene, part: Film, setup: Setup) -> None:
    """A step more, or what only belongs to the last one."""
    told = next((beat for beat in group if beat.step and beat.caption), None)
    if told and told.caption:
        seat = SeatNumber(part.seat)
        school, who = phrases.stones(setup, seat), phrases.player(setup, seat)
        lost = tuple(b.caption for b in group if b.caption and not b.step and b.kind in LOST)
        doing = told.caption
        if key := _DOING.get(told.kind):
            doing = Message(key, {**told.caption.params, "who": who})
        steps.append(
            Step(
                number=len(steps) + 1,
                text=told.caption,
                doing=doing,
                turn=Message("log.turn", {"n": part.turn, "who": who}),
                seat=seat,
                square=told.square,
                school=school,
                face=face(told.doing, school) if told.doing else None,
                rank=told.rank if told.kind == "place" and not told.doing else None,
                note=_note(told),
                scenes=(shown,),
                after=shown,
                lost=lost,
            )
        )
    elif steps:
        steps[-1] = steps[-1]._replace(scenes=(*steps[-1].scenes, shown))


def _note(beat: Beat) -> Message | None:
    """What is to be read of a step without a card: the rule, or the task that was claimed."""
    if beat.kind == "claim" and beat.card:
        return Message(TASKS[beat.card].text_id)
    return Message("meanwhile.place") if beat.kind == "place" else None


def emphasised(text: str, words: Iterable[str]) -> list[tuple[str, bool]]:
    """A text in pieces, and whether each is one of the words, to be set off from the rest."""
    wanted = sorted({word for word in words if word}, key=len, reverse=True)
    if not wanted:
        return [(text, False)]
    parts = re.split(f"({'|'.join(map(re.escape, wanted))})", text)
    return [(part, part in wanted) for part in parts if part]


def gates_to_come(view: Meanwhile, number: int) -> frozenset[str]:
    """The squares on which the Gateway opens only after a step: until then it is not there."""
    later = (shown for step in view.steps[number:] for shown in step.scenes)
    acts = (act for shown in later for act in shown.acts)
    return frozenset(act.square for act in acts if act.what == "gate" and act.square)


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
    """The scenes of a step that plays, with the rest after it; its number lies on its square."""
    rest = step.after._replace(lasts=RESTS)
    shown = (*step.scenes, rest)
    return tuple(part._replace(acts=(*part.acts, *_number(step))) for part in shown)


def standing(step: Step) -> tuple[Scene, ...]:
    """A step that has been played: the board after it, its squares marked, its being known."""
    acts = [act for shown in step.scenes for act in shown.acts]
    came = [act._replace(what="stand", at=0, lasts=1) for act in acts if act.what == "rise"]
    here = {act.square for act in came}
    marks = [
        act._replace(what="mark", at=0, lasts=1)
        for act in acts
        if act.what in ("ring", "come", "crack", "fade", "slide", "leap", "turn", "tint")
        and act.square not in here
    ]
    return (step.after._replace(acts=(*came, *marks, *_number(step))),)


def _number(step: Step) -> tuple[Act, ...]:
    if step.square is None:
        return ()
    return (Act("number", 0, 1, step.square, school=step.school, amount=step.number),)
