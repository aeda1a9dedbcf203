"""Limits for what would wait without one: a server's thread, a command, a loop of a test.

`tests/browser/engines/chromium.py` limits the calls of Playwright.
"""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

COMMAND_TIMEOUT_S = 240  # for `subprocess`; no command of a test takes a tenth of that
_POLL_S = 0.02  # how soon a server notices that it is to end
_END_TIMEOUT_S = 30
_MOST_ATTEMPTS = 60

Server = TypeVar("Server", bound=socketserver.BaseServer)


def attempts(wanted: str, most: int = _MOST_ATTEMPTS) -> Iterator[int]:
    """Yield the number of each attempt, and after the last one fail with what was wanted."""
    yield from range(most)
    raise AssertionError(f"after {most} attempts still wanted: {wanted}")


def join(thread: threading.Thread) -> None:
    """Wait for a thread that is about to end, and fail if it does not."""
    thread.join(_END_TIMEOUT_S)
    assert not thread.is_alive(), f"{thread.name} has not ended within {_END_TIMEOUT_S} s"


@contextmanager
def serve_in_thread(server: Server) -> Iterator[Server]:
    """Serve in a thread of its own until the context ends; then the server is closed."""
    thread = threading.Thread(
        target=server.serve_forever,
        args=(_POLL_S,),
        name=f"the thread of {type(server).__name__}",
        daemon=True,
    )
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        join(thread)
