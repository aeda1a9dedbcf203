"""A connection to another browser (``static/js/live/``), which is loaded when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pyodide.ffi import JsException, create_once_callable, create_proxy, to_js
from pyscript import window

from tashkalar.features.far.page.scripts import load_script
from tashkalar.live.log_exchange import LONGEST_MESSAGE
from tashkalar.live.pairing import Pairing, PairingError, other_description, read_description
from tashkalar.web.browser import failures

_SCRIPT = "./static/js/live.bundle.js"

ConnectionState = Literal["open", "unsteady", "closed"]


def can_connect() -> bool:
    """Return whether the browser has connections to other browsers."""
    return hasattr(window, "RTCPeerConnection")


class BrowserConnection:
    """One end of a connection. After "closed" nothing comes any more, and a new one is needed."""

    def __init__(
        self,
        servers: Sequence[str],
        on_state: Callable[[ConnectionState], None],
        on_text: Callable[[str], None],
    ) -> None:
        """Open an end; `servers` are addresses of STUN servers, none by default.

        The script must have been loaded (`load`).
        """
        self._on_state = on_state
        self._on_text = on_text
        self._handlers = [create_proxy(self._handle_state), create_proxy(self._handle_text)]
        self._end = window.tashkalar.openLiveConnection(
            to_js(list(servers)), LONGEST_MESSAGE, *self._handlers
        )
        self._own: Pairing | None = None

    @staticmethod
    async def load() -> bool:
        """Load the script; return False if it cannot be fetched."""
        return await load_script(_SCRIPT)

    async def describe(self) -> Pairing:
        """Return what the other side has to know; PairingError ("browser") if the browser fails."""
        try:
            self._own = read_description(str(await self._end.describe()))
        except JsException as error:
            raise PairingError("browser", str(error)) from None
        return self._own

    async def connect(self, other: Pairing) -> None:
        """Connect to the other side; PairingError if the code is the own one, or is refused."""
        assert self._own is not None, "first describe this side"
        description = other_description(self._own, other)
        try:
            await self._end.accept(description)
        except JsException as error:
            raise PairingError("code", str(error)) from None

    def send(self, text: str) -> bool:
        """Send a message; return False if the connection is not open."""
        try:
            return bool(self._end.send(text))
        except JsException:  # too much is under way
            return False

    def close(self) -> None:
        """End the connection."""
        self._end.close()

    def _handle_state(self, state: ConnectionState) -> None:
        try:
            self._on_state(state)
        except Exception as error:
            failures.report(error)
        if state == "closed":
            window.setTimeout(create_once_callable(self._destroy_handlers))  # not while one runs

    def _destroy_handlers(self) -> None:
        """Let the browser forget this end."""
        for handler in self._handlers:
            handler.destroy()

    def _handle_text(self, text: str) -> None:
        try:
            self._on_text(text)
        except Exception as error:
            failures.report(error)
