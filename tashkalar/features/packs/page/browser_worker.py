"""The workers in which packs run; none is started before the first pack is needed.

`static/js/board/pack_worker.js` starts a worker and reads its messages. Python only gets the
answers that it waits for.
"""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException, to_js
from pyscript import document, window

_PROGRAM_URL = "./static/js/python/pack_worker.js"


class BrowserPackWorkerFactory:
    """Starts workers of `static/js/python/pack_worker.js`."""

    async def start(self) -> BrowserPackWorker:
        """Start a worker that answers questions; RuntimeError if that fails."""
        address = str(window.URL.new(_PROGRAM_URL, document.baseURI).href)
        worker = BrowserPackWorker(window.tashkalar.startPackWorker(address))
        try:
            await worker.wait_until_ready()
        except BaseException:
            worker.end()
            raise
        return worker


class BrowserPackWorker:
    """A worker that runs a pack: the `PackWorkerHandle` of `features.packs.pack_host`."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker
        self.engine = ""

    async def wait_until_ready(self) -> None:
        """Wait until the worker can answer questions."""
        self.engine = await _answer_of(self._worker.engine)

    async def ask(self, text: str, file: tuple[str, bytes] | None = None) -> str:
        """Return the answer of the worker's `PackRequestHandler`.

        `file` is the name and content of a file for the handler. RuntimeError if the question
        cannot be answered; the worker has ended then if it has sent anything but an answer.
        """
        name, content = file or (None, None)
        data = None if content is None else to_js(content)
        return await _answer_of(self._worker.ask(text, name, data))

    def end(self) -> None:
        """Stop the worker, whatever it is doing."""
        self._worker.end()


async def _answer_of(promise: Any) -> str:
    try:
        return str(await promise)
    except JsException as error:
        raise RuntimeError(error.message) from None
