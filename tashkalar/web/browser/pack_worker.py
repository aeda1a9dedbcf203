"""The workers in which packs run; there is none before the first pack has to."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pyodide.ffi import to_js
from pyodide.ffi.wrappers import add_event_listener
from pyscript import document, window

_PROGRAM_URL = "./static/js/pack.js"


class BrowserPackWorkerFactory:
    """Starts workers of `static/js/pack.js`."""

    async def start(self) -> BrowserPackWorker:
        """A worker that waits for questions; RuntimeError when it cannot be had."""
        address = str(window.URL.new(_PROGRAM_URL, document.baseURI).href)
        # A worker of an address would have no policy; one of a blob has that of the page.
        program = window.Blob.new(to_js([f"import {json.dumps(address)};"]), type="text/javascript")
        blob = window.URL.createObjectURL(program)
        try:
            worker = BrowserPackWorker(window.Worker.new(blob, type="module"))
            await worker.wait_until_ready()
        finally:
            window.URL.revokeObjectURL(blob)
        return worker


class BrowserPackWorker:
    """One of them; see `pack_room.Worker`."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker
        self._pending_answers: dict[int, asyncio.Future[str]] = {}
        self._last_number = 0
        self.engine = ""
        add_event_listener(worker, "message", self._on_message)
        add_event_listener(worker, "error", self._on_error)

    async def wait_until_ready(self) -> None:
        """Wait until it can be asked."""
        try:
            self.engine = await self._wait_for_answer(0)
        except BaseException:
            self.end()
            raise

    async def ask(self, text: str, file: tuple[str, bytes] | None = None) -> str:
        """What its `PackRequestHandler` answers; a file is laid where the desk looks for it."""
        self._last_number += 1
        self._worker.postMessage(to_js([self._last_number, text, *(file or ())]))
        return await self._wait_for_answer(self._last_number)

    def end(self) -> None:
        """Stop it, whatever it is doing."""
        self._worker.terminate()

    async def _wait_for_answer(self, number: int) -> str:
        self._pending_answers[number] = asyncio.get_running_loop().create_future()
        try:
            return await self._pending_answers[number]
        finally:
            del self._pending_answers[number]

    def _on_message(self, event: Any) -> None:
        """What a worker says is another's: an answer that nobody waits for is not heard."""
        if not (window.Array.isArray(event.data) and event.data.length == 3):
            return
        number, answer, error = event.data[0], event.data[1], event.data[2]
        waiting = self._pending_answers.get(number) if isinstance(number, int) else None
        if waiting is None or waiting.done():
            return
        if error or not isinstance(answer, str):
            waiting.set_exception(RuntimeError(str(error)[-500:]))
        else:
            waiting.set_result(answer)

    def _on_error(self, event: Any) -> None:
        """Its program could not be loaded, or has failed where nobody caught it."""
        for waiting in self._pending_answers.values():
            if not waiting.done():
                waiting.set_exception(RuntimeError(str(event.message)[:500]))
