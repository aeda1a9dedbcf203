"""The settings on the page: showing, saving and applying them."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import document, window

from tashkalar.position.move import Message
from tashkalar.ui.storage import settings as settings_file
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.storage.settings import Settings
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tashkalar.web.browser import dialogs, page_text
from tashkalar.web.play.table import Table


class Preferences:
    """The person's settings. `tell` shows a notice, `spoken` follows a change of language."""

    def __init__(
        self,
        words: Catalogue,
        store: KeyValueStore,
        settings: Settings,
        table: Table,
        notify: Callable[[Message], None],
        spoken: Callable[[], None],
    ) -> None:
        self.settings = settings
        self._words = words
        self._stored = settings_file.StoredSettings(store)
        self._table = table
        self._notify, self._on_language_changed = notify, spoken
        self.observers: list[Callable[[Settings], None]] = []  # follow the settings

    def show(self) -> None:
        """Make the controls show the settings."""
        for name, value in self.settings.as_mapping().items():
            for control in document.querySelectorAll(f'[data-setting="{name}"]'):
                if control.type == "checkbox":
                    control.checked = value is True
                elif control.type == "radio":
                    control.checked = control.value == value
                else:
                    control.value = value or self._words.language

    async def change_setting(self, name: str, value: str | bool) -> None:
        """Save and apply the new value of a control."""
        if name == "language" and not await self.change_language(str(value)):
            self.show()
            return
        self.settings, trouble = self._stored.change(self.settings, name, value)
        if trouble:
            self._notify(trouble)
        self.apply()
        self._table.refresh()

    def apply(self) -> None:
        """Apply the settings to the page and to the table."""
        root = document.documentElement
        more_contrast = bool(window.matchMedia("(prefers-contrast: more)").matches)
        for name, value in settings_file.root_attributes(
            self.settings, more_contrast=more_contrast
        ).items():
            if value is None:
                root.removeAttribute(name)
            else:
                root.setAttribute(name, value)
        self._table.set_curtain(self.settings.curtain)
        self._table.set_long_thinking(self.settings.longer)
        self._table.confirms_taps = self.settings.confirms
        self._table.watching.ends_turns_automatically = self.settings.ends
        self._table.watching.sound.apply_settings(
            self.settings.sound, vibrates=self.settings.vibrates
        )
        for follow in self.observers:
            follow(self.settings)

    async def change_language(self, language: str) -> bool:
        """Change the language without a reload; return False, after a notice, on failure."""
        if language not in LANGUAGES:
            return False
        if not await page_text.load_language(self._words, language):
            dialogs.show_toast(self._words.text("notice.offline-language"))
            return False
        page_text.write_page_texts(self._words)
        self._on_language_changed()
        return True
