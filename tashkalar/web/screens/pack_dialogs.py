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
from tashkalar.ui.packs.install_flow import Found
from tashkalar.ui.packs.install_steps import Answer, Fact, Flow, Step
from tashkalar.ui.packs.installed_packs import PackRow, PackShelf, Told
from tashkalar.ui.packs.pack_host import PackRoom
from tashkalar.ui.storage.key_value_store import Store
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files, stdlib_fetch
from tashkalar.web.browser.dom import KeyedList, Parts, by_id, clone
from tashkalar.web.browser.pack_worker import PackWorkers
from tashkalar.web.browser.tasks import background
from tashkalar.web.browser.wheel_store import Wheels


class Packs:
    """The packs that were added to this browser; see `PackShelf` for the callables."""

    def __init__(
        self,
        words: Catalogue,
        store: Store,
        changed: Callable[[], None],
        tell: Callable[[Message], None],
        on_table: Callable[[], Iterable[str]],
    ) -> None:
        self._words = words
        self._changed, self._tell = changed, tell
        self._wheels = Wheels()
        self.room = PackRoom(PackWorkers())
        self._busy = asyncio.Lock()  # packs are added and started one after another
        self._painted: dict[str, str] = {}
        self._list: KeyedList[PackRow] = KeyedList(
            by_id("packs-list"), self._create, self._update, key=lambda row: row.id
        )
        self._shelf = PackShelf(words, store, self._shelf_changed, tell, on_table)
        dialog = by_id("dlg-packs")
        for place, kind, handler in (
            (dialog, "click", self._click),
            (dialog, "change", self._toggled),
            (by_id("pack-address"), "submit", self._submit),
        ):
            add_event_listener(place, kind, handler)
        self._paint()

    # -- what others ask -----------------------------------------------------------------

    @property
    def offered(self) -> tuple[str, ...]:
        """The schools that can be chosen for a new game."""
        return self._shelf.offered

    def teach(self) -> None:
        """Teach the catalogue, after a change of language, what the packs have to say."""
        self._shelf.teach()

    def lacking(self, text: str) -> bool:
        """Whether packs stand in a text that can be had and are not running yet."""
        return bool(self._shelf.lacking(text))

    async def prepare(self, text: str) -> bool:
        """Have the packs ready that stand in a text; False, told to the person, if one failed."""
        if not self.lacking(text):
            return True
        async with self._busy:
            return await self._carry_out(install_flow.preparing(self._shelf, text))

    def failed(self, error: PackError) -> Message:
        """Switch off a pack that has failed in a game, which must be off the table; what to say."""
        return self._shelf.failed(error)

    def stopped(self, error: PackStopped) -> Message:
        """What to say of a card that did not come to an end."""
        return installed_packs.stopped(error)

    # -- carrying out --------------------------------------------------------------------

    async def _carry_out(self, flow: Flow[Answer]) -> Answer:
        return await install_steps.carry_out(flow, self._do)

    async def _do(self, step: Step) -> object:
        """Do what a flow needs of the page."""
        match step:
            case install_steps.Say(told):
                self._say(told)
            case install_steps.Fetch(address):
                return await files.fetch_bytes(address)
            case install_steps.GetTools():
                return await stdlib_fetch.complete()
            case install_steps.Ask(facts):
                return await self._ask(facts)
            case install_steps.Confirm(title, text, ok):
                words = map(self._words.message, (title, text, ok))
                return await dialogs.confirm(*words) is not None
            case install_steps.Load(id):
                return await self._wheels.get(id)
            case install_steps.Keep(id, data):
                await self._wheels.put(id, data)
            case install_steps.Forget(id):
                await self._wheels.remove(id)
            case install_steps.Open(wheel, data):
                return await self.room.open(wheel, data)
            case install_steps.Close(project):
                self.room.close(project)
        return None

    async def _add(self, found: Found) -> None:
        try:
            async with self._busy:
                await self._carry_out(install_flow.adding(self._shelf, found))
        except Exception:
            self._say(Told(None))
            self._tell(Message("error.unexpected"))
            raise

    async def _add_file(self) -> None:
        chosen = await files.pick_bytes(by_id("pack-file"))
        if chosen is not None:
            await self._add(Found(*chosen))

    async def _add_address(self, text: str) -> None:
        place = files.place(text, str(document.baseURI))
        found = await self._carry_out(install_flow.fetching(place))
        if found is not None:
            await self._add(found)

    async def _remove(self, id: str) -> None:
        async with self._busy:
            gone = await self._carry_out(install_flow.removing(self._shelf, id))
        if gone:
            by_id("pack-choose").focus()  # the button that was pressed is gone

    async def _ask(self, facts: tuple[Fact, ...]) -> bool:
        """Tell what is known of a pack; whether the person wants it."""
        place = by_id("pack-facts")
        place.replaceChildren()
        for what, value in facts:
            parts = Parts(clone("tpl-pack-fact"))
            parts.text("what", self._words.message(what))
            parts.text("value", self._words.message(value))
            place.appendChild(parts.root.node)
        return await dialogs.ask(by_id("dlg-pack-ask"))

    # -- the list ------------------------------------------------------------------------

    def opened(self) -> None:
        """The dialog has been opened."""
        self._say(Told(None))
        self._show()

    def _shelf_changed(self) -> None:
        self._paint()
        self._show()
        self._changed()

    def _show(self) -> None:
        self._list.show(self._shelf.rows(), afresh=True)

    def _create(self, row: PackRow) -> Any:
        node = clone("tpl-pack")
        node.setAttribute("data-pack", row.id)
        return node

    def _update(self, parts: Parts, row: PackRow) -> None:
        root, say = parts.root.node, self._words.message
        parts.text("name", say(row.name))
        parts.text("detail", say(row.detail))
        parts.root.attribute("data-off", not row.enabled)
        stone = root.querySelector(".stone")
        stone.setAttribute("data-school", row.id)
        stone.querySelector(".sigil").setAttribute("href", f"#sigil-{row.id}")
        root.querySelector('[data-pack-action="toggle"]').checked = row.enabled
        remove = root.querySelector('[data-pack-action="remove"]')
        remove.setAttribute("aria-label", say(row.remove))

    def _click(self, event: Any) -> None:
        if event.target.closest("#pack-choose"):
            background(self._add_file())
        elif event.target.closest('[data-pack-action="remove"]'):
            background(self._remove(_id_of(event.target)))

    def _toggled(self, event: Any) -> None:
        if event.target.matches('[data-pack-action="toggle"]'):
            on = bool(event.target.checked)
            self._say(self._shelf.toggle(_id_of(event.target), on=on))
            self._show()

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        background(self._add_address(str(window.FormData.new(event.target).get("address")).strip()))

    def _say(self, told: Told) -> None:
        place = by_id("pack-status")
        place.toggleAttribute("data-trouble", told.trouble)
        place.textContent = self._words.message(told.text) if told.text else ""
        if told.detail:
            window.console.info(f"tashkalar: {told.detail}")

    # -- how schools look ----------------------------------------------------------------

    def _paint(self) -> None:
        """Give the schools of packs their colours and signs."""
        for id, look in self._shelf.looks.items():
            if self._painted.get(id) == look:
                continue
            self._painted[id] = look
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


def _id_of(node: Any) -> str:
    """The pack in whose row a node stands."""
    return str(node.closest("[data-pack]").dataset.pack)
