"""The workers in which packs run; none is started before the first pack is needed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pyodide.ffi import to_js
from pyscript import document, window

from tashkalar.web.browser.listeners import PageEvent, listen

_PROGRAM_URL = "./static/js/python/pack_worker.js"


class BrowserPackWorkerFactory:
    """Starts workers of `static/js/python/pack_worker.js`."""

    async def start(self) -> BrowserPackWorker:
        """Start a worker that answers questions; RuntimeError if that fails."""
        address = str(window.URL.new(_PROGRAM_URL, document.baseURI).href)
        # A worker from an address would have no security policy; one from a blob has the page's.
        program = window.Blob.new(to_js([f"import {json.dumps(address)};"]), type="text/javascript")
        blob = window.URL.createObjectURL(program)
        try:
            worker = BrowserPackWorker(window.Worker.new(blob, type="module"))
            await worker.wait_until_ready()
        finally:
            window.URL.revokeObjectURL(blob)
        return worker


class BrowserPackWorker:
    """A worker that runs a pack: the `PackWorkerHandle` of `ui.packs.pack_host`."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker
        self._pending_answers: dict[int, asyncio.Future[str]] = {}
        self._last_number = 0
        self.engine = ""
        listen(worker, "message", self._on_message)
        listen(worker, "error", self._on_error)

    async def wait_until_ready(self) -> None:
        """Wait until the worker can answer questions."""
        try:
            self.engine = await self._wait_for_answer(0)
        except BaseException:
            self.end()
            raise

    async def ask(self, text: str, file: tuple[str, bytes] | None = None) -> str:
        """Return the answer of the worker's `PackRequestHandler`.

        `file` is the name and content of a file for the handler.
        """
        self._last_number += 1
        self._worker.postMessage(to_js([self._last_number, text, *(file or ())]))
        return await self._wait_for_answer(self._last_number)

    def end(self) -> None:
        """Stop the worker, whatever it is doing."""
        self._worker.terminate()

    async def _wait_for_answer(self, number: int) -> str:
        self._pending_answers[number] = asyncio.get_running_loop().create_future()
        try:
            return await self._pending_answers[number]
        finally:
            del self._pending_answers[number]

    def _on_message(self, event: PageEvent) -> None:
        """Handle a message of the worker.

        The code in a worker is not trusted: ignore everything but an expected answer.
        """
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

    def _on_error(self, event: PageEvent) -> None:
        """Fail all pending questions: the program was not loaded, or raised an uncaught error."""
        for waiting in self._pending_answers.values():
            if not waiting.done():
                waiting.set_exception(RuntimeError(event.message[:500]))
