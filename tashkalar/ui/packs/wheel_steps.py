"""The wheels of packs in a flow: looking at the one that is kept, and running one."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.packs.install_steps import Close, Flow, GetTools, Load, Open
from tashkalar.ui.packs.pack_records import Kept
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.text.refusal import Refused

if TYPE_CHECKING:  # its parts of the standard library are not there at the start
    from tashkalar.ui.packs.wheel_check import Wheel


def refused(what: str, **params: object) -> Refused:
    """The reason that the catalogue has under ``packs.refused.<what>``."""
    return Refused(Message(f"packs.refused.{what}", params))


class _Everything:
    """Holds whatever it is asked for."""

    def __contains__(self, item: object) -> bool:
        return True


EVERYTHING = _Everything()


class Stored(NamedTuple):
    """The wheel of a pack as it was added."""

    kept: Kept
    data: bytes
    wheel: Wheel


def stored(kept: Kept) -> Flow[Stored | None]:
    """The wheel of a pack as it was added; None when it is not there any more, or damaged."""
    try:
        data = yield Load(kept.id)
        if data is None:
            return None
        wheel = (yield from tools()).inspect(kept.file, data, ours=EVERYTHING)
    except (StoreError, Refused):
        return None
    return Stored(kept, data, wheel)


def tools() -> Flow[Any]:
    """What looks at wheels."""
    if not (yield GetTools()):
        raise refused("installer")
    return importlib.import_module("tashkalar.ui.packs.wheel_check")


def run(wheel: Wheel, data: bytes) -> Flow[Pack]:
    """Run a wheel in its worker, and register the pack that it describes.

    Refused or PackError when that fails; then nothing of it is left.
    """
    try:
        pack = yield Open(wheel, data)
        if pack.version != wheel.version:
            raise refused("version", wheel=wheel.version, pack=pack.version)
        registered: Pack = packs.register(pack)
    except (Refused, PackError):
        yield Close(wheel.project)
        raise
    return registered
