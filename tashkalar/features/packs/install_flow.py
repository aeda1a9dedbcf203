"""The flows that add, start and remove packs.

The flows yield the steps of `install_steps.py` and decide their order: a pack runs only after the
person has agreed, a pack is stored only after it has run, and a failure changes nothing.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError
from tashkalar.features.packs.install_steps import (
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
from tashkalar.features.packs.installed_packs import (
    InstalledPacks,
    PackStatus,
    reason_text,
    school_name,
)
from tashkalar.features.packs.wheel_steps import (
    ALL_MODULES,
    StoredWheel,
    load_stored_wheel,
    load_wheel_inspector,
    refusal_for,
    run_wheel,
)
from tashkalar.position.move import Message
from tashkalar.ui.start.url_parameters import ResolvedUrl
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.storage.pack_records import MAX_PACKS, PackRecord
from tashkalar.ui.text.refusal import DETAIL, Refusal

if TYPE_CHECKING:  # `wheel_check` imports deferred modules
    from tashkalar.features.packs.wheel_check import WheelMetadata

_SHA256_FRAGMENT = re.compile(r"sha256=([0-9a-fA-F]{64})")

# -- adding --------------------------------------------------------------------------------------


class PackFile(NamedTuple):
    """The file of a pack, and the hash in its address, None without one."""

    file_name: str
    data: bytes
    promised_sha256: str | None = None


def fetch_pack_file(place: ResolvedUrl | None) -> InstallFlow[PackFile | None]:
    """Fetch the file at an address; return None after showing why that failed.

    `place` is None for an invalid address.
    """
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
    """Return the hash in an address in lower case, None without one.

    Raises `Refusal` for an address from which no pack may be fetched.
    """
    if place is None:
        raise refusal_for("address")
    if not place.is_same_site:
        raise refusal_for("origin")
    if not place.fragment:
        return None
    fragment = _SHA256_FRAGMENT.fullmatch(place.fragment)
    if fragment is None:
        raise refusal_for("hash-form")
    return fragment[1].lower()


def add_pack(installed: InstalledPacks, file: PackFile) -> InstallFlow[None]:
    """Inspect a pack, ask the person, run and store the pack, and show the result."""
    yield _show_progress("packs.working.reading")
    try:
        message = yield from _inspect_and_add(installed, file)
    except (Refusal, PackError) as error:
        yield _show_refusal(error)
    else:
        yield ShowStatus(PackStatus(message))


def _inspect_and_add(installed: InstalledPacks, file: PackFile) -> InstallFlow[Message | None]:
    """Add a pack; return the message to show, None when the person has declined."""
    if file.promised_sha256 not in (None, hashlib.sha256(file.data).hexdigest()):
        raise refusal_for("hash")
    inspector = yield from load_wheel_inspector()
    before = installed.find_by_project(
        inspector.normalize_project_name(file.file_name.partition("-")[0])
    )
    if before is None and installed.is_full:
        raise refusal_for("most", n=MAX_PACKS)
    if before is not None and installed.is_in_use(before.id):
        raise Refusal(Message("packs.in-use"))
    old = (yield from load_stored_wheel(before)) if before else None
    wheel = inspector.inspect_wheel(
        file.file_name, file.data, replaced_modules=old.wheel.top_level_modules if old else ()
    )
    if not (
        yield AskToRun(_pack_facts(wheel, before, is_hash_checked=file.promised_sha256 is not None))
    ):
        return None
    yield _show_progress("packs.working.running")
    if before is not None:
        packs.unregister(before.id)
        yield StopPack(before.project)
    pack = yield from run_wheel(wheel, file.data)
    other = installed.find_by_id(pack.id)
    if other is not None and other.project != wheel.project:
        packs.unregister(pack.id)
        yield StopPack(wheel.project)
        raise refusal_for("same-school", name=school_name(other.id))
    record = _make_pack_record(pack, wheel)
    installed.add_record(record)
    is_stored = yield from _store_pack(installed, record, file.data, old)
    message_id = "packs.added" if is_stored else "packs.not-kept"
    return Message(message_id, {"name": school_name(record.id), "version": record.version})


def _make_pack_record(pack: Pack, wheel: WheelMetadata) -> PackRecord:
    """Return the record of a pack for the list."""
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
    installed: InstalledPacks, record: PackRecord, data: bytes, old: StoredWheel | None
) -> InstallFlow[bool]:
    """Store a pack; return False when that fails, and leave the stored pack as before."""
    try:
        yield StoreWheel(record.id, data)
    except StoreError:
        return False
    try:
        installed.store_record(record)
    except StoreError:
        # The stored list is unchanged: a wheel that does not match the list would count as damaged.
        is_update = old is not None and old.record.id == record.id
        yield from _attempt_step(
            StoreWheel(record.id, old.data) if old and is_update else DeleteWheel(record.id)
        )
        return False
    if old is not None and old.record.id != record.id:
        yield from _attempt_step(DeleteWheel(old.record.id))
    return True


def _attempt_step(step: InstallStep) -> InstallFlow[None]:
    """Try a step, and ignore a failing store."""
    try:
        yield step
    except StoreError:
        return


def _pack_facts(
    wheel: WheelMetadata, before: PackRecord | None, *, is_hash_checked: bool
) -> tuple[PackFact, ...]:
    """Return the facts about a pack that are known before the pack runs."""
    project = Message(
        "packs.ask.project.version", {"name": wheel.project, "version": wheel.version}
    )
    size = Message("packs.ask.kilobytes", {"n": -(-wheel.size_bytes // 1000)})
    facts: list[PackFact] = [
        (Message("packs.ask.file"), wheel.file_name),
        (Message("packs.ask.project"), project),
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


def start_mentioned_packs(installed: InstalledPacks, text: str) -> InstallFlow[bool]:
    """Start the packs that a text mentions; return False after a notice if a pack failed."""
    for record in installed.packs_to_start(text):
        try:
            yield from _start_pack(record)
        except (Refusal, PackError, StoreError) as error:
            installed.set_enabled(record.id, is_enabled=False)
            params = {"name": school_name(record.id), "reason": reason_text(error)}
            installed.show_notice(Message("packs.failed.load", params))
            return False
        installed.merge_texts()
    return True


def _start_pack(record: PackRecord) -> InstallFlow[None]:
    """Run the stored wheel of a pack."""
    data = yield LoadWheel(record.id)
    if data is None:
        raise Refusal(Message("packs.lost"))
    if hashlib.sha256(data).hexdigest() != record.sha256:
        raise refusal_for("no-zip")
    wheel = (yield from load_wheel_inspector()).inspect_wheel(
        record.file, data, replaced_modules=ALL_MODULES
    )
    pack = yield from run_wheel(wheel, data)
    if pack.id != record.id:
        packs.unregister(pack.id)
        yield StopPack(wheel.project)
        raise refusal_for("entry")


# -- removing ------------------------------------------------------------------------------------


def remove_pack(installed: InstalledPacks, id: str) -> InstallFlow[bool]:
    """Remove a pack after asking the person; tell whether the pack is gone."""
    record = installed.find_by_id(id)
    if record is None:
        return True
    if installed.is_in_use(id):
        yield ShowStatus(PackStatus(Message("packs.in-use"), is_error=True))
        return False
    name = school_name(id)
    text = Message("packs.confirm.text", {"name": name})
    if not (yield ConfirmAction(Message("packs.confirm.title"), text, Message("packs.remove"))):
        return False
    packs.unregister(id)
    yield StopPack(record.project)
    installed.remove_record(id)
    try:
        yield DeleteWheel(id)
    except StoreError:
        installed.show_notice(Message("packs.not-written"))
    yield ShowStatus(PackStatus(Message("packs.removed", {"name": name})))
    return True


# -- showing -------------------------------------------------------------------------------------


def _show_progress(message_id: str) -> ShowStatus:
    return ShowStatus(PackStatus(Message(message_id)))


_FAULTS_OF_MAKERS = frozenset(
    f"packs.refused.{what}"
    for what in (
        *("large", "unpacked", "many", "file-name", "no-wheel", "path", "content", "shadow"),
        *("depends", "entry", "record", "version"),
    )
)


def _show_refusal(error: Refusal | PackError) -> ShowStatus:
    """Return the step that shows why a pack was not added, and what can be done."""
    reason, detail = Message("packs.refused.run"), reason_text(error)
    if isinstance(error, Refusal):
        reason, detail = error.message, error.detail
    is_makers = reason.id in _FAULTS_OF_MAKERS
    params: dict[str, object] = {"why": reason}
    if detail:
        params[DETAIL] = detail
    message = Message("packs.refused.by-maker" if is_makers else "packs.refused", params)
    return ShowStatus(PackStatus(message, is_error=True, detail=str(error)))
