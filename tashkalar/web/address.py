"""The page's address: fetch the file that the address names, and start the request."""

from __future__ import annotations

from pyscript import window

from tashkalar.ui.start.url_parameters import FileRequest, address_refusal, requested
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.app import App
from tashkalar.web.browser import files, location


async def open_changed_address(app: App) -> None:
    """Start the request of a link that was opened in this very page, if the address has one."""
    if asked := location.fragment_parameters():
        await open_requested(app, asked)


async def open_requested(app: App, parameters: dict[str, str]) -> None:
    """Start the request of the address, or show why that is impossible."""
    request = requested(parameters)
    if isinstance(request, FileRequest):
        file, place = request, files.resolve_address(request.url, str(window.location.href))
        try:
            if place is not None and place.is_same_site:
                request = file.read(await files.fetch_text(place.href))
            else:
                request = address_refusal(ValueError("the file must be on the same site"))
        except OSError as error:
            request = file.refuse_unfetched(str(error))
    try:
        await app.start(request)
    except Refusal as refusal:
        if app.table.session is None:
            app.lesson_screen.clear_lesson()  # boot.bundle.js has made room for it
        app.table.refresh()
        app.notices.show(refusal.message)
