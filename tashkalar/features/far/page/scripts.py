"""Scripts that few people use: loaded when they are needed."""

from __future__ import annotations

import asyncio
from typing import Any

from pyodide.ffi import create_proxy
from pyscript import document

_loaded: set[str] = set()  # addresses


async def load_script(address: str) -> bool:
    """Load and run a script once; return False if it cannot be fetched."""
    if address in _loaded:
        return True
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def settle(event: Any) -> None:
        if not done.done():
            done.set_result(event.type == "load")

    handler = create_proxy(settle)
    script = document.createElement("script")
    script.src = address
    for kind in ("load", "error"):
        script.addEventListener(kind, handler)
    document.head.append(script)
    try:
        is_loaded = await done
    finally:
        handler.destroy()
    if is_loaded:
        _loaded.add(address)
    return is_loaded
