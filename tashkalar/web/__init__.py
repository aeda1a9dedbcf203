"""The browser layer: the only code that touches the page. The engine never imports it."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import Shelf
from tashkalar.ui.storage.settings import read
from tashkalar.ui.text import english_catalogue
from tashkalar.ui.text.catalogue import SOURCE, Catalogue, choose_language
from tashkalar.web import address, embed
from tashkalar.web.app import App
from tashkalar.web.browser import page_text
from tashkalar.web.browser.indexed_db import open_copies
from tashkalar.web.browser.local_storage import open_store
from tashkalar.web.browser.tab_channel import join, look_around
from tashkalar.web.events import listen


async def start() -> None:
    """Bring the page to life: words, saved games, events; then `ready`."""
    embedded = embed.wanted()
    store, trouble = (MemoryStore(), None) if embedded else open_store()
    shelf = Shelf(store, lambda: window.Date.now(), trouble, open_copies())
    settings = embed.settings() if embedded else read(store)
    words = english_catalogue.take()
    if words is None:
        words = Catalogue()
        await page_text.load(words, SOURCE)
    # All that is waited for comes before anything of the page is changed: a browser would lay out
    # and paint each time.
    alone = embedded or trouble is not None
    held = None if alone else await look_around()
    busy = held or frozenset()
    if not embedded:
        await shelf.catch_up(busy)
    asked = address.parameters()
    by_address = None if embedded else asked.get("lang")  # an embed's may have been changed since
    wanted = [by_address, settings.language, *window.navigator.languages]
    language = choose_language([tag for tag in wanted if tag])
    if language != SOURCE:
        await page_text.load(words, language)
    if document.documentElement.lang != SOURCE or words.language != SOURCE:
        page_text.write_page(
            words
        )  # the HTML has the English ones, and words.js may have been here
    app = App(words, shelf, store, settings, embedded=embedded)
    app.others.tabs = join(app.others, held, alone=alone)
    app.others.games = busy
    app.preferences.apply()
    app.saves.show()
    app.start.show_packs(app.packs.offered)
    listen(app)
    frame = embed.Embed(app) if embedded else None
    if frame:
        if not await frame.open(asked):
            return
    else:
        await address.open_game(app, asked)
        app.reference.follow()
    whole = window.tashkalar.whole()
    if not (whole if isinstance(whole, bool) else await whole):
        return  # told by now, or the page is loaded anew
    document.documentElement.dataset.app = "ready"
    window.performance.mark("tashkalar-ready")
    if frame:
        frame.touch()
    else:
        shelf.copy_all()
        app.saves.show_board()
