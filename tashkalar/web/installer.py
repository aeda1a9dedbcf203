"""Putting packs where Python imports from: micropip, fetched only when a pack is needed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pyodide_js
from pyodide.ffi import JsException

from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.refused import Refused
from tashkalar.ui.wheel import Wheel

_FOLDER = Path("/tmp")


async def fetch() -> Any:
    """The installer; Refused when it cannot be fetched."""
    try:
        await pyodide_js.loadPackage("micropip")
        return importlib.import_module("micropip")
    except (JsException, ImportError) as error:
        raise Refused(Message("packs.refused.installer"), str(error)) from None


async def install(wheel: Wheel, data: bytes) -> None:
    """Put a wheel where Python imports from; nothing of it runs. PackError when that fails."""
    micropip = await fetch()
    file = _FOLDER / wheel.file
    file.write_bytes(data)
    try:
        await micropip.install(f"emfs:{file}", deps=False)
    except Exception as error:  # what an installer raises is in no list
        raise PackError("", f"{type(error).__name__}: {error}") from error
    finally:
        file.unlink()
        importlib.invalidate_caches()


def uninstall(wheel: Wheel) -> None:
    """Take a wheel and its modules away again, if they are there."""
    for name in [name for name in sys.modules if name.split(".")[0] in wheel.tops]:
        del sys.modules[name]
    micropip = sys.modules.get("micropip")
    if micropip is not None and wheel.project in micropip.list():
        micropip.uninstall(wheel.project)
    importlib.invalidate_caches()
