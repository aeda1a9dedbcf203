"""Packs on the page: the dialogs, and the steps of `tashkalar.features.packs.install_flow`.

Nothing is fetched and no code of a pack runs before a person has added a pack; after that, packs
run only when a game or the gallery needs them. A start without packs costs one read of the storage.
"""

from __future__ import annotations

import asyncio
from typing import Any

from pyscript import document, window

from tashkalar.errors import PackError, PackStopped
from tashkalar.features.packs import install_flow, install_steps, installed_packs
from tashkalar.features.packs.install_flow import PackFile
from tashkalar.features.packs.install_steps import Answer, InstallFlow, InstallStep, PackFact
from tashkalar.features.packs.installed_packs import InstalledPacks, PackRow, PackStatus
from tashkalar.features.packs.pack_host import PackBotWorkers, PackHost
from tashkalar.features.packs.page import stdlib_fetch
from tashkalar.features.packs.page.browser_worker import BrowserPackWorkerFactory
from tashkalar.features.packs.page.wheel_store import WheelStore
from tashkalar.position.move import Message
from tashkalar.rules.execution import PackResultPending
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task


class PackDialogs(PackRoom):
    """The packs added to this browser; `InstalledPacks` describes the callables."""

    def __init__(self, app: App) -> None:
        self._app, self._words = app, app.words
        self._wheel_store = WheelStore()
        self._host = PackHost(BrowserPackWorkerFactory())
        self.bot_workers = PackBotWorkers(self._host)
        self._lock = asyncio.Lock()  # packs are added and started one at a time
        self._school_looks: dict[str, str] = {}
        self._host.on_change = lambda: self.on_change()
        self._list: KeyedList[PackRow] = KeyedList(
            by_id("packs-list"), self._create_row, self._update_row, key=lambda row: row.id
        )
        self._installed = InstalledPacks(
            app.words,
            app.store,
            self._on_packs_changed,
            app.notices.show,
            lambda: app.table.schools,
        )
        dialog = by_id("dlg-packs")
        for node, kind, handler in (
            (dialog, "click", self._on_click),
            (dialog, "change", self._on_toggled),
            (by_id("pack-address"), "submit", self._on_submit),
        ):
            listen(node, kind, handler)
        self._add_school_styles()

    # -- queries -------------------------------------------------------------------------

    @property
    def offered_schools(self) -> tuple[str, ...]:  # type: ignore[override]
        """The schools of packs that can be chosen for a new game."""
        return self._installed.selectable_schools

    def add_pack_texts(self) -> None:
        """Add the texts of the packs to the catalogue after a change of language."""
        self._installed.merge_texts()

    def needs_packs(self, text: str) -> bool:
        """Tell whether a text mentions installed packs that are not running yet."""
        return bool(self._installed.packs_to_start(text))

    async def resolve_pending(self, wanted: PackResultPending) -> None:
        """Have the worker carry out the pending executions."""
        await self._host.resolve_pending(wanted)

    def forget_failures(self) -> None:
        """Forget the failures, so that a later try makes new requests."""
        self._host.forget_failures()

    async def read_wheel(self, id: str) -> bytes | None:
        """Return the stored wheel of a pack, None without one that can be read."""
        try:
            return await self._wheel_store.get(id)
        except StoreError:
            return None

    async def keep_wheel(self, id: str, data: bytes) -> bool:
        """Store the wheel of a pack; return False if that fails."""
        try:
            await self._wheel_store.put(id, data)
        except StoreError:
            return False
        return True

    def reload_records(self) -> None:
        """Read the list of packs again, after an import has added to it."""
        self._installed.reload_records()

    def forget_record(self, id: str) -> None:
        """Remove a pack from the list whose wheel could not be stored."""
        self._installed.remove_record(id)

    async def prepare_packs(self, text: str) -> bool:
        """Start the packs that a text mentions; return False, after a notice, if one failed."""
        if not self.needs_packs(text):
            return True
        async with self._lock:
            return await self._run_flow(install_flow.start_mentioned_packs(self._installed, text))

    def disable_failed_pack(self, error: PackError) -> Message:
        """Disable a pack that has failed in a game; return a message for the person.

        The game must have been removed from the table.
        """
        return self._installed.disable_failed_pack(error)

    def stopped_message(self, error: PackStopped) -> Message:
        """Return a message about a card that was stopped because it did not end."""
        return installed_packs.stopped_card_message(error)

    # -- steps of a flow -----------------------------------------------------------------

    async def _run_flow(self, flow: InstallFlow[Answer]) -> Answer:
        return await install_steps.run_flow(flow, self._run_step)

    async def _run_step(self, step: InstallStep) -> object:
        """Carry out a step of a flow, and return its result."""
        match step:
            case install_steps.ShowStatus(status):
                self._show_status(status)
            case install_steps.FetchFile(address):
                return await files.fetch_bytes(address)
            case install_steps.LoadStandardLibrary():
                return await stdlib_fetch.load_rest()
            case install_steps.AskToRun(facts):
                return await self._confirm_pack(facts)
            case install_steps.ConfirmAction(title, text, ok):
                words = map(self._words.translate, (title, text, ok))
                return await dialogs.confirm(*words) is not None
            case install_steps.LoadWheel(id):
                return await self._wheel_store.get(id)
            case install_steps.StoreWheel(id, data):
                await self._wheel_store.put(id, data)
            case install_steps.DeleteWheel(id):
                await self._wheel_store.remove(id)
            case install_steps.RunPack(wheel, data):
                return await self._host.open_pack(wheel, data)
            case install_steps.StopPack(project):
                self._host.close_pack(project)
        return None

    async def _add(self, pack_file: PackFile) -> None:
        try:
            async with self._lock:
                await self._run_flow(install_flow.add_pack(self._installed, pack_file))
        except Exception:
            self._show_status(PackStatus(None))
            raise

    async def _add_file(self) -> None:
        chosen = await files.pick_file_bytes(by_id("pack-file"))
        if chosen is not None:
            await self._add(PackFile(*chosen))

    async def _add_address(self, text: str) -> None:
        address = files.resolve_address(text, str(document.baseURI))
        file = await self._run_flow(install_flow.fetch_pack_file(address))
        if file is not None:
            await self._add(file)

    async def _remove(self, id: str) -> None:
        async with self._lock:
            is_removed = await self._run_flow(install_flow.remove_pack(self._installed, id))
        if is_removed:
            by_id("pack-choose").focus()  # the pressed button has been removed

    async def _confirm_pack(self, facts: tuple[PackFact, ...]) -> bool:
        """Show facts about a pack, and return whether the person wants to run it."""
        list_node = by_id("pack-facts")
        list_node.replaceChildren()
        for label, value in facts:
            parts = ClonedTemplate(clone_template("tpl-pack-fact"))
            parts.set_text("what", self._words.translate(label))
            parts.set_text("value", self._words.translate(value))
            list_node.appendChild(parts.root.node)
        return await dialogs.ask_in_dialog(by_id("dlg-pack-ask"))

    # -- list ----------------------------------------------------------------------------

    def on_opened(self) -> None:
        """Prepare the dialog when it is opened."""
        self._show_status(PackStatus(None))
        self._show_list()

    def _on_packs_changed(self) -> None:
        self._add_school_styles()
        self._show_list()
        self._app.on_packs_changed()

    def _show_list(self) -> None:
        self._list.show(self._installed.rows(), rewrite_all=True)

    def _create_row(self, row: PackRow) -> Any:
        node = clone_template("tpl-pack")
        node.setAttribute("data-pack", row.id)
        return node

    def _update_row(self, parts: ClonedTemplate, row: PackRow) -> None:
        root, say = parts.root.node, self._words.translate
        parts.set_text("name", say(row.name))
        parts.set_text("detail", say(row.detail))
        parts.root.set_attribute("data-off", not row.is_enabled)
        stone = root.querySelector(".stone")
        stone.setAttribute("data-school", row.id)
        stone.querySelector(".sigil").setAttribute("href", f"#sigil-{row.id}")
        root.querySelector('[data-pack-action="toggle"]').checked = row.is_enabled
        remove = root.querySelector('[data-pack-action="remove"]')
        remove.setAttribute("aria-label", say(row.remove_label))

    def _on_click(self, event: PageEvent) -> None:
        if event.closest("#pack-choose"):
            start_task(self._add_file())
        elif button := event.closest('[data-pack-action="remove"]'):
            start_task(self._remove(_pack_id_of(button)))

    def _on_toggled(self, event: PageEvent) -> None:
        if switch := event.closest('[data-pack-action="toggle"]'):
            is_offered = bool(switch.checked)
            self._show_status(
                self._installed.set_offered(_pack_id_of(switch), is_offered=is_offered)
            )
            self._show_list()

    def _on_submit(self, event: PageEvent) -> None:
        event.prevent_default()
        start_task(
            self._add_address(
                str(window.FormData.new(by_id("pack-address")).get("address")).strip()
            )
        )

    def _show_status(self, status: PackStatus) -> None:
        node = by_id("pack-status")
        node.toggleAttribute("data-trouble", status.is_error)
        write_faults(node, (status.text,) if status.text else (), self._words)
        if status.detail:
            window.console.info(f"tashkalar: {status.detail}")

    # -- school styles -------------------------------------------------------------------

    def _add_school_styles(self) -> None:
        """Give the schools of packs their colors and sigils."""
        for id, look in self._installed.looks.items():
            if self._school_looks.get(id) == look:
                continue
            self._school_looks[id] = look
            old_sigil = document.getElementById(f"sigil-{id}")
            if old_sigil:
                old_sigil.remove()
            sigil = by_id(f"sigil-look-{look}")
            sigil_copy = sigil.cloneNode(True)
            sigil_copy.setAttribute("id", f"sigil-{id}")
            sigil.parentNode.appendChild(sigil_copy)
            # The ids are validated, so they cannot end the selector.
            colours = "".join(f"--{name}: var(--{look}-{name});" for name in ("c", "d", "l", "rim"))
            style_sheet = window.CSSStyleSheet.new()
            style_sheet.replaceSync(f'[data-school="{id}"] {{ {colours} }}')
            document.adoptedStyleSheets.push(style_sheet)


def _pack_id_of(node: Any) -> str:
    """Return the pack of the row that contains a node."""
    return str(node.closest("[data-pack]").dataset.pack)
