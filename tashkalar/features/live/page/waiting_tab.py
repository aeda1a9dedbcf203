"""Passing a code on to the tab of this browser that waits for one.

The camera app of a phone opens a code in a new tab, but the other device has the code of the tab
that was open before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyscript import window

from tashkalar.web.browser.listeners import PageEvent, listen

_CHANNEL_NAME = "tashkalar.live.v1"
_ANSWER_TIMEOUT_S = 0.5
_TAKEN = "taken"


class WaitingTab:
    """Offers codes to other tabs, and takes those that other tabs offer."""

    def __init__(self, take: Callable[[str], bool]) -> None:
        """`take` gets the code that another tab offers; it returns whether this tab waited."""
        self._take = take
        self._answer: asyncio.Future[bool] | None = None
        self._channel = window.BroadcastChannel.new(_CHANNEL_NAME)
        listen(self._channel, "message", self._on_message)

    async def pass_on(self, text: str) -> bool:
        """Offer a code to the other tabs; return whether one has taken it."""
        self._answer = asyncio.get_running_loop().create_future()
        self._channel.postMessage(text)
        try:
            return await asyncio.wait_for(self._answer, _ANSWER_TIMEOUT_S)
        except TimeoutError:
            return False

    def _on_message(self, event: PageEvent) -> None:
        text = event.data if isinstance(event.data, str) else ""
        if text == _TAKEN:
            if self._answer is not None and not self._answer.done():
                self._answer.set_result(True)
        elif self._take(text):
            self._channel.postMessage(_TAKEN)
