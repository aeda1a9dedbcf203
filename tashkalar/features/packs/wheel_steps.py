"""The flows for the wheels of packs: inspecting the stored wheel, and running a wheel."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError
from tashkalar.features.packs.install_steps import (
    InstallFlow,
    LoadStandardLibrary,
    LoadWheel,
    RunPack,
    StopPack,
)
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.storage.pack_records import PackRecord
from tashkalar.ui.text.refusal import Refusal

if TYPE_CHECKING:  # `wheel_check` imports deferred modules
    from tashkalar.features.packs.wheel_check import WheelMetadata


def refusal_for(what: str, **params: object) -> Refusal:
    """Return a refusal with the catalogue's message ``packs.refused.<what>``."""
    return Refusal(Message(f"packs.refused.{what}", params))


class _ContainsAll:
    """A container that contains every item."""

    def __contains__(self, item: object) -> bool:
        return True


ALL_MODULES = _ContainsAll()


class StoredWheel(NamedTuple):
    """The record, bytes and metadata of a stored wheel."""

    record: PackRecord
    data: bytes
    wheel: WheelMetadata


def load_stored_wheel(record: PackRecord) -> InstallFlow[StoredWheel | None]:
    """Load the stored wheel of a pack; None when the wheel is missing or damaged."""
    try:
        data = yield LoadWheel(record.id)
        if data is None:
            return None
        wheel = (yield from load_wheel_inspector()).inspect_wheel(
            record.file, data, replaced_modules=ALL_MODULES
        )
    except (StoreError, Refusal):
        return None
    return StoredWheel(record, data, wheel)


def load_wheel_inspector() -> InstallFlow[Any]:
    """Return the module `wheel_check`, after loading the standard library that it needs."""
    if not (yield LoadStandardLibrary()):
        raise refusal_for("installer")
    return importlib.import_module("tashkalar.features.packs.wheel_check")


def run_wheel(wheel: WheelMetadata, data: bytes) -> InstallFlow[Pack]:
    """Run a wheel in its worker, and register the pack that it describes.

    Raises `Refusal` or `PackError` when that fails, and stops the pack.
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
