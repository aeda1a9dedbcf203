"""The turns of the others since the viewer's last turn, to be watched step by step.

The replay uses public facts only (R25.3): the sentences of the log, and the boards between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.cards import TASKS
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import (
    SeatNumber,
    colour_number,
    seat_number,
    seat_numbers,
    seat_of,
)
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
    BoardPicture,
    build_animation,
    group_events,
    look_differences,
    picture_after,
    present_picture,
)
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.screen.players import player_view
from tashkalar.ui.screen.tasks import earned_message, tally_views, task_views
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView, PlayerView, PublicFacts, Wording

UNTIL_REPLACED = -1  # the duration of an animation that stays until the next one


class TurnReplayStep(NamedTuple):
    """One step: its texts, the player and piece, and the animations over the board."""

    number: int
    text: Message  # as the log says it
    present_text: Message  # in the present tense
    turn_title: Message  # names the player of the turn
    seat: SeatNumber
    square: str | None
    school: str
    card: CardView | None  # the card that is played, or whose effect causes the step
    rank: str | None  # of a piece that is placed without a card
    note: Message | None  # shown in place of the card
    animations: tuple[Animation, ...]
    board_after: Animation  # the board as the step leaves it
    lost_pieces: tuple[Message, ...] = ()  # pieces run over, or replaced by a new being
    facts: PublicFacts | None = None  # of the position after the step

    @property
    def named_words(self) -> tuple[Wording, ...]:
        """The card and the squares named in the text."""
        values = (self.text.params.get(name) for name in ("card", "origin", "square"))
        return tuple(word for word in values if isinstance(word, str | Message))


class TurnReplay(NamedTuple):
    """The turns of the others since the viewer's last turn."""

    title: Message
    school: str
    steps: tuple[TurnReplayStep, ...]
    lines: tuple[Message, ...]  # all steps in sentences
    named_player: Wording = ""  # the player named in the title; "" for several
    is_own_turn_next: bool = False  # the viewer's turn follows

    @property
    def summary(self) -> tuple[Message, ...]:
        """The replay in sentences, for people who do not see it."""
        return (self.title, *self.lines)


def turn_replay(session: Session) -> TurnReplay | None:
    """Return what others have done before the viewer's turn; None if nothing."""
    entries, end = _others_moves(session)
    if not entries:
        return None
    setup, truth = session.game.setup, present_picture(session)
    summoned = drawing_cache(session).summoned_pieces.after(session.history, entries[0].number - 1)
    steps: list[TurnReplayStep] = []
    timelines = build_turn_timelines(entries, end, summoned)
    positions = iter(_positions_after_events(entries, end))
    for timeline in timelines:
        for group in group_events(timeline.events, merges_similar=False):
            state = [next(positions) for _ in group][-1]
            _append_step(steps, group, build_animation(group, setup, truth), timeline, setup)
            final_board = Animation(
                0, look_differences(picture_after(group[-1]), truth, setup), (), UNTIL_REPLACED
            )
            if steps:
                facts = _public_facts(session, entries, state, group[-1])
                steps[-1] = steps[-1]._replace(board_after=final_board, facts=facts)
    if not steps:
        return None
    name: Wording = phrases.player_name(setup, SeatNumber(timelines[0].seat))
    title = Message("meanwhile.title", {"who": name, "n": timelines[0].turn})
    if len({timeline.seat for timeline in timelines}) > 1:
        title, name = Message("meanwhile.others"), ""
    lines = tuple(line for timeline in timelines for line in timeline.captions)
    school = phrases.school_of_stones(setup, SeatNumber(timelines[0].seat))
    is_own_turn_next = not (
        session.seating.is_spectated or session.seating.is_other_due or session.game.is_over
    )
    return TurnReplay(title, school, tuple(steps), lines, name, is_own_turn_next)


