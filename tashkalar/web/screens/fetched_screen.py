"""A screen whose code, words and HTML are fetched when it is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import part_fetch
from tashkalar.web.browser.page_parts import add_page_part
from tashkalar.web.browser.page_text import load_later_texts

Screen = TypeVar("Screen")


class FetchedScreen(Generic[Screen]):
    """The screen of a part of the page; `screen` is None until it has been fetched.

    The part's words, its archive and its HTML have its name. `create` gets the module of that name
    and returns the screen. `place_id` is the id of the element that gets the part's HTML, empty if
    the part has none; `has_words` is False if the page has all words of the part. `other_words`
    names catalogues of other parts that it needs, too. `notify` shows a notice.
    """

    def __init__(
        self,
        words: Catalogue,
        part: str,
        module: str,
        create: Callable[[Any], Screen],
        notify: Callable[[Message], None],
        *,
        place_id: str = "",
        has_words: bool = True,
        other_words: Iterable[str] = (),
    ) -> None:
        self.screen: Screen | None = None
        self._part, self._module, self._place_id = part, module, place_id
        self._catalogues = (part, *other_words) if has_words else tuple(other_words)
        self._lock = asyncio.Lock()
        self._words, self._create, self._notify = words, create, notify

    async def load(self) -> Screen | None:
        """Return the screen, with its words in the current language; None after a notice.

        Presses that come while it is being fetched wait for the same screen.
        """
        async with self._lock:
            return await self._load()

    async def _load(self) -> Screen | None:
        try:
            if self.screen is None and self._place_id:
                await add_page_part(self._part, self._place_id, self._words)
            if await self._has_words() and await self._is_fetched():
                return self.screen
        except OSError:
            pass  # told below
        self._notify(Message("part.unavailable"))
        return None

    async def _has_words(self) -> bool:
        """Return whether all words are there, after fetching those that are not."""
        for file in self._catalogues:
            if not await load_later_texts(self._words, file):
                return False
        return True

    async def _is_fetched(self) -> bool:
        """Return whether the screen is there, after fetching its code if it is not."""
        if self.screen is None:
            module = await part_fetch.load_part(self._part, self._module)
            if module is None:
                return False
            self.screen = self._create(module)
        return True
