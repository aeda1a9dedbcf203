"""Running packs: micropip, the one installer, which is fetched only when a pack is needed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pyodide_js
from pyodide.ffi import JsException

from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.refused import Refused
from tashkalar.ui.wheel import Wheel

_FOLDER = Path("/tmp")


async def _micropip() -> Any:
    """The installer; Refused when it cannot be fetched."""
    try:
        await pyodide_js.loadPackage("micropip")
        return importlib.import_module("micropip")
    except (JsException, ImportError) as error:
        raise Refused(Message("packs.refused.installer"), str(error)) from None


async def install(wheel: Wheel, data: bytes) -> Pack:
    """Put a wheel where Python imports from, run it, and register its pack.

    Refused or PackError when that fails; then nothing of it is left.
    """
    micropip = await _micropip()
    uninstall(wheel)  # what an earlier version or attempt has left
    file = _FOLDER / wheel.file
    file.write_bytes(data)
    try:
        await micropip.install(f"emfs:{file}", deps=False)
        importlib.invalidate_caches()
        return _register(wheel)
    except BaseException as error:
        uninstall(wheel)
        if isinstance(error, (PackError, Refused)) or not isinstance(error, Exception):
            raise
        raise PackError("", f"{type(error).__name__}: {error}") from error
    finally:
        file.unlink()


def _register(wheel: Wheel) -> Pack:
    def load() -> object:
        found: object = importlib.import_module(wheel.module)
        for part in wheel.name.split("."):
            found = getattr(found, part)
        return found

    pack = packs.imported(load, wheel.project)
    if isinstance(pack, Pack) and pack.version != wheel.version:
        versions = {"wheel": wheel.version, "pack": str(pack.version)}
        raise Refused(Message("packs.refused.version", versions))
    return packs.register(pack)


def uninstall(wheel: Wheel) -> None:
    """Take the modules of a wheel away again; its pack is no longer registered."""
    for name in [name for name in sys.modules if name.split(".")[0] in wheel.tops]:
        del sys.modules[name]
    micropip = sys.modules.get("micropip")
    if micropip is not None and wheel.project in micropip.list():
        micropip.uninstall(wheel.project)
    importlib.invalidate_caches()
