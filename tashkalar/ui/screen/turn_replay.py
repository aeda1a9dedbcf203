"""What the others have done since one's own last turn, to be watched step by step.

From public facts alone (R25.3): what the log says, and the boards between.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tashkalar.cards import TASKS
from tashkalar.game import PlayedMove
from tashkalar.position.ids import SeatNumber, seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState, Setup
from tashkalar.ui.history.timeline import (
    LOSS_KINDS,
    Timeline,
    TimelineEvent,
    board_of,
    build_turn_timelines,
    entries_since_last_turn,
    latest_turn_entries,
)
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.screen.animation import (
    Animation,
    Tween,
    build_animation,
    group_events,
    look_differences,
)
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView, Wording

STEP_PAUSE_MS = 350  # milliseconds that the board stands still after a step
UNTIL_REPLACED = -1  # a scene that stays until another is shown

LONG_NAME_LETTERS = 20  # letters of a name that has one line at its full size
_MAX_PIPS, _MAX_SMALL_PIPS = 6, 12


def pip_size(steps: int) -> str:
    """How the pips of so many steps find room in one line: "" as they are, small, or not at all."""
    if steps <= _MAX_PIPS:
        return ""
    return "small" if steps <= _MAX_SMALL_PIPS else "out"


class TurnReplayStep(NamedTuple):
    """One step: what is said of it, whose stones move, and what plays over the board now."""

    number: int
    text: Message  # as the log says it
    present_text: Message  # the same as it happens
    turn_title: Message  # whose turn it belongs to
    seat: SeatNumber
    square: str | None
    school: str
    card: CardView | None  # the card that is played, or whose effect this is
    rank: str | None  # of the piece that is put down, where no card is
    note: Message | None  # what is to be read there
    animations: tuple[Animation, ...]
    board_after: Animation  # the board as the step leaves it
    lost_pieces: tuple[
        Message, ...
    ] = ()  # the pieces that made way: run over, or under a new being

    @property
    def named_words(self) -> tuple[Wording, ...]:
        """The squares and the card that its line names."""
        named = (self.text.params.get(name) for name in ("card", "origin", "square"))
        return tuple(word for word in named if isinstance(word, str | Message))


class TurnReplay(NamedTuple):
    """The others' turns, as many as were played."""

    title: Message
    school: str
    steps: tuple[TurnReplayStep, ...]
    lines: tuple[Message, ...]  # all of it in sentences
    named_player: Wording = ""  # whom the title names; "" where it is about several
    is_own_turn_next: bool = False  # the turn of the player who sees it follows

    @property
    def summary(self) -> tuple[Message, ...]:
        """What is told to who does not see it."""
        return (self.title, *self.lines)


def turn_replay(session: Session) -> TurnReplay | None:
    """What others have done before the turn of the player who sees the board; None if nothing."""
    entries, end = _others_moves(session)
    if not entries:
        return None
    setup, truth = session.game.setup, board_of(session.game.state)
    steps: list[TurnReplayStep] = []
    made = build_turn_timelines(entries, end)
    for part in made:
        for group in group_events(part.events, merges_similar=False):
            _append_step(steps, group, build_animation(group, setup, truth), part, setup)
            rest = Animation(
                0, look_differences(group[-1].board_after, truth, setup), (), UNTIL_REPLACED
            )
            if steps:
                steps[-1] = steps[-1]._replace(board_after=rest)
    if not steps:
        return None
    who: Wording = phrases.player_name(setup, SeatNumber(made[0].seat))
    title = Message("meanwhile.title", {"who": who, "n": made[0].turn})
    if len({part.seat for part in made}) > 1:
        title, who = Message("meanwhile.others"), ""
    lines = tuple(line for part in made for line in part.captions)
    school = phrases.school_of_stones(setup, SeatNumber(made[0].seat))
    mine = not (
        session.seating.is_spectated or session.seating.is_computer_due or session.game.is_over
    )
    return TurnReplay(title, school, tuple(steps), lines, who, mine)


