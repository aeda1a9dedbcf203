"""The page's address: fetch the file that the address names, and show what is requested."""

from __future__ import annotations

from pyscript import window

from tashkalar.ui.activity import Activity
from tashkalar.ui.start.url_parameters import (
    FeatureRequest,
    FileRequest,
    LastGameRequest,
    NewGameRequest,
    PlaceRequest,
    RecordRequest,
    SavedGameRequest,
    ScenarioRequest,
    StartRequest,
    address_refusal,
    create_in_steps,
    left_out,
)
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.app import App
from tashkalar.web.browser import files, location
from tashkalar.web.screens.games import LAST_GAME, LinkedGame
from tashkalar.web.screens.home import PLAY


async def open_changed_address(app: App) -> None:
    """Show what a link in this very page asks for, or what the history has gone back to."""
    entry = app.activities.entry
    if location.place() is None:  # a link, or a page of the reference above all else
        if asked := location.fragment_parameters():
            await open_requested(app, asked)
    elif location.PageAddressBar().read() != entry:
        await open_requested(app, location.parameters(), str(location.place()))


async def open_requested(app: App, parameters: dict[str, str], place: str = "") -> None:
    """Show what the address requests, or why that is impossible."""
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
    app.activities.follows_address = True
    try:
        await _show_requested(app, request)
    except Refusal as refusal:
        _show_refusal(app, refusal)
    finally:
        app.activities.follows_address = False


async def _show_requested(app: App, request: StartRequest) -> None:
    """Show the screen or game of a request; raise `Refusal` if it is invalid."""
    home, is_first = app.home, _is_first(app)
    match request:
        case Refusal():
            raise request
        case FeatureRequest(name, parameters):
            feature = app.features.find_reader(name)
            if feature is None:
                raise left_out(name)
            await feature.open_address(name, parameters)
        case PlaceRequest(PLAY.name):
            app.show(home.start(PLAY, is_drawn=is_first))
        case PlaceRequest(name):
            app.show_place(name)
        case SavedGameRequest(id) if app.saved_games.can_show(id, only_unfinished=is_first):
            await app.open_game(id)
        case SavedGameRequest() | LastGameRequest():
            if last := app.saved_games.last_unfinished_id():
                await app.open_game(last)
            else:
                app.show(home.start(LAST_GAME, is_drawn=is_first))
        case NewGameRequest() | ScenarioRequest() | RecordRequest():
            await app.packs.prepare_packs(request.text_with_packs)
            game = await app.packs.finish_steps(create_in_steps(request, app.words))
            app.show(LinkedGame(app.keeper, game, app.on_saved))


def _is_first(app: App) -> bool:
    """Return whether the page has not shown anything yet."""
    return type(app.activities.current) is Activity


def _show_refusal(app: App, refusal: Refusal) -> None:
    """Show why a request is wrong, above the start screen if the page has not shown anything."""
    if app.table.session is None:
        for feature in app.features:
            feature.on_address_refused()
    if _is_first(app):
        app.show(app.home.start(None, is_drawn=True))
    else:
        app.table.refresh()
    app.notices.show(refusal.message)
