"""The turns of the others in a few words: what was played, and what it changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.position.state import Setup
from tashkalar.ui.history.timeline import LOSS_KINDS, Timeline, TimelineEvent
from tashkalar.ui.text import phrases

_MAX_WORDS = 3  # steps that are told one by one
_CARD_KINDS = frozenset({"flare", "thaw", "warp"})
_PLAY_KINDS = frozenset({"place", "pick-up", "summon", "claim", "discard"}) | _CARD_KINDS
_CONVERTED_KINDS = frozenset({"convert", "change-sides"})
_CHANGE_IDS = ("told.lost", "told.destroyed", "told.converted", "told.upgraded")


def summarize_turn(setup: Setup, turn: Timeline, viewer: SeatNumber) -> tuple[Message, ...]:
    """Return a turn in a few words for a viewer.

    The steps, if they are few; otherwise what was played, and how many pieces that changed.
    """
    school = phrases.school_of_stones(setup, SeatNumber(turn.seat))
    captions = turn.brief_captions(school)
    return captions if len(captions) <= _MAX_WORDS else _summarize(setup, turn, viewer)


def _summarize(setup: Setup, turn: Timeline, viewer: SeatNumber) -> tuple[Message, ...]:
    """Return what was played, three plays by name, and how many pieces that changed."""
    plays = [message for event in turn.events if (message := _describe_play(event))]
    rest = len(plays) - _MAX_WORDS
    more = (Message("stage.more", {"n": rest}),) if rest > 0 else ()
    return (*plays[:_MAX_WORDS], *more, *_describe_changes(setup, turn, viewer))


def summarize_turns(
    setup: Setup, turns: Sequence[Timeline], viewer: SeatNumber
) -> tuple[Message, ...]:
    """Return several turns, each in a sentence that names its player.

    A turn in which nothing was played is told by its steps: a player has passed control.
    """
    return tuple(
        Message(
            "told.of",
            {
                "who": phrases.player_name(setup, SeatNumber(turn.seat)),
                "what": _summarize(setup, turn, viewer) or turn.captions,
            },
        )
        for turn in turns
        if turn.captions
    )


def _describe_play(event: TimelineEvent) -> Message | None:
    """Return the words for a decision of the turn; None for an effect of a card."""
    is_effect = event.source_card and event.kind not in ("summon", *_CARD_KINDS)
    if event.caption is None or event.kind not in _PLAY_KINDS or is_effect:
        return None
    if event.kind in _CARD_KINDS:
        return Message("choice.card", event.caption.params)
    return Message(f"brief.{event.kind}", event.caption.params)


def _describe_changes(setup: Setup, turn: Timeline, viewer: SeatNumber) -> tuple[Message, ...]:
    """Return how many pieces were destroyed, converted and upgraded, the viewer's own apart.

    Of the viewer's own destroyed pieces, also how many were upgraded.
    """
    own = phrases.school_of_stones(setup, viewer)
    mover = phrases.school_of_stones(setup, SeatNumber(turn.seat))
    counts: Counter[str] = Counter()
    upgraded = 0  # of the viewer's destroyed pieces
    for event in turn.events:
        if event.kind in LOSS_KINDS:
            counts["told.lost" if event.school == own else "told.destroyed"] += 1
            if event.school == own and event.rank != "common":
                upgraded += 1
        elif event.kind in _CONVERTED_KINDS:
            counts["told.converted"] += 1
        elif event.kind == "upgrade" and event.school == mover:
            counts["told.upgraded"] += 1
    told = {id: Message(id, {"n": counts[id]}) for id in _CHANGE_IDS if counts[id]}
    if upgraded:
        params = {"n": counts["told.lost"], "upgraded": upgraded}
        told["told.lost"] = Message("told.lost-upgraded", params)
    return tuple(told.values())
