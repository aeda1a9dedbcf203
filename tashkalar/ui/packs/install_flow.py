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
    AskToRun,
    ConfirmAction,
    DeleteWheel,
    FetchFile,
    InstallFlow,
    InstallStep,
    LoadWheel,
    PackFact,
    ShowStatus,
    StopPack,
    StoreWheel,
)
from tashkalar.ui.packs.installed_packs import InstalledPacks, PackStatus, reason_text, school_name
from tashkalar.ui.packs.pack_records import MAX_PACKS, PackRecord
from tashkalar.ui.packs.wheel_steps import (
    ALL_MODULES,
    StoredWheel,
    load_stored_wheel,
    load_wheel_inspector,
    refusal_for,
    run_wheel,
)
from tashkalar.ui.start.url_parameters import ResolvedUrl
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.text.refusal import Refusal

if TYPE_CHECKING:  # its parts of the standard library are not there at the start
    from tashkalar.ui.packs.wheel_check import WheelMetadata

_SHA256_FRAGMENT = re.compile(r"sha256=([0-9a-fA-F]{64})")

# -- adding --------------------------------------------------------------------------------------


class PackFile(NamedTuple):
    """The file of a pack, and the hash that its address promises."""

    file_name: str
    data: bytes
    promised_sha256: str | None = None


def fetch_pack_file(place: ResolvedUrl | None) -> InstallFlow[PackFile | None]:
    """Fetch the file at an address (None: that is no address); None, said, when it cannot be."""
    yield _show_progress("packs.working.reading")
    try:
        digest = _promised_sha256(place)
        assert place is not None
        data = yield FetchFile(place.href)
        if data is None:
            raise refusal_for("fetch")
    except Refusal as error:
        yield _show_refusal(error)
        return None
    return PackFile(place.file_name, data, digest)


def _promised_sha256(place: ResolvedUrl | None) -> str | None:
    """The hash in an address, in small letters; Refused when nothing may be fetched from there."""
    if place is None:
        raise refusal_for("address")
    if not place.is_same_site:
        raise refusal_for("origin")
    if not place.fragment:
        return None
    found = _SHA256_FRAGMENT.fullmatch(place.fragment)
    if found is None:
        raise refusal_for("hash-form")
    return found[1].lower()


def add_pack(shelf: InstalledPacks, found: PackFile) -> InstallFlow[None]:
    """Look at a pack, ask, run and keep it, and say what became of it."""
    yield _show_progress("packs.working.reading")
    try:
        message = yield from _inspect_and_add(shelf, found)
    except (Refusal, PackError) as error:
        yield _show_refusal(error)
    else:
        yield ShowStatus(PackStatus(message))


def _inspect_and_add(shelf: InstalledPacks, found: PackFile) -> InstallFlow[Message | None]:
    """What to say, None when the answer was no."""
    if found.promised_sha256 not in (None, hashlib.sha256(found.data).hexdigest()):
        raise refusal_for("hash")
    looking = yield from load_wheel_inspector()
    before = shelf.find_by_project(
        looking.normalize_project_name(found.file_name.partition("-")[0])
    )
    if before is None and shelf.is_full:
        raise refusal_for("most", n=MAX_PACKS)
    if before is not None and shelf.is_in_use(before.id):
        raise Refusal(Message("packs.in-use"))
    old = (yield from load_stored_wheel(before)) if before else None
    wheel = looking.inspect_wheel(
        found.file_name, found.data, replaced_modules=old.wheel.top_level_modules if old else ()
    )
    if not (
        yield AskToRun(
            _pack_facts(wheel, before, is_hash_checked=found.promised_sha256 is not None)
        )
    ):
        return None
    yield _show_progress("packs.working.running")
    if before is not None:
        packs.unregister(before.id)
        yield StopPack(before.project)
    pack = yield from run_wheel(wheel, found.data)
    other = shelf.find_by_id(pack.id)
    if other is not None and other.project != wheel.project:
        packs.unregister(pack.id)
        yield StopPack(wheel.project)
        raise refusal_for("same-school", name=school_name(other.id))
    kept = _make_pack_record(pack, wheel)
    shelf.add_record(kept)
    is_kept = yield from _store_pack(shelf, kept, found.data, old)
    said = "packs.added" if is_kept else "packs.not-kept"
    return Message(said, {"name": school_name(kept.id), "version": kept.version})


def _make_pack_record(pack: Pack, wheel: WheelMetadata) -> PackRecord:
    """What the list keeps of a pack."""
    key = f"school.{pack.id}.name"
    names = {language: texts[key] for language, texts in pack.texts.items() if key in texts}
    return PackRecord(
        id=pack.id,
        version=pack.version,
        names=names,
        look=pack.look,
        file=wheel.file_name,
        project=wheel.project,
        sha256=wheel.sha256,
        enabled=True,
    )


