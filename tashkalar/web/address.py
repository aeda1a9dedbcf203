"""The page's address: fetch the file that the address names, and start the request."""

from __future__ import annotations

from pyscript import window

from tashkalar.ui.start.url_parameters import FileRequest, address_refusal, left_out
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.app import App
from tashkalar.web.browser import files, location


async def open_changed_address(app: App) -> None:
    """Show what a link in this very page asks for, or what the history has gone back to."""
    entry = app.activities.entry
    if location.place() is None:  # a link, or a page of the reference above all else
        if asked := location.fragment_parameters():
            await open_requested(app, asked)
    elif location.PageAddressBar().read() != entry:
        await open_requested(app, location.parameters(), str(location.place()))


async def open_requested(app: App, parameters: dict[str, str], place: str = "") -> None:
    """Start the request of the address, or show why that is impossible."""
    request = location.address_form().requested(parameters, place)
    if isinstance(request, FileRequest) and app.features.is_left_out(request.kind):
        request = left_out(request.kind)
    elif isinstance(request, FileRequest):
        file = request
        url = files.resolve_address(request.url, str(window.location.href))
        try:
            if url is not None and url.is_same_site:
                request = file.read(await files.fetch_text(url.href))
            else:
                request = address_refusal(ValueError("the file must be on the same site"))
        except OSError as error:
            request = file.refuse_unfetched(str(error))
    try:
        await app.start(request)
    except Refusal as refusal:
        if app.table.session is None:
            for feature in app.features:
                feature.on_address_refused()
        app.show_refused()
        app.notices.show(refusal.message)
