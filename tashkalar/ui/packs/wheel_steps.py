"""The wheels of packs in a flow: looking at the one that is kept, and running one."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.packs.install_steps import (
    InstallFlow,
    LoadStandardLibrary,
    LoadWheel,
    RunPack,
    StopPack,
)
from tashkalar.ui.packs.pack_records import PackRecord
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.text.refusal import Refusal

if TYPE_CHECKING:  # its parts of the standard library are not there at the start
    from tashkalar.ui.packs.wheel_check import WheelMetadata


def refusal_for(what: str, **params: object) -> Refusal:
    """The reason that the catalogue has under ``packs.refused.<what>``."""
    return Refusal(Message(f"packs.refused.{what}", params))


class _ContainsAll:
    """Holds whatever it is asked for."""

    def __contains__(self, item: object) -> bool:
        return True


ALL_MODULES = _ContainsAll()


class StoredWheel(NamedTuple):
    """The wheel of a pack as it was added."""

    record: PackRecord
    data: bytes
    wheel: WheelMetadata


def load_stored_wheel(kept: PackRecord) -> InstallFlow[StoredWheel | None]:
    """The wheel of a pack as it was added; None when it is not there any more, or damaged."""
    try:
        data = yield LoadWheel(kept.id)
        if data is None:
            return None
        wheel = (yield from load_wheel_inspector()).inspect_wheel(
            kept.file, data, replaced_modules=ALL_MODULES
        )
    except (StoreError, Refusal):
        return None
    return StoredWheel(kept, data, wheel)


def load_wheel_inspector() -> InstallFlow[Any]:
    """What looks at wheels."""
    if not (yield LoadStandardLibrary()):
        raise refusal_for("installer")
    return importlib.import_module("tashkalar.ui.packs.wheel_check")


def run_wheel(wheel: WheelMetadata, data: bytes) -> InstallFlow[Pack]:
    """Run a wheel in its worker, and register the pack that it describes.

    Refused or PackError when that fails; then nothing of it is left.
    """
    try:
        pack = yield RunPack(wheel, data)
        if pack.version != wheel.version:
            raise refusal_for("version", wheel=wheel.version, pack=pack.version)
        registered: Pack = packs.register(pack)
    except (Refusal, PackError):
        yield StopPack(wheel.project)
        raise
    return registered
