"""The browser layer: the only code that touches the page. The engine never imports it."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.ui.i18n import SOURCE, Catalogue, choose_language
from tashkalar.ui.settings import read
from tashkalar.ui.shelf import Shelf
from tashkalar.web import address, texts
from tashkalar.web.app import App
from tashkalar.web.events import listen
from tashkalar.web.storage import open_store


async def start() -> None:
    """Bring the page to life: words, saved games, events; then `ready`."""
    store, trouble = open_store()
    shelf = Shelf(store, lambda: int(window.Date.now()), trouble)
    settings = read(store)
    words = Catalogue()
    await texts.load(words, SOURCE)
    asked = address.parameters()
    wanted = [asked.get("lang"), settings.language, *window.navigator.languages]
    language = choose_language([tag for tag in wanted if tag])
    if language != SOURCE:
        await texts.load(words, language)
    texts.write_page(words)
    app = App(words, shelf, store, settings)
    app.apply_settings()
    app.list_saves()
    app.start.follow_form()
    listen(app)
    await address.open_game(app, asked)
    document.documentElement.dataset.app = "ready"
    window.performance.mark("tashkalar-ready")
