"""The exception for requests that cannot be fulfilled, with its message to the person."""

from __future__ import annotations

from tashkalar.position.move import Message

DETAIL = "reason"
"""The parameter of a message that is technical and English; its text leaves it out."""


def technical_detail(message: Message) -> Message | str:
    """Return the technical text behind a message, or behind one that it contains; "" without."""
    for name, value in message.params.items():
        if name == DETAIL and isinstance(value, str | Message):
            return value
        if isinstance(value, Message) and (inner := technical_detail(value)):
            return inner
    return ""


class Refusal(Exception):
    """A request cannot be fulfilled; `message` tells the person why.

    `detail` is a technical explanation in English.
    """

    def __init__(self, message: Message, detail: str = "") -> None:
        super().__init__(f"{message.id}: {detail}" if detail else message.id)
        self.message = message
        self.detail = detail
