"""The worker in which computer players think; there is none before the first one has to."""

from __future__ import annotations

import importlib
from typing import Any, cast

from pyscript import document, window
from pyscript.workers import create_named_worker

from tashkalar.ui.bots.bot_client import BotWorkerApi

_PROGRAM_URL = "./static/app/opponent.py"


class BrowserBotWorkerFactory:
    """Starts PyScript's workers. `ui.thinking` knows what they do when something is wrong."""

    def __init__(self) -> None:
        # A sandboxed frame has no origin that a worker could be of.
        self.can_start = str(window.origin) != "null"

    async def start(self, name: str) -> BotWorkerApi:
        """A worker with a name that was not used before; without its program it never comes."""
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
        """The computer player itself, which the page only loads when no worker can have it."""
        return cast(BotWorkerApi, importlib.import_module("tashkalar.bots.worker"))
