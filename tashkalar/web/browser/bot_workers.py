"""The worker for computer players; it is started when a computer player first has to decide."""

from __future__ import annotations

import importlib
from typing import Any, cast

from pyscript import document, window
from pyscript.workers import create_named_worker

from tashkalar.ui.bots.bot_client import BotWorkerApi

_PROGRAM_URL = "./static/app/opponent.py"


class BrowserBotWorkerFactory:
    """Starts workers of PyScript; `ui.bots.bot_client` describes how these can fail."""

    def __init__(self) -> None:
        # A sandboxed frame has no origin, and so cannot have workers.
        self.can_start = str(window.origin) != "null"

    async def start(self, name: str) -> BotWorkerApi:
        """Start a worker under a name that was not used before.

        If the program of the worker is missing, this coroutine never ends.
        """
        worker: Any = await create_named_worker(_PROGRAM_URL, name)
        return cast(BotWorkerApi, worker)

    def end(self, name: str) -> None:
        """Stop a worker, whether it has started or not."""
        script = document.querySelector(f'script[name="{name}"]')
        if script:
            if script.xworker:
                script.xworker.terminate()
            script.remove()

    @property
    def page_worker(self) -> BotWorkerApi:
        """The bot in the page itself, which the page only loads where no worker is possible."""
        return cast(BotWorkerApi, importlib.import_module("tashkalar.bots.worker"))
