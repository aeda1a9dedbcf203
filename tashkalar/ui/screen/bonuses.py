"""The running bonuses: what cards have promised for the rest of the turn and is not used yet."""

from __future__ import annotations

from tashkalar.position.ids import ColourNumber
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ActionPanelLine


def bonus_lines(state: GameState) -> tuple[ActionPanelLine, ...]:
    """Return a line for each bonus of the player on turn, in the words of the log."""
    messages: list[Message] = []
    if state.borrow:
        messages.append(Message("log.borrow"))
    if state.empties:
        messages.append(Message("log.empties", {"n": state.empties}))
    if state.summon_with:
        who = phrases.color_owner_name(state.setup, ColourNumber(state.summon_with))
        messages.append(Message("log.summon-with", {"who": who}))
    if state.doubled:
        messages.append(Message("log.multiply-destroyed", {"n": state.doubled + 1}))
    if state.extra_turns:
        messages.append(Message("log.extra-turn"))
    if extra_cards := state.extra_beings + state.extra_legends:
        messages.append(Message("log.draw-extra", {"n": extra_cards}))
    return tuple(ActionPanelLine("gain", message) for message in messages)
