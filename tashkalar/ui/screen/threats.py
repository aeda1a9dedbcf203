"""The threats: what the others could summon, according to public facts."""

from __future__ import annotations

from itertools import groupby

from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import Threat
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ActionPanelLine, MarkView


def threat_marks(session: Session) -> tuple[MarkView, ...]:
    """Return a mark for each threatened square, with the number of beings that could come."""
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
    """Return the line about the beings that others could summon on the target square."""
    square = session.targets.target_square
    threat = next((threat for threat in session.visible_threats if threat.square == square), None)
    if threat is None:
        return ()
    return (
        ActionPanelLine(
            "note", Message("threat.here", {"threats": _threat_message(session, threat)})
        ),
    )


def _threat_message(session: Session, threat: Threat) -> Message:
    """Return the beings of a threat, player by player."""
    setup = session.game.setup
    messages = tuple(
        Message(
            "threat.of",
            {
                "who": phrases.player_name(setup, seat),
                "cards": tuple(phrases.card_name(card) for _, card in cards),
            },
        )
        for seat, cards in groupby(threat.cards, key=lambda pair: pair[0])
    )
    return Message("threat.told", {"threats": messages})
