"""Packs on the page: the list, adding and removing, and having them ready when a game needs one.

Nothing is fetched and nothing runs before a person has added a pack, and then not before a game, or
a look at the cards, needs it: a start without packs costs one look into the storage.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import unquote

from pyodide.ffi import JsException
from pyodide.ffi.wrappers import add_event_listener
from pyscript import document, window

from tashkalar.cards import packs
from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui import kept_packs
from tashkalar.ui.i18n import SOURCE, Catalogue
from tashkalar.ui.kept_packs import MOST, Kept
from tashkalar.ui.refused import Refused
from tashkalar.ui.store import Store, StoreError
from tashkalar.web import dialogs, files, library
from tashkalar.web.background import background
from tashkalar.web.dom import KeyedList, Parts, by_id, clone
from tashkalar.web.wheels import Wheels

_DIGEST = re.compile(r"sha256=([0-9a-fA-F]{64})")
_LONGEST_REASON = 300


class Packs:
    """The packs that were added to this browser.

    `changed` is called when other schools can be chosen, or are called otherwise; `tell` shows a
    notice that stays; `on_table` gives the schools of the game on the table.
    """

    def __init__(
        self,
        words: Catalogue,
        store: Store,
        changed: Callable[[], None],
        tell: Callable[[Message], None],
        on_table: Callable[[], Iterable[str]],
    ) -> None:
        self._words = words
        self._store = store
        self._changed, self._tell, self._on_table = changed, tell, on_table
        self._wheels = Wheels()
        self._busy = asyncio.Lock()  # packs are added and started one after another
        self._all = kept_packs.read(store)
        self._painted: dict[str, str] = {}
        self._list: KeyedList[Kept] = KeyedList(
            by_id("packs-list"), self._create, self._update, key=lambda kept: kept.id
        )
        dialog = by_id("dlg-packs")
        for place, kind, handler in (
            (dialog, "click", self._click),
            (dialog, "change", self._toggled),
            (by_id("pack-address"), "submit", self._submit),
        ):
            add_event_listener(place, kind, handler)
        self.teach()

    # -- what others ask -----------------------------------------------------------------

    @property
    def offered(self) -> tuple[str, ...]:
        """The schools that can be chosen for a new game."""
        return tuple(kept.id for kept in self._all if kept.enabled)

    def teach(self) -> None:
        """Teach the catalogue, again after a change of language, what the packs have to say."""
        kept_packs.teach(self._words, self._all)
        for pack in packs.REGISTERED.values():
            for language, texts in pack.texts.items():
                if language in (SOURCE, self._words.language):
                    self._words.merge(language, texts)
        self._paint()

    def lacking(self, text: str) -> list[Kept]:
        """The packs that stand in a text, can be had and are not running yet."""
        return [
            kept
            for kept in kept_packs.mentioned(self._all, text)
            if kept.enabled and kept.id not in packs.REGISTERED
        ]

    async def prepare(self, text: str) -> bool:
        """Have the packs ready that stand in a text; False, told to the person, if one failed."""
        for kept in self.lacking(text):
            try:
                await self._start(kept)
            except (Refused, PackError, StoreError) as error:
                self._switch(kept, on=False)
                self._tell(
                    Message(
                        "packs.failed.load",
                        {"name": _school(kept.id), "reason": self._reason(error)},
                    )
                )
                return False
        return True

    def failed(self, error: PackError) -> Message:
        """Switch off a pack that has failed in a game, which must be off the table; what to say."""
        packs.unregister(error.pack)
        for kept in self._all:
            if kept.id == error.pack:
                self._switch(kept, on=False)
        return Message("packs.failed", {"name": _school(error.pack), "reason": self._reason(error)})

    # -- starting ------------------------------------------------------------------------

    async def _start(self, kept: Kept) -> None:
        """Run a pack that was added before."""
        async with self._busy:
            if kept.id in packs.REGISTERED:
                return
            data = await self._wheels.get(kept.id)
            if data is None:
                raise Refused(Message("packs.lost"))
            if hashlib.sha256(data).hexdigest() != kept.sha256:
                raise Refused(Message("packs.refused.no-zip"))
            # Its own modules may be there still, from before it was switched off.
            wheel = (await _tools()).inspect(kept.file, data, ours=_Everything())
            pack = await (await _installer()).install(wheel, data)
            if pack.id != kept.id:
                packs.unregister(pack.id)
                raise Refused(Message("packs.refused.entry"))
            self.teach()

    # -- adding --------------------------------------------------------------------------

    async def _add_file(self) -> None:
        chosen = await files.pick_bytes(by_id("pack-file"))
        if chosen is not None:
            await self._adding(*chosen, None)

    async def _add_address(self, text: str) -> None:
        self._say("packs.working.reading")
        try:
            name, data, digest = await _fetched(text)
        except Refused as refused:
            self._refuse(refused)
        else:
            await self._adding(name, data, digest)

    async def _adding(self, name: str, data: bytes, digest: str | None) -> None:
        self._say("packs.working.reading")
        try:
            async with self._busy:
                message = await self._add(name, data, digest)
        except (Refused, PackError) as error:
            self._refuse(error)
            return
        except Exception:
            self._say(None)
            self._tell(Message("error.unexpected"))
            raise
        by_id("pack-status").textContent = self._words.message(message) if message else ""
        self.show()
        self._changed()

    async def _add(self, name: str, data: bytes, digest: str | None) -> Message | None:
        """Look at a pack, ask, run and keep it; what to say, None when the answer was no."""
        if digest is not None and hashlib.sha256(data).hexdigest() != digest:
            raise Refused(Message("packs.refused.hash"))
        wheel_tools = await _tools()
        project = wheel_tools.normalized(name.partition("-")[0])
        before = next((kept for kept in self._all if kept.project == project), None)
        if before is None and len(self._all) >= MOST:
            raise Refused(Message("packs.refused.most", {"n": MOST}))
        if before is not None and before.id in self._on_table():
            raise Refused(Message("packs.in-use"))
        old = await self._wheel_of(before) if before is not None else None
        ours = () if old is None else old.tops
        wheel = wheel_tools.inspect(name, data, ours=ours)
        if not await self._ask(wheel, before, checked=digest is not None):
            return None
        self._say("packs.working.running")
        if before is not None:
            packs.unregister(before.id)
        pack = await (await _installer()).install(wheel, data)
        kept = Kept(
            id=pack.id,
            version=pack.version,
            names={
                language: texts[f"school.{pack.id}.name"]
                for language, texts in pack.texts.items()
                if f"school.{pack.id}.name" in texts
            },
            look=pack.look,
            file=wheel.file,
            project=wheel.project,
            sha256=wheel.sha256,
            enabled=True,
        )
        other = next((k for k in self._all if k.id == kept.id and k.project != project), None)
        if other is not None:
            packs.unregister(pack.id)
            (await _installer()).uninstall(wheel)
            raise Refused(Message("packs.refused.same-school", {"name": _school(other.id)}))
        self._all = [k for k in self._all if k.project != project] + [kept]
        params = {"name": _school(kept.id), "version": kept.version}
        try:
            await self._wheels.put(kept.id, data)
            kept_packs.keep(self._store, self._all)
        except StoreError:
            return Message("packs.not-kept", params)
        finally:
            self.teach()
        return Message("packs.added", params)

    async def _wheel_of(self, kept: Kept) -> Any:
        """The wheel of a pack as it was added; None when it is not there any more."""
        try:
            data = await self._wheels.get(kept.id)
            if data is None:
                return None
            return (await _tools()).inspect(kept.file, data, ours=_Everything())
        except (StoreError, Refused):
            return None

    async def _ask(self, wheel: Any, before: Kept | None, *, checked: bool) -> bool:
        """Tell what a pack is and what is known of this one; whether the person wants it."""
        say = self._words.text
        facts = [
            (say("packs.ask.file"), wheel.file),
            (
                say("packs.ask.project"),
                say("packs.ask.project.version", name=wheel.project, version=wheel.version),
            ),
            (say("packs.ask.size"), say("packs.ask.kilobytes", n=-(-wheel.size // 1000))),
            (say("packs.ask.hash"), wheel.sha256),
        ]
        if checked:
            facts.append(("", say("packs.ask.checked")))
        if before is not None:
            params = {"name": _school(before.id), "version": before.version}
            facts.append((say("packs.ask.update"), say("packs.one", **params)))
        place = by_id("pack-facts")
        place.replaceChildren()
        for what, value in facts:
            parts = Parts(clone("tpl-pack-fact"))
            parts.text("what", what)
            parts.text("value", value)
            place.appendChild(parts.root.node)
        return await dialogs.ask(by_id("dlg-pack-ask"))

    # -- the list ------------------------------------------------------------------------

    def show(self) -> None:
        """Fill the list."""
        self._list.show(self._all, afresh=True)

    def opened(self) -> None:
        """The dialog has been opened."""
        by_id("pack-status").textContent = ""
        by_id("pack-status").toggleAttribute("data-trouble", False)
        self.show()

    def _create(self, kept: Kept) -> Any:
        node = clone("tpl-pack")
        node.setAttribute("data-pack", kept.id)
        return node

    def _update(self, parts: Parts, kept: Kept) -> None:
        root, say = parts.root.node, self._words.text
        parts.text("name", self._words.message(_school(kept.id)))
        detail = "packs.version" if kept.enabled else "packs.version.off"
        parts.text("detail", say(detail, version=kept.version, file=kept.file))
        parts.root.attribute("data-off", not kept.enabled)
        stone = root.querySelector(".stone")
        stone.setAttribute("data-school", kept.id)
        stone.querySelector(".sigil").setAttribute("href", f"#sigil-{kept.id}")
        root.querySelector('[data-pack-action="toggle"]').checked = kept.enabled
        remove = root.querySelector('[data-pack-action="remove"]')
        remove.setAttribute("aria-label", say("packs.remove.of", name=_school(kept.id)))

    def _click(self, event: Any) -> None:
        if event.target.closest("#pack-choose"):
            background(self._add_file())
        elif event.target.closest('[data-pack-action="remove"]'):
            background(self._remove(self._row_of(event.target)))

    def _toggled(self, event: Any) -> None:
        if not event.target.matches('[data-pack-action="toggle"]'):
            return
        kept, on = self._row_of(event.target), bool(event.target.checked)
        if not on and kept.id in self._on_table():
            self._refuse(Refused(Message("packs.in-use")))
        else:
            self._say(None)
            if not on:
                packs.unregister(kept.id)
            self._switch(kept, on=on)
        self.show()

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        background(self._add_address(str(window.FormData.new(event.target).get("address")).strip()))

    def _row_of(self, node: Any) -> Kept:
        id = str(node.closest("[data-pack]").dataset.pack)
        return next(kept for kept in self._all if kept.id == id)

    def _switch(self, kept: Kept, *, on: bool) -> None:
        """Switch a pack on or off."""
        self._all = [k._replace(enabled=on) if k.id == kept.id else k for k in self._all]
        self._write()
        self._changed()

    async def _remove(self, kept: Kept) -> None:
        if kept.id in self._on_table():
            self._refuse(Refused(Message("packs.in-use")))
            return
        say, name = self._words.text, _school(kept.id)
        text = say("packs.confirm.text", name=name)
        title, ok = say("packs.confirm.title"), say("packs.remove")
        if await dialogs.confirm(title, text, ok) is None:
            return
        async with self._busy:
            wheel = await self._wheel_of(kept)
            packs.unregister(kept.id)
            if wheel is not None:
                (await _installer()).uninstall(wheel)
            self._all = [k for k in self._all if k.id != kept.id]
            self._write()
            try:
                await self._wheels.remove(kept.id)
            except StoreError:
                self._tell(Message("packs.not-written"))
        self._say("packs.removed", name=name)
        self.show()
        by_id("pack-choose").focus()  # the button that was pressed is gone
        self._changed()

    def _write(self) -> None:
        try:
            kept_packs.keep(self._store, self._all)
        except StoreError:
            self._tell(Message("packs.not-written"))

    # -- saying --------------------------------------------------------------------------

    def _say(self, key: str | None, **params: object) -> None:
        place = by_id("pack-status")
        place.toggleAttribute("data-trouble", False)
        place.textContent = self._words.text(key, **params) if key else ""

    def _refuse(self, error: Refused | PackError) -> None:
        """Say in the dialog why a pack was not added."""
        place = by_id("pack-status")
        place.toggleAttribute("data-trouble", True)
        if isinstance(error, Refused):
            why: object = error.message
        else:
            why = Message("packs.refused.run", {"reason": self._reason(error)})
        window.console.info(f"tashkalar: {error}")
        place.textContent = self._words.text("packs.refused", why=why)

    def _reason(self, error: Exception) -> Message | str:
        """What is wrong, to go into a sentence."""
        if isinstance(error, Refused):
            return error.message
        if isinstance(error, StoreError):
            return Message("packs.lost")
        text = error.reason if isinstance(error, PackError) else str(error)
        return " ".join(text.split())[:_LONGEST_REASON]

    # -- how schools look ----------------------------------------------------------------

    def _paint(self) -> None:
        """Give the schools of packs their colours and signs."""
        wanted = kept_packs.looks(self._all)
        for id, look in wanted.items():
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


class _Everything:
    """Holds whatever it is asked for."""

    def __contains__(self, item: object) -> bool:
        return True


def _school(id: str) -> Message:
    return Message(f"school.{id}.name")


async def _tools() -> Any:
    """What looks at wheels; its parts of the standard library are not there at the start."""
    if not await library.complete():
        raise Refused(Message("packs.refused.installer"))
    return importlib.import_module("tashkalar.ui.wheel")


async def _installer() -> Any:
    """What runs wheels; it comes after `_tools`."""
    return importlib.import_module("tashkalar.web.installer")


async def _fetched(text: str) -> tuple[str, bytes, str | None]:
    """Name and content of the file at an address of this site, and the hash it should have."""
    try:
        address = window.URL.new(text, document.baseURI)
    except JsException:
        raise Refused(Message("packs.refused.address")) from None
    if address.origin != window.location.origin:
        raise Refused(Message("packs.refused.origin"))
    mark, digest = str(address.hash).removeprefix("#"), None
    if mark:
        found = _DIGEST.fullmatch(mark)
        if found is None:
            raise Refused(Message("packs.refused.hash-form"))
        digest = found[1].lower()
    data = await files.fetch_bytes(str(address.href).partition("#")[0])
    if data is None:
        raise Refused(Message("packs.refused.fetch"))
    return unquote(str(address.pathname).rpartition("/")[2]), data, digest
