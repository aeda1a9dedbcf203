"""A notice that is shown as long as a study is being opened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tashkalar.web.browser.dom import by_id, clone_template
from tashkalar.web.browser.frames import AfterPaint, Steps


@asynccontextmanager
async def show_while_waiting(text: str) -> AsyncIterator[None]:
    """Show a short notice, painted before the work begins, until the work is done."""
    node = clone_template("tpl-toast")
    node.classList.add("passing")
    node.textContent = text
    by_id("toasts").appendChild(node)
    try:
        await _wait_for_paint()
        yield
    finally:
        node.remove()


async def _wait_for_paint() -> None:
    """Wait until the next frame is painted; in a hidden page for a moment."""
    painted = asyncio.Event()

    def say_so() -> Steps:
        painted.set()
        yield from ()

    AfterPaint().schedule(say_so())
    await painted.wait()