def _positions_after_events(entries: Sequence[PlayedMove], end: GameState) -> list[GameState]:
    """Return for each event the position after its move, or before it for the move's others.

    A move keeps no position between its events.
    """
    ends = [entry.state_before for entry in entries[1:]] + [end]
    return [
        after if number == len(entry.events) else entry.state_before
        for entry, after in zip(entries, ends, strict=True)
        for number in range(1, len(entry.events) + 1)
    ]


def _public_facts(
    session: Session, entries: Sequence[PlayedMove], state: GameState, event: TimelineEvent
) -> PublicFacts:
    """Return what the panels show after an event: the position's, with the pieces on the board."""
    setup, pieces = state.setup, tuple(event.board_after.values())
    players: list[PlayerView] = []
    for seat in seat_numbers(setup.seats):
        owner = colour_number(setup.colours[seat_of(seat)])
        ranks = [piece.rank for piece in pieces if piece.owner == owner]
        upgraded_count = len(ranks) - ranks.count("common")
        player = player_view(session, state, seat)
        players.append(player._replace(piece_count=len(ranks), upgraded_count=upgraded_count))
    return PublicFacts(
        tuple(players),
        task_views(session, state),
        tally_views(state),
        earned_message(state, entries),
    )


# Kinds with a text in the present tense; for all others the sentence of the log fits.
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
    """Append a step, or add an animation without a sentence to the last step."""
    event = next((candidate for candidate in group if candidate.step and candidate.caption), None)
    if event and event.caption:
        seat = SeatNumber(part.seat)
        school, name = phrases.school_of_stones(setup, seat), phrases.player_name(setup, seat)
        lost_pieces = tuple(
            member.caption
            for member in group
            if member.caption and not member.step and member.kind in LOSS_KINDS
        )
        present_text = event.caption
        if key := _PRESENT_MESSAGE_IDS.get(event.kind):
            present_text = Message(key, {**event.caption.params, "who": name})
        steps.append(
            TurnReplayStep(
                number=len(steps) + 1,
                text=event.caption,
                present_text=present_text,
                turn_title=Message("log.turn", {"n": part.turn, "who": name}),
                seat=seat,
                square=event.square,
                school=school,
                card=card_view(event.source_card, school) if event.source_card else None,
                rank=event.rank if event.kind == "place" and not event.source_card else None,
                note=_step_note(event),
                animations=(shown,),
                board_after=shown,
                lost_pieces=lost_pieces,
            )
        )
    elif steps:
        steps[-1] = steps[-1]._replace(animations=(*steps[-1].animations, shown))


def _step_note(event: TimelineEvent) -> Message | None:
    """Return the note for a step without a card: the rule, or the text of the claimed task."""
    if event.kind == "claim" and event.card:
        return Message(TASKS[event.card].text_id)
    return Message("meanwhile.place") if event.kind == "place" else None


def has_others_moves(session: Session) -> bool:
    """Tell whether there are moves of others to watch."""
    return bool(_others_moves(session)[0])


def board_before_others(session: Session) -> tuple[Animation, ...]:
    """Return the board before the moves of the others, while these are shown; () if none."""
    entries, _ = _others_moves(session)
    if not entries:
        return ()
    state, history = entries[0].state_before, session.history
    summoned = drawing_cache(session).summoned_pieces.after(history, entries[0].number - 1)
    before = BoardPicture(board_of(state), summoned, state.turn)
    overrides = look_differences(before, present_picture(session), session.game.setup)
    return (Animation(0, overrides, (), UNTIL_REPLACED),)


def was_seen_at_table(session: Session) -> bool:
    """Return whether the others' moves were played before the eyes of all.

    They were if people share the device and the game was on the table all the time.
    """
    entries, _ = _others_moves(session)
    return session.seating.has_human_opponent and all(
        entry.number > session.moves_at_opening for entry in entries
    )


def _others_moves(session: Session) -> tuple[list[PlayedMove], GameState]:
    """Return the moves of others before the viewer's turn, and the position after them.

    A spectator has no turn: return the moves of the latest turn then.
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
