"""The browser layer: the only code that touches the page. The engine never imports this layer."""

from __future__ import annotations

import asyncio

from pyscript import document, window

from tashkalar import __version__
from tashkalar.ui.start.url_parameters import left_out
from tashkalar.ui.storage.kept_store import KeptStore, join_copies
from tashkalar.ui.storage.key_value_store import KeyValueStore, MemoryStore
from tashkalar.ui.storage.restore import back_up_all, restore_newer_copies
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.settings import Settings, read_settings
from tashkalar.ui.storage.stored_kinds import add_kinds
from tashkalar.ui.text import english_catalogue
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE, Catalogue, choose_language
from tashkalar.web import address
from tashkalar.web.app import App
from tashkalar.web.browser import files, location, page_text
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.indexed_db import open_backup_database
from tashkalar.web.browser.local_storage import open_store
from tashkalar.web.browser.tab_channel import join_tabs, query_held_locks
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.early_presses import carry_out_early_presses, fetch_pressed_file
from tashkalar.web.events import PageEvents
from tashkalar.web.features import Frame


async def start() -> None:
    """Start the page: load the texts and the saved games, connect the events, then say `ready`."""
    embedded = hasattr(window.tashkalar, "embed")  # a board inside another page
    store, trouble = _open_store(embedded=embedded)
    saved_games = SavedGames(store, lambda: window.Date.now(), trouble, open_backup_database())
    kept = KeptStore(saved_games.texts)  # what all but the games get
    words = await _load_english()
    # All that takes long to come is waited for before anything of the page is changed.
    alone = embedded or trouble is not None
    held = None if alone else await query_held_locks()
    busy = held or frozenset()
    if not embedded:
        await restore_newer_copies(saved_games.texts, busy)
        await fetch_pressed_file()
    settings = _embed_settings() if embedded else read_settings(kept)
    asked = location.parameters()
    # The language of an embed may have changed since its address was written.
    by_address = None if embedded else asked.get("lang")
    await _show_language(words, by_address, settings.language)
    await asyncio.sleep(0)  # here and below: one long task would hold up a phone
    app = App(words, saved_games, kept, settings, embedded=embedded)
    await asyncio.sleep(0)
    app.other_tabs.tabs = join_tabs(app.other_tabs, held, alone=alone)
    app.other_tabs.open_games = busy
    app.preferences.apply()
    app.saved_games_panel.show_list()
    app.start_screen.offer_pack_schools(app.packs.offered_schools)
    await asyncio.sleep(0)
    events = PageEvents(app)
    events.connect()
    events.takes_input = embedded  # frame/main.js keeps the first touch of a board
    frame = None
    if embedded:
        if not (frame := await _open_frame(app, asked)):
            return
    else:
        await address.open_requested(app, asked, location.place() or "")
        app.reference_dialogs.open_from_url(closes_others=False)
    intact = window.tashkalar.verifyAll()
    if not (intact if isinstance(intact, bool) else await intact):
        return  # the broken part is shown, or the page is loaded again
    document.documentElement.dataset.app = "ready"
    window.performance.mark("tashkalar-ready")
    events.takes_input = True
    if app.table.session:
        app.table.rendering.fit_lists()  # the panel has no size before
    if frame:
        frame.replay_first_touch()
    else:
        await _finish_page(app, events)


async def _finish_page(app: App, events: PageEvents) -> None:
    """Do what can wait until the page is ready; early presses come last."""
    by_id("about-version").textContent = f"Tash-Kalar {__version__}"
    app.save_retries.show_notice()
    back_up_all(app.saved_games.texts)
    texts = app.saved_games.texts
    if texts.lacked_copies and (merges := await app.features.merges()) is not None:
        join_copies(texts, merges)  # else a later page does, and all copies stay until then
    app.saved_games_panel.show_start_board()
    # The page that was here before may still have held its game when the list was drawn.
    app.other_tabs.handle_other_tabs_change()
    await carry_out_early_presses(app, events)
    files.take_launched_files(lambda text: start_task(app.saved_games_panel.open_file_text(text)))


async def _open_frame(app: App, asked: dict[str, str]) -> Frame | None:
    """Return this page as a board inside another page; None after an error."""
    frame = app.features.make_frame()
    if frame is None:
        window.tashkalar.embed.fail(app.words.translate(left_out("embed").message), "")
        document.documentElement.dataset.app = "error"
        return None
    return frame if await frame.open(asked) else None


def _open_store(*, embedded: bool) -> tuple[KeyValueStore, str | None]:
    """Return the store of all texts, and why it is not the browser's, if that has failed."""
    add_kinds(location.stored_kinds())
    return (MemoryStore(), None) if embedded else open_store()


async def _load_english() -> Catalogue:
    """Return the English texts, from the snapshot if it has them."""
    words = english_catalogue.take_catalogue()
    if words is None:
        words = Catalogue()
        await page_text.load_language(words, SOURCE_LANGUAGE)
    return words


async def _show_language(words: Catalogue, *preferred: str | None) -> None:
    """Load the first available language, `preferred` before the browser's, and show its texts."""
    tags = [tag for tag in (*preferred, *window.navigator.languages) if tag]
    language = choose_language(tags)
    if language != SOURCE_LANGUAGE:
        await page_text.load_language(words, language)
    # The HTML has the English texts, but translation.js may have replaced them.
    if document.documentElement.lang != SOURCE_LANGUAGE or words.language != SOURCE_LANGUAGE:
        page_text.write_page_texts(words)


def _embed_settings() -> Settings:
    """Return the settings that the author of an embed chose; there is no curtain."""
    root, frame = document.documentElement.dataset, window.tashkalar.embed
    given = {
        "theme": str(frame.theme),
        "motion": getattr(root, "motion", "auto"),
        "contrast": getattr(root, "contrast", "auto"),
        "language": str(frame.language) or None,
        "curtain": False,
    }
    return Settings.from_object(given)
