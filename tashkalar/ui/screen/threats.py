"""The second layer of the lens: what the others could summon, by what everybody knows."""

from __future__ import annotations

from itertools import groupby

from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import Threat
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ActionPanelLine, MarkView


def threat_marks(session: Session) -> tuple[MarkView, ...]:
    """The squares open to the others, each with how many of their beings could come there."""
    return tuple(
        MarkView(
            "threat",
            threat.square,
            school=phrases.school_of_stones(session.game.setup, threat.cards[0][0]),
            number=len(threat.cards),
            text=_threat_message(session, threat),
        )
        for threat in session.visible_threats
    )


def threat_lines(session: Session) -> tuple[ActionPanelLine, ...]:
    """Who could summon what on the square looked at."""
    square = session.targets.target_square
    here = next((threat for threat in session.visible_threats if threat.square == square), None)
    if here is None:
        return ()
    return (
        ActionPanelLine(
            "note", Message("threat.here", {"threats": _threat_message(session, here)})
        ),
    )


def _threat_message(session: Session, threat: Threat) -> Message:
    """The beings that could come, player by player."""
    setup = session.game.setup
    told = tuple(
        Message(
            "threat.of",
            {
                "who": phrases.player_name(setup, seat),
                "cards": tuple(phrases.card_name(card) for _, card in cards),
            },
        )
        for seat, cards in groupby(threat.cards, key=lambda found: found[0])
    )
    return Message("threat.told", {"threats": told})
