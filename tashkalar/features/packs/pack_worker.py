"""The requests that a worker with packs answers: JSON in, JSON out.

The requests are: ``open`` a wheel that the worker has as a file, answered with a description of its
pack (`cards.packs.describe`); ``carry-out`` an execution (`formats.execution_json`); and those of
every worker for computer players: ``plan``, ``hurry`` and ``ping``. The answer is
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
"""Installs a wheel so that Python can import its modules, without running any of them."""


class PackRequestHandler:
    """Answers the requests of a page; the wheels of the packs are in the folder `home`."""

    def __init__(self, home: Path, install: WheelInstaller) -> None:
        self._wheel_folder = home
        self._install = install

    async def answer(self, text: str) -> str:
        """Answer a request; `ValueError` for an invalid request."""
        request = json.loads(text)
        try:
            answer = await self._handle_request(**request)
        except PackError as error:
            is_endless = isinstance(error, PackStopped)
            failure = {"pack": error.pack, "reason": error.reason, "endless": is_endless}
            return json.dumps({"failed": failure})
        return json.dumps({"found": answer})

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
        except Exception as error:  # an installer may raise any exception
            raise PackError("", f"{type(error).__name__}: {error}") from error
        importlib.invalidate_caches()

        def load() -> object:
            value: object = importlib.import_module(module)
            for part in name.split("."):
                value = getattr(value, part)
            return value

        return packs.describe(packs.register(packs.import_entry_point(load, module)))


def _load_bot_worker() -> Any:
    """Import the module for computer players, which other games do not need."""
    return importlib.import_module("tashkalar.bots.worker")
