"""Packs on the page: the dialogs, and the steps of `tashkalar.ui.packs.install_flow` carried out.

Nothing is fetched and nothing runs before a person has added a pack, and then not before a game, or
a look at the cards, needs it: a start without packs costs one look into the storage.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from pyodide.ffi.wrappers import add_event_listener
from pyscript import document, window

from tashkalar.errors import PackError, PackStopped
from tashkalar.position.move import Message
from tashkalar.ui.packs import install_flow, install_steps, installed_packs
from tashkalar.ui.packs.install_flow import PackFile
from tashkalar.ui.packs.install_steps import Answer, InstallFlow, InstallStep, PackFact
from tashkalar.ui.packs.installed_packs import InstalledPacks, PackRow, PackStatus
from tashkalar.ui.packs.pack_host import PackHost
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files, stdlib_fetch
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.pack_worker import BrowserPackWorkerFactory
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.wheel_store import WheelStore


class PackDialogs:
    """The packs that were added to this browser; see `InstalledPacks` for the callables."""

    def __init__(
        self,
        words: Catalogue,
        store: KeyValueStore,
        changed: Callable[[], None],
        tell: Callable[[Message], None],
        on_table: Callable[[], Iterable[str]],
    ) -> None:
        self._words = words
        self._on_changed, self._notify = changed, tell
        self._wheel_store = WheelStore()
        self.host = PackHost(BrowserPackWorkerFactory())
        self._lock = asyncio.Lock()  # packs are added and started one after another
        self._school_looks: dict[str, str] = {}
        self._list: KeyedList[PackRow] = KeyedList(
            by_id("packs-list"), self._create_row, self._update_row, key=lambda row: row.id
        )
        self._installed = InstalledPacks(words, store, self._on_packs_changed, tell, on_table)
        dialog = by_id("dlg-packs")
        for place, kind, handler in (
            (dialog, "click", self._on_click),
            (dialog, "change", self._on_toggled),
            (by_id("pack-address"), "submit", self._on_submit),
        ):
            add_event_listener(place, kind, handler)
        self._add_school_styles()

    # -- what others ask -----------------------------------------------------------------

    @property
    def offered_schools(self) -> tuple[str, ...]:
        """The schools that can be chosen for a new game."""
        return self._installed.selectable_schools

    def add_pack_texts(self) -> None:
        """Teach the catalogue, after a change of language, what the packs have to say."""
        self._installed.merge_texts()

    def needs_packs(self, text: str) -> bool:
        """Whether packs stand in a text that can be had and are not running yet."""
        return bool(self._installed.packs_to_start(text))

    async def prepare_packs(self, text: str) -> bool:
        """Have the packs ready that stand in a text; False, told to the person, if one failed."""
        if not self.needs_packs(text):
            return True
        async with self._lock:
            return await self._run_flow(install_flow.start_mentioned_packs(self._installed, text))

    def disable_failed_pack(self, error: PackError) -> Message:
        """Switch off a pack that has failed in a game, which must be off the table; what to say."""
        return self._installed.disable_failed_pack(error)

    def stopped_message(self, error: PackStopped) -> Message:
        """What to say of a card that did not come to an end."""
        return installed_packs.stopped_card_message(error)

    # -- carrying out --------------------------------------------------------------------

    async def _run_flow(self, flow: InstallFlow[Answer]) -> Answer:
        return await install_steps.run_flow(flow, self._run_step)

    async def _run_step(self, step: InstallStep) -> object:
        """Do what a flow needs of the page."""
        match step:
            case install_steps.ShowStatus(told):
                self._show_status(told)
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
                return await self.host.open_pack(wheel, data)
            case install_steps.StopPack(project):
                self.host.close_pack(project)
        return None

    async def _add(self, found: PackFile) -> None:
        try:
            async with self._lock:
                await self._run_flow(install_flow.add_pack(self._installed, found))
        except Exception:
            self._show_status(PackStatus(None))
            self._notify(Message("error.unexpected"))
            raise

    async def _add_file(self) -> None:
        chosen = await files.pick_file_bytes(by_id("pack-file"))
        if chosen is not None:
            await self._add(PackFile(*chosen))

    async def _add_address(self, text: str) -> None:
        place = files.resolve_address(text, str(document.baseURI))
        found = await self._run_flow(install_flow.fetch_pack_file(place))
        if found is not None:
            await self._add(found)

    async def _remove(self, id: str) -> None:
        async with self._lock:
            gone = await self._run_flow(install_flow.remove_pack(self._installed, id))
        if gone:
            by_id("pack-choose").focus()  # the button that was pressed is gone

    async def _confirm_pack(self, facts: tuple[PackFact, ...]) -> bool:
        """Tell what is known of a pack; whether the person wants it."""
        place = by_id("pack-facts")
        place.replaceChildren()
        for what, value in facts:
            parts = ClonedTemplate(clone_template("tpl-pack-fact"))
            parts.set_text("what", self._words.translate(what))
            parts.set_text("value", self._words.translate(value))
            place.appendChild(parts.root.node)
        return await dialogs.ask_in_dialog(by_id("dlg-pack-ask"))

    # -- the list ------------------------------------------------------------------------

    def on_opened(self) -> None:
        """The dialog has been opened."""
        self._show_status(PackStatus(None))
        self._show_list()

    def _on_packs_changed(self) -> None:
        self._add_school_styles()
        self._show_list()
        self._on_changed()

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

    def _on_click(self, event: Any) -> None:
        if event.target.closest("#pack-choose"):
            start_task(self._add_file())
        elif event.target.closest('[data-pack-action="remove"]'):
            start_task(self._remove(_pack_id_of(event.target)))

    def _on_toggled(self, event: Any) -> None:
        if event.target.matches('[data-pack-action="toggle"]'):
            on = bool(event.target.checked)
            self._show_status(self._installed.set_offered(_pack_id_of(event.target), is_offered=on))
            self._show_list()

    def _on_submit(self, event: Any) -> None:
        event.preventDefault()
        start_task(self._add_address(str(window.FormData.new(event.target).get("address")).strip()))

    def _show_status(self, told: PackStatus) -> None:
        place = by_id("pack-status")
        place.toggleAttribute("data-trouble", told.is_error)
        place.textContent = self._words.translate(told.text) if told.text else ""
        if told.detail:
            window.console.info(f"tashkalar: {told.detail}")

    # -- how schools look ----------------------------------------------------------------

    def _add_school_styles(self) -> None:
        """Give the schools of packs their colours and signs."""
        for id, look in self._installed.looks.items():
            if self._school_looks.get(id) == look:
                continue
            self._school_looks[id] = look
            old = document.getElementById(f"sigil-{id}")
            if old:
                old.remove()
            sign = by_id(f"sigil-look-{look}")
            copy = sign.cloneNode(True)
            copy.setAttribute("id", f"sigil-{id}")
            sign.parentNode.appendChild(copy)
            # The ids are checked: nothing in them can end the selector.
            colours = "".join(f"--{name}: var(--{look}-{name});" for name in ("c", "d", "l", "rim"))
            sheet = window.CSSStyleSheet.new()
            sheet.replaceSync(f'[data-school="{id}"] {{ {colours} }}')
            document.adoptedStyleSheets.push(sheet)


def _pack_id_of(node: Any) -> str:
    """The pack in whose row a node stands."""
    return str(node.closest("[data-pack]").dataset.pack)
