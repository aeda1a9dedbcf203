"""The threats: what the others could summon, according to public facts."""

from __future__ import annotations

from itertools import groupby

from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import Threat
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ActionPanelLine, MarkView

MAX_WORST = 3


def worst_threats(session: Session) -> list[Threat]:
    """Return the squares on which most beings could come, the worst first."""
    ranked = sorted(session.visible_threats, key=lambda threat: -len(threat.cards))
    return ranked[:MAX_WORST]


def worst_threat_messages(session: Session) -> tuple[Message, ...]:
    """Return a message for each of the worst threats, with its square."""
    return tuple(
        Message("threat.at", {"square": threat.square, "threats": _threat_message(session, threat)})
        for threat in worst_threats(session)
    )


def threat_marks(session: Session) -> tuple[MarkView, ...]:
    """Return a mark for each threatened square, with the number of beings that could come."""
    worst = worst_threats(session)
    return tuple(
        MarkView(
            "threat",
            threat.square,
            school=phrases.school_of_stones(session.game.setup, threat.cards[0][0]),
            number=len(threat.cards),
            text=_threat_message(session, threat),
            is_minor=threat not in worst,
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
    """Return the beings of a threat, player by player; with one opponent it has no name."""
    setup = session.game.setup
    if setup.seats == 2:
        names = tuple(phrases.card_name(card) for _, card in threat.cards)
        return Message("threat.told", {"threats": names})
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
