"""The presses of a person who did not wait for Python.

`static/js/boot/early_presses.js` keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from tashkalar.position.move import Message


class EarlyPress(NamedTuple):
    """A press, as what it named."""

    selector: str  # finds the pressed element; empty for a key
    dialog: str  # the id of the dialog that the element opens, else empty
    key: str  # as browsers name keys; empty for an element
    code: str  # the place of the key
    level: str  # the computer player chosen then, where the button begins a game against one
    label: str  # what the person has read on it
    position: str  # what the board showed or was about to show, see below
    is_touch: bool

    @property
    def is_in_menu(self) -> bool:
        """True for an entry of a menu, which closes after the press."""
        return self.selector.startswith(".menu ")


def read_presses(text: str) -> list[EarlyPress]:
    """Return the presses that the page's script has kept."""
    return [
        EarlyPress(
            selector=press["selector"],
            dialog=press["dialog"],
            key=press["key"],
            code=press["code"],
            level=press["level"],
            label=press["label"],
            position=press["position"],
            is_touch=press["isTouch"],
        )
        for press in json.loads(text)
    ]


def saved_position(key: str, order: int) -> str:
    """Return the name of a position of a saved game: each decision is a save with a new order."""
    return f"{key}@{order}"


def new_position(decision_count: int) -> str:
    """Return the name of a position of a game that is not saved yet."""
    return f"new@{decision_count}"


def refusal_message(presses: Iterable[EarlyPress]) -> Message:
    """Return the line about presses that were not carried out."""
    return Message("start.not-carried-out", {"presses": tuple(press.label for press in presses)})