def _store_pack(
    shelf: InstalledPacks, kept: PackRecord, data: bytes, old: StoredWheel | None
) -> InstallFlow[bool]:
    """Keep a pack for the next time; False when that is impossible, and then what was is kept."""
    try:
        yield StoreWheel(kept.id, data)
    except StoreError:
        return False
    try:
        shelf.write_records()
    except StoreError:
        # The list still says what it said: a wheel that is not in it would be called damaged.
        same = old is not None and old.record.id == kept.id
        yield from _attempt_step(
            StoreWheel(kept.id, old.data) if old and same else DeleteWheel(kept.id)
        )
        return False
    if old is not None and old.record.id != kept.id:
        yield from _attempt_step(DeleteWheel(old.record.id))
    return True


def _attempt_step(step: InstallStep) -> InstallFlow[None]:
    """Do something that is worth trying, and no more."""
    try:
        yield step
    except StoreError:
        return


def _pack_facts(
    wheel: WheelMetadata, before: PackRecord | None, *, is_hash_checked: bool
) -> tuple[PackFact, ...]:
    """What is known of a pack before it runs."""
    says = Message("packs.ask.project.version", {"name": wheel.project, "version": wheel.version})
    size = Message("packs.ask.kilobytes", {"n": -(-wheel.size_bytes // 1000)})
    facts: list[PackFact] = [
        (Message("packs.ask.file"), wheel.file_name),
        (Message("packs.ask.project"), says),
        (Message("packs.ask.size"), size),
        (Message("packs.ask.hash"), wheel.sha256),
    ]
    if is_hash_checked:
        facts.append(("", Message("packs.ask.checked")))
    if before is not None:
        params = {"name": school_name(before.id), "version": before.version}
        facts.append((Message("packs.ask.update"), Message("packs.one", params)))
    return tuple(facts)


# -- starting ------------------------------------------------------------------------------------


def start_mentioned_packs(shelf: InstalledPacks, text: str) -> InstallFlow[bool]:
    """Start the packs that stand in a text; False, told to the person, if one failed."""
    for kept in shelf.packs_to_start(text):
        try:
            yield from _start_pack(kept)
        except (Refusal, PackError, StoreError) as error:
            shelf.set_enabled(kept.id, is_enabled=False)
            params = {"name": school_name(kept.id), "reason": reason_text(error)}
            shelf.show_notice(Message("packs.failed.load", params))
            return False
        shelf.merge_texts()
    return True


def _start_pack(kept: PackRecord) -> InstallFlow[None]:
    """Run a pack that was added before."""
    data = yield LoadWheel(kept.id)
    if data is None:
        raise Refusal(Message("packs.lost"))
    if hashlib.sha256(data).hexdigest() != kept.sha256:
        raise refusal_for("no-zip")
    wheel = (yield from load_wheel_inspector()).inspect_wheel(
        kept.file, data, replaced_modules=ALL_MODULES
    )
    pack = yield from run_wheel(wheel, data)
    if pack.id != kept.id:
        packs.unregister(pack.id)
        yield StopPack(wheel.project)
        raise refusal_for("entry")


# -- removing ------------------------------------------------------------------------------------


def remove_pack(shelf: InstalledPacks, id: str) -> InstallFlow[bool]:
    """Remove a pack, after a question; whether it is gone."""
    kept = shelf.find_by_id(id)
    if kept is None:
        return True
    if shelf.is_in_use(id):
        yield ShowStatus(PackStatus(Message("packs.in-use"), is_error=True))
        return False
    name = school_name(id)
    text = Message("packs.confirm.text", {"name": name})
    if not (yield ConfirmAction(Message("packs.confirm.title"), text, Message("packs.remove"))):
        return False
    packs.unregister(id)
    yield StopPack(kept.project)
    shelf.remove_record(id)
    try:
        yield DeleteWheel(id)
    except StoreError:
        shelf.show_notice(Message("packs.not-written"))
    yield ShowStatus(PackStatus(Message("packs.removed", {"name": name})))
    return True


# -- saying --------------------------------------------------------------------------------------


def _show_progress(on: str) -> ShowStatus:
    return ShowStatus(PackStatus(Message(on)))


def _show_refusal(error: Refusal | PackError) -> ShowStatus:
    """Why a pack was not added."""
    if isinstance(error, Refusal):
        why: object = error.message
    else:
        why = Message("packs.refused.run", {"reason": reason_text(error)})
    return ShowStatus(
        PackStatus(Message("packs.refused", {"why": why}), is_error=True, detail=str(error))
    )
