"""Adding, starting and removing packs, step by step: what is done next, and what follows from it.

The flows yield the steps of `install_steps.py`. The order is written down once, here:
nothing runs before a person has agreed, nothing is kept before it has run, and what fails leaves
things as they were.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.packs.install_steps import (
    Ask,
    Close,
    Confirm,
    Fact,
    Fetch,
    Flow,
    Forget,
    Keep,
    Load,
    Say,
    Step,
)
from tashkalar.ui.packs.installed_packs import PackShelf, Told, reason, school_name
from tashkalar.ui.packs.pack_records import MOST, Kept
from tashkalar.ui.packs.wheel_steps import EVERYTHING, Stored, refused, run, stored, tools
from tashkalar.ui.start.url_parameters import Place
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.text.refusal import Refused

if TYPE_CHECKING:  # its parts of the standard library are not there at the start
    from tashkalar.ui.packs.wheel_check import Wheel

_DIGEST = re.compile(r"sha256=([0-9a-fA-F]{64})")

# -- adding --------------------------------------------------------------------------------------


class Found(NamedTuple):
    """The file of a pack, and the hash that its address promises."""

    name: str
    data: bytes
    digest: str | None = None


def fetching(place: Place | None) -> Flow[Found | None]:
    """Fetch the file at an address (None: that is no address); None, said, when it cannot be."""
    yield _working("packs.working.reading")
    try:
        digest = _promised(place)
        assert place is not None
        data = yield Fetch(place.href)
        if data is None:
            raise refused("fetch")
    except Refused as error:
        yield _refusal(error)
        return None
    return Found(place.name, data, digest)


def _promised(place: Place | None) -> str | None:
    """The hash in an address, in small letters; Refused when nothing may be fetched from there."""
    if place is None:
        raise refused("address")
    if not place.here:
        raise refused("origin")
    if not place.mark:
        return None
    found = _DIGEST.fullmatch(place.mark)
    if found is None:
        raise refused("hash-form")
    return found[1].lower()


def adding(shelf: PackShelf, found: Found) -> Flow[None]:
    """Look at a pack, ask, run and keep it, and say what became of it."""
    yield _working("packs.working.reading")
    try:
        message = yield from _adding(shelf, found)
    except (Refused, PackError) as error:
        yield _refusal(error)
    else:
        yield Say(Told(message))


def _adding(shelf: PackShelf, found: Found) -> Flow[Message | None]:
    """What to say, None when the answer was no."""
    if found.digest not in (None, hashlib.sha256(found.data).hexdigest()):
        raise refused("hash")
    looking = yield from tools()
    before = shelf.of_project(looking.normalized(found.name.partition("-")[0]))
    if before is None and shelf.full:
        raise refused("most", n=MOST)
    if before is not None and shelf.in_use(before.id):
        raise Refused(Message("packs.in-use"))
    old = (yield from stored(before)) if before else None
    wheel = looking.inspect(found.name, found.data, ours=old.wheel.tops if old else ())
    if not (yield Ask(_facts(wheel, before, checked=found.digest is not None))):
        return None
    yield _working("packs.working.running")
    if before is not None:
        packs.unregister(before.id)
        yield Close(before.project)
    pack = yield from run(wheel, found.data)
    other = shelf.find(pack.id)
    if other is not None and other.project != wheel.project:
        packs.unregister(pack.id)
        yield Close(wheel.project)
        raise refused("same-school", name=school_name(other.id))
    kept = _entry(pack, wheel)
    shelf.add(kept)
    is_kept = yield from _keeping(shelf, kept, found.data, old)
    said = "packs.added" if is_kept else "packs.not-kept"
    return Message(said, {"name": school_name(kept.id), "version": kept.version})


def _entry(pack: Pack, wheel: Wheel) -> Kept:
    """What the list keeps of a pack."""
    key = f"school.{pack.id}.name"
    names = {language: texts[key] for language, texts in pack.texts.items() if key in texts}
    return Kept(
        id=pack.id,
        version=pack.version,
        names=names,
        look=pack.look,
        file=wheel.file,
        project=wheel.project,
        sha256=wheel.sha256,
        enabled=True,
    )


def _keeping(shelf: PackShelf, kept: Kept, data: bytes, old: Stored | None) -> Flow[bool]:
    """Keep a pack for the next time; False when that is impossible, and then what was is kept."""
    try:
        yield Keep(kept.id, data)
    except StoreError:
        return False
    try:
        shelf.write()
    except StoreError:
        # The list still says what it said: a wheel that is not in it would be called damaged.
        same = old is not None and old.kept.id == kept.id
        yield from _whatever(Keep(kept.id, old.data) if old and same else Forget(kept.id))
        return False
    if old is not None and old.kept.id != kept.id:
        yield from _whatever(Forget(old.kept.id))
    return True


def _whatever(step: Step) -> Flow[None]:
    """Do something that is worth trying, and no more."""
    try:
        yield step
    except StoreError:
        return


def _facts(wheel: Wheel, before: Kept | None, *, checked: bool) -> tuple[Fact, ...]:
    """What is known of a pack before it runs."""
    says = Message("packs.ask.project.version", {"name": wheel.project, "version": wheel.version})
    size = Message("packs.ask.kilobytes", {"n": -(-wheel.size // 1000)})
    facts: list[Fact] = [
        (Message("packs.ask.file"), wheel.file),
        (Message("packs.ask.project"), says),
        (Message("packs.ask.size"), size),
        (Message("packs.ask.hash"), wheel.sha256),
    ]
    if checked:
        facts.append(("", Message("packs.ask.checked")))
    if before is not None:
        params = {"name": school_name(before.id), "version": before.version}
        facts.append((Message("packs.ask.update"), Message("packs.one", params)))
    return tuple(facts)


# -- starting ------------------------------------------------------------------------------------


def preparing(shelf: PackShelf, text: str) -> Flow[bool]:
    """Start the packs that stand in a text; False, told to the person, if one failed."""
    for kept in shelf.lacking(text):
        try:
            yield from _starting(kept)
        except (Refused, PackError, StoreError) as error:
            shelf.switch(kept.id, on=False)
            params = {"name": school_name(kept.id), "reason": reason(error)}
            shelf.tell(Message("packs.failed.load", params))
            return False
        shelf.teach()
    return True


def _starting(kept: Kept) -> Flow[None]:
    """Run a pack that was added before."""
    data = yield Load(kept.id)
    if data is None:
        raise Refused(Message("packs.lost"))
    if hashlib.sha256(data).hexdigest() != kept.sha256:
        raise refused("no-zip")
    wheel = (yield from tools()).inspect(kept.file, data, ours=EVERYTHING)
    pack = yield from run(wheel, data)
    if pack.id != kept.id:
        packs.unregister(pack.id)
        yield Close(wheel.project)
        raise refused("entry")


# -- removing ------------------------------------------------------------------------------------


def removing(shelf: PackShelf, id: str) -> Flow[bool]:
    """Remove a pack, after a question; whether it is gone."""
    kept = shelf.find(id)
    if kept is None:
        return True
    if shelf.in_use(id):
        yield Say(Told(Message("packs.in-use"), trouble=True))
        return False
    name = school_name(id)
    text = Message("packs.confirm.text", {"name": name})
    if not (yield Confirm(Message("packs.confirm.title"), text, Message("packs.remove"))):
        return False
    packs.unregister(id)
    yield Close(kept.project)
    shelf.remove(id)
    try:
        yield Forget(id)
    except StoreError:
        shelf.tell(Message("packs.not-written"))
    yield Say(Told(Message("packs.removed", {"name": name})))
    return True


# -- saying --------------------------------------------------------------------------------------


def _working(on: str) -> Say:
    return Say(Told(Message(on)))


def _refusal(error: Refused | PackError) -> Say:
    """Why a pack was not added."""
    if isinstance(error, Refused):
        why: object = error.message
    else:
        why = Message("packs.refused.run", {"reason": reason(error)})
    return Say(Told(Message("packs.refused", {"why": why}), trouble=True, detail=str(error)))
