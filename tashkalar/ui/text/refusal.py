"""The exception for requests that cannot be fulfilled, with its message to the person."""

from __future__ import annotations

from tashkalar.position.move import Message


class Refusal(Exception):
    """A request cannot be fulfilled; `message` tells the person why.

    `detail` is a technical explanation in English.
    """

    def __init__(self, message: Message, detail: str = "") -> None:
        super().__init__(f"{message.id}: {detail}" if detail else message.id)
        self.message = message
        self.detail = detail
