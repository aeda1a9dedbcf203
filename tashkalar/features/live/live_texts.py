"""The words of the page about connected devices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tashkalar.live.pairing import PairingError
from tashkalar.position.move import Message
from tashkalar.ui.views import Wording

# "pairing": the code of the other device is not known yet. "connecting": it is. "unsteady": the
# other device does not answer now. "stopped": the devices disagree, and a person has to decide.
LinkState = Literal["pairing", "connecting", "open", "unsteady", "stopped", "lost"]
_WORST_FIRST: tuple[LinkState, ...] = ("stopped", "unsteady", "open", "lost")


class LiveView(NamedTuple):
    """The state of this device's connections, as the dialog shows it."""

    state: LinkState
    text: Message
    can_end: bool  # something is connected

    @property
    def shows_codes(self) -> bool:
        """True while two devices are being connected."""
        return self.state in ("pairing", "connecting")


def live_view(states: Sequence[LinkState], players: Sequence[Wording]) -> LiveView:
    """Return the view of connections, of which the last one was begun last.

    `players` are the names of those who are connected.
    """
    if states[-1:] in (["pairing"], ["connecting"]):
        state = states[-1]
    else:
        state = next((state for state in _WORST_FIRST if state in states), "lost")
    text = Message(f"live.{state}")
    if state == "open" and players:
        text = Message("live.open.with", {"who": tuple(players)})
    return LiveView(state, text, can_end=any(s in states for s in _WORST_FIRST[:-1]))


def waiting_note(states: Sequence[LinkState], *, is_watching: bool) -> Message | None:
    """Return what the prompt says while others play; None if nothing was connected."""
    if "open" in states:
        return Message("live.note.watching" if is_watching else "live.note.open")
    if "unsteady" in states:
        return Message("live.note.unsteady")
    return Message("live.note.lost") if "lost" in states else None


def pairing_message(error: PairingError) -> Message:
    """Return why a code was not taken, and what the person can do."""
    return Message(f"live.error.{error.fault}")
