"""A pack's program at a desk of its own, such as a worker of the page: JSON in, JSON out.

What can be asked for: ``open`` a wheel that lies there as a file, which answers with a description
of its pack (`cards.packs.describe`); ``carry-out`` a deed (`texts.deed`); and, as of any computer
player's desk, a ``plan``, which may be told to ``hurry``, and a ``ping``. The answer is
``{"found": ...}``, or ``{"failed": {"pack", "reason", "endless"}}`` when a pack is at fault.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tashkalar.bots import engine_checksum
from tashkalar.cards import packs
from tashkalar.errors import PackError, PackStopped
from tashkalar.formats import execution_json
from tashkalar.rules.execution import carry_out

WheelInstaller = Callable[[Path], Awaitable[object]]
"""Puts a wheel where Python imports from, as an installer does; nothing of it runs."""


class PackRequestHandler:
    """Runs packs, whose wheels are laid in `home`."""

    def __init__(self, home: Path, install: WheelInstaller) -> None:
        self._wheel_folder = home
        self._install = install

    async def answer(self, text: str) -> str:
        """The answer to what is asked for; ValueError for what makes no sense."""
        asked = json.loads(text)
        try:
            found = await self._handle_request(**asked)
        except PackError as error:
            endless = isinstance(error, PackStopped)
            failed = {"pack": error.pack, "reason": error.reason, "endless": endless}
            return json.dumps({"failed": failed})
        return json.dumps({"found": found})

    async def _handle_request(self, what: str, **asked: Any) -> object:
        match what:
            case "open":
                return await self._open_pack(**asked)
            case "carry-out":
                return execution_json.write_result(
                    carry_out(execution_json.read_execution(asked["deed"]))
                )
            case "plan":
                return await _load_bot_worker().plan(asked["job"])
            case "hurry":
                return _load_bot_worker().hurry(asked["job"])
            case "ping":
                return engine_checksum()
        raise ValueError(f"{what!a} cannot be asked for")

    async def _open_pack(self, file: str, module: str, name: str) -> object:
        try:
            await self._install(self._wheel_folder / file)
        except Exception as error:  # what an installer raises is in no list
            raise PackError("", f"{type(error).__name__}: {error}") from error
        importlib.invalidate_caches()

        def load() -> object:
            found: object = importlib.import_module(module)
            for part in name.split("."):
                found = getattr(found, part)
            return found

        return packs.describe(packs.register(packs.import_entry_point(load, module)))


def _load_bot_worker() -> Any:
    """The computer players' desk: a game without them need not load it."""
    return importlib.import_module("tashkalar.bots.worker")