# What is told as it happens; of anything else the log's sentence will do.
_PRESENT_MESSAGE_IDS = {
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


def _append_step(
    steps: list[TurnReplayStep],
    group: Sequence[TimelineEvent],
    shown: Animation,
    part: Timeline,
    setup: Setup,
) -> None:
    """A step more, or what only belongs to the last one."""
    told = next((beat for beat in group if beat.step and beat.caption), None)
    if told and told.caption:
        seat = SeatNumber(part.seat)
        school, who = phrases.school_of_stones(setup, seat), phrases.player_name(setup, seat)
        lost = tuple(b.caption for b in group if b.caption and not b.step and b.kind in LOSS_KINDS)
        doing = told.caption
        if key := _PRESENT_MESSAGE_IDS.get(told.kind):
            doing = Message(key, {**told.caption.params, "who": who})
        steps.append(
            TurnReplayStep(
                number=len(steps) + 1,
                text=told.caption,
                present_text=doing,
                turn_title=Message("log.turn", {"n": part.turn, "who": who}),
                seat=seat,
                square=told.square,
                school=school,
                card=card_view(told.source_card, school) if told.source_card else None,
                rank=told.rank if told.kind == "place" and not told.source_card else None,
                note=_step_note(told),
                animations=(shown,),
                board_after=shown,
                lost_pieces=lost,
            )
        )
    elif steps:
        steps[-1] = steps[-1]._replace(animations=(*steps[-1].animations, shown))


def _step_note(beat: TimelineEvent) -> Message | None:
    """What is to be read of a step without a card: the rule, or the task that was claimed."""
    if beat.kind == "claim" and beat.card:
        return Message(TASKS[beat.card].text_id)
    return Message("meanwhile.place") if beat.kind == "place" else None


def split_emphasized(text: str, words: Iterable[str]) -> list[tuple[str, bool]]:
    """A text in pieces, and whether each is one of the words, to be set off from the rest."""
    wanted = sorted({word for word in words if word}, key=len, reverse=True)
    if not wanted:
        return [(text, False)]
    parts = re.split(f"({'|'.join(map(re.escape, wanted))})", text)
    return [(part, part in wanted) for part in parts if part]


def future_gateways(view: TurnReplay, number: int) -> frozenset[str]:
    """The squares on which the Gateway opens only after a step: until then it is not there."""
    later = (shown for step in view.steps[number:] for shown in step.animations)
    acts = (act for shown in later for act in shown.tweens)
    return frozenset(act.square for act in acts if act.kind == "gate" and act.square)


def has_others_moves(session: Session) -> bool:
    """Whether there is anything to be watched."""
    return bool(_others_moves(session)[0])


def board_before_others(session: Session) -> tuple[Animation, ...]:
    """The board as it was before the others began, while they are at it."""
    entries, _ = _others_moves(session)
    if not entries:
        return ()
    before, now = board_of(entries[0].state_before), board_of(session.game.state)
    return (Animation(0, look_differences(before, now, session.game.setup), (), UNTIL_REPLACED),)


def _others_moves(session: Session) -> tuple[list[PlayedMove], GameState]:
    """The moves of others before one's own turn, and the position that they led to.

    Whoever only looks on has no turn: then those of the newest one.
    """
    history, viewer, end = session.history, session.seating.viewer, session.game.state
    if session.seating.is_spectated:
        return latest_turn_entries(history), end
    while history and history[-1].state_before.turn == session.game.state.turn:
        if seat_number(history[-1].state_before.seat) != viewer:
            break
        end = history.pop().state_before
    entries = entries_since_last_turn(history, viewer)
    return [entry for entry in entries if entry.state_before.phase == "play"], end


def step_animations(step: TurnReplayStep) -> tuple[Animation, ...]:
    """The scenes of a step that plays, with the rest after it; its number lies on its square."""
    rest = step.board_after._replace(duration_ms=STEP_PAUSE_MS)
    shown = (*step.animations, rest)
    return tuple(part._replace(tweens=(*part.tweens, *_number_tweens(step))) for part in shown)


def finished_step_animations(step: TurnReplayStep) -> tuple[Animation, ...]:
    """A step that has been played: the board after it, its squares marked, its being known."""
    acts = [act for shown in step.animations for act in shown.tweens]
    came = [
        act._replace(kind="stand", start_ms=0, duration_ms=1) for act in acts if act.kind == "rise"
    ]
    here = {act.square for act in came}
    marks = [
        act._replace(kind="mark", start_ms=0, duration_ms=1)
        for act in acts
        if act.kind in ("ring", "come", "crack", "fade", "slide", "leap", "turn", "tint")
        and act.square not in here
    ]
    return (step.board_after._replace(tweens=(*came, *marks, *_number_tweens(step))),)


def _number_tweens(step: TurnReplayStep) -> tuple[Tween, ...]:
    if step.square is None:
        return ()
    return (Tween("number", 0, 1, step.square, school=step.school, amount=step.number),)
