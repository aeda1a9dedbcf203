"""The dialog of what is stored in this browser: how much, delete, export and import of everything.

The module is imported when the dialog is first opened.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from pyscript import window

from tashkalar.features.stored import stored_data
from tashkalar.features.stored.page.door import count_saved_games
from tashkalar.features.stored.stored_data import StoredData, StoredFile, StoredRow
from tashkalar.features.stored.text_importer import LogComparison
from tashkalar.position.move import Message
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.storage.pack_records import read_pack_records
from tashkalar.ui.storage.save_texts import SavedGameError
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files, part_fetch
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.optional_features import UNAVAILABLE
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import Features


class StoredDataDialog:
    """Shows what is stored; `kept_keys` returns the keys of games that are open somewhere.

    `changed` is called when games were added or deleted.
    """

    def __init__(
        self,
        words: Catalogue,
        saved_games: SavedGames,
        store: KeyValueStore,
        features: Features,
        packs: PackRoom,
        kept_keys: Callable[[], list[str]],
        changed: Callable[[], None],
    ) -> None:
        self._words, self._store, self._packs = words, store, packs
        self._saved_games, self._data = saved_games, StoredData(saved_games, store)
        self._features = features
        self._kept_keys, self._on_changed = kept_keys, changed
        self._list: KeyedList[StoredRow] = KeyedList(
            by_id("stored-list"), self._create_row, self._update_row, key=lambda row: row.kind
        )
        listen(by_id("dlg-stored"), "click", self._on_click)

    async def show(self) -> None:
        """Write what is stored now."""
        self._tell([])
        await self._refresh()

    async def _refresh(self) -> None:
        wheels = await self._wheels()
        size = sum(len(text) for text in wheels.values()) * 3 // 4  # base64 has four for three
        rows = [row for row in self._data.rows(size) if row.entries]
        self._list.show(rows, rewrite_all=True)
        by_id("stored-forget").toggleAttribute("hidden", not any(row.can_delete for row in rows))
        try:
            estimate = await window.navigator.storage.estimate()
            megabytes = int(estimate.usage) // 1_000_000
        except UNAVAILABLE:
            megabytes = 0
        total = Message("stored.total", {"size": megabytes})
        by_id("stored-total").textContent = self._words.translate(total) if megabytes else ""

    async def _wheels(self) -> dict[str, str]:
        """Return the wheels of the packs in base64, by id; without those that cannot be read."""
        wheels = {}
        for record in read_pack_records(self._store):
            data = await self._packs.read_wheel(record.id)
            if data is not None:
                wheels[record.id] = base64.b64encode(data).decode()
        return wheels

    # -- actions -------------------------------------------------------------------------

    def _on_click(self, event: PageEvent) -> None:
        if event.closest("#stored-export"):
            start_task(self._export())
        elif event.closest("#stored-import"):
            start_task(self._import())
        elif event.closest("#stored-forget"):
            start_task(self._delete_all())
        elif button := event.closest("[data-stored-delete]"):
            start_task(self._delete(str(button.closest("[data-stored]").dataset.stored)))

    async def _export(self) -> None:
        day = str(window.Date.new().toISOString())[:10]
        files.download(f"tash-kalar-{day}.json", self._data.export(await self._wheels()))
        self._tell([Message("stored.exported")])

    async def _import(self) -> None:
        text = await files.pick_file_text(by_id("stored-file"), stored_data.LONGEST_STORED_FILE + 1)
        if text is None:
            return
        try:
            file = stored_data.read_stored_file(text)
        except SavedGameError as error:
            self._tell([error.message], is_error=True)
            return
        merges = await self._features.merges()
        if merges is None:  # without it, the file would take the place of what is here
            self._tell([Message("part.unavailable")], is_error=True)
            return
        result = self._data.import_file(file, await self._log_comparison(file), merges)
        self._packs.reload_records()
        for id in result.pack_ids:
            if not await self._packs.keep_wheel(id, stored_data.wheel_content(file, id)):
                self._packs.forget_record(id)
        self._on_changed()
        is_error = bool(result.refused) or not result.is_intact
        self._tell(stored_data.import_messages(result), is_error=is_error)
        await self._refresh()

    async def _log_comparison(self, file: StoredFile) -> LogComparison:
        """Return how to compare logs; fetch the code for that if a file has any."""
        if file.has_far_games:
            far_saves: Any = await part_fetch.load_part("far", "tashkalar.features.far.far_saves")
            if far_saves is not None:
                comparison: LogComparison = far_saves.has_nothing_new
                return comparison
        return stored_data.is_same_log

    async def _delete(self, kind: str) -> None:
        question = Message("stored.delete.title", {"kind": Message(f"stored.kind.{kind}")})
        if not await self._confirm(question, Message("stored.delete.text")):
            return
        if kind == "finished":
            await count_saved_games(self._saved_games, self._store)
        await self._run_deletion(lambda: self._data.delete(kind, self._kept_keys()))

    async def _delete_all(self) -> None:
        if await self._confirm(Message("stored.forget.title"), Message("stored.forget.text")):
            await self._run_deletion(lambda: self._data.delete_all(self._kept_keys()))

    async def _confirm(self, question: Message, text: Message) -> bool:
        words = map(self._words.translate, (question, text, Message("stored.delete.ok")))
        return await dialogs.confirm(*words) is not None

    async def _run_deletion(self, delete: Callable[[], int]) -> None:
        """Delete, and show what is left."""
        try:
            count = delete()
        except SavedGameError as error:
            self._tell([error.message], is_error=True)
        else:
            self._tell([Message("stored.deleted", {"n": count})])
        self._on_changed()
        await self._refresh()
        by_id("stored-export").focus()  # the pressed button may be gone

    # -- drawing -------------------------------------------------------------------------

    def _tell(self, messages: list[Message], *, is_error: bool = False) -> None:
        node = by_id("stored-status")
        node.toggleAttribute("data-trouble", is_error)
        node.textContent = self._words.join(map(self._words.translate, messages), "space")

    def _create_row(self, row: StoredRow) -> Any:
        node = clone_template("tpl-stored")
        node.setAttribute("data-stored", row.kind)
        return node

    def _update_row(self, parts: ClonedTemplate, row: StoredRow) -> None:
        say = self._words.translate
        parts.set_text("name", say(row.name))
        parts.set_text("detail", say(row.detail))
        button = parts.root.node.querySelector("[data-stored-delete]")
        button.toggleAttribute("hidden", not row.can_delete)
        button.setAttribute("aria-label", say(Message("stored.delete.of", {"kind": row.name})))
