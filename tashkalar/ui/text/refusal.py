"""What a person is told when something that was asked for cannot be done."""

from __future__ import annotations

from tashkalar.position.move import Message


class Refusal(Exception):
    """What was asked for cannot be done; the message tells a person why.

    `detail` is the program's own word on it, in English.
    """

    def __init__(self, message: Message, detail: str = "") -> None:
        super().__init__(f"{message.id}: {detail}" if detail else message.id)
        self.message = message
        self.detail = detail
